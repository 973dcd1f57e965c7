import CommandFixtures
import FolderFixtures
import Foundation
import JPEGFixtures
import TestSupport
import Testing

/// The first commands of new users, on folders like theirs.
@Suite struct UserFolderTests {
  static let available = UserFolder.allCases.filter(\.isAvailable)

  @Test(
    "Without options, a folder becomes a sheet of its readable pictures; one line counts the rest",
    arguments: available)
  func plainSheet(_ kind: UserFolder) throws {
    let folder = TemporaryFolder()
    try kind.write(to: folder)
    let run = try CommandRun([kind.rawValue, "-o", "s.png", "--manifest", "plan.json"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    #expect(run.standardOutput.isEmpty)
    let manifest = try Manifest(Data(folder.contents("plan.json") ?? []))
    #expect(manifest.pages.flatMap(\.tiles).count == kind.pictureCount)
    #expect(manifest.pages.flatMap(\.tiles).allSatisfy { $0.status == "ok" })

    let lines = run.standardError.split(separator: "\n").filter { $0.contains("left out") }
    switch kind {
    case .phone:
      #expect(lines.count == 1)
      for part in ["1 BMP", "1 video"] {
        #expect(lines.first?.contains(part) == true, "\(lines)")
      }
    case .wedding, .trip, .screenshots, .plots: #expect(lines == [])
    }
    #expect(!run.standardError.contains("xmp") && !run.standardError.contains("csv"))
  }

  @Test("The days of a trip are sections, each under its date", .needs(.jpeg))
  func days() throws {
    let folder = TemporaryFolder()
    try UserFolder.trip.write(to: folder)
    let run = try CommandRun(
      [
        "trip", "-o", "s.png", "--sort", "taken", "--group-by", "day", "--group-break", "section",
        "--manifest", "plan.json",
      ], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let manifest = try Manifest(Data(folder.contents("plan.json") ?? []))
    #expect(manifest.sections?.map(\.tiles) == UserFolder.daysOfTrip)
  }
}
