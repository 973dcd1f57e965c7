import SheetImaging
import SheetLayout
import Testing

@testable import ContactSheet

@Suite struct SheetEncodingTests {
  static func kind(
    _ pictures: [PixelFormat.Channels], over background: Backdrop = .color(.white),
    cells: Color? = nil, text: Color? = nil
  ) -> PixelFormat.Channels {
    let probed = pictures.map { channels in
      ProbedPicture(StubPicture(size: PixelSize(width: 1, height: 1), channels: channels))
    }
    return SheetEncoding().format(
      ofGrayPictures: probed.areGray,
      on: TileStyle(background: background, cellBackground: cells), textColor: text
    ).channels
  }

  static let gold = Color(red: 1, green: 0.84, blue: 0)

  @Test("A sheet is grey where every picture and every colour is")
  func gray() {
    #expect(Self.kind([.gray, .grayAlpha]) == .gray)
    #expect(Self.kind([.gray], over: .checkerboard, cells: .black) == .gray)
    #expect(Self.kind([.gray, .rgb]) == .rgb)
    #expect(Self.kind([.gray, .rgba]) == .rgb)
    #expect(Self.kind([.gray], over: .color(Self.gold)) == .rgb)
    #expect(Self.kind([.gray], over: .checker(.white, Self.gold)) == .rgb)
    #expect(Self.kind([.gray], cells: Self.gold) == .rgb)
    #expect(Self.kind([.gray], text: Self.gold) == .rgb)
    #expect(Self.kind([.gray], text: .black) == .gray)
  }

  @Test("A sheet has alpha only over what lets something through")
  func alpha() {
    #expect(Self.kind([.rgba]) == .rgb)
    #expect(Self.kind([.rgb], over: .color(.clear)) == .rgba)
    #expect(Self.kind([.gray], over: .color(.clear)) == .grayAlpha)
    #expect(Self.kind([.rgb], over: .checker(.white, .clear)) == .rgba)
    #expect(Self.kind([.rgb], over: .color(.clear), cells: .white) == .rgba)
  }

  @Test("A sheet of placeholders alone has their colours")
  func noPictures() {
    #expect(Self.kind([]) == .rgb)
    #expect(Self.kind([], over: .color(.clear)) == .rgba)
  }

  @Test("The depth is the one that was asked for", arguments: SampleDepth.allCases)
  func depth(depth: SampleDepth) {
    let encoding = SheetEncoding(depth: depth)
    let format = encoding.format(ofGrayPictures: false, on: TileStyle(), textColor: nil)
    #expect(format.depth == depth)
  }

  @Test("A placeholder can be drawn on a sheet of any kind")
  func placeholder() {
    for channels in PixelFormat.Channels.allCases {
      for depth in SampleDepth.allCases {
        let format = PixelFormat(channels, depth)
        let tile = PlaceholderTile(size: .init(width: 40, height: 30))
          .pixels(ofRows: 0..<30, in: format)
        #expect(tile.count == 40 * 30 * format.bytesPerPixel)
        #expect(Set(tile).count > 2)
      }
    }
  }
}
