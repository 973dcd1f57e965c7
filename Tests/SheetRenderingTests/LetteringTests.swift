import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SheetText
import TestSupport
import Testing

@testable import SheetPlans
@testable import SheetRendering

@Suite struct LetteringTests {
  private static func color(_ random: inout SeededGenerator) -> Color {
    func component() -> Double { Double(random.number(below: 256)) / 255 }
    return Color(red: component(), green: component(), blue: component())
  }

  /// A plan with text of all kinds.
  private static func plan(on page: Color, cell: Color?) throws -> SheetPlan {
    var job = SheetJob(
      sources: [StubPicture(name: "a.png", size: PixelSize(width: 300, height: 200))])
    job.layout = GridLayout(.cell(PixelSize(width: 200, height: 100)))
    job.texts.font = .builtin
    job.texts.label = try PictureTemplate(#"{name}\n{width}"#)
    job.texts.title = try PageTemplate("Title")
    job.texts.header = try PageTemplate("Header")
    job.texts.footer = try PageTemplate("Footer")
    job.style.background = .color(page)
    job.style.cellBackground = cell.map { .color($0) }
    return try job.sheetPlan()
  }

  @Test("Watermarks stay inside their pictures, and those of the same size share their pixels")
  func watermarks() throws {
    let format = PixelFormat(.gray, .eight)
    let lettering = Lettering(try Self.plan(on: .white, cell: nil))
    let setter = WatermarkSetter(.builtin)
    let images = [
      PixelRect(x: 10, y: 10, width: 300, height: 200),
      PixelRect(x: 330, y: 10, width: 300, height: 200),
      PixelRect(x: 10, y: 230, width: 90, height: 240),
      PixelRect(x: 330, y: 230, width: 9, height: 7),
    ]
    for text in ["WWWW", "proof", "W"] {
      let marks = try images.map {
        try #require(PlannedText.watermark(text, over: $0, by: setter))
      }
      let texts = try lettering.pageTexts(marks, in: format, within: ByteLimit(1 << 20))
      let held = [0, 2, 3].reduce(0) { sum, index in
        let mark = marks[index]
        if let line = mark.diagonal?.size { return sum + line.width * line.height }
        // The text is held twice, as itself and as its shadow.
        return sum + 2 * mark.area.width * mark.area.height
      }
      #expect(held > 0 && texts.heldBytes == held)
      #expect(throws: ContactSheetError.self) {
        try lettering.pageTexts(marks, in: format, within: ByteLimit(held - 1))
      }
      for (ground, code) in [(Color.white, 255), (.black, 0)] as [(Color, UInt8)] {
        var rows = SheetRows(
          0..<480, width: 640, background: BackdropRows(.color(ground), width: 640, in: format))
        texts.draw(into: &rows)
        let inked = rows.bytes.indices.filter { rows.bytes[$0] != code }
        #expect(!inked.isEmpty)
        let isInside = inked.allSatisfy { place in
          images.contains {
            $0.x..<$0.maxX ~= place % 640 && $0.y..<$0.maxY ~= place / 640
          }
        }
        #expect(isInside, "\(text) on \(code)")
      }
    }
  }

  @Test("The pixels of a page's text are counted, and too many are refused before they are made")
  func memory() throws {
    let format = PixelFormat(.gray, .eight)
    let lettering = Lettering(try Self.plan(on: .white, cell: nil))
    func title(_ side: Int, readsUpwards: Bool = false) -> PlannedText {
      var text = PlannedText(
        .title, text: "a", area: PixelRect(x: 0, y: 0, width: side, height: side), size: 12,
        alignment: .center, overflow: .end)
      text.readsUpwards = readsUpwards
      return text
    }
    func heldBytes(_ texts: [PlannedText], _ limit: Int) throws -> Int {
      try lettering.pageTexts(texts, in: format, within: ByteLimit(limit)).heldBytes
    }
    #expect(try heldBytes([title(200), title(300, readsUpwards: true)], 1 << 30) == 130_000)
    // The first 16 MiB do not count towards the limit.
    #expect(try heldBytes([title(3000)], 1) == 9_000_000)
    for texts in [[title(4097)], [title(3000, readsUpwards: true)], [title(16_000)]] {
      let error = #expect(throws: ContactSheetError.self) { try heldBytes(texts, 1) }
      #expect(error.map { "\($0)" }?.contains("the text of a page takes more") == true)
    }
    #expect(throws: ContactSheetError.self) { try heldBytes([title(16_000)], 239_000_000) }
  }

  @Test("Text without a given colour has enough contrast with what is behind it")
  func contrast() throws {
    var random = SeededGenerator(seed: 45)
    let area = PixelRect(x: 8, y: 8, width: 150, height: 20)
    let note = PlannedText(
      .note, text: "removed", area: area, size: 12, alignment: .center, overflow: .wrap)
    for round in 0..<100 {
      let page = Self.color(&random)
      let cell = round % 2 == 0 ? nil : Self.color(&random)
      var plan = try Self.plan(on: page, cell: cell)
      plan.pages[0].emptyCells = PlannedEmptyCells([PlannedEmptyCell(area, text: note)])
      let lettering = Lettering(plan)
      func expectContrast(_ color: Color, _ ground: Color) {
        #expect(color.contrast(with: ground) >= 4.5, "\(color) on \(ground)")
      }
      #expect(plan.pages[0].texts.count == 3)
      for text in plan.pages[0].texts {
        expectContrast(try #require(lettering.outlines(of: text)).color, page)
      }
      let label = try #require(plan.pages[0].tiles[0].label)
      for outlines in try #require(lettering.outlines(ofLabel: label)) {
        expectContrast(outlines.color, cell ?? page)
      }
      expectContrast(try #require(lettering.outlines(of: note)).color, cell ?? page)
      let placeholder = lettering.placeholderColors
      expectContrast(placeholder.ink, placeholder.paper)
    }
  }

  @Test(
    "A label over a picture has a plate and an inset, and is clipped by rounded corners",
    arguments: [LabelPosition.over, .overTop])
  func plates(position: LabelPosition) throws {
    for radius in [0, 20] {
      var job = SheetJob(
        sources: [StubPicture(name: "a.png", size: PixelSize(width: 300, height: 200))])
      job.layout = GridLayout(.cell(PixelSize(width: 300, height: 200)))
      job.texts.font = .builtin
      job.texts.label = try PictureTemplate("{name}")
      (job.texts.labelPosition, job.texts.alignment) = (position, .left)
      job.style.decoration.radius = radius
      let plan = try job.sheetPlan()
      let lettering = Lettering(plan)
      let label = try #require(plan.pages[0].tiles[0].label)
      // Letters that are outlines could not be clipped.
      #expect((lettering.outlines(ofLabel: label) == nil) == (radius > 0))
      guard radius == 0, let own = lettering.outlines(ofLabel: label)?.first else { continue }
      #expect(own.color == .white)
      #expect(own.area.x == label.area.x + plan.labelInset(of: label))
    }
  }

  @Test(
    "Short labels on pictures have outlines, which hide much less than the plates of long labels")
  func outlinedLabels() throws {
    let format = PixelFormat(.gray, .eight)
    func inked(_ template: String, radius: Int = 0) throws -> (dark: Int, bright: Int) {
      var job = SheetJob(
        sources: [StubPicture(name: "a.png", size: PixelSize(width: 300, height: 200))])
      job.layout = GridLayout(.cell(PixelSize(width: 300, height: 200)))
      job.texts.font = .builtin
      job.texts.label = try PictureTemplate(template)
      (job.texts.labelPosition, job.texts.alignment) = (.overTop, .left)
      job.style.decoration.radius = radius
      let plan = try job.sheetPlan()
      let lettering = Lettering(plan)
      let tile = plan.pages[0].tiles[0]
      let label = try #require(tile.label)
      let texts = lettering.label(label, in: tile.cell, format: format)
      #expect(lettering.outlinesLabels == (texts.count == 2))
      var rows = SheetRows(
        0..<240, width: 320,
        background: BackdropRows(
          .color(Color(red: 0.5, green: 0.5, blue: 0.5)), width: 320, in: format))
      for text in texts { text.draw(in: 0..<240, visible: { _ in 0..<320 }, into: &rows) }
      let ground = rows.bytes[rows.bytes.count - 1]
      for place in rows.bytes.indices where rows.bytes[place] != ground {
        #expect(
          tile.cell.rows.contains(place / 320) && tile.cell.x..<tile.cell.maxX ~= place % 320
            && lettering.rows(ofLabel: label).contains(place / 320))
      }
      return (
        rows.bytes.count { $0 < ground / 2 }, rows.bytes.count { $0 > 200 }
      )
    }
    let (short, long) = (try inked("(a)"), try inked("(a) after"))
    #expect(short.bright > 10 && short.dark > short.bright / 2)
    #expect(long.dark > 4 * short.dark, "\(short), \(long)")
    // Rounded corners may clip labels, so short labels have plates too.
    #expect(try inked("(a)", radius: 9).dark > 4 * short.dark)
  }

  @Test("A note outside empty cells gets its colour from the page's background")
  func note() throws {
    let plan = try Self.plan(on: .white, cell: .black)
    let area = PixelRect(x: 8, y: 8, width: 150, height: 20)
    let note = PlannedText(
      .note, text: "equal", area: area, size: 12, alignment: .left, overflow: .wrap)
    #expect(Lettering(plan).outlines(of: note)?.color == .black)
  }
}
