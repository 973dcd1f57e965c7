import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SheetText
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// A gap is the distance between all that is drawn: pictures with their borders, frames and labels.
@Suite struct GapTests {
  static let furniture = [
    Furniture(), Furniture(border: Border("3")), Furniture(shadow: Shadow("4")),
    Furniture(border: Border("2"), shadow: Shadow("9")), Furniture(shadow: Shadow("30")),
    Furniture(frame: Border("2"), shadow: Shadow("5")),
    Furniture(padding: 6, frame: Border("1"), shadow: Shadow("20")),
    Furniture(padding: 3, shadow: Shadow("2")),
  ]

  /// A job whose pictures fill their cells.
  static func job(_ layout: any Layout, _ furniture: Furniture, gap: Int) throws -> SheetJob {
    var job = try PlannedTextTests.job(layout)
    job.texts.label = nil
    job.style.scaling = .fill
    job.style.enlargement = .allowed
    job.style.furniture = furniture
    job.gap = try #require(Spacing(horizontal: gap, vertical: gap))
    job.margin = try #require(Spacing(horizontal: 40, vertical: 40))
    return job
  }

  /// The drawn area of a tile, without its shadow.
  static func drawn(_ tile: PlannedTile, _ furniture: Furniture) throws -> PixelRect {
    let cell = FurnishedCell(tile.cell, furniture.room())
    if furniture.frame != nil { return cell.frame }
    return cell.borderBox(around: try #require(tile.placement).image).outset(by: furniture.padding)
  }

  @Test(
    "Neighbours are one gap apart, and more only if their shadows would overlap",
    arguments: PlannedTextTests.layouts, [0, 8, 21])
  func neighbours(layout: any Layout, gap: Int) async throws {
    for furniture in Self.furniture {
      let page = try Self.job(layout, furniture, gap: gap).sheetPlan().pages[0]
      let reach = furniture.shadow?.reach ?? PixelInsets(0)
      let padding = furniture.frame == nil ? furniture.padding : 0
      let shadows = max(0, reach.horizontal - 2 * padding)
      let boxes = try page.tiles.map { try Self.drawn($0, furniture) }
      let distances = boxes.indices.flatMap { one in
        boxes.indices.compactMap { other -> Int? in
          let (left, right) = (boxes[one], boxes[other])
          let isBeside = left.y < right.maxY && right.y < left.maxY && left.x < right.x
          return isBeside ? right.x - left.maxX : nil
        }
      }
      let least = try #require(distances.min())
      // Each edge is rounded independently.
      #expect(abs(least - max(gap, shadows)) <= 1, "\(layout.name), \(furniture)")
      for (index, tile) in page.tiles.enumerated() {
        for other in page.tiles[(index + 1)...] {
          let (one, two) = (tile.cell, other.cell)
          #expect(
            one.maxX <= two.x || two.maxX <= one.x || one.maxY <= two.y || two.maxY <= one.y)
        }
      }
    }
  }

  @Test("Shadows fall into the margin, and stay on the sheet if it is too narrow")
  func margins() async throws {
    for margin in [0, 3, 40] {
      for furniture in Self.furniture {
        var job = try Self.job(
          RowLayout(rowHeight: 120, extent: Extent(width: 700)!), furniture, gap: 100)
        job.margin = try #require(Spacing(horizontal: margin, vertical: margin))
        let page = try job.sheetPlan().pages[0]
        let box = try Self.drawn(page.tiles[0], furniture)
        let reach = furniture.shadow?.reach ?? PixelInsets(0)
        let padding = furniture.frame == nil ? furniture.padding : 0
        #expect(box.x == max(margin, reach.left - padding))
        #expect(box.y == max(margin, reach.top - padding))
        let sheet = PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
        #expect(page.tiles.allSatisfy { $0.cell.isInside(sheet) })
      }
    }
  }

  @Test("A text keeps the whole margin from shadows; without one, shadows fall into the margin")
  func edges() throws {
    for margin in [0, 3, 40] {
      for furniture in Self.furniture {
        var job = try Self.job(
          RowLayout(rowHeight: 120, extent: .pixels(700)), furniture, gap: 100)
        job.margin = try #require(Spacing(horizontal: margin, vertical: margin))
        let plain = try Self.edges(of: job.sheetPlan().pages[0], furniture)
        let shadow = furniture.shadow?.reach ?? PixelInsets(0)
        let padding = furniture.frame == nil ? furniture.padding : 0
        let reach = (top: max(0, shadow.top - padding), bottom: max(0, shadow.bottom - padding))
        #expect(plain.top == max(margin, reach.top), "\(furniture), margin \(margin)")
        #expect(plain.bottom == max(margin, reach.bottom), "\(furniture), margin \(margin)")

        job.texts.header = try PageTemplate("Header")
        job.texts.footer = try PageTemplate("Footer")
        let page = try job.sheetPlan().pages[0]
        let room = try PageTexts(job, TypeScale(.auto, pixelsPerInch: nil)).room
        let written = try Self.edges(of: page, furniture)
        #expect(written.top == margin + room.top + reach.top, "\(furniture), margin \(margin)")
        #expect(
          written.bottom == margin + room.bottom + reach.bottom, "\(furniture), margin \(margin)")
      }
    }
  }

  /// The distances from the upper and the lower edge to the nearest furniture except shadows.
  static func edges(
    of page: SheetPage, _ furniture: Furniture
  ) throws -> (top: Int, bottom: Int) {
    let boxes = try page.tiles.map { try drawn($0, furniture) }
    return (
      try #require(boxes.map(\.y).min()), page.size.height - (try #require(boxes.map(\.maxY).max()))
    )
  }

  @Test("A shadow in the gap takes no room of the picture, and a cell without room has no shadow")
  func pictureSize() async throws {
    let layout = GridLayout(.cell(PixelSize(width: 50, height: 40)))
    var job = try Self.job(layout, Furniture(shadow: Shadow("8")), gap: 16)
    #expect(
      try job.sheetPlan().pages[0].tiles.allSatisfy {
        $0.placement?.image.size == PixelSize(width: 50, height: 40)
      })
    // The gap has no room for half of the shadow.
    job.gap = try #require(Spacing(horizontal: 8, vertical: 8))
    #expect(
      try job.sheetPlan().pages[0].tiles.allSatisfy {
        $0.placement?.image.size == PixelSize(width: 42, height: 32)
      })
    job.style.furniture.shadow = Shadow("200")
    let tiles = try job.sheetPlan().pages[0].tiles
    #expect(tiles.allSatisfy { $0.cell.size == PixelSize(width: 50, height: 40) })
    #expect(tiles.allSatisfy { $0.placement?.image == $0.cell })
  }

  @Test("Shadows keep off titles and footers, and off cells with a background")
  func keptClear() async throws {
    var job = try Self.job(GridLayout(), Furniture(shadow: Shadow("12")), gap: 30)
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
