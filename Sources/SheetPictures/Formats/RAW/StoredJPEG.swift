/// How a directory stores a JPEG.
///
/// Source: TIFF 6.0, sections 15 (tiles) and 22 (JPEG); TIFF Technical Note 2 (tag 347).
enum StoredJPEG: Equatable {
  /// In one piece.
  case whole(offset: Int, length: Int)
  /// In strips, each of which is a JPEG.
  case strips
  /// In tiles, each of which is a JPEG; or in a single tile that is larger than the picture.
  case tiles
  /// With tables that are stored outside the JPEG.
  case abbreviated

  /// The codes of JPEG compression.
  static let compressions = [6, 7]

  var isWhole: Bool { if case .whole = self { true } else { false } }

  /// Reads the strips or tiles of a directory; nil if it has no JPEG in strips or tiles.
  init?(_ directory: TIFFDirectory) {
    guard directory.unsigned(Tag.compression).map(Self.compressions.contains) == true else {
      return nil
    }
    let isTiled = directory.has(Tag.tileOffset)
    guard isTiled || directory.has(Tag.stripOffset) else { return nil }
    let (offsets, lengths) =
      isTiled ? (Tag.tileOffset, Tag.tileLength) : (Tag.stripOffset, Tag.stripLength)
    if directory.has(Tag.tables) {
      self = .abbreviated
    } else if let offset = directory.unsigned(offsets), let length = directory.unsigned(lengths),
      !isTiled || Self.isOneTile(directory)
    {
      self = .whole(offset: offset, length: length)
    } else if directory.has(Tag.jpegOffset) {
      return nil
    } else {
      self = isTiled ? .tiles : .strips
    }
  }

  /// Whether the directory's only tile has the size of the picture, and the picture has developed
  /// colours.
  private static func isOneTile(_ directory: TIFFDirectory) -> Bool {
    directory.unsigned(Tag.colors).map([1, 2, 6].contains) == true
      && directory.unsigned(Tag.tileWidth) == directory.unsigned(Tag.width)
      && directory.unsigned(Tag.tileHeight) == directory.unsigned(Tag.height)
  }

  private enum Tag {
    static let width = 256
    static let height = 257
    static let compression = 259
    static let colors = 262
    static let stripOffset = 273
    static let stripLength = 279
    static let tileWidth = 322
    static let tileHeight = 323
    static let tileOffset = 324
    static let tileLength = 325
    static let tables = 347
    static let jpegOffset = 513
  }
}
