import ContactSheet
import Foundation
import PNGFixtures
import SheetFiles
import SheetLayout
import SheetPlanning
import SystemPackage

/// Output names that lead to files, links and a pipe: no file is lost, left over, or written
/// outside.
///
/// An input is a byte of settings and four lines: the name of the sheet, the groups of its two
/// pictures, and the name of an HTML page.
enum OutputTarget: FuzzTarget {
  static let name = "outputs"

  private struct Settings: OptionSet {
    let rawValue: UInt8
    static let force = Settings(rawValue: 1)
    /// Whether outputs are confined to the working folder, as the outputs of a project file are.
    static let held = Settings(rawValue: 2)
    static let byFolder = Settings(rawValue: 4)
    static let pageForEach = Settings(rawValue: 8)
    static let keepsUnchanged = Settings(rawValue: 16)
  }

  static let words = [
    "{folder}", "{group}", "%03d", "%d", "%%", "../", "./", "//", "inner/", "away/", "up/", "self/",
    "loop/", "loop", "pipe", "null", "link", "new", "mine", ".png", ".pdf", ".jpg", ".html", "-001",
    ".", "other/", "in/", "..",
  ]

  static func seeds() -> [[UInt8]] {
    let names = [
      "s.png", "{group}.png", "inner/{folder}.pdf", "%03d.png", "away/s.png", "../other/mine.png",
      "link.png", "new.png", "pipe.png", "loop.png", "null.png", "self/up/in/1.png", "Mine.png",
      "a\u{308}.png", String(repeating: "n", count: 300) + ".png", "-", "", "inner", "{groop}.png",
      "ä{group}\u{1}.png",
    ]
    return names.enumerated().flatMap { index, name in
      [UInt8(index % 32), 3, 2, 11].map { settings in
        [settings] + "\(name)\nmine\nÄ\(index % 2 == 0 ? "" : "/../x")\np.html".utf8
      }
    }
  }

  static func check(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let settings = Settings(rawValue: first)
    let lines = bytes.dropFirst().split(
      separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
    let (sheet, page) = (lines[0], lines.count > 3 ? lines[3] : [])
    guard [sheet, page].allSatisfy({ Yard.isInside($0, isHeld: settings.contains(.held)) }) else {
      return
    }
    let groups = (1...2).map { lines.count > $0 ? String(lines[$0]) : "" }
    // libFuzzer's paths are relative.
    let place = FileManager.default.currentDirectoryPath
    Yard.reset(groups: groups, hasPipe: settings.contains(.held))
    let before = Yard.entries
    // Ends a run that blocks.
    alarm(30)
    let count = try? waiting { try await run(sheet, page, settings) }
    alarm(0)
    let after = Yard.entries
    _ = FileManager.default.changeCurrentDirectoryPath(place)
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    func failure(_ reason: String) -> String {
      "\(reason): \(changed.map { String($0) }.sorted()) by \(String(bytes))"
    }
    guard let count else { return expect(changed.isEmpty, failure("a failed run changed files")) }
    expect(changed.count <= count, failure("\(count) outputs"))
    for path in changed {
      expect(
        before[path] == nil || settings.contains(.force) && before[path]?.isFile == true,
        failure("a file was lost"))
      expect(after[path]?.isFile == true, failure("an output is not a file"))
      expect(!path.starts(with: "in/".utf8), failure("a picture was replaced"))
      expect(
        !settings.contains(.held) || path.starts(with: "work/".utf8), failure("one is outside"))
      expect(
        !String(path).hasSuffix(".contactsheet-part"), failure("a temporary file is left"))
    }
  }

  /// Makes a sheet of two pictures, and perhaps a page; returns the number of outputs.
  private static func run(
    _ sheet: ArraySlice<UInt8>, _ page: ArraySlice<UInt8>, _ settings: Settings
  ) async throws -> Int {
    var job = SheetJob(inputs: [.path("../in")])
    job.table = .file("../t.csv")
    job.paging.groupKey = try settings.contains(.byFolder) ? .folder : GroupKey(parsing: "{g}")
    if settings.contains(.pageForEach) { job.paging.picturesPerPage = 1 }
    var request = RenderRequest(output: .file(FilePath(bytes: sheet)))
    request.replacesForeignFiles = settings.contains(.force)
    request.keepsUnchangedFiles = settings.contains(.keepsUnchanged)
    request.workers = 1
    if settings.contains(.held) { request.outputFolder = "." }
    if !page.isEmpty {
      var document = DocumentRequest(.html, to: .file(FilePath(bytes: page)))
      document.folder = request.outputFolder
      request.documents = [document]
    }
    let plan = try await job.plan(for: request.output, workers: 1)
    let report = try await SheetRun(plan, request).render()
    return Set(report.pages.map(\.output)).count + request.documents.count
  }
}

/// A folder with pictures, a working folder, and a folder beside it that only links lead to.
private enum Yard {
  enum Entry: Equatable {
    case file([UInt8])
    case folder
    case link(String)
    case special

    var isFile: Bool { if case .file = self { true } else { false } }
  }

  /// The largest number of components of a name that may lead upwards.
  private static let climbs = 20

  private static let root = NSTemporaryDirectory() + "contactsheet-fuzzing-\(getpid())"
  /// The parent of all folders, so deep in `root` that no name leads out of `root`.
  private static let top = root + String(repeating: "/d", count: climbs + 4)

  /// Whether a name stays inside the working folder, however the name is resolved.
  static func isInside(_ name: ArraySlice<UInt8>, isHeld: Bool) -> Bool {
    let parts = name.split(separator: UInt8(ascii: "/")).map { String($0) }
    return !name.contains(0) && name.first != UInt8(ascii: "/")
      && parts.count { [".", "..", "up"].contains($0) } <= (isHeld ? climbs : 0)
  }

  /// Recreates the folders, with two pictures of these groups, and enters the working folder.
  static func reset(groups: [String], hasPipe: Bool) {
    let manager = FileManager.default
    if !manager.changeCurrentDirectoryPath(top) {
      try! manager.createDirectory(atPath: top, withIntermediateDirectories: true)
      _ = manager.changeCurrentDirectoryPath(top)
      atexit { try? FileManager.default.removeItem(atPath: Yard.root) }
    }
    for name in ["in", "work", "other", "t.csv"] { try? manager.removeItem(atPath: name) }
    for name in ["in", "work", "other", "work/inner"] { mkdir(name, 0o700) }
    func write(_ name: String, _ bytes: [UInt8]) {
      expectWhole(manager.createFile(atPath: name, contents: Data(bytes)), name)
    }
    let picture = PNGFixture(
      width: 8, height: 8, colorType: .gray, samples: Array(repeating: 90, count: 64)
    ).encoded()
    var table = "path,g\n"
    for (index, group) in groups.enumerated() {
      write("in/\(index).png", picture)
      table += "\(index).png,\"\(group.replacing("\"", with: "\"\""))\"\n"
    }
    write("t.csv", Array(table.utf8))
    for name in ["mine.png", "Mine.png", "ä.png", "a\u{308}.png", "p.html", "inner/mine.png"] {
      write("work/\(name)", Array("mine, \(name)".utf8))
    }
    write("other/mine.png", Array("other".utf8))
    for (name, target) in [
      ("away", "../other"), ("up", ".."), ("self", "."), ("loop", "loop"), ("loop.png", "loop.png"),
      ("link.png", "../other/mine.png"), ("new.png", "../other/new.png"), ("null.png", "/dev/null"),
    ] { symlink(target, "work/\(name)") }
    if hasPipe { mkfifo("work/pipe.png", 0o600) }
    expectWhole(manager.changeCurrentDirectoryPath("work"), "the working folder")
  }

  private static func expectWhole(_ condition: Bool, _ thing: String) {
    OutputTarget.expect(condition, "the yard lacks \(thing)")
  }

  /// All entries below the folder, keyed by path.
  static var entries: [[UInt8]: Entry] {
    var all: [[UInt8]: Entry] = [:]
    func add(_ folder: FilePath, _ path: [UInt8]) {
      for entry in (try? folder.folderEntries()) ?? [] {
        let (inner, own) = (folder.appending(nameBytes: entry.name), path + entry.name)
        switch (try? inner.stat(followTargetSymlink: false))?.type {
        case .regular: all[own] = .file((try? inner.beginning(upTo: 1 << 20)) ?? [])
        case .directory:
          all[own] = .folder
          add(inner, own + "/".utf8)
        case .symbolicLink:
          let target = try? FileManager.default.destinationOfSymbolicLink(atPath: inner.string)
          all[own] = .link(target ?? "")
        default: all[own] = .special
        }
      }
    }
    add("..", [])
    return all
  }
}
