/// Checks whether any 16-bit samples are bright enough to be seen.
///
/// Counts, depths and class indices use only a small part of the 16-bit range, and look black.
package struct FaintSamples: Sendable {
  /// Samples with this high byte or a greater one are at least a sixteenth of full scale.
  private static let minimumHighByte: UInt8 = 0x10

  private let format: PixelFormat
  private let mayBeInfinite: Bool
  /// The first sample of each channel.
  private var first: [UInt16?]
  private var (isBright, varies, isBlack) = (false, false, true)
  /// The number of samples at full scale, if they may stand for infinite numbers.
  private var fullCount = 0

  /// Creates a check for rows of a format; nil if its samples have 8 bits.
  ///
  /// - Parameters:
  ///   - format: The format of the rows.
  ///   - mayBeInfinite: Whether samples may stand for infinite numbers, which are at full scale.
  package init?(_ format: PixelFormat, mayBeInfinite: Bool = false) {
    guard format.depth == .sixteen else { return nil }
    (self.format, self.mayBeInfinite) = (format, mayBeInfinite)
    first = [UInt16?](repeating: nil, count: format.channels.colorCount)
  }

  /// Whether the picture looks black but is not: all samples are faint, but they vary and are not
  /// all zero.
  ///
  /// The `infiniteCount` samples that stand for infinite numbers are ignored.
  package func areFaint(infiniteCount: Int = 0) -> Bool {
    isDark(infiniteCount) && varies && !isBlack
  }

  /// Whether all samples are zero, not counting infinite numbers.
  package func areZero(infiniteCount: Int = 0) -> Bool { isDark(infiniteCount) && isBlack }

  /// Whether the high bytes of samples fail to distinguish the picture from others: all samples are
  /// faint, but not all are zero.
  var needLowBytes: Bool { isDark(0) && !isBlack }

  private func isDark(_ infiniteCount: Int) -> Bool { !isBright && fullCount <= infiniteCount }

  /// Adds a row; once a bright sample has been found, this takes no time.
  package mutating func add(_ row: Span<UInt8>) {
    if isBright { return }
    let (step, colors) = (format.bytesPerPixel, format.channels.colorCount)
    for pixel in stride(from: 0, to: row.count, by: step) {
      for channel in 0..<colors {
        let place = pixel + 2 * channel
        let (high, low) = (row[place], row[place + 1])
        if high >= Self.minimumHighByte {
          if mayBeInfinite, high & low == 0xFF {
            fullCount += 1
            continue
          }
          isBright = true
          return
        }
        let sample = UInt16(high) << 8 | UInt16(low)
        if sample != 0 { isBlack = false }
        if let first = first[channel] {
          if sample != first { varies = true }
        } else {
          first[channel] = sample
        }
      }
    }
  }
}
