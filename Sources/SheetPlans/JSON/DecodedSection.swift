internal import SheetLayout

/// A section as in a manifest, which lists those of all pages.
struct DecodedSection: Decodable {
  /// The number of its page.
  let page: Int
  let section: PlannedSection

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: ManifestKey.self)
    page = try values.decode(.page, in: 1...Extent.maximumSide)
    let area = try values.decode(PixelRect.self, forKey: .area)
    let headingArea = try values.decode(PixelRect.self, forKey: .headingArea)
    guard headingArea.isInside(area) else {
      throw values.error("it is not inside the area of the section", .headingArea)
    }
    section = PlannedSection(
      heading: try values.decode(String.self, forKey: .heading), headingArea: headingArea,
      isContinued: try values.decodeIfPresent(Bool.self, forKey: .continued) ?? false, area: area,
      // None in a part of a matrix that has only empty cells.
      tileCount: try values.decode(.tiles, in: 0...Extent.maximumSide))
  }
}

extension ListedByPage<PlannedSection> {
  /// Takes the sections of a page out.
  ///
  /// - Throws: ``ManifestError/invalid(path:reason:)`` for a section outside its page, and for other
  ///   numbers of tiles than the page has.
  mutating func taken(
    for page: PlanFrame.Page, tileCount: Int
  ) throws(ManifestError) -> [PlannedSection] {
    guard let own = removeAll(of: page.number) else { return [] }
    var left = tileCount
    for (index, section) in own {
      guard section.area.isInside(page.area) else {
        throw error(at: index, "area", "it is not inside the sheet")
      }
      guard section.tileCount <= left else {
        throw error(
          at: index, "tiles", "those of page \(page.number) would have more tiles than the page")
      }
      left -= section.tileCount
    }
    guard left == 0 else {
      throw error("those of page \(page.number) have fewer tiles than the page")
    }
    return own.map(\.element)
  }
}
