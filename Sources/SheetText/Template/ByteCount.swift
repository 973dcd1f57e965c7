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
    var unit: UInt64 = 1000
    for symbol in Self.symbols.dropLast() {
      let tenths = rounded(to: unit / 10)
      if tenths < 100 { return "\(tenths / 10).\(tenths % 10) \(symbol)" }
      let wholes = rounded(to: unit)
      if wholes < 1000 { return "\(wholes) \(symbol)" }
      unit *= 1000
    }
    let tenths = rounded(to: unit / 10)
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) EB" : "\(rounded(to: unit)) EB"
  }

  /// The number of units, halves rounded up.
  private func rounded(to unit: UInt64) -> UInt64 {
    bytes / unit + (bytes % unit >= unit / 2 ? 1 : 0)
  }
}
