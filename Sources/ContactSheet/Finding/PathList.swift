public import SystemPackage

/// A list of paths, such as `find` writes it.
public struct PathList: Equatable, Sendable {
  /// What stands between two paths.
  public enum Separator: Equatable, Sendable {
    /// One path a line. A carriage return at a line's end and a byte order mark at
    /// the start of the list are no part of a path.
    case newline
    /// A NUL after each path, which lets a path hold any byte that a path can.
    case nul
  }

  /// Where a list is read from.
  public enum Source: Equatable, Sendable {
    /// A file.
    case file(FilePath)
    /// A descriptor that is open for reading, such as standard input; it stays open.
    case descriptor(FileDescriptor)
  }

  /// Where the list is read from.
  public var source: Source
  /// What stands between two paths.
  public var separator: Separator

  /// Creates a list; nothing is read yet.
  public init(_ source: Source, separator: Separator = .newline) {
    self.source = source
    self.separator = separator
  }

  /// The paths in a list's bytes, in order.
  ///
  /// Empty lines are passed over. Nothing else is trimmed, since a name may start
  /// and end with spaces.
  ///
  /// - Returns: nil where a line holds a NUL, which no path does.
  public static func paths(in bytes: [UInt8], separator: Separator) -> [FilePath]? {
    switch separator {
    case .nul:
      return bytes.split(separator: 0).map { FilePath(bytes: $0) }
    case .newline:
      guard !bytes.contains(0) else { return nil }
      let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let text = bytes.starts(with: byteOrderMark) ? bytes[3...] : bytes[...]
      return text.split(separator: UInt8(ascii: "\n")).compactMap { line in
        let path = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        return path.isEmpty ? nil : FilePath(bytes: path)
      }
    }
  }

  /// Reads the list to its end.
  func paths() throws(FindError) -> [FilePath] {
    let bytes: [UInt8]
    do {
      bytes =
        switch source {
        case .file(let path): try path.contents()
        case .descriptor(let descriptor): try descriptor.contents()
        }
    } catch {
      throw .unreadableList(source, error)
    }
    guard let paths = Self.paths(in: bytes, separator: separator) else {
      throw .listHoldsNUL(source)
    }
    return paths
  }
}
