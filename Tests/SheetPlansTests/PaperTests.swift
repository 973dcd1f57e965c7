import SheetFixtures
import SheetLayout
import SheetModel
import SheetPlans
import Testing

@Suite struct PaperTests {
  @Test(
    "The size of paper in pixels follows from the density",
    arguments: [
      ("A4", 300, 2480, 3508), ("a4", 300, 2480, 3508), ("A4-landscape", 300, 3508, 2480),
      ("A4-Portrait", 72, 595, 842), ("A0", 300, 9933, 14043), ("A6", 300, 1240, 1748),
      ("B4", 300, 2953, 4169), ("B5", 300, 2079, 2953), ("letter", 300, 2550, 3300),
      ("Legal", 300, 2550, 4200), ("TABLOID-LANDSCAPE", 300, 5100, 3300), ("A6", 1, 4, 6),
      ("10x15cm", 300, 1181, 1772), ("15x10cm", 300, 1772, 1181), ("10cmx150mm", 300, 1181, 1772),
      ("4×6in", 300, 1200, 1800), ("8.5X11in", 100, 850, 1100), ("72x144pt", 300, 300, 600),
      ("DIN A4", 300, 2480, 3508), ("din-a4-landscape", 300, 3508, 2480),
      ("ISO A6 portrait", 1, 4, 6), ("A4 landscape", 300, 3508, 2480),
      ("10x15cm-landscape", 300, 1772, 1181), ("15x10cm-landscape", 300, 1772, 1181),
      ("15x10cm-Portrait", 300, 1181, 1772), ("4×6in landscape", 300, 1800, 1200),
    ])
  func paper(text: String, density: Int, width: Int, height: Int) throws {
    let paper = try Sheet.Paper(parsing: text)
    #expect(paper.pixels(perInch: density) == PixelSize(width: width, height: height))
    #expect(Sheet.Paper(paper.description) == paper)
  }

  @Test("The named paper sizes are the same as those parsed from text")
  func formats() {
    let formats: [(Sheet.Paper, String)] = [
      (.a2, "A2"), (.a3, "a3"), (.a4, "din a4"), (.a5, "A5"), (.letter, "letter"),
      (.legal, "Legal"),
    ]
    for (paper, text) in formats { #expect(paper == Sheet.Paper(text)) }
  }

  @Test(
    "Paper can be turned, and its orientation can be stated",
    arguments: [
      ("A4", "A4-landscape", "A4-portrait"), ("letter-landscape", "letter-portrait", nil),
      ("A5-portrait", "A5-landscape", nil), ("4x6in", "6x4in", "4x6in-portrait"),
      ("6×4in", "4×6in", "6×4in-landscape"), ("10cmx150mm", "150mmx10cm", "10cmx150mm-portrait"),
      ("10x15cm-landscape", "10x15cm-portrait", nil),
    ] as [(String, String, String?)])
  func turned(text: String, turned: String, stating: String?) throws {
    let paper = try Sheet.Paper(parsing: text)
    #expect(paper.turned.description == turned)
    let size = paper.pixels(perInch: 300)
    for other in [paper.turned, try Sheet.Paper(parsing: turned)] {
      #expect(
        other.pixels(perInch: 300) == PixelSize(width: size.height, height: size.width))
      #expect(other.turned.pixels(perInch: 300) == size)
    }
    #expect(paper.statesOrientation == (stating == nil))
    #expect(paper.statingOrientation.description == stating ?? text)
    #expect(paper.statingOrientation.pixels(perInch: 300) == size)
    #expect(
      paper.landscape.pixels(perInch: 300).width >= paper.landscape.pixels(perInch: 300).height)
  }

  @Test(
    "A paper format is recognised from its size in pixels at the density used to calculate that size"
  )
  func ofPixels() throws {
    for density in [72, 96, 150, 300, 600] {
      for format in Sheet.Paper.formats.map(\.name) {
        for ending in ["", "-landscape"] {
          let paper = try Sheet.Paper(parsing: format + ending)
          #expect(Sheet.Paper(ofPixels: paper.pixels(perInch: density), perInch: density) == paper)
        }
      }
    }
    let size = try Sheet.Paper(parsing: "A4").pixels(perInch: 300)
    #expect(Sheet.Paper(ofPixels: size, perInch: 299) == nil)
    #expect(
      Sheet.Paper(ofPixels: PixelSize(width: size.width + 1, height: size.height), perInch: 300)
        == nil)
  }

  @Test("Each format of the A series is half the size of the previous one, to the millimetre")
  func halves() throws {
    for number in 0..<6 {
      let large = try Sheet.Paper(parsing: "A\(number)").millimetres
      let half = try Sheet.Paper(parsing: "A\(number + 1)-landscape").millimetres
      #expect(half.width == large.width)
      #expect(half.height == (large.height / 2).rounded(.down))
    }
  }

  @Test(
    "An unknown paper size is refused, and the error lists the known sizes",
    arguments: [
      "", "A7", "A4-", "-landscape", "A4-landscape-portrait", "DIN letter", "DIN", "foolscap",
      "10x15", "10x15px", "x15cm", "10xcm", "10x15x20cm", "0x5cm", "6x6000mm", "-1x5cm", "1e2x5cm",
      "99999999999999999999x1mm", "10x15-landscape", "10x15cm-upright",
    ])
  func notPaper(text: String) {
    let error = #expect(throws: PaperError.self) { try Sheet.Paper(parsing: text) }
    #expect(error?.text == text)
    #expect(
      error?.description
        == "'\(text)' is not a paper size; use one of A0, A1, A2, A3, A4, A5, A6, B4, B5, letter, "
        + "legal, tabloid, or a size such as 10x15cm, optionally followed by -landscape or -portrait"
    )
  }
}
