import Foundation
import TestSupport
import Testing

@Suite struct VersionTests {
  @Test("--version tells the version and what was found, on standard output")
  func version() throws {
    let run = try CommandRun(["--version"], in: TemporaryFolder())
    #expect(run.status == 0)
    let lines = String(decoding: run.standardOutput, as: UTF8.self).split(separator: "\n")
    #expect(lines.first?.wholeMatch(of: /contactsheet \d+\.\d+\.\d+/) != nil)
    #expect(lines.dropFirst().contains { $0.hasPrefix("Little CMS: ") })
  }

  @Test("It tells the same beside other arguments")
  func beside() throws {
    let folder = TemporaryFolder()
    let alone = try CommandRun(["--version"], in: folder)
    let beside = try CommandRun(["--version", "--cell", "9"], in: folder)
    #expect(beside.status == 0)
    #expect(beside.standardOutput == alone.standardOutput)
  }
}
