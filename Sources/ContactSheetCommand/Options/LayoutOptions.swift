internal import ArgumentParser
internal import ContactSheet
internal import SheetLayout

/// Where the tiles stand.
struct LayoutOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      How tiles are arranged: equal cells; blocks of 1x1, 2x2 and 3x3; columns by tracks; rows \
      of equal height; or columns without rows.
      """,
      valueName: "layout"))
  var layout: LayoutName = .grid

  @Option(
    help: ArgumentHelp(
      """
      The size of the sheet in pixels; W alone where the height follows. (default: 1600, but \
      for a grid what its cells come to)
      """,
      valueName: "W|WxH"),
    transform: parser(Extent.init, of: Extent.form))
  var size: Extent?

  @Option(
    help: ArgumentHelp(
      """
      Pages of the size of paper: A0 to A6, B4, B5, letter, legal or tabloid, with -landscape for \
      the longer side up; at --dpi, by itself 300. (default: none)
      """,
      valueName: "name"),
    transform: Paper.init(parsing:))
  var paper: Paper?

  @Option(
    help: ArgumentHelp(
      """
      The size of the grid's cells in pixels; N is a square. (default: 256x256 where neither \
      --size nor --paper is given)
      """,
      valueName: "N|WxH"),
    transform: parser(Extent.init, of: Extent.form))
  var cell: Extent?

  @Option(
    help: ArgumentHelp(
      "The columns and rows of a page: 5x4, 5x or x4. With both, more pictures make more pages.",
      valueName: "CxR|Cx|xR"),
    transform: parser(TileShape.init, of: TileShape.form))
  var tile: TileShape?

  @Option(
    help: ArgumentHelp(
      "Cells and spacing as in montage: X and Y stand around every tile. Also WxH> WxH^ WxH!",
      valueName: "WxH+X+Y"),
    transform: parser(
      MontageGeometry.init, of: "WxH, +X+Y or both, perhaps with one of > ^ !, such as 200x150+4+4")
  )
  var geometry: MontageGeometry?

  @Option(
    help: ArgumentHelp(
      """
      The ratio of cells, such as 4:3, or auto, which is the pictures' median. A grid with --size \
      or --paper comes near to it (default: auto); in columns it makes all cells equal.
      """,
      valueName: "ratio|auto"),
    transform: parser(CellRatio.init, of: "a ratio such as 4:3 or 1.5, or auto"))
  var cellAspect: CellRatio?

  @Option(
    help: ArgumentHelp(
      """
      The ratio that the sheet should come near to. For a grid with a fixed cell or width. \
      (default: 3:2)
      """,
      valueName: "ratio"),
    transform: parser(AspectRatio.init, of: "a ratio such as 3:2 or 1.5"))
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
      valueName: "list"),
    transform: parser(TierList.init, of: TierList.form))
  var tiers: TierList?

  @Option(
    help: ArgumentHelp(
      """
      The tracks of columns and masonry, such as 'fixed(70) adaptive(40)', \
      '3 * flexible(max: 200)' or 'adaptive(min: 40, max: 100) spacing 10 align left'. \
      (default: adaptive(240))
      """,
      valueName: "tracks"),
    transform: TrackList.init)
  var columns: TrackList?

  @Option(
    help: ArgumentHelp(
      "The height that rows come near to, in pixels. (default: 240)", valueName: "N"))
  var rowHeight: Int?

  @Option(
    help: ArgumentHelp(
      "Where a last row stands that does not fill the width. (default: left)",
      valueName: "place"))
  var lastRow: JustifiedRows.LastRow?

  @Option(
    help: ArgumentHelp(
      """
      The space between cells, in pixels or, with --dpi or --paper, as 5mm or 0.5in; NxM between \
      columns and between rows. (default: 8)
      """,
      valueName: "N|NxM"),
    transform: parser(SpacingLengths.init, of: SpacingLengths.form))
  var gap: SpacingLengths?

  @Option(
    help: ArgumentHelp(
      """
      The space around everything, in pixels or, with --dpi or --paper, as 5mm or 0.5in; NxM at \
      the sides and at top and bottom. (default: 8, and 10mm on paper)
      """,
      valueName: "N|NxM"),
    transform: parser(SpacingLengths.init, of: SpacingLengths.form))
  var margin: SpacingLengths?

  func validate() throws {
    let isSettled = cell == nil && size == nil && paper == nil && gap == nil && margin == nil
    if geometry != nil, !isSettled {
      throw ValidationError(
        "--geometry settles cells, gaps and margins; it excludes --cell, --size, --paper, --gap, "
          + "--margin.")
    }
    if paper != nil, size != nil || cell != nil {
      throw ValidationError(
        "--paper settles the size of pages, of which that of cells follows; it excludes --size "
          + "and --cell.")
    }
    if let rowHeight, !(1...Extent.maximumSide ~= rowHeight) {
      throw ValidationError("--row-height is 1 or more pixels, not \(rowHeight).")
    }
  }
}

extension Extent {
  /// What an extent looks like.
  fileprivate static let form = "pixels as N or WxH, each from 1 to \(maximumSide)"
}

/// A list of column tracks.
struct TrackList {
  let tracks: [ColumnTrack]

  /// Parses a list; an error points at the character.
  init(_ text: String) throws {
    do {
      tracks = try ColumnTrack.list(parsing: text)
    } catch LayoutError.trackSyntax(let position, let expected, let found) {
      let pointer = String(repeating: " ", count: position - 1) + "^"
      throw ValidationError(
        "expected \(expected), but found \(found), at character \(position) of\n  \(text)\n  \(pointer)"
      )
    }
  }
}
