import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// What PDFs contain apart from pixels, as other programs read it.
@Suite(.needs(.pdfTools)) struct PDFContentTests {
  /// Names in many scripts, and names that mean something in PDF syntax.
  static let names = [
    "Alpenglühen", "Ελληνικά γράμματα", "Кириллица ёж", "صورة جميلة", "صورة 12", "תמונה יפה",
    "תמונה-3", "ภาพถ่ายสวย", "富士山の写真", "한국어 사진", "🏔️ mountain", "👩‍👩‍👧 family", "हिन्दी चित्र",
    "(paren)) \\ back", "<<dict>> Name [1]", "endstream endobj", "mix שלום and مرحبا 42 end",
    "a very long name that is shortened in the middle because there is no room for all of its words",
  ]

  static func folder(_ names: [String] = names) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for name in names {
      try folder.write(
        PNGFixture.plain(width: 120, height: 90, color: [200, 30, 30]).encoded(),
        to: "in/\(name).png")
    }
    return folder
  }

  @discardableResult
  static func make(
    _ options: [String], in folder: TemporaryFolder, variables: [String: String] = [:]
  ) throws -> CommandRun {
    let run = try CommandRun(options, in: folder, variables: variables)
    #expect(run.status == 0, "\(run.standardError)")
    return run
  }

  @Test("Each label is found by its complete text, in any script", arguments: ["auto", "builtin"])
  func labels(font: String) throws {
    let folder = try Self.folder()
    try Self.make(
      ["in", "-o", "s.pdf", "--label", "{name}", "--cell", "180", "--font", font], in: folder)
    try PDFTools.check("s.pdf", in: folder)
    // Only the invisible font: with a visible one as well, all text would be found twice.
    let fonts = try PDFTools.run("pdffonts", ["s.pdf"], in: folder).text.split(separator: "\n")
    #expect(fonts.count == 3 && fonts[2].contains(/CID TrueType +Identity-H +yes no +yes/))
    let text = try PDFTools.text(of: "s.pdf", in: folder)
    // Boxes for missing characters are wide. By position, the lines of a label that they make wrap
    // are not next to each other.
    let inOrder = try PDFTools.text(of: "s.pdf", in: folder, order: "-raw")
    for name in Self.names.map({ PDFTools.shown($0 + ".png") }) {
      #expect(text.contains(name) || inOrder.contains(name), "\(name)")
    }
    #expect(text.components(separatedBy: "Alpenglühen").count == 2, "once")
  }

  @Test("Labels are found on a page with right-to-left text")
  func rightToLeft() throws {
    let names = ["صورة جميلة", "سفر 2024 جميل", "תמונה-3", "abc مرحبا", "تصویر زیبا"]
    let folder = try Self.folder(names)
    try Self.make(["in", "-o", "s.pdf", "--label", "{stem}", "--cell", "180"], in: folder)
    let text = try PDFTools.text(of: "s.pdf", in: folder)
    for name in names { #expect(text.contains(PDFTools.shown(name)), "\(name)") }
  }

  @Test("Titles, headings, labels and page numbers are found, in reading order")
  func order() throws {
    let folder = try Self.folder(["b/1", "b/2", "a/1"])
    try Self.make(
      [
        "in", "-o", "s.pdf", "--title", "The title", "--header", "left\tright", "--label",
        "L {name}",
        "--group-heading", "Part {group}", "--group-by", "folder", "--group-break", "section", "-r",
        "--footer", "Page {page} of {pages}",
      ], in: folder)
    let text = try PDFTools.text(of: "s.pdf", in: folder, order: "-raw")
    #expect(
      text == "left right The title Part a L 1.png Part b L 1.png L 2.png Page 1 of 1", "\(text)")
  }

  /// The boxes of words on the first page, in pixels of a 72 dpi sheet.
  private static func boxes(
    _ folder: TemporaryFolder
  ) throws -> [(word: String, x: Double, maxX: Double, y: Double, maxY: Double)] {
    let text = try PDFTools.run("pdftotext", ["-bbox", "s.pdf", "-"], in: folder).text
    let pattern = /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</
    return text.matches(of: pattern).compactMap { match in
      guard let x = Double(match.1), let y = Double(match.2), let maxX = Double(match.3),
        let maxY = Double(match.4)
      else { return nil }
      return (String(match.5), x, maxX, y, maxY)
    }
  }

  @Test("Words in the text layer are over their drawn pixels")
  func places() throws {
    let folder = try Self.folder(["first-picture-here", "second"])
    let options = [
      "in", "--label", "{stem}", "--font", "builtin", "--dpi", "72", "--cell", "160", "--gap", "20",
    ]
    try Self.make(options + ["-o", "s.pdf"], in: folder)
    try Self.make(options + ["-o", "s.png"], in: folder)
    let sheet = try DecodedSheet(#require(folder.contents("s.png")))
    let boxes = try Self.boxes(folder)
    #expect(boxes.map(\.word) == ["first-picture-here", "second"])
    for box in boxes {
      let ink = (Int(box.x) - 3...Int(box.maxX) + 3).filter { x in
        (Int(box.y)...Int(box.maxY)).contains { sheet.pixel(x, $0).allSatisfy { $0 < 128 } }
      }
      let (first, last) = (try #require(ink.first), try #require(ink.last))
      #expect(abs(Double(first) - box.x) <= 2 && abs(Double(last) - box.maxX) <= 3, "\(box)")
    }
  }

  @Test("Wrapped text is found line by line, and shortened text in full")
  func broken() throws {
    let words = "one two three four five six seven eight nine ten eleven twelve"
    let folder = try Self.folder([words])
    let options = ["in", "-o", "s.pdf", "--label", "{stem}", "--cell", "120"]
    try Self.make(options + ["--label-lines", "3"], in: folder)
    #expect(try PDFTools.text(of: "s.pdf", in: folder) == words)
    try Self.make(options + ["--label-lines", "1"], in: folder)
    #expect(try PDFTools.text(of: "s.pdf", in: folder) == words)
  }

  /// The URLs that a file's tiles link to, in order.
  private static func links(_ name: String, in folder: TemporaryFolder) throws -> [String] {
    try PDFTools.run("qpdf", ["--qdf", "--object-streams=disable", name, "open.pdf"], in: folder)
    let text = String(decoding: folder.contents("open.pdf") ?? [], as: UTF8.self)
    return text.matches(of: /\/URI \(([^)]*)\)/).map { String($0.1) }
  }

  @Test("Each tile links to its picture, relative to the file and escaped, unless links are off")
  func links() throws {
    let folder = try Self.folder(["a b", "(ü)", "100%"])
    try folder.write([], to: "out/x")
    let names = ["%28%C3%BC%29.png", "100%25.png", "a%20b.png"]
    try Self.make(["in", "-o", "s.pdf"], in: folder)
    #expect(try Self.links("s.pdf", in: folder) == names.map { "in/\($0)" })
    let output = try Self.make(["in", "-o", "pdf:-"], in: folder).standardOutput
    try folder.write(Array(output), to: "o.pdf")
    #expect(try Self.links("o.pdf", in: folder) == names.map { "in/\($0)" })
    try Self.make(["in", "-o", "n.pdf", "--no-links"], in: folder)
    #expect(try Self.links("n.pdf", in: folder).isEmpty)
    let info = try PDFTools.run("pdfinfo", ["-struct", "n.pdf"], in: folder).text
    #expect(info.contains("Figure") && !info.contains("Link"))
    try Self.make(["in", "-o", "s.png", "--html", "s.html", "--no-links"], in: folder)
    let html = String(decoding: folder.contents("s.html") ?? [], as: UTF8.self)
    #expect(!html.contains("%20b.png") && html.contains("a b.png"))
  }

  @Test("The file is tagged: a figure for each tile, with its label or name")
  func tags() throws {
    let folder = try Self.folder(["one", "two"])
    try folder.write(Array("broken".utf8), to: "in/zzz.png")
    for (options, texts) in [
      (["--label", "<{stem}>"], ["<one>", "<two>", "zzz.png, could not be read"]),
      ([], ["one.png", "two.png", "zzz.png, could not be read"]),
    ] {
      let run = try CommandRun(
        ["in", "-o", "s.pdf", "--title", "T", "--footer", "F"] + options, in: folder)
      #expect(run.status == 1)
      try PDFTools.run("qpdf", ["--qdf", "--object-streams=disable", "s.pdf", "o.pdf"], in: folder)
      let text = String(decoding: folder.contents("o.pdf") ?? [], as: UTF8.self)
      #expect(Set(text.matches(of: /\/Alt \(([^)]*)\)/).map { String($0.1) }) == Set(texts))
      let tree = try PDFTools.run("pdfinfo", ["-struct", "s.pdf"], in: folder).text
      let kinds = tree.split(separator: "\n").compactMap { line in
        line.trimmingCharacters(in: .whitespaces).prefix(while: \.isASCII).split(separator: " ")
          .first
      }.filter { ["H1", "Figure:", "Figure", "P", "Link"].contains($0) }
      #expect(
        kinds.map { $0.replacing(":", with: "") } == [
          "H1", "Link", "Figure", "Link", "Figure", "Figure", "P",
        ], "\(tree)")
    }
  }

  @Test("A title of any size is tagged as a heading, and headings of rows and columns are not")
  func roles() throws {
    let folder = try Self.folder(["a/one", "b/one"])
    func kinds(_ options: [String]) throws -> [Substring] {
      try Self.make(["in", "-r", "-o", "s.pdf", "--title", "T"] + options, in: folder)
      try PDFTools.run("qpdf", ["--qdf", "--object-streams=disable", "s.pdf", "o.pdf"], in: folder)
      let text = String(decoding: folder.contents("o.pdf") ?? [], as: UTF8.self)
      return text.matches(of: /\/S \/(H1|H2|P)\b/).map(\.1).sorted()
    }
    // The sizes of labels and of headings.
    for size in ["12", "18"] {
      let font = ["--title-font", "auto \(size)"]
      #expect(try kinds(font + ["--header", "H", "--footer", "F"]) == ["H1", "P", "P"])
      #expect(
        try kinds(font + ["--group-by", "folder", "--group-heading", "{group}"])
          == ["H1", "H1", "H2", "H2"])
      #expect(
        try kinds(font + ["--group-by", "folder", "--group-break", "section"])
          == ["H1", "H2", "H2"])
    }
    let rows = ["--layout", "matrix", "--rows-by", "{folder}", "--columns-by", "{stem}"]
    #expect(try kinds(rows) == ["H1", "P", "P", "P"])
  }

  @Test("Each group and each section has one bookmark")
  func bookmarks() throws {
    let folder = try Self.folder(["a/1", "a/2", "a/3", "b/1", "c/1"])
    func outline(_ options: [String]) throws -> [String] {
      try Self.make(
        ["in", "-o", "s.pdf", "--title", "T", "-r", "--group-by", "folder", "--per-page", "2"]
          + options,
        in: folder)
      let text = try PDFTools.run("mutool", ["show", "s.pdf", "outline"], in: folder).text
      return text.matches(of: /"([^"]*)"\t#page=(\d+)/).map { "\($0.1) \($0.2)" }
    }
    #expect(
      try outline(["--group-heading", "Group {group}"]) == [
        "Group a 1", "Group b 3", "Group c 4",
      ])
    #expect(try outline(["--group-break", "section"]) == ["a 1", "b 2", "c 3"])
    #expect(try outline([]) == ["a 1", "b 3", "c 4"])
    #expect(try outline(["--group-heading", ""]) == [])
  }

  @Test(
    "The PDF's title is the title drawn, or else the file name; a PDF has dates only if they are given"
  )
  func metadata() throws {
    let folder = try Self.folder(["one"])
    func info(_ options: [String], _ variables: [String: String] = [:]) throws -> String {
      try Self.make(["in", "-o", "s(1).pdf"] + options, in: folder, variables: variables)
      return try PDFTools.run("pdfinfo", ["-isodates", "s(1).pdf"], in: folder).text
    }
    let plain = try info([])
    #expect(plain.contains(/Title: +s\(1\)\.pdf\n/) && plain.contains(/Producer: +contactsheet \d/))
    #expect(!plain.contains("Date") && plain.contains("Tagged:          yes"))
    let title = try info(["--title", #"Ü (x) \\"#], ["SOURCE_DATE_EPOCH": "86400"])
    #expect(title.contains(/Title: +Ü \(x\) \\\n/) && title.contains("1970-01-02T00:00:00Z"))
    #expect(
      try CommandRun(["in", "-o", "s.pdf"], in: folder, variables: ["SOURCE_DATE_EPOCH": "x"])
        .status == 2)
    // Without links, the file contains no paths.
    try Self.make(["in", "-o", "s.pdf", "--no-links"], in: folder)
    try PDFTools.run("qpdf", ["--qdf", "--object-streams=disable", "s.pdf", "o.pdf"], in: folder)
    let text = String(decoding: folder.contents("o.pdf") ?? [], as: UTF8.self)
    #expect(!text.contains("in/") && !text.contains(folder.url.lastPathComponent))
  }

  @Test(
    "With --paper A4, a page is exactly A4; otherwise, its size follows from pixels and density"
  )
  func pageSizes() throws {
    let folder = try Self.folder(["one"])
    for (options, size) in [
      (["--paper", "A4"], "595.276 x 841.89 pts (A4)"),
      (["--size", "800x600", "--dpi", "200"], "288 x 216 pts"),
      (["--size", "96x48"], "72 x 36 pts"),
      (["--size", "38400x10", "--margin", "0"], "28800 x 7.5 pts"),
    ] {
      try Self.make(["in", "-o", "s.pdf"] + options, in: folder)
      let info = try PDFTools.run("pdfinfo", ["s.pdf"], in: folder).text
      // Poppler does not report units, and a large page may use larger units.
      #expect(
        info.contains(size) || size.hasPrefix("28800") && info.contains("14400 x 3.74999"),
        "\(info)")
    }
  }

  @Test(
    "Other programs read files with arbitrary characters without a warning", arguments: 0..<6)
  func hostile(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let special = Array(
      "()<>[]{}/%\\\r\n\t\u{0}\u{1}\u{7F}\u{85}\u{2028}\u{202E}\u{200D}\u{FFFE}\u{FFFF}"
        .unicodeScalars)
    func text() -> String {
      let count =
        random.number(below: 5) == 0 ? random.number(below: 9000) : random.number(below: 30)
      return String(
        String.UnicodeScalarView(
          (0..<count).map { _ in
            random.number(below: 2) == 0
              ? special[random.number(below: special.count)]
              : Unicode.Scalar(UInt32(random.number(below: 0x11_0000))) ?? "\u{D7FF}"
          }))
    }
    let folder = try Self.folder(["1", "2", "3", "4"])
    try Self.make(
      ["in", "-o", "s.pdf", "--label", "L", "--title", "T", "--manifest", "m.json"], in: folder)
    var plan = try #require(
      JSONSerialization.jsonObject(with: Data(folder.contents("m.json") ?? [])) as? [String: Any])
    func changed(_ value: Any) -> Any {
      if let list = value as? [Any] { return list.map(changed) }
      guard var values = value as? [String: Any] else { return value }
      for (key, value) in values {
        values[key] = key == "text" && value is String ? text() : changed(value)
      }
      return values
    }
    plan["pages"] = plan["pages"].map(changed)
    try folder.write(Array(JSONSerialization.data(withJSONObject: plan)), to: "m.json")
    let run = try CommandRun(["--from-plan", "m.json"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    try PDFTools.check("s.pdf", in: folder)
    let drawn = try PDFTools.run("pdftotext", ["s.pdf", "-"], in: folder)
    #expect(drawn.status == 0 && !drawn.text.contains("Error"), "\(drawn.text.prefix(500))")
  }
}
