import TestSupport
import Testing

@testable import SheetImaging

/// The ink of text on a backdrop.
@Suite struct BackdropInkTests {
  private static func color(_ random: inout SeededGenerator) -> Color {
    func component() -> Double { Double(random.number(below: 256)) / 255 }
    return Color(
      red: component(), green: component(), blue: component(),
      alpha: random.number(below: 3) > 0 ? 1 : component())
  }

  @Test("Text on any colour is black or white with a contrast of at least 4.5, and needs no plate")
  func colors() {
    var random = SeededGenerator(seed: 1)
    let grays = (0...255).map { Double($0) / 255 }.map { Color(red: $0, green: $0, blue: $0) }
    for color in grays + (0..<5000).map({ _ in Self.color(&random) }) {
      let ink = Backdrop.color(color).ink
      #expect(ink.plate == nil && [.black, .white].contains(ink.color))
      #expect(ink.color == color.inkToReadOn)
      #expect(ink.color.contrast(with: color.composed(over: .white)) >= 4.5, "\(color)")
    }
  }

  @Test("Text gets a plate on a checkerboard where one square would hide black and the other white")
  func squares() {
    var random = SeededGenerator(seed: 2)
    var plates = 0
    for _ in 0..<5000 {
      let squares = [Self.color(&random), Self.color(&random)]
      let ink = Backdrop.squares(squares[0], squares[1]).ink
      if ink.plate != nil { plates += 1 }
      for square in squares {
        let under = square.composed(over: .white)
        let seen = ink.plate?.composed(over: under) ?? under
        #expect(ink.color.contrast(with: seen) >= 4.5, "\(squares)")
      }
    }
    #expect(plates > 500 && plates < 4500)
    #expect(Backdrop.checker.ink.color == .black && Backdrop.checker.ink.plate == nil)
  }
}
