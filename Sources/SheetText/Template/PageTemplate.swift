/// A template that is filled in for each page, such as a title or a footer.
public typealias PageTemplate = TextTemplate<PageTokens>

/// The tokens of titles, headers and footers.
public enum PageTokens: TemplateTokens {
  /// The number of the page, from 1, and of the pages; the day of the run in UTC; the number of
  /// pictures on all pages; the folder of the group, and what the group is called.
  public static let all = [
    TemplateToken("page", .digits), TemplateToken("pages", .digits), TemplateToken("date", .time),
    TemplateToken("count", .digits), TemplateToken("folder"), TemplateToken("group"),
  ]
}

extension TextTemplate {
  /// Whether the template needs ``PageFacts/date``.
  public var needsDate: Bool { body.needsDate }
}

extension TemplateBody {
  /// Whether the template needs ``PageFacts/date``.
  package var needsDate: Bool { fields.contains { $0.key == FactKey("date") } }
}

extension TextTemplate<PageTokens> {
  /// The text for a page.
  public func text(from facts: PageFacts) -> String { text(from: facts.fact) }
}

/// What the texts of a page can say about it.
public struct PageFacts: Sendable {
  /// The number of the page, from 1.
  public var page: Int
  /// The number of pages.
  public var pages: Int
  /// The number of pictures on all pages.
  public var count: Int
  /// The time of the run; may be nil where no template ``TextTemplate/needsDate``.
  public var date: CivilTime?
  /// The name of the group's folder; nil where there are no groups.
  public var folder: String?
  /// What the group is called; nil where there are no groups.
  public var group: String?
  /// The facts that all pictures of the group share.
  package var common: [FactKey: Fact] = [:]

  /// Creates facts.
  public init(
    page: Int, pages: Int, count: Int, date: CivilTime? = nil, folder: String? = nil,
    group: String? = nil
  ) {
    self.page = page
    self.pages = pages
    self.count = count
    self.date = date
    self.folder = folder
    self.group = group
  }

  /// The fact of a key, of the page or of all pictures of its group; nil where it is missing.
  package func fact(_ key: FactKey) -> Fact? {
    switch key.name {
    case "page": Fact(page)
    case "pages": Fact(pages)
    case "date": date.map { Fact($0.dayText, number: Double($0.secondsSince1970)) }
    case "count": Fact(count)
    case "folder": folder.map { Fact($0) } ?? common[key]
    case "group": group.map { Fact($0) }
    default: common[key]
    }
  }
}
