import ArgumentParser
import CommandFixtures
import Foundation
import SheetLayout
import SheetModel
import SheetPlanning
import SheetPlans
import TestSupport
import Testing

@testable import ContactSheetCommand

/// Units of length, in each option that takes a length.
@Suite struct LengthTests {
  @Test(
    "A length is in pixels or in physical units",
    arguments: [
      ("8", 72, 8), ("8px", 96, 8), ("0", 300, 0), ("8PX", 300, 8), ("25.4mm", 300, 300),
      ("5mm", 300, 59), ("0.5in", 300, 150), ("12pt", 72, 12), ("12pt", 300, 50), (".5in", 1, 1),
      ("0mm", 300, 0), ("2.54cm", 300, 300),
    ] as [(String, Int, Int)])
  func length(text: String, density: Int, pixels: Int) throws {
    let length = try #require(Sheet.Length(text))
    #expect(try length.pixels(perInch: density) == pixels)
    #expect(Sheet.Length(length.description) == length)
  }

  @Test(
    "Anything that is not a length is refused",
    arguments: [
      "", "px", "-8", "8.5", "8.5px", "5 mm", "5km", "mm5", "1e3mm", "0x1mm", "nanmm", "inf", ".",
      "1.2.3in", "5mmm", "٥mm", "99999999999999999999", "999999999999999916", "1000000000000mm",
    ])
  func notALength(text: String) {
    #expect(Sheet.Length(text) == nil)
  }

  @Test("A length beyond the limit of PNG gives an error, not a crash")
  func tooLong() throws {
    let length = try #require(Sheet.Length("999999999999mm"))
    #expect(throws: LengthError.tooLong(length)) { try length.pixels(perInch: 300) }
    let pixels = try #require(Sheet.Length("9999999999px"))
    #expect(throws: LengthError.tooLong(pixels)) { try pixels.pixels(perInch: 300) }
  }

  @Test(
    "Default margins follow the size of the paper, in millimetres, at any density",
    arguments: [
      ("10x15cm", 5), ("A6", 5), ("A5", 7), ("A4", 10), ("A4-landscape", 10), ("letter", 10),
      ("A3", 14), ("A2", 15), ("A0", 15), ("5x5cm", 4),
    ], [72, 200, 300])
  func margins(of paper: (name: String, millimetres: Int), density: Int) throws {
    let options = try parsed(["--paper", paper.name, "--dpi", "\(density)"])
    let margin = try options.resolved().job.margin
    #expect(margin.horizontal == margin.vertical)
    let expected = Double(paper.millimetres * density) / 25.4
    #expect(abs(Double(margin.horizontal) - expected) <= 0.5, "\(paper.name)")
  }

  @Test("A plain number on paper gets a note that gives it in millimetres; other lengths get none")
  func plainNumbers() throws {
    func notes(_ arguments: String...) throws -> [String] {
      let options = try parsed(arguments)
      return options.notesOnPixels(of: try options.resolved().job).map(\.description)
    }
    let margin = "--margin: 20 pixels are 1.7 mm; write 20mm, or 20px"
    #expect(try notes("--paper", "A4", "--margin", "20") == [margin])
    #expect(try notes("--size", "20x30cm", "--margin", "20") == [margin])
    #expect(
      try notes("--paper", "A4", "--dpi", "254", "--gap", "1x3", "--padding", "5") == [
        "--gap: 1 pixel is 0.1 mm; write 1x3mm, or 1x3px",
        "--padding: 5 pixels are 0.5 mm; write 5mm, or 5px",
      ])
    #expect(
      try notes("--paper", "A4", "--binding", "20")
        == ["--binding: 20 pixels are 1.7 mm; write 20mm, or 20px"])
    #expect(
      try notes("--paper", "A4", "--margin", "0,20,0,9")
        == ["--margin: 20 pixels are 1.7 mm; write 0,20,0,9mm, or 0,20,0,9px"])
    for text in ["0", "20px", "2mm", "0.5in", "20pxx3mm", "0,0,0,0", "9,9,9,9mm", "9,9,9,9px"] {
      #expect(try notes("--paper", "A4", "--margin", text).isEmpty, "\(text)")
    }
    #expect(try notes("--size", "800x600", "--margin", "20", "--dpi", "300").isEmpty)
  }

  @Test("Every option that takes lengths accepts every unit, and a plain number of pixels")
  func everyOption() throws {
    let forms = [
      "size": "#X#", "cell": "#x#", "geometry": "#x#+#+#", "row-height": "#", "max-height": "#",
      "padding": "#", "radius": "#", "border": "# silver", "frame": "#,#ccc", "shadow": "# #0008",
      "columns": "fixed(#) adaptive(min: #, max: #) spacing # align left", "gap": "#x#",
      "margin": "#X#", "binding": "#",
    ]
    let takers = OptionCatalog.all.filter(\.takesLengths)
    #expect(Set(takers.map(\.name)).isSuperset(of: forms.keys))
    for option in OptionCatalog.all {
      guard !HelpPage.topicNames.contains(option.name) else { continue }
      let statesUnits = try HelpPage.about(option.name).contains("mm, cm, in or pt")
      #expect(statesUnits == option.takesLengths, "the help of --\(option.name) states the units")
    }
    for option in takers {
      let form = try #require(forms[option.name], "no form of --\(option.name) is tested")
      for length in ["100", "100px", "100PX", "10mm", "1cm", "1CM", "0.5in", "36pt"] {
        let text = form.replacing("#ccc", with: "@").replacing("#0008", with: "&")
          .replacing("#", with: length).replacing("@", with: "#ccc").replacing("&", with: "#0008")
        #expect(throws: Never.self, "--\(option.name) \(text)") { try option.check(text) }
      }
    }
  }

  @Test(
    "Lengths are converted to pixels, and other values are unchanged",
    arguments: [
      ("10mm", "100"), ("10mmx256px", "100x256"), ("1920X1080", "1920x1080"), ("1cmX2", "100x2"),
      ("200x150+1mm+2mm", "200x150+10+20"), ("2px silver", "2 silver"),
      ("1mm #12cdef", "10 #12cdef"),
      ("#1in", "#1in"), ("fixed(1in) 3 * flexible(max: 1cm)", "fixed(254) 3 * flexible(max: 100)"),
      ("a1mm", "a1mm"), ("1mmm", "1mmm"), ("5", "5"), ("", ""), ("1.5px", "1.5px"),
      ("4x6in", "1016x1524"), ("10X15CM", "1000x1500"), ("400x30", "400x30"),
      ("400x30px", "400x30"), ("400pxx3mm", "400x30"), ("1x2x3mm", "1x20x30"),
      ("2x3mm+4+5", "20x30+4+5"), (".5x1.25in", "127x318"), ("10mmX.5in", "100x127"),
      ("4x6inn", "4x6inn"),
      ("4 x 6in", "4 x 1524"), ("0x1in", "0x254"),
      ("0.001mm", "1"), ("0in", "0"), ("none", "none"), ("8X", "8X"), ("٥mm", "٥mm"),
    ])
  func texts(text: String, pixels: String) throws {
    #expect(try text.withLengthsInPixels(perInch: 254) == pixels)
  }

  @Test("Converting lengths that are already converted changes nothing")
  func anyText() throws {
    var random = SeededGenerator(seed: 12)
    let pieces = ["1", "9", ".", "x", "X", "mm", "cm", "in", "pt", "px", " ", "#", "+", "é", "-"]
    for _ in 0..<3000 {
      let text = (0..<random.number(below: 9)).map { _ in pieces.randomElement(using: &random) ?? ""
      }
      .joined()
      guard let pixels = try? text.withLengthsInPixels(perInch: 100) else { continue }
      #expect(try pixels.withLengthsInPixels(perInch: 100) == pixels, "\(text)")
    }
  }

  @Test("Lengths are converted with --dpi or the density of the paper")
  func density() throws {
    let job = try parsed([
      "--dpi=254", "--cell=1cmx20mm", "--padding=1mm", "--border=0.5mm red", "--radius=2mm",
      "--max-height=10in", "--margin=1mm",
    ]).resolved().job
    #expect(
      (job.layout as? GridLayout)?.sizing
        == .cell(.init(width: 100, height: 200)))
    #expect(job.style.decoration.padding == 10)
    #expect(job.style.decoration.border?.width == 5)
    #expect(job.style.decoration.radius == 20)
    #expect(job.paging.maximumHeight == 2540)
    #expect(job.margin == PixelSpacing(horizontal: 10, vertical: 10))
    #expect(try parsed(["--paper=A4", "--gap=1in"]).resolved().job.gap.horizontal == 300)
    #expect(try parsed(["--paper=A4", "--dpi=100"]).resolved().job.margin.horizontal == 39)
    #expect(try parsed(["--paper=A4"]).resolved().job.gap.horizontal == 35)
    #expect(try parsed(["--paper=A4", "--dpi=100"]).resolved().job.gap.vertical == 12)
    #expect(try parsed(["--paper=A4", "--gap=5"]).resolved().job.gap.horizontal == 5)
    #expect(try parsed([]).resolved().job.gap == .standard)
  }

  @Test("A size with a unit is a paper size, even if only its second number has a unit")
  func paper() throws {
    for size in ["10x15cm", "4x6in", "4inx6in", "100X150mm"] {
      let (sized, paper) = (try parsed(["--size=\(size)"]), try parsed(["--paper=\(size)"]))
      #expect(
        try sized.resolved().job.paging.maximumHeight == paper.resolved().job.paging.maximumHeight)
      let pages = try [sized, paper].map { try $0.resolved().job.paging }
      #expect(pages[0] == pages[1] && pages[0].maximumHeight != nil)
    }
    #expect(try parsed(["--size=400x30"]).resolved().job.pagePixelsPerInch == nil)
  }

  @Test(
    "A length above 0 with a unit sets the file's density to --dpi, or else to 300; others do not",
    arguments: [
      ("--gap 3mm", 300), ("--cell 1in", 300), ("--size 174mm", 300), ("--padding 1pt", 300),
      ("--border 1pt,red", 300), ("--margin 0mmx1cm", 300), ("--shadow 2mm,black", 300),
      ("--layout rows --row-height 3cm", 300), ("--max-height 20cm", 300), ("--radius 1mm", 300),
      ("--layout columns --columns fixed(3cm)", 300), ("--frame 1pt,red", 300),
      ("--geometry +1mm+1mm", 300), ("--gap 3mm --dpi 96", 96), ("--gap 3 --size 800", nil),
      ("--gap 0mm", nil), ("--layout columns --columns fixed(3px)", nil),
    ] as [(String, Int?)])
  func densityOfUnits(options: String, density: Int?) throws {
    let job = try parsed(options.split(separator: " ").map(String.init)).resolved().job
    #expect(job.encoding.pixelsPerInch == density)
    // Without paper, the margins, type and pages of paper are not used.
    #expect(job.pagePixelsPerInch == nil && !job.texts.areOnPaper)
  }

  @Test(
    "If a density makes a length too large, the error states the limit",
    arguments: [
      (
        ["--shadow=1in", "--dpi=1000"],
        "--shadow: '1in' is out of range; choose a length from 1 to 256 pixels"
      ),
      (["--cell=99999999in", "--dpi=9"], "is over 2147483647 pixels"),
    ])
  func refused(arguments: [String], message: String) {
    let error = #expect(throws: (any Error).self) { try parsed(arguments).resolved().job }
    let actual = error.map { ContactSheetCommand.message(for: $0) } ?? ""
    #expect(actual.contains(message), "\(actual)")
  }

  @Test("--columns 4 makes four equal columns", arguments: ["columns", "masonry"])
  func columns(layout: String) throws {
    let folder = TemporaryFolder()
    for number in 1...5 { try folder.writePicture("\(number).png", width: 300, height: 200) }
    func tiles(_ columns: String) throws -> [Manifest.Rectangle] {
      try Manifest(
        dryRun: [".", "--layout", layout, "--size", "424", "--columns", columns], in: folder
      ).tiles.map(\.cell)
    }
    #expect(try tiles("4") == tiles("4 * flexible"))
    #expect(Set(try tiles("4").map(\.x)).count == 4)
    #expect(throws: (any Error).self) {
      try OptionCatalog.known("columns").check("0")
    }
  }

  @Test("A value can follow a one-letter option directly or as the next argument")
  func joined() throws {
    let options = try parsed(["-j4", "-osheet.png", "-rq0"])
    #expect(options.running.jobs == 4)
    #expect(options.output.output == "sheet.png")
    #expect(options.sheet.isRecursive == true && options.sheet.isNULSeparated)
    #expect(options.running.quiet == true)
    #expect(try parsed(["-j", "4", "-o", "-"]).output.output == "-")
  }
}

@Suite struct MarginsTests {
  @Test(
    "Margins are read like a spacing, or as four lengths in the order of CSS",
    arguments: [
      ("8", [8, 8, 8, 8]), ("12x4", [4, 12, 4, 12]), ("4x6mm", [60, 40, 60, 40]),
      ("1,2,3,4", [1, 2, 3, 4]), ("1, 2, 3, 4", [1, 2, 3, 4]), ("1,2,3,4mm", [10, 20, 30, 40]),
      ("1mm,2cm,3px,4", [10, 200, 3, 4]), ("1px,0,.5in,1cm", [1, 0, 127, 100]),
      ("0,0,0,350", [0, 0, 0, 350]),
    ])
  func edges(text: String, pixels: [Int]) throws {
    let margins = try parsed(["--dpi=254", "--margin=\(text)"]).resolved().job.margins
    #expect([margins.top, margins.right, margins.bottom, margins.left] == pixels)
    let written = try #require(Sheet.Margins(text))
    #expect(Sheet.Margins(written.description) == written, "\(written)")
  }

  @Test("The description of margins in mixed units parses to the same margins")
  func descriptions() throws {
    var random = SeededGenerator(seed: 8)
    let lengths: [Sheet.Length] = [0, 7, .millimetres(5), .inches(0.5), .points(9)]
    for _ in 0..<200 {
      func length() -> Sheet.Length { lengths.randomElement(using: &random) ?? 0 }
      let margins =
        random.number(below: 2) == 0
        ? Sheet.Margins(horizontal: length(), vertical: length())
        : Sheet.Margins(top: length(), right: length(), bottom: length(), left: length())
      #expect(Sheet.Margins(margins.description) == margins, "\(margins)")
    }
  }

  @Test(
    "Text that is neither a spacing nor four lengths is refused as margins",
    arguments: [
      "", ",", "1,2", "1,2,3", "1,2,3,4,5", "1,2,3,", ",,,", "1,2,3,-4", "1.5,2,3,4", "1;2;3;4",
      "1 2 3 4", "1,2,3,4km", "1x2,3,4,5", "1,2,3,99999999999", "mm,mm,mm,mm", "1mmm,2,3,4mm",
      String(repeating: ",", count: 100_000),
    ])
  func noMargins(text: String) {
    #expect(Sheet.Margins(text) == nil)
    #expect(throws: (any Error).self) { try OptionCatalog.known("margin").check(text) }
  }
}

@Suite struct SpacingTests {
  @Test(
    "A spacing is one length, or two lengths with an x between them",
    arguments: [
      ("8", 8, 8), ("8px", 8, 8), ("8x4", 8, 4), ("8pxx4px", 8, 4), ("8X4", 8, 4),
      ("8x4px", 8, 4), ("10mmx15mm", 100, 150), ("1cmX1.5CM", 100, 150), ("0.5inx3", 127, 3),
      ("36ptx0.5in", 127, 127), ("0.01mm", 1, 1), ("0mm", 0, 0),
    ])
  func spaces(text: String, horizontal: Int, vertical: Int) throws {
    let arguments = try parsed(["--dpi=254", "--gap=\(text)"])
    #expect(
      try arguments.resolved().job.gap == PixelSpacing(horizontal: horizontal, vertical: vertical))
  }

  @Test(
    "Text that is not one length, or two with an x between them, is refused as a spacing",
    arguments: [
      "", "x", "8x", "x8", "8xx4", "8px4", "8x4x2", "-1", "1.5", "1 mm", "8pxx", "mm", "1.5px",
      "5mmm", String(repeating: "x", count: 100_000),
    ])
  func noSpaces(text: String) {
    #expect(throws: (any Error).self) { try OptionCatalog.known("gap").check(text) }
  }
}
