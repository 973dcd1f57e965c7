import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import Testing

@testable import SheetPlanning

@Suite struct ClockCorrectionTests {
  @Test(
    "A time shift is written with units or with colons",
    arguments: [
      ("+1h3m", 3780), ("1h", 3600), ("-90s", -90), ("\u{2212}2d", -172_800),
      ("+1d2h3m4.5s", 93_784.5), ("0s", 0), ("+1:03", 3780), ("-0:00:30", -30),
      ("12:00:01", 43_201),
      ("+36525d", 36_525 * 86_400),
    ] as [(String, Double)])
  func offsets(text: String, seconds: Double) {
    #expect(ClockCorrection(parsing: text)?.seconds == seconds)
  }

  @Test(
    "Text with unknown or misplaced units, or with a number out of range, is not a time shift",
    arguments: [
      "", "+", "1", "h", "1h2", "3m1h", "1h1h", "+-1h", "1e3s", "0x1s", "infs", "1:60", "1:00:60",
      "1:2:3:4", ":", "1::2", "36525.1d", "٣s", "999999:00",
      "\(String(repeating: "9", count: 500))s",
      "1y", "1 h",
    ])
  func mistakes(text: String) { #expect(ClockCorrection(parsing: text) == nil, "\(text)") }

  private static func clocks(_ rules: String...) throws -> PictureRules<ClockCorrection> {
    try PictureRules(
      rules.map { try #require(try PictureRule($0, as: .clock)) }, as: .clock, FactNames())
  }

  @Test("A pattern matches cameras in any case, but names only in the given case")
  func patterns() throws {
    let stub = StubPicture(name: "photos/IMG_1.jpg", size: PixelSize(width: 3, height: 2))
    let picture = PictureFacts(SheetPicture(stub)).with(["camera": Fact("Canon EOS R5")])
    for (pattern, matches) in [
      ("canon*", true), ("*EOS*", true), ("Canon", false), ("IMG_*", true), ("img_*", false),
      ("photos/*", true), ("*", true), ("Nikon*", false), ("{width} > 2", true),
      ("{camera} ~ nikon*", false),
    ] {
      let clocks = try Self.clocks("\(pattern)=1s")
      #expect(clocks.values(of: picture).isEmpty != matches, "\(pattern)")
    }
  }
}
