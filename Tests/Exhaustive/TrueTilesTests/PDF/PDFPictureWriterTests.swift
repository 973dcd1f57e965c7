import JPEGFixtures
import SheetFixtures
import SheetLayout
import SheetPictures
import SystemPackage
import TestSupport
import Testing

@testable import SheetRendering

@Suite(.needs(.jpeg)) struct PDFPictureWriterTests {
  private static let size = PixelSize(width: 512, height: 640)

  /// Rows of noise and of a single colour.
  private static func rows(_ isNoise: (Int) -> Bool) -> [UInt8] {
    var random = SeededGenerator(seed: 3)
    return (0..<size.height).flatMap { y in
      (0..<size.width * 3).map { _ in isNoise(y) ? .random(in: 0...255, using: &random) : 200 }
    }
  }

  /// Writes a page, holding at most a number of bytes in memory.
  ///
  /// - Returns: The file, and the two encodings, one of which it contains.
  private static func written(
    _ rows: [UInt8], optimizedUpTo limit: Int, holding held: Int
  ) throws -> (file: [UInt8], exact: [UInt8], jpeg: [UInt8]) {
    let folder = TemporaryFolder()
    let file = try FileDescriptor.open(
      folder["s.pdf"], .writeOnly, options: .create, permissions: .ownerReadWrite)
    let objects = PDFObjects(to: file)
    let colors = PNGBandEncoder(
      width: size.width, height: size.height, format: PNGRowFormat(channels: 3))
    let encoder = JPEGEncoder(size, channels: 3, quality: 90, optimizedUpTo: limit)
    var stream = JPEGStream(encoder)
    let root = objects.reference()
    let way = PDFPageEncoder.ChosenWay()
    let writer = PDFPictureWriter(
      objects, objects.reference(), colors, "", or: stream, "", choosing: way, holding: held)
    var (data, exact, jpeg, done) = (PNGPixelData(), [UInt8](), [UInt8](), 0)
    for band in 0..<colors.bandCount {
      func bytes(_ rows: Range<Int>) -> Range<Int> {
        rows.lowerBound * size.width * 3..<rows.upperBound * size.width * 3
      }
      let own = colors.rows(ofBand: band)
      let end = own.upperBound == size.height ? size.height : own.upperBound / 8 * 8
      let needed = bytes(colors.rowsNeeded(forBand: band))
      let encoded = try colors.encode(band: band, from: rows.span.extracting(needed))
      let piece =
        done < end ? try encoder.encode(rows.span.extracting(bytes(done..<end))) : nil
      done = end
      exact += data.bytes(of: encoded)
      if let piece { jpeg += try stream.add(piece) }
      // Bands that began before the choice have both encodings.
      let isEarly = band.isMultiple(of: 2)
      try writer.write(
        PDFPageEncoder.Band(
          colors: isEarly || way.mayBe(exact: true) ? encoded : nil, mask: nil,
          jpeg: isEarly || way.mayBe(exact: false) ? piece : nil))
    }
    jpeg += try stream.finish()
    try writer.finish()
    try objects.write("<<>>", as: root)
    try objects.finish(root: root, info: root)
    try file.close()
    return (try #require(folder.contents("s.pdf")), exact, jpeg)
  }

  @Test(
    "A page has the smaller encoding or, if memory is short, the one smaller for its first rows",
    arguments: [0, .max])
  func ways(limit: Int) throws {
    for (rows, isSmallerExact, beginsExact) in [
      (Self.rows { _ in true }, false, false), (Self.rows { _ in false }, true, true),
      (Self.rows { $0 >= 320 }, false, true), (Self.rows { $0 < 60 }, false, false),
    ] {
      for held in [0, .max] {
        let (file, exact, jpeg) = try Self.written(rows, optimizedUpTo: limit, holding: held)
        let isExact = file.firstRange(of: exact) != nil
        #expect(isExact != (file.firstRange(of: jpeg) != nil))
        #expect(isSmallerExact == (exact.count <= jpeg.count))
        // With optimised tables, a picture's size is unknown until it ends.
        let isWhole = held == .max || limit == .max
        #expect(isExact == (isWhole ? isSmallerExact : beginsExact), "\(held) of \(exact.count)")
      }
    }
  }
}
