import Foundation
import PNGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlans
import SheetText
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet
@testable import SheetPlanning
@testable import SheetRendering

@Suite struct RenderedTextTests {
  static func job(_ names: [String], in folder: TemporaryFolder) -> SheetJob {
    let pictures = names.enumerated().map { index, name in
      red(name, width: 20 + 13 * index % 60, height: 15 + 29 * index % 50)
    }
    return SheetJob(sources: pictures)
  }

  static let names = [
    "a.png", "Ärger über Öl.png", String(repeating: "w", count: 300), "日本語.png", "العربية",
    "e\u{301}",
    "line\nfeed\ttab", "👩‍👩‍👧.png", "x", "", "two words and some more of them that wrap.png",
  ]

  @Test("No text is drawn outside its area", arguments: ["builtin 6", "builtin 23", "auto 12"])
  func inside(font: String) async throws {
    let folder = TemporaryFolder()
    var job = Self.job(Self.names, in: folder)
    job.layout = GridLayout(.cell(PixelSize(width: 70, height: 50)))
    job.texts.label = try PictureTemplate(#"{name}\n{width} gjpqy ÅÉ"#)
    job.texts.font = try #require(FontChoice(font))
    job.texts.title = try PageTemplate("A title that is too long for its sheet by far, gjpqy")
    job.texts.footer = try PageTemplate("left\t{page}/{pages}\tright")
    let plan = try await job.plan().plan
    _ = try await job.run(to: .file(folder["s.png"]))
    let sheet = try SheetPixels(folder["s.png"])
    let page = plan.pages[0]
    var isAllowed = [[Bool]](
      repeating: [Bool](repeating: false, count: sheet.size.width), count: sheet.size.height)
    func allow(_ area: PixelRect) {
      for y in area.y..<area.maxY { for x in area.x..<area.maxX { isAllowed[y][x] = true } }
    }
    for tile in page.tiles {
      if let image = tile.placement?.image { allow(image) }
      if let label = tile.label {
        allow(label.area)
        #expect(sheet.isAnyDark(in: label.area))
      }
    }
    for text in page.texts {
      allow(text.area)
      #expect(sheet.isAnyDark(in: text.area))
    }
    var strays = 0
    for y in 0..<sheet.size.height {
      for x in 0..<sheet.size.width where !isAllowed[y][x] {
        if sheet.pixel(x, y) != [255, 255, 255] { strays += 1 }
      }
    }
    #expect(strays == 0)
  }

  @Test("The first line of a label has one colour, and the lines below it have another colour")
  func labelColors() async throws {
    let folder = TemporaryFolder()
    var job = Self.job(["a", "a name of many words that breaks"], in: folder)
    job.layout = GridLayout(.cell(PixelSize(width: 90, height: 60)))
    job.texts.label = try PictureTemplate(#"{stem}\n{width}\nm"#)
    job.texts.labelLines = 6
    job.texts.labelColor = Color(red: 0, green: 0, blue: 1)
    job.texts.labelDetailColor = Color(red: 0, green: 1, blue: 0)
    let labels = try await job.plan().plan.pages[0].tiles.compactMap(\.label)
    _ = try await job.run(to: .file(folder["s.png"]))
    let sheet = try SheetPixels(folder["s.png"])
    for label in labels {
      let lineHeight = TypeScale.lineHeight(label.size)
      let lines = (label.shown ?? label.text).split(separator: "\n")
      #expect(label.firstLineHeight == (lines.count - 2) * lineHeight, "\(lines)")
      let end = label.area.y + label.firstLineHeight
      // On white, blue ink leaves blue at its maximum, and green ink leaves green.
      for (rows, full) in [(label.area.y..<end, 2), (end..<label.area.maxY, 1)] {
        let pixels = rows.flatMap { y in
          (label.area.x..<label.area.maxX).map { Array(sheet.pixel($0, y)) }
        }
        #expect(pixels.allSatisfy { $0[full] == 255 })
        #expect(pixels.contains { $0[0] < 100 })
      }
    }
    #expect(labels.count == 2 && labels[1].firstLineHeight > labels[0].firstLineHeight)
  }

  @Test(
    "The first line of a label ends where its last letters are drawn, however it is shortened",
    arguments: [
      ("dune.png\n720 px", nil, 1), ("dune\n720 px", "dune\n720 px", 1),
      ("a long name.png\n720 px", "a long\nname.png\n720 px", 2),
      ("a long name.png\n720 px", "a long\nna…\n720 px", 2),
      ("a long name.png\n720 px", "a long\nn…png\n720 px", 2),
      ("a long name.png\n720 px", "…long\nname.png\n720 px", 2),
      ("a long name.png\n720 px", "a lo…\n…px", 1), ("\n720 px", "\n720 px", 1),
      ("one\ntwo words", "one\ntwo\nwords", 1),
    ] as [(String, String?, Int)])
  func firstLine(text: String, shown: String?, count: Int) {
    var label = PlannedText(
      .label, text: text, area: PixelRect(x: 0, y: 0, width: 9, height: 99), size: 12,
      alignment: .left, overflow: .end)
    label.shown = shown
    #expect(label.firstLineHeight == count * TypeScale.lineHeight(12))
  }

  @Test("An exhaustive comparison finds the same number of lines for a label's first line of text")
  func firstLines() {
    /// Compares all letters drawn so far with the first line, after each line.
    func reference(_ text: String, _ shown: String) -> Int {
      let first = text.prefix { $0 != "\n" }.withoutWhitespace
      func isWhole(_ drawn: String) -> Bool {
        guard let ellipsis = drawn.lastIndex(of: "…") else { return drawn == first }
        return first.hasSuffix(drawn[drawn.index(after: ellipsis)...])
      }
      var (found, count) = ("", 0)
      for line in shown.split(separator: "\n", omittingEmptySubsequences: false) {
        if count > 0, isWhole(found) { break }
        found += line.withoutWhitespace
        guard count == 0 || found.contains("…") || first.hasPrefix(found) else { break }
        count += 1
      }
      return count
    }
    var random = SeededGenerator(seed: 31)
    func letters(_ alphabet: [Character], _ most: Int) -> String {
      String(
        (0..<random.number(below: most)).map { _ in alphabet[random.number(below: alphabet.count)] }
      )
    }
    let area = PixelRect(x: 0, y: 0, width: 9, height: 999)
    var found: [Int: Int] = [:]
    for round in 0..<4000 {
      let text = letters(["a", "b", " ", "\n"], 14)
      // Lines that are broken or shortened at random places, or have nothing to do with the text.
      var shown = ""
      for character in text {
        switch random.number(below: 12) {
        case 0, 1: shown += "\(character)\n"
        case 2: shown += "…"
        default: shown.append(character)
        }
      }
      if round % 4 == 0 { shown = letters(["a", "b", "…", "\n"], 14) }
      var label = PlannedText(
        .label, text: text, area: area, size: 12, alignment: .left, overflow: .end)
      label.shown = shown
      let count = reference(text, shown)
      #expect(
        label.firstLineHeight == count * TypeScale.lineHeight(12), "\(text.debugDescription)")
      found[count, default: 0] += 1
    }
    #expect(found.count > 3, "\(found)")
  }

  @Test("Lines that do not fit into a label's area do not add to the height of its first line")
  func linesBelow() {
    var label = PlannedText(
      .label, text: String(repeating: "a", count: 2000) + "\nb",
      area: PixelRect(x: 0, y: 0, width: 9, height: 3 * TypeScale.lineHeight(12) + 1), size: 12,
      alignment: .left, overflow: .end)
    label.shown = String(repeating: "a\n", count: 2000) + "b"
    #expect(label.firstLineHeight == 3 * TypeScale.lineHeight(12))
    label.area.height = 1
    #expect(label.firstLineHeight == TypeScale.lineHeight(12))
  }

  @Test("Labels do not change the pixels of pictures")
  func pictures() async throws {
    let folder = TemporaryFolder()
    var job = Self.job(["a", "b", "c"], in: folder)
    job.layout = GridLayout(.cell(PixelSize(width: 60, height: 60)))
    let plain = try await job.plan().plan
    _ = try await job.run(to: .file(folder["s.png"]))
    let before = try SheetPixels(folder["s.png"])
    for position in [LabelPosition.below, .above] {
      job.texts.label = try PictureTemplate("{name}")
      job.texts.labelPosition = position
      let labelled = try await job.plan().plan
      _ = try await job.run(to: .file(folder["s.png"]))
      let after = try SheetPixels(folder["s.png"])
      for (one, other) in zip(plain.pages[0].tiles, labelled.pages[0].tiles) {
        let (old, new) = (try #require(one.placement).image, try #require(other.placement).image)
        for y in 0..<old.height {
          let difference = firstDifference(
            after.rows[new.y + y][3 * new.x..<3 * new.maxX],
            before.rows[old.y + y][3 * old.x..<3 * old.maxX])
          #expect(difference == nil, "row \(y)")
        }
      }
    }
  }

  @Test("A cell checkerboard lies only behind pictures, not labels, and leaves the page unchanged")
  func checker() async throws {
    let folder = TemporaryFolder()
    let clear = MemoryPicture(
      name: "clear", size: PixelSize(width: 48, height: 24), format: PixelFormat(.rgba, .eight),
      bytes: [UInt8](repeating: 0, count: 48 * 24 * 4))
    // The red picture makes the sheet coloured. Only the first row has a label of several lines.
    var job = SheetJob(sources: [
      clear, red("a name of several words", width: 20, height: 60),
      StubPicture(name: "broken", size: nil),
    ])
    job.layout = GridLayout(.cell(PixelSize(width: 60, height: 60)))
    func render() async throws -> (SheetPixels, html: [UInt8]) {
      var request = RenderRequest(output: .file(folder["s.png"]))
      request.documents = [DocumentRequest(.html, to: .file(folder["s.html"]))]
      _ = try await SheetRun(job.plan(), request).render()
      return (try SheetPixels(folder["s.png"]), try folder["s.html"].contents())
    }
    for position in [LabelPosition.below, .above] {
      job.texts.label = try PictureTemplate("{name}")
      job.texts.labelPosition = position
      job.style.cellBackground = nil
      let (plain, html) = try await render()
      job.style.cellBackground = .checker
      let tile = try await job.plan().plan.pages[0].tiles[0]
      let (sheet, sameHTML) = try await render()
      #expect(firstDifference(sameHTML, html) == nil)
      try #require(sheet.size == plain.size)
      let image = try #require(tile.placement).image
      #expect(sheet.isAnyDark(in: try #require(tile.label).area))
      var (missing, strays) = (0, 0)
      for y in 0..<sheet.size.height {
        for x in 0..<sheet.size.width {
          if image.x..<image.maxX ~= x && image.y..<image.maxY ~= y {
            let square: UInt8 = ((x - image.x) / 8 + (y - image.y) / 8) % 2 == 0 ? 255 : 204
            if sheet.pixel(x, y) != [square, square, square] { missing += 1 }
          } else if sheet.pixel(x, y) != plain.pixel(x, y) {
            strays += 1
          }
        }
      }
      #expect(missing == 0 && strays == 0, "labels \(position)")
    }
  }

  @Test(
    "A placeholder keeps the gap to its label, even in a decoded plan",
    arguments: [.below, .above] as [LabelPosition])
  func placeholderGap(position: LabelPosition) async throws {
    let folder = TemporaryFolder()
    var job = SheetJob(sources: [
      StubPicture(name: "broken.png", size: nil), red("a", width: 60, height: 60),
    ])
    job.layout = GridLayout(.cell(PixelSize(width: 60, height: 60)))
    job.texts.label = try PictureTemplate("{name}")
    job.texts.labelPosition = position
    let plan = try job.sheetPlan()
    let gap = try #require(plan.type.label).gap
    #expect(gap > 0)
    let tile = plan.pages[0].tiles[0]
    let label = try #require(tile.label).area
    let decoded = try SheetManifest(json: SheetManifest(plan, files: ["s.png"]).json()).plan
    for plan in [plan, decoded] {
      let run = try await SheetRun(
        PlannedSheet(plan: plan, pictures: job.sources.map { SheetPicture($0) }),
        RenderRequest(output: .file(folder["s.png"])))
      _ = try await run.render()
      let sheet = try SheetPixels(folder["s.png"])
      let x = tile.cell.x + tile.cell.width / 2
      let beside =
        position == .below ? label.y - gap..<label.y : label.maxY..<label.maxY + gap
      #expect(beside.allSatisfy { sheet.pixel(x, $0) == [255, 255, 255] }, "it has no gap")
      let edge = position == .below ? beside.lowerBound - 1 : beside.upperBound
      #expect(sheet.pixel(x, edge) != [255, 255, 255], "the gap is wider")
    }
  }

  @Test("Text is dark on light and light on dark, or has the given colour")
  func colors() async throws {
    let folder = TemporaryFolder()
    var job = Self.job(["HHHH"], in: folder)
    job.layout = GridLayout(.cell(PixelSize(width: 60, height: 60)))
    job.texts.label = try PictureTemplate("{name}")
    for (background, text, wanted) in [
      (Color.white, nil, [0, 0, 0]),
      (Color(red: 0.1, green: 0.1, blue: 0.2), nil, [255, 255, 255]),
      (Color.white, Color(red: 0, green: 0.6, blue: 0), [0, 153, 0]),
    ] as [(Color, Color?, [UInt8])] {
      job.style.background = .color(background)
      job.texts.color = text
      let plan = try await job.plan().plan
      _ = try await job.run(to: .file(folder["s.png"]))
      let sheet = try SheetPixels(folder["s.png"])
      let area = try #require(plan.pages[0].tiles[0].label).area
      let pixels = (area.y..<area.maxY).flatMap { y in
        (area.x..<area.maxX).map { Array(sheet.pixel($0, y)) }
      }
      let isShown = pixels.contains(wanted)
      #expect(isShown, "no pixel is \(wanted)")
    }
  }

  @Test(
    "A sheet with text and decoration is the same with any number of workers, and from its manifest"
  )
  func samePlan() async throws {
    let folder = TemporaryFolder()
    for index in 0..<5 {
      try folder.write(pictureFile(40 + 9 * index, 30 + 11 * index), to: "in/p\(index).png")
    }
    try folder.write(Array(pictureFile(50, 50).prefix(60)), to: "in/broken.png")
    var job = SheetJob(inputs: [.path(folder["in"])])
    job.layout = GridLayout(.cell(PixelSize(width: 120, height: 90)))
    job.texts.label = try PictureTemplate(#"{name}\n{width} × {height}"#)
    job.texts.title = try PageTemplate("Title")
    job.texts.header = try PageTemplate("a\tb")
    job.texts.font = try #require(FontChoice("builtin 11"))
    job.texts.color = try Color(parsing: "#333380")
    job.encoding.pixelsPerInch = 96
    func render(_ sheet: PlannedSheet, to name: String, workers: Int) async throws {
      var request = RenderRequest(output: .file(folder[name]))
      request.documents = [DocumentRequest(.manifest, to: .file(folder["s.json"]))]
      request.workers = workers
      _ = try await SheetRun(sheet, request).render()
    }
    for position in [LabelPosition.below, .over] {
      job.texts.labelPosition = position
      for decoration in [
        Decoration(),
        Decoration(
          padding: 4, border: Border("2 #804000"), frame: Border("1"), radius: 7,
          shadow: Shadow("5 #00000080")),
      ] {
        job.style.decoration = decoration
        try await render(job.plan(), to: "s.png", workers: 1)
        let one = try folder["s.png"].contents()
        try await render(job.plan(), to: "s.png", workers: 4)
        #expect(firstDifference(try folder["s.png"].contents(), one) == nil)

        let sheet = try PlannedSheet(contentsOf: folder["s.json"])
        try await render(sheet, to: "again.png", workers: 2)
        #expect(firstDifference(try folder["again.png"].contents(), one) == nil)
        #expect(sheet.plan.pages[0].tiles.compactMap(\.label).count == 6)
      }
    }
  }

  /// The pixels of an area.
  static func pixels(_ area: PixelRect, of sheet: SheetPixels) -> [ArraySlice<UInt8>] {
    (area.y..<area.maxY).map { sheet.rows[$0][3 * area.x..<3 * area.maxX] }
  }

  @Test(
    "If the built-in font cannot draw some text, another font is used for all text on all pages",
    .needs(.greek))
  func oneFace() async throws {
    let folder = TemporaryFolder()
    func labels(_ names: [String]) async throws -> [[ArraySlice<UInt8>]] {
      var job = SheetJob(sources: names.map { red($0, width: 40, height: 30) })
      job.layout = GridLayout(.cell(PixelSize(width: 80, height: 40)))
      job.texts.label = try PictureTemplate("{name}")
      job.paging.picturesPerPage = 1
      let plan = try await job.plan().plan
      _ = try await job.run(to: .file(folder["s-%d.png"]))
      return try plan.pages.map { page in
        let area = try #require(page.tiles[0].label).area
        return Self.pixels(area, of: try SheetPixels(folder["s-\(page.number).png"]))
      }
    }
    let plain = try await labels(["abc", "xyz"])
    let mixed = try await labels(["abc", "Ελλ"])
    let same = try await labels(["abc", "Ωabc"])
    #expect(plain[0] != mixed[0])
    #expect(mixed[0] == same[0])
  }

  @Test(
    "Placeholders use the sheet's font, and their names affect its choice", .needs(.greek))
  func placeholderFace() async throws {
    let folder = TemporaryFolder()
    func placeholder(_ labels: [String], broken name: String) async throws -> [ArraySlice<UInt8>] {
      var job = SheetJob(
        sources: [StubPicture(name: name, size: nil)]
          + labels.map { red($0, width: 40, height: 30) })
      job.layout = GridLayout(.cell(PixelSize(width: 200, height: 200)))
      job.texts.label = try PictureTemplate("{name}")
      job.table = .table(try PictureTable(Array("\(name),\n".utf8), path: "l.csv"))
      let plan = try await job.plan().plan
      _ = try await job.run(to: .file(folder["s.png"]))
      let cell = plan.pages[0].tiles[0].cell
      return Self.pixels(
        PixelRect(x: cell.x, y: cell.y, width: 200, height: 190),
        of: try SheetPixels(folder["s.png"]))
    }
    let plain = try await placeholder(["abc"], broken: "broken")
    #expect(try await placeholder(["xyz"], broken: "broken") == plain)
    #expect(try await placeholder(["Ελλ"], broken: "broken") != plain)
  }

  @Test("A plan with invalid text or decoration is refused")
  func badPlan() async throws {
    let folder = TemporaryFolder()
    try folder.write(pictureFile(40, 30), to: "p.png")
    var job = SheetJob(inputs: [.path(folder["p.png"])])
    job.texts.label = try PictureTemplate("{name}")
    job.texts.title = try PageTemplate("title")
    job.style.decoration = Decoration(padding: 1, border: Border("1"))
    let json = SheetManifest(try await job.plan().plan, files: ["s.png"]).json()
    #expect(throws: Never.self) { try SheetManifest(json: json) }
    let changes: [(path: [any Sendable], value: any Sendable)] = [
      (["pages", 0, "tiles", 0, "label", "area", "x"], -1),
      (["pages", 0, "tiles", 0, "label", "area", "width"], Int.max),
      (["pages", 0, "tiles", 0, "label", "size"], 0),
      (["pages", 0, "tiles", 0, "label", "size"], 1e300),
      (["pages", 0, "tiles", 0, "label", "align"], "justify"),
      (["pages", 0, "texts", 0, "area", "y"], 100_000),
      (["pages", 0, "texts", 0, "overflow"], "spill"),
      (["options", "text", "labelPosition"], "beside"),
      (["options", "text", "labelHeight"], -5),
      (["options", "text", "font"], ""),
      (["pages", 0, "texts", 0, "font"], "12"),
      (["options", "decoration", "padding"], -1),
      (["options", "decoration", "border"], "thick"),
    ]
    for (path, value) in changes {
      let changed = try changedJSON(json, with: value, at: path[...])
      #expect(throws: ManifestError.self, "\(path) = \(value)") { try SheetManifest(json: changed) }
    }
  }

  @Test("A placeholder shows the name and the reason below its cross if there is room")
  func placeholder() async throws {
    let folder = TemporaryFolder()
    for (side, hasText) in [(200, true), (80, true), (50, false), (30, false)] {
      var job = SheetJob(
        // The second picture is good, because a page of broken pictures alone would not be written.
        sources: [StubPicture(name: "broken.png", size: nil), red("a", width: 9, height: 9)])
      job.layout = GridLayout(
        .cell(PixelSize(width: side, height: side)), shape: .columns(2))
      _ = try await job.run(to: .file(folder["s.png"]))
      let sheet = try SheetPixels(folder["s.png"])
      let shown = (8..<8 + side).map { Array(sheet.rows[$0][24..<24 + 3 * side]) }
      // The groups of rows that are not plain between the edges: the cross, and each line of text.
      let paper = shown[2][3 * 2]
      let marked = shown.map { $0[6..<3 * side - 6].contains { $0 != paper } }
      let runs = marked.split(separator: false).map(\.count)
      #expect(runs.first == 1)
      #expect((runs.count > 3) == hasText, "\(side): \(runs)")
    }
  }
}

extension Need {
  /// A font with Greek letters, which the built-in font lacks.
  fileprivate static let greek = font(for: "Ελλ", of: "fonts-dejavu-core")
}
