import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// `{psnr}`, `{rmse}`, `{mae}` and `{ssim}` of pairs as users ask for them.
@Suite struct PairErrorTests {
  /// Renderings of two scenes with more and with less noise, an identical one, and a larger one.
  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    var numbers = SeededGenerator(seed: 5)
    for scene in ["hall", "lake"] {
      var reference = PNGFixture.plain(width: 24, height: 20, color: [120, 130, 140])
      for index in reference.samples.indices { reference.samples[index] += UInt16(index % 60) }
      try folder.write(reference.encoded(), to: "r/\(scene)_reference.png")
      for (samples, noise) in [("16", 60), ("256", 4)] {
        var picture = reference
        for index in picture.samples.indices {
          picture.samples[index] += UInt16(numbers.number(below: noise))
        }
        try folder.write(picture.encoded(), to: "r/\(scene)_\(samples).png")
      }
    }
    return folder
  }

  private static let arguments = [
    "r", "--match", "{scene}_{spp:1} => {scene}_reference", "--parse", "{scene}_{spp:1}",
    "--tolerance", "0",
  ]

  private static func list(
    _ options: [String], in folder: TemporaryFolder
  ) throws -> (lines: [String], run: CommandRun) {
    let run = try CommandRun(arguments + options, in: folder)
    return (run.text.split(separator: "\n").map(String.init), run)
  }

  @Test(
    "Sorting, conditions and lists can use pixel errors; psnr follows from the mean squared error")
  func facts() throws {
    let folder = try Self.folder()
    var (lines, run) = try Self.list(
      ["--sort", "psnr", "--list={name} {psnr} {rmse} {mae} {ssim}"], in: folder)
    #expect(run.status == 3 && lines.count == 4, "\(run.standardError)")
    #expect(lines.prefix(2).allSatisfy { $0.contains("_16.png") }, "\(lines)")
    for line in lines {
      let values = line.split(separator: " ").dropFirst().compactMap { Double($0) }
      try #require(values.count == 4, "\(line)")
      #expect(abs(values[0] + 20 * log10(values[1])) < 0.02 && values[2] <= values[1], "\(line)")
      #expect(values[3] < 1 && (values[3] > 0.9) == line.contains("256"), "\(line)")
    }
    (lines, _) = try Self.list(["--where", "psnr < 40", "--list={name}"], in: folder)
    #expect(lines == ["hall_16.png", "lake_16.png"])
    (lines, _) = try Self.list(["--list"], in: folder)
    #expect(lines.allSatisfy { $0.contains("\"ssim\":0.") && $0.contains("\"psnr\":") }, "\(lines)")
  }

  @Test(
    "Equal pictures have an error of 0 and an infinite psnr; pictures of different sizes have neither"
  )
  func ends() throws {
    let folder = TemporaryFolder()
    for name in ["old", "new"] { try folder.writePicture("\(name)/a.png", width: 12, height: 12) }
    try folder.writePicture("old/b.png", width: 12, height: 12)
    try folder.writePicture("new/b.png", width: 13, height: 12)
    let arguments = ["new", "--compare", "old", "--compare-show", "all", "--sort", "natural"]
    let run = try CommandRun(
      arguments + ["--list={name} {psnr|-} {rmse|-} {ssim|-}"], in: folder)
    #expect(run.text == "a.png inf 0 1.0000\nb.png - - -\n", "\(run.text)\(run.standardError)")
    let json = try CommandRun(arguments + ["--list"], in: folder)
    #expect(json.text.contains("\"psnr\":\"inf\"") && json.status == 3, "\(json.text)")
    let gate = try CommandRun(
      arguments + ["--where", "psnr >= 90", "--list={name}"], in: folder)
    #expect(gate.text == "a.png\n")
  }

  @Test("--allow takes a condition on errors, for all pairs or for a pattern")
  func allowed() throws {
    let folder = try Self.folder()
    func statuses(_ rules: String...) throws -> (Int32, [String]) {
      let run = try CommandRun(
        Self.arguments + rules.flatMap { ["--allow", $0] } + ["-o", "s.png", "--report", "r.json"],
        in: folder)
      let report = try Findings("r.json", in: folder)
      let names = report.statuses.filter { $0.value == "allowed" }.map(\.key).sorted()
      return (run.status, names)
    }
    let all = ["hall_16.png", "hall_256.png", "lake_16.png", "lake_256.png"]
    #expect(try statuses("{psnr} >= 10") == (0, all))
    #expect(try statuses("{psnr} >= 40") == (3, ["hall_256.png", "lake_256.png"]))
    #expect(
      try statuses("{ssim} > 0.9 and {rmse} < 0.02") == (3, ["hall_256.png", "lake_256.png"]))
    // The last rule that matches a pair applies, whatever the rule measures.
    #expect(try statuses("{psnr} >= 10", "lake*={psnr} >= 40") == (3, [all[0], all[1], all[3]]))
    #expect(try statuses("{psnr} >= 10", "0") == (3, []))
    let unknown = try CommandRun(Self.arguments + ["--allow", "{pnsr} >= 40"], in: folder)
    #expect(unknown.status == 2 || unknown.status == 64)
    #expect(unknown.standardError.contains("did you mean psnr?"), "\(unknown.standardError)")
    let malformed = try CommandRun(Self.arguments + ["--allow", "{psnr} >="], in: folder)
    #expect(malformed.status == 64, "\(malformed.standardError)")
  }

  @Test("A condition on errors does not allow resized pictures, which have no errors")
  func resized() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("old/b.png", width: 12, height: 12)
    try folder.writePicture("new/b.png", width: 13, height: 12)
    for rule in ["{psnr} >= 0", "not {psnr} < 90"] {
      let run = try CommandRun(
        ["new", "--compare", "old", "--allow", rule, "-o", "s.png"], in: folder)
      #expect(run.status == 3, "\(rule)")
    }
  }

  @Test("Labels, --best and headings can show a pair's errors; a plan gives the same sheet")
  func sheet() throws {
    let folder = try Self.folder()
    let options = [
      "--rows-by", "{scene} at {spp}: {psnr:.1f} dB", "--label", "{ssim}", "--best", "{psnr}",
      "--group-by", "{scene}", "--group-break", "section", "--manifest", "m.json", "-o", "s.png",
      "--font", "builtin",
    ]
    let run = try CommandRun(Self.arguments + options, in: folder)
    #expect(
      run.status == 3 && !run.standardError.contains("no image has"), "\(run.standardError)")
    let manifest = try Findings("m.json", in: folder)
    let headings = manifest.rows?.map(\.heading) ?? []
    #expect(headings.count == 4 && headings[0].wholeMatch(of: /hall at 16: \d\d\.\d dB/) != nil)
    let sheet = folder.contents("s.png")
    try CommandRun(["--from-plan", "m.json"], in: folder)
    #expect(folder.contents("s.png") == sheet && sheet != nil)
    try CommandRun(Self.arguments + ["--rows-by", "{scene}", "--manifest", "n.json"], in: folder)
    #expect(
      try Findings("n.json", in: folder).rows?.map(\.heading)
        == ["hall", "hall", "lake", "lake"])
  }

  @Test("Reports and manifests contain the errors, and the similarity if it was requested")
  func report() throws {
    struct Report: Decodable {
      struct Pair: Decodable { var mae, rmse, ssim: Double? }
      var pairs: [Pair]
    }
    let folder = try Self.folder()
    for (options, isMeasured) in [([], false), (["--label", "{ssim}"], true)] {
      let arguments =
        Self.arguments + ["-o", "s.png", "--report", "r.json", "--manifest", "m.json"]
      try CommandRun(arguments + options, in: folder)
      for file in ["r.json", "m.json"] {
        let report = try JSONDecoder().decode(
          Report.self, from: Data(try #require(folder.contents(file))))
        #expect(
          report.pairs.allSatisfy {
            $0.mae ?? 0 > 0 && $0.rmse ?? 0 > 0 && ($0.ssim != nil) == isMeasured
          }, "\(file)")
      }
    }
  }

  @Test("In --allow, `added` and `removed` allow such pictures, with or without a pattern")
  func singles() throws {
    let folder = TemporaryFolder()
    for name in ["same", "gone", "charts/gone"] { try folder.writePicture("old/\(name).png") }
    for name in ["same", "new"] { try folder.writePicture("new/\(name).png") }
    try folder.writePicture("new/new.png", width: 7, height: 7)
    func run(_ rules: String...) throws -> (Int32, String) {
      let run = try CommandRun(
        ["new", "--compare", "old", "-o", "s.png", "--report", "r.json"]
          + rules.flatMap { ["--allow", $0] }, in: folder)
      let report = try Findings("r.json", in: folder)
      let statuses = report.pairs.map { "\($0.path) \($0.status)" }.sorted()
      return (run.status, statuses.joined(separator: ", "))
    }
    #expect(
      try run("removed") == (
        3, "charts/gone.png allowed, gone.png allowed, new.png added, same.png equal"
      ))
    #expect(
      try run("charts/*=removed", "added", "0") == (
        3, "charts/gone.png allowed, gone.png removed, new.png allowed, same.png equal"
      ))
    #expect(try run("removed", "added").0 == 0)
    let all = try CommandRun(
      [
        "new", "--compare", "old", "--allow", "removed", "--allow", "added", "--compare-show",
        "all",
      ]
        + ["-o", "s.png", "--manifest", "m.json"], in: folder)
    #expect(
      all.standardError
        == "contactsheet: the only pair does not differ; 1 added and 2 removed (allowed)\n"
        && all.status == 0)
    let cells = try Findings("m.json", in: folder).pages?.flatMap {
      $0.emptyCells ?? []
    }
    #expect(Set(cells?.compactMap { $0.text?.text } ?? []) == ["added", "removed", "equal"])
  }
}
