internal import SheetLayout

// Pages for which the grid chooses the number of pictures. There are as few pages as the minimum
// side of pictures allows, and they are filled evenly.
extension GridLayout {
  /// Whether the grid decides how many pictures each page has, because that number was not given.
  func choosesPages(of request: LayoutRequest, _ rule: CellRule) -> Bool {
    switch rule {
    case .keepingRatio: shape == nil && request.minimumSide != nil || request.pageCount != nil
    case .filling:
      shape == nil && request.sideOnPage != nil && request.sections == nil && !request.hasSpans
    case .size, .width: false
    }
  }

  /// The minimum longer side of cells, unless a page has only one cell; 0 if a shape or the number
  /// of pages determines the cells.
  func keptSide(in request: LayoutRequest) -> Double {
    shape == nil ? request.minimumSide.map(request.keptSide) ?? 0 : 0
  }

  /// The fewest pages whose cells keep the minimum longer side.
  func evenPages(
    of request: LayoutRequest, _ rule: CellRule
  ) throws(LayoutError) -> EvenPages {
    let groups = request.groups.map(\.items.count)
    let side = keptSide(in: request)
    if case .keepingRatio(let page) = rule {
      let pages = try page.evenPages(
        of: groups, keeping: page.width(ofLongerSide: side), pageCount: request.pageCount,
        shape: shape)
      guard let pages else { throw .noRoom(Shortage(page.page, gap: page.gap)) }
      return pages
    }
    // Cells that fill a page are not always larger for fewer pictures, so each number of pages is
    // tried.
    var page = request
    func columnsAndRows(_ count: Int) -> (columns: Int, rows: Int)? {
      page.pages = [[SectionPart(items: 0..<count)]]
      guard let grid = try? grid(rule, in: page), grid.cell.hasLongerSide(side) else {
        return count == 1 ? (1, 1) : nil
      }
      return (grid.columns, grid.rows ?? 1)
    }
    let largest = groups.reduce(1) { max($0, $1) }
    for count in 1...largest {
      let pages = EvenPages(
        of: groups, itemsPerPage: (largest - 1) / count + 1, grid: columnsAndRows)
      if let pages { return pages }
    }
    preconditionFailure("a page has at least one picture")
  }
}

extension LayoutRequest {
  /// All pictures of each group or section, whatever the page.
  var groups: [SectionPart] {
    pages.joined().reduce(into: []) { groups, part in
      if let last = groups.last, last.section == part.section {
        groups[groups.count - 1].items = last.items.lowerBound..<part.items.upperBound
      } else {
        groups.append(part)
      }
    }
  }

  /// A page for each group, or one for all sections.
  var pagesOfGroups: [[SectionPart]] {
    sections == nil ? groups.map { [$0] } : [groups]
  }

  /// Divides groups among pages with these numbers of pictures.
  mutating func divide(by counts: [[Int]]) {
    pages = zip(groups, counts).flatMap { group, counts in
      var start = group.items.lowerBound
      return counts.map { count in
        defer { start += count }
        return [group.part(start..<start + count)]
      }
    }
  }
}
