import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// Tiers that are a narrow strip of a sheet with a given size.
@Suite struct NarrowTiersTests {
  private static func notes(
    _ count: Int, on size: Sheet.Extent?, _ layout: Sheet.Layout = .tiered()
  ) throws -> [String] {
    var sheet = Sheet()
    (sheet.layout, sheet.size, sheet.font) = (layout, size, "builtin")
    let pictures = (0..<count).map {
      SheetPicture(StubPicture(name: "\($0).png", size: PixelSize(width: 768, height: 512)))
    }
    return try SheetPlanner(try sheet.resolved()).plan([PictureGroup(pictures: pictures)])
      .notes.of(.smallPictures).map(\.description)
  }

  @Test("If tiers cover less than a third of the width, a note says how much")
  func noted() throws {
    let notes = try Self.notes(24, on: .init(width: 2000, height: 2000))
    #expect(notes.count == 1)
    let beginning =
      "images cover only 17 % of the width, because their tiers are fitted into a height of 2000 pixels"
    #expect(notes.first?.hasPrefix(beginning) == true, "\(notes)")
    #expect(notes.first?.hasSuffix("collage fills the page") == true, "\(notes)")
  }

  @Test(
    "There is no note if tiers are wider, if the height follows from them, if there are few images, or in other layouts"
  )
  func silent() throws {
    #expect(try Self.notes(24, on: .init(width: 1000, height: 3000)) == [])
    #expect(try Self.notes(24, on: .init(width: 2000)) == [])
    #expect(try Self.notes(24, on: nil) == [])
    for count in 1...3 {
      #expect(try Self.notes(count, on: .init(width: 2000, height: 2000)) == [])
      #expect(try Self.notes(count, on: .init(width: 3000, height: 1500)) == [])
    }
    for layout in [.collage, .grid(), .masonry()] as [Sheet.Layout] {
      #expect(try Self.notes(24, on: .init(width: 2000, height: 2000), layout) == [])
    }
  }
}
