import SheetFixtures
import SheetImaging
import SheetLayout
import TestSupport
import Testing

@testable import SheetPlans
@testable import SheetRendering

@Suite struct ChangeRingDrawingTests {
  private static let format = PixelFormat(.rgb, .eight)
  private static let size = PixelSize(width: 60, height: 50)

  /// The pixels of a white page with a ring, drawn in strips.
  private static func drawn(
    _ ring: PixelRect, on image: PixelRect, inStripsOf height: Int = 50
  ) -> [[UInt8]] {
    var rows = SheetRows(
      0..<size.height, width: size.width,
      background: BackdropRows(.color(.white), width: size.width, in: format))
    let text = PlacedText(ring: ring, on: image, in: format)
    for start in stride(from: 0, to: size.height, by: height) {
      text.draw(
        in: start..<min(size.height, start + height), visible: { _ in 0..<size.width }, into: &rows)
    }
    let bytes = rows.bytes
    return stride(from: 0, to: bytes.count, by: 3).map { Array(bytes[$0..<$0 + 3]) }
  }

  @Test(
    "A ring around a change is magenta and symmetrical, inside its square, and open in the middle",
    arguments: [12, 17, 18, 40])
  func ring(diameter: Int) {
    let ring = PixelRect(x: 7, y: 4, width: diameter, height: diameter)
    let pixels = Self.drawn(ring, on: PixelRect(x: 0, y: 0, width: 60, height: 50))
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { pixels[y * Self.size.width + x] }
    var full = 0
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        if ring.rows.contains(y), (ring.x..<ring.maxX).contains(x) {
          #expect(pixel(x, y) == pixel(ring.x + ring.maxX - 1 - x, y))
          #expect(pixel(x, y) == pixel(x, ring.y + ring.maxY - 1 - y))
          full += pixel(x, y) == [205, 0, 135] ? 1 : 0
        } else {
          #expect(pixel(x, y) == [255, 255, 255])
        }
      }
    }
    #expect(full >= diameter)
    let middle = ring.x + diameter / 2
    for x in middle - diameter / 5...middle + diameter / 5 {
      #expect(pixel(x, ring.y + diameter / 2) == [255, 255, 255])
    }
  }

  @Test("A ring is cut off at the edges of its image, and is the same in strips of any height")
  func edges() {
    let image = PixelRect(x: 10, y: 10, width: 30, height: 20)
    let ring = PixelRect(x: 2, y: 20, width: 18, height: 18)
    let whole = Self.drawn(ring, on: image)
    for (index, pixel) in whole.enumerated() where pixel != [255, 255, 255] {
      let place = PixelRect(
        x: index % Self.size.width, y: index / Self.size.width, width: 1, height: 1)
      #expect(place.isInside(image))
    }
    #expect(whole.contains([205, 0, 135]))
    for height in [1, 3, 7] { #expect(Self.drawn(ring, on: image, inStripsOf: height) == whole) }
  }

  @Test("A huge ring is drawn only on its image")
  func huge() {
    let image = PixelRect(x: 10, y: 10, width: 30, height: 20)
    let side = 1 << 20
    // The ring's line is wider than the image, which lies in the middle of the line on the left.
    let ring = PixelRect(x: 20 - side / 18, y: 20 - side / 2, width: side, height: side)
    for (index, pixel) in Self.drawn(ring, on: image).enumerated() {
      let place = PixelRect(
        x: index % Self.size.width, y: index / Self.size.width, width: 1, height: 1)
      #expect(pixel == (place.isInside(image) ? [205, 0, 135] : [255, 255, 255]))
    }
  }
}
