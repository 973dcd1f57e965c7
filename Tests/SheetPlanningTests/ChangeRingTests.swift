import SheetLayout
import SheetPlans
import TestSupport
import Testing

@testable import SheetPlanning

/// Rings around small changes.
@Suite struct ChangeRingTests {
  private static let rings = ChangeRings(em: 12)

  private static func around(
    _ changes: [PixelRect], in size: PixelSize, on image: PixelRect
  ) -> [PixelRect] {
    let whole = Rect(
      x: Double(image.x), y: Double(image.y), width: Double(image.width),
      height: Double(image.height))
    return rings.around(changes, in: size, shownAs: (whole, image))
  }

  @Test("Each small change is in or near a ring, or near a change that is seen without a ring")
  func property() {
    var random = SeededGenerator(seed: 83)
    var (ringCount, seenCount) = (0, 0)
    for _ in 0..<300 {
      let image = PixelRect(
        x: random.number(below: 50), y: random.number(below: 50),
        width: 40 + random.number(below: 300), height: 40 + random.number(below: 300))
      let factor = 1 + random.number(below: 12)
      let size = PixelSize(width: factor * image.width, height: factor * image.height)
      let changes = (0..<1 + random.number(below: 12)).map { _ in
        let (x, y) = (random.number(below: size.width), random.number(below: size.height))
        return PixelRect(
          x: x, y: y, width: 1 + random.number(below: min(90, size.width - x)),
          height: 1 + random.number(below: min(90, size.height - y)))
      }
      let rings = Self.around(changes, in: size, on: image)
      func onSheet(_ change: PixelRect) -> PixelRect {
        let (x, y) = (change.x / factor, change.y / factor)
        return PixelRect(
          x: image.x + x, y: image.y + y, width: (change.maxX - 1) / factor - x + 1,
          height: (change.maxY - 1) / factor - y + 1)
      }
      let isSmall = { (change: PixelRect) in
        Double(max(change.width, change.height)) / Double(factor) < Self.rings.seenLength
      }
      let seen = changes.filter { !isSmall($0) }.map(onSheet)
      for change in changes.filter(isSmall).map(onSheet) {
        let reach = change.outset(by: Self.rings.diameter)
        #expect(rings.contains(where: reach.overlaps) || seen.contains(where: reach.overlaps))
      }
      for (index, ring) in rings.enumerated() {
        #expect(ring.width == 18 && ring.height == 18 && ring.overlaps(image))
        #expect(!rings[..<index].contains(where: ring.overlaps))
        #expect(!seen.contains(where: ring.overlaps))
      }
      (ringCount, seenCount) = (ringCount + rings.count, seenCount + seen.count)
    }
    #expect(ringCount > 100 && seenCount > 100)
  }

  @Test(
    "A changed pixel of a large picture has a ring, but not on a tile hardly larger than a ring")
  func pixel() {
    let change = PixelRect(x: 960, y: 600, width: 1, height: 1)
    let size = PixelSize(width: 1920, height: 1200)
    #expect(
      Self.around([change], in: size, on: PixelRect(x: 100, y: 50, width: 320, height: 200))
        == [PixelRect(x: 251, y: 141, width: 18, height: 18)])
    #expect(Self.around([change], in: size, on: PixelRect(x: 0, y: 0, width: 48, height: 30)) == [])
  }

  @Test("Only changes in the visible part of a picture have rings, and enlarged pictures have none")
  func part() {
    let changes = [
      PixelRect(x: 10, y: 10, width: 1, height: 1), PixelRect(x: 900, y: 900, width: 1, height: 1),
    ]
    let (size, image) = (
      PixelSize(width: 1000, height: 1000), PixelRect(x: 0, y: 0, width: 200, height: 200)
    )
    for (scale, expected) in [(0.2, 2), (0.5, 1), (1, 1), (2, 0)] {
      let whole = Rect(x: 0, y: 0, width: 1000 * scale, height: 1000 * scale)
      let rings = Self.rings.around(changes, in: size, shownAs: (whole, image))
      #expect(rings.count == expected, "\(scale)")
    }
  }

  @Test(
    "Rings grow with the type of the sheet, but their diameter and their number per tile are limited"
  )
  func limits() {
    #expect(ChangeRings(em: 33).diameter == 50)
    #expect(ChangeRings(em: 5).diameter == 12)
    #expect(ChangeRings(em: 1000).diameter == PlannedTile.largestRing)
    let changes = (0..<400).map {
      PixelRect(x: $0 % 20 * 100, y: $0 / 20 * 100, width: 1, height: 1)
    }
    let rings = Self.around(
      changes, in: PixelSize(width: 2000, height: 2000),
      on: PixelRect(x: 0, y: 0, width: 1000, height: 1000))
    #expect(rings.count == PlannedTile.mostRings)
  }
}
