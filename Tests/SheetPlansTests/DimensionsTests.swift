import SheetFixtures
import SheetModel
import SheetPlanning
import Testing

@testable import SheetPlans

@Suite struct DimensionsTests {
  @Test(
    "An extent is W or WxH, in whole pixels",
    arguments: [
      ("1600", 1600, nil), ("1600x1200", 1600, 1200), ("1x2147483647", 1, 2_147_483_647),
    ] as [(String, Int, Int?)])
  func extent(text: String, width: Int, height: Int?) throws {
    let extent = try #require(PixelExtent(text))
    #expect(extent.width == width)
    #expect(extent.height == height)
    #expect(extent.description == text)
  }

  @Test(
    "Text that is not W or WxH is refused as an extent",
    arguments: [
      "", "x", "16x", "x16", "0", "0x5", "5x0", "-5", "+5", "1.5", "5 x 5", "5X5", "1x2x3", "٣",
      "2147483648", "99999999999999999999",
    ])
  func notAnExtent(text: String) {
    #expect(PixelExtent(text) == nil)
  }

  @Test(
    "A number of bytes may have units of 1000 or 1024, and is written in the shortest exact form",
    arguments: [
      ("1", 1, "1B"), ("20MB", 20_000_000, "20MB"), ("20 m", 20_000_000, "20MB"),
      ("1GiB", 1 << 30, "1GiB"), ("1024Mi", 1 << 30, "1GiB"), ("3mib", 3 << 20, "3MiB"),
      ("2G", 2_000_000_000, "2GB"), ("1000GiB", 1000 << 30, "1000GiB"),
      ("1024k", 1_024_000, "1024kB"),
    ] as [(String, Int, String)])
  func bytes(text: String, value: Int, description: String) throws {
    let limit = try #require(ByteLimit(text))
    #expect(limit.value == value && limit.description == description)
    #expect(ByteLimit(description) == limit)
  }

  @Test(
    "Text that is not a number with an optional unit is refused as a number of bytes",
    arguments: ["", "0", "0GiB", "GiB", "-1", "1.5GiB", "1kGiB", "1iB", "9999999999GiB"])
  func noBytes(text: String) { #expect(ByteLimit(text) == nil) }

  @Test(
    "A ratio is written as a fraction or a number",
    arguments: [
      ("4:3", 4.0 / 3.0), ("4/3", 4.0 / 3.0), ("1.333", 1.333), ("16:9", 16.0 / 9.0), ("1", 1.0),
    ] as [(String, Double)])
  func ratio(text: String, value: Double) throws {
    #expect(Sheet.CellRatio(text) == .fixed(value))
  }

  @Test(
    "Text that is not a positive number or fraction is refused as a ratio",
    arguments: [
      "", ":", "4:", ":3", "4:0", "0:3", "0", "-1", "nan", "inf", "1e3", "0x10", "4:3:2", "a",
      "4 :3", "1.2.3",
    ])
  func notARatio(text: String) {
    #expect(Sheet.CellRatio(text) == nil)
  }

  @Test("Spacing is written as one number for both directions or as two, none of them negative")
  func spacing() {
    #expect(PixelSpacing(horizontal: 8, vertical: 8)?.description == "8")
    #expect(PixelSpacing(horizontal: 12, vertical: 0)?.description == "12x0")
    #expect(PixelSpacing(horizontal: -1, vertical: 0) == nil)
    #expect(PixelSpacing(horizontal: 0, vertical: .max) == nil)
  }

  @Test(
    "A number of pixels may have a unit",
    arguments: [
      ("268M", 268_000_000), ("2G", 2_000_000_000), ("1k", 1000), ("1m", 1_000_000),
      ("12345", 12345),
    ])
  func pixelCount(text: String, value: Int) {
    #expect(PixelCount(text)?.value == value)
  }

  @Test("A number of pixels is written with the largest exact unit")
  func pixelCountText() {
    #expect("\(PixelCount(268_000_000))" == "268M")
    #expect("\(PixelCount(1500))" == "1500")
    #expect("\(PixelCount(2_000_000_000))" == "2G")
  }

  @Test(
    "Text that is not a number with an optional unit is refused as a number of pixels",
    arguments: ["", "M", "0", "-1", "1.5M", "1MM", "99999999999999999999", "9999999999G"])
  func notAPixelCount(text: String) {
    #expect(PixelCount(text) == nil)
  }

  @Test("A cell ratio is auto or a ratio such as 4:3")
  func cellRatio() throws {
    #expect(Sheet.CellRatio("auto") == .automatic)
    #expect(Sheet.CellRatio("4:3") == .fixed(4 / 3.0))
    #expect(Sheet.CellRatio("Auto") == nil)
  }
}
