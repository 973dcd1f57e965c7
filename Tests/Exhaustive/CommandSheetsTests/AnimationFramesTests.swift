import CommandFixtures
import FormatFixtures
import Foundation
import TestSupport
import Testing

/// The frames of GIFs, on the command line.
@Suite(.needs(.gif))
struct AnimationFramesTests {
  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    var random = SeededGenerator(seed: 2)
    for number in 1...3 {
      var file = GIFFixture.random(&random)
      while file.frames.count < 4 { file = GIFFixture.random(&random) }
      try folder.write(file.encoded(), to: "in/\(number).gif")
    }
    return folder
  }

  @Test(
    "A sheet of all frames is the same with any number of workers, and when rendered from a plan")
  func sameBytes() throws {
    let folder = try Self.folder()
    func sheet(_ arguments: [String]) throws -> [UInt8]? {
      let run = try CommandRun(arguments + ["-o", "s.png", "--force", "-q"], in: folder)
      #expect(run.status == 0 && run.standardError.isEmpty, "\(run.standardError)")
      return folder.contents("s.png")
    }
    let options = ["in", "--frames", "all", "--label", "{name} {frame}", "--cell", "24"]
    let expected = try #require(try sheet(options + ["--jobs", "1", "--manifest", "m.json"]))
    #expect(try sheet(options + ["--jobs", "7"]) == expected)
    #expect(try sheet(["--from-plan", "m.json"]) == expected)
    #expect(try sheet(options + ["--sort", "name", "--reverse"]) != expected)
  }

  @Test(
    "Only the first frame of a GIF is shown, with a note, but a named frame is shown without one")
  func first() throws {
    let folder = try Self.folder()
    let first = try CommandRun(["in/1.gif", "-o", "s.png"], in: folder)
    #expect(first.status == 0)
    #expect(
      first.standardError
        == "contactsheet: 'in/1.gif' is animated, and only its first frame is shown; --frames all "
        + "shows all frames, and naming 'in/1.gif[1]' shows the second\n")
    for page in [0, 2] {
      let named = try CommandRun(["in/1.gif[\(page)]", "-o", "s.png", "--force"], in: folder)
      #expect(named.status == 0 && named.standardError.isEmpty, "\(named.standardError)")
    }
    let missing = try CommandRun(["in/1.gif[99]", "-o", "s.png", "--force"], in: folder)
    #expect(missing.status == 2)
    #expect(missing.standardError.contains("frames; name one from [0] to ["))
  }
}
