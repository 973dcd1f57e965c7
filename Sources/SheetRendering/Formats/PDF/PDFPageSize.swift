internal import SheetLayout
internal import SheetModel
internal import SheetPlans

/// The size of a PDF page, and where pixels are on it.
///
/// The size follows from the requested density, which is not rounded to whole pixels per metre as
/// in a PNG. A page whose pixels match a paper size has exactly that size.
struct PDFPageSize: Equatable {
  /// The width and height in units, which are points unless ``unitInPoints`` says otherwise.
  let width, height: Double
  /// The length of a unit in points, normally 1.
  ///
  /// Source: ISO 32000-1, 7.7.3.3, `UserUnit`, since PDF 1.6.
  let unitInPoints: Int

  private let pixels: PixelSize

  private static let pointsPerInch = 72.0
  /// The default density, the same as in CSS.
  private static let usualDensity = 96
  /// The longest side that readers must support, in units (annex C).
  private static let longestSide = 14_400.0
  /// The precision, in units, to which numbers are written.
  private static let step = 0.00001
  /// The distance of the picture from the edges of the page, in points.
  ///
  /// Poppler rounds edges of pictures outwards and edges of pages inwards, so a picture as large as
  /// its page would be drawn one row taller, and scaled.
  private static let inset = 0.001

  /// Creates the size of a page from its pixels and their density, which is 96 pixels per inch if
  /// it is nil.
  init(_ pixels: PixelSize, pixelsPerInch: Int?) {
    self.pixels = pixels
    let density = pixelsPerInch ?? Self.usualDensity
    func points(_ side: Int) -> Double { Double(side) * Self.pointsPerInch / Double(density) }
    var size = Size(width: points(pixels.width), height: points(pixels.height))
    if let paper = Sheet.Paper(ofPixels: pixels, perInch: density)?.millimetres {
      size = Size(
        width: paper.width * Self.pointsPerInch / 25.4,
        height: paper.height * Self.pointsPerInch / 25.4)
    }
    let unit = max(1, (max(size.width, size.height) / Self.longestSide).rounded(.up))
    unitInPoints = Int(unit)
    // Viewers round sides up to pixels, so a side with a whole number of pixels must not become
    // longer.
    func written(_ side: Double) -> Double {
      max(1, (side / unit / Self.step).rounded(.up) - 1) * Self.step
    }
    (width, height) = (written(size.width), written(size.height))
  }

  /// The area of the page's picture.
  var picture: PDFArea {
    picture(PixelRect(x: 0, y: 0, width: pixels.width, height: pixels.height))
  }

  /// The area of a picture on the page, given its area on the sheet.
  func picture(_ area: PixelRect) -> PDFArea {
    let area = self.area(area)
    let inset = min(
      Self.inset / Double(unitInPoints), (area.maxX - area.x) / 4, (area.maxY - area.y) / 4)
    return PDFArea(
      x: area.x + inset, y: area.y + inset, maxX: area.maxX - inset, maxY: area.maxY - inset)
  }

  /// Converts an area of the sheet to units of the page.
  func area(_ area: PixelRect) -> PDFArea {
    PDFArea(
      x: x(Double(area.x)), y: y(Double(area.maxY)), maxX: x(Double(area.maxX)),
      maxY: y(Double(area.y)))
  }

  /// The horizontal position of a column of pixels, in units of the page.
  func x(_ column: Double) -> Double { column * width / Double(pixels.width) }

  /// The vertical position of a row of pixels above the bottom of the page, in units of the page.
  func y(_ row: Double) -> Double { height - row * height / Double(pixels.height) }
}
