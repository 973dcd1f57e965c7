internal import SheetLayout

/// A row or a column of a matrix as in a manifest, which lists those of all pages.
struct DecodedLine: Decodable {
  /// The number of its page.
  let page: Int
  let line: PlannedLine

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: ManifestKey.self)
    page = try values.decode(.page, in: 1...Extent.maximumSide)
    line = PlannedLine(
      heading: try values.decode(String.self, forKey: .heading),
      headingArea: try values.decodeIfPresent(PixelRect.self, forKey: .headingArea),
      cells: try values.decode(PixelRect.self, forKey: .area))
  }
}

extension ListedByPage<PlannedLine> {
  /// Takes the rows, or the columns, of a page out.
  ///
  /// - Throws: ``ManifestError/invalid(path:reason:)`` for one that is not on its page.
  mutating func taken(for page: PlanFrame.Page) throws(ManifestError) -> [PlannedLine] {
    guard let own = removeAll(of: page.number) else { return [] }
    for (index, line) in own {
      for (name, area) in [("area", line.cells), ("headingArea", line.headingArea ?? line.cells)]
      where !area.isInside(page.area) {
        throw error(at: index, name, "it is not inside the sheet")
      }
    }
    return own.map(\.element)
  }
}

extension PageBlock: Codable {
  /// Decodes the numbers of the blocks.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: ManifestKey.self)
    self.init(
      row: try values.decode(.row, in: 1...Extent.maximumSide),
      column: try values.decode(.column, in: 1...Extent.maximumSide))
  }

  /// Encodes the numbers of the blocks.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: ManifestKey.self)
    try values.encode(row, forKey: .row)
    try values.encode(column, forKey: .column)
  }
}

/// An empty cell as in a manifest.
struct DecodedEmptyCell: Decodable {
  let cell: PlannedEmptyCell

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: ManifestKey.self)
    let area = try values.decode(PixelRect.self, forKey: .cell)
    var text = try values.decodeIfPresent(PlannedText.self, forKey: .text)
    text?.role = .note
    if let text, !text.area.isInside(area) {
      throw values.error("it is not inside the cell", .text)
    }
    cell = PlannedEmptyCell(area, text: text)
  }
}
