import SheetLayout
import SheetModel
import SheetText
import TestSupport
import Testing

@testable import SheetPlans

@Suite struct PlannedEmptyCellsTests {
  /// A matrix of cells of 9 x 7 pixels, 10 and 8 pixels apart, starting at a given row of the
  /// sheet.
  static func matrix(
    rows: Int, columns: Int, filled: [Matrix.Place], from top: Int = 0
  ) -> SparseMatrix {
    SparseMatrix(
      rows: (0..<rows).map { PixelRect(x: 0, y: top + 8 * $0, width: 10 * columns, height: 7) },
      columns: (0..<columns).map { PixelRect(x: 10 * $0, y: top, width: 9, height: 8 * rows) },
      filled: filled)
  }

  @Test("The empty cells are those without pictures, row by row, whether computed or listed")
  func cells() throws {
    var generator = SeededGenerator(seed: 41)
    for _ in 0..<200 {
      var (matrices, expected, top): ([SparseMatrix], [PlannedEmptyCell], Int) = ([], [], 0)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let (rows, columns) = (
          Int.random(in: 1...6, using: &generator), Int.random(in: 1...6, using: &generator)
        )
        let places = (0..<rows).flatMap { row in
          (0..<columns).map { Matrix.Place(row: row, column: $0) }
        }
        let filled = places.filter { _ in Int.random(in: 0..<3, using: &generator) > 0 }
        var matrix = Self.matrix(rows: rows, columns: columns, filled: filled, from: top)
        for place in places where !filled.contains(place) {
          let area = PixelRect(x: 10 * place.column, y: top + 8 * place.row, width: 9, height: 7)
          let isNoted = Bool.random(using: &generator)
          let note = PlannedText(
            .note, text: "\(place.row)", area: area, size: 9, alignment: .center, overflow: .end)
          if isNoted { matrix.write(row: place.row, column: place.column) { _ in note } }
          expected.append(PlannedEmptyCell(area, text: isNoted ? note : nil))
        }
        // A filled cell has no text.
        for place in filled {
          matrix.write(row: place.row, column: place.column) { _ in
            Issue.record("\(place) is filled")
            return nil
          }
        }
        matrices.append(matrix)
        top += 8 * rows
      }
      let cells = PlannedEmptyCells(matrices)
      #expect(cells.count == expected.count)
      #expect(cells.elementsEqual(expected))
      #expect(cells == PlannedEmptyCells(expected))
      #expect(PlannedEmptyCells(expected) == cells)
      #expect(cells.withTexts == expected.filter { $0.text != nil })
      let first = Int.random(in: 0..<top, using: &generator)
      for cells in [cells, PlannedEmptyCells(expected)] {
        var reached: [PlannedEmptyCell] = []
        cells.forEach(reaching: first..<first + 5) { reached.append($0) }
        #expect(
          reached == expected.filter { $0.cell.y < first + 5 && $0.cell.maxY > first })
      }
      if let last = expected.last {
        #expect(cells != PlannedEmptyCells(expected.dropLast()))
        #expect(cells[cells.count - 1] == last)
      }
    }
  }

  @Test("The time for a billion empty cells depends only on their rows and columns")
  func many() {
    let side = 40_000
    let cells = PlannedEmptyCells([
      Self.matrix(
        rows: side, columns: side, filled: (0..<side).map { Matrix.Place(row: $0, column: $0) })
    ])
    #expect(cells.count == side * side - side)
    #expect(cells[0].cell == PixelRect(x: 10, y: 0, width: 9, height: 7))
    #expect(cells[side - 1].cell == PixelRect(x: 0, y: 8, width: 9, height: 7))
    #expect(
      cells[cells.count - 1].cell
        == PixelRect(x: 10 * (side - 2), y: 8 * (side - 1), width: 9, height: 7))
    #expect(cells == cells && cells.withTexts.isEmpty)
  }
}
