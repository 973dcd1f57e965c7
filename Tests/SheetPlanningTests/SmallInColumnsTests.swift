import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// Pictures with few pixels in the columns of a matrix.
@Suite struct SmallInColumnsTests {
  /// A plan for pictures of 64 by 64 pixels, each with a column of its own.
  private static func planned(
    _ count: Int, _ change: (inout Sheet) -> Void
  ) throws -> PlannedPictures {
    var sheet = Sheet()
    sheet.layout = .matrix(rows: "{width}", columns: "{stem}")
    (sheet.size, sheet.font) = (.init(width: 1600), "builtin")
    change(&sheet)
    let pictures = (0..<count).map {
      SheetPicture(StubPicture(name: "\($0).png", size: PixelSize(width: 64, height: 64)))
    }
    return try SheetPlanner(try sheet.resolved()).plan([PictureGroup(pictures: pictures)])
  }

  private static func notes(_ count: Int, _ change: (inout Sheet) -> Void = { _ in }) throws
    -> [String]
  {
    try planned(count, change).notes.of(.smallPictures).map(\.description)
  }

  @Test("A note says how many pictures are less than half as wide as their columns")
  func noted() throws {
    #expect(
      try Self.notes(6) == [
        "6 images fill less than half of the width of their columns, because they are not enlarged; "
          + "upscale enlarges them"
      ])
    #expect(
      try Self.notes(1) == [
        "1 image fills less than half of the width of its column, because it is not enlarged; "
          + "upscale enlarges it"
      ])
  }

  @Test(
    "There is no note on small pictures if columns follow from them, or a setting sets their size")
  func silent() throws {
    #expect(try Self.notes(16) == [])
    for change in [
      { $0.upscale = .toCells }, { $0.upscale = .none }, { $0.upscale = .factor(1) },
      { $0.scale = Sheet.Scaling.none }, { $0.scale = .fill }, { $0.size = nil },
      { $0.size = .init(width: 500) },
      {
        $0.size = nil
        $0.layout = .matrix(rows: "{width}", columns: "{stem}", cell: .init(width: 200))
      },
    ] as [(inout Sheet) -> Void] {
      #expect(try Self.notes(6, change) == [])
    }
  }

  @Test("If the width is given in millimetres, a note counts pictures that are lost in their cells")
  func millimetres() throws {
    func notes(_ change: (inout Sheet) -> Void) throws -> [String] {
      try Self.notes(12) {
        ($0.layout, $0.size) = (.grid(columns: 3), .init(width: .millimetres(180)))
        change(&$0)
      }
    }
    let text = [
      "12 images fill less than a third of the width of their cells, because they are not enlarged; "
        + "upscale enlarges them"
    ]
    #expect(try notes { _ in } == text)
    #expect(try notes { $0.layout = .columns([.flexible(), .flexible()]) } == text)
    for change in [
      { $0.upscale = .toCells }, { $0.upscale = .none }, { $0.scale = .fill },
      { $0.size = .init(width: 2126) }, { $0.layout = .grid(columns: 12) },
    ] as [(inout Sheet) -> Void] {
      #expect(try notes(change) == [])
    }
  }

  @Test("At 300 pixels per inch, pictures that cannot be doubled fill their columns")
  func figures() throws {
    for count in 2...20 {
      for dpi in [nil, 96, 300, 600] {
        let plan = try Self.planned(count) {
          ($0.upscale, $0.filter, $0.dpi) = (.toCells, .nearest, dpi)
        }.plan
        for tile in plan.pages.flatMap(\.tiles) {
          let (image, cell) = (try #require(tile.placement?.image), tile.cell)
          let factor = Double(image.width) / 64
          let isWhole = factor == factor.rounded()
          #expect(image.width == image.height && image.width <= cell.width)
          let fills = abs(image.width - cell.width) <= 1
          #expect(isWhole || factor < 2 && fills && dpi ?? 0 >= 300)
          if dpi ?? 0 >= 300, cell.width < 128 { #expect(10 * image.width >= 9 * cell.width) }
        }
      }
    }
  }
}
