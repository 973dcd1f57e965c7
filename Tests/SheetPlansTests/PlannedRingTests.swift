import Foundation
import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlans

@Suite struct PlannedRingTests {
  private static let rings = [
    PixelRect(x: 20, y: 20, width: 18, height: 18), PixelRect(x: 81, y: 60, width: 18, height: 18),
  ]

  private static func json(_ rings: [PixelRect], isPlaced: Bool = true) -> [UInt8] {
    jsonOfOneTile(isPlaced: isPlaced) { $0.rings = rings }
  }

  @Test("A plan keeps its rings, and a plan without rings does not mention them")
  func kept() throws {
    let read = try SheetManifest(json: Self.json(Self.rings))
    #expect(read.plan.pages[0].tiles[0].rings == Self.rings)
    let bare = Self.json([])
    #expect(!String(decoding: bare, as: UTF8.self).contains("rings"))
    #expect(try SheetManifest(json: bare).plan.pages[0].tiles[0].rings == [])
  }

  @Test(
    "A ring that is not round, too large or off the image is refused, and so are too many rings")
  func refused() throws {
    for ring in [
      PixelRect(x: 20, y: 20, width: 18, height: 17), PixelRect(x: 20, y: 20, width: 0, height: 0),
      PixelRect(x: 20, y: 20, width: 257, height: 257),
      PixelRect(x: 90, y: 20, width: 18, height: 18),
      PixelRect(x: 20, y: -8, width: 18, height: 18),
    ] {
      let error = #expect(throws: ManifestError.self) {
        try SheetManifest(json: Self.json([ring]))
      }
      #expect(
        error.map { "\($0)" }
          == "pages[0].tiles[0].rings: each must be a square of up to 256 pixels that reaches into 'image'",
        "\(ring)")
    }
    let many = [PixelRect](repeating: Self.rings[0], count: 51)
    #expect(throws: ManifestError.self) { try SheetManifest(json: Self.json(many)) }
    #expect(throws: Never.self) { try SheetManifest(json: Self.json(Array(many.dropLast()))) }
    #expect(throws: ManifestError.self) {
      try SheetManifest(json: Self.json(Self.rings, isPlaced: false))
    }
  }
}
