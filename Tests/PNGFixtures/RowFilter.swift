/// Filters the rows of one pass, each against the row above it.
///
/// Source: PNG specification, 9.2 (filter types for filter method 0).
struct RowFilter {
  private let choice: PNGFixture.FilterChoice
  private let pixelBytes: Int
  private var previous: [UInt8]
  private var rowIndex = 0

  init(choice: PNGFixture.FilterChoice, rowBytes: Int, pixelBytes: Int) {
    self.choice = choice
    self.pixelBytes = pixelBytes
    self.previous = [UInt8](repeating: 0, count: rowBytes)
  }

  /// Appends the filter type and the filtered bytes of the next row.
  mutating func append(_ row: [UInt8], to output: inout [UInt8]) {
    switch choice {
    case .fixed(let type): output += filtered(row, type)
    case .cycling: output += filtered(row, UInt8(rowIndex % 5))
    case .best:
      let candidates = (0...4).map { filtered(row, $0) }
      let best = candidates.min { Self.cost($0) < Self.cost($1) }
      output += best ?? filtered(row, 0)
    }
    previous = row
    rowIndex += 1
  }

  private func filtered(_ row: [UInt8], _ type: UInt8) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: row.count + 1) { buffer, count in
      guard let output = buffer.baseAddress else { return }
      count = row.count + 1
      output[0] = type
      row.withUnsafeBufferPointer { row in
        previous.withUnsafeBufferPointer { above in
          guard let row = row.baseAddress, let above = above.baseAddress else { return }
          var index = 0
          while index < count - 1 {
            let left = index < pixelBytes ? 0 : row[index - pixelBytes]
            let prediction: UInt8
            switch type {
            case 1: prediction = left
            case 2: prediction = above[index]
            case 3: prediction = UInt8((UInt16(left) + UInt16(above[index])) / 2)
            case 4:
              let aboveLeft = index < pixelBytes ? 0 : above[index - pixelBytes]
              prediction = Self.paeth(left, above[index], aboveLeft)
            default: prediction = 0
            }
            output[index + 1] = row[index] &- prediction
            index += 1
          }
        }
      }
    }
  }

  /// The neighbour closest to left + above − above left.
  ///
  /// Source: PNG specification, 9.4 (filter type 4: Paeth).
  private static func paeth(_ left: UInt8, _ above: UInt8, _ aboveLeft: UInt8) -> UInt8 {
    let a = Int(left)
    let b = Int(above)
    let c = Int(aboveLeft)
    let toLeft = abs(b - c)
    let toAbove = abs(a - c)
    let toAboveLeft = abs(a + b - c - c)
    if toLeft <= toAbove && toLeft <= toAboveLeft { return left }
    return toAbove <= toAboveLeft ? above : aboveLeft
  }

  /// The sum of the absolute values of the filtered bytes, as signed numbers.
  private static func cost(_ filtered: [UInt8]) -> Int {
    filtered.withUnsafeBufferPointer { bytes in
      guard let bytes = bytes.baseAddress else { return 0 }
      var sum = 0
      var index = 1
      while index < filtered.count {
        let value = Int(bytes[index])
        sum += value < 128 ? value : 256 - value
        index += 1
      }
      return sum
    }
  }
}
