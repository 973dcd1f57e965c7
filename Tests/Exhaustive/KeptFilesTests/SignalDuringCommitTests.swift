import CommandFixtures
import Foundation
import TestSupport
import Testing

/// Signals at every system call, and while files are put in place.
@Suite struct SignalDuringCommitTests {
  @Test(
    "A signal that arrives while pages are being put in place is ignored, so that all pages are complete",
    arguments: 1...5
  )
  func placing(attempt: Int) throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png", width: 2, height: 2)
    let count = 400
    try folder.write(Array(String(repeating: "1.png\n", count: count).utf8), to: "list")
    let options = ["--files-from", "list", "--per-page", "1", "-o", "s.png", "--cell"]
    try CommandRun(options + ["3"], in: folder)
    let older = folder.contents("s-200.png")
    let run = try CommandRun(
      options + ["5"], in: folder, interruptedBy: SIGINT,
      // The first page is renamed last, and the second one first.
      whenThereIs: { $0 == "s-002.png" && folder.contents($0) != older })
    #expect(run.status == 0)
    let pages = folder.names.filter { $0.hasPrefix("s-") }
    #expect(pages.count == count)
    #expect(Set(pages.map { folder.contents($0) }).count == 1)
    #expect(folder.names.count == count + 2)
  }

  @Test("A second signal during clean-up ends the run", .needs(.faults))
  func second() throws {
    let sheet = try FaultySheet()
    for call in 1... {
      try sheet.restore()
      let faults = try Faults("unlink:1~,open:\(call)~")
      let run = try CommandRun(
        ["--signal=KILL", "20", CommandRun.executable.path] + sheet.arguments, in: sheet.folder,
        variables: faults.variables, executable: URL(fileURLWithPath: "/usr/bin/timeout"))
      guard faults.hasHappened else { break }
      #expect(run.status == 128 + SIGTERM || run.status == 0, "open \(call)")
      #expect(sheet.areNew == [run.status == 0], "open \(call)")
      #expect(sheet.names.isSuperset(of: sheet.folder.names), "open \(call)")
    }
  }

  @Test(
    "Once files are being put in place, a signal does not change the run's status",
    .needs(.faults),
    arguments: ["rename", "unlink", "link"], FaultySheet.Form.available)
  func behindTheCommit(name: String, form: FaultySheet.Form) throws {
    let sheet = try FaultySheet(form)
    for call in 1... {
      try sheet.restore()
      let faults = try Faults("\(name):\(call)~")
      let run = try CommandRun(sheet.arguments, in: sheet.folder, variables: faults.variables)
      guard faults.hasHappened else { break }
      if form == .stacks, name == "unlink", run.status == 128 + SIGTERM {
        // Temporary files of pixels are unlinked before any file is put in place.
        #expect(sheet.areNew == [false] && sheet.folder.names == sheet.names, "\(call)")
        continue
      }
      #expect(run.status == 0, "\(name) \(call)")
      #expect(sheet.areNew == [true], "\(name) \(call)")
      #expect(sheet.folder.names == sheet.names, "\(name) \(call)")
    }
  }

  @Test(
    "A signal at any system call either keeps the old files or comes too late to change the status",
    .needs(.faults),
    arguments: ["open", "read", "write", "fsync", "malloc", "jpeg"], FaultySheet.Form.available)
  func anywhere(name: String, form: FaultySheet.Form) throws {
    let sheet = try FaultySheet(form)
    var call = 1
    while true {
      try sheet.restore()
      let faults = try Faults("\(name):\(call)~")
      let run = try CommandRun(sheet.arguments, in: sheet.folder, variables: faults.variables)
      guard faults.hasHappened else { break }
      let message = "\(name) \(call): \(run.status)"
      #expect(run.status == 0 || run.status == 128 + SIGTERM, "\(message)")
      #expect(sheet.areNew == [run.status == 0], "\(message)")
      #expect(sheet.folder.names == sheet.names, "\(message)")
      call += 1 + call / 3
    }
    // The other forms do not need libjpeg.
    #expect(call > 1 || name == "jpeg" && ![.jpeg, .lightPDF].contains(form))
  }
}
