import Foundation
import PNGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct PNGFileTests {
  static func header(
    before: [PNGChunk] = [], after: [PNGChunk] = [], orientation: Sheet.OwnOrientation = .auto
  ) throws -> PictureHeader {
    let folder = TemporaryFolder()
    let path = folder["a.png"]
    let fixture = PNGFixture(
      width: 6, height: 4, colorType: .gray, samples: Array(repeating: 7, count: 24),
      chunksBeforeData: before, chunksAfterData: after)
    try Data(fixture.encoded()).write(to: URL(fileURLWithPath: path.string))
    return try PNGFile(path, metadata: MetadataUse(orientation: orientation)).header()
  }

  @Test("Without metadata, a picture is upright sRGB with square pixels")
  func plain() throws {
    #expect(
      try Self.header()
        == PictureHeader(size: PixelSize(width: 6, height: 4), format: PixelFormat(.gray, .eight)))
  }

  @Test("The orientation is found before and after the pixels, and can be ignored")
  func orientation() throws {
    let chunk = PNGChunk.orientation(6)
    #expect(try Self.header(before: [chunk]).orientation == .rightTurn)
    #expect(try Self.header(after: [.text("a", "b"), chunk]).orientation == .rightTurn)
    #expect(try Self.header(before: [chunk], after: [.orientation(3)]).orientation == .rightTurn)
    #expect(try Self.header(before: [chunk], orientation: .ignore).orientation == .upright)
    #expect(try Self.header(after: [chunk], orientation: .ignore).orientation == .upright)
    #expect(try Self.header(before: [.orientation(9)]).orientation == .upright)
  }

  @Test("The orientation comes from an eXIf chunk, else an Exif profile in a text chunk, else XMP")
  func orientationInTexts() throws {
    func xmp(_ orientation: Int, _ compressed: Bool) -> PNGChunk {
      .internationalText(
        "XML:com.adobe.xmp", "<tiff:Orientation>\(orientation)</tiff:Orientation>",
        compressed: compressed)
    }
    let hex = "4d4d002a000000080001011200030000000100080000" + "00000000"
    let profile = "\nexif\n      26\n\(hex)\n"
    let raw = PNGChunk.compressedText("Raw profile type exif", profile)
    #expect(try Self.header(before: [xmp(3, true)]).orientation == .halfTurn)
    #expect(try Self.header(before: [xmp(3, false), raw]).orientation == .leftTurn)
    #expect(
      try Self.header(before: [.internationalText("Raw profile type exif", profile), xmp(3, true)])
        .orientation == .leftTurn)
    #expect(
      try Self.header(before: [raw, xmp(3, true), .orientation(6)]).orientation == .rightTurn)
    #expect(try Self.header(before: [raw], after: [.orientation(6)]).orientation == .rightTurn)
    #expect(try Self.header(after: [.text("a", "b"), xmp(3, false)]).orientation == .halfTurn)
    #expect(try Self.header(after: [.text("a", "b"), raw]).orientation == .leftTurn)
    #expect(try Self.header(before: [xmp(3, true)], after: [raw]).orientation == .leftTurn)
    // A chunk without an orientation does not hide those after it.
    #expect(try Self.header(before: [.orientation(9), xmp(3, true)]).orientation == .halfTurn)
    #expect(try Self.header(before: [raw], orientation: .ignore).orientation == .upright)
    // Texts are kept only if labels need them.
    #expect(try Self.header(before: [raw]).metadata == nil)
  }

  @Test(
    "A density without a unit gives the pixel aspect ratio, and so do densities that differ by over 1 %"
  )
  func density() throws {
    let tall = try Self.header(before: [.density(x: 1, y: 2, perMetre: false)])
    #expect(tall.shownSize == PixelSize(width: 6, height: 8))
    let film = try Self.header(before: [.density(x: 64, y: 45, perMetre: false)])
    #expect(film.shownSize == PixelSize(width: 9, height: 4))
    for (x, y) in [(1, 4), (31, 10)] as [(UInt32, UInt32)] {
      let unbelievable = try Self.header(before: [.density(x: x, y: y, perMetre: false)])
      #expect(unbelievable.pixelRatio == .square)
    }
    for (x, y, width, height) in [(1000, 2000, 12, 4), (2000, 1000, 6, 8)]
      as [(UInt32, UInt32, Int, Int)]
    {
      let fax = try Self.header(before: [.density(x: x, y: y)])
      #expect(fax.shownSize == PixelSize(width: width, height: height))
    }
    for (x, y) in [(3937, 3937), (3937, 3976), (1000, 4000), (0, 2), (2, 0), (0, 0)]
      as [(UInt32, UInt32)]
    {
      let paper = try Self.header(before: [.density(x: x, y: y)])
      #expect(paper.pixelRatio == .square, "\(x) x \(y)")
    }
    let absurd = try Self.header(before: [.density(x: 0, y: 2, perMetre: false)])
    #expect(absurd.pixelRatio == .square)
  }

  @Test("A small file that was read for its header is not opened again, but a large one is")
  func keptContents() throws {
    let folder = TemporaryFolder()
    let path = folder["a.png"]
    for (side, isKept) in [(8, true), (200, false)] {
      var noise = SeededGenerator(seed: 1)
      let fixture = PNGFixture(
        width: side, height: side, colorType: .gray,
        samples: (0..<side * side).map { _ in UInt16(noise.number(below: 256)) })
      let url = URL(fileURLWithPath: path.string)
      try Data(fixture.encoded()).write(to: url)
      var file = PNGFile(path)
      let header = try file.headerWithContents()
      #expect(try header == PNGFile(path).header())
      #expect(file == PNGFile(path))
      try FileManager.default.removeItem(at: url)
      if isKept {
        let rows = try file.rows(as: header)
        for _ in 0..<side { try rows.next { _ in } }
        try rows.finish()
      } else {
        #expect(throws: (any Error).self) { try file.rows(as: header) }
      }
    }
  }

  @Test("The reason why a file cannot be read does not depend on whether its contents are kept")
  func keptFailures() throws {
    let folder = TemporaryFolder()
    let url = URL(fileURLWithPath: folder["a.png"].string)
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    func pictures(_ name: String) throws -> [SheetPicture] {
      try [SheetPicture(PNGFile(folder[name]))]
        + [false, true].map { keepsContents in
          try SheetPicture(
            fileAt: folder[name], MetadataUse(), .none, .standard,
            keepsContents: keepsContents)
        }
    }
    for bytes in [[], [1, 2, 3], [0x89], signature + [0]] {
      try Data(bytes).write(to: url)
      #expect(Set(try pictures("a.png").map(\.unreadable?.reason)).count == 1)
      #expect(try pictures("a.png").allSatisfy { $0.unreadable != nil })
    }
    #expect(Set(try pictures("b.png").map(\.unreadable?.reason)).count == 1)
  }
}
