import SheetLayout
import TestSupport
import Testing

@testable import ContactSheet

/// The context around changed pixels in tiles that show only the changed part.
@Suite struct ChangedPartTests {
  @Test("The part shown contains all changes with their context, and is inside the picture")
  func property() {
    var numbers = SeededGenerator(seed: 46)
    for _ in 0..<3000 {
      let picture = PixelSize(
        width: 1 + numbers.number(below: 900), height: 1 + numbers.number(below: 900))
      let (x, y) = (numbers.number(below: picture.width), numbers.number(below: picture.height))
      let box = PixelRect(
        x: x, y: y, width: 1 + numbers.number(below: picture.width - x),
        height: 1 + numbers.number(below: picture.height - y))
      let part = box.withSurroundings(in: picture)
      #expect(box.isInside(part), "\(box) in \(picture)")
      #expect(
        part.isInside(PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)))
      let margin = max(32, max(box.width, box.height) / 8)
      // Each side is as long as requested, or as long as the picture's.
      let (least, most) = (min(part.width, part.height), max(part.width, part.height))
      #expect(part.width >= min(picture.width, box.width + 2 * margin))
      #expect(part.height >= min(picture.height, box.height + 2 * margin))
      #expect(
        most <= 2 * least + 2 || least == min(picture.width, picture.height), "\(box) in \(picture)"
      )
    }
  }

  @Test(
    "A changed pixel gets 32 pixels of context on each side; in a corner, the inner sides get 64"
  )
  func pixel() {
    let page = PixelSize(width: 3840, height: 2160)
    func part(_ x: Int, _ y: Int) -> PixelRect {
      PixelRect(x: x, y: y, width: 1, height: 1).withSurroundings(in: page)
    }
    #expect(part(1000, 500) == PixelRect(x: 968, y: 468, width: 65, height: 65))
    #expect(part(0, 0) == PixelRect(x: 0, y: 0, width: 65, height: 65))
    #expect(part(3839, 2159) == PixelRect(x: 3775, y: 2095, width: 65, height: 65))
    let line = PixelRect(x: 0, y: 1000, width: 3840, height: 1).withSurroundings(in: page)
    #expect(line.width == 3840 && line.height == 2160)
  }
}
