package import SheetLayout
package import SheetModel
internal import SheetPictures

/// The rows and columns of a group of pictures, and the cell of each picture.
package struct PictureMatrix: Sendable {
  /// The headings of the rows, from top to bottom.
  package let rows: [Fact]
  /// The headings of the columns, from left to right.
  package let columns: [Fact]
  /// The headings of rows and columns, without aggregates; they are the same for all groups.
  let rowNames, columnNames: [String]
  /// The row and column of each picture, in order, row by row; several pictures may share a cell.
  package internal(set) var places: [Matrix.Place] {
    didSet { fullestCell = Self.longestRun(in: places) }
  }
  /// The number of pictures in the fullest cell.
  private(set) var fullestCell: Int
  /// The text of empty cells.
  package var notes: [Matrix.Place: String] = [:]
  /// The part to show of each picture that is not shown whole.
  package var parts: [Matrix.Place: PixelRect] = [:]
  /// The ending shared by all folders' paths, which is left out of headings; nil if there is none.
  var sharedEnd: String?

  /// Creates a matrix.
  package init(
    rows: [Fact], columns: [Fact], places: [Matrix.Place], sharedEnd: String? = nil
  ) {
    self.init(
      rows: rows, named: rows, columns: columns, named: columns, places: places,
      sharedEnd: sharedEnd)
  }

  /// Creates a matrix whose headings may have aggregates, which the names of rows and columns leave
  /// out.
  init(
    rows: [Fact], named rowNames: [Fact], columns: [Fact], named columnNames: [Fact],
    places: [Matrix.Place], sharedEnd: String?
  ) {
    (self.rows, self.columns, self.places, self.sharedEnd) = (rows, columns, places, sharedEnd)
    (self.rowNames, self.columnNames) = (rowNames.map(\.text), columnNames.map(\.text))
    fullestCell = Self.longestRun(in: places)
  }

  private static func longestRun(in places: [Matrix.Place]) -> Int {
    var (longest, length) = (0, 0)
    for index in places.indices {
      length = index > 0 && places[index] == places[index - 1] ? length + 1 : 1
      longest = max(longest, length)
    }
    return longest
  }

  /// The tokens for the heading of a row or column in label templates.
  static let (rowKey, columnKey) = (FactKey("row"), FactKey("column"))

  /// The pictures of each non-empty cell in these rows and columns.
  func stacks(in rows: Range<Int>, _ columns: Range<Int>) -> [Range<Int>] {
    func start(of row: Int) -> Int {
      (0..<places.count + 1).lastMeeting { places[$0 - 1].row < row }
    }
    var stacks: [Range<Int>] = []
    for index in start(of: rows.lowerBound)..<start(of: rows.upperBound)
    where columns.contains(places[index].column) {
      if let last = stacks.last, places[last.lowerBound] == places[index] {
        stacks[stacks.count - 1] = last.lowerBound..<index + 1
      } else {
        stacks.append(index..<index + 1)
      }
    }
    return stacks
  }

  /// For each picture, whether it shares its cell with others.
  var areStacked: [Bool] {
    stacks(in: rows.indices, columns.indices).flatMap {
      repeatElement($0.count > 1, count: $0.count)
    }
  }

  func cell(at place: Matrix.Place) -> MatrixCell {
    MatrixCell(
      place: place,
      headings: [Self.rowKey: rows[place.row], Self.columnKey: columns[place.column]],
      part: parts[place])
  }
}

struct MatrixCell: Equatable {
  let place: Matrix.Place
  /// The headings of the cell's row and column.
  let headings: [FactKey: Fact]
  /// The part of the picture that is shown; nil for the whole picture.
  let part: PixelRect?
}
