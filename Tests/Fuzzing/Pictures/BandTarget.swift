import CPNGCodec
import CZlib
import PNGFixtures
import TestSupport

@testable import SheetPictures

/// Pictures with arbitrary samples, filtered and compressed in bands of any height, and read back
/// by libpng.
enum BandTarget: FuzzTarget {
  static let name = "bands"

  static func seeds() -> [[UInt8]] {
    forms.indices.flatMap { form in
      (0..<10).map { level in
        let (form, level) = (UInt8(form), UInt8(level))
        return [form, 25 * level + form, 50, level, 1 + 4 * level] + Array(0...(20 + level * 4))
      }
    }
  }

  /// The row formats used in sheets: 1 to 4 channels of 8 or 16 bits, or one channel of fewer bits.
  ///
  /// The encoder does not care whether samples are shades or palette indices.
  private static let forms: [(type: PNGFixture.ColorType, depth: Int)] = [
    (.gray, 8), (.grayAlpha, 8), (.rgb, 8), (.rgba, 8), (.gray, 16), (.grayAlpha, 16), (.rgb, 16),
    (.rgba, 16), (.gray, 1), (.gray, 2), (.gray, 4),
  ]

  static func check(_ bytes: [UInt8]) {
    var input = FuzzedBytes(bytes)
    let form = forms[input.number(below: forms.count)]
    let (width, height) = (1 + input.number(below: 200), 1 + input.number(below: 80))
    let level = input.number(below: 10)
    let format = PNGRowFormat(channels: form.type.channels, bitsPerSample: form.depth)
    let bytesPerRow = format.bytesPerRow(width: width)
    let bandRows = (codec_window - 1) / (bytesPerRow + 1) + 1 + input.number(below: height)
    let pixels = input.spread(to: height * bytesPerRow)

    let results = resultsAtEachVectorLevel {
      stream(
        of: pixels, bytesPerRow: bytesPerRow, pixelBytes: format.bytesPerPixel,
        bandRows: bandRows, level: level)
    }
    let what = "\(width) x \(height) of \(form) by \(bandRows) rows at level \(level)"
    expect(results.allSatisfy { $0 == results[0] }, "\(what): vector instructions change the bytes")
    let file = PNGChunk.file(
      [PNGChunk.header(width: width, height: height, bitDepth: form.depth, colorType: form.type)]
        + PNGChunk.data(results[0]) + [PNGChunk(type: "IEND", data: [])])
    let found = DecodingOutcome(file, .libpng)
    expect(found.error == nil, "\(what): \(found.error as Any)")
    expect(
      found.rows == samples(of: pixels, bytesPerRow: bytesPerRow, width: width, depth: form.depth),
      "\(what): the pixels differ")
  }

  /// The pixels as readers return them: grey of few bits scaled to 8.
  private static func samples(
    of pixels: [UInt8], bytesPerRow: Int, width: Int, depth: Int
  ) -> [UInt8] {
    guard depth < 8 else { return pixels }
    let white = 1 << depth - 1
    return stride(from: 0, to: pixels.count, by: bytesPerRow).flatMap { row in
      (0..<width).map { x in
        let shift = 8 - depth - x * depth % 8
        return UInt8((Int(pixels[row + x * depth / 8]) >> shift & white) * (255 / white))
      }
    }
  }

  /// The zlib stream of a picture.
  private static func stream(
    of pixels: [UInt8], bytesPerRow: Int, pixelBytes: Int, bandRows: Int, level: Int
  ) -> [UInt8] {
    let height = pixels.count / bytesPerRow
    let reach = (codec_window - 1) / (bytesPerRow + 1) + 2
    var stream: [UInt8] = []
    var sum: uLong = 1
    for start in stride(from: 0, to: height, by: bandRows) {
      let end = min(height, start + bandRows)
      let top = max(0, start - reach)
      // Exactly the bytes that the band needs, so that the address sanitizer detects reads beyond
      // them.
      let rows = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: (end - top) * bytesPerRow)
      defer { rows.deallocate() }
      _ = rows.initialize(fromContentsOf: pixels[top * bytesPerRow..<end * bytesPerRow])
      guard let address = rows.baseAddress else { continue }
      var piece = codec_encoded_band()
      let isEncoded = codec_encode_band(
        codec_band(
          rows: address, bytes_per_row: bytesPerRow, bytes_per_pixel: pixelBytes,
          lead: start - top, count: end - start, is_first: start == 0, is_last: end == height,
          compression_level: CInt(level)), &piece)
      expect(isEncoded, "out of memory")
      stream += UnsafeBufferPointer(start: piece.bytes, count: piece.count)
      sum = adler32_combine(sum, uLong(piece.checksum), Int(piece.filtered_count))
      codec_encoded_band_free(&piece)
    }
    return stream + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
  }
}
