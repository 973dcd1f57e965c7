import Foundation
import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SheetText
import TestSupport
import Testing

@testable import SheetPlans

@Suite struct PlannedScaleBarTests {
  private static let bar = PlannedScaleBar(
    bar: PixelRect(x: 50, y: 60, width: 35, height: 3),
    text: PlannedText(
      .note, text: "50 µm", area: PixelRect(x: 52, y: 45, width: 31, height: 15), size: 12,
      alignment: .center, overflow: .end))

  private static func json(
    _ scaleBar: PlannedScaleBar? = bar,
    on area: PixelRect = PixelRect(x: 10, y: 10, width: 80, height: 60)
  ) -> [UInt8] {
    jsonOfOneTile(on: area) { $0.scaleBar = scaleBar }
  }

  @Test("A plan keeps its scale bars, and a plan without scale bars does not mention them")
  func kept() throws {
    #expect(try SheetManifest(json: Self.json()).plan.pages[0].tiles[0].scaleBar == Self.bar)
    let bare = Self.json(nil)
    #expect(!String(decoding: bare, as: UTF8.self).contains("scaleBar"))
    #expect(try SheetManifest(json: bare).plan.pages[0].tiles[0].scaleBar == nil)
  }

  @Test("A plan keeps the colour of a black bar, mentions no other, and refuses unknown ones")
  func inks() throws {
    var black = Self.bar
    black.ink = .black
    let json = Self.json(black)
    #expect(try SheetManifest(json: json).plan.pages[0].tiles[0].scaleBar == black)
    let place: [any Sendable] = ["pages", 0, "tiles", 0, "scaleBar", "color"]
    let white = try changedJSON(json, with: "white", at: place[...])
    #expect(try SheetManifest(json: white).plan.pages[0].tiles[0].scaleBar == Self.bar)
    let green = try changedJSON(json, with: "green", at: place[...])
    let error = try #require(throws: ManifestError.self) { try SheetManifest(json: green) }
    #expect("\(error)".contains("scaleBar.color"), "\(error)")
  }

  @Test("The text of a scale bar is part of the text of its plan, so that its font is chosen")
  func texts() throws {
    let plan = try SheetManifest(json: Self.json()).plan
    #expect(plan.texts.map(\.text) == ["50 µm"])
    #expect(plan.textsByFont.values.flatMap(\.self) == ["50 µm"])
  }

  @Test("A scale bar outside its picture is refused with an error that gives its path in the plan")
  func refused() throws {
    let place: [any Sendable] = ["pages", 0, "tiles", 0, "scaleBar"]
    let name = "pages[0].tiles[0].scaleBar"
    for (values, path, message) in [
      ((9, 60, 35, 3), ["bar"], "\(name).bar: it is not inside 'image'"),
      ((50, 60, 41, 3), ["bar"], "\(name).bar: it is not inside 'image'"),
      ((50, 60, 0, 3), ["bar"], "\(name).bar: it is not inside 'image'"),
      ((50, 69, 9, 2), ["bar"], "\(name).bar: it is not inside 'image'"),
      ((52, 5, 31, 15), ["text", "area"], "\(name).text.area: it is not inside 'image'"),
      ((52, 45, -1, 15), ["text", "area"], "\(name).text.area: it is not inside 'image'"),
    ] as [((Int, Int, Int, Int), [any Sendable], String)] {
      let area = ["x": values.0, "y": values.1, "width": values.2, "height": values.3]
      let json = try changedJSON(Self.json(), with: area, at: (place + path)[...])
      let error = try #require(throws: ManifestError.self) { try SheetManifest(json: json) }
      #expect("\(error)".hasPrefix(message), "\(error)")
    }
  }

  @Test("A scale bar in a plan is refused unless its height suits the size of its text")
  func height() throws {
    let place: [any Sendable] = ["pages", 0, "tiles", 0, "scaleBar", "bar", "height"]
    for (height, isRefused) in [(2, true), (3, false), (4, true), (8, true)] {
      let json = try changedJSON(Self.json(), with: height, at: place[...])
      if isRefused {
        let error = #expect(throws: ManifestError.self) { try SheetManifest(json: json) }
        #expect(
          error.map { "\($0)" }
            == "pages[0].tiles[0].scaleBar.bar.height: it must be 3 for text of this size"
        )
      } else {
        #expect(throws: Never.self) { try SheetManifest(json: json) }
      }
    }
  }

  @Test("A scale bar with too many pixels to be held in memory is refused")
  func tooLarge() throws {
    let image = PixelRect(x: 10, y: 10, width: 3000, height: 3000)
    for (height, isRefused) in [(1400, false), (1500, true)] {
      var scaleBar = Self.bar
      scaleBar.text.area = PixelRect(x: 50, y: 1000, width: 2900, height: height)
      scaleBar.bar.y = 1000 + height
      let json = Self.json(scaleBar, on: image)
      if isRefused {
        let error = #expect(throws: ManifestError.self) { try SheetManifest(json: json) }
        #expect(
          error.map { "\($0)" } == "pages[0].tiles[0].scaleBar: it has more than 4194304 pixels")
      } else {
        #expect(try SheetManifest(json: json).plan.pages[0].tiles[0].scaleBar == scaleBar)
      }
    }
  }
}
