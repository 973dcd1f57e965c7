package import SheetImaging
package import SheetLayout
package import SheetPictures

/// A picture in memory.
package struct MemoryPicture: PictureSource, Equatable {
  /// The picture's name in messages and in the manifest.
  package let name: String
  /// The picture's rows from top to bottom, without padding.
  package let bytes: [UInt8]

  private let knownHeader: PictureHeader

  /// Creates a picture from its pixels.
  ///
  /// - Precondition: Both sides are at least 1, and `bytes` contains `size.height * size.width`
  ///   pixels of `format`.
  package init(
    name: String, size: PixelSize, format: PixelFormat, colorSpace: ColorSpace = .sRGB,
    bytes: [UInt8]
  ) {
    precondition(size.width > 0 && size.height > 0, "a picture has at least one pixel")
    precondition(
      bytes.count == size.width * size.height * format.bytesPerPixel,
      "the bytes do not fit the size and the format")
    self.name = name
    self.bytes = bytes
    knownHeader = PictureHeader(size: size, format: format, colorSpace: colorSpace)
  }

  /// The size and format with which the picture was created.
  package func header() -> PictureHeader { knownHeader }

  /// The rows of ``bytes``.
  package func rows(as header: PictureHeader) -> sending any PictureRows {
    MemoryRows(bytes: bytes, rowBytes: header.size.width * header.format.bytesPerPixel)
  }
}
