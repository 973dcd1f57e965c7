internal import SheetLayout
internal import SheetModel
internal import SheetPlans
internal import SheetText

/// Columns of a given width, and the headings over them.
struct HeadedColumns {
  /// The distinct headings of all columns.
  let headings: [String]
  /// The width of all columns with their gaps, and of the headings of rows beside them, in pixels.
  private let whole: Double
  /// The number of columns.
  private let count: Int
  /// The gap between columns.
  private let gap: Double
  /// The width below which columns continue on another page; 0 if their width is given.
  private let least: Double
  /// Whether headings are turned at any width.
  private let areTurned: Bool
  /// The maximum width of the headings of rows at the left; nil if they are elsewhere, or turned.
  private let widestRow: Double?
  /// The width of headings of rows that are turned by 90°; otherwise 0.
  private let turnedRow: Double
  /// The maximum height of headings that are turned, in pixels: a third of the page, or less if
  /// cells with a given height need the room.
  ///
  /// If the height of the page is not limited, the maximum is the width of the matrix, or the
  /// height of cells with a given size if that is larger. Without a given width or size, it is a
  /// fixed length.
  let longest: Int

  /// The smallest size of headings, in points.
  private static let smallestPoints = 4.5
  /// Headings that are turned take up at most the height of a page divided by this.
  private static let share = 3
  /// The length to which turned headings are shortened if no size is given, in pixels.
  private static let usualLongest = 600

  /// Nil if there are no column headings, or if the layout is not a matrix with a given width, with
  /// a given cell size, or with headings that are always turned.
  ///
  /// - Parameters:
  ///   - matrices: The headings of the columns of each matrix.
  ///   - job: The job.
  ///   - spacing: The distances between columns and from the edges of a page.
  ///   - scale: The sizes of text.
  init?(of matrices: [[String]], in job: SheetJob, _ spacing: PageSpacing, _ scale: TypeScale) {
    let most = matrices.reduce(0) { max($0, $1.count) }
    guard let matrix = job.layout as? MatrixLayout, most > 0, matrix.columnHeading != .none
    else { return nil }
    areTurned = matrix.columnHeading == .up
    turnedRow = matrix.rowHeading == .up ? Double(TypeScale.lineHeight(scale.label)) : 0
    headings = Array(Set(matrices.joined())).sorted()
    let (edges, gap) = (spacing.edges, spacing.gap.width)
    (count, self.gap) = (most, gap)
    let height = job.paging.maximumHeight.map { $0 / Self.share }
    switch matrix.sizing {
    case .automatic:
      if !areTurned { return nil }
      (whole, widestRow, least) = (0, nil, 0)
      longest = height ?? Self.usualLongest
    case .cell(let cell):
      whole = Double(count) * (Double(cell.width) + gap) - gap
      (widestRow, least) = (nil, 0)
      // The height of cells is exact, and a page has room for at least one row of them.
      let room = job.paging.maximumHeight.map {
        $0 - cell.height - spacing.height(aboveRowsOf: matrix, scale)
      }
      longest = height.map { max(1, min($0, room ?? $0)) } ?? max(cell.height, Int(whole))
    case .sheet(let extent):
      whole = Double(extent.width - edges.horizontal)
      widestRow = matrix.rowHeading == .left ? MatrixPages.headingShare * whole : nil
      least = MatrixLayout.leastCell
      longest = max(1, extent.height.map { $0 / Self.share } ?? height ?? extent.width)
    }
  }

  /// The headings as they are drawn.
  struct Fitted {
    /// The size in pixels.
    let size: Double
    /// Whether the headings are turned by 90°.
    var areTurned = false
    /// The headings that are shortened, and all headings that are turned, by their text.
    var shown: [String: String] = [:]
  }

  /// The headings at a size at which no word is broken, turned by 90° if that is necessary.
  ///
  /// Headings have up to three lines, and the largest size at which they fit. If they fit at no
  /// size, they are turned, at the largest size at which the height of a line is at most the width
  /// of a column. They are shortened if they are still too long. If columns are too narrow for a
  /// line even at the smallest size, headings are shortened without being turned.
  ///
  /// - Parameters:
  ///   - scale: The sizes of text.
  ///   - font: The font of the headings.
  ///   - all: The headings of rows and columns.
  /// - Returns: The size, and the headings as drawn.
  func fitted(_ scale: TypeScale, in font: FontChoice, among all: [String]) -> Fitted {
    var letters = LabelFitting(headings, beside: [], in: font)
    if areTurned { return turned(size: scale.label, &letters) }
    let width = width(beside: Set(all).subtracting(headings), TypeSetter(font, size: scale.label))
    var boxes = headings.map { LabelBox($0, width: width) }
    let points = scale.font.size ?? 12
    let sizes = TypeScale.shrinking(from: scale.label).filter {
      $0 == scale.label || $0 >= Self.smallestPoints * scale.label / points
    }
    let lines = HeadingType.maximumColumnLines
    for size in sizes
    where letters.lines(for: boxes, size: size, from: 1, upTo: lines + 1) <= lines {
      return Fitted(size: size)
    }
    for size in sizes where TypeScale.lineHeight(size) <= min(width, longest) {
      return turned(size: size, &letters)
    }
    let smallest = sizes[sizes.count - 1]
    letters.fit(&boxes, in: LabelType(size: smallest, lines: lines))
    var fitted = Fitted(size: smallest)
    for (heading, box) in zip(headings, boxes) { fitted.shown[heading] = box.shown }
    return fitted
  }

  /// The headings if they are turned.
  private func turned(size: Double, _ letters: inout LabelFitting) -> Fitted {
    var turned = headings.map { LabelBox($0.oneLine, width: longest) }
    letters.fit(&turned, in: LabelType(size: size, lines: 1))
    let shown = zip(headings, turned).map { ($0, $1.shown ?? $1.text) }
    return Fitted(size: size, areTurned: true, shown: Dictionary(uniqueKeysWithValues: shown))
  }

  /// The number of row headings above which their width is not measured.
  private static let mostMeasured = 1000

  /// The width of a column beside the headings of rows.
  private func width(beside rows: Set<String>, _ setter: TypeSetter) -> Int {
    var rowWidth = turnedRow
    if let widestRow {
      rowWidth = rows.count > Self.mostMeasured ? widestRow : 0
      for row in rows where rowWidth < widestRow {
        for line in row.split(separator: "\n") {
          rowWidth = max(rowWidth, Double(setter.drawnWidth(of: String(line))))
        }
      }
      rowWidth = min(rowWidth, widestRow.rounded(.down))
    }
    let columns = try? MatrixColumns(
      count: count, pageWidth: whole, headingWidth: rowWidth, gap: gap, minimum: least)
    return Int(columns?.width ?? 0)
  }
}

extension PageSpacing {
  /// The part of a page's height that is available neither to the first row nor to the headings of
  /// columns.
  fileprivate func height(aboveRowsOf matrix: MatrixLayout, _ scale: TypeScale) -> Int {
    var height = Double(edges.vertical) + belowHeadings + (sections?.height(of: 1) ?? 0)
    if matrix.rowHeading == .above {
      height += Double(TypeScale.lineHeight(scale.label)) + belowHeadings
    }
    return Int(height.rounded(.up)) + HeadingType.positionHeight(scale)
  }
}
