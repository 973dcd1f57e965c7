public import SheetImaging
public import SheetLayout

/// A picture that can be put on a sheet, whatever it is and wherever it comes from.
///
/// ``PNGFile`` is one in a file, ``MemoryPicture`` one in memory. A type of your own needs
/// to say how large the picture is, and to hand out its rows once for each sheet.
///
/// Errors that it throws become the reason why the picture could not be read: their
/// descriptions are fragments that read after the name and a colon.
public protocol TileSource: Sendable {
  /// What messages and the manifest call the picture.
  var name: String { get }

  /// What the picture looks like, found out without reading its pixels.
  func header() throws -> PictureHeader

  /// Hands out all rows from top to bottom, one at a time.
  ///
  /// Called in some task, at most once at a time for each sheet. Every row is
  /// `header().size.width` pixels of `header().format`; its memory is valid only during
  /// the call. What `row` throws is to be thrown on.
  ///
  /// - Parameters:
  ///   - header: What ``header()`` gave when the sheet was planned; a picture that is
  ///     another by now throws ``PictureChanged``.
  ///   - row: Takes the next row.
  /// - Throws: Why the picture could not be read, and what `row` throws.
  func readRows(
    as header: PictureHeader, _ row: (Span<UInt8>) throws -> Void
  ) throws
}

/// What is known of a picture before its pixels are read.
public struct PictureHeader: Equatable, Sendable {
  /// The number of pixels in a row and the number of rows, both at least 1.
  public var size: PixelSize
  /// How the pixels of a row are stored.
  public var format: PixelFormat
  /// What the samples mean.
  public var colorSpace: ColorSpace
  /// What makes the picture upright; rows are handed out as they are.
  public var orientation: Orientation
  /// The shape of its pixels, before it is turned.
  public var pixelRatio: PixelRatio
  /// What could not be followed in the picture, as fragments that read after its name.
  public var warnings: [String]

  /// Describes a picture.
  public init(
    size: PixelSize, format: PixelFormat, colorSpace: ColorSpace = .sRGB,
    orientation: Orientation = .upright, pixelRatio: PixelRatio = .square, warnings: [String] = []
  ) {
    self.size = size
    self.format = format
    self.colorSpace = colorSpace
    self.orientation = orientation
    self.pixelRatio = pixelRatio
    self.warnings = warnings
  }
}

extension PictureHeader {
  /// The size of the picture as it is seen: upright, with square pixels.
  public var shownSize: PixelSize {
    let squared = pixelRatio.squared(size)
    return orientation.swapsSides
      ? PixelSize(width: squared.height, height: squared.width) : squared
  }
}

/// A picture is no longer what it was when the sheet was planned.
public struct PictureChanged: Error, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// What happened.
  public var description: String { "it was changed while the sheet was made" }
}
