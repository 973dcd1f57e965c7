import ImagingFixtures
import Testing

@testable import SheetImaging

@Suite struct BackdropTests {
  static let format = PixelFormat(.rgb, .eight)
  static let veil = Color(red: 1, green: 0, blue: 0, alpha: 0.5)

  @Test(
    "Each pixel is painted over its own checkerboard square, in whichever direction its line runs",
    arguments: [(1, 0), (-1, 0), (0, 1), (0, -1)])
  func squares(stepX: Int, stepY: Int) {
    let light = (0..<61).flatMap { [Float($0) / 200, Float($0) / 61] }
    let backdrop = Backdrop.squares(.white, .black)
    for corner in 0..<20 {
      let line = PixelLine(x: 60 + corner, y: 61 + 2 * corner, stepX: stepX, stepY: stepY)
      let bytes = paint(light, from: .grayAlpha, to: Self.format, over: backdrop, at: line)
      for index in 0..<61 {
        let (x, y) = (line.x + index * stepX, line.y + index * stepY)
        let color = (x / 8 % 2) == (y / 8 % 2) ? Color.white : .black
        let pixel = paint(
          Array(light[2 * index..<2 * index + 2]), from: .grayAlpha, to: Self.format,
          over: .color(color))
        #expect(Array(bytes[3 * index..<3 * index + 3]) == pixel)
      }
    }
  }

  @Test("A checkerboard that starts at a given pixel has the same pattern, shifted to that pixel")
  func origin() {
    let light = (0..<61).flatMap { [Float($0) / 200, Float($0) / 61] }
    let expected = paint(
      light, from: .grayAlpha, to: Self.format, over: .checker, at: PixelLine(x: 5, y: 11))
    for (x, y) in [(0, 0), (3, 0), (8, 8), (13, 21), (16, 5)] {
      var bytes = [UInt8](repeating: 0, count: expected.count)
      var span = bytes.mutableSpan
      RowPainter(from: .grayAlpha, to: Self.format, over: .checker, startingAt: (x, y)).paint(
        light.span, at: PixelLine(x: x + 5, y: y + 11), into: &span)
      #expect(bytes == expected, "\(x), \(y)")
    }
  }

  @Test("A translucent colour tints a checkerboard, and an opaque colour hides it")
  func covered() {
    #expect(Backdrop.checker.covered(by: .black) == .color(.black))
    #expect(
      Backdrop.checker.covered(by: Self.veil)
        == .squares(
          Self.veil.composed(over: .white),
          Self.veil.composed(over: Color(red: 0.8, green: 0.8, blue: 0.8))))
    #expect(
      Backdrop.color(.white).covered(by: Self.veil) == .color(Self.veil.composed(over: .white)))
    #expect(Backdrop.checker.covered(by: .clear) == .checker)
  }

  @Test("A backdrop is opaque if all of its colours are")
  func opacity() {
    #expect(Backdrop.checker.isOpaque)
    #expect(!Backdrop.color(.clear).isOpaque)
    #expect(!Backdrop.squares(.white, .clear).isOpaque)
  }

  @Test("The description of a backdrop parses as the same backdrop")
  func parsing() throws {
    #expect(try Backdrop(parsing: "Checker") == .checker)
    #expect(try Backdrop(parsing: "none") == .color(.clear))
    #expect(
      try Backdrop(parsing: "checker:#666,gray")
        == .squares(
          try Color(parsing: "666"), try Color(parsing: "gray")))
    for text in ["checker", "#12345678", "checker:#010203ff,#00000000"] {
      #expect(try Backdrop(parsing: text).description == text)
    }
    for text in ["checkers", "checker:", "checker:red", "checker:red,", "checker:red,blue,red"] {
      #expect(throws: ColorError.self) { try Backdrop(parsing: text) }
    }
  }
}
