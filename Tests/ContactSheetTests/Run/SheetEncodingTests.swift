import SheetFixtures
import SheetImaging
import SheetLayout
import SheetPictures
import SheetPlanning
import SheetPlans
import SystemPackage
import Testing

@testable import ContactSheet
@testable import SheetRendering

@Suite struct SheetEncodingTests {
  static func kind(
    _ pictures: [PixelFormat.Channels], over background: Backdrop = .color(.white),
    cells: Backdrop? = nil, text: Color? = nil
  ) throws -> PixelFormat.Channels {
    var job = SheetJob()
    job.style = TileStyle(background: background, cellBackground: cells)
    job.texts.color = text
    let probed = pictures.map { channels in
      SheetPicture(StubPicture(size: PixelSize(width: 1, height: 1), channels: channels))
    }
    return try SheetPlanner(job).sheetPlan([probed.isEmpty ? [.broken] : probed]).format.channels
  }

  static let gold = Color(red: 1, green: 0.84, blue: 0)

  @Test("A sheet is grey if all its pictures and colours are")
  func gray() throws {
    #expect(try Self.kind([.gray, .grayAlpha]) == .gray)
    #expect(try Self.kind([.gray], over: .checker, cells: .color(.black)) == .gray)
    #expect(try Self.kind([.gray, .rgb]) == .rgb)
    #expect(try Self.kind([.gray, .rgba]) == .rgb)
    #expect(try Self.kind([.gray], over: .color(Self.gold)) == .rgb)
    #expect(try Self.kind([.gray], over: .squares(.white, Self.gold)) == .rgb)
    #expect(try Self.kind([.gray], cells: .color(Self.gold)) == .rgb)
    #expect(try Self.kind([.gray], cells: .checker) == .gray)
    #expect(try Self.kind([.gray], cells: .squares(.white, Self.gold)) == .rgb)
    #expect(try Self.kind([.gray], text: Self.gold) == .rgb)
    #expect(try Self.kind([.gray], text: .black) == .gray)
  }

  @Test("A sheet has an alpha channel only if its background is transparent")
  func alpha() throws {
    #expect(try Self.kind([.rgba]) == .rgb)
    #expect(try Self.kind([.rgb], over: .color(.clear)) == .rgba)
    #expect(try Self.kind([.gray], over: .color(.clear)) == .grayAlpha)
    #expect(try Self.kind([.rgb], over: .squares(.white, .clear)) == .rgba)
    #expect(try Self.kind([.rgb], over: .color(.clear), cells: .color(.white)) == .rgba)
  }

  @Test("A sheet that consists only of placeholders is coloured, because placeholders are")
  func noPictures() throws {
    #expect(try Self.kind([]) == .rgb)
    #expect(try Self.kind([], over: .color(.clear)) == .rgba)
  }

  @Test("The sheet has the requested bit depth", arguments: SampleDepth.allCases)
  func depth(depth: SampleDepth) throws {
    var job = SheetJob()
    job.encoding.depth = depth
    #expect(try SheetPlanner(job).sheetPlan([[.broken]]).format.depth == depth)
  }

  @Test("Placeholders can be drawn on any kind of sheet")
  func placeholder() {
    for channels in PixelFormat.Channels.allCases {
      for depth in SampleDepth.allCases {
        let format = PixelFormat(channels, depth)
        let tile = PlaceholderTile(
          size: PixelSize(width: 40, height: 30), colors: .init(on: .white),
          cross: PixelRect(x: 12, y: 7, width: 16, height: 16)
        ).pixels(ofRows: 0..<30, in: format)
        #expect(tile.count == 40 * 30 * format.bytesPerPixel)
        #expect(Set(tile).count > 2)
      }
    }
  }
}
