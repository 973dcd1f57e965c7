internal import TestSupport

extension TIFFFixture {
  /// A file with several full pictures of the given widths.
  public static func pages(widths: [Int]) -> [UInt8] { pages(widths.map { ($0, 0) }) }

  /// A file with several consecutive directories, each with its picture, 2 pixels tall.
  ///
  /// Kinds are bits of NewSubfileType: 1 for a reduced copy, 4 for a mask. Only the first directory
  /// has the description.
  public static func pages(
    _ pages: [(width: Int, kind: Int)], description: String? = nil
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, page) in pages.enumerated() {
      var fixture = TIFFFixture()
      (fixture.width, fixture.height) = (page.width, 2)
      fixture.entries = [(254, .longs([page.kind]))]
      if index == 0, let description { fixture.entries.append((270, .ascii(description))) }
      let alone = fixture.encoded(
        (0..<2 * page.width * 3).map { ($0 * 37 + index * 11) & 255 })
      let start = bytes.count
      // The offsets of values and pixels move with the page; the header belongs to the first.
      bytes += moved(alone, by: start, isLast: index == pages.count - 1)
    }
    return bytes
  }

  /// A little-endian file with offsets relative to a position before its first byte.
  ///
  /// Its directory leads to the bytes that follow it.
  private static func moved(_ file: [UInt8], by start: Int, isLast: Bool) -> [UInt8] {
    var file = file
    func number(_ place: Int, _ count: Int) -> Int {
      file[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    func set(_ value: Int, at place: Int) {
      for byte in 0..<4 { file[place + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }
    let count = number(8, 2)
    for entry in 0..<count {
      let place = 10 + 12 * entry
      let size = [3: 2, 4: 4][number(place + 2, 2)] ?? 1
      let isPlace = number(place, 2) == 273 || size * number(place + 4, 4) > 4
      if isPlace { set(number(place + 8, 4) + start, at: place + 8) }
    }
    if !isLast { set(start + file.count + 8, at: 10 + 12 * count) }
    return file
  }
}
