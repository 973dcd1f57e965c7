import SheetLayout
import Testing

@Suite struct LayoutErrorTests {
  @Test(
    "Messages name the number and the way out",
    arguments: [
      (
        LayoutError.notFinite(.sheetWidth, .nan),
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
        .gapsTooLarge(Size(width: 400, height: 8), sheet: Size(width: 300, height: 200)),
        "gaps of 400 x 8 leave no room for cells in 300 x 200; "
          + "make the gaps smaller or the sheet larger"
      ),
      (
        .tooManyItems(7, columns: 2, rows: 3),
        "7 items do not fit in 2 columns x 3 rows; "
          + "allow more rows or columns, or split the items into pages"
      ),
      (
        .gapTooLarge(50, sheetWidth: 100),
        "gaps of 50 leave no room in a sheet width of 100; "
          + "make the gaps smaller or the sheet wider"
      ),
      (.noLayers, "a tiered layout needs at least one layer"),
    ])
  func messages(error: LayoutError, message: String) {
    #expect("\(error)" == message)
  }
}
