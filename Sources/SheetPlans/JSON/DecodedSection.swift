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

/// The sections of a manifest by their pages.
struct DecodedSections {
  private var sections: [Int: [(index: Int, section: PlannedSection)]]

  init(_ sections: [DecodedSection]) {
    self.sections = Dictionary(
      grouping: sections.enumerated().map { ($0.offset, $0.element) }, by: \.1.page
    ).mapValues { $0.map { (index: $0.0, section: $0.1.section) } }
  }

  /// Takes those of a page out.
  ///
  /// - Throws: ``ManifestError/invalid(path:reason:)`` for a section outside its page, and for other
  ///   numbers of tiles than the page has.
  mutating func taken(
    for page: PlanFrame.Page, tileCount: Int
  ) throws(ManifestError) -> [PlannedSection] {
    guard let own = sections.removeValue(forKey: page.number) else { return [] }
    var left = tileCount
    for (index, section) in own {
      guard section.area.isInside(page.area) else {
        throw .invalid(path: "sections[\(index)].area", reason: "it is not inside the sheet")
      }
      guard section.tileCount <= left else {
        throw .invalid(
          path: "sections[\(index)].tiles",
          reason: "those of page \(page.number) would have more tiles than the page")
      }
      left -= section.tileCount
    }
    guard left == 0 else {
      throw .invalid(
        path: "sections", reason: "those of page \(page.number) have fewer tiles than the page")
    }
    return own.map(\.section)
  }

  /// Checks that no section is left, whose page is none of the manifest's.
  ///
  /// - Throws: ``ManifestError/invalid(path:reason:)``.
  func checkIsEmpty() throws(ManifestError) {
    guard let stray = sections.values.joined().map(\.index).min() else { return }
    throw .invalid(path: "sections[\(stray)].page", reason: "there is no such page")
  }
}
