import CommandFixtures
import FormatFixtures
import JPEGFixtures
import TestSupport
import Testing

/// The memory of codecs that libraries do not limit, and of encoders.
@Suite struct CodecMemoryTests {
  @Test(
    "TIFFs whose strips are progressive JPEGs share the memory budget",
    .needs(.tiff, .jpeg, .memoryLimit))
  func progressiveStrips() throws {
    var picture = JPEGFixture(width: 3000, height: 1504)
    (picture.isProgressive, picture.sampling) = (true, (1, 1))
    let strip = picture.encoded([UInt8](repeating: 0, count: 3000 * 1504 * 3))
    var fixture = TIFFFixture()
    (fixture.width, fixture.height, fixture.stripHeight, fixture.colors) = (3000, 1504, 1504, 6)
    fixture.entries = [(259, .shorts([7])), (530, .shorts([1, 1]))]
    let folder = try LimitTests.sheetWithinBudget(fixture.file([strip]), named: "tif")
    let run = try CommandRun(["in", "-o", "sheet.png", "--max-memory", "27MB"], in: folder)
    #expect(
      run.status == 2 && run.standardError.contains("exceed the budget of 27MB"),
      "\(run.standardError)")
  }

  @Test(
    "A JPEG sheet that would exceed the memory budget is encoded in a single scan, with a note",
    .needs(.jpeg))
  func sheets() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("in/a.png", width: 64, height: 64)
    /// Whether a sheet has the frame marker of a sequential JPEG or of a progressive JPEG, and the
    /// messages of the run.
    func frames(_ options: [String]) throws -> (isPlain: Bool, isProgressive: Bool, errors: String)
    {
      let arguments = ["in", "-o", "sheet.jpg", "--size", "2000x1500"]
      let run = try CommandRun(arguments + options, in: folder)
      #expect(run.status == 0)
      let file = try #require(folder.contents("sheet.jpg"))
      func has(_ code: UInt8) -> Bool {
        (1..<file.count).contains { file[$0 - 1] == 0xFF && file[$0] == code }
      }
      return (has(0xC0), has(0xC2), run.standardError)
    }
    let note = "'sheet.jpg' is about a tenth larger than necessary"
    let usual = try frames([])
    #expect(usual.isProgressive && !usual.isPlain && !usual.errors.contains(note))
    let bounded = try frames(["--max-memory", "20MB"])
    #expect(bounded.isPlain && !bounded.isProgressive)
    // Nine bytes per pixel.
    #expect(
      bounded.errors.contains(note) && bounded.errors.contains("--max-memory 27000000 is enough"),
      "\(bounded.errors)")
    #expect(try frames(["--max-memory", "27000000"]).isProgressive)
  }
}

extension Need {
  fileprivate static let memoryLimit = Need(
    "a command that works under a memory limit, which sanitizers do not"
  ) { LimitTests.isMemoryLimited }
}
