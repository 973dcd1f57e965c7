public import SystemPackage

/// A picture in a file.
public protocol FileSource: PictureSource {
  /// The file.
  var path: FilePath { get }

  /// Reads the file's header.
  ///
  /// Keeps the contents of a small file, so that it need not be read again for its rows.
  mutating func headerWithContents() throws -> PictureHeader
}

extension FileSource {
  /// The path, with replacement characters for what is not UTF-8.
  public var name: String { path.string }

  /// Reads the header and keeps nothing.
  public mutating func headerWithContents() throws -> PictureHeader { try header() }
}
