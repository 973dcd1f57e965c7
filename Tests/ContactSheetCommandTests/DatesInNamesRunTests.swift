import CommandFixtures
import Foundation
import TestSupport
import Testing

@testable import ContactSheetCommand

/// Images whose capture times are only in their names.
@Suite struct DatesInNamesRunTests {
  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let names = [
      "IMG-20240315-WA0010.png", "IMG-20240315-WA0003.png", "PXL_20240315_090807123.png",
      "PXL_20240315_090807045.png", "photo_2024-03-14_23-59-58.png", "a.png",
    ]
    for (index, name) in names.enumerated() { try folder.writePicture(name, width: 20 + index) }
    return folder
  }

  private func lines(_ arguments: [String], in folder: TemporaryFolder) throws -> [String] {
    let run = try CommandRun(arguments, in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    return String(decoding: run.standardOutput, as: UTF8.self).split(separator: "\n").map {
      String($0)
    }
  }

  @Test(
    "Images are listed, sorted and selected by the dates in their names, and no time is invented")
  func listed() throws {
    let folder = try Self.folder()
    #expect(
      try lines([".", "--sort", "taken", "--list={name} {taken|-} {taken:%H:%M|-}"], in: folder)
        == [
          "photo_2024-03-14_23-59-58.png 2024-03-14 23:59 23:59",
          "IMG-20240315-WA0003.png 2024-03-15 -", "IMG-20240315-WA0010.png 2024-03-15 -",
          "PXL_20240315_090807045.png 2024-03-15 09:08 09:08",
          "PXL_20240315_090807123.png 2024-03-15 09:08 09:08", "a.png - -",
        ])
    #expect(
      try lines([".", "--where", "taken = 2024-03-14", "--list={stem}"], in: folder)
        == ["photo_2024-03-14_23-59-58"])
  }

  @Test("A note counts the dates that come from names only if images are sorted or grouped by them")
  func noted() throws {
    let folder = try Self.folder()
    for (options, isNoted) in [
      (["--sort", "taken"], true), (["--group-by", "day"], true), (["--group-by", "gap:2h"], true),
      (["--label", "{taken}"], false), ([], false),
      // One image has no date, so all keep the usual order.
      (["--sort", "auto:taken"], false),
    ] {
      let run = try CommandRun([".", "--dry-run"] + options, in: folder)
      let note = "the capture times of 5 images come from their names; the first is"
      #expect(run.standardError.contains(note) == isNoted, "\(options): \(run.standardError)")
      let quiet = try CommandRun([".", "--dry-run", "-q"] + options, in: folder)
      #expect(!quiet.standardError.contains("come from their names"))
    }
  }

  @Test("No heading of groups divided by gaps shows an invented time of day")
  func pauses() throws {
    let folder = try Self.folder()
    let run = try CommandRun(
      [".", "--group-by", "gap:2h", "--manifest", "-", "--dry-run"], in: folder)
    let manifest = String(decoding: run.standardOutput, as: UTF8.self)
    let groups = ["14 March 2024, 23:59", "15 March 2024, 09:08", "no date"]
    let places = groups.compactMap { manifest.firstRange(of: $0)?.lowerBound }
    #expect(places.count == 3 && places == places.sorted(), "\(manifest)")
    #expect(!manifest.contains("00:00"))
  }
}
