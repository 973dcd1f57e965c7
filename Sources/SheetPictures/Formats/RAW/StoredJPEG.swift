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

  /// The values of the Compression tag that mean JPEG.
  static let compressions = [6, 7]

  var isWhole: Bool { if case .whole = self { true } else { false } }

  /// Reads the strips or tiles of a directory; nil if it has no JPEG in strips or tiles.
  init?(_ directory: TIFFDirectory) {
    guard directory.unsigned(TIFFTag.compression).map(Self.compressions.contains) == true else {
      return nil
    }
    let isTiled = directory.has(TIFFTag.tileOffsets)
    let tags = TIFFTag.chunks(areTiles: isTiled)
    guard directory.has(tags.offsets) else { return nil }
    if directory.has(TIFFTag.jpegTables) {
      self = .abbreviated
    } else if let offset = directory.unsigned(tags.offsets),
      let length = directory.unsigned(tags.lengths), !isTiled || Self.isOneTile(directory)
    {
      self = .whole(offset: offset, length: length)
    } else if directory.has(TIFFTag.jpegOffset) {
      return nil
    } else {
      self = isTiled ? .tiles : .strips
    }
  }

  /// Whether the directory's only tile has the size of the picture, and the picture is grey, RGB or
  /// YCbCr rather than sensor data.
  private static func isOneTile(_ directory: TIFFDirectory) -> Bool {
    directory.unsigned(TIFFTag.colors).map([1, 2, 6].contains) == true
      && directory.unsigned(TIFFTag.tileWidth) == directory.unsigned(TIFFTag.width)
      && directory.unsigned(TIFFTag.tileHeight) == directory.unsigned(TIFFTag.height)
  }
}
