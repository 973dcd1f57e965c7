import SheetLayout
import Testing

@Suite struct PixelRatioTests {
  static let size = PixelSize(width: 320, height: 200)

  @Test(
    "The side along which pixels are longer grows, and the other one stays",
    arguments: [
      (1, 1, 320, 200), (7, 7, 320, 200), (1, 2, 640, 200), (2, 1, 320, 400), (5, 6, 384, 200),
      (6, 5, 320, 240), (1, 100, 32_000, 200), (100, 1, 320, 20_000),
    ] as [(UInt32, UInt32, Int, Int)])
  func squared(columns: UInt32, rows: UInt32, width: Int, height: Int) throws {
    let ratio = try #require(PixelRatio(columns: columns, rows: rows))
    #expect(ratio.squared(Self.size) == PixelSize(width: width, height: height))
  }

  @Test(
    "What no pixel looks like is no ratio",
    arguments: [(0, 0), (0, 5), (5, 0), (1, 101), (101, 1), (1, .max), (.max, 1)]
      as [(UInt32, UInt32)])
  func nonsense(columns: UInt32, rows: UInt32) {
    #expect(PixelRatio(columns: columns, rows: rows) == nil)
  }

  @Test("Numbers as large as a file can hold are a ratio like any other")
  func large() throws {
    let ratio = try #require(PixelRatio(columns: .max, rows: .max - 1))
    #expect(ratio.squared(Self.size) == Self.size)
  }

  @Test("No side grows beyond what a layout takes")
  func limit() throws {
    let ratio = try #require(PixelRatio(columns: 1, rows: 100))
    let wide = PixelSize(width: 100_000_000, height: 1)
    #expect(ratio.squared(wide) == wide)
  }

  @Test("Square pixels change nothing")
  func square() {
    #expect(PixelRatio.square.squared(Self.size) == Self.size)
  }
}
