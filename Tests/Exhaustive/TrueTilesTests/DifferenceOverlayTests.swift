import SheetImaging
import SheetLayout
import Testing

@testable import SheetPictures
@testable import SheetPlans
@testable import SheetRendering

/// Changes drawn over the tile of a difference.
@Suite struct DifferenceOverlayTests {
  @Test(
    "However small the part that a tile shows, its changes can be drawn",
    arguments: [nil, 0.5] as [Double?])
  func smallParts(hottest: Double?) throws {
    // All of their pixels differ.
    let before = TileMemoryTests.HeldPicture(
      name: "before", decoders: TileMemoryTests.Decoders())
    var after = before
    after.heldBytes = 100
    var rule = ComparisonRule(tolerance: 0, ignoresSmoothing: false)
    rule.hottest = hottest
    let difference = PictureDifference(
      from: (before, before.header()), to: (after, after.header()), by: rule)
    let (header, format) = (difference.header(), PixelFormat(.rgb, .eight))
    let tile = PixelRect(x: 0, y: 0, width: 20, height: 10)
    for side in [1, 0.5, 0.01, 1e-6, 1e-9, 1e-12, 1e-14, 1e-15, 1e-17, 1e-100, 1e-300] {
      for (x, y) in [(0, 0), (20, 10), (7.5, 3.25), (39, 29)] as [(Double, Double)] {
        let placement = PicturePlacement(
          image: tile, crop: Rect(x: x, y: y, width: side, height: side))
        let overlay = DifferenceOverlay(
          try difference.opened(as: header), StoredPlacement(placement, of: header),
          height: header.size.height, in: format)
        var drawn = 0
        for line in 0..<tile.height {
          try overlay.prepare(line)
          var bytes = [UInt8](repeating: 1, count: 3 * tile.width)
          var span = bytes.mutableSpan
          overlay.draw(line, into: &span)
          for byte in bytes where byte != 1 { drawn += 1 }
        }
        if hottest == nil, side >= 0.01 {
          #expect(drawn == 3 * tile.width * tile.height, "\(side) at \(x), \(y)")
        }
      }
    }
  }
}
