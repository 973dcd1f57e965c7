import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// Pictures that lose much of their area to cropping.
@Suite struct HeavyCropsTests {
  private static let photograph = PixelSize(width: 3000, height: 2000)
  private static let panorama = PixelSize(width: 6000, height: 2000)

  /// The notes on photographs, and on one panorama after them.
  private static func notes(
    _ photographs: Int = 3, _ change: (inout Sheet) -> Void
  ) throws -> [String] {
    var sheet = Sheet()
    (sheet.scale, sheet.font) = (.fill, "builtin")
    change(&sheet)
    var job = try sheet.resolved()
    job.sources = (0..<photographs).map { StubPicture(name: "\($0).png", size: photograph) }
    job.sources.append(StubPicture(name: "wide.png", size: panorama))
    return try job.planned().notes.of(.heavyCrops).map(\.description)
  }

  @Test("A note says how many pictures lose more than a third to cropping, and what crops less")
  func noted() throws {
    #expect(
      try Self.notes { $0.layout = .grid(cell: .init(width: 300, height: 200)) } == [
        "1 of 4 images loses more than a third of its area, because images are cropped to fill "
          + "their cells; scale fit shows it whole, and a cell of another shape crops less"
      ])
    #expect(
      try Self.notes { $0.layout = .grid(cell: .init(width: 200, height: 300)) }[0]
        .hasPrefix("all 4 images lose more than a third of their area, "))
    #expect(
      try Self.notes(0) { $0.layout = .grid(ratio: .fixed(0.5)) } == [
        "1 image loses more than a third of its area, because images are cropped to fill their "
          + "cells; scale fit shows it whole, and another ratio crops less"
      ])
  }

  @Test(
    "There is no note on whole pictures, on cells meant to be square, or with a given focus or crop"
  )
  func silent() throws {
    let cell = Sheet.Layout.grid(cell: .init(width: 300, height: 200))
    for change in [
      {
        ($0.layout, $0.scale) = (cell, .fit)
      }, { ($0.layout, $0.scale) = (cell, .stretch) },
      {
        ($0.layout, $0.focus) = (cell, ["wide*=0.5,0.5"])
      }, { ($0.layout, $0.crop) = (cell, ["wide*=0,0,100%,100%"]) },
      { $0.layout = .grid(cell: .init(width: 300, height: 300)) },
      { ($0.paper, $0.layout) = (.a4, .grid(cell: .init(width: 300, height: 300))) },
      { $0.layout = .matrix(columns: "{width}", cell: .init(width: 300, height: 300)) },
      { $0.layout = .grid(ratio: .fixed(1)) }, { $0.layout = .tiered() },
      { ($0.layout, $0.size) = (.collage, .init(width: 900, height: 600)) },
    ] as [(inout Sheet) -> Void] {
      #expect(try Self.notes(3, change) == [])
    }
  }

  @Test("In cells of any size, photographs that lose exactly a third get no note")
  func thirds() throws {
    for height in 45...320 {
      var sheet = Sheet()
      (sheet.scale, sheet.font) = (.fill, "builtin")
      // A 4:3 photograph loses a third of its area in 8:9 cells, which are rounded to whole pixels.
      sheet.layout = .grid(
        cell: .init(width: .pixels((height * 8 + 4) / 9), height: .pixels(height)))
      var job = try sheet.resolved()
      job.sources = [StubPicture(name: "1.png", size: PixelSize(width: 4000, height: 3000))]
      #expect(try job.planned().notes.of(.heavyCrops) == [], "\(height)")
    }
  }
}
