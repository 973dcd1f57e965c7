internal import ArgumentParser
internal import ContactSheet
internal import SheetLayout

/// How pictures are divided among pages.
struct PageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The number of pictures on a page. (default: all)", valueName: "N"))
  var perPage: Int?

  @Option(
    help: ArgumentHelp(
      "The height that no page exceeds, in pixels; pages are cut between tiles. (default: none)",
      valueName: "N"))
  var maxHeight: Int?

  @Option(
    help: ArgumentHelp(
      "Render only one page, or the pages from N to M. (default: all)", valueName: "N|N-M"),
    transform: parser(PageRange.init, of: "a page as N, or pages as N-M, counted from 1"))
  var page: PageRange?

  @Option(
    help: ArgumentHelp("Start a new page for every folder. (default: no)", valueName: "key"))
  var groupBy: GroupKey?

  @Option(
    help: ArgumentHelp(
      "Whether pictures follow each other row by row or column by column.", valueName: "direction"))
  var order: ReadingOrder = .rows

  /// How pictures are divided among pages, which have this size if there is one.
  func paging(page size: PixelSize?) -> Paging {
    var paging = Paging()
    paging.picturesPerPage = perPage
    paging.maximumHeight = size?.height ?? maxHeight
    paging.minimumHeight = size?.height
    paging.groupsByFolder = groupBy == .folder
    paging.readingOrder = order
    paging.pages = page?.pages
    return paging
  }

  func validate() throws {
    if let perPage, perPage < 1 {
      throw ValidationError("--per-page is 1 or more, not \(perPage).")
    }
    if let maxHeight, !(1...Extent.maximumSide ~= maxHeight) {
      throw ValidationError("--max-height is 1 or more pixels, not \(maxHeight).")
    }
  }
}
