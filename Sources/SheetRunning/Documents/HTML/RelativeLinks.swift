internal import SystemPackage

/// Addresses of files, relative to a page that links to them.
///
/// Symbolic links in paths stay. A browser knows the path by which a page was opened, and not its
/// target.
final class RelativeLinks {
  private let workingFolder: FilePath
  /// The folder that the page is in.
  private let folder: FilePath
  /// The prefixes of the names of files, by their folders.
  private var known: [FilePath: HTML] = [:]

  /// Prepares links from the page at a path; nil if the page will be in the working folder.
  init(from page: FilePath?, workingFolder: FilePath = .workingFolder) {
    self.workingFolder = workingFolder
    folder = (page?.folder ?? ".").absolute(in: workingFolder)
  }

  /// The address of a file.
  func link(to file: FilePath) -> HTML {
    let folder = file.removingLastComponent()
    let beginning = known[folder] ?? way(to: folder.absolute(in: workingFolder))
    known[folder] = beginning
    return "\(beginning)\(HTML(path: file.nameBytes))"
  }

  /// The path from the page's folder to another, with a slash at its end unless it is empty.
  private func way(to other: FilePath) -> HTML {
    let way = folder.way(to: other)
    return way.isEmpty ? "" : "\(HTML(path: way.bytes))/"
  }
}
