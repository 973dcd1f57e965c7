import CommandFixtures
import FormatFixtures
import JPEGFixtures
import TestSupport
import Testing

@Suite(.needs(.tiff)) struct DamagedPairTests {
  private static func check(_ fixture: TIFFFixture, _ strip: [UInt8]) throws {
    let folder = TemporaryFolder()
    let lost = strip.count / 3
    try folder.write(fixture.file([strip]), to: "before/a.tif")
    for (damage, end) in [
      ("cut", []), ("zeroed", [UInt8](repeating: 0, count: lost)),
      ("filled", [UInt8](repeating: 0xFF, count: lost)),
    ] {
      try folder.write(fixture.file([strip.dropLast(lost) + end]), to: "after/a.tif")
      let run = try CommandRun(["--compare", "before", "after", "-o", "sheet.png"], in: folder)
      // 3 would mean that the pictures differ.
      #expect(run.status == 1, "\(damage): \(run.standardError)")
    }
  }

  @Test("A fax is never equal to a damaged copy of it", arguments: [2, 3])
  func faxes(coding: Int) throws {
    let (fixture, strip) = TIFFFixture.fax(coding: coding)
    try Self.check(fixture, strip)
  }

  @Test("A JPEG in a TIFF is never equal to a damaged copy of it", .needs(.jpeg))
  func jpegs() throws {
    var fixture = TIFFFixture()
    (fixture.width, fixture.height, fixture.stripHeight, fixture.colors) = (48, 32, 32, 6)
    fixture.entries = [(259, .shorts([7])), (530, .shorts([2, 2]))]
    try Self.check(fixture, JPEGFixture(width: 48, height: 32).encoded())
  }
}
