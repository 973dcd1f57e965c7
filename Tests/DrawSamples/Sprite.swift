import PNGFixtures

/// A small picture of few colours, whose first palette entry is transparent.
struct Sprite {
  let width: Int
  let height: Int
  /// `0xRRGGBB`; the entry 0 is never seen.
  let palette: [Int]
  let indices: [UInt16]

  init(colors: KeyValuePairs<Character, Int>, rows: [String]) {
    palette = [0x000000] + colors.map(\.value)
    let names = colors.map(\.key)
    indices = rows.flatMap { row in
      row.map { letter in names.firstIndex(of: letter).map { UInt16($0 + 1) } ?? 0 }
    }
    height = rows.count
    width = indices.count / rows.count
  }

  init(colors: KeyValuePairs<Character, Int>, leftHalves: [String]) {
    self.init(colors: colors, rows: leftHalves.map { $0 + String($0.reversed()) })
  }
}

extension Sprite {
  /// The sprite as a palette PNG whose first entry is transparent.
  func fixture(depth: Int) -> PNGFixture {
    PNGFixture(
      width: width, height: height, bitDepth: depth, colorType: .palette, samples: indices,
      palette: palette.map {
        PNGFixture.Color(UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255))
      },
      transparency: [0])
  }
}
