internal import ArgumentParser
internal import ContactSheet
internal import SheetLayout

/// Where the tiles stand.
struct LayoutOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How tiles are arranged.", valueName: "layout"))
  var layout: LayoutName = .grid

  @Option(
    help: ArgumentHelp(
      """
      The size of the sheet in pixels; W alone where the height follows. (default for tiered: \
      1600)
      """,
      valueName: "W|WxH"))
  var size: Extent?

  @Option(
    help: ArgumentHelp(
      """
      The size of the grid's cells in pixels; N is a square. (default: 256x256 where no --size is \
      given)
      """,
      valueName: "N|WxH"))
  var cell: Extent?

  @Option(
    help: ArgumentHelp(
      """
      The ratio that the grid's cells should come near to, such as 4:3, or auto, which is the \
      pictures' median. For a grid with --size. (default: auto)
      """,
      valueName: "ratio|auto"))
  var cellAspect: CellRatio?

  @Option(
    help: ArgumentHelp(
      """
      The ratio that the sheet should come near to. For a grid with a fixed cell or width. \
      (default: 3:2)
      """,
      valueName: "ratio"))
  var sheetAspect: AspectRatio?

  @Option(
    help: ArgumentHelp(
      """
      How rows and columns are searched: fewest empty cells, or every number of columns or rows. \
      (default: compact)
      """,
      valueName: "search"))
  var gridSearch: GridSearch?

  @Option(
    help: ArgumentHelp(
      """
      The layers of the tiered layout, separated by commas: threeSmall, mediumLeft, mediumRight, \
      oneLarge. (default: threeSmall,mediumLeft,threeSmall,oneLarge)
      """,
      valueName: "list"))
  var tiers: TierList?

  @Option(
    help: ArgumentHelp(
      "The space between cells in pixels; NxM between columns and between rows.",
      valueName: "N|NxM"))
  var gap = Gap.standard

  @Option(help: ArgumentHelp("The space around all cells in pixels.", valueName: "N"))
  var margin = 8

  func validate() throws {
    guard 0...Extent.maximumSide ~= margin else {
      throw ValidationError("--margin is 0 or more pixels, not \(margin).")
    }
  }
}
