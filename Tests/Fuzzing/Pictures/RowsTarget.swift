import PNGFixtures
import TestSupport

/// Filtered rows of arbitrary bytes in valid files, decoded by our own decoder and by libpng.
///
/// The input also determines the kind of file. This reaches code that ``DecoderTarget`` hardly
/// reaches, because randomly changed deflate data soon becomes invalid.
enum RowsTarget: FuzzTarget {
  static let name = "rows"

  static func seeds() -> [[UInt8]] {
    (0..<kinds.count).flatMap { kind in
      (0..<14).map { filter in
        let (kind, filter) = (UInt8(kind), UInt8(filter))
        return [kind, 40 &* filter, 0, 30, filter, 20 &* filter, 0, filter * 12, filter]
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
    // A few pictures have several batches of rows.
    let height = look & 15 == 14 ? low * 8 : low
    // In a few, the last row has an invalid filter type.
    let wrongFilter = look & 15 == 15
    let form = input.number(below: 14)
    let (filter, isInterlaced) = (form % 7, form >= 7)
    let lengths = rowLengths(
      width, height, bitsPerPixel: kind.depth * kind.type.channels, isInterlaced)
    var rows = input.spread(to: lengths.reduce(0, +))
    var start = 0
    for (row, length) in lengths.enumerated() {
      let isWrong = wrongFilter && row == lengths.count - 1
      rows[start] = isWrong ? rows[start] : filter < 5 ? UInt8(filter) : rows[start] % 5
      start += length
    }
    if look & 16 != 0 { rows.removeLast() }
    if look & 32 != 0 { rows.append(0) }

    var chunks = [
      PNGChunk.header(
        width: width, height: height, bitDepth: kind.depth, colorType: kind.type,
        isInterlaced: isInterlaced)
    ]
    if kind.type == .palette {
      // Some palettes are too short for some indices.
      let count = look & 64 != 0 ? 3 : 1 << kind.depth
      chunks.append(PNGChunk(type: "PLTE", data: (0..<count * 3).map { UInt8($0 * 5 & 255) }))
    }
    if look & 128 != 0, let key = transparency(of: kind.type) {
      chunks.append(PNGChunk(type: "tRNS", data: key))
    }
    chunks += PNGChunk.data(deflated(rows, level: level), chunkSize: chunkSize)
    chunks.append(PNGChunk(type: "IEND", data: []))
    var file = PNGChunk.file(chunks)
    // A few files lack their last part.
    if look & 15 == 13 { file.removeLast(chunkSize % file.count) }
    compare(file, "\(width) x \(height) of \(kind), \(filter), \(isInterlaced)")
  }

  /// The number of bytes in each row of the file, including its filter type.
  private static func rowLengths(
    _ width: Int, _ height: Int, bitsPerPixel: Int, _ isInterlaced: Bool
  ) -> [Int] {
    (isInterlaced ? InterlacePass.adam7 : [.whole]).flatMap { pass in
      let columns = pass.columns.count(below: width)
      return [Int](
        repeating: 1 + (columns * bitsPerPixel + 7) / 8,
        count: columns > 0 ? pass.rows.count(below: height) : 0)
    }
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
