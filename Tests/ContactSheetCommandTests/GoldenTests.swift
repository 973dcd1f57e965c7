import Foundation
import TestSupport
import Testing

@Suite struct GoldenTests {
  @Test("The help is as it was")
  func help() throws {
    let run = try CommandRun(["--help"], in: TemporaryFolder())
    #expect(run.status == 0)
    let golden = try Golden.contents("help.txt", actual: run.standardOutput)
    #expect(
      String(decoding: run.standardOutput, as: UTF8.self) == String(decoding: golden, as: UTF8.self)
    )
  }

  @Test("The README tells of every option")
  func readme() throws {
    let help = String(
      decoding: try CommandRun(["--help"], in: TemporaryFolder()).standardOutput, as: UTF8.self)
    let readme = try String(
      contentsOf: Repository.root.appendingPathComponent("README.md"), encoding: .utf8)
    for match in help.matches(of: /^ {2}(?:-., )?(--[a-z-]+)/.anchorsMatchLineEndings()) {
      let isTold = readme.contains(match.1)
      #expect(isTold, "\(match.1)")
    }
  }

  @Test(
    "A sheet of the sample pictures looks as it did", arguments: [("grid", 360), ("tiered", 150)])
  func samples(layout: String, width: Int) throws {
    let folder = TemporaryFolder()
    let samples = Repository.root.appendingPathComponent("SampleImages").path
    let run = try CommandRun(
      [samples, "--layout", layout, "--size", "\(width)", "--gap", "4", "-o", "-"], in: folder)
    #expect(run.status == 0)
    #expect(run.standardError.isEmpty)
    let golden = try Golden.contents("\(layout).png", actual: run.standardOutput)
    // Pixels, not bytes: another zlib may deflate them otherwise.
    #expect(try Sheet([UInt8](run.standardOutput)) == Sheet([UInt8](golden)))
  }
}
