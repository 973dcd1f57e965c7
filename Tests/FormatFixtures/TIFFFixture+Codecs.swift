internal import TestSupport

/// Zstandard frames whose blocks repeat one byte.
public enum ZstandardFixture {
  /// A frame of zeros.
  ///
  /// - Parameters:
  ///   - count: The number of zeros.
  ///   - windowCode: The code of the window size: 0x88 for 128 MB, 0x60 for 4 MB; 0 for 1 KB.
  /// - Returns: The frame.
  public static func zeros(_ count: Int, windowCode: UInt8) -> [UInt8] {
    var (frame, left): ([UInt8], Int) = ([0x28, 0xB5, 0x2F, 0xFD, 0, windowCode], count)
    repeat {
      let size = min(left, 128 << 10)
      left -= size
      let head = (left == 0 ? 1 : 0) | 1 << 1 | size << 3
      frame += (0..<3).map { UInt8(truncatingIfNeeded: head >> (8 * $0)) } + [0]
    } while left > 0
    return frame
  }
}

extension TIFFFixture {
  /// A white two-colour picture of 24 x 64 pixels whose single strip is encoded as a fax.
  ///
  /// The coding is 2 for independent lines, 3 with markers between them, and 4 for lines encoded
  /// relative to the line above.
  public static func fax(coding: Int) -> (fixture: TIFFFixture, strip: [UInt8]) {
    var fixture = TIFFFixture()
    (fixture.width, fixture.height, fixture.stripHeight) = (24, 64, 64)
    (fixture.bits, fixture.samples, fixture.colors) = (1, 1, 0)
    fixture.entries = [(259, .shorts([coding]))]
    // A run of 24 white pixels, possibly after a marker; or a line like the one above.
    let line = [2: "01010000", 3: "0000000000010101000", 4: "1"][coding] ?? ""
    let bits = String(repeating: line, count: 64)
    var strip: [UInt8] = []
    var rest = bits[...]
    while !rest.isEmpty {
      strip.append(UInt8(rest.prefix(8).padded(to: 8), radix: 2) ?? 0)
      rest = rest.dropFirst(8)
    }
    return (fixture, strip)
  }
}

extension Substring {
  fileprivate func padded(to length: Int) -> String {
    self + String(repeating: "0", count: Swift.max(0, length - count))
  }
}
