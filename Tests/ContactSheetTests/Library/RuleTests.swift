import ContactSheet
import Foundation
import SheetModel
import SheetPlanning
import Testing

/// Rules that programs build from parts.
@Suite struct RuleTests {
  @Test("Rules built from parts do the same as rules parsed from strings")
  func parts() throws {
    var parts = Sheet(files: ["."])
    parts.weight = [
      .init(.name("a*"), .number(3)), .init(.condition("rating >= 4"), .template("{score}")),
    ]
    parts.span = [.init(.name("a*"), .span(2, 3)), .init(.condition("{rating} >= 5"), .row)]
    parts.focus = [.init(.name("a*"), .init(x: 0.3, y: 0.4))]
    parts.crop = [
      .init(
        .name("a*"), .init(x: 420, y: .fraction(0.25), width: 96, height: .fraction(0.5)))
    ]
    parts.clock = [.init(.name("Canon*"), .seconds(3780)), .init(.name("b"), .milliseconds(-1500))]
    parts.stretches = [.init(.name("masks/*"), .labels), .init(.all, .samples(0...9))]
    parts.borders = [.init(.condition("{rating} >= 4"), .init(width: 3, color: .init("red")))]
    parts.cellBackgrounds = [.init(.name("dark/*"), .black), .init(.all, .checker)]
    parts.colormaps = [.init(.name("*_GFP*"), .color(.white)), .init(.all, .viridis)]
    var texts = Sheet(files: ["."])
    texts.colormaps = ["*_GFP*=white", "*=viridis"]
    texts.cellBackgrounds = ["dark/*=black", "*=checker"]
    texts.stretches = ["masks/*=labels", "*=0:9"]
    texts.borders = ["{rating} >= 4=3 red"]
    texts.weight = ["a*=3", "{rating} >= 4={score}"]
    texts.span = ["a*=2x3", "{rating} >= 5=row"]
    texts.focus = ["a*=0.3,0.4"]
    texts.crop = ["a*=420,25%,96,50%"]
    texts.clock = ["Canon*=+1h3m", "b=-1.5s"]
    let (one, other) = (try parts.resolved(), try texts.resolved())
    #expect(one.weights.map(\.value) == other.weights.map(\.value))
    #expect(one.weights[0].pictures == other.weights[0].pictures)
    #expect(one.spans.map(\.value) == other.spans.map(\.value))
    #expect(one.spans.map(\.pictures) == other.spans.map(\.pictures))
    #expect(one.foci.map(\.value) == other.foci.map(\.value))
    #expect(one.crops.map(\.value) == other.crops.map(\.value))
    #expect(one.stretches.map(\.value) == other.stretches.map(\.value))
    #expect(one.colormaps.map(\.value) == other.colormaps.map(\.value))
    #expect(one.borders.map(\.value) == other.borders.map(\.value))
    #expect(one.borders.map(\.pictures) == other.borders.map(\.pictures))
    #expect(one.cellBackgrounds.map(\.value) == other.cellBackgrounds.map(\.value))
    #expect(one.clocks.map(\.value) == other.clocks.map(\.value))
  }

  @Test("Allowed changes and ignored areas can be given as rules built from parts or as strings")
  func allowances() throws {
    var parts = FolderComparison("a", with: "b")
    parts.allow = [
      .init(.name("x"), .pixels(150)), .init(.all, .pixels(.fraction(0.002))), .init(.all, .added),
      .init(.name("c/*"), .condition("{psnr} >= 40")), .init(.all, .removed), .init(.all, .nothing),
    ]
    parts.ignoreArea = [.init(.all, .init(x: 0, y: 0, width: .fraction(1), height: 48))]
    var texts = FolderComparison("a", with: "b")
    texts.allow = ["x=150", "0.2%", "added", "c/*={psnr} >= 40", "removed", "nothing"]
    texts.ignoreArea = ["0,0,100%,48"]
    let (one, other) = (
      try #require(try Sheet(comparing: parts).resolved().comparison),
      try #require(try Sheet(comparing: texts).resolved().comparison)
    )
    #expect(one.allowed.map(\.value) == other.allowed.map(\.value))
    #expect(one.allowed.map(\.pictures) == other.allowed.map(\.pictures))
    #expect(one.ignored.map(\.value) == other.ignored.map(\.value))
  }

  @Test("A pattern in a rule built from parts may contain anything, because it is not parsed")
  func names() throws {
    var sheet = Sheet(files: ["."])
    sheet.span = [.init(.name("a=1x1{b}"), .span(2, 2))]
    #expect(try sheet.resolved().spans.map(\.pictures) == [.pattern("a=1x1{b}")])
  }

  @Test("Values out of their ranges are refused, and the error names the property or the range")
  func ranges() async throws {
    let wrong: [(String, String, (inout Sheet) -> Void)] = [
      ("weight", "0.01 to 100", { $0.weight = [.init(.all, .number(.nan))] }),
      ("weight", "0.01 to 100", { $0.weight = [.init(.all, .number(101))] }),
      ("span", "1 to 20", { $0.span = [.init(.name("a"), .span(0, 2))] }),
      ("focus", "0 to 1", { $0.focus = [.init(.name("a"), .init(x: 0.1, y: .infinity))] }),
      ("crop", "above 0", { $0.crop = [.init(.all, .init(x: 0, y: 0, width: 0, height: 1))] }),
      ("crop", "above 0", { $0.crop = [.init(.all, .init(x: -1, y: 0, width: 1, height: 1))] }),
      ("border", "is out of range", { $0.borders = [.init(.all, .init(width: 0))] }),
      ("clock", "a time", { $0.clock = [.init(.all, .seconds(Int64.max))] }),
      ("span", "1 to 20", { $0.span = ["a=21x1"] }),
      ("sharpen", "0 to 5", { $0.sharpen = .nan }), ("sharpen", "0 to 5", { $0.sharpen = 5.1 }),
      ("quality", "1 to 100", { $0.quality = 0 }),
      ("compression", "0 to 9", { $0.compression = 10 }),
      ("stack", "0 to", { $0.stack = .taken(within: .nan) }),
      ("stretch", "is out of range", { $0.stretch = .samples(-(.infinity)...0) }),
      ("stretch", "is out of range", { $0.stretches = [.init(.all, .samples(0...(.infinity)))] }),
      ("bands", "1 to 64", { $0.bands = .gray(0) }),
      ("bands", "1 to 64", { $0.bands = .colors(red: 1, green: 65, blue: 1) }),
      ("colormap", "is out of range", { $0.colormap = .color(.clear) }),
      ("colormap", "an opaque colour", { $0.colormaps = [.init(.all, .color(.clear))] }),
      ("upscale", "1 to 100", { $0.upscale = .factor(0) }),
      ("exactScale", "0.001 to 100", { $0.exactScale = 0 }),
      ("exactScale", "0.001 to 100", { $0.exactScale = .nan }),
      ("trim", "0 to 255", { $0.trim = .upTo(256) }),
      ("labelLines", "1 to 100", { $0.labelLines = 101 }),
    ]
    for (property, range, change) in wrong {
      var sheet = Sheet(files: ["."])
      change(&sheet)
      let error = await #expect(throws: ContactSheetError.self, "\(property)") {
        _ = try await sheet.plan()
      }
      #expect(error?.code == .invalidValue, "\(property)")
      #expect(error?.text.contains(property) == true, "\(error?.text ?? property)")
      #expect(error?.text.contains(range) == true, "\(error?.text ?? property)")
    }
    var comparison = FolderComparison("a", with: "b")
    comparison.tolerance = .nan
    let error = await #expect(throws: ContactSheetError.self) { try await comparison.run() }
    #expect(error?.text.contains("0 to 1") == true)
  }
}
