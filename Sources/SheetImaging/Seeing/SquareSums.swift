/// Sums of the values in squares of pixels.
///
/// They come from a summed-area table (F. Crow, "Summed-area tables for texture mapping", 1984).
struct SquareSums {
  private let (width, height): (Int, Int)
  /// The sum of all values above and to the left of each corner of a pixel.
  private var table: [Int]

  init(_ values: [Int], width: Int) {
    (self.width, height) = (width, values.count / width)
    table = [Int](repeating: 0, count: (width + 1) * (height + 1))
    for y in 0..<height {
      var sum = 0
      for x in 0..<width {
        sum += values[y * width + x]
        let corner = (y + 1) * (width + 1) + x + 1
        table[corner] = table[corner - width - 1] + sum
      }
    }
  }

  /// The sums of all squares of a side, clipped to the picture's, and the pixels in each.
  func sums(_ side: Int) -> (values: [Int], count: Int) {
    let (columns, rows) = (min(side, width), min(side, height))
    var values: [Int] = []
    values.reserveCapacity(table.count)
    for y in 0...height - rows {
      let (above, below) = (y * (width + 1), (y + rows) * (width + 1))
      for x in 0...width - columns {
        values.append(
          table[below + x + columns] - table[below + x] - table[above + x + columns]
            + table[above + x])
      }
    }
    return (values, columns * rows)
  }
}
