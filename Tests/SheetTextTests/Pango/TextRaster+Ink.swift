import SheetLayout
import SheetText

extension TextRaster {
  /// The columns from the first with ink to the last; nil where there is none.
  var inkedColumns: Range<Int>? {
    let columns = (0..<size.width).filter { column in
      stride(from: column, to: coverage.count, by: size.width).contains { coverage[$0] > 0 }
    }
    guard let first = columns.first, let last = columns.last else { return nil }
    return first..<last + 1
  }

  /// The coverage of some columns.
  func columns(_ columns: Range<Int>) -> [UInt8] {
    (0..<size.height).flatMap { row in columns.map { coverage[row * size.width + $0] } }
  }

  /// Whether anything is in a line.
  func hasInk(inLine line: Int, of lineHeight: Int) -> Bool {
    let count = size.width * lineHeight
    return coverage[(line * count)..<min((line + 1) * count, coverage.count)].contains { $0 > 0 }
  }
}
