import Foundation
import SheetFiles
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SheetText
import TestSupport
import Testing

@testable import SheetPlans

/// Pages with room for a binding.
@Suite struct WidenedPageTests {
  private static func text(_ role: TextRole, _ x: Int, _ y: Int) -> PlannedText {
    PlannedText(
      role, text: "Text", area: PixelRect(x: x, y: y, width: 30, height: 15), size: 12,
      alignment: .left, overflow: .end)
  }

  /// A page with everything that a page can have.
  private static func page() -> SheetPage {
    let (cell, image) = (
      PixelRect(x: 10, y: 40, width: 90, height: 80), PixelRect(x: 12, y: 42, width: 80, height: 60)
    )
    var tile = PlannedTile(
      index: 0, cell: cell,
      placement: PicturePlacement(
        image: image, crop: Rect(x: 5, y: 6, width: 160, height: 120),
        kept: Rect(x: 4, y: 5, width: 170, height: 130)),
      label: text(.label, 12, 103))
    tile.watermark = PixelRect(x: 20, y: 50, width: 9, height: 9)
    tile.scaleBar = PlannedScaleBar(
      bar: PixelRect(x: 50, y: 90, width: 35, height: 3), text: text(.note, 52, 75))
    tile.insets = [
      PlannedInset(
        crop: Rect(x: 20, y: 30, width: 8, height: 9),
        box: PixelRect(x: 20, y: 55, width: 4, height: 5),
        area: PixelRect(x: 60, y: 70, width: 16, height: 18), color: .black, lineWidth: 1)
    ]
    tile.rings = [PixelRect(x: 30, y: 60, width: 18, height: 18)]
    var cells = SparseMatrix(
      rows: [cell], columns: [cell, PixelRect(x: 110, y: 40, width: 90, height: 80)],
      filled: [Matrix.Place(row: 0, column: 0)])
    cells.write(row: 0, column: 1) { text(.note, $0.x, $0.y) }
    let line = PixelRect(x: 105, y: 40, width: 2, height: 80)
    return SheetPage(
      number: 1, size: PixelSize(width: 300, height: 200), tiles: [tile],
      texts: [text(.title, 60, 10)],
      sections: [
        PlannedSection(
          heading: "A", headingArea: PixelRect(x: 10, y: 25, width: 90, height: 15),
          isContinued: false, area: PixelRect(x: 10, y: 25, width: 90, height: 95), tileCount: 1)
      ],
      rows: [
        RowOrColumn(
          heading: "R", headingArea: PixelRect(x: 0, y: 40, width: 9, height: 80), cells: cell)
      ],
      columns: [RowOrColumn(heading: "C", headingArea: nil, cells: cell)],
      emptyCells: PlannedEmptyCells([cells]),
      bars: [PlannedColorBar(PixelRect(x: 10, y: 180, width: 90, height: 9))],
      cutMarks: [line], rules: [line],
      logo: PlannedLogo(
        .text("logo.png"), size: PixelSize(width: 20, height: 10),
        area: PixelRect(x: 250, y: 5, width: 20, height: 10)))
  }

  /// The plan of a page as a JSON tree.
  private static func tree(_ page: SheetPage) throws -> Any {
    let plan = SheetPlan(
      layout: "grid",
      pictures: [PlannedPicture(.text("a.png"), size: PixelSize(width: 180, height: 140))],
      pages: [page], style: TileStyle(), metadata: MetadataUse(), unreadablePolicy: .placeholder,
      type: TypeStyle(), encoding: SheetEncoding(), isGray: false, tracks: [],
      watermark: PlannedWatermark(.text("w.png"), size: PixelSize(width: 9, height: 9)))
    return try JSONSerialization.jsonObject(with: JSONEncoder().encode(plan))
  }

  private static func text(of tree: Any) throws -> String {
    String(
      decoding: try JSONSerialization.data(withJSONObject: tree, options: .sortedKeys),
      as: UTF8.self)
  }

  /// The tree with all areas on the sheet moved, but not those measured in a picture's own pixels.
  private static func moved(_ tree: Any, by distance: Int, _ count: inout Int) -> Any {
    if let list = tree as? [Any] { return list.map { moved($0, by: distance, &count) } }
    guard let object = tree as? [String: Any] else { return tree }
    var result: [String: Any] = [:]
    for (key, value) in object {
      if ["crop", "kept"].contains(key) {
        result[key] = value
      } else if key == "x", let x = value as? Int {
        result[key] = x + distance
        count += 1
      } else {
        result[key] = moved(value, by: distance, &count)
      }
    }
    return result
  }

  @Test("A page that gets space on the left has everything on it moved, and nothing else changed")
  func left() throws {
    var expected = Self.page()
    expected.size.width += 40
    var count = 0
    let tree = Self.moved(try Self.tree(expected), by: 40, &count)
    #expect(count == 21, "\(count) areas")
    let found = try Self.tree(Self.page().widened(by: 40, atLeft: true))
    #expect(try Self.text(of: found) == Self.text(of: tree))
  }

  @Test("A page that gets space on the right becomes wider, and nothing on it moves")
  func right() {
    var expected = Self.page()
    expected.size.width += 40
    #expect(Self.page().widened(by: 40, atLeft: false) == expected)
  }
}
