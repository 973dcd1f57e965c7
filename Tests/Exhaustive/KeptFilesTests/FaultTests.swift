import CommandFixtures
import FormatFixtures
import Foundation
import JPEGFixtures
import PNGFixtures
import SheetPictures
import TestSupport
import Testing

/// Each system call of a run is made to fail once, and no file is lost.
///
/// A preloaded library makes one call fail; see `Tests/Faults/faults.c`. The first call fails, then
/// a later one, until there are no more. The number of the call that fails grows by about a third
/// each time. A thorough run tries every call, except that for memory allocations, the number grows
/// by a four-hundredth: over 2,000 faults for each form. `CONTACTSHEET_FAULTS=all` tries all
/// allocations, which takes many hours.
@Suite(.needs(.faults))
struct FaultTests {
  /// If links are refused, old files are exchanged.
  ///
  /// In the second and third cases, exchanges are refused too.
  @Test(
    "Whichever system call fails, every file is wholly old or wholly new, and no other file is left",
    arguments: [
      "open", "read", "write", "fsync", "rename", "link", "link:1+,rename", "link:1+,renameat2",
      "mmap", "malloc", "flock", "flock:1+,rename",
    ], FaultySheet.Form.available)
  func faults(name: String, form: FaultySheet.Form) throws {
    let sheet = try FaultySheet(form)
    let folder = sheet.folder
    var number = 1
    while true {
      try sheet.restore()
      let fault = try Faults("\(name):\(number)")
      let run = try CommandRun(sheet.arguments, in: folder, variables: fault.variables)
      guard fault.hasHappened else {
        #expect(run.status == 0)
        break
      }
      let message = "\(name) \(number): \(run.status), \(run.standardError)"
      // A picture that cannot be read is shown as unreadable. A configuration that cannot be read
      // is a usage error.
      #expect([0, 1, 2, 64].contains(run.status), "\(message)")
      #expect(run.status == 0 || !run.standardError.isEmpty, "\(message)")
      #expect(folder.names == sheet.names, "\(message)")
      let report = try #require(folder.contents(FaultySheet.report))
      #expect(Self.isWhole(report), "\(message)")
      switch run.status {
      case 0: #expect(sheet.areNew == [true], "\(message)")
      case 1:
        let outputs = sheet.outputs
        #expect(try outputs.allSatisfy { try Self.isWhole(#require(folder.contents($0))) })
      default:
        // The report is written after the sheet.
        let isWritten = run.standardError.contains("; the sheet was written")
        let isStarved = run.standardError.contains("memory ran out")
        #expect(
          sheet.areNew == [isWritten] || isStarved && sheet.areNew.count == 1, "\(message)")
      }
      number = Faults.next(after: number, of: name)
    }
    // The command currently maps no files, and locks folders only for several files.
    #expect(number > 1 || name == "mmap" || name.hasPrefix("flock"))
  }

  @Test(
    "If libjpeg runs out of memory midway, old files are kept and the message says what to do",
    .needs(.jpeg),
    arguments: [(FaultySheet.Form.jpeg, #"s-\d\.jpg"#), (.lightPDF, #"s\.pdf"#)])
  func starvedLibrary(form: FaultySheet.Form, name: String) throws {
    let sheet = try FaultySheet(form)
    let message = try Regex(
      "^contactsheet: cannot write '\(name)': .*[Mm]emory.*; raise the limit \\(ulimit -v\\), "
        + "or lower --jobs\n$")
    try sheet.restore()
    var number = 1
    while true {
      let fault = try Faults("jpeg:\(number)")
      let run = try CommandRun(sheet.arguments, in: sheet.folder, variables: fault.variables)
      guard fault.hasHappened else {
        #expect(run.status == 0 && sheet.areNew == [true])
        break
      }
      #expect(
        run.status == 2 && run.standardError.contains(message), "\(number) \(run.standardError)")
      #expect(sheet.areNew == [false] && sheet.areAllWhole && sheet.folder.names == sheet.names)
      number += 1 + number / 6
    }
    // There is a call for each row.
    #expect(number > 60)
  }

  @Test("If a plane of a HEIC cannot be allocated, only that image is unreadable", .needs(.heif))
  func starvedPlanes() throws {
    let folder = TemporaryFolder()
    try folder.write(HEIFFixture(width: 64, height: 64).encoded(), to: "a.heic")
    try folder.writePicture("b.png", width: 40, height: 30)
    var refusals = 0
    for number in 1... {
      let fault = try Faults("aligned:\(number)")
      let run = try CommandRun(
        ["a.heic", "b.png", "-o", "s.png", "--jobs", "1"], in: folder, variables: fault.variables)
      // The sheet is made in any case.
      #expect([0, 1].contains(run.status), "\(number): \(run.standardError)")
      guard fault.hasHappened else { break }
      if run.status == 1 { refusals += 1 }
    }
    // Each plane is allocated by a separate call.
    #expect(refusals >= 3)
  }

  /// Targets that cannot be restored.
  ///
  /// Some old files can neither be kept nor exchanged, so the new files stay. The others are kept,
  /// but cannot be restored.
  @Test(
    "If old files cannot be restored, the message and the report name both new and old files",
    arguments: [("link:1+,renameat2:1+,rename:", ""), ("rename:", "+")])
  func partlyReplaced(faults: String, manner: String) throws {
    let sheet = try FaultySheet()
    var newCounts: Set<Int> = []
    for number in 1...sheet.outputs.count * 2 {
      try sheet.restore()
      let fault = try Faults("\(faults)\(number)\(manner)")
      let run = try CommandRun(
        sheet.arguments, in: sheet.folder, variables: fault.variables)
      let message = "\(faults)\(number)\(manner): \(run.standardError)"
      let new = sheet.outputs.filter(sheet.isNew)
      let old = sheet.outputs.filter { !sheet.isNew($0) }
      guard !new.isEmpty, !old.isEmpty else { continue }
      newCounts.insert(new.count)
      #expect(run.status == 2)
      func list(_ names: [String]) -> String {
        let quoted = names.map { "'\($0)'" }
        let first = quoted.dropLast().joined(separator: ", ")
        return first.isEmpty ? "\(quoted[0]) is" : "\(first) and \(quoted[quoted.count - 1]) are"
      }
      #expect(
        run.standardError.contains(
          "; \(list(new)) new and could not be restored, and \(list(old)) unchanged; "),
        "\(message)")
      if manner.isEmpty {
        struct Report: Decodable { var newFiles, oldFiles: [String] }
        let report = try JSONDecoder().decode(
          Report.self, from: Data(try #require(sheet.folder.contents(FaultySheet.report))))
        #expect(report.newFiles == new && report.oldFiles == old, "\(message)")
        #expect(sheet.folder.names == sheet.names, "\(message)")
      } else {
        #expect(sheet.hasAllOldFiles, "\(message)")
      }
      #expect(try CommandRun(sheet.arguments, in: sheet.folder).status == 0)
      #expect(sheet.areNew == [true] && sheet.folder.names == sheet.names)
    }
    #expect(newCounts == Set(1..<sheet.outputs.count))
  }

  @Test("An old file that cannot be removed is removed by the next run")
  func unremoved() throws {
    let sheet = try FaultySheet()
    for number in 1... {
      try sheet.restore()
      let fault = try Faults("unlink:\(number)")
      let run = try CommandRun(sheet.arguments, in: sheet.folder, variables: fault.variables)
      #expect(run.status == 0 && sheet.areNew == [true])
      guard fault.hasHappened else { break }
      #expect(sheet.folder.names.count == sheet.names.count + 1)
      #expect(try CommandRun(sheet.arguments, in: sheet.folder).status == 0)
      #expect(sheet.folder.names == sheet.names)
    }
  }

  @Test(
    "A kill at any system call leaves only complete files and loses none; the next run cleans up",
    arguments: [
      "link", "rename", "unlink", "link:1+,rename", "link:1+,renameat2",
      "link:1+,renameat2:1+,rename", "open", "read", "write", "fsync",
    ], FaultySheet.Form.available)
  func kills(name: String, form: FaultySheet.Form) throws {
    let sheet = try FaultySheet(form)
    let folder = sheet.folder
    var number = 1
    while true {
      try sheet.restore()
      let fault = try Faults("\(name):\(number)!")
      let run = try CommandRun(sheet.arguments, in: folder, variables: fault.variables)
      guard fault.hasHappened else {
        // Files are replaced one after another, so the last of two keeps no old file.
        #expect(run.status == 0 && number >= sheet.outputs.count)
        return
      }
      #expect(run.status == 128 + SIGKILL)
      // If nothing can be kept, the old file no longer exists once the new file is in place.
      let keeps = !name.contains("renameat2:1+")
      func check(_ event: String) {
        let message = "\(event) \(name) \(number): \(folder.names.sorted())"
        #expect(sheet.areAllWhole, "\(message)")
        #expect(!keeps || sheet.areNew == [true] || sheet.hasAllOldFiles, "\(message)")
      }
      check("after")
      let failed = try CommandRun(
        sheet.arguments, in: folder, variables: Faults("fsync:1").variables)
      #expect(failed.status == 2)
      check("failed after")
      #expect(!folder.names.contains { $0.hasSuffix(".contactsheet-part") })
      #expect(try CommandRun(sheet.arguments, in: folder).status == 0)
      #expect(sheet.areNew == [true] && folder.names == sheet.names)
      number += Faults.areAllTried(of: name) ? 1 : 1 + number / 6
    }
  }

  /// Whether a file is a picture that can be read to its end, or a complete document.
  private static func isWhole(_ contents: [UInt8]) -> Bool {
    if contents.starts(with: "<!".utf8) {
      return contents.suffix(8) == Array("</html>\n".utf8)[...]
    }
    if contents.starts(with: "%PDF".utf8) {
      return contents.suffix(6) == Array("%%EOF\n".utf8)[...]
    }
    if contents.starts(with: [0xFF, 0xD8]) { return !JPEGFixture.decoded(contents).bytes.isEmpty }
    if (try? JSONSerialization.jsonObject(with: Data(contents))) != nil { return true }
    return DecodingOutcome(contents, .libpng).error == nil
  }
}
