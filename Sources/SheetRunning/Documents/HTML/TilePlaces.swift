internal import SheetLayout

/// The positions of tiles and of the headings of sections on their sheets, in percent.
///
/// They are rules of a style sheet.
///
/// A policy that allows no `style` attributes needs rules. Tiles of one column share one rule, and
/// so do tiles of one row. So a grid of 100,000 tiles needs a few hundred rules.
struct TilePlaces {
  /// The extent of a tile in one direction.
  private struct Extent: Hashable {
    let start: Int
    let length: Int
    /// The length of the sheet.
    let whole: Int
  }

  /// Extents with their numbers, in order.
  private var columns: [Extent: Int] = [:]
  private var rows: [Extent: Int] = [:]

  /// Collects the positions of all tiles and headings of pages, with the headings of rows and columns.
  init(on pages: [SheetPage]) {
    for page in pages {
      for area in page.tiles.lazy.map(\.cell) + page.sections.map(\.headingArea)
        + (page.rows + page.columns).compactMap(\.headingArea)
        + page.emptyCells.withTexts.map(\.cell)
      {
        let (column, row) = Self.extents(of: area, on: page.size)
        if columns[column] == nil { columns[column] = columns.count }
        if rows[row] == nil { rows[row] = rows.count }
      }
    }
  }

  /// The classes of elements in a cell, or over a heading.
  func classes(of cell: PixelRect, on size: PixelSize) -> HTML {
    let (column, row) = Self.extents(of: cell, on: size)
    guard let x = columns[column], let y = rows[row] else {
      preconditionFailure("no tile lies there")
    }
    return "x\(x) y\(y)"
  }

  /// The rules for all classes.
  var rules: some Sequence<HTML> {
    func rules(
      _ extents: [Extent: Int], _ name: HTML, _ start: HTML, _ length: HTML
    ) -> some Sequence<HTML> {
      extents.sorted { $0.value < $1.value }.lazy.map { extent, number -> HTML in
        let (place, size) = (
          Self.percent(extent.start, of: extent.whole),
          Self.percent(extent.length, of: extent.whole)
        )
        return ".\(name)\(number){\(start):\(place);\(length):\(size)}\n"
      }
    }
    return [rules(columns, "x", "left", "width"), rules(rows, "y", "top", "height")].joined()
  }

  private static func extents(
    of cell: PixelRect, on size: PixelSize
  ) -> (column: Extent, row: Extent) {
    (
      Extent(start: cell.x, length: cell.width, whole: size.width),
      Extent(start: cell.y, length: cell.height, whole: size.height)
    )
  }

  /// A fraction in percent, to a millionth of the whole.
  static func percent(_ length: Int, of whole: Int) -> HTML { "\(share(length, of: whole))%" }

  /// A fraction of the container's width, in percent of that width.
  static func containerPercent(_ length: Int, of whole: Int) -> HTML {
    "\(share(length, of: whole))cqw"
  }

  private static func share(_ length: Int, of whole: Int) -> HTML {
    let (percent, rest) = ((length * 1_000_000 + whole / 2) / whole).quotientAndRemainder(
      dividingBy: 10_000)
    guard rest > 0 else { return "\(percent)" }
    var digits = String(10_000 + rest).dropFirst()
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(percent).\(String(digits))"
  }
}
