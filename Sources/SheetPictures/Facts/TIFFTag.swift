/// Tags of TIFF and Exif that are used in several places.
///
/// ``RecordedFact`` lists the tags of facts.
///
/// Source: TIFF 6.0; TIFF Technical Notes 1 (tag 330) and 2 (tag 347); Exif 2.32, 4.6.3.
enum TIFFTag {
  /// Whether a picture is a smaller copy, a page or a mask.
  static let kind = 254
  static let width = 256
  static let height = 257
  static let compression = 259
  /// The colours that samples stand for (PhotometricInterpretation).
  static let colors = 262
  static let description = 270
  static let stripOffsets = 273
  static let stripLengths = 279
  /// The number of columns per unit of length (XResolution).
  static let columnsPerUnit = 282
  /// The number of rows per unit of length (YResolution).
  static let rowsPerUnit = 283
  static let tileWidth = 322
  static let tileHeight = 323
  static let tileOffsets = 324
  static let tileLengths = 325
  static let subdirectories = 330
  /// The tables shared by all JPEGs of a picture.
  static let jpegTables = 347
  static let jpegOffset = 513
  static let jpegLength = 514
  /// The directory with Exif data.
  static let exif = 34665
  /// The directory with the position.
  static let gps = 34853
  /// The directory that names rules of interoperability, within the directory with Exif data.
  static let interoperability = 40965

  /// The tags of the offsets and lengths of tiles, or of strips.
  static func chunks(areTiles: Bool) -> (offsets: Int, lengths: Int) {
    areTiles ? (tileOffsets, tileLengths) : (stripOffsets, stripLengths)
  }
}
