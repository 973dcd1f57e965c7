internal import SheetLayout

/// Where tiles and the headings of sections lie on their sheets, in percent, as rules of a style sheet.
///
/// A policy that allows no `style` attributes needs such rules. Tiles of one column share one, and
/// so do tiles of one row, so that a grid of 100,000 tiles takes a few hundred.
struct TilePlaces {
  /// From where to where a tile reaches in one direction.
  private struct Extent: Hashable {
    let start: Int
    let length: Int
    /// The length of the sheet.
    let whole: Int
  }

  /// Extents with their numbers.
  private struct Extents {
    private(set) var all: [Extent] = []
    private var numbers: [Extent: Int] = [:]

    mutating func insert(_ extent: Extent) {
      guard numbers[extent] == nil else { return }
      numbers[extent] = all.count
      all.append(extent)
    }

    /// The number of an extent that has been inserted.
    func number(of extent: Extent) -> Int {
      guard let number = numbers[extent] else { preconditionFailure("no tile lies there") }
      return number
    }
  }

  private var columns = Extents()
  private var rows = Extents()

  /// Collects the places of all tiles and headings of pages, those of rows and columns too.
  init(on pages: [SheetPage]) {
    for page in pages {
      for area in page.tiles.lazy.map(\.cell) + page.sections.map(\.headingArea)
        + (page.rows + page.columns).compactMap(\.headingArea)
        + page.emptyCells.withTexts.map(\.cell)
      {
        columns.insert(Self.column(of: area, on: page.size))
        rows.insert(Self.row(of: area, on: page.size))
      }
    }
  }

  /// The classes of what is to lie in a cell, or over a heading.
  func classes(of cell: PixelRect, on size: PixelSize) -> HTML {
    let column = columns.number(of: Self.column(of: cell, on: size))
    return "x\(column) y\(rows.number(of: Self.row(of: cell, on: size)))"
  }

  /// The rules for all classes.
  var rules: some Sequence<HTML> {
    let columns = columns.all.enumerated().lazy.map { number, extent -> HTML in
      ".x\(number){left:\(Self.percent(extent.start, of: extent.whole));width:\(Self.percent(extent.length, of: extent.whole))}\n"
    }
    let rows = rows.all.enumerated().lazy.map { number, extent -> HTML in
      ".y\(number){top:\(Self.percent(extent.start, of: extent.whole));height:\(Self.percent(extent.length, of: extent.whole))}\n"
    }
    return [AnySequence(columns), AnySequence(rows)].joined()
  }

  private static func column(of cell: PixelRect, on size: PixelSize) -> Extent {
    Extent(start: cell.x, length: cell.width, whole: size.width)
  }

  private static func row(of cell: PixelRect, on size: PixelSize) -> Extent {
    Extent(start: cell.y, length: cell.height, whole: size.height)
  }

  /// A share in percent, to a millionth of the whole.
  static func percent(_ length: Int, of whole: Int) -> HTML { "\(share(length, of: whole))%" }

  /// A share of the container's width, in percent of that.
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
