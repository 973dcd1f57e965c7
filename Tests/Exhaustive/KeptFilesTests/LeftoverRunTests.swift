import CommandFixtures
import Foundation
import TestSupport
import Testing

@Suite struct LeftoverRunTests {
  static let suffix = ".contactsheet-part"

  /// A folder with a picture, and with a list for a run that takes a long time.
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.writePicture("big.png", width: 500, height: 500)
    try folder.write(Array(String(repeating: "big.png\n", count: 200).utf8), to: "list")
    return folder
  }

  static let long = ["--files-from", "list", "-o", "sheet.png"]
  static let short = ["big.png", "-o", "sheet.png"]

  @Test("The next run with the same output removes the files left by a killed run, and no others")
  func killed() throws {
    let folder = try Self.folder()
    let run = try CommandRun(
      Self.long, in: folder, interruptedBy: SIGKILL, whenThereIs: { $0.hasSuffix(Self.suffix) })
    #expect(run.status == 128 + SIGKILL)
    let leftover = try #require(folder.names.first { $0.hasSuffix(Self.suffix) })
    #expect(leftover.hasPrefix(".sheet.png."))

    let others = [
      ".sheet.png.backup", ".sheet.png.aB3dE6", ".sheet.png" + Self.suffix, "sheet.png.old",
      leftover.replacing("sheet", with: "other"), leftover.replacing("sheet", with: "sheet-2"),
    ]
    for name in others { try folder.write([1], to: name) }
    try CommandRun(["big.png", "-o", "another.png"], in: folder)
    #expect(folder.names.contains(leftover))
    #expect(try CommandRun(Self.short, in: folder).status == 0)
    #expect(folder.names == Set(others + ["big.png", "list", "sheet.png", "another.png"]))
  }

  @Test("The temporary pages of a killed run are removed even if the next run has fewer pages")
  func pages() throws {
    let folder = try Self.folder()
    let run = try CommandRun(
      Self.long + ["--per-page", "1", "--cell", "9"], in: folder, interruptedBy: SIGKILL,
      whenThereIs: { $0.hasPrefix(".sheet-005.png.") })
    #expect(run.status == 128 + SIGKILL)
    #expect(folder.names.count { $0.hasSuffix(Self.suffix) } >= 5)
    #expect(try CommandRun(Self.short, in: folder).status == 0)
    #expect(folder.names == ["big.png", "list", "sheet.png"])
  }

  @Test(
    "Files that a killed run left beside unchanged pages are removed, even if no page is made",
    arguments: [0, 1])
  func kept(missing: Int) throws {
    let folder = TemporaryFolder()
    for number in 1...3 { try folder.writePicture("pics/\(number).png") }
    try folder.writePicture("other.png")
    try CommandRun(
      ["pics", "--per-page", "1", "-o", "s-%d.png", "--manifest", "plan.json"], in: folder)
    let options = ["--from-plan", "plan.json", "--skip-existing"]
    let past = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -60)]
    try FileManager.default.setAttributes(
      past, ofItemAtPath: folder.url.appending(path: "plan.json").path)
    let names = folder.names
    for page in 1...3 {
      for kind in ["part", "old"] {
        try folder.write([1], to: ".s-\(page).png.aB3dE6gH-i9kL.contactsheet-\(kind)")
      }
    }
    let other = ".s-4.png.aB3dE6gH-i9kL.contactsheet-part"
    try folder.write([1], to: other)
    for page in 1...3 where page <= missing {
      try FileManager.default.removeItem(at: folder.url.appending(path: "s-\(page).png"))
    }
    #expect(try CommandRun(options, in: folder).status == 0)
    #expect(folder.names == names.union([other]))
  }

  @Test("A run keeps the files of another run that is still alive")
  func alive() throws {
    let folder = try Self.folder()
    let process = Process()
    process.executableURL = CommandRun.executable
    process.arguments = Self.long + ["--per-page", "1", "--cell", "9"]
    process.currentDirectoryURL = folder.url
    process.environment = CommandRun.environment
    try process.run()
    func parts() -> Set<String> { folder.names.filter { $0.hasSuffix(Self.suffix) } }
    // Several pages are finished; only the first of them is open.
    while process.isRunning, parts().count < 5 { usleep(1000) }
    kill(process.processIdentifier, SIGSTOP)
    // A thread stops only when it returns from a system call.
    var before: Set<String> = []
    repeat {
      before = parts()
      usleep(50_000)
    } while parts() != before
    #expect(before.count >= 5)
    #expect(try CommandRun(Self.short, in: folder).status == 0)
    #expect(parts() == before)
    kill(process.processIdentifier, SIGCONT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(folder.names.count { $0.hasPrefix("sheet-") } == 200)
    #expect(parts().isEmpty)
  }

  @Test("Simultaneous runs with the same output leave one complete sheet and nothing else")
  func concurrent() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("in/1.png", width: 64, height: 64)
    try CommandRun(["in", "-o", "expected.png"], in: folder)
    let script = """
      for run in {1..40}; do "$0" in -o sheet.png & runs+=($!); done
      for run in "${runs[@]}"; do wait "$run" || exit 9; done
      """
    #expect(try CommandRun.statusOfShell(script, in: folder) == 0)
    #expect(folder.contents("sheet.png") == folder.contents("expected.png"))
    #expect(folder.names == ["in", "expected.png", "sheet.png"])
  }
}
