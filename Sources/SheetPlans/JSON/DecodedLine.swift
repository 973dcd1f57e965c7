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

/// The rows, or the columns, of a manifest by their pages.
struct DecodedLines {
  private let key: ManifestKey
  private var lines: [Int: [(index: Int, line: PlannedLine)]]

  init(_ lines: [DecodedLine], _ key: ManifestKey) {
    self.key = key
    self.lines = Dictionary(
      grouping: lines.enumerated().map { ($0.offset, $0.element) }, by: \.1.page
    ).mapValues { $0.map { (index: $0.0, line: $0.1.line) } }
  }

  /// Takes those of a page out.
  ///
  /// - Throws: ``ManifestError/invalid(path:reason:)`` for one that is not on its page.
  mutating func taken(for page: PlanFrame.Page) throws(ManifestError) -> [PlannedLine] {
    guard let own = lines.removeValue(forKey: page.number) else { return [] }
    for (index, line) in own {
      for (name, area) in [("area", line.cells), ("headingArea", line.headingArea ?? line.cells)]
      where !area.isInside(page.area) {
        throw .invalid(
          path: "\(key.rawValue)[\(index)].\(name)", reason: "it is not inside the sheet")
      }
    }
    return own.map(\.line)
  }

  /// Checks that none is left, whose page is none of the manifest's.
  ///
  /// - Throws: ``ManifestError/invalid(path:reason:)``.
  func checkIsEmpty() throws(ManifestError) {
    guard let stray = lines.values.joined().map(\.index).min() else { return }
    throw .invalid(path: "\(key.rawValue)[\(stray)].page", reason: "there is no such page")
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
  let cell: PixelRect

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: ManifestKey.self)
    cell = try values.decode(PixelRect.self, forKey: .cell)
  }
}
