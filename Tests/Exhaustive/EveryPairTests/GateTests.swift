import CommandFixtures
import FormatFixtures
import Foundation
import JPEGFixtures
import PNGFixtures
import SheetFixtures
import SystemPackage
import TestSupport
import Testing

/// Comparisons that must not pass by mistake.
@Suite struct GateTests {
  private static func run(_ arguments: [String], in folder: TemporaryFolder) throws -> CommandRun {
    try CommandRun(arguments + ["-o", "s.png", "--force"], in: folder)
  }

  @Test(
    "A constant compared with a numeric fact must be a number, or nothing is compared",
    arguments: [
      ("0,01", "write 0.01"), ("O.01", "write 0.01"), ("nan", "a number"), ("-", "a number"),
      ("'x y'", "a number"),
    ])
  func constants(text: String, remedy: String) throws {
    let folder = try AllowedPairTests.folders(["a": 5000], wide: false)
    for option in [
      ["--allow", "{mae} < \(text)"], ["--where", "{mae} < \(text)"],
      ["--where", "{width} < \(text)"],
    ] {
      let run = try Self.run(["after", "--compare", "before"] + option, in: folder)
      #expect(run.status == 2 || run.status == 64, "\(option): \(run.standardError)")
      #expect(run.standardError.contains("is not a number, but"), "\(run.standardError)")
      #expect(run.standardError.contains(remedy), "\(run.standardError)")
      #expect(folder.contents("s.png") == nil)
    }
  }

  @Test(
    "Comparing text with a number is an error, or the condition is never met",
    arguments: [
      ("{mae} < {name}", "'name' is not a number, but a value of mae must be"),
      ("{mae} < {path}", "'path' is not a number"), ("{mae} < {status}", nil),
      ("{psnr} < {name}", "'name' is not a number, but a value of psnr must be"),
      ("{name} > {mae}", "'name' is not a number"), ("{name} > 0", nil), ("{status} > 0", nil),
      ("{path} >= 1", nil), ("not {name} < 0", nil), ("not {status} < 0", nil),
      ("{mae} != {status}", nil), ("not {mae} = {folder}", "'folder' is not a number"),
      ("{mae} < {limit}", nil), ("{limit} > {mae}", nil),
      ("{mae} < 1MB", "has the unit mb, but mae is not measured in it"),
      ("{mae} < 5s", "has the unit s, but mae"),
      ("{changed} < 1MB", "has the unit mb, but changed"),
      ("{mae} < inf", "'inf' is larger than any mae can be"),
    ] as [(String, String?)])
  func texts(condition: String, error: String?) throws {
    let folder = try AllowedPairTests.folders(["a": 5000], wide: false)
    try folder.write(Array("path,limit\nafter/a.png,none yet\n".utf8), to: "t.csv")
    for option in ["--allow=\(condition)", "--allow=\(condition)=100%"] {
      let run = try Self.run(
        ["after", "--compare", "before", "--table", "t.csv", option], in: folder)
      #expect(run.status == (error == nil ? 3 : 2), "\(option): \(run.standardError)")
      if let error { #expect(run.standardError.contains(error), "\(run.standardError)") }
    }
  }

  @Test(
    "An area is ignored only if the condition of its rule can be decided and is met",
    arguments: [
      ("{name} > 0", false), ("not {name} < 0", false), ("not {name} > 0", false),
      ("{rating} != 3", false), ("not {rating} > 3", false), ("not {limit} > 1", false),
      ("not ({name} < 0 or {width} > 100)", false), ("{name} < 0 or {width} = 100", true),
      ("not {rating}", true), ("not {name} = 0", true), ("not {width} > 100", true),
    ])
  func areas(condition: String, isIgnored: Bool) throws {
    let folder = try AllowedPairTests.folders(["a": 5000], wide: false)
    try folder.write(Array("path,limit\nafter/a.png,n/a\n".utf8), to: "t.csv")
    // All changes are in the upper half.
    let run = try Self.run(
      [
        "after", "--compare", "before", "--table", "t.csv", "--ignore-area",
        "\(condition)=0,0,100%,50%",
      ], in: folder)
    #expect(run.status == (isIgnored ? 0 : 3), "\(run.standardError)")
  }

  @Test(
    "A condition that compares numbers from a table or from names with text is an error",
    arguments: ["0,01", "nan", "-", "O.5"], ["--table", "--parse"])
  func otherConstants(text: String, source: String) throws {
    let folder = try AllowedPairTests.folders(["a_1": 5000, "b_2": 0], wide: false)
    try folder.write(Array("path,score\nafter/a_1.png,0.5\nafter/b_2.png,n/a\n".utf8), to: "t.csv")
    let facts = source == "--table" ? [source, "t.csv"] : [source, "{n}_{score}"]
    var options = [
      ["--allow", "{score} < \(text)"], ["--where", "score < \(text)"],
      ["--ignore-area", "{score} < \(text)=0,0,1,1"],
    ]
    if text.contains("5") || text.contains("1") {
      options.append(["--allow", "{score} != \(text)=100%"])
    }
    for option in options {
      let run = try Self.run(["after", "--compare", "before"] + facts + option, in: folder)
      #expect(run.status == 2, "\(option): \(run.standardError)")
      #expect(
        run.standardError.contains("is not a number, but a value of score must be"),
        "\(run.standardError)")
      #expect(folder.contents("s.png") == nil)
    }
    let best = try Self.run(["after", "--compare", "before", "--best", text], in: folder)
    #expect(best.status == 64, "\(best.standardError)")
  }

  @Test(
    "Numbers with decimal commas are text, and ordering them is an error",
    arguments: ["0,015", "0.015", "1"], ["", "c.png,1\n"])
  func commaColumns(text: String, more: String) throws {
    let folder = try AllowedPairTests.folders(["a": 0, "b": 0, "c": 0], wide: false)
    try folder.write(
      Array("path,l\na.png,\"0,01\"\nb.png,\"0,02\"\n\(more)".utf8), to: "t.csv")
    for sign in ["<", "<=", ">", ">="] {
      let run = try CommandRun(
        ["after", "--table", "t.csv", "--where", "l \(sign) \(text)", "--list"], in: folder)
      #expect(run.status == 2 && run.standardOutput.isEmpty)
      #expect(run.standardError.contains("has a decimal comma"), "\(run.standardError)")
    }
    // If the column contains a number as well, `0,02` is taken for a mistyped one.
    if !more.isEmpty { return }
    let equal = try CommandRun(
      ["after", "--table", "t.csv", "--where", "l = 0,02", "--list={name}"], in: folder)
    #expect(equal.standardOutput == Data("b.png\n".utf8))
  }

  @Test(
    "The error about an empty list mentions patterns only if there are some",
    arguments: [false, true])
  func emptyLists(hasPattern: Bool) throws {
    let folder = try AllowedPairTests.folders(["a": 0], wide: false)
    try folder.write([], to: "list")
    let run = try Self.run(
      ["--files-from", "list", "--compare", "before"] + (hasPattern ? ["--include", "*.jpg"] : []),
      in: folder)
    #expect(run.status == 2 && run.standardError.contains("the lists are empty"))
    #expect(run.standardError.contains("patterns") == hasPattern, "\(run.standardError)")
  }

  @Test(
    "A column of text and numbers can be compared with text or numbers, and a column of dates with dates"
  )
  func mixedColumns() throws {
    let folder = try AllowedPairTests.folders(["a": 0, "b": 0], wide: false)
    try folder.write(
      Array("path,score,day\na.png,x1,2024-05-06\nb.png,3,2024-07-01\n".utf8), to: "t.csv")
    for (condition, name) in [
      ("score = x1", "a"), ("day > 2024-06", "b"), ("score = 3", "b"), ("score = n/a", ""),
    ] {
      let run = try CommandRun(
        ["after", "--table", "t.csv", "--where", condition, "--list={name}"], in: folder)
      #expect(
        run.standardOutput == Data((name.isEmpty ? "" : "\(name).png\n").utf8),
        "\(run.standardError)")
    }
  }

  @Test("Quoted numbers and inf are numbers; n/a in a column meets no condition")
  func numbers() throws {
    let folder = try AllowedPairTests.folders(["a": 0, "b": 1], wide: false)
    try folder.write(Array("path,score\na.png,n/a\nb.png,3\n".utf8), to: "t.csv")
    let quoted = try Self.run(
      ["after", "--compare", "before", "--allow", "{mae} < \"0.5\" and not {psnr} = inf"],
      in: folder)
    #expect(quoted.status == 0, "\(quoted.standardError)")
    for condition in ["score > 1", "score < 9", "score != 7", "score >= 3"] {
      let run = try CommandRun(
        ["after", "--table", "t.csv", "--where", condition, "--list={name}"], in: folder)
      #expect(run.standardOutput == Data("b.png\n".utf8), "\(condition): \(run.standardError)")
    }
  }

  @Test(
    "Two files with the same damage are not equal", .needs(.jpeg),
    arguments: [
      ("empty.png", []), ("garbage.png", Array("garbage".utf8)),
      (
        "cut.png",
        Array(PNGFixture.plain(width: 50, height: 50, color: [9, 9, 9]).encoded().dropLast(13))
      ),
      ("headless.jpg", [0xFF, 0xD8, 0xFF, 0xD9]),
    ] as [(String, [UInt8])], ["changed", "all", "none"])
  func broken(file: (name: String, bytes: [UInt8]), shown: String) throws {
    let folder = TemporaryFolder()
    for side in ["before", "after"] {
      try folder.writePicture("\(side)/whole.png")
      try folder.write(file.bytes, to: "\(side)/\(file.name)")
    }
    let run = try Self.run(
      ["after", "--compare", "before", "--compare-show", shown, "--report", "r.json"], in: folder)
    #expect(run.status == 1, "\(run.standardError)")
    #expect(run.standardError.contains(file.name), "\(run.standardError)")
    #expect(
      try Findings("r.json", in: folder).statuses == [
        file.name: "unreadable", "whole.png": "equal",
      ])
  }

  @Test("Files with trailing bytes, or in unsupported formats, can still be equal")
  func whole() throws {
    let folder = TemporaryFolder()
    let picture = PNGFixture.plain(width: 5, height: 5, color: [9, 9, 9]).encoded()
    for side in ["before", "after"] {
      try folder.write(picture + [0, 0, 0], to: "\(side)/trailing.png")
      try folder.write(Array("BM".utf8), to: "\(side)/x.bmp")
    }
    let run = try Self.run(["after", "--compare", "before"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
  }

  @Test("Comparing nothing is an error with the reason, unless that is allowed")
  func nothing() throws {
    let folder = try AllowedPairTests.folders(["a": 9, "b": 0], wide: false)
    try folder.write([], to: "none/x.txt")
    try folder.write(Array("x/a.png\nx/b.png\n".utf8), to: "list")
    try folder.write([], to: "empty-list")
    try folder.writePicture("x/a.png")
    try folder.writePicture("x/b.png")
    // In all pairs but one, the bytes are the same.
    for name in ["a.png", "b.png"] {
      try folder.write(try #require(folder.contents("before/\(name)")), to: "equal/\(name)")
    }
    try folder.write(try #require(folder.contents("after/a.png")), to: "equal/a.png")
    let cases: [([String], String)] = [
      (["none", "--compare", "before", "--allow", "removed"], "2 removed (allowed)"),
      (["--files-from", "list", "--compare", "before", "--allow", "added"], "2 added (allowed)"),
      (
        ["after", "--compare", "before", "--ignore-area", "0,0,100%,100%", "--exclude", "b.png"],
        "cover all of"
      ),
      (
        ["equal", "--compare", "before", "--ignore-area", "0,0,100%,100%"], "cover all of"
      ),
      (["--files-from", "empty-list", "--compare", "before"], "no images"),
      (["after", "--compare", "before", "--where", "width > 999"], "none of"),
    ]
    for (arguments, reason) in cases {
      let run = try Self.run(arguments, in: folder)
      #expect(run.status == 2, "\(arguments): \(run.standardError)")
      #expect(run.standardError.contains(reason), "\(run.standardError)")
      #expect(run.standardError.contains("--allow nothing"), "\(run.standardError)")
      let allowed = try Self.run(arguments + ["--allow", "nothing"], in: folder)
      #expect(allowed.status == 0, "\(arguments): \(allowed.standardError)")
      #expect(folder.contents("s.png") != nil)
    }
  }

  @Test("Pairs that areas or masks cover are counted and listed as not compared")
  func covered() throws {
    let folder = try AllowedPairTests.folders(["a": 9, "b": 0, "c": 9], wide: false)
    try folder.write(try #require(folder.contents("before/c.png")), to: "after/c.png")
    let area = "--ignore-area=*=0,0,100%,100%"
    let run = try Self.run(
      ["after", "--compare", "before", "--report", "r.json", "-q"]
        + ["a.png", "c.png"].map { area.replacing("*", with: $0) }, in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    #expect(
      try Findings("r.json", in: folder).statuses == [
        "a.png": "ignored", "b.png": "equal", "c.png": "ignored",
      ])
    let loud = try Self.run(
      ["after", "--compare", "before", area.replacing("*", with: "a.png")], in: folder)
    #expect(
      loud.standardError.contains("none of 3 pairs differs; 1 not compared\n"),
      "\(loud.standardError)")
    // The errors of ignored pairs are not known.
    let listed = try CommandRun(
      [
        "after", "--compare", "before", area.replacing("*", with: "a.png"), "--where",
        "{status} = ignored", "--compare-show", "all", "--list={path} {mae|-}",
      ], in: folder)
    #expect(listed.standardOutput == Data("a.png -\n".utf8), "\(listed.standardError)")
  }

  @Test("Allowed pictures without a counterpart are counted as added or removed")
  func counts() throws {
    let folder = try AllowedPairTests.folders(["a": 0], wide: false)
    for index in 0..<42 { try folder.writePicture("before/gone\(index).png") }
    let run = try Self.run(["after", "--compare", "before", "--allow", "removed"], in: folder)
    #expect(run.status == 0)
    #expect(
      run.standardError.contains("the only pair does not differ; 42 removed (allowed)\n"),
      "\(run.standardError)")
  }

  @Test("A list combined with a folder names pictures below that folder, on both sides")
  func lists() throws {
    let folder = try AllowedPairTests.folders(["a": 0, "sub/b": 9, "c": 9], wide: false)
    for list in ["a.png\nsub/b.png\n", "after/a.png\n./after/sub/b.png\n"] {
      try folder.write(Array(list.utf8), to: "list")
      let run = try Self.run(
        ["after", "--files-from", "list", "--compare", "before", "--report", "r.json"], in: folder)
      #expect(run.status == 3, "\(run.standardError)")
      #expect(
        try Findings("r.json", in: folder).statuses == ["a.png": "equal", "sub/b.png": "different"])
    }
  }

  @Test("A list that names a subfolder or has absolute paths is matched below the given folder")
  func listedFolders() throws {
    let folder = try AllowedPairTests.folders(["a": 9, "sub/b": 9], wide: false)
    for (input, list) in [("after", "sub\n"), (folder["after"].string, "after/sub/b.png\n")] {
      try folder.write(Array(list.utf8), to: "list")
      _ = try Self.run(
        [input, "--files-from", "list", "--compare", "before", "--report", "r.json"], in: folder)
      #expect(try Findings("r.json", in: folder).statuses == ["sub/b.png": "different"], "\(input)")
    }
  }

  @Test("Multi-page files that differ only in later pages are not equal", .needs(.tiff))
  func pages() throws {
    let folder = TemporaryFolder()
    try folder.write(TIFFFixture.pages(widths: [6, 4, 9]), to: "before/a.tif")
    for widths in [[6, 4, 7], [6, 4], [6]] {
      try folder.write(TIFFFixture.pages(widths: widths), to: "after/a.tif")
      let run = try Self.run(["after", "--compare", "before"], in: folder)
      #expect(run.status == 1, "\(widths): \(run.standardError)")
      #expect(run.standardError.contains("several pages or frames, and only the first"))
    }
    try folder.write(TIFFFixture.pages(widths: [6, 4, 9]), to: "after/a.tif")
    #expect(try Self.run(["after", "--compare", "before"], in: folder).status == 0)
  }

  @Test(
    "A page of a file can be on either side of a comparison, and a plan renders the same bytes",
    .needs(.tiff))
  func namedPages() throws {
    let folder = TemporaryFolder()
    for name in ["a.tif", "b.tif", "before/in/a.tif", "in/a.tif"] {
      try folder.write(TIFFFixture.pages(widths: [6, 4, 9]), to: name)
    }
    for (inputs, before, status) in [
      (["a.tif[1]"], "b.tif[1]", 0), (["a.tif[1]"], "b.tif[2]", 3), (["a.tif[1]"], "b.tif", 3),
      (["a.tif"], "b.tif[1]", 3), (["a.tif[0]"], "a.tif[2]", 3), (["a.tif[0]"], "b.tif[9]", 1),
      (["in/a.tif[1]", "in/a.tif[2]"], "before", 0), (["a.tif"], "a.tif[0]", 64),
      (["a.tif[2]"], "a.tif[2]", 64), (["a.tif"], "b.tif[x]", 2),
    ] as [([String], String, Int32)] {
      let run = try Self.run(
        inputs + ["--compare", before, "--manifest", "m.json", "--report", "r.json"], in: folder)
      #expect(run.status == status, "\(inputs) \(before): \(run.standardError)")
      guard ![2, 64].contains(status) else { continue }
      #expect(try Findings("r.json", in: folder).statuses.count == inputs.count)
      let sheet = folder.contents("s.png")
      let again = try CommandRun(["--from-plan", "m.json", "--force"], in: folder)
      #expect(folder.contents("s.png") == sheet && sheet != nil, "\(again.standardError)")
    }
    // Another page of a folder's file differs.
    try folder.write(TIFFFixture.pages(widths: [6, 4, 7]), to: "in/a.tif")
    _ = try Self.run(
      ["in/a.tif[1]", "in/a.tif[2]", "--compare", "before", "--report", "r.json"], in: folder)
    #expect(
      try Findings("r.json", in: folder).statuses
        == ["in/a.tif[1]": "equal", "in/a.tif[2]": "resized"])
  }

  @Test("If all named files lack counterparts, a note suggests comparing their folder instead")
  func files() throws {
    let folder = try AllowedPairTests.folders(["a": 0, "b": 0], wide: false)
    let run = try Self.run(["after/a.png", "after/b.png", "--compare", "before"], in: folder)
    #expect(run.status == 3)
    #expect(
      run.standardError.contains("contactsheet after --compare before"), "\(run.standardError)")
  }

  @Test("A name that matches both templates belongs to the one with more literal characters")
  func specific() throws {
    let folder = TemporaryFolder()
    for name in ["a", "a@2x", "b", "b@2x"] { try folder.writePicture("p/\(name).png") }
    for match in ["{n}@2x => {n}", "{n} => {n}@2x"] {
      let run = try Self.run(["p", "--match", match, "--report", "r.json"], in: folder)
      #expect(run.status == 0, "\(match): \(run.standardError)")
      #expect(try Findings("r.json", in: folder).pairs.count == 2)
    }
  }

  @Test(
    "A note counts the pictures that fit no template of --match",
    arguments: [
      (["in"], ["a@2x", "b@2x", "x", "y"]), (["in", "--compare", "old"], ["a@2x", "lone"]),
      (["in", "--compare", "old"], ["a@2x"]),
    ])
  func unmatched(arguments: [String], names: [String]) throws {
    let folder = TemporaryFolder()
    for name in names { try folder.writePicture("in/\(name).png") }
    for name in ["a", "b", "lone"] {
      try folder.writePicture("old/\(name)@2x.png")
      if arguments.count == 1 { try folder.writePicture("in/\(name)@1x.png") }
    }
    let fitting = Set(names.filter { $0.hasSuffix("@2x") })
    let count = names.count - fitting.count
    let run = try Self.run(
      arguments + ["--match", arguments.count == 1 ? "{n}@2x => {n}@1x" : "{n}@2x => {n}@2x"],
      in: folder)
    #expect(
      run.standardError.contains("not fit the templates") == (count > 0), "\(run.standardError)")
    if count == 1 { #expect(run.standardError.contains("'in/lone.png' does not fit")) }
    if count == 2 { #expect(run.standardError.contains("'in/x.png' (and 1 more) do not fit")) }
  }

  @Test(
    "An old picture that fits no template is counted once, even if several folders are compared")
  func unmatchedOnce() throws {
    let folder = TemporaryFolder()
    let folders = ["in/a", "in/b", "in/c"]
    for name in folders + ["old"] { try folder.writePicture("\(name)/x@2x.png") }
    try folder.writePicture("old/odd.png")
    let run = try Self.run(
      folders + ["--compare", "old", "--match", "{n}@2x => {n}@2x"], in: folder)
    #expect(run.standardError.contains("'old/odd.png' does not fit"), "\(run.standardError)")
  }

  @Test("Paths in conditions and lists are relative to the two folders")
  func paths() throws {
    let folder = try AllowedPairTests.folders(["sub/a": 9, "b": 9], wide: false)
    let run = try Self.run(
      [
        "after", "--compare", "before", "--allow", "{path} = sub/a.png=100%", "--allow",
        "b.png=100%", "-v",
      ],
      in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    #expect(
      run.standardError.contains("paths below 'after' are compared with those below 'before'"),
      "\(run.standardError)")
  }

  @Test(
    "A note says if masks have no effect because their colour is wrong, or if there are no masks")
  func masks() throws {
    let folder = try AllowedPairTests.folders(["a": 9], wide: false)
    try folder.write(
      PNGFixture.plain(width: 100, height: 100, color: [255, 0, 0]).encoded(), to: "red/a.png")
    try folder.write([], to: "empty/x.txt")
    for (masks, note) in [
      ("red", "the mask 'red/a.png' has no effect"), ("empty", "'empty' contains no masks"),
    ] {
      let run = try Self.run(["after", "--compare", "before", "--masks", masks], in: folder)
      #expect(run.status == 3 && run.standardError.contains(note), "\(run.standardError)")
    }
  }

  @Test(
    "A run that fails early still writes its report, and the report names the pictures at fault")
  func reports() throws {
    let folder = try AllowedPairTests.folders(["a": 0], wide: false)
    _ = try Self.run(["after", "--compare", "before", "--report", "r.json"], in: folder)
    for option in [
      ["--colums", "3"], ["--columns", "x"], ["--gap", "1", "--report=r.json", "--gap", "-"],
    ] {
      let run = try CommandRun(["after", "--report", "r.json"] + option, in: folder)
      #expect(run.status == 64)
      let report = String(decoding: folder.contents("r.json") ?? [], as: UTF8.self)
      #expect(
        report.contains("\"exitStatus\" : 64") && report.contains("\"status\" : \"failed\""),
        "\(report)")
      #expect(report.contains(option[0]), "\(report)")
      #expect(report.contains("\"severity\" : \"error\""), "\(report)")
    }
    // An option is not taken for the name of the report.
    _ = try CommandRun(["after", "--report", "--bogus"], in: folder)
    #expect(folder.contents("--bogus") == nil)
    try folder.write(Array("mine".utf8), to: "notes.txt")
    _ = try CommandRun(["after", "--report", "notes.txt", "--colums", "3"], in: folder)
    #expect(folder.contents("notes.txt") == Array("mine".utf8))
    try folder.write([], to: "bad/x.png")
    let failed = try Self.run(
      ["bad", "after", "--on-error", "fail", "--report", "r.json"], in: folder)
    #expect(failed.status == 2)
    let report = String(decoding: folder.contents("r.json") ?? [], as: UTF8.self)
    #expect(report.contains("bad/x.png") && !report.contains("\"unreadable\" : [\n\n"), "\(report)")
  }

  @Test(
    "If a report and another output share a name, only an earlier report is replaced, never a sheet"
  )
  func sameNames() throws {
    let folder = try AllowedPairTests.folders(["a": 0], wide: false)
    for kind in ["--html", "--depfile", "--manifest", "--output"] {
      let arguments = ["after", "--compare", "before", "--report", "r.json", kind, "r.json"]
      let first = try CommandRun(arguments, in: folder)
      #expect(first.status == 2 && folder.contents("r.json") == nil, "\(first.standardError)")
      _ = try Self.run(["after", "--compare", "before", "--report", "r.json"], in: folder)
      let run = try CommandRun(arguments, in: folder)
      #expect(run.status == 2, "\(run.standardError)")
      let report = String(decoding: folder.contents("r.json") ?? [], as: UTF8.self)
      #expect(report.contains("\"status\" : \"failed\""), "\(kind): \(report)")
      try FileManager.default.removeItem(atPath: folder["r.json"].string)
    }
    // A sheet does not count as a report, even with --force.
    _ = try Self.run(["after", "--compare", "before"], in: folder)
    let sheet = folder.contents("s.png")
    _ = try Self.run(["after", "--compare", "before", "--report", "s.png"], in: folder)
    #expect(folder.contents("s.png") == sheet && sheet != nil)
  }

  @Test(
    "With --on-error fail, the error names every broken picture, whichever part of it is broken",
    .needs(.jpeg),
    arguments: [
      ["-o", "s.png"], ["-o", "s-%d.png", "--per-page", "1"], ["--sort", "sharpness"],
      ["-o", "s.jpg", "--max-bytes", "1MB"],
    ], [true, false])
  func lint(options: [String], hasBrokenHeaders: Bool) throws {
    let folder = TemporaryFolder()
    let whole = PNGFixture.plain(width: 50, height: 50, color: [9, 9, 9]).encoded()
    try folder.write(whole, to: "p/a.png")
    try folder.write(Array(whole.dropLast(20)), to: "p/b.png")
    try folder.write(whole, to: "p/c.png")
    var damaged = whole
    damaged[damaged.count - 18] ^= 0xFF
    try folder.write(damaged, to: "p/d.png")
    var names = ["p/b.png", "p/d.png"]
    if hasBrokenHeaders {
      try folder.write(Array("garbage".utf8), to: "p/e.png")
      try folder.write([], to: "p/f.png")
      names += ["p/e.png", "p/f.png"]
    }
    let run = try CommandRun(
      ["p", "--on-error", "fail", "--report", "r.json"] + options, in: folder)
    #expect(run.status == 2, "\(run.standardError)")
    #expect(
      run.standardError.contains("\(names.count) images cannot be read"), "\(run.standardError)")
    let report = String(decoding: folder.contents("r.json") ?? [], as: UTF8.self)
    for name in names { #expect(report.contains("\"source\" : \"\(name)\""), "\(report)") }
    #expect(!folder.names.contains { $0.hasPrefix("s") }, "\(folder.names)")
  }

  @Test("If a project file's settings are not read, a comparison fails", .needs(.givingFilesAway))
  func foreignSettings() throws {
    let folder = try AllowedPairTests.folders(["a": 0], wide: false)
    try folder.write(Array("--tolerance 0\n".utf8), to: ".contactsheet")
    let script = #"""
      mkdir -p .git sub && mv after before sub && chown 12345 .contactsheet && cd sub &&
      "$0" after --compare before -q -o ../s.png 2>../text
      """#
    #expect(try CommandRun.statusOfShell(script, in: folder) == 2)
    let text = String(decoding: folder.contents("text") ?? [], as: UTF8.self)
    #expect(text.contains("--config '../.contactsheet'") && text.contains("--no-config"), "\(text)")
    // A file in the working folder could make the comparison less strict as well.
    let own = try AllowedPairTests.folders(["a": 9], wide: false)
    try own.write(Array("--allow 100%\n".utf8), to: ".contactsheet")
    let here = #"""
      chown 12345 .contactsheet && "$0" after --compare before -q -o s.png 2>text;
      foreign=$?; "$0" after --compare before --config .contactsheet -q -o s.png && exit $foreign
      """#
    #expect(try CommandRun.statusOfShell(here, in: own) == 2)
    let reason = String(decoding: own.contents("text") ?? [], as: UTF8.self)
    #expect(reason.contains("--config '.contactsheet'"), "\(reason)")
  }

  @Test(
    "If a project file is a broken link, or a link to another user's file, a comparison fails",
    .needs(.givingFilesAway),
    arguments: [
      "ln -s gone/settings .contactsheet", "ln -s gone .contactsheet",
      "ln -s real/settings .contactsheet", "ln -s link .contactsheet; ln -s gone link",
      "chown 12345 real; ln -s real .contactsheet",
      "chown 12345 real; ln -s real link; ln -s link .contactsheet",
      "ln -s real link; chown -h 12345 link; ln -s link .contactsheet",
    ])
  func linkedSettings(preparation: String) throws {
    let folder = try AllowedPairTests.folders(["a": 9], wide: false)
    try folder.write(Array("--allow 100%\n".utf8), to: "real")
    let script = #"""
      \#(preparation); "$0" after --compare before -q -o s.png 2>text
      """#
    #expect(try CommandRun.statusOfShell(script, in: folder) == 2)
    let text = String(decoding: folder.contents("text") ?? [], as: UTF8.self)
    #expect(text.contains("'.contactsheet'") && text.contains("--no-config"), "\(text)")
    #expect(folder.contents("s.png") == nil)
  }

  @Test(
    "A file may require certain versions of the program",
    arguments: [
      (">= 1.0", true), (">=1", true), (">= 0.9, < 2", true), ("= 1.0.0", true), ("> 0.9.9", true),
      (">= 99", false), ("< 1", false), (">= 0.9, < 1.0", false), ("1.2", false), (">= 0 9", false),
      ("= 1. 0", false), (">= x", false),
      ("", false),
    ])
  func requirements(text: String, isMet: Bool) throws {
    let folder = TemporaryFolder()
    try folder.writePicture("p/a.png")
    try folder.write(Array("--require \(text)\n--gap 4\n".utf8), to: ".contactsheet")
    let run = try Self.run(["p"], in: folder)
    #expect(run.status == (isMet ? 0 : 64), "\(run.standardError)")
    if !isMet { #expect(run.standardError.contains("'.contactsheet', line 1")) }
  }

  @Test(
    "A requirement that is not met is reported rather than an earlier line that an old program cannot read",
    arguments: [
      "--unknown-option", "--gap nonsense", "what is this", "--layout hyperbolic",
      "--preset --require",
    ])
  func requirementsFirst(line: String) throws {
    let folder = TemporaryFolder()
    try folder.writePicture("p/a.png")
    try folder.write(Array("\(line)\n--require >= 99\n".utf8), to: ".contactsheet")
    let run = try Self.run(["p"], in: folder)
    #expect(run.status == 64, "\(run.standardError)")
    #expect(
      run.standardError.contains("line 2: ") && run.standardError.contains(">= 99 is required"),
      "\(run.standardError)")
    // The line is still an error if the requirement is met.
    try folder.write(Array("\(line)\n--require >= 1\n".utf8), to: ".contactsheet")
    let met = try Self.run(["p"], in: folder)
    #expect(met.status == 64 && !met.standardError.contains("required"), "\(met.standardError)")
  }
}
