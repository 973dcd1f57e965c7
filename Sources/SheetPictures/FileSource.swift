package import SheetFiles
package import SystemPackage

/// A picture in a file.
package protocol FileSource: PictureSource {
  /// The path of the file.
  var path: FilePath { get }

  /// Which metadata of the file to use, and the folder below which the file is opened.
  var metadata: MetadataUse { get }

  /// Reads the file's header.
  ///
  /// Keeps the contents of a small file, so that it need not be read again for its rows.
  mutating func headerWithContents() throws -> PictureHeader

  /// A page of the file, counted from 0; the file itself if its format has no pages.
  func page(_ index: Int) -> any FileSource
}

extension FileSource {
  /// The path, with replacement characters for invalid UTF-8.
  package var name: String { path.string }

  /// The path of the file, byte for byte.
  package var pictureName: FileName { .path(path) }

  /// Reads the header and keeps nothing.
  package mutating func headerWithContents() throws -> PictureHeader { try header() }

  /// The file itself.
  package func page(_: Int) -> any FileSource { self }
}
