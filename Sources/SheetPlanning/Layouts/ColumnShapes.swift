internal import SheetLayout

/// How wide the columns of a matrix are in relation to each other if all pictures in a row are
/// equally tall.
///
/// The ratio of a picture, width divided by height, is modelled as a factor of its row times a
/// factor of its column; the factors are found by median polish. If each row shows a scene, the
/// factors of columns are equal, and rows differ in height; if each column shows a scene, columns
/// differ in width.
///
/// Source: J. W. Tukey, "Exploratory Data Analysis", 1977, chapter 11.
struct ColumnShapes: Equatable {
  /// The width of each column in relation to the others; their mean is 1.
  let widths: [Double]

  /// The smallest ratio of the widest column to the narrowest at which columns are given different
  /// widths.
  private static let leastSpread = 1.1
  /// The number of rounds after which the factors are stable, even if some cells are empty.
  private static let rounds = 4

  /// Finds the shapes of columns.
  ///
  /// Nil if columns should be equally wide, because their pictures have the same ratios, or because
  /// the ratios depend on neither rows nor columns.
  ///
  /// Pictures of the same size are shown at the same size everywhere, so columns are also equally
  /// wide if two columns of different shapes contain pictures of the same size.
  ///
  /// - Parameters:
  ///   - pictures: The size of each picture, and its row and column.
  ///   - count: The number of columns.
  init?(of pictures: [(size: PixelSize, place: Matrix.Place)], columns count: Int) {
    guard let first = pictures.first,
      pictures.contains(where: {
        $0.size.width * first.size.height != first.size.width * $0.size.height
      })
    else { return nil }
    let ratios = pictures.map { Double($0.size.width) / Double($0.size.height) }
    let rowCount = pictures.reduce(0) { max($0, $1.place.row + 1) }
    var rows = [[Int]](repeating: [], count: rowCount)
    var columns = [[Int]](repeating: [], count: count)
    for (index, picture) in pictures.enumerated() {
      rows[picture.place.row].append(index)
      columns[picture.place.column].append(index)
    }
    var ofRows = [Double](repeating: 1, count: rowCount)
    var ofColumns = [Double](repeating: 1, count: count)
    for _ in 0..<Self.rounds {
      for (row, items) in rows.enumerated() where !items.isEmpty {
        ofRows[row] = items.map { ratios[$0] / ofColumns[pictures[$0].place.column] }.median
      }
      for (column, items) in columns.enumerated() where !items.isEmpty {
        ofColumns[column] = items.map { ratios[$0] / ofRows[pictures[$0].place.row] }.median
      }
    }
    let known = columns.indices.filter { !columns[$0].isEmpty }.map { ofColumns[$0] }
    let spread = (known.max() ?? 1) / (known.min() ?? 1)
    guard spread > Self.leastSpread else { return nil }
    // A few odd pictures do not matter, but the others must fit the model well.
    let most = spread.squareRoot().squareRoot()
    let odd = pictures.indices.count { index in
      let place = pictures[index].place
      let factor = ratios[index] / (ofRows[place.row] * ofColumns[place.column])
      return max(factor, 1 / factor) > most
    }
    guard 10 * odd <= pictures.count else { return nil }
    var columnOfSize: [PixelSize: Int] = [:]
    for picture in pictures {
      let column = columnOfSize[picture.size] ?? picture.place.column
      columnOfSize[picture.size] = column
      let factor = ofColumns[column] / ofColumns[picture.place.column]
      if max(factor, 1 / factor) > 1.01 { return nil }
    }
    let usual = known.median
    let widths = columns.indices.map { columns[$0].isEmpty ? usual : ofColumns[$0] }
    let mean = widths.reduce(0, +) / Double(count)
    self.widths = widths.map { $0 / mean }
  }

  /// The widths of columns in whole pixels, which add up to a given width.
  ///
  /// Columns that would be narrower than their minimum have that width, and the others share the
  /// rest.
  ///
  /// - Parameters:
  ///   - total: The width of all columns.
  ///   - minimums: The minimum width of each column.
  /// - Returns: The widths; nil if there is no room for the minimums.
  func widths(total: Double, minimums: [Double]) -> [Double]? {
    guard minimums.reduce(0, +) <= total else { return nil }
    // Columns get their minimum width one by one, beginning with the column that this widens most,
    // until the share of each remaining column is at least its minimum.
    let needs = zip(minimums, widths).map { $0 / $1 }
    let order = widths.indices.sorted { needs[$0] > needs[$1] }
    var (room, free) = (total, widths.reduce(0, +))
    var found = minimums
    for (rank, column) in order.enumerated() {
      let share = room / free
      if share * widths[column] >= minimums[column] {
        for column in order[rank...] { found[column] = share * widths[column] }
        break
      }
      room -= minimums[column]
      free -= widths[column]
    }
    return found.map { ($0 + 1e-9).rounded(.down) }
  }
}

extension [Double] {
  /// The middle factor, or the geometric mean of the two middle factors; 1 if there are none.
  fileprivate var median: Double {
    if isEmpty { return 1 }
    let sorted = sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1
      ? sorted[middle] : (sorted[middle - 1] * sorted[middle]).squareRoot()
  }
}
