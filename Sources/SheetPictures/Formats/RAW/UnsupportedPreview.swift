internal import SheetLayout

/// A preview that cannot be shown: it is not a JPEG, or it is a JPEG in several pieces.
struct UnsupportedPreview: Equatable {
  let size: PixelSize
  /// The value of the preview's Compression tag.
  let compression: Int
  /// How a JPEG is divided; nil if the preview is not a JPEG.
  private let pieces: StoredJPEG?

  private static let jpegXL = 52546

  var pixelCount: Int { size.width * size.height }
  /// What is not supported, worded to follow "is".
  var kind: String {
    switch pieces {
    case .strips: "a JPEG in several strips"
    case .tiles: "a JPEG in tiles"
    case .abbreviated: "a JPEG without its tables"
    case .whole, nil:
      compression == Self.jpegXL ? "in JPEG XL" : "compressed with method \(compression)"
    }
  }

  /// The preview described by a directory; nil if there is none, or if it is a whole JPEG.
  ///
  /// Sensor data and masks have other values of PhotometricInterpretation, and only previews are
  /// marked as smaller copies. A JPEG XL picture in RGB or YCbCr is always a preview.
  ///
  /// Source: TIFF 6.0; DNG 1.7.1, "Preview images" and 52546 (JPEG XL).
  init?(_ directory: TIFFDirectory) {
    let sides = 1..<1 << 24
    guard let width = directory.unsigned(TIFFTag.width),
      let height = directory.unsigned(TIFFTag.height), sides ~= width, sides ~= height,
      let compression = directory.unsigned(TIFFTag.compression),
      let colors = directory.unsigned(TIFFTag.colors),
      case let isCopy = (directory.unsigned(TIFFTag.kind) ?? 0) & 1 == 1,
      isCopy && [1, 2, 6].contains(colors) || compression == Self.jpegXL && [2, 6].contains(colors)
    else { return nil }
    if StoredJPEG.compressions.contains(compression) {
      guard let stored = StoredJPEG(directory), !stored.isWhole else { return nil }
      pieces = stored
    } else {
      pieces = nil
    }
    (size, self.compression) = (PixelSize(width: width, height: height), compression)
  }
}
