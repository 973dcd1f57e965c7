public import SheetLayout

/// What is known of a picture when its label is made.
public struct PictureFacts: Sendable {
  /// The path as it was given, with U+FFFD for what is not UTF-8.
  public var path: String
  /// The place among the pictures, from 1.
  public var index: Int
  /// The number of pictures.
  public var count: Int
  /// The number of the page that the picture is on, from 1.
  public var page: Int
  /// The size of the upright picture in pixels; nil where it cannot be read.
  public var size: PixelSize?
  /// The size of the file in bytes; nil where it is missing.
  public var byteCount: UInt64?
  /// When the file was modified; nil where it is missing.
  public var modified: CivilTime?
  /// The texts in the PNG, in its order; none need be there where no template
  /// ``TextTemplate/needsTexts``.
  public var texts: [(keyword: String, text: String)]

  /// Creates facts.
  public init(
    path: String, index: Int, count: Int, page: Int, size: PixelSize? = nil,
    byteCount: UInt64? = nil, modified: CivilTime? = nil,
    texts: [(keyword: String, text: String)] = []
  ) {
    self.path = path
    self.index = index
    self.count = count
    self.page = page
    self.size = size
    self.byteCount = byteCount
    self.modified = modified
    self.texts = texts
  }
}
