import SheetImaging
import SheetLayout
import Testing

@testable import ContactSheet

@Suite struct FurnitureOptionTests {
  static let lightGray = Color(red: 0.8, green: 0.8, blue: 0.8)

  @Test(
    "A border is a width, perhaps with a colour",
    arguments: [
      ("2", 2, Border.defaultColor), ("2 #ccc", 2, lightGray), ("2,#ccc", 2, lightGray),
      ("2 , #CCC", 2, lightGray), ("12  white", 12, .white), ("1 #cccf", 1, lightGray),
      ("3 none", 3, .clear),
    ] as [(String, Int, Color)])
  func border(text: String, width: Int, color: Color) throws {
    let border = try #require(Border(text))
    #expect(border.width == width)
    #expect(border.color == color)
    #expect(Border(border.description) == border)
  }

  @Test(
    "What is not a border is refused",
    arguments: [
      "", " ", "0", "-1", "+2", "2 ", "2,", " 2", ",2", "silver", "2silver", "2 silver 3",
      "2 silver,", "2.5", "2px", "٢", "2147483648", "2\tred", "99999999999999999999 red", "2,,red",
    ])
  func notABorder(text: String) {
    #expect(Border(text) == nil)
  }

  @Test("A shadow is a size, perhaps with a colour, and lies a quarter of its size lower")
  func shadow() throws {
    let shadow = try #require(Shadow("8"))
    #expect(shadow.color == Color(red: 0, green: 0, blue: 0, alpha: 0.4))
    #expect(shadow.drop == 2)
    #expect(shadow.reach == PixelInsets(top: 6, left: 8, bottom: 10, right: 8))
    #expect(Shadow("8 navy")?.color == Shadow("8,#000080")?.color)
    #expect(Shadow("256") != nil)
    for text in ["0", "257", "-1", "8 dark", ""] { #expect(Shadow(text) == nil) }
  }

  @Test("Shadows can be written down and read back, and always reach all edges")
  func shadowText() throws {
    for size in 1...Shadow.maximumSize {
      let shadow = try #require(Shadow(size: size))
      #expect(Shadow(shadow.description) == shadow)
      let reach = shadow.reach
      #expect(reach.top >= 0 && reach.bottom >= reach.top)
    }
  }

  @Test("Furniture takes room, and the shadow lies under the frame where there is one")
  func room() throws {
    #expect(Furniture().room() == CellFurniture())
    #expect(Furniture().isInvisible && Furniture(padding: 3).isInvisible)
    var furniture = Furniture(padding: 3, border: Border("2"), radius: 9, shadow: Shadow("8"))
    #expect(!furniture.isInvisible)
    #expect(furniture.room().shadow?.owner == .picture)
    furniture.frame = Border("1 red")
    let label = CellFurniture.Label(.below, height: 12, gap: 2)
    let room = furniture.room(label: label)
    #expect(room.shadow?.owner == .frame)
    #expect((room.frameWidth, room.padding, room.borderWidth) == (1, 3, 2))
    #expect(room.label == label)
    #expect(furniture.colors.count == 3)
  }

  @Test(
    "A length is in pixels or on paper",
    arguments: [
      ("8", nil, 8), ("8px", nil, 8), ("0", nil, 0), ("8PX", 300, 8), ("25.4mm", 300, 300),
      ("5mm", 300, 59), ("0.5in", 300, 150), ("12pt", 72, 12), ("12pt", 300, 50), (".5in", 1, 1),
      ("0mm", 300, 0),
    ] as [(String, Int?, Int)])
  func length(text: String, density: Int?, pixels: Int) throws {
    let length = try #require(Length(text))
    #expect(try length.pixels(perInch: density) == pixels)
    #expect(length.description == text)
  }

  @Test(
    "What is not a length is refused",
    arguments: [
      "", "px", "-8", "8.5", "8.5px", "5 mm", "5cm", "mm5", "1e3mm", "0x1mm", "nanmm", "inf", ".",
      "1.2.3in", "5mmm", "٥mm", "99999999999999999999",
    ])
  func notALength(text: String) {
    #expect(Length(text) == nil)
  }

  @Test("A length on paper needs a density", arguments: ["5mm", "1in", "9pt"])
  func noDensity(text: String) throws {
    let length = try #require(Length(text))
    let error = #expect(throws: LengthError.noDensity(length)) {
      try length.pixels(perInch: nil)
    }
    #expect(
      error?.description
        == "'\(text)' needs to know how many pixels make an inch")
  }

  @Test("A length that no PNG has is an error, not a crash")
  func tooLong() throws {
    let length = try #require(Length(String(repeating: "9", count: 300) + "mm"))
    #expect(throws: LengthError.tooLong(length)) { try length.pixels(perInch: 300) }
    let pixels = try #require(Length("9999999999px"))
    #expect(throws: LengthError.tooLong(pixels)) { try pixels.pixels(perInch: nil) }
  }

  @Test(
    "Paper has the pixels of its size at a density",
    arguments: [
      ("A4", 300, 2480, 3508), ("a4", 300, 2480, 3508), ("A4-landscape", 300, 3508, 2480),
      ("A4-Portrait", 72, 595, 842), ("A0", 300, 9933, 14043), ("A6", 300, 1240, 1748),
      ("B4", 300, 2953, 4169), ("B5", 300, 2079, 2953), ("letter", 300, 2550, 3300),
      ("Legal", 300, 2550, 4200), ("TABLOID-LANDSCAPE", 300, 5100, 3300), ("A6", 1, 4, 6),
    ])
  func paper(text: String, density: Int, width: Int, height: Int) throws {
    let paper = try Paper(parsing: text)
    #expect(paper.pixels(perInch: density) == PixelSize(width: width, height: height))
    #expect(Paper(paper.description) == paper)
  }

  @Test("Each sheet of the A series is half of the one before, to the millimetre")
  func halves() {
    let series: [Paper.Format] = [.a0, .a1, .a2, .a3, .a4, .a5, .a6]
    for (large, half) in zip(series, series.dropFirst()) {
      let (large, half) = (Paper(large).millimetres, Paper(half, .landscape).millimetres)
      #expect(half.width == large.width)
      #expect(half.height == (large.height / 2).rounded(.down))
    }
  }

  @Test(
    "What is no paper is refused with a list of what is",
    arguments: ["", "A7", "A4-", "-landscape", "A4-landscape-portrait", "A4 landscape", "foolscap"])
  func notPaper(text: String) {
    let error = #expect(throws: PaperError.unknown(text)) { try Paper(parsing: text) }
    #expect(
      error?.description
        == "'\(text)' is no paper; write one of A0, A1, A2, A3, A4, A5, A6, B4, B5, letter, legal, "
        + "tabloid, with -landscape after it for the longer side up")
  }
}
