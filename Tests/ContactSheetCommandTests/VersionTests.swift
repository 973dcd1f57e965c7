import Foundation
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
}
