import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SheetText
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// A gap is the distance between everything drawn: pictures with their borders, frames and labels.
@Suite struct GapTests {
  static let decoration = [
    Decoration(), Decoration(border: Border("3")), Decoration(shadow: Shadow("4")),
    Decoration(border: Border("2"), shadow: Shadow("9")), Decoration(shadow: Shadow("30")),
    Decoration(frame: Border("2"), shadow: Shadow("5")),
    Decoration(padding: 6, frame: Border("1"), shadow: Shadow("20")),
    Decoration(padding: 3, shadow: Shadow("2")),
  ]

  /// A job whose pictures fill their cells.
  static func job(_ layout: any Layout, _ decoration: Decoration, gap: Int) throws -> SheetJob {
    var job = try PlannedTextTests.job(layout)
    job.texts.label = nil
    job.style.scaling = .fill
    job.style.enlargement = .allowed
    job.style.decoration = decoration
    job.gap = try #require(PixelSpacing(horizontal: gap, vertical: gap))
    job.margin = try #require(PixelSpacing(horizontal: 40, vertical: 40))
    return job
  }

  /// The drawn area of a tile, without its shadow.
  static func drawn(_ tile: PlannedTile, _ decoration: Decoration) throws -> PixelRect {
    let cell = DecoratedCell(tile.cell, decoration.room())
    if decoration.frame != nil { return cell.frame }
    return cell.borderBox(around: try #require(tile.placement).image).outset(by: decoration.padding)
  }

  @Test(
    "Neighbours are one gap apart, or further if their shadows would overlap",
    arguments: PlannedTextTests.layouts, [0, 8, 21])
  func neighbours(layout: any Layout, gap: Int) async throws {
    for decoration in Self.decoration {
      let page = try Self.job(layout, decoration, gap: gap).sheetPlan().pages[0]
      let reach = decoration.shadow?.reach ?? PixelInsets(0)
      let padding = decoration.frame == nil ? decoration.padding : 0
      let shadows = max(0, reach.horizontal - 2 * padding)
      let boxes = try page.tiles.map { try Self.drawn($0, decoration) }
      let distances = boxes.indices.flatMap { one in
        boxes.indices.compactMap { other -> Int? in
          let (left, right) = (boxes[one], boxes[other])
          let isBeside = left.y < right.maxY && right.y < left.maxY && left.x < right.x
          return isBeside ? right.x - left.maxX : nil
        }
      }
      let least = try #require(distances.min())
      // Each edge is rounded independently.
      #expect(abs(least - max(gap, shadows)) <= 1, "\(layout.name), \(decoration)")
      for (index, tile) in page.tiles.enumerated() {
        for other in page.tiles[(index + 1)...] {
          #expect(!tile.cell.overlaps(other.cell))
        }
      }
    }
  }

  @Test(
    "Around pictures of one ratio, a grid of a given width has the same gaps on both axes",
    arguments: [
      Decoration(border: Border("10")), Decoration(frame: Border("10")), Decoration(padding: 12),
    ])
  func gridOfWidth(decoration: Decoration) throws {
    let layout = GridLayout(.width(800, cellRatio: .automatic), shape: .columns(4))
    var job = try Self.job(layout, decoration, gap: 2)
    job.style.scaling = .fit
    job.sources = (0..<8).map {
      StubPicture(name: "\($0).png", size: PixelSize(width: 768, height: 512))
    }
    let boxes = try job.sheetPlan().pages[0].tiles.map { try Self.drawn($0, decoration) }
    try #require(boxes.count == 8)
    let (across, down) = (boxes[1].x - boxes[0].maxX, boxes[4].y - boxes[0].maxY)
    #expect(abs(across - 2) <= 1 && abs(down - 2) <= 1, "\(across) and \(down)")
  }

  @Test("Shadows fall into the margin, and stay on the sheet if the margin is too narrow")
  func margins() async throws {
    for margin in [0, 3, 40] {
      for decoration in Self.decoration {
        var job = try Self.job(
          RowLayout(rowHeight: 120, extent: PixelExtent(width: 700)!), decoration, gap: 100)
        job.margin = try #require(PixelSpacing(horizontal: margin, vertical: margin))
        let page = try job.sheetPlan().pages[0]
        let box = try Self.drawn(page.tiles[0], decoration)
        let reach = decoration.shadow?.reach ?? PixelInsets(0)
        let padding = decoration.frame == nil ? decoration.padding : 0
        #expect(box.x == max(margin, reach.left - padding))
        #expect(box.y == max(margin, reach.top - padding))
        let sheet = PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
        #expect(page.tiles.allSatisfy { $0.cell.isInside(sheet) })
      }
    }
  }

  @Test(
    "Shadows beside a header or footer get extra space; without text, they fall into the margin")
  func edges() throws {
    for margin in [0, 3, 40] {
      for decoration in Self.decoration {
        var job = try Self.job(
          RowLayout(rowHeight: 120, extent: .pixels(700)), decoration, gap: 100)
        job.margin = try #require(PixelSpacing(horizontal: margin, vertical: margin))
        let plain = try Self.edges(of: job.sheetPlan().pages[0], decoration)
        let shadow = decoration.shadow?.reach ?? PixelInsets(0)
        let padding = decoration.frame == nil ? decoration.padding : 0
        let reach = (top: max(0, shadow.top - padding), bottom: max(0, shadow.bottom - padding))
        #expect(plain.top == max(margin, reach.top), "\(decoration), margin \(margin)")
        #expect(plain.bottom == max(margin, reach.bottom), "\(decoration), margin \(margin)")

        job.texts.header = try PageTemplate("Header")
        job.texts.footer = try PageTemplate("Footer")
        let page = try job.sheetPlan().pages[0]
        let room = try PageTexts(job, TypeScale(.auto, pixelsPerInch: nil)).room
        let written = try Self.edges(of: page, decoration)
        #expect(written.top == margin + room.top + reach.top, "\(decoration), margin \(margin)")
        #expect(
          written.bottom == margin + room.bottom + reach.bottom, "\(decoration), margin \(margin)")
      }
    }
  }

  /// The distances from the upper and the lower edge to the nearest decoration, ignoring shadows.
  static func edges(
    of page: SheetPage, _ decoration: Decoration
  ) throws -> (top: Int, bottom: Int) {
    let boxes = try page.tiles.map { try drawn($0, decoration) }
    return (
      try #require(boxes.map(\.y).min()), page.size.height - (try #require(boxes.map(\.maxY).max()))
    )
  }

  @Test("A shadow in the gap takes no room from the picture, and a cell without room has no shadow")
  func pictureSize() async throws {
    let layout = GridLayout(.cell(PixelSize(width: 50, height: 40)))
    var job = try Self.job(layout, Decoration(shadow: Shadow("8")), gap: 16)
    #expect(
      try job.sheetPlan().pages[0].tiles.allSatisfy {
        $0.placement?.image.size == PixelSize(width: 50, height: 40)
      })
    // The gap has no room for half of the shadow.
    job.gap = try #require(PixelSpacing(horizontal: 8, vertical: 8))
    #expect(
      try job.sheetPlan().pages[0].tiles.allSatisfy {
        $0.placement?.image.size == PixelSize(width: 42, height: 32)
      })
    job.style.decoration.shadow = Shadow("200")
    let tiles = try job.sheetPlan().pages[0].tiles
    #expect(tiles.allSatisfy { $0.cell.size == PixelSize(width: 50, height: 40) })
    #expect(tiles.allSatisfy { $0.placement?.image == $0.cell })
  }

  @Test("Shadows stay clear of titles and footers, and of cells with a background")
  func keptClear() async throws {
    var job = try Self.job(GridLayout(), Decoration(shadow: Shadow("12")), gap: 30)
    job.texts.title = try PageTemplate("Title")
    job.texts.footer = try PageTemplate("Footer")
    job.texts.label = try PictureTemplate("{name}")
    let page = try job.sheetPlan().pages[0]
    for text in page.texts {
      for tile in page.tiles {
        #expect(tile.cell.y >= text.area.maxY || tile.cell.maxY <= text.area.y)
      }
    }
    job.style.cellBackground = .color(.black)
    let backed = try job.sheetPlan().pages[0].tiles
    #expect(backed[1].cell.x - backed[0].cell.maxX == 30)
  }
}
