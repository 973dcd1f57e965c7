import Foundation
import SheetFiles
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlans

@Suite struct PlannedInsetTests {
  private static let inset = PlannedInset(
    crop: Rect(x: 20, y: 30, width: 16, height: 9),
    box: PixelRect(x: 20, y: 25, width: 8, height: 5),
    area: PixelRect(x: 40, y: 45, width: 32, height: 18), color: PlannedInset.colors[1],
    lineWidth: 2)

  private static func json(
    _ insets: [PlannedInset] = [inset],
    on area: PixelRect = PixelRect(x: 10, y: 10, width: 80, height: 60)
  ) -> [UInt8] {
    jsonOfOneTile(on: area) { $0.insets = insets }
  }

  @Test("A plan keeps its insets, and a plan without insets does not mention them")
  func kept() throws {
    #expect(try SheetManifest(json: Self.json()).plan.pages[0].tiles[0].insets == [Self.inset])
    let bare = Self.json([])
    #expect(!String(decoding: bare, as: UTF8.self).contains("insets"))
    #expect(try SheetManifest(json: bare).plan.pages[0].tiles[0].insets.isEmpty)
  }

  @Test("An inset with an area outside its picture or an invalid line is refused")
  func refused() throws {
    let place: [any Sendable] = ["pages", 0, "tiles", 0, "insets", 0]
    let name = "pages[0].tiles[0].insets[0]"
    for (key, values, message) in [
      ("box", (9, 25, 8, 5), "\(name).box: it is not inside 'image'"),
      ("box", (20, 25, 0, 5), "\(name).box: it is not inside 'image'"),
      ("area", (60, 45, 32, 18), "\(name).area: it is not inside 'image'"),
      ("area", (40, 45, 32, -1), "\(name).area: it is not inside 'image'"),
      ("crop", (150, 30, 16, 9), "\(name).crop: it is not inside the image"),
      ("crop", (20, 30, 16, 0), "\(name).crop: it is not inside the image"),
    ] as [(String, (Int, Int, Int, Int), String)] {
      let area = ["x": values.0, "y": values.1, "width": values.2, "height": values.3]
      let json = try changedJSON(Self.json(), with: area, at: (place + [key])[...])
      let error = try #require(throws: ManifestError.self) { try SheetManifest(json: json) }
      #expect("\(error)".hasPrefix(message), "\(error)")
    }
    for line in [0, 61] {
      let json = try changedJSON(Self.json(), with: line, at: (place + ["line"])[...])
      #expect(throws: ManifestError.self) { try SheetManifest(json: json) }
    }
  }

  @Test(
    "An inset beside its picture is kept if it is in the cell, and refused if it is partly on the picture"
  )
  func beside() throws {
    for (x, isKept) in [(50, true), (49, false), (58, true), (59, false)] {
      var inset = Self.inset
      inset.area = PixelRect(x: x, y: 45, width: 32, height: 18)
      let json = jsonOfOneTile {
        $0.placement?.image.width = 40
        $0.insets = [inset]
      }
      if isKept {
        #expect(try SheetManifest(json: json).plan.pages[0].tiles[0].insets == [inset])
      } else {
        let error = #expect(throws: ManifestError.self) { try SheetManifest(json: json) }
        #expect(
          error.map { "\($0)" }
            == "pages[0].tiles[0].insets[0].area: it is not inside 'image', nor outside 'image' "
            + "and inside 'cell'")
      }
    }
  }

  @Test("More than four insets are refused, and so is an inset with more than 4,194,304 pixels")
  func tooMany() throws {
    let many = Self.json(Array(repeating: Self.inset, count: 5))
    let error = #expect(throws: ManifestError.self) { try SheetManifest(json: many) }
    #expect(error.map { "\($0)".hasPrefix("pages[0].tiles[0].insets: ") } == true)
    for (side, isRefused) in [(2048, false), (2049, true)] {
      var inset = Self.inset
      inset.area = PixelRect(x: 10, y: 10, width: side, height: 2048)
      let json = Self.json([inset], on: PixelRect(x: 10, y: 10, width: 3000, height: 3000))
      if isRefused {
        let error = #expect(throws: ManifestError.self) { try SheetManifest(json: json) }
        #expect(
          error.map { "\($0)" }
            == "pages[0].tiles[0].insets[0].area: it has more than 4194304 pixels")
      } else {
        #expect(try SheetManifest(json: json).plan.pages[0].tiles[0].insets == [inset])
      }
    }
  }

  @Test("Pixels are squares if both sides are enlarged by the same integer factor of at least two")
  func squares() {
    func isSquare(_ width: Int, _ height: Int) -> Bool {
      var inset = Self.inset
      (inset.area.width, inset.area.height) = (width, height)
      return inset.hasSquarePixels
    }
    #expect(isSquare(32, 18) && isSquare(48, 27))
    #expect(!isSquare(16, 9) && !isSquare(32, 27) && !isSquare(40, 22) && !isSquare(8, 4))
  }
}
