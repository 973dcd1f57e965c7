import CPNGOracle
import Foundation
import PNGFixtures
import PictureFixtures
import SheetImaging
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct PNGBandEncoderTests {
  /// A picture that filters and matches can compress: soft gradients, flat areas, noise, and
  /// repeated parts.
  private static func picture(_ encoder: PNGBandEncoder) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(encoder.width))
    let pixel = encoder.format.bytesPerPixel
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encoder.height * encoder.bytesPerRow)
    for y in 0..<encoder.height {
      let noise: UInt64 = y / 16 % 3 == 0 ? 0x0F0F_0F0F_0F0F_0F0F : 0x0101_0101_0101_0101
      for x in 0..<encoder.width {
        let isFlat = (x / 24 + y / 24) % 4 == 0
        var bits = isFlat ? .max : UInt64(x * 3 + y * 2) / 5 &* 0x0102_0304_0101_0101
        if !isFlat { bits ^= generator.next() & noise }
        for _ in 0..<pixel {
          bytes.append(UInt8(truncatingIfNeeded: bits))
          bits >>= 8
        }
      }
    }
    return bytes
  }

  /// Encodes the bands in the given order and writes them from the top down.
  private static func file(
    _ bytes: [UInt8], _ encoder: PNGBandEncoder, order: [Int]? = nil
  ) throws -> [UInt8] {
    var bands: [Int: PNGEncodedBand] = [:]
    for band in order ?? Array(0..<encoder.bandCount) {
      bands[band] = try encoder.encode(band: band, ofPicture: bytes)
    }
    return try encoder.file(of: bands.sorted { $0.key < $1.key }.map(\.value))
  }

  /// The filtered rows, from a zlib stream that must be complete.
  private static func filteredRows(_ file: [UInt8], _ encoder: PNGBandEncoder) throws -> [UInt8] {
    let chunks = try #require(PNGChunk.chunks(of: file))
    let stream = chunks.filter { $0.type == "IDAT" }.flatMap(\.data)
    return try #require(inflated(stream, count: encoder.height * (encoder.bytesPerRow + 1)))
  }

  @Test("Decoded rows equal the encoded ones", arguments: PNGRowFormat.all, 0...9)
  func roundTrip(format: PNGRowFormat, level: Int) throws {
    for width in [1, 2, 31, 300] {
      let encoder = PNGBandEncoder(
        width: width, height: 19, format: format, compressionLevel: level)
      let bytes = Self.picture(encoder)
      let picture = try DecodedPicture(bytes: Self.file(bytes, encoder))
      expectSameBytes(picture.bytes, bytes)
      #expect(PNGRowFormat(picture.format) == format)
    }
  }

  @Test("Decoded rows of every width equal the encoded ones")
  func everyWidth() throws {
    for width in 1...300 {
      let encoder = PNGBandEncoder(
        width: width, height: 5, format: PNGRowFormat(channels: 1 + width % 4))
      let bytes = Self.picture(encoder)
      try expectSameBytes(DecodedPicture(bytes: Self.file(bytes, encoder)).bytes, bytes)
    }
  }

  @Test(
    "Pictures that end near the end of a band are encoded completely", arguments: [0, 6, 9],
    [(1, -1), (1, 0), (1, 1), (2, -1), (2, 0), (2, 1)])
  func bandBorders(level: Int, end: (bands: Int, difference: Int)) throws {
    let format = PNGRowFormat(channels: 2)
    let rows = PNGBandEncoder(width: 2000, height: 1, format: format, compressionLevel: level)
      .rowsPerBand
    let encoder = PNGBandEncoder(
      width: 2000, height: end.bands * rows + end.difference, format: format,
      compressionLevel: level)
    #expect(encoder.bandCount == end.bands + (end.difference > 0 ? 1 : 0))
    let bytes = Self.picture(encoder)
    let file = try Self.file(bytes, encoder)
    try expectSameBytes(DecodedPicture(bytes: file).bytes, bytes)
    let oracle = cpng_oracle_decode_wide(file, file.count)
    defer { free(oracle.bytes) }
    #expect(oracle.height == encoder.height)
    let start = try #require(oracle.bytes)
    let greys = stride(from: 0, to: bytes.count, by: 2).map { bytes[$0] }
    expectSameBytes(greys.indices.map { start[8 * $0] }, greys, "read by libpng")
  }

  @Test(
    "Very wide and very tall pictures are encoded completely",
    arguments: [(100_000, 100), (1, 100_000), (400_000, 3)])
  func extremes(width: Int, height: Int) throws {
    let encoder = PNGBandEncoder(
      width: width, height: height, format: PNGRowFormat(channels: 3), compressionLevel: 1)
    var generator = SeededGenerator(seed: 4)
    let noise = (0..<9973).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let count = height * encoder.bytesPerRow
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += noise.prefix(count - bytes.count) }
    let file = try Self.file(bytes, encoder)
    try expectSameBytes(DecodedPicture(bytes: file).bytes, bytes)
  }

  @Test("Bands cover the picture, and each has the rows above it that its matches can reach")
  func bands() {
    for width in [1, 10, 1000, 10_923, 32_767, 40_000, 300_000] {
      for height in [1, 2, 7, 1000] {
        let encoder = PNGBandEncoder(
          width: width, height: height, format: PNGRowFormat(channels: 3))
        let rows = (0..<encoder.bandCount).map { encoder.rows(ofBand: $0) }
        #expect(rows.first?.lowerBound == 0 && rows.last?.upperBound == height)
        #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        for (band, own) in rows.enumerated() {
          let needed = encoder.rowsNeeded(forBand: band)
          #expect(needed.upperBound == own.upperBound)
          let isWhole = own.count * (encoder.bytesPerRow + 1) >= 32_768
          #expect(isWhole || own.upperBound == height, "the next band would filter it differently")
          let reached = (own.lowerBound - needed.lowerBound - 1) * (encoder.bytesPerRow + 1)
          #expect(needed.lowerBound == 0 || reached >= 32_768)
          #expect(reached < 32_768 + encoder.bytesPerRow + 1)
        }
      }
    }
  }

  @Test(
    "A band has up to 128 KiB, or up to 16 rows and 2 MiB if that is more, but at least one row",
    arguments: [
      (1000, 43), (5000, 16), (10_000, 16), (43_688, 16), (50_000, 13), (100_000, 6), (700_000, 1),
    ])
  func rowsPerBand(width: Int, rows: Int) {
    let encoder = PNGBandEncoder(width: width, height: 99, format: PNGRowFormat(channels: 3))
    #expect(encoder.rowsPerBand == rows)
  }

  @Test("The encoded bytes do not depend on the threads or on the order in which bands are encoded")
  func anyOrder() async throws {
    let encoder = PNGBandEncoder(width: 700, height: 900, format: PNGRowFormat(channels: 3))
    let bytes = Self.picture(encoder)
    let inOrder = try Self.file(bytes, encoder)
    #expect(encoder.bandCount > 10)
    try expectSameBytes(
      Self.file(bytes, encoder, order: (0..<encoder.bandCount).reversed()), inOrder)

    let bands = try await withThrowingTaskGroup(of: PNGEncodedBand.self) { group in
      for band in 0..<encoder.bandCount {
        group.addTask { try encoder.encode(band: band, ofPicture: bytes) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let sorted = bands.sorted { $0.rows.lowerBound < $1.rows.lowerBound }
    try expectSameBytes(encoder.file(of: sorted), inOrder)
  }

  @Test(
    "Each row uses the filter with the smallest sum of absolute values", arguments: PNGRowFormat.all
  )
  func filters(format: PNGRowFormat) throws {
    for width in [1, 2, 5, 33, 100] {
      let encoder = PNGBandEncoder(width: width, height: 60, format: format)
      let bytes = Self.picture(encoder)
      let step = format.bitsPerSample / 8
      let samples = stride(from: 0, to: bytes.count, by: step).map { start in
        bytes[start..<start + step].reduce(0) { $0 << 8 | UInt16($1) }
      }
      let type: [PNGFixture.ColorType] = [.gray, .grayAlpha, .rgb, .rgba]
      let slow = PNGFixture(
        width: width, height: 60, bitDepth: format.bitsPerSample,
        colorType: type[format.channels - 1], samples: samples, filter: .best)
      try expectSameBytes(
        Self.filteredRows(Self.file(bytes, encoder), encoder),
        Self.filteredRows(slow.encoded(), encoder), "\(width) wide")
    }
  }

  @Test(
    "The filter sums of long rows do not overflow, whatever the samples",
    arguments: [500, 1000, 5000])
  func filtersOfLongRows(width: Int) throws {
    // Half of the rows step by 128, the largest possible filter residual.
    var generator = SeededGenerator(seed: 3)
    let samples = (0..<20 * width).map { index in
      index / width % 2 == 0 ? index % 2 * 128 : generator.number(below: 256)
    }
    let encoder = PNGBandEncoder(width: width, height: 20, format: PNGRowFormat(channels: 1))
    let slow = PNGFixture(
      width: width, height: 20, colorType: .gray, samples: samples.map(UInt16.init), filter: .best)
    try expectSameBytes(
      Self.filteredRows(Self.file(samples.map(UInt8.init), encoder), encoder),
      Self.filteredRows(slow.encoded(), encoder))
  }

  @Test("At compression level 0, rows are neither filtered nor compressed")
  func stored() throws {
    let encoder = PNGBandEncoder(
      width: 500, height: 400, format: PNGRowFormat(channels: 3), compressionLevel: 0)
    let bytes = Self.picture(encoder)
    let file = try Self.file(bytes, encoder)
    let rows = try Self.filteredRows(file, encoder)
    #expect((0..<400).allSatisfy { rows[$0 * 1501] == 0 })
    #expect((bytes.count..<bytes.count + 1500).contains(file.count))
  }

  @Test("The stream header states the level as zlib's header does", arguments: 0...9)
  func streamHeader(level: Int) throws {
    let encoder = PNGBandEncoder(
      width: 1, height: 1, format: PNGRowFormat(channels: 1), compressionLevel: level)
    let chunks = try #require(PNGChunk.chunks(of: Self.file([7], encoder)))
    let data = try #require(chunks.first { $0.type == "IDAT" }).data
    #expect(data.prefix(2) == deflated([0], level: level).prefix(2))
  }

  @Test("Each band is a chunk, and a band of more than 1 MiB is divided")
  func chunkSizes() throws {
    for (width, height, level) in [(1, 1, 6), (800, 800, 6), (400_000, 4, 0)] {
      let encoder = PNGBandEncoder(
        width: width, height: height, format: PNGRowFormat(channels: 4), compressionLevel: level)
      let file = try Self.file(Self.picture(encoder), encoder)
      let chunks = try #require(PNGChunk.chunks(of: file)).filter { $0.type == "IDAT" }
      #expect(chunks.allSatisfy { $0.data.count <= 1 << 20 })
      #expect(chunks.count == encoder.bandCount * (level == 0 ? 2 : 1))
    }
  }

  @Test("A match can cross the border between two bands")
  func matchesAcrossBands() throws {
    // Noise that repeats after 30 kB: without the rows above, each band would have to store it
    // once.
    var generator = SeededGenerator(seed: 9)
    let rows = (0..<10).map { _ in
      (0..<3000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    let encoder = PNGBandEncoder(width: 3000, height: 435, format: PNGRowFormat(channels: 1))
    let bytes = (0..<435).flatMap { rows[$0 % 10] }
    #expect(encoder.bandCount == 11)
    #expect(try Self.file(bytes, encoder).count < 30_000 + 10 * 3000)
  }

  /// A gradient with a pattern of few colours in the middle, each several bands high.
  private static func shadesAndFlatColours(_ encoder: PNGBandEncoder) -> [UInt8] {
    var generator = SeededGenerator(seed: 12)
    let colours = (0..<9).map { _ in
      (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    let glyphs = (0..<40).map { _ in (0..<12).map { _ in colours[generator.number(below: 9)] } }
    return (0..<encoder.height).flatMap { y in
      if (encoder.height / 3..<encoder.height * 2 / 3).contains(y) {
        return (0..<encoder.width / 12).flatMap { _ in
          glyphs[generator.number(below: 40)].flatMap(\.self)
        }
      }
      return (0..<encoder.width * 3).map { x in
        UInt8(truncatingIfNeeded: (x + y) / 4 + generator.number(below: 3))
      }
    }
  }

  @Test("Rows of one byte, and rows longer than a window, decode correctly", arguments: 0...9)
  func lengthsOfRows(level: Int) throws {
    for (width, height) in [(1, 3000), (2, 3000), (32_767, 40), (32_768, 20), (200_000, 12)] {
      let encoder = PNGBandEncoder(
        width: width, height: height, format: PNGRowFormat(channels: 1), compressionLevel: level)
      let bytes = Self.picture(encoder)
      try expectSameBytes(DecodedPicture(bytes: Self.file(bytes, encoder)).bytes, bytes)
    }
  }

  @Test("A tall picture has 512 bands or a few more, as long as they stay below 2 MiB")
  func largeBands() {
    let rgb = PNGRowFormat(channels: 3)
    let page = PNGBandEncoder(width: 8000, height: 20_000, format: rgb)
    #expect(page.rowsPerBand == 39)
    let white = PNGBandEncoder(width: 20_000, height: 20_000, format: rgb)
    #expect(white.rowsPerBand == 2 * 1024 * 1024 / 60_001)
    #expect(PNGBandEncoder(width: 8000, height: 8000, format: rgb).rowsPerBand == 16)
  }

  @Test("At the highest level, bands are four times as large as at other levels")
  func bandsOfHighestLevel() {
    func rows(_ level: Int) -> Int {
      PNGBandEncoder(
        width: 1023, height: 9000, format: PNGRowFormat(channels: 1), compressionLevel: level
      ).rowsPerBand
    }
    #expect(rows(8) == 128)
    #expect(rows(9) == 512)
  }

  @Test(
    "Gradients are filtered, flat colours are not, and adjacent bands filter the rows between them alike",
    arguments: [1, 6, 7, 9])
  func strips(level: Int) throws {
    let encoder = PNGBandEncoder(
      width: 1200, height: 400, format: PNGRowFormat(channels: 3), compressionLevel: level)
    #expect(encoder.bandCount == (level == 9 ? 3 : 12))
    let bytes = Self.shadesAndFlatColours(encoder)
    let file = try Self.file(bytes, encoder)
    // If two bands filtered the rows between them differently, matches would lead to wrong bytes.
    try expectSameBytes(DecodedPicture(bytes: file).bytes, bytes)
    let rows = try Self.filteredRows(file, encoder)
    let types = (0..<400).map { rows[$0 * 3601] }
    // Above level 6, a trial may find that a filter makes this part no larger.
    #expect(level > 6 || types[150..<250].allSatisfy { $0 == 0 })
    #expect(types[1..<100].allSatisfy { $0 != 0 })
  }

  @Test("At the highest level, bands of few colours are unfiltered if that makes them smaller")
  func bandsWithoutFilters() throws {
    var plainRows: [Int] = []
    var sizes: [Int] = []
    for level in [8, 9] {
      let encoder = PNGBandEncoder(
        width: 1680, height: 2500, format: PNGRowFormat(channels: 1, bitsPerSample: 2),
        compressionLevel: level)
      let bytes = Self.discs(encoder)
      let file = try Self.file(bytes, encoder)
      try expectSameBytes(DecodedPicture(bytes: file).bytes, Self.samples(bytes))
      let rows = try Self.filteredRows(file, encoder)
      plainRows.append((0..<encoder.height).count { rows[$0 * (encoder.bytesPerRow + 1)] == 0 })
      sizes.append(file.count)
    }
    // In each band except the last, the rows that the next band sees keep the filters of their
    // strip.
    #expect(plainRows[0] < 1800 && plainRows[1] > 2300, "\(plainRows)")
    #expect(sizes[1] < sizes[0] * 9 / 10, "\(sizes)")
  }

  /// Outlined discs at 2 bits per pixel.
  private static func discs(_ encoder: PNGBandEncoder) -> [UInt8] {
    var generator = SeededGenerator(seed: 3)
    var samples = [UInt8](repeating: 0, count: encoder.width * encoder.height)
    for disc in 0..<300 {
      let radius = generator.number(below: 75)
      let left = generator.number(below: encoder.width - 2 * radius)
      let top = generator.number(below: encoder.height - 2 * radius)
      for y in 0..<2 * radius {
        for x in 0..<2 * radius {
          let distance = (x - radius) * (x - radius) + (y - radius) * (y - radius)
          if distance >= radius * radius { continue }
          let isEdge = distance > (radius - 2) * (radius - 2)
          samples[(top + y) * encoder.width + left + x] = isEdge ? 3 : UInt8(disc % 3 + 1)
        }
      }
    }
    return stride(from: 0, to: samples.count, by: 4).map { start in
      samples[start..<start + 4].reduce(0) { $0 << 2 | $1 }
    }
  }

  /// 2-bit samples, scaled to 8 bits.
  private static func samples(_ packed: [UInt8]) -> [UInt8] {
    packed.flatMap { byte in stride(from: 6, through: 0, by: -2).map { (byte >> $0 & 3) * 85 } }
  }

  @Test("Bytes without matches, between runs of white, are decoded correctly", arguments: 1...9)
  func withoutMatches(level: Int) throws {
    var generator = SeededGenerator(seed: 5)
    let encoder = PNGBandEncoder(
      width: 512, height: 300, format: PNGRowFormat(channels: 1), compressionLevel: level)
    // Sums of two dice with 32 sides, with runs of white between them.
    let bytes = (0..<512 * 300).map { index in
      index % 128 < 16
        ? 255
        : UInt8.random(in: 0...31, using: &generator) + UInt8.random(in: 0...31, using: &generator)
    }
    let file = try Self.file(bytes, encoder)
    try expectSameBytes(DecodedPicture(bytes: file).bytes, bytes)
    // A sum of these dice has an entropy of 5.6 bits. Accidental matches must not cost more than
    // they save.
    #expect(file.count < bytes.count * 3 / 4, "\(file.count) bytes")
  }

  @Test("Runs of every length, and bytes of any frequency, decode correctly", arguments: 0..<20)
  func runsAndRareBytes(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let encoder = PNGBandEncoder(
      width: 30_000, height: 2, format: PNGRowFormat(channels: 1), compressionLevel: 1)
    var bytes: [UInt8] = []
    while bytes.count < 60_000 {
      // Each set bit halves the odds, so that codes of all lengths occur.
      let rarity = (generator.next() | 1 << 20).trailingZeroBitCount
      let value = UInt8(truncatingIfNeeded: rarity * (1 + seed % 12))
      let isRun = generator.next() % UInt64(20 + 10 * seed) == 0
      let length = isRun ? Int.random(in: 1...600, using: &generator) : 1
      for _ in 0..<min(length, 60_000 - bytes.count) { bytes.append(value) }
    }
    try expectSameBytes(DecodedPicture(bytes: Self.file(bytes, encoder)).bytes, bytes)
  }

  @Test("Noise is stored uncompressed instead of being coded", arguments: [1, 6, 9])
  func noise(level: Int) throws {
    var generator = SeededGenerator(seed: 6)
    let encoder = PNGBandEncoder(
      width: 1000, height: 300, format: PNGRowFormat(channels: 1), compressionLevel: level)
    let bytes = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let file = try Self.file(bytes, encoder)
    #expect(file.count < 300_000 + 300 + 400)
    try expectSameBytes(DecodedPicture(bytes: file).bytes, bytes)
  }

  @Test(
    "A file is hardly larger than one from libpng, which searches harder",
    .needs(.corpus("kodak")), arguments: 1...3)
  func size(number: Int) throws {
    let url = Corpora.folder.appending(path: "kodak/kodim0\(number).png")
    let picture = try DecodedPicture(PNGReader(path: url.path))
    let encoder = PNGBandEncoder(
      width: picture.header.width, height: picture.header.height,
      format: PNGRowFormat(picture.format))
    let file = try Self.file(picture.bytes, encoder)
    var bytes = picture.bytes
    let size = bytes.withUnsafeMutableBufferPointer {
      cpng_oracle_encoded_size(
        cpng_oracle_picture(
          width: UInt32(encoder.width), height: UInt32(encoder.height),
          bytes_per_row: encoder.bytesPerRow, bytes: $0.baseAddress), 6)
    }
    #expect(file.count <= size + size / 100)
  }

  @Test("Passing the wrong number of rows is a precondition failure")
  func preconditions() async {
    await #expect(processExitsWith: .failure) {
      _ = try PNGBandEncoder(width: 2, height: 2, format: PNGRowFormat(channels: 1))
        .encode(band: 0, from: [1, 2, 3].span)
    }
    await #expect(processExitsWith: .failure) {
      _ = PNGBandEncoder(width: 2, height: 2, format: PNGRowFormat(channels: 1)).rows(ofBand: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = PNGBandEncoder(
        width: 2, height: 2, format: PNGRowFormat(channels: 1), compressionLevel: 10)
    }
  }
}
