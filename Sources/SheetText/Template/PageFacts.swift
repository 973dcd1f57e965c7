/// What is known of a page when its furniture is made.
public struct PageFacts: Sendable {
  /// The number of the page, from 1.
  public var page: Int
  /// The number of pages.
  public var pages: Int
  /// The number of pictures on all pages.
  public var count: Int
  /// The time of the run; nil where no template ``TextTemplate/needsDate``.
  public var date: CivilTime?
  /// The folder of the group, as it is to be shown; nil where there are no groups.
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
