/// A search for samples of 16 bits that are bright enough to be seen.
///
/// Counts, depths and class indices fill a small part of the range of 16 bits, and look black.
package struct FaintSamples: Sendable {
  /// A sample with this high byte is a sixteenth of full scale.
  private static let leastHighByte: UInt8 = 0x10

  private let format: PixelFormat
  private var first: [UInt8] = []
  private var (isBright, varies, isBlack) = (false, false, true)

  /// Creates a search in rows of a format; nil if its samples have 8 bits.
  package init?(_ format: PixelFormat) {
    guard format.depth == .sixteen else { return nil }
    self.format = format
  }

  /// Whether all samples are faint, but not all pixels are equal, and not all are black.
  package var areFaint: Bool { !isBright && varies && !isBlack }

  /// Whether all samples are zero.
  package var areZero: Bool { !isBright && isBlack }

  /// Adds a row; once a bright sample was found, that takes no time.
  package mutating func add(_ row: Span<UInt8>) {
    if isBright { return }
    let (step, colors) = (format.bytesPerPixel, 2 * format.channels.colorCount)
    if first.isEmpty { for place in 0..<min(step, row.count) { first.append(row[place]) } }
    for pixel in stride(from: 0, to: row.count, by: step) {
      for place in stride(from: 0, to: colors, by: 2) {
        let (high, low) = (row[pixel + place], row[pixel + place + 1])
        if high >= Self.leastHighByte {
          isBright = true
          return
        }
        if high | low != 0 { isBlack = false }
        if high != first[place] || low != first[place + 1] { varies = true }
      }
    }
  }
}
