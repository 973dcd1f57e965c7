import SheetLayout
import Testing

@Suite struct LayoutErrorTests {
  private static let messages: [(LayoutError, String)] = [
    (
      .notFinite(.sheetWidth, .nan),
      "the sheet width must be a finite number, but is nan"
    ),
    (.notPositive(.columns, 0), "the number of columns must be above 0, but is 0"),
    (.negative(.verticalGap, -1.5), "the vertical gap must be at least 0, but is -1.5"),
    (.tooLarge(.cellWidth, 3e9), "the cell width must be at most 2147483647, but is 3000000000"),
    (
      .extremeRatio(.cellRatio, 1e12),
      "the cell ratio of 1000000000000 is beyond what a picture can have"
    ),
    (
      .noRoom(Shortage(width: 300, height: 200, gap: Size(width: 400, height: 8))),
      "there is no room for pictures in 300 x 200: gaps are 400 x 8"
    ),
    (
      .tooManyItems(7, columns: 2, rows: 3),
      "7 items do not fit in 2 columns x 3 rows; allow more rows or columns, or split the items into pages"
    ),
    (
      .noRoom(Shortage(width: 100, gap: Size(width: 50, height: 0), headings: 12.5)),
      "there is no room for pictures in a width of 100: headings take 12.5, gaps are 50"
    ),
    (
      .noRoom(Shortage(height: -30, gap: .zero, headings: 44))
        .counting(edges: Size(width: 16, height: 60)),
      "there is no room for pictures in a height of 30: margins and texts take 60, headings 44"
    ),
    (
      .tracksTooWide(324.25, sheetWidth: 200).counting(edges: Size(width: 16, height: 60)),
      "the columns do not fit in a sheet width of 216; they need at least 341"
    ),
    (.noLayers, "a tiered layout needs at least one layer"),
    (.noTracks, "a layout in columns needs at least one track"),
    (
      .trackSyntax(position: 7, expected: "a number", found: "'x'"),
      "at character 7 of the tracks: expected a number, but found 'x'"
    ),
    (
      .minimumOverMaximum(50, 40), "the minimum column width of 50 is above the maximum of 40"
    ),
    (
      .endlessColumns,
      "an adaptive track with minimum 0 and spacing 0 would have endless columns; raise one of them"
    ),
    (
      .tooManyColumns(70_000),
      "70000 columns are over the limit of 65536; make the columns wider"
    ),
    (
      .tracksTooWide(324.25, sheetWidth: 200),
      "the columns do not fit in a sheet width of 200; they need at least 325"
    ),
    (
      .rowTooTall(300, limit: 200),
      "a row of height 300 does not fit into the 200 pixels that a page has for it; allow taller pages or lower rows"
    ),
  ]

  @Test("Messages name the number and the remedy", arguments: messages)
  func describes(error: LayoutError, message: String) {
    #expect("\(error)" == message)
  }
}
