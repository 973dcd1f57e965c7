/// A number of bytes as people read it, in powers of 1000.
package struct ByteCount: CustomStringConvertible {
  private let bytes: UInt64

  /// The symbols of powers of 1000 from the first on.
  static let symbols = ["kB", "MB", "GB", "TB", "PB", "EB"]

  /// Creates a number of bytes.
  package init(_ bytes: UInt64) {
    self.bytes = bytes
  }

  /// The number in the largest unit that gives at least 1, such as `999 B`, `3.2 MB` or `32 MB`.
  ///
  /// Rounded to tenths below 10 and to whole numbers from 10 on, halves up.
  package var description: String {
    guard bytes >= 1000 else { return "\(bytes) B" }
    var (unit, power): (UInt64, Int) = (1000, 0)
    // No number has a thousand of the last unit.
    while rounded(to: unit) >= 1000 { (unit, power) = (unit * 1000, power + 1) }
    let (tenths, wholes) = (rounded(to: unit / 10), rounded(to: unit))
    let number = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(wholes)"
    return "\(number) \(Self.symbols[power])"
  }

  /// The number of units, halves rounded up.
  private func rounded(to unit: UInt64) -> UInt64 {
    bytes / unit + (bytes % unit >= unit / 2 ? 1 : 0)
  }
}
