import PNGFixtures
import TestSupport
import Testing

@Suite struct ColorTests {
  @Test("Pictures are converted from their own space, unless that is to be ignored")
  func policy() throws {
    let folder = TemporaryFolder()
    var linear = PNGFixture.plain(width: 8, height: 8, color: [55, 55, 55])
    linear.chunksBeforePalette = [.gamma(100_000)]
    try folder.write(linear.encoded(), to: "linear.png")
    let options = ["linear.png", "--cell", "8", "--margin", "0"]
    try CommandRun(options, in: folder)
    // 55 of 255 in linear light is 128 in sRGB.
    #expect(
      try Sheet(try #require(folder.contents("contact-sheet.png"))).pixel(4, 4) == [128, 128, 128])
    try CommandRun(options + ["--color", "ignore"], in: folder)
    #expect(
      try Sheet(try #require(folder.contents("contact-sheet.png"))).pixel(4, 4) == [55, 55, 55])
  }

  @Test("What cannot be followed in a picture is said with its name, and is no failure")
  func warning() throws {
    let folder = TemporaryFolder()
    var odd = PNGFixture.plain(width: 8, height: 8, color: [1, 2, 3])
    odd.chunksBeforePalette = [
      .codingIndependentCodePoints(primaries: 1, transfer: 13, matrix: 9)
    ]
    try folder.write(odd.encoded(), to: "odd.png")
    let run = try CommandRun(["odd.png"], in: folder)
    #expect(run.status == 0)
    #expect(run.standardError.hasPrefix("contactsheet: 'odd.png': its cICP chunk is ignored: "))
    #expect(try CommandRun(["odd.png", "--quiet"], in: folder).standardError.isEmpty)
  }
}
