import SheetImaging
import Testing

@testable import SheetModel

/// Overlays as they are written in options.
@Suite struct WrittenOverlayTests {
  @Test(
    "A colour, an opacity or both may follow an overlay's path; anything else belongs to the path")
  func parts() throws {
    let green = Color(red: 0, green: 1, blue: 0)
    for (text, path, color, percentage) in [
      ("masks", "masks", nil, 50), ("masks=40%", "masks", nil, 40),
      ("masks=green", "masks", green, 50), ("masks=Green,40%", "masks", green, 40),
      ("masks=#00ff00, 12.5%", "masks", green, 12.5), ("a=b/c=green", "a=b/c", green, 50),
      ("masks=blue-ish", "masks=blue-ish", nil, 50),
      ("masks=40%,green", "masks=40%,green", nil, 50),
      ("masks=0.4", "masks=0.4", nil, 50), ("a,b", "a,b", nil, 50), ("a=b,40%", "a=b,40%", nil, 50),
      ("masks=#00ff0080", "masks=#00ff0080", nil, 50), ("masks=", "masks=", nil, 50),
      ("a=red=9%", "a=red", nil, 9),
    ] as [(String, String, Color?, Double)] {
      let overlay = try WrittenOverlay(parsing: text)
      #expect(overlay.path == path && overlay.percentage == percentage, "\(text)")
      #expect(overlay.color == color, "\(text)")
    }
    #expect(try WrittenOverlay(parsing: "m=red").color == Color("red"))
  }

  @Test("An overlay without a path, or with an opacity that is not 0 to 100 per cent, is refused")
  func refused() {
    for text in ["", "=40%", "=green", "=red,40%", "m=101%", "m=red,101%", "m=-1%"] {
      #expect(throws: (any Error).self) { try WrittenOverlay(parsing: text) }
    }
  }
}
