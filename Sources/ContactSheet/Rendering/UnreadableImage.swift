public import SystemPackage

/// A picture that could not be read, and why.
public struct UnreadableImage: Equatable, Sendable {
  /// The picture's path, as it was given or found.
  public let path: FilePath
  /// A fragment that reads after the path and a colon.
  public let reason: String
}

extension UnreadableImage: CustomStringConvertible {
  /// A message such as `cannot read 'a.png': unexpected end of file`.
  public var description: String { "cannot read \(path.quoted): \(reason)" }
}
