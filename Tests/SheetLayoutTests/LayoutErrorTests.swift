import SheetLayout
import Testing

@Suite struct LayoutErrorTests {
  private static let messages: [(LayoutError, String)] = [
    (
      .notFinite(.sheetWidth, .nan),
      "the sheet width is nan; choose a finite number"
    ),
    (.notPositive(.columns, 0), "the number of columns is 0; choose one above 0"),
    (.negative(.verticalGap, -1.5), "the vertical gap is -1.5; choose 0 or more"),
    (.tooLarge(.cellWidth, 3e9), "the cell width is 3000000000; choose at most 2147483647"),
    (
      .extremeRatio(.cellRatio, 1e12),
      "the cell ratio is 1000000000000, which no image can have; choose one nearer to 1"
    ),
    (
      .noRoom(Shortage(width: 300, height: 200, gap: Size(width: 400, height: 8))),
      "there is no room for images in 300 x 200, because gaps are 400 x 8"
    ),
    (
      .cellsTooLarge(CellShortage(3, .wide, 70, gap: 5, room: 200, edges: .margins)),
      "3 cells 70 pixels wide, 5 pixels apart, need 220 pixels, and the page has 200 pixels between its margins"
    ),
    (
      .cellsTooLarge(CellShortage(8, .high, 37, gap: 0, room: 280, edges: .marginsAndTexts)),
      "8 cells 37 pixels high need 296 pixels, and the page has 280 pixels between its margins and text"
    ),
    (
      .cellsTooLarge(CellShortage(1, .wide, 220, gap: 5, room: 210, edges: .none)),
      "a cell 220 pixels wide does not fit: the page has 210 pixels"
    ),
    (
      .tooManyItems(7, columns: 2, rows: 3),
      "7 items do not fit in 2 columns x 3 rows; allow more rows or columns, or split the items into pages"
    ),
    (
      .noRoom(Shortage(width: 100, gap: Size(width: 50, height: 0), headings: 12.5)),
      "there is no room for images in a width of 100, because headings take 12.5 and gaps are 50"
    ),
    (
      .noRoom(Shortage(height: -30, gap: .zero, headings: 44))
        .counting(edges: Size(width: 16, height: 60)),
      "there is no room for images in a height of 30, because margins and text take 60 and headings take 44"
    ),
    (
      .tracksTooWide(324.25, sheetWidth: 200).counting(edges: Size(width: 16, height: 60)),
      "the columns do not fit in a sheet width of 216; make it at least 341"
    ),
    (.noLayers, "there are no layers; name one"),
    (.noTracks, "there are no tracks; name one"),
    (
      .trackSyntax(position: 7, expected: "a number", found: "'x'"),
      "the tracks have 'x' at character 7; write a number there"
    ),
    (
      .minimumOverMaximum(50, 40),
      "the minimum column width of 50 is above the maximum of 40; swap them"
    ),
    (
      .endlessColumns,
      "an adaptive track with minimum 0 and spacing 0 would have infinitely many columns; raise one of them"
    ),
    (
      .tooManyColumns(70_000),
      "70000 columns are over the limit of 65536; make the columns wider"
    ),
    (
      .tracksTooWide(324.25, sheetWidth: 200),
      "the columns do not fit in a sheet width of 200; make it at least 325"
    ),
    (
      .rowTooTall(300, limit: 200),
      "a row of height 300 does not fit into the 200 pixels that a page has for it; allow taller pages or shorter rows"
    ),
  ]

  @Test(
    "The message about a layout error states the invalid number and a remedy",
    arguments: messages)
  func describes(error: LayoutError, message: String) {
    #expect("\(error)" == message)
  }
}
