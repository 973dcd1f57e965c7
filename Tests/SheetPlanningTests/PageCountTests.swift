import SheetLayout
import SheetModel
import SheetPlans
import Testing

@testable import SheetPlanning

@Suite struct PageCountTests {
  /// Pictures of one section below headings that are 35 pixels tall with their gaps.
  private static func request(_ count: Int) throws -> LayoutRequest {
    LayoutRequest(
      pictures: Array(repeating: PixelSize(width: 3000, height: 2000), count: count),
      weights: Array(repeating: 1, count: count), rooms: [],
      pages: [[SectionPart(items: 0..<count)]], minimumSide: nil, pageCount: nil,
      sections: HeadingSpacing(heading: 27, below: 8), isSinglePage: false,
      gap: Size(width: 0, height: 0),
      outset: PixelInsets(0), edges: PixelInsets(0), pageHeight: 2048, maximumHeight: nil,
      maximumPixels: .standard, style: TileStyle(), labelPosition: nil, labelWidth: 0,
      widthForLabels: 0, matrices: [],
      headingType: try PageMetrics(SheetJob(), tableLines: 0, TextChoice()).headingType)
  }

  // If an empty page took no row, the count would never end.
  @Test(
    "A row as tall as the room below a heading has a page to itself, however sums are rounded",
    arguments: 1900...2200)
  func exactRows(page: Int) throws {
    let (request, height) = (try Self.request(3), Double(page))
    for room in [height - request.headingRoom, height - request.headingRoom + 1e-6] {
      let grid = CellGrid(
        columns: 1, cell: Size(width: 100, height: room), gap: Size(width: 0, height: 0))
      let rows = request.rowsOfBands(inColumns: 1, ofWidth: 100)
      #expect(grid.pageCount(of: request, rows: rows, height: height) == 3)
    }
  }
}
