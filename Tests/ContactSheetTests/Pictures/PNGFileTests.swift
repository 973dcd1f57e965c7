import Foundation
import PNGFixtures
import SheetImaging
import SheetLayout
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

@Suite struct PNGFileTests {
  static func header(
    before: [PNGChunk] = [], after: [PNGChunk] = [], orientation: OrientationPolicy = .auto
  ) throws -> PictureHeader {
    let folder = TemporaryFolder()
    let path = folder["a.png"]
    let fixture = PNGFixture(
      width: 6, height: 4, colorType: .gray, samples: Array(repeating: 7, count: 24),
      chunksBeforeData: before, chunksAfterData: after)
    try Data(fixture.encoded()).write(to: URL(fileURLWithPath: path.string))
    return try PNGFile(path, metadata: MetadataUse(orientation: orientation)).header()
  }

  @Test("A picture is as it is stored unless it says something else")
  func plain() throws {
    #expect(
      try Self.header()
        == PictureHeader(size: PixelSize(width: 6, height: 4), format: PixelFormat(.gray, .eight)))
  }

  @Test("The orientation is found ahead of the pixels and behind them, and can be ignored")
  func orientation() throws {
    let chunk = PNGChunk.orientation(6)
    #expect(try Self.header(before: [chunk]).orientation == .rightTurn)
    #expect(try Self.header(after: [.text("a", "b"), chunk]).orientation == .rightTurn)
    #expect(try Self.header(before: [chunk], after: [.orientation(3)]).orientation == .rightTurn)
    #expect(try Self.header(before: [chunk], orientation: .ignore).orientation == .upright)
    #expect(try Self.header(after: [chunk], orientation: .ignore).orientation == .upright)
    #expect(try Self.header(before: [.orientation(9)]).orientation == .upright)
  }

  @Test("A density without a unit is the shape of the pixels, one with a unit is not")
  func density() throws {
    let wide = try Self.header(before: [.density(x: 1, y: 2, perMetre: false)])
    #expect(wide.shownSize == PixelSize(width: 12, height: 4))
    let paper = try Self.header(before: [.density(x: 1000, y: 2000)])
    #expect(paper.pixelRatio == .square)
    let absurd = try Self.header(before: [.density(x: 0, y: 2, perMetre: false)])
    #expect(absurd.pixelRatio == .square)
  }
}
