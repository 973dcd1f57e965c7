import ArgumentParser
import SheetLayout
import SystemPackage
import Testing

@testable import ContactSheetCommand

/// Rules about combinations of options, in a file and on the command line.
@Suite struct OptionRuleTests {
  @Test(
    "A rule that the command line breaks is reported with its remedy",
    arguments: [
      (
        ["--geometry=9x9", "--gap=8"],
        "--gap and --geometry: --geometry sets cells, gaps and margins; leave out"
      ),
      (["--geometry=9x9", "--scale=fit"], "fit their cells; leave out --scale"),
      (["--geometry=9x9", "--upscale"], "fit their cells; leave out --upscale"),
      (
        ["--scale=25%", "--upscale=3"],
        "--upscale and --scale: --scale 25% sets the size of every image; leave out --upscale"
      ),
      (
        ["--overlay=m", "--compare=old"],
        "--overlay and --compare: --compare compares images without overlays; leave out --overlay"
      ),
      (
        ["--bands=2", "--compare=old"],
        "--bands and --compare: --compare compares images in their own colours; leave out --bands"
      ),
      (
        ["--colormap=magma", "--compare=old"],
        "--colormap and --compare: --compare compares images in their own colours"
      ),
      (
        ["--colormap-title=m", "--compare=old"],
        "--colormap-title and --compare: --compare compares images in their own colours"
      ),
      (
        ["--colormap-title=m"],
        "--colormap-title here: it needs --colormap, whose scale it describes; add"
      ),
      (
        ["--inset=0,0,9,9", "--compare=old"],
        "--inset and --compare: --compare compares images without insets; leave out --inset"
      ),
      (
        ["--copies=2", "--compare=old"],
        "--copies and --compare: --compare makes a matrix; leave out --copies"
      ),
      (
        ["--first-cell=3", "--layout=rows"],
        "--first-cell is for grids and columns, and this is a sheet of rows; leave it out"
      ),
      (
        ["--first-cell=3", "--group-by=day", "--group-break=section"],
        "--group-break: sections start in the first cell of a row; leave out --first-cell, or write --group-break page"
      ),
      (
        ["--inset-position=below"],
        "--inset-position here: it needs --inset, whose position it sets; add --inset"
      ),
      (["--paper=A4", "--cell=9"], "--paper sets the size of pages"),
      (["--paper=A4", "--cell=9mm", "--layout=matrix"], "or use a grid and a size with a unit"),
      (["--size=9", "--cell=256x256"], "cannot combine --size and --cell: one follows"),
      (
        ["--paper=A4", "--max-height=9"],
        "--max-height and --paper: --paper sets the height of pages; leave out --max-height"
      ),
      (
        ["--layout=tiered", "--gap=1x2"],
        "the blocks of tiered are square, and 1x2 is two lengths; write only one after --gap"
      ),
      (
        ["--cell-aspect=1", "--geometry=9x9"],
        "--cell-aspect and --geometry: --geometry sets the size of cells"
      ),
      (
        ["--cell-aspect=auto", "--cell=9"],
        "--cell-aspect and --cell: --cell sets the size of cells; leave out"
      ),
      (
        ["--label-lines=2"],
        "cannot use --label-lines here: it needs --label or --table, which provide the labels; add one of them"
      ),
      (["--label-position=below"], "--label-position here: it needs --label or"),
      (
        ["--title-font=auto 30"],
        "--title-font here: it needs --title, whose font it sets; add --title"
      ),
      (["--group-heading=a"], "--group-heading here: it needs --group-by,"),
      (["--group-break=section"], "--group-break here: it needs --group-by,"),
      (
        ["--list", "--dry-run"], "--dry-run and --list: --list makes no sheet; leave out --dry-run"
      ),
      (
        ["--list={name}", "--page=2"], "--page and --list: --list makes no sheet; leave out --page"
      ),
      (
        ["--list", "--html=a.html"],
        "--html describes a sheet, and --list makes none; leave out one"
      ),
      (["--table=-", "-"], "both read standard input; name a file for one of them"),
      (
        ["--table=-", "--files-from=-"],
        "--table and --files-from: both read standard input"
      ),
      (["--depfile=d", "--dry-run"], "--depfile and --dry-run: --dry-run makes no sheet"),
      (
        ["--depfile=d", "-o-"],
        "--depfile needs the name of the sheet's file, and --output - has none; name a file"
      ),
      (
        ["--html=d", "-o-"],
        "--html needs the name of the sheet's file, and --output - has none; name a file"
      ),
      (["--html=d", "-ob.pdf"], "--html shows PNG and JPEG sheets, and b.pdf is a PDF"),
      (["--html=d", "-opdf:b"], "--html shows PNG and JPEG sheets, and pdf:b is a PDF"),
      (["--embed"], "--embed here: it puts images into the HTML page; add --html"),
      (["--embed=1MB"], "it puts images into the HTML page; add --html"),
      (["--html=d", "--embed", "--dry-run"], "--embed and --dry-run: --dry-run makes no sheet"),
      (["--shard=1/2", "-ob.pdf"], "the tasks of --shard cannot share a file"),
      (["--manifest=%d", "-ob.pdf"], "--manifest describes each page alone, and b.pdf holds all"),
      (
        ["--depfile=d", "-opdf:-"],
        "--depfile needs the name of the sheet's file, and --output - has none; name a file"
      ),
      (["--no-links"], "--no-links here: only a PDF and --html have links; leave it out"),
      (
        ["--page=1", "--shard=1/2"],
        "--page and --shard: both select pages; leave out"
      ),
      (["--skip-existing"], "--skip-existing here: it needs --from-plan"),
      (["--shard=1/2", "--manifest=a"], "a run with --shard covers only its own; write it once"),
      (
        ["--shard=1/2", "--html=a"],
        "--html describes all pages, but a run with --shard covers only"
      ),
      (
        ["--from-plan=a", "--skip-existing", "--manifest=b"],
        "a run with --skip-existing covers only"
      ),
      (["--from-plan=a", "--skip-existing", "--depfile=b"], "--depfile describes the pages"),
      (["-q", "-v"], "--quiet and --verbose: one prints less"),
      (["--limit=9", "--spread=9"], "--limit and --spread: both determine how many images"),
      (["--every=9", "--spread=9"], "--every and --spread: both determine how many images"),
      (["--compare=a", "--every=9"], "--compare and --every: --compare compares all pairs"),
      (
        ["-r", "--no-recursive"],
        "cannot combine --recursive and --no-recursive: one unsets the other; leave"
      ),
      (["--compare=a", "--duplicates=mark"], "--duplicates and --compare: --compare shows pairs"),
      (
        ["--compare=a", "--compare-zoom", "--filter=box"],
        "--filter and --compare-zoom: --compare-zoom sets the scale"
      ),
      (
        ["--compare=a", "--table=t.csv", "--missing=none"],
        "--missing and --compare: --compare shows pairs; leave out --missing"
      ),
      (["--compare-zoom"], "--compare-zoom here: it needs --compare or --match"),
      (["--allow=5%"], "--allow here: it needs --compare or --match"),
      (["--allow=nothing", "--allow=added"], "--allow here: it needs --compare or --match"),
      (
        ["--compare=a", "--stack=2s"],
        "--stack and --compare: --compare shows pairs; leave out --stack"
      ),
      (["--trim=9", "--no-trim"], "--trim and --no-trim: one unsets the other"),
      (
        ["--weight=a=2"],
        "--weight here: --weight is for collages, and this is a grid; leave it out"
      ),
      (
        ["--scale=25%", "--weight=a=2"],
        "--weight here: --weight is for collages, and this is a sheet of rows; leave it out"
      ),
      (
        ["--layout=rows", "--columns=adaptive(240)"],
        "--columns is for grids, columns and masonry, and this is a sheet of rows; leave"
      ),
      (
        ["--layout=rows", "--tile=4x1"],
        "or use --layout grid; --row-height and --size determine how many images are in a row"
      ),
      (
        ["--layout=tiered", "--cell-aspect=auto"],
        "--cell-aspect and --layout: --cell-aspect is for grids and columns, and this is a tiered sheet"
      ),
      (
        ["--label={name}", "--layout=rows", "--label-position=right"],
        "--label-position right is for grids, and this is a sheet of rows; leave it out"
      ),
      (
        ["--layout=masonry", "--last-row=center"],
        "--last-row and --layout: center is for grids and rows, and this is masonry; leave"
      ),
    ] as [([String], String)])
  func messages(options: [String], message: String) throws {
    let actual = try ruleBroken(by: parsed(options)) ?? "nothing"
    #expect(actual.contains(message), "\(actual)")
    #expect(actual.contains(/^cannot [a-z]+ [^:]*: [^;]*; ./), "\(actual)")
  }

  @Test(
    "An option that has been unset breaks no rule",
    arguments: [
      ["--no-quiet", "--verbose"], ["--geometry=9x9", "--no-upscale"], ["--title", ""],
      ["--table", "", "-"],
    ])
  func takenBack(options: [String]) throws {
    #expect(try ruleBroken(by: parsed(options)) == nil)
  }

  /// Sets of options that break no rule on their own.
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
      ["--layout=masonry", "--last-row=justified"], ["--layout=grid:by-rows", "--size=99x66"],
    ]
    return single + other
  }()

  @Test(
    "No set of options that another test combines with a configuration breaks a rule on its own",
    arguments: rightSets)
  func right(options: [String]) throws {
    #expect(try ruleBroken(by: parsed(options)) == nil)
  }

  @Test("A valid command line is valid with any configuration", arguments: rightSets)
  func together(options: [String]) throws {
    for configured in Self.rightSets {
      let arguments = try parsed(options).over([Self.file(of: configured)])
      #expect(ruleBroken(by: arguments) == nil, "\(configured) under \(options)")
      #expect(throws: Never.self, "\(configured) under \(options)") { try arguments.resolved() }
      #expect(arguments.entries.count { $0.origin == .commandLine } == options.count)
    }
  }

  @Test(
    "Options that may be combined can still be combined if some are in a file",
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
    "A higher-priority option overrides the options that it excludes",
    arguments: [
      (["--upscale"], ["--geometry=9x9"], []), (["--quiet"], ["--verbose"], []),
      (["--cell=9", "--gap=3"], ["--size=99"], ["gap"]), (["--paper=A6"], ["--cell=9"], []),
      (["--layout=grid:by-rows"], ["--tile=3x2"], []),
      (["--cell=9"], ["--layout=grid:by-rows"], []),
      (["--layout=tiered"], ["--gap=1x2"], []), (["--row-height=9"], ["--layout=grid"], []),
      (["--label-lines=2", "--label=a"], ["--label", ""], []),
      (["--page=1", "--manifest=a"], ["--shard=1/2"], []), (["--skip-existing"], ["--gap=3"], []),
      (["--limit=9"], ["--every=9"], []), (["--every=9"], ["--spread=9"], []),
    ] as [([String], [String], Set<String>)])
  func overridden(configured: [String], options: [String], left: Set<String>) throws {
    let arguments = try parsed(options).over([Self.file(of: configured)])
    let weaker = arguments.entries.filter { $0.origin != .commandLine }
    #expect(Set(weaker.map(\.option.name)) == left)
  }

  /// The options of a project file with these arguments as its lines.
  private static func file(of arguments: [String]) throws -> RawOptions {
    try ArgumentFile(
      arguments.joined(separator: "\n"), origin: .file(".contactsheet"), kind: .project(".")
    ).options
  }
}
