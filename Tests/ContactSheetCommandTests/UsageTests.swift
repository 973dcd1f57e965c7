import CommandFixtures
import Foundation
import SheetLayout
import SheetModel
import SheetPictures
import SheetRendering
import TestSupport
import Testing

@testable import ContactSheetCommand

@Suite struct UsageTests {
  @Test("A label that is the name of a token without its braces gets a note; other labels do not")
  func plainLabel() throws {
    for token in ["name", "stem", "taken", "camera"] {
      let note = try parsed(["--label", token]).noteOnPlainLabel
      #expect(
        note?.description == "--label: every label is '\(token)'; did you mean '{\(token)}'?")
    }
    for label in ["{name}", "Name", "name {name}", "a name"] {
      #expect(try parsed(["--label", label]).noteOnPlainLabel == nil)
    }
  }

  @Test("A watermark that is the name of an image file gets a note; other watermarks do not")
  func namedWatermark() throws {
    for name in ["logo.png", "my logos/a.JPEG"] {
      let note = try parsed(["--watermark", name]).noteOnNamedWatermark
      #expect(
        note?.description == "--watermark: the text on every image is '\(name)'; did you mean "
          + "'file:\(name)'?")
    }
    for text in ["PROOF", "{name}.png", "file:logo.png", "a.txt", "v1.0"] {
      #expect(try parsed(["--watermark", text]).noteOnNamedWatermark == nil, "\(text)")
    }
  }

  @Test(
    "The error about an invalid value lists the valid ones",
    arguments: [
      ("--background", "bleu", "not a colour; write a CSS name"),
      ("--cell-background", "bleu", "not a colour; write a CSS name"),
      ("--cell", "0x0", "write pixels as N or WxH, each at least 1"),
      ("--size", "99999999999", "write pixels as N or WxH, each at least 1"),
      ("--tile", "0x3", "write columns and rows as CxR, C, Cx or xR, each from 1 to 65536"),
      ("--geometry", "4+4", "write WxH, +X+Y or both"),
      ("--cell-aspect", "4:0", "write a ratio such as 4:3 or 1.5, or auto"),
      ("--layout", "tiered:foo", "write some of threeSmall, mediumLeft, mediumRight, oneLarge, "),
      ("--gap", "1.5", "write pixels such as 8, a length such as 5mm or 0.5in, or two of these"),
      ("--margin", "1.5", "write pixels such as 8, a length such as 5mm or 0.5in, two of these"),
      ("--margin", "5mmx", "write pixels such as 8, a length such as 5mm or 0.5in, two of these"),
      ("--margin", "1,2", "it has 2 parts; write four lengths for the top, right, bottom and left"),
      ("--paper", "A9", "'A9' is not a paper size; use one of A0, A1"),
      ("--label", "{nmae", "at character 1: the brace is not closed"),
      ("--label", "{taken:%Q}", "the time format of {taken} is wrong: there is no %Q"),
      ("--parse", "{scene", "at character 1: the brace is not closed"),
      ("--parse", "{name}", "{name}"), ("--group-by", "dya", "did you mean 'day'?"),
      ("--group-by", "gap:2", "it has no unit; write gap:2h for hours, gap:2m for minutes"),
      ("--group-by", "taken", "did you mean 'day'?"), ("--weight", "a=", "or '{score}'"),
      ("--stack", "soon", "a time such as 2s or 10m, or likeness"),
      ("--stack", "-1s", "a time such as"),
      ("--duplicates", "ignore", "did you mean 'skip'?"),
      ("--focus", "a=0.3,1.4", "two numbers from 0 to 1, such as 'IMG_12*=0.3,0.4'"),
      ("--title", "{name}", "the tokens are {page} {pages} {date} {count} {total} {folder}"),
      ("--header", "{", "at character 1: the brace is not closed"),
      ("--overlay", "=40%", "it names no folder or file; write masks, or masks=40%"),
      ("--overlay", "masks=101%", "the opacity is not from 0% to 100%; write masks=40%"),
      ("--overlay", "masks=red,101%", "the opacity is not from 0% to 100%; write masks=40%"),
      ("--overlay", "masks=-1%", "the opacity is not from 0% to 100%; write masks=40%"),
      ("--watermark", "{", "at character 1: the brace is not closed"),
      ("--watermark", "file:", "it names no file; write file:logo.png"),
      ("--footer", "a\\q", #"at character 2: '\q' has no meaning; \n is a new line"#),
      ("--group-heading", "}", "at character 1: the brace closes nothing"),
      ("--label-position", "beside", "write one of below, above, over, over-top, left, right"),
      ("--label-position", "top", "did you mean 'over-top'?"),
      (
        "--label-position", "top-left",
        "did you mean --label-position over-top --label-align left?"
      ),
      (
        "--label-position", "over:bottom-right",
        "did you mean --label-position over --label-align right?"
      ),
      (
        "--compare-show", "all,heat,",
        "write one of changed, all, none, heat, or two as in 'all,heat'"
      ),
      ("--ignore-area", "0,0,0,0", "width and height above 0"),
      ("--ignore-area", "a*=0,0,100%,0%", "width and height above 0"),
      ("--match", "{a}-old", "such as '{test}-actual => {test}-expected'"),
      ("--font", "0", "write auto, builtin or a family, optionally with a size"),
      ("--text-color", "bleu", "not a colour; write a CSS name"),
      ("--text-color", "none", "text cannot be transparent; leave it out"),
      ("--text-color", "#abc0", "text cannot be transparent; leave it out"),
      (
        "--label-color", "#333,#888,red", "there are 3 colours; write one, or two as in '#333,#888'"
      ),
      ("--label-color", "red,", "not a colour; write a CSS name"),
      ("--label-color", "red,none", "text cannot be transparent; leave it out"),
      ("--font", "builtin Bold", "write auto, builtin or a family, optionally with a size"),
      (
        "--border", "2 bleu",
        "write a width of at least 1 pixel, a colour, or both, such as '2 silver'"
      ),
      ("--frame", "0", "such as '2 silver', or none"),
      ("--shadow", "257", "write a size in pixels from 1 to 256, optionally followed by a colour"),
      ("--size", "A4", "; did you mean --paper A4?"),
      ("--cell", "3:2", "; did you mean --cell-aspect 3:2?"),
      ("--background", "checkerboard", "; did you mean 'checker'?"),
      ("--color", "gray", "did you mean --grayscale?"),
      ("--color", "cmyk", "sheets are RGB, or grey if everything on them is"),
      ("--border", "12 {dominant}", "#RRGGBBAA, and cannot be a template"),
      ("--border", "{score} {dominant}", "at character 9: 'and' or 'or' is missing here"),
      ("--layout", "mosaic", "; did you mean 'collage'?"),
      ("--filter", "rating >= 4", "; did you mean --where 'rating >= 4'?"),
      ("--paper", "13x18", "; did you mean '13x18cm' or '13x18in'?"),
      ("--paper", "8x10", "; did you mean '8x10cm' or '8x10in'?"),
      ("--paper", "210x297", "; did you mean '210x297mm'?"),
      ("--font", "9", "; did you mean 'auto 9'?"),
      ("--page", "3-2", "write a page as N, or pages as N-M"),
      ("--shard", "0/3", "write I/N for task I of N, such as 2/3"),
      ("--shard", "4/3", "such as 2/3"), ("--shard", "1/0", "such as 2/3"),
      ("--shard", "1", "such as 2/3"), ("--shard", "1/2/3", "such as 2/3"),
      ("--sharpen", "9", "write a number from 0 to 5"),
      ("--max-pixels", "0", "write a number of at least 1, optionally with k, M or G"),
      ("--max-memory", "0", "write a number of bytes, at least 1, such as 500MB or 2GiB"),
      ("--max-memory", "Gi", "write a number of bytes, at least 1, such as 500MB or 2GiB"),
      ("--scale", "squash", "write one of fit, fill, stretch, none"),
      ("--depth", "12", "write one of 8, 16"),
      ("--sort", "shuffle:1x", "shuffle:"),
      ("--compression", "10", "write a whole number from 0 to 9"),
      ("--label-lines", "0", "write a whole number from 1 to 100"),
      ("--jobs", "0", "write a whole number from 1 to 1024"),
      ("--padding", "x", "write whole pixels from 0 up, or a length such as 5mm"),
    ] as [(String, String, String)])
  func forms(option: String, value: String, message: String) throws {
    let run = try CommandRun(["1.png", option, value], in: TemporaryFolder())
    #expect(run.status == 64)
    let escaped = value.replacing("\\", with: #"\\"#)
    #expect(run.standardError.contains("cannot use '\(escaped)' as \(option) <"))
    #expect(run.standardError.contains(message), "\(run.standardError)")
  }

  @Test(
    "An unknown token is reported with its template, its position and a suggestion",
    arguments: [
      (
        ["--label", "{index*10}"],
        "templates cannot do arithmetic; put the results in a column of a table, which --table reads"
      ),
      (["--label", "{fstop}"], "there is no token {fstop} (did you mean {aperture}?)"),
      (
        ["--label", "{nmae}"],
        "label, at character 1: there is no token {nmae} (did you mean {name}?)"
      ),
      (
        ["--label", "a{pages}"],
        "label, at character 2: there is no token {pages} (did you mean {page}?)"
      ),
      (["--list={scene}"], "listing, at character 1: there is no token {scene}; the"),
      (["--group-heading", "{gruop}", "--group-by", "day"], "{gruop} (did you mean {group}?)"),
      (["--group-by", "{scene}"], "the template of the group, at character 1: there is no token"),
      (["--parse", "{scene}*", "--sort", "scen"], "did you mean --sort scene?"),
      (["--layout=collage", "--weight", "{scoer}"], "the template of the weight, at character 1"),
      (["--sort", "date"], "did you mean --sort taken?"),
      (["--label", "{date}"], "there is no token {date} (did you mean {taken}?)"),
      (["--sort", "random"], "did you mean --sort shuffle?"),
      (["--sort", "mtime"], "did you mean --sort modified?"),
      (["--sort", "shufle"], "did you mean --sort shuffle?"),
      (["--sort", "best"], "cannot sort by 'best': there is no such order or fact"),
      (["--sort", "best"], "did you mean --sort rating --reverse?"),
      (
        ["--sort", "best", "--best", "{aspect}", "--label", "{name}"],
        "did you mean --sort '{aspect}' --reverse?"
      ),
      (
        ["--sort", "best", "--best", "least {width}", "--label", "{name}"],
        "did you mean --sort '{width}'?"
      ),
      (["--sort", "{index}"], "order, at character 1: {index} is not known yet"),
      (["--group-by", "{page}"], "group, at character 1: {page} is not known yet"),
      (["--list={index} {page}"], "listing, at character 9: {page} is not known yet"),
    ])
  func tokens(options: [String], message: String) throws {
    let run = try CommandRun(["1.png"] + options, in: TemporaryFolder())
    #expect(run.status == 64)
    #expect(run.standardError.contains(message), "\(run.standardError)")
  }

  @Test("Conditions cannot ask for copies, but the error says how to choose copies")
  func copies() throws {
    let run = try CommandRun(["1.png", "--where", "duplicate-of"], in: TemporaryFolder())
    #expect(run.status == 2)
    #expect(
      run.standardError.contains(
        "leave it out; --duplicates only shows images that have copies, and their copies"),
      "\(run.standardError)")
  }

  @Test(
    "For an option known from other programs, the error gives our option",
    arguments: [
      ("orientation", "--paper A4-landscape turns"), ("max-width", "--size 1600 sets"),
      ("dark", "--background '#181818'"), ("numbers", "--label '{index}'"),
      ("rotate", "--orient ignore"), ("rotate", "--orient IMG_4021=right"),
      ("copyright", "--watermark '© {artist}'"), ("stamp", "--watermark file:logo.png"),
      ("stars", "--where 'rating >= 4'"), ("group", "--group-by day"), ("by", "--group-by day"),
      ("pdf", "--output sheet.pdf"), ("square", "--cell-aspect 1:1"), ("grid", "--tile 5x7"),
      ("title-size", "--title-font 'auto 30'"), ("label-size", "--font 'auto 14'"),
      ("profile", "--color ignore"), ("cover", "there are no title pages; --title Summer writes"),
      ("cover", "--scale fill"), ("greyscale", "did you mean --grayscale?"),
      ("mosaic", "--layout collage"), ("cmap", "--colormap viridis"),
      ("lut", "--colormap '*_GFP*=green' shows one channel"),
      ("transparent", "did you mean --background none?"),
    ])
  func otherOptions(name: String, answer: String) throws {
    for words in [["--\(name)"], ["--\(name)", "--recursive"], ["--\(name)="]] {
      let mistake = CommandLineMistake.first(in: ["photos"] + words)
      #expect(mistake?.hasPrefix("there is no option '--\(name)'; ") == true, "\(mistake ?? "")")
      #expect(mistake?.contains(answer) == true, "\(mistake ?? "")")
    }
  }

  @Test(
    "If the value of an unknown option fits the suggested option, the hint repeats that value",
    arguments: [
      (["--grid", "4x6"], "--tile 4x6 makes"), (["--title-size=24"], "--title-font 'auto 24' sets"),
      (["--label-size", "9"], "--font 'auto 9' sets"), (["--width", "800"], "--size 800 sets"),
      (["--rows", "3"], "--tile x3 makes"), (["--stars", "5"], "--where 'rating >= 5'"),
      (["--rating", "2"], "--where 'rating >= 2'"), (["--rating", "=3"], "--where 'rating =3'"),
      (["--by", "camera"], "--group-by camera groups"), (["--group", "year"], "--group-by year"),
      (["--bg", "#181818"], "did you mean --background '#181818'?"),
      (["--wehre=rating >= 4"], "did you mean --where 'rating >= 4'?"),
      (["--trm=7"], "did you mean --trim=7?"), (["--lable=-x"], "did you mean --label=-x?"),
      (["--title-size", "big"], "--title-font 'auto 30' sets"),
      (["--theme", "dark"], "did you mean --preset?"),
      (["--theme", "proof"], "did you mean --preset proof?"),
      (["--label-font", "DejaVu Sans"], "did you mean --font 'DejaVu Sans'?"),
      (["--recursiv", "x"], "did you mean --recursive?"),
      (["--gravity", "north"], "did you mean --align top?"),
      (["--pdf", "album.pdf"], "did you mean --output album.pdf?"),
      (["--png", "it's"], #"did you mean --output 'it'\''s.png'?"#),
      (["--mark", "logo.png"], "--watermark file:logo.png draws"),
      (["--copyright", "Anna Ek"], "--watermark 'Anna Ek' writes"),
      (["--start", "101"], "did you mean --number-from 101?"),
      (["--first-number", "7"], "did you mean --number-from 7?"),
      (["--skip-cells", "7"], "did you mean --first-cell 7?"),
      (["--repeat", "4"], "did you mean --copies 4?"),
      (["--margin-left", "25mm"], "--margin 10,10,10,25 sets"),
      (["--date-format", "DD.MM.YYYY"], "--label '{taken:%d.%m.%Y}' writes"),
      (["--title-align", "center"], #"--title 'Title\t' puts"#),
      (["--camera", "Canon"], #"--where 'camera ~ "*Canon*"' selects"#),
      (["--iso", "800"], "--where 'iso = 800' selects"), (["--iso", ">=800"], "'iso >=800'"),
      (["--taken", "2025-07"], "--where 'taken = 2025-07'"), (["--keywords"], "--where keywords"),
      (["--author", "Anna"], #"--where 'artist ~ "*Anna*"' selects"#),
      (["--colums", "ours,gt"], "did you mean --columns?"), (["--width", "wide"], "--size 1600"),
      (["--grid", "-r"], "--tile 5x7"), (["--rows", "x4"], "--tile x4"),
    ])
  func typedValues(words: [String], hint: String) {
    let mistake = CommandLineMistake.first(in: ["photos"] + words)
    #expect(mistake?.contains(hint) == true, "\(mistake ?? "")")
  }

  @Test(
    "An argument after an unknown option is not taken for the option's value if it names a file")
  func fileAfterUnknownOption() {
    #expect(CommandLineMistake.first(in: ["--titel", "/"])?.hasSuffix("mean --title?") == true)
    #expect(CommandLineMistake.first(in: ["--titel", "x"])?.hasSuffix("mean --title x?") == true)
  }

  @Test("If an option is named like a fact, the error suggests --where with that fact")
  func factsAsOptions() {
    for token in PictureTokens.all
    where ![.keyword, .optionalKeyword].contains(token.parameter)
      && !["index", "count", "page"].contains(token.name)
      && OptionCatalog.option(named: token.name) == nil
    {
      let message = Synonyms.noOption("--\(token.name)", inFile: false)
      let isKnown = Synonyms.replacement(for: token.name) != nil
      #expect(isKnown || message.contains("--where \(token.name)"), "\(message)")
    }
  }

  @Test(
    "If a condition is split into several arguments, the error gives it whole, in quotation marks",
    arguments: [
      (["--where", "rating", ">=4"], "'rating >=4'"), (["--where=iso", ">", "800"], "'iso > 800'"),
      (["-r", "--where", "rating", "=", "4"], "'rating = 4'"),
      (["--where", "lens", "~ *70*"], "'lens ~ *70*'"),
      (["--where", "rating > 1", ">=4"], nil), (["--where", "rating", "--", ">=4"], nil),
      (["--where", "rating", "photos"], nil), (["--where"], nil),
    ] as [([String], String?)])
  func dividedConditions(words: [String], condition: String?) {
    let mistake = CommandLineMistake.dividedCondition(in: words)
    #expect((mistake == nil) == (condition == nil), "\(mistake ?? "")")
    if let condition { #expect(mistake?.contains("write --where \(condition) for") == true) }
  }

  @Test("The -h page names every output format")
  func formats() throws {
    let lines = CommandDescription.brief.split(separator: "\n")
    let line = try #require(lines.first { $0.contains("--output") })
    for format in SheetFormat.all { #expect(line.contains(format.name), "\(line)") }
  }

  @Test("With a plan, options for the file format can still be given")
  func encoding() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    let stored = ["--depth", "16", "--compression", "1", "--dpi", "72"]
    try CommandRun(["1.png", "--manifest", "8.json", "-o", "8.png"], in: folder)
    try CommandRun(["1.png", "-o", "16.png"] + stored, in: folder)
    try CommandRun(["--from-plan", "8.json", "-o", "plan.png"] + stored, in: folder)
    #expect(folder.contents("plan.png") == folder.contents("16.png"))
    #expect(folder.contents("plan.png") != folder.contents("8.png"))
  }

  @Test("--list reports mistakes that making the sheet would report")
  func listed() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    let run = try CommandRun(["1.png", "--list", "-o", "nowhere/x/"], in: folder)
    #expect(run.status == 2 && run.text.isEmpty)
    #expect(
      run.standardError.contains(
        "cannot write 'nowhere/x/': it is a folder name; name a file in it"))
  }

  @Test("An output whose name ends with a slash is refused", arguments: ["-o", "--manifest"])
  func slash(option: String) throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    let run = try CommandRun(["1.png", option, "new/"], in: folder)
    #expect(run.status == 2)
    #expect(
      run.standardError
        == "contactsheet: cannot write 'new/': it is a folder name; name a file in it\n")
    #expect(folder.names == ["1.png"])
  }

  @Test("For an argument that is not UTF-8, the error suggests another way to pass it")
  func bytes() throws {
    let folder = TemporaryFolder()
    let shell = Process()
    shell.environment = CommandRun.environment
    let errors = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.currentDirectoryURL = folder.url
    shell.arguments = ["-c", "exec \"$0\" $'\\xff.png'", CommandRun.executable.path]
    shell.standardError = errors
    try shell.run()
    let message = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 64)
    #expect(
      message.contains(
        "is not UTF-8; list images and folders with such names in a file for --files"))
  }

  @Test("--version prints the version and the libraries found, on standard output")
  func version() throws {
    let run = try CommandRun(["--version"], in: TemporaryFolder())
    #expect(run.status == 0)
    let lines = String(decoding: run.standardOutput, as: UTF8.self).split(separator: "\n")
    #expect(lines.first?.wholeMatch(of: /contactsheet \d+\.\d+\.\d+/) != nil)
    #expect(lines.dropFirst().contains { $0.hasPrefix("Little CMS: ") })
  }

  @Test(
    "--version --verbose prints everything that affects the bytes, and our own version only once",
    arguments: ["--verbose", "-v"])
  func influences(flag: String) throws {
    let folder = TemporaryFolder()
    let run = try CommandRun(["--version", flag], in: folder)
    #expect(run.status == 0)
    let said = run.text.prefix(
      upTo: run.text.firstRange(of: "The libraries are")?.lowerBound ?? run.text.endIndex)
    let libraries = try CommandRun(["--version"], in: folder).text.split(separator: "\n")
      .dropFirst()
    // The package that provides a missing library may have a number in its name.
    let missing = libraries.filter { !$0.contains(": found, for ") }
    let numbered = said.split(separator: "\n").filter { line in
      line.contains(/\d+\.\d+/) && !missing.contains { line.hasSuffix($0) }
    }
    #expect(numbered.count == 1, "\(numbered)")
    #expect(run.text.starts(with: /contactsheet \d+\.\d+\.\d+\n/))
    let parts = run.text.split(separator: "They do not depend on")
    try #require(parts.count == 2)
    #expect(libraries.count == MissingLibrary.allCases.count)
    for library in libraries {
      let isHarmless = library.hasPrefix("ISA-L: ")
      #expect(parts[isHarmless ? 1 : 0].contains("\n  \(library)\n"))
    }
    #expect(parts[0].contains("--font builtin needs neither"))
  }

  @Test("--version prints the same even if other options are given")
  func beside() throws {
    let folder = TemporaryFolder()
    let alone = try CommandRun(["--version"], in: folder)
    let beside = try CommandRun(["--version", "--cell", "9"], in: folder)
    #expect(beside.status == 0)
    #expect(beside.standardOutput == alone.standardOutput)
  }
}
