/// Checks whether any 16-bit samples are bright enough to be seen.
///
/// Counts, depths and class indices use only a small part of the 16-bit range, and look black.
package struct FaintSamples: Sendable {
  /// Samples with this high byte are a sixteenth of full scale.
  private static let minimumHighByte: UInt8 = 0x10

  private let format: PixelFormat
  private var first: [UInt8] = []
  private var (isBright, varies, isBlack) = (false, false, true)

  /// Creates a check for rows of a format; nil if its samples have 8 bits.
  package init?(_ format: PixelFormat) {
    guard format.depth == .sixteen else { return nil }
    self.format = format
  }

  /// Whether the picture looks black but is not: all samples are faint, but they vary and are not
  /// all zero.
  package var areFaint: Bool { !isBright && varies && !isBlack }

  /// Whether all samples are zero.
  package var areZero: Bool { !isBright && isBlack }

  /// Adds a row; once a bright sample has been found, this takes no time.
  package mutating func add(_ row: Span<UInt8>) {
    if isBright { return }
    let (step, colors) = (format.bytesPerPixel, 2 * format.channels.colorCount)
    if first.isEmpty { for place in 0..<min(step, row.count) { first.append(row[place]) } }
    for pixel in stride(from: 0, to: row.count, by: step) {
      for place in stride(from: 0, to: colors, by: 2) {
        let (high, low) = (row[pixel + place], row[pixel + place + 1])
        if high >= Self.minimumHighByte {
          isBright = true
          return
        }
        if high | low != 0 { isBlack = false }
        if high != first[place] || low != first[place + 1] { varies = true }
      }
    }
  }
}
