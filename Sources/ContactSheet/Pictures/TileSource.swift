public import SheetImaging
public import SheetLayout
public import SheetText

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

  /// Opens the picture, to read its rows once.
  ///
  /// Called in some task, at most once at a time for each sheet.
  ///
  /// - Parameter header: What ``header()`` gave when the sheet was planned; a picture that
  ///   is another by now throws ``PictureChanged``.
  /// - Returns: The rows, of which none has been read.
  /// - Throws: Why the picture could not be read.
  func rows(as header: PictureHeader) throws -> sending any PictureRows
}

/// The rows of an open picture, from top to bottom.
///
/// They are asked for when a sheet needs them, in one task at a time but not always the
/// same, so that a large tile need not be in memory whole.
public protocol PictureRows: AnyObject {
  /// Hands out the next row.
  ///
  /// It is `size.width` pixels of `format`, by the header that the picture was opened with,
  /// and asked for at most `size.height` times.
  ///
  /// - Parameter body: Takes the row, whose memory is valid only during the call.
  /// - Throws: Why the picture could not be read.
  func next(_ body: (Span<UInt8>) -> Void) throws

  /// Called after the last row, if all have been read.
  ///
  /// - Throws: Why the picture cannot be relied on, as when the file ends too early.
  func finish() throws
}

extension PictureRows {
  /// Finds no fault.
  public func finish() {}
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
  /// The texts that come with the picture, under their keywords.
  public var texts: [PictureText]
  /// What could not be followed in the picture, as fragments that read after its name.
  public var warnings: [String]

  /// Describes a picture.
  public init(
    size: PixelSize, format: PixelFormat, colorSpace: ColorSpace = .sRGB,
    orientation: Orientation = .upright, pixelRatio: PixelRatio = .square,
    texts: [PictureText] = [], warnings: [String] = []
  ) {
    self.size = size
    self.format = format
    self.colorSpace = colorSpace
    self.orientation = orientation
    self.pixelRatio = pixelRatio
    self.texts = texts
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
