/// A template that is filled in for each page, such as a title or a footer.
public typealias PageTemplate = TextTemplate<PageToken>

/// The tokens of titles, headers, footers and headings.
public enum PageToken: String, TemplateToken {
  /// The number of the page, from 1.
  case page
  /// The number of pages.
  case pages
  /// The day of the run, such as `2026-11-21`, in UTC.
  case date
  /// The number of pictures on all pages.
  case count
  /// The folder of the group.
  case folder

  /// Digits for numbers.
  public var parameter: TokenParameter {
    switch self {
    case .page, .pages, .count: .digits
    case .date, .folder: .none
    }
  }

  /// The token's value as text; nil where the facts lack it.
  public func value(in facts: PageFacts, keyword: String) -> String? {
    switch self {
    case .page: String(facts.page)
    case .pages: String(facts.pages)
    case .date: facts.date?.dayText
    case .count: String(facts.count)
    case .folder: facts.folder
    }
  }
}

extension TextTemplate<PageToken> {
  /// Whether the template needs ``PageFacts/date``.
  public var needsDate: Bool { uses(.date) }
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

  /// Creates facts.
  public init(
    page: Int, pages: Int, count: Int, date: CivilTime? = nil, folder: String? = nil
  ) {
    self.page = page
    self.pages = pages
    self.count = count
    self.date = date
    self.folder = folder
  }
}
