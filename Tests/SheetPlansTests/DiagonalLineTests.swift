import SheetLayout
import SheetModel
import SheetText
import TestSupport
import Testing

@testable import SheetPlans

@Suite struct DiagonalLineTests {
  @Test("A diagonal line lies inside its area, and spans its width or its height")
  func inside() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      let area = PixelSize(
        width: 1 + random.number(below: 900), height: 1 + random.number(below: 900))
      let height = 1 + random.number(below: 300)
      guard let line = DiagonalLine(in: area, lineHeight: height) else { continue }
      #expect(line.size.height == height && line.size.width >= height)
      #expect(abs(line.right * line.right + line.up * line.up - 1) < 1e-9)
      let (width, length) = (Double(height), Double(line.size.width))
      let across = length * line.right + width * line.up
      let down = length * line.up + width * line.right
      #expect(across <= Double(area.width) + 1e-6 && down <= Double(area.height) + 1e-6)
      #expect(across > Double(area.width) - 2 || down > Double(area.height) - 2)
    }
  }

  @Test("Text that is turned by 90° is set in a box as wide as its area is tall, never diagonally")
  func upwards() {
    let area = PixelRect(x: 3, y: 4, width: 20, height: 90)
    var text = PlannedText(
      .watermark, text: "a", area: area, size: 12, alignment: .left, overflow: .end)
    #expect(text.boxSize == area.size && text.turnedUpwards.area == area)
    #expect(text.turnedUpwards.boxSize == PixelSize(width: 90, height: 20))
    // A plan may say that a text is diagonal and that it runs upwards.
    text.isDiagonal = true
    #expect(text.diagonal != nil && text.turnedUpwards.diagonal == nil)
    #expect(text.turnedUpwards.boxSize == PixelSize(width: 90, height: 20))
  }

  @Test("There is no diagonal in areas that are too small for a line")
  func none() {
    for (width, height) in [(0, 9), (9, 0), (1, 1), (30, 5), (5, 30)] {
      #expect(DiagonalLine(in: PixelSize(width: width, height: height), lineHeight: 12) == nil)
    }
  }
}
