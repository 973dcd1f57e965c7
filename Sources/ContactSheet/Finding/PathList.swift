public import SystemPackage

/// A list of paths, such as `find` prints.
public struct PathList: Equatable, Sendable {
  /// What separates two paths.
  public enum Separator: Equatable, Sendable {
    /// One path per line. A carriage return at the end of a line and a byte order mark at the
    /// start of the list are ignored.
    case newline
    /// A NUL after each path, so that a path can contain line breaks.
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
  /// What separates two paths.
  public var separator: Separator

  /// Creates a list; nothing is read yet.
  public init(_ source: Source, separator: Separator = .newline) {
    self.source = source
    self.separator = separator
  }

  /// The paths in a list's bytes, in order.
  ///
  /// Empty lines are ignored. Spaces are kept, since a name may start and end with them.
  ///
  /// - Returns: nil where a line contains a NUL, which no path does.
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

  /// Reads the whole list.
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

extension PathList.Source: CustomStringConvertible {
  /// The list's file between quotation marks, or `on standard input`.
  public var description: String {
    switch self {
    case .file(let path): path.quoted
    case .descriptor(.standardInput): "on standard input"
    case .descriptor(let descriptor): "on descriptor \(descriptor.rawValue)"
    }
  }
}
