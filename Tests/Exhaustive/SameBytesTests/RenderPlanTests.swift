import CommandFixtures
import Foundation
import TestSupport
import Testing

@Suite struct RenderPlanTests {
  @Test("A plan renders to the same bytes as the run that made it, page by page")
  func sameBytes() throws {
    let folder = try PictureFolders.six()
    try CommandRun(PictureFolders.planOptions + ["--manifest", "m.json"], in: folder)
    let sheets = ["s-001.png", "s-002.png"].map { folder.contents($0) }
    for name in ["s-001.png", "s-002.png"] {
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
    }
    #expect(try CommandRun(["--from-plan", "m.json", "--page", "2"], in: folder).status == 0)
    #expect(folder.contents("s-001.png") == nil)
    #expect(folder.contents("s-002.png") == sheets[1])
    #expect(try CommandRun(["--from-plan", "m.json"], in: folder).status == 0)
    #expect(folder.contents("s-001.png") == sheets[0])
    let other = try CommandRun(
      ["--from-plan", "m.json", "--page", "1", "-o", "-", "-j", "1"], in: folder)
    #expect([UInt8](other.standardOutput) == sheets[0])
  }

  @Test("A plan from a dry run is the manifest of the run")
  func dryRun() throws {
    let folder = try PictureFolders.six()
    try CommandRun(PictureFolders.planOptions + ["--manifest", "m.json"], in: folder)
    let dry = try CommandRun(
      PictureFolders.planOptions + ["--dry-run", "--manifest", "-"], in: folder)
    #expect([UInt8](dry.standardOutput) == folder.contents("m.json"))
  }

  @Test("A plan comes from a file or an open pipe; a named pipe is refused at once")
  func pipes() throws {
    let folder = try PictureFolders.six()
    #expect(mkfifo(folder.url.appendingPathComponent("pipe").path, 0o600) == 0)
    let run = try CommandRun(["--from-plan", "pipe", "-o", "s.png"], in: folder)
    #expect(run.status == 2)
    #expect(run.standardError.contains("the plan 'pipe'"), "\(run.standardError)")
    #expect(run.standardError.contains("not a regular file"), "\(run.standardError)")
    try CommandRun(["1.png", "--dry-run", "--manifest", "m.json"], in: folder)
    let script = #""$0" --from-plan <(cat m.json) -o s.png"#
    #expect(try CommandRun.statusOfShell(script, in: folder) == 0)
  }

  @Test("An edited plan can be rendered")
  func edited() throws {
    let folder = try PictureFolders.six()
    try CommandRun(["1.png", "6.png", "--dry-run", "--manifest", "m.json"], in: folder)
    try replace("\"background\" : \"#ffffffff\"", by: "\"background\" : \"black\"", in: folder)
    #expect(try CommandRun(["--from-plan", "m.json"], in: folder).status == 0)
    let sheet = try DecodedSheet(try #require(folder.contents("contact-sheet.png")))
    #expect(sheet.pixel(0, 0) == [0, 0, 0])
  }

  @Test("The manifest of a rendered plan still states the options with which the plan was made")
  func carriedOver() throws {
    let folder = try PictureFolders.six()
    try CommandRun(
      [
        ".", "--layout", "masonry", "--columns", "3 * flexible", "--size", "300", "--scale", "fill",
        "--align", "top", "--upscale", "--dry-run", "--manifest", "m.json",
      ], in: folder)
    try CommandRun(["--from-plan", "m.json", "--manifest", "n.json"], in: folder)
    #expect(folder.contents("n.json") != nil)
    #expect(folder.contents("n.json") == folder.contents("m.json"))
  }

  @Test("If a picture was unreadable when planned but is readable now, a new plan is needed")
  func readableByNow() throws {
    let folder = try PictureFolders.six()
    let picture = try #require(folder.contents("1.png"))
    try folder.write(Array("no".utf8), to: "1.png")
    try CommandRun(["1.png", "2.png", "--dry-run", "--manifest", "m.json"], in: folder)
    #expect(try CommandRun(["--from-plan", "m.json"], in: folder).status == 1)
    try folder.write(picture, to: "1.png")
    let run = try CommandRun(["--from-plan", "m.json"], in: folder)
    #expect(run.status == 2)
    #expect(
      run.standardError.contains(
        "'1.png': it can be read now, but could not be when the plan was made"))
    #expect(run.standardError.contains("make a new plan"))
  }

  @Test(
    "--on-error applies to pictures of a plan that have become unreadable",
    arguments: ["1.png", "2.png"], ["no", "cut"])
  func onError(bad: String, kind: String) throws {
    let folder = try PictureFolders.six()
    // One picture per page: a bad one has its own page.
    try CommandRun(
      ["1.png", "2.png", "--per-page", "1", "--dry-run", "--manifest", "m.json"], in: folder)
    let picture = try #require(folder.contents(bad))
    try folder.write(kind == "no" ? Array("no".utf8) : Array(picture.prefix(43)), to: bad)
    let failed = try CommandRun(["--from-plan", "m.json", "--on-error", "fail"], in: folder)
    #expect(failed.status == 2)
    #expect(failed.standardError.hasPrefix("contactsheet: cannot read '\(bad)': "))
    #expect(folder.names.count { $0.hasPrefix("contact-sheet") } == 0)
    for policy in ["placeholder", "skip"] {
      let run = try CommandRun(["--from-plan", "m.json", "--on-error", policy], in: folder)
      #expect(run.status == 1)
      #expect(folder.names.count { $0.hasPrefix("contact-sheet") } == 1)
    }
  }

  @Test("--on-error replaces the plan's value, even in its manifest")
  func onErrorInManifest() throws {
    let folder = try PictureFolders.six()
    try CommandRun(
      ["1.png", "2.png", "--on-error", "fail", "--dry-run", "--manifest", "m.json"], in: folder)
    try folder.write([], to: "2.png")
    #expect(try CommandRun(["--from-plan", "m.json"], in: folder).status == 2)
    let options = ["--from-plan", "m.json", "--on-error", "placeholder", "--manifest", "n.json"]
    #expect(try CommandRun(options, in: folder).status == 1)
    let manifest = String(decoding: try #require(folder.contents("n.json")), as: UTF8.self)
    #expect(manifest.contains("\"onError\" : \"placeholder\""))
  }

  @Test(
    "A plan that is not a JSON object is refused with an error that says so",
    arguments: ["[]", "null", "1"])
  func topLevel(text: String) throws {
    let folder = try PictureFolders.six()
    try folder.write(Array(text.utf8), to: "m.json")
    let run = try CommandRun(["--from-plan", "m.json"], in: folder)
    #expect(run.status == 2)
    #expect(
      run.standardError.contains("the top level: it is not an object"), "\(run.standardError)")
  }

  private func replace(_ text: String, by other: String, in folder: TemporaryFolder) throws {
    let plan = String(decoding: try #require(folder.contents("m.json")), as: UTF8.self)
    #expect(plan.contains(text))
    try folder.write(Array(plan.replacing(text, with: other).utf8), to: "m.json")
  }

  @Test(
    "The error about a plan that cannot be rendered says why",
    arguments: [
      (
        "\"version\" : 5", "\"version\" : 99",
        "the plan 'm.json': it has format version 99, but only version 5 can be read; make the plan again"
      ),
      ("\"version\" : 5", "\"version\" : 4", "--dry-run --manifest m.json"),
      ("\"source\" : \"1.png", "\"source\" : \"1\\u0000.png", "tiles[0].source: a path cannot"),
      ("\"crop\" : {", "\"crap\" : {", "pages[0].tiles[0].crop: it is missing"),
      (
        "\"filter\" : \"lanczos\"", "\"filter\" : \"\\u001b[2J\"",
        #"options.filter: '\u{1B}[2J' is not"#
      ),
      ("\"version\" : 5", "\"version\" : \"1\"", "version: it is not a whole number"),
      ("\"version\" : 5", "\"vision\" : 1", "it is JSON, but not a plan"),
      ("\"pages\" : [", "\"pages\" : [[", "not JSON"),
      ("\"sourceWidth\" : 50", "\"sourceWidth\" : 51", "'1.png': it is 50 x 10 pixels, but was 51"),
      ("\"x\" : 8", "\"x\" : \"8\"", "pages[0].tiles[0].cell.x: it is not a whole number"),
      ("\"x\" : 8", "\"x\" : 1000", "pages[0].tiles[0].cell: it is not inside the sheet"),
      (
        "\"x\" : 8", "\"x\" : -9223372036854775808",
        "pages[0].tiles[0].cell.x: -9223372036854775808 is not"
      ),
      ("\"filter\" : \"lanczos\"", "\"filter\" : \"sinc\"", "options.filter: 'sinc' is not one of"),
      ("\"background\" : \"#ffffffff\"", "\"background\" : \"puce\"", "options.background"),
      ("\"compression\" : 6", "\"compression\" : 60", "options.compression"),
      ("\"width\" : 66", "\"width\" : 2720000000", "pages[0]"),
      ("\"width\" : 66", "\"width\" : 2000000000", "raise --max-pixels"),
    ])
  func refused(text: String, replacement: String, message: String) throws {
    let folder = try PictureFolders.six()
    try CommandRun(["1.png", "--dry-run", "--manifest", "m.json"], in: folder)
    try replace(text, by: replacement, in: folder)
    let run = try CommandRun(["--from-plan", "m.json"], in: folder)
    #expect(run.status == 2)
    #expect(run.standardError.hasPrefix("contactsheet: "))
    #expect(run.standardError.contains(message), "\(run.standardError)")
    #expect(!folder.names.contains("contact-sheet.png"))
  }

  @Test("A plan that is missing, lacks the requested page, or is combined with pictures is refused")
  func misused() throws {
    let folder = try PictureFolders.six()
    try CommandRun(["1.png", "--dry-run", "--manifest", "m.json"], in: folder)
    #expect(try CommandRun(["--from-plan", "no.json"], in: folder).status == 2)
    #expect(try CommandRun(["--from-plan", "m.json", "--page", "2"], in: folder).status == 2)
    #expect(try CommandRun(["--from-plan", "m.json", "2.png"], in: folder).status == 64)
  }
}
