import SheetLayout
import TestSupport
import Testing

@testable import SheetModel
@testable import SheetText

/// Texts of which only parts are emphasised.
@Suite struct EmphasizedPartsTests {
  private static let size = PixelSize(width: 300, height: 60)

  private static func box(_ text: String, _ emphasis: [Range<Int>]) -> TextBox {
    TextBox(text, size: size, alignment: .left, emphasis: emphasis)
  }

  private static func family(_ name: String, isEmphasized: Bool = false) throws -> TypeSetter {
    TypeSetter(try #require(FontChoice(name)), size: 16, isEmphasized: isEmphasized)
  }

  @Test("Text that is emphasised throughout is drawn like bold text")
  func whole() throws {
    for size in [8.0, 12, 30] {
      let (plain, bold) = (
        TypeSetter(.builtin, size: size), TypeSetter(.builtin, size: size, isEmphasized: true)
      )
      let text = "best é\nof all"
      let all = Self.box(text, [0..<4, 4..<99])
      #expect(plain.raster(all) == bold.raster(Self.box(text, [])))
      #expect(plain.outlines(all) == bold.outlines(Self.box(text, [])))
      #expect(plain.lines(all) == bold.lines(Self.box(text, [])))
      #expect(plain.raster(Self.box(text, [])) == plain.raster(Self.box(text, [50..<60])))
    }
  }

  @Test("Letters before an emphasised part keep their pixels, and only its line becomes wider")
  func part() throws {
    let setter = TypeSetter(.builtin, size: 16)
    let bold = TypeSetter(.builtin, size: 16, isEmphasized: true)
    func width(_ setter: TypeSetter, _ text: String) -> Int {
      setter.lines(Self.box(text, []))[0].width
    }
    let box = Self.box("a 31.2 / b\nc", [2..<6])
    let (plain, drawn) = (setter.raster(Self.box(box.text, [])), setter.raster(box))
    #expect(plain != drawn)
    let start = width(setter, "a ")
    for y in 0..<Self.size.height {
      for x in 0..<start {
        let place = y * Self.size.width + x
        #expect(plain.coverage[place] == drawn.coverage[place])
      }
    }
    let lines = setter.lines(box)
    #expect(lines[0].width == start + width(bold, "31.2") + width(setter, " / b"))
    #expect(lines[1] == setter.lines(Self.box(box.text, []))[1])
    #expect(setter.outlines(box)?.underlines == [])
  }

  @Test("Parts in two lines are counted from the start of the text, with line feeds of any kind")
  func lineFeeds() throws {
    let setter = TypeSetter(.builtin, size: 16)
    for separator in ["\n", "\r\n"] {
      let text = "ab\(separator)cd"
      let start = 2 + separator.unicodeScalars.count
      let both = setter.lines(Self.box(text, [1..<start + 1]))
      #expect(both[0].width == setter.lines(Self.box("ab", [1..<2]))[0].width)
      #expect(both[1].width == setter.lines(Self.box("cd", [0..<1]))[0].width)
    }
  }

  @Test(
    "Parts are set in the bold font of a family, or underlined if the family is already bold",
    .needs(.family("DejaVu Sans", of: "fonts-dejavu-core")))
  func families() throws {
    let (plain, bold) = (
      try Self.family("DejaVu Sans"), try Self.family("DejaVu Sans", isEmphasized: true)
    )
    let text = "31.2 / 0.9"
    let all = Self.box(text, [0..<10])
    #expect(plain.raster(all) == bold.raster(Self.box(text, [])))
    #expect(plain.outlines(all)?.glyphs == bold.outlines(Self.box(text, []))?.glyphs)
    let widths = try [[], [0..<4], [0..<4, 7..<10], [0..<10]].map {
      try #require(plain.lines(Self.box(text, $0)).first).width
    }
    #expect(widths == widths.sorted() && Set(widths).count == 4, "\(widths)")
    #expect(plain.outlines(Self.box(text, [0..<4]))?.underlines == [])

    let already = try Self.family("DejaVu Sans Bold")
    let underlined = try #require(already.outlines(Self.box(text, [0..<4, 7..<10])))
    #expect(underlined.underlines.count == 2)
    let line = already.lines(Self.box(text, []))[0]
    #expect(underlined.underlines[0].x == line.x)
    #expect(abs(underlined.underlines[1].maxX - (line.x + line.width)) <= 1)
    #expect(underlined.underlines[0].maxX < underlined.underlines[1].x)
    #expect(underlined.glyphs == already.outlines(Self.box(text, []))?.glyphs)
  }

  @Test("Labels leave room for bold letters according to the share of letters that are emphasised")
  func room() {
    var letters = LabelFitting(["31.2 / 0.9"], beside: [], in: .builtin)
    var widths: [Int] = []
    for emphasis in [[], [0..<4], [0..<10]] as [[Range<Int>]] {
      let label = LabelBox("31.2 / 0.9", width: 1, emphasis: emphasis)
      widths.append(letters.width(of: [label], size: 16, upTo: 1_000) ?? 0)
      let drawn = TypeSetter(.builtin, size: 16).lines(Self.box(label.text, emphasis))[0].width
      #expect(drawn <= widths[widths.count - 1])
    }
    #expect(widths == widths.sorted() && Set(widths).count == 3, "\(widths)")
  }
}
