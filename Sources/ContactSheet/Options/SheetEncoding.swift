public import SheetImaging

/// How a sheet is stored as a PNG.
public struct SheetEncoding: Equatable, Sendable {
  /// From 0, fast and large, to 9, slow and small.
  public var compressionLevel: Int
  /// The number of bits of a sample.
  public var depth: SampleDepth
  /// How many pixels make an inch; nil where the file does not say.
  public var pixelsPerInch: Int?

  /// Creates an encoding.
  ///
  /// - Precondition: the compression level is 0 to 9, and `pixelsPerInch` is positive.
  public init(
    compressionLevel: Int = 6, depth: SampleDepth = .eight, pixelsPerInch: Int? = nil
  ) {
    precondition(0...9 ~= compressionLevel, "a compression level is 0 to 9")
    precondition(pixelsPerInch ?? 1 > 0, "an inch has at least one pixel")
    self.compressionLevel = compressionLevel
    self.depth = depth
    self.pixelsPerInch = pixelsPerInch
  }

  /// The format of the pixels of a sheet.
  ///
  /// It has alpha only where the background lets something show through: whether
  /// pictures do does not matter over an opaque one. It is grey where all pictures are,
  /// and every colour.
  ///
  /// - Parameters:
  ///   - grayPictures: Whether the pictures are grey, on all pages, since pages of one
  ///     sheet are of one kind.
  ///   - style: What lies under them.
  ///   - textColor: The colour of texts, where one was asked for.
  /// - Returns: A format that holds what is seen of all that.
  func format(
    ofGrayPictures grayPictures: Bool, on style: TileStyle, textColor: Color?
  ) -> PixelFormat {
    let colors =
      style.background.colors + style.furniture.colors
      + [style.cellBackground, textColor].compactMap(\.self)
    let isGray = grayPictures && colors.allSatisfy(\.isGray)
    let hasAlpha = !style.background.isOpaque
    return PixelFormat(
      isGray ? (hasAlpha ? .grayAlpha : .gray) : (hasAlpha ? .rgba : .rgb), depth)
  }
}
