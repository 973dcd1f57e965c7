import CommandFixtures
import Foundation
import TestSupport
import Testing

@Suite struct PagePlanTests {
  static let plans = (1...4).map { "plan-00\($0).json" }
  static let options = ShardTests.options + ["--manifest", "plan-%03d.json"]

  /// A folder with ten pictures, the plans of four pages, and the files that a single run writes.
  static func folder() throws -> (folder: TemporaryFolder, whole: [[UInt8]?]) {
    let folder = try PictureFolders.ten()
    try CommandRun(ShardTests.options, in: folder)
    let whole = ShardTests.pages.map { folder.contents($0) }
    for page in ShardTests.pages { try folder.remove(page) }
    return (folder, whole)
  }

  static func manifest(_ name: String, in folder: TemporaryFolder) throws -> Manifest {
    try Manifest(Data(folder.contents(name) ?? []))
  }

  @Test(
    "Each page is rendered from its own plan, which contains only its own pictures",
    arguments: [true, false])
  func samePages(isDryRun: Bool) throws {
    let (folder, whole) = try Self.folder()
    try CommandRun(Self.options + (isDryRun ? ["--dry-run"] : []), in: folder)
    #expect(folder.names.isSuperset(of: Self.plans))
    #expect(folder.names.count == (isDryRun ? 5 : 9))
    var sources: [String] = []
    for (index, plan) in Self.plans.enumerated() {
      let manifest = try Self.manifest(plan, in: folder)
      #expect(manifest.pages.map(\.file) == [ShardTests.pages[index]])
      #expect(manifest.pages.map(\.number) == [index == 0 ? nil : index + 1])
      let tiles = manifest.pages.flatMap(\.tiles)
      try CommandRun(["--from-plan", plan, "--dry-run", "--manifest", "again.json"], in: folder)
      #expect(folder.contents("again.json") == folder.contents(plan))
      try folder.remove("again.json")
      #expect(tiles.map(\.index) == Array(sources.count..<sources.count + tiles.count))
      sources += tiles.map(\.source)
    }
    #expect(sources.count == 10 && Set(sources).count == 10)
    for (plan, page) in zip(Self.plans, ShardTests.pages) {
      if !isDryRun { try folder.remove(page) }
      try CommandRun(["--from-plan", plan], in: folder)
      #expect(folder.contents(page) == whole[ShardTests.pages.firstIndex(of: page) ?? 0])
    }
  }

  @Test("A run that makes only some pages writes only the plans of those pages")
  func someRuns() throws {
    let (folder, _) = try Self.folder()
    try CommandRun(Self.options + ["--shard", "2/3"], in: folder)
    #expect(folder.names == ["pics", "s-002.png", "plan-002.json"])
    try CommandRun(Self.options + ["--page", "3-4", "--dry-run"], in: folder)
    #expect(folder.names == Set(["pics", "s-002.png"] + Self.plans.dropFirst()))
  }

  @Test("A page's plan with a root names that page's pictures, wherever those of other pages are")
  func roots() throws {
    let folder = TemporaryFolder()
    let names = ["in/1.png", "in/2.png", "in/3.png", "out/4.png"]
    for name in names { try folder.writePicture(name) }
    func run(_ pages: [String]) throws -> CommandRun {
      try CommandRun(
        names + ["--per-page", "1", "-o", "in/s-%d.png", "--root", "in", "--dry-run"]
          + ["--manifest", "p-%d.json"] + pages, in: folder)
    }
    let some = try run(["--page", "2-3"])
    #expect(some.status == 0, "\(some.standardError)")
    for number in 2...3 {
      let manifest = try Self.manifest("p-\(number).json", in: folder)
      #expect(manifest.pages.map(\.file) == ["s-\(number).png"])
      #expect(manifest.pages.flatMap(\.tiles).map(\.source) == ["\(number).png"])
    }
    for pages in [["--page", "3-4"], []] {
      let refused = try run(pages)
      #expect(refused.status == 2)
      #expect(
        refused.standardError.contains("'out/4.png': it is outside 'in'"),
        "\(refused.standardError)")
    }
  }

  @Test("A page rendered from its own plan keeps its number when files are renamed")
  func number() throws {
    let (folder, whole) = try Self.folder()
    try CommandRun(Self.options + ["--dry-run"], in: folder)
    try CommandRun(["--from-plan", "plan-003.json", "-o", "x-%d.png"], in: folder)
    #expect(folder.contents("x-3.png") == whole[2])
    try CommandRun(["--from-plan", "plan-003.json", "-o", "x.png", "--page", "3"], in: folder)
    #expect(folder.contents("x.png") == whole[2])
    let run = try CommandRun(["--from-plan", "plan-003.json", "--page", "1"], in: folder)
    #expect(run.status == 2)
    #expect(
      run.standardError.contains("cannot render page 1: the plan has only page 3; leave out --page")
    )
    try CommandRun(
      ["--from-plan", "plan-003.json", "-o", "x.png", "--manifest", "y-%d.json"], in: folder)
    #expect(try Self.manifest("y-3.json", in: folder).pages.map(\.number) == [3])
  }

  @Test(
    "Each plan lists its page's unreadable pictures, and the first plan also lists the pictures left out"
  )
  func unreadable() throws {
    let (folder, _) = try Self.folder()
    for picture in [2, 9] { try folder.write([1, 2, 3], to: "pics/\(picture).png") }
    try CommandRun(Self.options, in: folder)
    let sources = try Self.plans.map { try Self.manifest($0, in: folder).unreadable.map(\.source) }
    #expect(sources == [["pics/2.png"], [], ["pics/9.png"], []])
    try CommandRun(Self.options + ["--on-error", "skip"], in: folder)
    #expect(
      try Self.plans.prefix(3).map { try Self.manifest($0, in: folder).unreadable.map(\.source) }
        == [["pics/2.png", "pics/9.png"], [], []])
  }

  @Test("Even the plan of a page without text stores the font for the names on placeholders")
  func font() throws {
    let (folder, _) = try Self.folder()
    try folder.write([1, 2, 3], to: "pics/2.png")
    let options = ShardTests.options + ["--font", "builtin"]
    try CommandRun(options + ["--manifest", "plan-%d.json"], in: folder)
    let whole = folder.contents("s-001.png")
    try CommandRun(["--from-plan", "plan-1.json"], in: folder)
    #expect(folder.contents("s-001.png") == whole)
    let text = String(decoding: folder.contents("plan-1.json") ?? [], as: UTF8.self)
    #expect(text.contains(#""font" : "builtin""#))
  }

  @Test("Plans left over from an earlier run with more pages are kept, with a note")
  func older() throws {
    let (folder, _) = try Self.folder()
    try folder.write(Array("{}".utf8), to: "plan-007.json")
    try CommandRun(Self.options + ["--dry-run"], in: folder)
    for picture in 4...10 { try folder.remove("pics/\(picture).png") }
    let run = try CommandRun(Self.options + ["--dry-run"], in: folder)
    #expect(
      run.standardError.contains("'plan-002.json' (and 2 more) are left over from an earlier run"))
    #expect(folder.names == Set(["pics", "plan-007.json"] + Self.plans))
  }

  @Test(
    "A plan whose page numbers are not in ascending order is refused",
    arguments: [("-1", "1 to"), ("2", "2 is not greater")])
  func wrongNumbers(number: String, message: String) throws {
    let (folder, _) = try Self.folder()
    try CommandRun(ShardTests.options + ["--dry-run", "--manifest", "p.json"], in: folder)
    var text = String(decoding: folder.contents("p.json") ?? [], as: UTF8.self)
    for (file, value) in [("s-002.png", "2"), ("s-003.png", number)] {
      text = text.replacing(
        "\"file\" : \"\(file)\"", with: "\"file\" : \"\(file)\", \"number\" : \(value)")
    }
    try folder.write(Array(text.utf8), to: "p.json")
    let run = try CommandRun(["--from-plan", "p.json"], in: folder)
    #expect(run.status == 2)
    #expect(run.standardError.contains("pages[2].number") && run.standardError.contains(message))
  }
}
