import SheetLayout
import Testing

@testable import SheetPlanning

@Suite struct PictureAreaTests {
  @Test(
    "An area covers the pixels that it touches, up to the edges of the picture",
    arguments: [
      ("0,0,100%,48", [0, 0, 200, 48]), ("10%,50%,10%,50%", [20, 50, 20, 50]),
      ("0,0,1.2%,1%", [0, 0, 3, 1]), ("199,99,50,50", [199, 99, 1, 1]),
      ("*.png=0,0,1,1", [0, 0, 1, 1]), ("33.5%,0,0.5%,100%", [67, 0, 1, 100]),
      ("0.1,0.5,0.1,0.5", [20, 50, 20, 50]), ("0.5,0,0.5,1", [100, 0, 100, 100]),
      ("a=0,10%,1,.25", [0, 10, 200, 25]), ("200,0,1,1", nil), ("100%,0,1,1", nil),
      ("0,0,9223372036854775807,9223372036854775807", [0, 0, 200, 100]),
      ("9223372036854775807,0,1,1", nil),
    ] as [(String, [Int]?)])
  func pixels(text: String, area: [Int]?) throws {
    let rule = try #require(try PictureRule(text, as: .ignoredArea))
    let pixels = rule.value.pixels(of: PixelSize(width: 200, height: 100))
    #expect(pixels.map { [$0.x, $0.y, $0.width, $0.height] } == area)
  }

  @Test(
    "Text that is not an area is refused",
    arguments: [
      "0,0,0,5", "0,0,5,0%",
      "", "1,2,3", "1,2,3,4,5", "a,0,1,1", "-1,0,1,1", "x=", "=0,0,1,1", "101%,0,1,1", "1,,1,1",
      "0.5,2,0.5,0.5", "0.5,0,0.0,1", "0.5,0,1.1,1", "0.5,0,-0.5,1", "0.5,0,1e-1,1",
    ])
  func refused(text: String) throws { #expect(try PictureRule(text, as: .ignoredArea) == nil) }
}
