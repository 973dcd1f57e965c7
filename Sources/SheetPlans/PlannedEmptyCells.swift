package import SheetLayout

/// A cell of a matrix that has no picture.
package struct PlannedEmptyCell: Equatable, Sendable {
  /// The area of the cell on the sheet.
  package internal(set) var cell: PixelRect
  /// The text in the cell that says why there is no picture; nil for none.
  package internal(set) var text: PlannedText?

  package init(_ cell: PixelRect, text: PlannedText? = nil) {
    (self.cell, self.text) = (cell, text)
  }
}

/// The empty cells of a page's matrices, matrix by matrix and row by row.
///
/// The number of empty cells can grow with the square of the number of pictures: 100,000 pictures
/// in 1,000 rows and 1,000 columns leave 900,000 cells empty, which would take 130 MB as a list. A
/// matrix therefore keeps its rows, its columns and its filled cells, and generates empty cells on
/// demand.
package struct PlannedEmptyCells: RandomAccessCollection, Sendable {
  private var matrices: [SparseMatrix]
  /// The cumulative number of empty cells at the end of each matrix.
  private let ends: [Int]
  /// Cells that were given as a list, such as those read from a manifest.
  private var listed: [PlannedEmptyCell]

  /// Creates the empty cells of matrices.
  package init(_ matrices: [SparseMatrix]) {
    self.matrices = matrices.filter { $0.emptyCount > 0 }
    var end = 0
    ends = self.matrices.map {
      end += $0.emptyCount
      return end
    }
    listed = []
  }

  /// Creates cells from a list.
  package init(_ cells: [PlannedEmptyCell] = []) { (matrices, ends, listed) = ([], [], cells) }

  /// Always 0.
  package var startIndex: Int { 0 }
  /// The number of cells.
  package var endIndex: Int { (ends.last ?? 0) + listed.count }

  /// The cell at a position.
  ///
  /// - Complexity: O(log n) in the number of pictures in its matrix.
  package subscript(position: Int) -> PlannedEmptyCell {
    if matrices.isEmpty { return listed[position] }
    let matrix = (0..<matrices.count).lastMeeting { ends[$0 - 1] <= position }
    return matrices[matrix].emptyCell(position - (matrix > 0 ? ends[matrix - 1] : 0))
  }

  /// The cells with text.
  package var withTexts: [PlannedEmptyCell] {
    matrices.flatMap(\.withTexts) + listed.filter { $0.text != nil }
  }

  /// Changes the text of cells.
  mutating func change(_ change: (PlannedText) -> PlannedText) {
    for index in matrices.indices { matrices[index].change(change) }
    listed = listed.map { PlannedEmptyCell($0.cell, text: $0.text.map(change)) }
  }

  /// Moves all cells to the right.
  mutating func move(by distance: Int) {
    for index in matrices.indices { matrices[index].move(by: distance) }
    listed = listed.map {
      PlannedEmptyCell($0.cell.moved(right: distance), text: $0.text?.moved(right: distance))
    }
  }

  /// Calls `body` with each cell that reaches into these rows of the sheet.
  package func forEach(reaching lines: Range<Int>, _ body: (PlannedEmptyCell) -> Void) {
    for matrix in matrices { matrix.forEachEmpty(reaching: lines, body) }
    for cell in listed where lines.overlaps(cell.cell.rows) { body(cell) }
  }
}

extension PlannedEmptyCells: Equatable {
  /// Whether both collections have the same empty cells, whether generated or listed.
  package static func == (one: PlannedEmptyCells, other: PlannedEmptyCells) -> Bool {
    if one.matrices == other.matrices { return one.listed == other.listed }
    return one.count == other.count && one.elementsEqual(other)
  }
}

/// The cells of a matrix on a page, some of which are filled.
package struct SparseMatrix: Equatable, Sendable {
  /// The rows of the sheet covered by each row of cells.
  private let rows: [Range<Int>]
  /// The columns of the sheet covered by each column of cells.
  private var columns: [Range<Int>]
  /// The positions with pictures, counted row by row, in order.
  private let filled: [Int]
  /// The text in empty cells, by index.
  private var texts: [Int: PlannedText] = [:]

  /// Creates a matrix from the areas of its rows and columns, and the positions of its pictures, in
  /// order.
  package init(
    rows: [PixelRect], columns: [PixelRect], filled: some Sequence<Matrix.Place>
  ) {
    self.rows = rows.map { $0.y..<$0.maxY }
    self.columns = columns.map { $0.x..<$0.maxX }
    self.filled = filled.map { $0.row * columns.count + $0.column }
  }

  /// Writes text, which may depend on the area, into a cell if it is empty.
  package mutating func write(row: Int, column: Int, _ text: (PixelRect) -> PlannedText?) {
    let place = row * columns.count + column
    let next = firstFilled(from: place)
    guard next == filled.count || filled[next] > place else { return }
    texts[place] = text(area(row: row, column: column))
  }

  mutating func change(_ change: (PlannedText) -> PlannedText) { texts = texts.mapValues(change) }

  mutating func move(by distance: Int) {
    columns = columns.map { $0.lowerBound + distance..<$0.upperBound + distance }
    change { $0.moved(right: distance) }
  }

  var emptyCount: Int { rows.count * columns.count - filled.count }

  var withTexts: [PlannedEmptyCell] { texts.keys.sorted().map(cell) }

  func emptyCell(_ index: Int) -> PlannedEmptyCell {
    // Before filled position k there are `filled[k] - k` empty cells; positions with at most
    // `index` empty cells before them precede the cell.
    let ahead = (0..<filled.count + 1).lastMeeting { filled[$0 - 1] - ($0 - 1) <= index }
    return cell(index + ahead)
  }

  func forEachEmpty(reaching lines: Range<Int>, _ body: (PlannedEmptyCell) -> Void) {
    for (row, own) in rows.enumerated() where own.overlaps(lines) {
      let start = row * columns.count
      var next = firstFilled(from: start)
      for column in columns.indices {
        if next < filled.count, filled[next] == start + column {
          next += 1
        } else {
          body(cell(start + column))
        }
      }
    }
  }

  /// The index of the first filled position at or after a position.
  private func firstFilled(from place: Int) -> Int {
    (0..<filled.count + 1).lastMeeting { filled[$0 - 1] < place }
  }

  private func cell(_ place: Int) -> PlannedEmptyCell {
    let (row, column) = place.quotientAndRemainder(dividingBy: columns.count)
    return PlannedEmptyCell(area(row: row, column: column), text: texts[place])
  }

  private func area(row: Int, column: Int) -> PixelRect {
    PixelRect(
      x: columns[column].lowerBound, y: rows[row].lowerBound, width: columns[column].count,
      height: rows[row].count)
  }
}
