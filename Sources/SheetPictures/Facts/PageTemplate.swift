package import SheetModel

/// A template that is filled in for each page, such as a title or a footer.
package typealias PageTemplate = TextTemplate<PageTokens>

/// A template that is filled in for a group of pictures.
///
/// It can use the group, the page, and the facts shared by all pictures of the group.
package typealias HeadingTemplate = TextTemplate<HeadingTokens>

/// The tokens of titles, headers and footers.
package enum PageTokens: TemplateTokens {
  /// The tokens about pages.
  ///
  /// The page number, from 1; the number of pages; and the date of the run in UTC. Then `count`,
  /// the number of all pictures or, in a group's heading, of those in the group; and `total`, which
  /// is always the number of all pictures. The last two are the folder and the name of the group.
  package static let all = [
    TemplateToken("page", .digits), TemplateToken("pages", .digits), TemplateToken("date", .time),
    TemplateToken("count", .digits), TemplateToken("total", .digits, isRecent: true),
    TemplateToken("folder"), TemplateToken("group"),
  ]

  /// The tokens about pictures, except for those about positions on the sheet.
  package static let ofEach = PictureTokens.all.filter { !FactKey($0.name).isOfPlace }
}

/// The tokens of headings.
package enum HeadingTokens: TemplateTokens {
  /// The tokens about pages, followed by the picture tokens that pages do not have.
  package static let all =
    PageTokens.all
    + PictureTokens.all.filter { token in !PageTokens.all.contains { $0.name == token.name } }

  /// The tokens about pictures, except for those about positions on the sheet.
  package static let ofEach = PageTokens.ofEach
}

extension TextTemplate {
  /// Whether the template needs ``PageFacts/date``.
  package var needsDate: Bool { body.needsDate }
}

extension TemplateBody {
  /// Whether the template needs ``PageFacts/date``.
  package var needsDate: Bool { fields.contains { $0.key == FactKey("date") } }
}

/// The facts available to text about a page, or about a group on it.
package struct PageFacts: Sendable {
  /// The number of the page, from 1.
  package var page: Int
  /// The number of pages.
  package var pages: Int
  /// The number of pictures on all pages, or in the group.
  package var count: Int
  /// The number of pictures on all pages; nil if pictures have a fact of the same name.
  package var total: Int?
  /// The number of pictures in the group before those beyond its limit were left out; nil if none
  /// were left out.
  package var wholeCount: Int?
  /// How many of the pictures in the group are copies that ``wholeCount`` does not include.
  package var copyCount = 0
  /// The time of the run; may be nil if no template asks for the date.
  package var date: CivilTime?
  /// The name of the group's folder; nil if there are no groups.
  package var folder: String?
  /// The name of the group; nil if there are no groups.
  package var group: String?
  /// The name of the group with the line breaks of the table cells that it comes from; nil if it
  /// has a single line.
  package var groupLines: String?
  /// The facts shared by all pictures, or by the pictures of the group, and aggregates over the
  /// pictures.
  package var common: [FactKey: Fact] = [:]

  package init(
    page: Int, pages: Int, count: Int, date: CivilTime? = nil, folder: String? = nil,
    group: String? = nil
  ) {
    self.page = page
    self.pages = pages
    self.count = count
    total = count
    self.date = date
    self.folder = folder
    self.group = group
  }

  /// The fact for a key, of the page or of the pictures; nil if it is missing.
  package func fact(_ key: FactKey) -> Fact? {
    if key.aggregate != nil { return common[key] }
    return switch key.name {
    case "page": Fact(page)
    case "pages": Fact(pages)
    case "date": date.map { Fact($0.dayText, number: Double($0.secondsSince1970)) }
    case "count": Fact(count)
    case "total": total.map { Fact($0) } ?? common[key]
    case "folder": folder.map { Fact($0) } ?? common[key]
    case "group": groupLines.map { Fact(lines: $0) } ?? group.map { Fact($0) }
    default: common[key]
    }
  }
}

extension TextTemplate where Tokens == PictureTokens {
  /// Parses the template of the rows or columns of a matrix, whose headings may contain aggregates
  /// over their pictures, such as `{psnr.mean:.1f}`.
  ///
  /// - Throws: ``TemplateError``, which gives the position and lists the tokens.
  package init(ofLines source: String) throws(TemplateError) {
    try self.init(source, others: .any, ofEach: PageTokens.ofEach)
  }
}
