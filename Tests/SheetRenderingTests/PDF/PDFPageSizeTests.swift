import SheetFixtures
import SheetLayout
import SheetModel
import SheetPlans
import TestSupport
import Testing

@testable import SheetRendering

@Suite struct PDFPageSizeTests {
  private static func size(_ width: Int, _ height: Int, dpi: Int?) -> PDFPageSize {
    PDFPageSize(PixelSize(width: width, height: height), pixelsPerInch: dpi)
  }

  @Test(
    "A page with the pixel dimensions of a paper size has that size, to within 0.00002 points",
    arguments: [("A4", 300), ("A4-landscape", 96), ("letter", 150), ("A0", 72)])
  func paper(name: String, dpi: Int) throws {
    let paper = try Sheet.Paper(parsing: name)
    let size = PDFPageSize(paper.pixels(perInch: dpi), pixelsPerInch: dpi)
    for (side, millimetres) in [
      (size.width, paper.millimetres.width), (size.height, paper.millimetres.height),
    ] {
      let points = millimetres * 72 / 25.4
      #expect(side < points && points - side < 0.000021)
    }
  }

  @Test("The size of other pages follows from the density, which is 96 by default")
  func density() {
    #expect(abs(Self.size(800, 600, dpi: nil).width - 600) < 0.00002)
    #expect(abs(Self.size(800, 600, dpi: 200).height - 216) < 0.00002)
  }

  @Test("No PDF page is drawn larger than its pixels, even by viewers that round up")
  func roundedUp() {
    for width in 1...3000 {
      for dpi in [72, 96, 150, 300, 317] {
        let size = Self.size(width, 40_000, dpi: dpi)
        let pixels = size.width * Double(size.unitInPoints) * Double(dpi) / 72
        #expect(
          pixels < Double(width) || Self.size(width, 1, dpi: dpi).width > 595, "\(width) \(dpi)")
        #expect(pixels.rounded(.up) == Double(width) || size.unitInPoints > 1, "\(width) \(dpi)")
      }
    }
  }

  @Test("PDF pages longer than readers must support use larger units")
  func units() {
    #expect(Self.size(19_200, 100, dpi: 96).unitInPoints == 1)
    let size = Self.size(60_000, 100, dpi: 96)
    #expect(size.unitInPoints == 4 && abs(size.width - 45_000 / 4) < 0.00002)
  }

  @Test(
    "Areas are measured from the bottom of the page; the picture ends just inside the page's edges")
  func areas() {
    let size = Self.size(960, 480, dpi: 96)
    let area = size.area(PixelRect(x: 96, y: 0, width: 192, height: 48))
    for (value, expected) in [(area.x, 72.0), (area.y, 324), (area.maxX, 216), (area.maxY, 360)] {
      #expect(abs(value - expected) < 0.0001)
    }
    #expect(size.picture.x > 0 && size.picture.maxX < size.width)
    let small = Self.size(1, 1, dpi: 100_000)
    #expect(small.width > 0 && small.picture.maxX > small.picture.x)
  }
}
