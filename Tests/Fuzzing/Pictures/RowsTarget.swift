import PNGFixtures
import TestSupport

/// Filtered rows of any bytes in valid files, by our own decoder and by libpng.
///
/// The input determines the form of the file as well. This reaches code that ``DecoderTarget``
/// hardly reaches, because randomly changed deflate data soon become invalid.
enum RowsTarget: FuzzTarget {
  static let name = "rows"

  static func seeds() -> [[UInt8]] {
    (0..<kinds.count).flatMap { kind in
      (0..<6).map { filter in
        let (kind, filter) = (UInt8(kind), UInt8(filter))
        return [kind, 40 * filter, 0, 30, filter, 20 * filter, 0, filter * 12, filter]
          + Array(0...50)
      }
    }
  }

  private static let kinds = PNGFixture.ColorType.allCases.flatMap { type in
    type.bitDepths.map { (type: type, depth: $0) }
  }

  static func check(_ bytes: [UInt8]) {
    var input = FuzzedBytes(bytes)
    let kind = kinds[input.number(below: kinds.count)]
    let (width, low) = (1 + input.number(below: 700), 1 + input.number(below: 40))
    let level = input.number(below: 10)
    let chunkSize = 1 + input.number(below: 5000)
    let look = input.byte()
    let rowBytes = (width * kind.depth * kind.type.channels + 7) / 8
    // A few pictures have several batches of rows.
    let height = look & 15 == 14 ? low * 8 : low
    // In a few, the last row has an invalid filter type.
    let wrongFilter = look & 15 == 15
    let filter = input.number(below: 7)
    var rows = input.spread(to: (rowBytes + 1) * height)
    for (row, start) in stride(from: 0, to: rows.count, by: rowBytes + 1).enumerated() {
      let isWrong = wrongFilter && row == height - 1
      rows[start] = isWrong ? rows[start] : filter < 5 ? UInt8(filter) : rows[start] % 5
    }
    if look & 16 != 0 { rows.removeLast() }
    if look & 32 != 0 { rows.append(0) }

    var chunks = [
      PNGChunk.header(width: width, height: height, bitDepth: kind.depth, colorType: kind.type)
    ]
    if kind.type == .palette {
      // Too short for some indices.
      let count = look & 64 != 0 ? 3 : 1 << kind.depth
      chunks.append(PNGChunk(type: "PLTE", data: (0..<count * 3).map { UInt8($0 * 5 & 255) }))
    }
    if look & 128 != 0, let key = transparency(of: kind.type) {
      chunks.append(PNGChunk(type: "tRNS", data: key))
    }
    chunks += PNGChunk.data(deflated(rows, level: level), chunkSize: chunkSize)
    chunks.append(PNGChunk(type: "IEND", data: []))
    compare(PNGChunk.file(chunks), "\(width) x \(height) of \(kind), \(filter)")
  }

  private static func transparency(of type: PNGFixture.ColorType) -> [UInt8]? {
    switch type {
    case .gray: [0, 1]
    case .rgb: [0, 1, 0, 8, 0, 15]
    case .palette: [0, 100]
    case .grayAlpha, .rgba: nil
    }
  }

  private static func compare(_ file: [UInt8], _ what: @autoclosure () -> String) {
    for differences in resultsAtEachVectorLevel({ DecodingOutcome.differences(file) }) {
      expect(differences.isEmpty, "\(what()): \(differences.map { ($0.decoder, $0.found.error) })")
    }
  }
}
