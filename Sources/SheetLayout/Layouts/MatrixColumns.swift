/// The columns of a matrix: all of one width on all pages, in whole pixels, or each of its own.
///
/// Headings of rows stand at their left, or take no width.
public struct MatrixColumns: Hashable, Sendable {
  /// The width of the widest column, or of every column: a whole number of pixels unless it was given.
  public let width: Double
  /// The width of each column.
  public let widths: [Double]
  /// The number of columns on a full page, at least 1.
  public let perPage: Int
  /// The width of the headings at the left; 0 for none.
  public let headingWidth: Double
  /// The distance between columns, and from headings to the first.
  public let gap: Double
  /// The width of every page: the given one, or that of all columns.
  public let pageWidth: Double
  /// Where the headings begin, or the columns if there are none: half of what whole pixels leave.
  public let start: Double

  /// Divides a width among as many columns as fit.
  ///
  /// - Parameters:
  ///   - count: The number of columns of the matrix that has the most.
  ///   - pageWidth: The width of a page.
  ///   - headingWidth: The width of the headings at the left; 0 for none.
  ///   - gap: The distance between columns, and from headings to the first.
  ///   - minimum: The width below which columns go to another page. One column stays, however narrow.
  /// - Throws: ``LayoutError/noRoom(_:)`` where not even one column has a pixel, or an
  ///   error for a number that is no length.
  public init(
    count: Int, pageWidth: Double, headingWidth: Double = 0, gap: Double, minimum: Double
  ) throws(LayoutError) {
    try check(count, positive: .columns)
    try check(pageWidth, positive: .sheetWidth)
    try check(headingWidth, notNegative: .cellWidth)
    try check(gap, notNegative: .horizontalGap)
    let heading = headingWidth > 0 ? headingWidth + gap : 0
    func width(of columns: Int) -> Double {
      let free = pageWidth - heading - Double(columns - 1) * gap
      return ((free / Double(columns)) + 1e-9).rounded(.down)
    }
    // Columns get narrower with each.
    let fitting = (1..<count + 1).lastMeeting { width(of: $0) >= max(1, minimum) }
    self.width = width(of: fitting)
    guard self.width >= 1 else {
      throw .noRoom(
        Shortage(width: pageWidth, gap: Size(width: gap, height: 0), headings: headingWidth))
    }
    widths = [Double](repeating: self.width, count: count)
    (perPage, self.headingWidth, self.gap) = (fitting, headingWidth, gap)
    self.pageWidth = pageWidth
    let used = heading + Double(fitting) * (self.width + gap) - gap
    start = ((pageWidth - used) / 2).rounded(.down)
  }

  /// Puts columns of given widths side by side.
  ///
  /// - Parameters:
  ///   - widths: The width of each column, of which there is at least one.
  ///   - pageWidth: The width of a page, in which they stand in the middle; nil for what they take.
  ///   - headingWidth: The width of the headings at the left; 0 for none.
  ///   - gap: The distance between columns, and from headings to the first.
  /// - Throws: An error for a number that is no length.
  public init(
    widths: [Double], pageWidth: Double? = nil, headingWidth: Double = 0, gap: Double
  ) throws(LayoutError) {
    try check(widths.count, positive: .columns)
    for width in widths { try check(width, positive: .cellWidth) }
    try check(headingWidth, notNegative: .cellWidth)
    try check(gap, notNegative: .horizontalGap)
    (self.widths, width) = (widths, widths.reduce(0, max))
    (perPage, self.headingWidth, self.gap) = (widths.count, headingWidth, gap)
    let used = (headingWidth > 0 ? headingWidth + gap : 0) + widths.reduce(-gap) { $0 + $1 + gap }
    self.pageWidth = pageWidth ?? used
    start = ((self.pageWidth - used) / 2).rounded(.down)
  }

  /// The columns of each page, of a matrix of so many.
  public func pages(of count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: perPage).map { $0..<min($0 + perPage, count) }
  }

  /// The left edge of the first column of a page.
  var firstX: Double { start + (headingWidth > 0 ? headingWidth + gap : 0) }
}
