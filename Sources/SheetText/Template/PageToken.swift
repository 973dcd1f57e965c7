/// A template that is filled in for each page, as `--title` and `--footer` are.
public typealias PageTemplate = TextTemplate<PageToken>

/// What a title, a header, a footer or a heading can say of a page.
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

  /// The token's value as text; nil where the facts do not have it.
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
  /// Whether the time of the run is needed.
  public var needsDate: Bool { uses(.date) }
}
