import SheetLayout
import TestSupport
import Testing

/// Room that given columns and rows leave on a page.
@Suite struct SpareRoomTests {
  /// The area of an item in a cell.
  private static func area(_ item: LayoutItem, in cell: Size) -> Double {
    let width = min(cell.width, cell.height * item.ratio, item.maximumWidth)
    return width * width / item.ratio
  }

  @Test("Cells stay on the page, no item shrinks, and cells grow only if an item does")
  func properties() throws {
    var random = SeededGenerator(seed: 54)
    var grown = 0
    for _ in 0..<500 {
      let page = try LargestGrid(
        page: Size(
          width: Double(500 + random.number(below: 3000)),
          height: Double(500 + random.number(below: 3000))),
        gap: Size(
          width: Double(random.number(below: 30)), height: Double(random.number(below: 30))),
        ratio: 0.5 + Double(random.number(below: 200)) / 100)
      let (columns, rows) = (1 + random.number(below: 6), 1 + random.number(below: 6))
      let width = page.width(columns: columns, rows: rows).rounded(.down)
      let cell = Size(width: width, height: (width / page.ratio).rounded(.down))
      let items = (0...random.number(below: 8)).map { _ in
        LayoutItem(
          ratio: 0.1 + Double(random.number(below: 400)) / 100,
          maximumWidth: random.number(below: 2) == 0
            ? .infinity : Double(20 + random.number(below: 2000)))
      }
      let large = page.enlarged(cell, columns: columns, rows: rows, for: items)
      let room = page.page.cell(columns: columns, rows: rows, gap: page.gap)
      let comment: Comment = "\(columns) x \(rows) of \(cell) on \(page.page): \(large)"
      #expect(large.width >= cell.width && large.height >= cell.height, comment)
      #expect(large.width <= room.width + 1e-6 && large.height <= room.height + 1e-6, comment)
      let gains = items.map { Self.area($0, in: large) - Self.area($0, in: cell) }
      #expect(gains.allSatisfy { $0 >= 0 }, comment)
      if large != cell {
        grown += 1
        #expect(gains.contains { $0 > 0 }, comment)
      }
    }
    #expect(grown > 100)
  }

  @Test(
    "On a tall page, cells grow to the height of the tallest item; on a wide one, to the widest item"
  )
  func examples() throws {
    let items = [LayoutItem(ratio: 1.5), LayoutItem(ratio: 2.0 / 3)]
    func cell(_ width: Double, _ height: Double, for items: [LayoutItem]) throws -> Size {
      let page = try LargestGrid(page: Size(width: width, height: height), ratio: 1.25)
      let width = page.width(columns: 2, rows: 2)
      return page.enlarged(
        Size(width: width, height: width / 1.25), columns: 2, rows: 2, for: items)
    }
    #expect(try cell(1000, 4000, for: items) == Size(width: 500, height: 750))
    #expect(try cell(1000, 1200, for: items) == Size(width: 500, height: 600))
    #expect(try cell(4000, 800, for: items) == Size(width: 600, height: 400))
    #expect(try cell(1000, 4000, for: []) == Size(width: 500, height: 400))
    // Pixels lost by rounding are no reason to enlarge a cell.
    let page = try LargestGrid(page: Size(width: 1001, height: 1000), ratio: 1.5)
    let rounded = Size(width: 500, height: 333)
    let wide = [LayoutItem(ratio: 1.5)]
    #expect(page.enlarged(rounded, columns: 2, rows: 2, for: wide) == rounded)
    // An item of 300 x 450 pixels needs no taller cell, because it is not enlarged.
    let small = LayoutItem(ratio: 2.0 / 3, maximumWidth: 300)
    #expect(try cell(1000, 4000, for: [small]) == Size(width: 500, height: 450))
  }
}
