import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// Reports of runs, read without our library.
@Suite struct ReportTests {
  struct Report: Decodable {
    struct Program: Decodable { var report: Int, version: String }
    struct Page: Decodable {
      var file, outcome: String
      var width, height, pictures, unreadable, bytes: Int?
      var sha256: String?
    }
    struct Picture: Decodable, Equatable { var source, reason: String }
    struct Library: Decodable { var name: String, isInstalled: Bool }
    struct Message: Decodable {
      var kind, severity, text: String
      var subject, remedy: String?

      /// The line on standard error.
      var line: String { "contactsheet: \(text)" + (remedy.map { "; \($0)" } ?? "") }
    }

    var contactsheet: Program
    var status: String
    var exitStatus: Int32
    var error: String?
    var notes: [Message]
    var warnings: [String]
    var started: String
    var seconds: [String: Double]
    var libraries: [Library]
    var pages: [Page]
    var unreadable: [Picture]
  }

  static func report(_ name: String = "r.json", in folder: TemporaryFolder) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(try #require(folder.contents(name))))
  }

  static let options = [
    "pics", "--cell", "32", "--per-page", "3", "-o", "s.png", "--report", "r.json",
  ]

  /// The digest of a file, calculated by another program.
  static func digest(_ name: String, in folder: TemporaryFolder) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sha256sum", folder.url.appending(path: name).path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let line = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: line.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
  }

  @Test("A report lists the pages with their sizes and digests, and how long each step took")
  func complete() throws {
    let folder = try PictureFolders.ten()
    let run = try CommandRun(Self.options, in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let report = try Self.report(in: folder)
    #expect(report.status == "complete" && report.exitStatus == 0 && report.error == nil)
    #expect(report.contactsheet.report == 1)
    let version = try CommandRun(["--version"], in: folder).standardOutput
    #expect(
      String(decoding: version, as: UTF8.self)
        .hasPrefix("contactsheet \(report.contactsheet.version)\n"))
    #expect(report.pages.map(\.file) == (1...4).map { "s-00\($0).png" })
    #expect(report.pages.map(\.pictures) == [3, 3, 3, 1] && report.unreadable.isEmpty)
    for page in report.pages {
      #expect(page.outcome == "written" && page.unreadable == 0)
      #expect(page.bytes == folder.contents(page.file)?.count)
      #expect(page.sha256 == (try Self.digest(page.file, in: folder)))
      let sheet = try #require(folder.contents(page.file))
      let header = PNGChunk.header(
        width: page.width ?? 0, height: page.height ?? 0, bitDepth: 8, colorType: .rgb)
      #expect(Array(sheet[16..<24]) == Array(header.data[..<8]))
    }
    #expect(
      Set(report.seconds.keys)
        == ["finding", "headers", "planning", "rendering", "placing", "total"])
    let total = try #require(report.seconds["total"])
    #expect(report.seconds.values.reduce(0, +) <= 2 * total + 0.001)
    #expect(report.started.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    #expect(
      report.libraries.map(\.name)
        == [
          "ISA-L", "libjpeg-turbo", "libwebp", "libheif", "libtiff", "giflib", "Little CMS",
          "Pango",
        ])
  }

  @Test("A report lists unreadable pictures and unchanged pages")
  func incomplete() throws {
    let folder = try PictureFolders.ten()
    for picture in [2, 10] { try folder.write([1, 2, 3], to: "pics/\(picture).png") }
    #expect(try CommandRun(Self.options, in: folder).status == 1)
    var report = try Self.report(in: folder)
    #expect(report.status == "incomplete" && report.exitStatus == 1)
    #expect(
      report.unreadable == [
        .init(source: "pics/2.png", reason: "not a PNG file"),
        .init(source: "pics/10.png", reason: "not a PNG file"),
      ])
    #expect(report.pages.map(\.outcome) == ["written", "written", "written", "unreadable"])
    #expect(report.pages[0].unreadable == 1)
    #expect(try CommandRun(Self.options + ["--keep-unchanged"], in: folder).status == 1)
    report = try Self.report(in: folder)
    #expect(report.pages.map(\.outcome) == ["unchanged", "unchanged", "unchanged", "unreadable"])
    #expect(report.pages[0].sha256 == (try Self.digest("s-001.png", in: folder)))
  }

  @Test("Pages left unchanged when rendering a plan are reported")
  func kept() throws {
    let folder = try PictureFolders.ten()
    try CommandRun(Self.options + ["--manifest", "p.json"], in: folder)
    try folder.touch("p.json", -60)
    try folder.remove("s-002.png")
    try CommandRun(["--from-plan", "p.json", "--skip-existing", "--report", "r.json"], in: folder)
    let outcomes = try Self.report(in: folder).pages.map { "\($0.file) \($0.outcome)" }
    #expect(outcomes == ["s-002.png written"] + [1, 3, 4].map { "s-00\($0).png kept" })
  }

  @Test(
    "A failed run is reported with the reason, and old sheets are kept",
    arguments: [
      (["none"], "does not exist", nil),
      (["pics", "-o", "no/s.png"], "the folder 'no' does not exist", nil),
      (["pics", "--max-pixels", "10"], "pixels", nil),
      (["bad"], "the only image cannot be read", "bad/a.png"),
      (["bad", "pics", "--on-error", "fail"], "bad/a.png", "bad/a.png"),
      (["--from-plan", "pics/1.png"], "not JSON", nil),
    ] as [([String], String, String?)])
  func failed(words: [String], message: String, unreadable: String?) throws {
    let folder = try PictureFolders.ten()
    try folder.write([1, 2, 3], to: "bad/a.png")
    try CommandRun(["pics", "--report", "r.json"], in: folder)
    let sheet = folder.contents("contact-sheet.png")
    let run = try CommandRun(words + ["--report", "r.json"], in: folder)
    #expect(run.status == 2)
    let report = try Self.report(in: folder)
    #expect(report.status == "failed" && report.exitStatus == 2 && report.pages.isEmpty)
    let error = try #require(report.error)
    #expect(error.contains(message), "\(error)")
    #expect(run.standardError.contains(error))
    #expect(report.unreadable.map(\.source) == [unreadable].compactMap(\.self))
    #expect(folder.contents("contact-sheet.png") == sheet)
  }

  @Test("A report replaces only another report, and never a picture, even with --force")
  func replaced() throws {
    let folder = try PictureFolders.ten()
    try folder.write(Array("{}".utf8), to: "other.json")
    var run = try CommandRun(["pics", "--report", "other.json"], in: folder)
    #expect(run.status == 2 && run.standardError.contains("'other.json': it exists"))
    #expect(folder.names == ["pics", "other.json"])
    // The picture is safe even in a run that fails before it has found the pictures.
    let picture = folder.contents("pics/1.png")
    for words in [["pics"], ["none"], ["pics", "-o", "no/s.png"]] {
      run = try CommandRun(words + ["--report", "pics/1.png", "--force"], in: folder)
      #expect(run.status == 2)
      #expect(folder.contents("pics/1.png") == picture)
    }
    run = try CommandRun(["pics", "--report", "pics/"], in: folder)
    #expect(run.status == 2 && run.standardError.contains("'pics/': it is a folder name"))
    run = try CommandRun(["pics", "-o", "x", "--report", "x"], in: folder)
    #expect(run.status == 2 && run.standardError.contains("choose another name for --report"))
    #expect(folder.names == ["pics", "other.json"])
    run = try CommandRun(["pics", "--report", "other.json", "--force"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    #expect(try Self.report("other.json", in: folder).status == "complete")
  }

  @Test("Rendering a plan can be reported, even to standard output if the sheet goes to a file")
  func otherRuns() throws {
    let folder = try PictureFolders.ten()
    try CommandRun(["pics", "--dry-run", "--report", "r.json"], in: folder)
    #expect(try Self.report(in: folder).pages.isEmpty)
    #expect(try Self.report(in: folder).seconds["rendering"] == nil)
    for (words, files) in [(["pics"], ["contact-sheet.png"]), (["pics", "--dry-run"], [])] {
      let run = try CommandRun(words + ["--report", "-"], in: folder)
      let report = try JSONDecoder().decode(Report.self, from: run.standardOutput)
      #expect(report.pages.map(\.file) == files)
    }
    #expect(try CommandRun(["pics", "-o", "-", "--report", "-"], in: folder).status == 2)
    // A pipe has no size, and what it was sent is not kept, so there is no digest.
    try CommandRun(["pics", "-o", "-", "--report", "r.json"], in: folder)
    let page = try #require(try Self.report(in: folder).pages.first)
    #expect(page.file == "-" && page.bytes == nil && page.sha256 == nil && page.width != nil)
  }

  @Test("A report lists the messages with their kinds, even for a failed run")
  func notes() throws {
    let folder = try PictureFolders.ten()
    try folder.write([1], to: "empty/.a.png")
    let words = ["pics", "empty", "--label", "{text:Nothing}", "--report", "r.json"]
    for (others, kinds) in [
      ([], ["emptyFolder", "missingFacts"]),
      (["--max-pixels", "10"], ["emptyFolder", "missingFacts", "failure"]),
    ] {
      let run = try CommandRun(words + others, in: folder)
      let report = try Self.report(in: folder)
      #expect(report.notes.map(\.kind) == kinds)
      #expect(run.standardError.split(separator: "\n").map(String.init) == report.notes.map(\.line))
      #expect(report.notes[0].subject == "empty" && report.notes[0].severity == "note")
      #expect(report.notes[0].remedy == "add --hidden to include them")
      #expect(report.notes.last?.severity == (others.isEmpty ? "note" : "error"))
      #expect(report.warnings.count == 2)
    }
  }

  @Test("The report lists warnings about a plan")
  func warnings() throws {
    let folder = try PictureFolders.ten()
    try CommandRun(
      ["pics", "--label", "\u{4E2D}", "--font", "builtin", "--report", "r.json"], in: folder)
    let report = try Self.report(in: folder)
    #expect(report.warnings.count == 1 && report.status == "complete")
  }

  @Test(
    "If a report cannot be written, a single message says so",
    arguments: ["no/r.json", "pics/"])
  func wrongOutput(name: String) throws {
    let folder = try PictureFolders.ten()
    let run = try CommandRun(["pics", "--report", name], in: folder)
    #expect(run.status == 2)
    #expect(run.standardError.split(separator: "\n").count == 1, "\(run.standardError)")
    #expect(folder.names == ["pics"])
  }
}
