import SheetModel
import SystemPackage
import Testing

@testable import SheetPictures

@Suite struct CameraClockTests {
  @Test(
    "A time to add has units, or colons",
    arguments: [
      ("Canon*=+1h3m", "Canon*", 3780), ("a=1h", "a", 3600), ("a=-90s", "a", -90),
      ("a=\u{2212}2d", "a", -172_800), ("a=+1d2h3m4.5s", "a", 93_784.5), ("a=0s", "a", 0),
      ("a=+1:03", "a", 3780), ("a=-0:00:30", "a", -30), ("a=b=12:00:01", "a=b", 43_201),
      ("*=+36525d", "*", 36_525 * 86_400),
    ] as [(String, String, Double)])
  func offsets(text: String, pattern: String, seconds: Double) throws {
    let clock = try #require(CameraClock(parsing: text))
    #expect(clock.pattern == pattern && clock.seconds == seconds)
  }

  @Test(
    "Any other text is not a time to add",
    arguments: [
      "", "a", "=1h", "a=", "a=+", "a=1", "a=h", "a=1h2", "a=3m1h", "a=1h1h", "a=+-1h", "a=1e3s",
      "a=0x1s", "a=infs", "a=1:60", "a=1:00:60", "a=1:2:3:4", "a=:", "a=1::2", "a=36525.1d", "a=٣s",
      "a=999999:00", "a=\(String(repeating: "9", count: 500))s", "a=1y", "a=1 h",
    ])
  func mistakes(text: String) { #expect(CameraClock(parsing: text) == nil, "\(text)") }

  @Test("A pattern fits cameras in any case, or names in the given case")
  func patterns() throws {
    let path = FilePath("photos/IMG_1.jpg")
    for (pattern, matches) in [
      ("canon*", true), ("*EOS*", true), ("Canon", false), ("IMG_*", true), ("img_*", false),
      ("photos/*", true), ("*", true), ("Nikon*", false),
    ] {
      let clock = try #require(CameraClock(parsing: "\(pattern)=1s"))
      #expect(clock.matches(camera: "Canon EOS R5", at: path) == matches, "\(pattern)")
    }
    #expect(try !#require(CameraClock(parsing: "?*=1s")).matches(camera: nil, at: nil))
  }

  @Test("All matching clocks are added, and no sum leaves the possible times")
  func sums() throws {
    let clocks = try ["Canon*=+1h", "a*=-30m", "Nikon*=+9d"].map {
      try #require(CameraClock(parsing: $0))
    }
    let time = Fact(try #require(CivilTime(exif: "2024:12:31 23:40:00.25")))
    let corrected = clocks.corrected(time, camera: "Canon EOS R5", at: "a.jpg")
    #expect(corrected.text == "2025-01-01 00:10")
    #expect(corrected.number == time.number.map { $0 + 1800 })
    let century = try #require(CameraClock(parsing: "*=36525d"))
    for number in [-0x1p63, 0x1p63, 1e300, -1e300] {
      let far = [CameraClock](repeating: century, count: 9)
        .corrected(Fact("far", number: number), camera: nil, at: "a")
      #expect(far.number?.isFinite == true)
    }
  }
}
