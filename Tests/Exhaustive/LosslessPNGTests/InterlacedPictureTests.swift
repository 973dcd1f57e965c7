import CPNGOracle
import Foundation
import PNGFixtures
import PictureFixtures
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct InterlacedPictureTests {
  @Test(
    "Interlaced pictures of up to 20 x 20 pixels match non-interlaced ones, and libpng's pixels",
    arguments: PixelKind.all)
  func smallSizes(kind: PixelKind) throws {
    for width in 1...20 {
      for height in 1...20 {
        var plain = PNGFixture.noise(
          width: width, height: height, bitDepth: kind.bitDepth, colorType: kind.colorType)
        plain.filter = .cycling
        plain.dataChunkSize = [1, 3, 50, .max][(width + height) % 4]
        for inOrder in [plain, plain.withTransparency()] {
          let file = inOrder.interlaced().encoded()
          let comment = "\(kind), \(width) x \(height)"
          let expected = try DecodedPicture(bytes: inOrder.encoded())
          for decoder in [PNGDecoder.automatic, .portable, .libpng] {
            let found = try DecodedPicture(bytes: file, decoder: decoder)
            expectSameBytes(found.bytes, expected.bytes, "\(comment), \(decoder)")
          }
          let oracle = cpng_oracle_decode_wide(file, file.count)
          defer { free(oracle.bytes) }
          let bytes = UnsafeBufferPointer(
            start: oracle.bytes, count: oracle.bytes_per_row * Int(oracle.height))
          expectSameBytes(expected.widened(), Array(bytes), comment)
        }
      }
    }
  }

  /// Pictures whose rows come in many chunks, so that truncated files end in many of them.
  static let files = [(PNGFixture.ColorType.rgb, 8), (.palette, 2), (.gray, 16), (.rgba, 16)].map {
    type, depth in
    var fixture = PNGFixture.noise(width: 13, height: 21, bitDepth: depth, colorType: type)
    if type == .gray { fixture = fixture.withTransparency() }
    fixture.filter = .cycling
    fixture.dataChunkSize = 9
    return SmallFile("\(type) of \(depth) bits", fixture.interlaced())
  }

  @Test(
    "A file truncated anywhere shows the passes it has, and counts as truncated",
    arguments: files)
  func truncation(small: SmallFile) {
    let fixture = small.fixture
    let file = fixture.encoded()
    let passRows = fixture.passRows.count
    let pictures = (0...passRows).map(fixture.progress)
    var rowsThere = 0
    var seen: Set<Int> = []
    for damaged in file.truncations {
      expectAgreement(damaged)
      let outcome = DecodingOutcome(damaged.bytes, .automatic)
      #expect(outcome.error == .endOfFile || damaged.bytes.isEmpty, "\(damaged)")
      // A longer file never shows less.
      while rowsThere < passRows, outcome.rows != pictures[rowsThere] { rowsThere += 1 }
      #expect(outcome.rows == pictures[rowsThere], "\(damaged)")
      seen.insert(rowsThere)
    }
    expectSameBytes(pictures[passRows], fixture.expectedBytes())
    #expect(seen.contains(0) && seen.contains(passRows) && seen.count > 10)
  }

  @Test("A damaged interlaced file gives the same rows and error as libpng", arguments: files)
  func damage(small: SmallFile) {
    var generator = SeededGenerator(seed: 8)
    let file = small.fixture.encoded()
    for count in 0..<200 { expectAgreement(file.mutated(by: &generator), "file \(count)") }
  }
}

extension PNGFixture {
  /// The pass and the row within it, for each row in the order of an interlaced file.
  fileprivate var passRows: [(pass: InterlacePass, y: Int)] {
    InterlacePass.adam7.filter { $0.columns.count(below: width) > 0 }.flatMap { pass in
      pass.rows.indices(below: height).map { (pass, $0) }
    }
  }

  /// The rows that a browser would show after a number of rows of passes: every pixel is painted as
  /// a block, which later passes paint over.
  ///
  /// Source: PNG specification, 8.2 (the figure of the passes); libpng's `png_combine_row`.
  fileprivate func progress(after count: Int) -> [UInt8] {
    let bytes = expectedBytes()
    let pixelBytes = bytes.count / (width * height)
    var canvas = [UInt8](repeating: 0, count: bytes.count)
    var rowsPainted = 0
    for (pass, y) in passRows.prefix(count) {
      // A pass offset to the right or down fills half of each block of the passes before it.
      let blockWidth = pass.columns.first > 0 ? pass.columns.first : pass.columns.step
      let blockHeight = pass.rows.first > 0 ? pass.rows.first : pass.rows.step
      for x in pass.columns.indices(below: width) {
        let pixel = bytes[(y * width + x) * pixelBytes..<(y * width + x + 1) * pixelBytes]
        for row in y..<min(y + blockHeight, height) {
          for column in x..<min(x + blockWidth, width) {
            let start = (row * width + column) * pixelBytes
            canvas.replaceSubrange(start..<start + pixelBytes, with: pixel)
          }
        }
      }
      rowsPainted = max(rowsPainted, min(y + blockHeight, height))
    }
    return Array(canvas.prefix(rowsPainted * width * pixelBytes))
  }
}
