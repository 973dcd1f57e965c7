import CommandFixtures
import FormatFixtures
import PNGFixtures
import TestSupport
import Testing

@Suite struct BandSheetTests {
  private static let ownSize = ["--scale", "none", "--gap", "0", "--margin", "0", "--edge", "none"]

  @Test("A band of a PNG is shown in grey, and a plan gives the same bytes")
  func png() throws {
    let folder = TemporaryFolder()
    let fixture = PNGFixture(
      width: 2, height: 1, bitDepth: 8, colorType: .rgba, samples: [1, 2, 3, 4, 5, 6, 7, 8])
    try folder.write(fixture.encoded(), to: "in/a.png")
    for (bands, expected) in [
      ("2", [[2], [6]]), ("4", [[4], [8]]), ("3,2,1", [[3, 2, 1], [7, 6, 5]]),
    ] as [(String, [[UInt8]])] {
      let run = try CommandRun(
        ["in", "--bands", bands, "-o", "s.png", "--manifest", "m.json", "--force"] + Self.ownSize,
        in: folder)
      #expect(run.status == 0 && run.standardError.isEmpty, "\(run.standardError)")
      let bytes = try #require(folder.contents("s.png"))
      let sheet = try DecodedSheet(bytes)
      #expect((0..<2).map { Array(sheet.pixel($0, 0).prefix(expected[0].count)) } == expected)
      let plan = String(decoding: folder.contents("m.json") ?? [], as: UTF8.self)
      #expect(plan.contains("\"bands\" : \"\(bands)\""))
      try CommandRun(["--from-plan", "m.json", "--force", "--jobs", "1"], in: folder)
      #expect(folder.contents("s.png") == bytes)
    }
    let run = try CommandRun(["in", "--bands", "5", "-o", "s.png", "--force"], in: folder)
    #expect(
      run.standardError
        == "contactsheet: 1 image keeps its own colours, because it has no band 5; the image is 'in/a.png'\n"
    )
  }

  @Test("Bands of a TIFF are stretched and coloured like other samples", .needs(.tiff))
  func tiff() throws {
    let folder = TemporaryFolder()
    var fixture = TIFFFixture()
    (fixture.samples, fixture.colors, fixture.bits) = (5, 1, 16)
    (fixture.width, fixture.height) = (3, 1)
    let samples = [9, 9, 9, 100, 0, 9, 9, 9, 150, 0, 9, 9, 9, 200, 0]
    try folder.write(fixture.encoded(samples), to: "in/a.tif")
    let run = try CommandRun(
      ["in", "--bands", "4", "--stretch", "all", "--colormap", "#4080ff", "-o", "s.png"]
        + Self.ownSize, in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let sheet = try DecodedSheet(folder.contents("s.png") ?? [])
    #expect(
      (0..<3).map { Array(sheet.pixel($0, 0).prefix(3)) }
        == [[0, 0, 0], [32, 64, 128], [64, 128, 255]])
  }

  @Test("Invalid bands are refused, in the option and in a plan")
  func refused() throws {
    let folder = TemporaryFolder()
    let fixture = PNGFixture.plain(width: 2, height: 2, color: [1, 2, 3])
    try folder.write(fixture.encoded(), to: "in/a.png")
    for bands in ["0", "65", "4,3", "1,2,3,4", "a", "1,,2"] {
      #expect(try CommandRun(["in", "--bands", bands], in: folder).status == 64, "\(bands)")
    }
    try CommandRun(["in", "--bands", "3", "-o", "s.png", "--manifest", "m.json"], in: folder)
    let plan = String(decoding: folder.contents("m.json") ?? [], as: UTF8.self)
    let wrong = plan.replacing("\"bands\" : \"3\"", with: "\"bands\" : \"0\"")
    #expect(wrong != plan)
    try folder.write(Array(wrong.utf8), to: "n.json")
    let run = try CommandRun(["--from-plan", "n.json", "--force"], in: folder)
    #expect(run.status != 0 && run.standardError.contains("'0' is not valid; write one band, or"))
    // The plan was valid, but the image has lost its bands.
    let lost = plan.replacing("\"bands\" : \"3\"", with: "\"bands\" : \"9\"")
    try folder.write(Array(lost.utf8), to: "l.json")
    let rerun = try CommandRun(["--from-plan", "l.json", "--force"], in: folder)
    #expect(
      rerun.status != 0
        && rerun.standardError.contains("no longer has the bands 9; make a new plan"))
  }
}
