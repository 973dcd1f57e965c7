import SheetImaging
import SheetLayout
import Testing

@testable import SheetPlans

@Suite struct DecorationOptionTests {
  static let lightGray = Color(red: 0.8, green: 0.8, blue: 0.8)

  @Test(
    "A border is a width with an optional colour",
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
    "Text that is not a width with an optional colour is refused as a border",
    arguments: [
      "", " ", "0", "-1", "+2", "2 ", "2,", " 2", ",2", "silver", "2silver", "2 silver 3",
      "2 silver,", "2.5", "2px", "٢", "2147483648", "2\tred", "99999999999999999999 red", "2,,red",
    ])
  func notABorder(text: String) {
    #expect(Border(text) == nil)
  }

  @Test(
    "A shadow is a size with an optional colour, and is offset downwards by a quarter of its size")
  func shadow() throws {
    let shadow = try #require(Shadow("8"))
    #expect(shadow.color == Color(red: 0, green: 0, blue: 0, alpha: 0.4))
    #expect(shadow.drop == 2)
    #expect(shadow.reach == PixelInsets(top: 6, left: 8, bottom: 10, right: 8))
    #expect(Shadow("8 navy")?.color == Shadow("8,#000080")?.color)
    #expect(Shadow("256") != nil)
    for text in ["0", "257", "-1", "8 dark", ""] { #expect(Shadow(text) == nil) }
  }

  @Test("The description of a shadow parses to the same shadow, which extends beyond all edges")
  func shadowText() throws {
    for size in 1...Shadow.maximumSize {
      let shadow = try #require(Shadow(size: size))
      #expect(Shadow(shadow.description) == shadow)
      let reach = shadow.reach
      #expect(reach.top >= 0 && reach.bottom >= reach.top)
    }
  }

  @Test("Decoration takes up space, and the frame, if any, casts the shadow")
  func room() throws {
    #expect(Decoration().room() == CellDecoration())
    #expect(Decoration().isInvisible && Decoration(padding: 3).isInvisible)
    var decoration = Decoration(padding: 3, border: Border("2"), radius: 9, shadow: Shadow("8"))
    #expect(!decoration.isInvisible)
    #expect(decoration.room().shadow?.owner == .picture)
    decoration.frame = Border("1 red")
    let label = CellDecoration.Label(.below, height: 12, gap: 2)
    let room = decoration.room(label: label)
    #expect(room.shadow?.owner == .frame)
    #expect((room.frameWidth, room.padding, room.borderWidth) == (1, 3, 2))
    #expect(room.label == label)
    #expect(decoration.colors.count == 3)
  }
}
