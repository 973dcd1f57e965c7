package import SheetFiles
package import SystemPackage

/// Where to look for pictures.
package enum SheetInput: Equatable, Sendable {
  /// A folder or a picture, which must exist.
  case path(FilePath)
  /// A list of folders and pictures.
  ///
  /// The path of a missing file is kept, so that it is reported as an unreadable picture: files may
  /// have been removed since the list was made.
  case list(PathList)
}

/// How to search for pictures in the inputs.
///
/// A folder stands for the files in it with the extension of a picture format, ignoring case. A
/// file that is an argument or in a list may have any name.
package struct PictureSearch: Equatable, Sendable {
  /// Whether to search subfolders.
  ///
  /// Links to folders are followed, after real folders; each folder is searched only once.
  package var isRecursive = false
  /// Whether to search subfolders if there are no pictures outside them.
  package var mayReachSubfolders = false
  /// Whether links in folders are followed; otherwise they are left out.
  package var followsLinks = true
  /// Whether to include hidden files and subfolders.
  ///
  /// Files whose names start with `._` are never included: they are metadata that macOS leaves
  /// behind.
  package var takesHidden = false
  /// Patterns, at least one of which a file must match; an empty list accepts all files.
  ///
  /// They also apply to named files, since a shell may have expanded the names. In folders,
  /// patterns only select among pictures.
  package var include: [Glob] = []
  /// Patterns none of which a file may match, even if it matches ``include``.
  ///
  /// A subfolder that matches one is not searched.
  package var exclude: [Glob] = []

  /// Creates a search for the visible pictures directly in a folder.
  package init() {}

  /// Whether there are any patterns.
  package var hasPatterns: Bool { !include.isEmpty || !exclude.isEmpty }

  /// Whether ``include`` and ``exclude`` accept a file.
  package func accepts(_ path: FilePath) -> Bool {
    (include.isEmpty || include.contains { $0.matches(path) }) && !excludes(path)
  }

  /// Whether ``include`` and ``exclude`` accept a page of a file; patterns may match the path of
  /// the page or of the whole file.
  package func accepts(_ path: FilePath, page: Int?) -> Bool {
    guard let page else { return accepts(path) }
    let paths = [path, path.page(page)]
    return (include.isEmpty || include.contains { paths.contains(where: $0.matches) })
      && !paths.contains(where: excludes)
  }

  /// The only pattern of ``include``, followed by `.*`; nil unless that matches a file that is left
  /// out because the pattern has no extension, as in `*_albedo`.
  package func patternWithExtension(for path: FilePath) -> String? {
    guard include.count == 1, let pattern = include.first, let last = pattern.source.last,
      last != "/", last != "\\", !excludes(path)
    else { return nil }
    var stem = path
    stem.extension = nil
    return pattern.matches(stem) ? pattern.source + ".*" : nil
  }

  /// Whether ``exclude`` matches a file or folder.
  package func excludes(_ path: FilePath) -> Bool {
    exclude.contains { $0.matches(path) }
  }
}

/// A list of paths, such as `find` prints.
package struct PathList: Equatable, Sendable {
  /// The separator of paths.
  package enum Separator: Equatable, Sendable {
    /// One path per line.
    ///
    /// A carriage return at the end of a line is ignored. So is a byte order mark at the start of
    /// the list. Names that git quotes are unquoted. If the first path ends with a NUL, the list is
    /// read as NUL-separated.
    case newline
    /// A NUL after each path, so that a path can contain line breaks.
    case nul
  }

  /// The source of a list.
  package enum Source: Equatable, Sendable {
    /// A file with the list.
    case file(FilePath)
    /// A descriptor that is open for reading, such as standard input; it stays open.
    case descriptor(FileDescriptor)
  }

  /// The source of the list.
  package var source: Source
  /// The separator of paths.
  package var separator: Separator

  /// Creates a list; nothing is read yet.
  package init(_ source: Source, separator: Separator = .newline) {
    (self.source, self.separator) = (source, separator)
  }
}
