import ContactSheet
import Testing

@Suite struct GridSearchTests {
  typealias Arrangement = Sheet.Arrangement

  @Test(
    "Without pictures or without a size, no search makes any cells",
    arguments: [(0, 300.0, 200.0), (5, 0, 200), (5, 300, -1)], Sheet.GridSearch.allCases)
  func nothing(input: (count: Int, width: Double, height: Double), search: Sheet.GridSearch) throws
  {
    let grid = try Arrangement.grid(
      input.count, filling: .init(width: input.width, height: input.height), ratio: 1,
      search: search)
    #expect(grid.rows == 0 && grid.columns == 0 && grid.frames.isEmpty && grid.size == .zero)
  }

  @Test("Each search finds its own number of columns and rows, and the cells fill the given size")
  func searches() throws {
    func grid(_ count: Int, _ width: Double, _ height: Double, _ search: Sheet.GridSearch) throws
      -> [Int?]
    {
      let grid = try Arrangement.grid(
        count, filling: .init(width: width, height: height), ratio: 1, search: search)
      let (rows, columns) = (try #require(grid.rows), try #require(grid.columns))
      #expect(grid.frames[0].width == width / Double(columns))
      #expect(grid.frames[0].height == height / Double(rows))
      return [rows, columns]
    }
    #expect(try grid(10, 100, 350, .byRows) == [7, 2])
    #expect(try grid(10, 100, 350, .byColumns) == [5, 2])
    #expect(try grid(7, 300, 100, .byColumns) == [2, 6])
    #expect(try grid(7, 300, 100, .compact) == [2, 4])
  }

  @Test(
    "by-rows and by-columns cannot be combined with columns, rows or cells",
    arguments: [
      Sheet.Layout.grid(columns: 4, search: .byColumns), .grid(rows: 4, search: .byRows),
      .grid(cell: .init(width: 99), search: .byRows),
    ])
  func given(layout: Sheet.Layout) async throws {
    var sheet = Sheet(pictures: [try .init(name: "a", width: 1, height: 1, pixels: [0, 0, 0, 0])])
    sheet.layout = layout
    let error = await #expect(throws: ContactSheetError.self) { try await sheet.plan() }
    #expect(error?.code == .invalidValue)
    #expect(error?.description.hasSuffix("leave these out, or use a plain grid") == true)
  }
}
