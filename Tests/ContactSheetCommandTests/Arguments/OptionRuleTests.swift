import ArgumentParser
import SystemPackage
import Testing

@testable import ContactSheetCommand

/// Options against each other, in a file and on the command line.
@Suite struct OptionRuleTests {
  @Test(
    "A rule that is broken on the command line is told with its remedy",
    arguments: [
      (["--geometry=9x9", "--gap=8"], "--geometry settles cells, gaps and margins; it excludes"),
      (["--geometry=9x9", "--scale=fit"], "it excludes --scale and --upscale."),
      (["--geometry=9x9", "--upscale"], "it excludes --scale and --upscale."),
      (["--paper=A4", "--cell=9"], "--paper settles the size of pages"),
      (["--size=9", "--cell=256x256"], "--size and --cell exclude each other"),
      (["--paper=A4", "--max-height=9"], "--max-height has no effect with --paper"),
      (["--layout=tiered", "--gap=1x2"], "one --gap for both directions, not 1x2; blocks are"),
      (["--cell-aspect=1", "--geometry=9x9"], "--cell-aspect has no effect with --geometry"),
      (["--cell-aspect=auto", "--cell=9"], "--cell-aspect has no effect with --cell, which"),
      (
        ["--label-lines=2"],
        "--label-lines needs --label or --labels-from, which say what is written."
      ),
      (["--label-position=below"], "--label-position needs --label or"),
      (["--title-font=auto 30"], "--title-font needs --title, which is written in it."),
      (["--heading=a"], "--heading needs --group-by,"),
      (["--group-break=section"], "--group-break needs --group-by,"),
      (["--list", "--dry-run"], "--dry-run has no effect with --list, which makes no sheet"),
      (["--list={name}", "--page=2"], "--page has no effect with --list"),
      (["--list", "--html=a.html"], "--html tells of a sheet, and --list makes none"),
      (["--labels-from=-", "-"], "Standard input is either a list of pictures or --labels-from -"),
      (["--labels-from=-", "--files-from=-"], "Standard input is either a list of pictures or"),
      (["--depfile=d", "--dry-run"], "--depfile has no effect with --dry-run"),
      (["--depfile=d", "-o-"], "--depfile needs a file to name; with --output - there is none."),
      (["--html=d", "-o-"], "--html needs a file to name; with --output - there is none."),
      (["--html=d", "-ob.pdf"], "--html shows pictures, and b.pdf is a PDF"),
      (["--html=d", "-opdf:b"], "--html shows pictures, and pdf:b is a PDF"),
      (["--embed"], "--embed puts pictures into the page of --html; name one."),
      (["--embed=1MB"], "--embed puts pictures into the page of --html; name one."),
      (["--html=d", "--embed", "--dry-run"], "--embed has no effect with --dry-run"),
      (["--shard=1/2", "-ob.pdf"], "--shard has several tasks, which cannot write one file"),
      (["--manifest=%d", "-ob.pdf"], "--manifest tells of each page alone, and b.pdf holds all"),
      (
        ["--depfile=d", "-opdf:-"], "--depfile needs a file to name; with --output - there is none."
      ),
      (["--no-links"], "--no-links has no effect without a PDF or --html"),
      (["--page=1", "--shard=1/2"], "--page and --shard exclude each other"),
      (["--skip-existing"], "--skip-existing needs --from-plan"),
      (["--shard=1/2", "--manifest=a"], "a run with --shard knows only its own; write it once"),
      (
        ["--shard=1/2", "--html=a"], "--html tells of all pages, and a run with --shard knows only"
      ),
      (
        ["--from-plan=a", "--skip-existing", "--manifest=b"],
        "a run with --skip-existing knows only"
      ),
      (["--from-plan=a", "--skip-existing", "--depfile=b"], "--depfile tells of the pages"),
      (["-q", "-v"], "--quiet and --verbose exclude each other: one says less"),
      (["-r", "--no-recursive"], "--recursive and --no-recursive exclude each other."),
      (["--compare=a", "--duplicates=mark"], "--duplicates has no effect with --compare, which"),
      (
        ["--compare=a", "--compare-zoom", "--filter=box"],
        "--filter has no effect with --compare-zoom"
      ),
      (["--compare-zoom"], "--compare-zoom needs --compare"),
      (["--compare=a", "--stack=2s"], "--stack has no effect with --compare, which shows pairs"),
      (["--trim=9", "--no-trim"], "--trim and --no-trim exclude each other."),
      (["--weight=a=2"], "--weight is for collages; this is a grid."),
      (
        ["--layout=rows", "--columns=adaptive(240)"],
        "--columns is for grids, columns and masonry; this is a sheet of rows."
      ),
      (
        ["--layout=tiered", "--cell-aspect=auto"],
        "--cell-aspect is for grids and columns; this is a tiered sheet."
      ),
      (
        ["--layout=masonry", "--last-row=center"],
        "--last-row center is for rows; this is masonry."
      ),
    ])
  func messages(options: [String], message: String) throws {
    let told = try ruleBroken(by: parsed(options))
    #expect(told?.contains(message) == true, "\(told ?? "nothing")")
  }

  @Test(
    "What is taken back breaks no rule",
    arguments: [
      ["--no-quiet", "--verbose"], ["--geometry=9x9", "--no-upscale"], ["--heading", ""],
      ["--labels-from", "", "-"],
    ])
  func takenBack(options: [String]) throws {
    #expect(try ruleBroken(by: parsed(options)) == nil)
  }

  /// Sets of options that are right when they are all that is given.
  static let rightSets: [[String]] = {
    let single = [
      ["--cell=10"], ["--size=99"], ["--size=99x66"], ["--tile=3x2"], ["--geometry=9x9+1+1"],
      ["--gap=3"], ["--gap=3x4"], ["--margin=3"],
      ["--paper=A6"], ["--paper=A6", "--tile=3x2"],
    ]
    let other = [
      ["--layout=tiered:oneLarge"], ["--layout=tiered", "--size=99x66"],
      ["--layout=columns", "--columns=fixed(9)"], ["--layout=columns", "--cell-aspect=1"],
      ["--layout=masonry", "--columns=flexible"], ["--layout=masonry", "--size=99"],
      ["--layout=rows", "--row-height=9"], ["--layout=rows", "--last-row=center"],
      ["--layout=grid"], ["--size=99", "--cell-aspect=1"],
      ["--paper=A6", "--cell-aspect=1"], ["--layout=tiered", "--paper=A6"],
      ["--layout=masonry", "--paper=A6"], ["--layout=rows", "--size=99x66"],
      ["--layout=masonry", "--last-row=justified"],
    ]
    return single + other
  }()

  @Test("The sets that the next test combines are right by themselves", arguments: rightSets)
  func right(options: [String]) throws {
    #expect(try ruleBroken(by: parsed(options)) == nil)
  }

  @Test("What the command line asks for is right over any configuration", arguments: rightSets)
  func together(options: [String]) throws {
    for configured in Self.rightSets {
      let arguments = try parsed(options).over([Self.file(of: configured)])
      #expect(ruleBroken(by: arguments) == nil, "\(configured) under \(options)")
      #expect(throws: Never.self, "\(configured) under \(options)") { try arguments.resolved() }
      #expect(arguments.entries.count { $0.origin == .commandLine } == options.count)
    }
  }

  @Test(
    "Options that go together stay together",
    arguments: [
      (["--size=99"], ["--cell-aspect=1"]), (["--trim=9"], ["--no-upscale"]),
      (["--layout=masonry"], ["--columns=fixed(9)"]), (["--cell=10"], ["--gap=3x4"]),
      (["--layout=columns", "--columns=fixed(9)"], ["--layout=masonry"]),
      (["--geometry=9x9"], ["--tile=3x2"]), (["--paper=A6"], ["--tile=3x2"]),
      (["--paper=A6", "--margin=3mm"], ["--layout=rows"]), (["--paper=A6"], ["--cell-aspect=1"]),
      (["--label=a", "--label-position=over"], ["--label=b"]), (["--upscale"], ["--scale=fill"]),
      (["--no-upscale"], ["--geometry=9x9"]), (["--no-quiet"], ["--verbose"]),
    ])
  func kept(configured: [String], options: [String]) throws {
    let arguments = try parsed(options).over([Self.file(of: configured)])
    let (given, weaker) = try (parsed(options), parsed(configured))
    let names = Set((given.entries + weaker.entries).map(\.option.name))
    #expect(Set(arguments.entries.map(\.option.name)) == names)
  }

  @Test(
    "A stronger option overrides what it excludes",
    arguments: [
      (["--upscale"], ["--geometry=9x9"], []), (["--quiet"], ["--verbose"], []),
      (["--cell=9", "--gap=3"], ["--size=99"], ["gap"]), (["--paper=A6"], ["--cell=9"], []),
      (["--layout=tiered"], ["--gap=1x2"], []), (["--row-height=9"], ["--layout=grid"], []),
      (["--label-lines=2", "--label=a"], ["--label", ""], []),
      (["--page=1", "--manifest=a"], ["--shard=1/2"], []), (["--skip-existing"], ["--gap=3"], []),
    ] as [([String], [String], Set<String>)])
  func overridden(configured: [String], options: [String], left: Set<String>) throws {
    let arguments = try parsed(options).over([Self.file(of: configured)])
    let weaker = arguments.entries.filter { $0.origin != .commandLine }
    #expect(Set(weaker.map(\.option.name)) == left)
  }

  /// What a project's file says that has these arguments as its lines.
  private static func file(of arguments: [String]) throws -> RawOptions {
    try ArgumentFile(
      arguments.joined(separator: "\n"), origin: .file(".contactsheet"), kind: .project
    ).options
  }
}
