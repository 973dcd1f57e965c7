import CommandFixtures
import Foundation
import SheetLayout
import SheetPictures
import TestSupport
import Testing

@testable import ContactSheetCommand

@Suite struct MistakeTests {
  /// Wrong command lines, run in a folder with `photos`, `drawings` and `notes.old`.
  static let commandLines: [[String]] = [
    [], ["nowhere"], ["drawings"], ["photos", "--format", "png"], ["photos", "--width", "800"],
    ["photos", "--height", "800"], ["photos", "--cols", "5"], ["photos", "--rows", "4"],
    ["photos", "--spacing", "4"], ["photos", "--colums", "4"], ["photos", "--quality", "high"],
    ["photos", "--background-color", "red"], ["photos", "--nonsense"], ["photos", "-z"],
    ["photos", "--columns", "fixed(70)"],
    ["photos", "-geometry", "99x99"], ["photos", "--tile", "3x", "--columns", "4"],
    ["photos", "--scale", "cover"], ["photos", "--scale", "contain"],
    ["photos", "--scale", "crop"], ["photos", "--sort", "date"], ["photos", "--sort", "random"],
    ["photos", "--align", "centre"], ["photos", "--align", "north"],
    ["photos", "--layout", "justified"], ["photos", "--filter", "bicubic"],
    ["photos", "--gap", "-5"], ["photos", "--gap=-5"], ["photos", "--sharpen", "-1"],
    ["photos", "--cell", "big"], ["photos", "--cell", "5mn"], ["photos", "--cell", "0x0"],
    ["photos", "--cell"], ["photos", "--cell", "--gap", "4"], ["photos", "--label", "-{name}"],
    ["photos", "--label", "{nmae}"], ["photos", "--tile", "5by4"], ["photos", "--paper", "A9"],
    ["photos", "--background", "bleu"], ["photos", "--compression", "10"],
    ["photos", "--preset", "prove"], ["photos", "--size", "800", "--cell", "100"],
    ["photos", "--row-height", "100"], ["photos", "-q", "-v"], ["photos", "-o", "sheet.tiff"],
    ["photos", "-o", "notes.old"], ["photos", "-o", "new/sheet.png"], ["photos", "-o", "photos"],
    ["photos", "-o", "photos/1.png"], ["photos", "--page", "7"],
    ["photos", "--layout", "masonry", "--columns", "fixed(4"],
  ]

  @Test(
    "A file name such as -rh.png gives an error that suggests a remedy, instead of the help",
    arguments: ["-dash.png", "-rh.png", "-hq.png", "-hx", "-x.png", "-rq-.png", "--dash.png"])
  func dashedName(name: String) throws {
    let folder = TemporaryFolder()
    try folder.writePicture("a.png")
    let missing = try CommandRun(["a.png", name], in: folder)
    try folder.writePicture(name)
    let run = try CommandRun(["a.png", name], in: folder)
    for run in [missing, run] {
      #expect(run.status == 64 && run.standardOutput.isEmpty, "\(run.standardError)")
      #expect(
        run.standardError.hasPrefix("contactsheet: cannot read the options: there is no option '-"))
    }
    #expect(
      run.standardError.hasSuffix("; write './\(name)' for the file\n"), "\(run.standardError)")
    for words in [["./\(name)"], ["--", name]] {
      let run = try CommandRun(words, in: folder)
      #expect(run.status == 0, "\(run.standardError)")
    }
    #expect(try CommandRun(["-rh"], in: folder).text.contains("Exit:"))
    #expect(try CommandRun([name, "--help"], in: folder).status == 0)
  }

  @Test("At least forty wrong command lines give the messages in the golden file")
  func golden() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("photos/1.png")
    try folder.write(Array("notes".utf8), to: "notes.old")
    for name in ["a.svg", "b.svg", "c.txt"] { try folder.write([1], to: "drawings/\(name)") }
    #expect(Self.commandLines.count >= 40)
    var text = ""
    for arguments in Self.commandLines {
      let run = try CommandRun(arguments, in: folder)
      let words = arguments.map { $0.contains(/[^a-zA-Z0-9.\/=-]/) ? "'\($0)'" : $0 }
      text += (["$ contactsheet"] + words).joined(separator: " ") + "\n"
      text += run.standardError + "[\(run.status)]\n\n"
      #expect(run.standardOutput.isEmpty)
      #expect([2, 64].contains(run.status), "\(arguments)")
      #expect(run.standardError.contains(/^contactsheet: cannot .*: .*; ./), "\(arguments)")
      #expect(!run.standardError.lowercased().contains("usage:"), "\(arguments)")
    }
    let golden = String(
      decoding: try Golden.contents("mistakes.txt", actual: Data(text.utf8)), as: UTF8.self)
    for (found, expected) in zip(
      text.split(separator: "\n\n"), golden.split(separator: "\n\n"))
    {
      #expect(found == expected)
    }
    #expect(text.count == golden.count)
  }

  @Test(
    "A mistake is reported on one line, with the reason and without the usage",
    arguments: [
      ["--nonsense"], ["1.png", "--cell", "big"], ["1.png", "--size=9", "--cell=9"], [],
    ])
  func oneLine(arguments: [String]) throws {
    let run = try CommandRun(arguments, in: TemporaryFolder())
    #expect(run.status == 64)
    #expect(run.standardError.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
  }

  @Test(
    "Values known from other programs get the right suggestion",
    arguments: [
      ("--scale", "cover", "fill"), ("--scale", "contain", "fit"), ("--scale", "crop", "fill"),
      ("--scale", "Fill", "fill"),
      ("--align", "centre", "center"), ("--layout", "justified", "rows"),
      ("--order", "vertical", "columns"), ("--on-error", "ignore", "skip"),
      ("--filter", "bilinear", "triangle"), ("--layout", "collumns", "columns"),
    ])
  func values(option: String, word: String, meant: String) throws {
    let facts = try #require(OptionCatalog.option(written: option))
    let error = #expect(throws: CommandError.self) { try facts.check(word) }
    #expect(error?.description.hasSuffix("; did you mean '\(meant)'?") == true)
  }

  @Test(
    "A number after an option that takes its value after = is reported, not taken for a file",
    arguments: [
      (["--upscale", "3", "a"], "write --upscale=3 if it is meant as a value"),
      (["--trim", "10"], "write --trim=10 if it is meant as a value"), (["--upscale=3", "3"], nil),
      (["--upscale", "photos"], nil), (["--upscale", "--", "3"], nil), (["--upscale", "0"], nil),
      (["--columns", "3"], nil),
    ] as [([String], String?)])
  func detachedValue(arguments: [String], message: String?) {
    let mistake = CommandLineMistake.detachedValue(in: arguments)
    #expect(message.map { mistake?.hasSuffix($0) == true } ?? (mistake == nil), "\(mistake ?? "")")
  }

  @Test("A sort key that begins with a minus may be an argument of its own")
  func sortKeys() {
    #expect(["--sort", "-taken", "a"].joiningSortKeys == ["--sort=-taken", "a"])
    #expect(["--sort", "-{rating}"].joiningSortKeys == ["--sort=-{rating}"])
    #expect(["--sort", "-PSNR"].joiningSortKeys == ["--sort=-PSNR"])
    for arguments in [
      ["--sort", "-r", "a"], ["--sort", "--reverse"], ["--sort", "taken", "-rv"], ["--sort", "-"],
      ["-rv", "--sort"], ["--label", "-taken"],
    ] {
      #expect(arguments.joiningSortKeys == arguments)
    }
  }

  @Test(
    "Values that begin with a dash, and -- before file names, are not mistakes",
    arguments: [
      (["a", "--", "--nonsense"], nil), (["-o", "-", "--gap=4"], nil), (["-"], nil),
      (["--no-recursive", "-rq0"], nil), (["--label=--x"], nil), (["--help"], nil),
      (
        ["--label", "-x"],
        "--label needs <template>; write --label=-x for a value"
      ),
      (
        ["--sort", "-taken"],
        "--sort needs <key>; write --sort=-taken for a value that begins with a dash"
      ),
      (
        ["--gap", "-r"], "--gap needs <N|NxM>, but '-r' follows it; put"
      ),
      (["-j", "-5"], "cannot use '-5' as --jobs <N>: it is negative; write a whole"),
      (["--no-gap"], "there is no option '--no-gap'; "),
      (["--help=x"], "--help takes no value, but 'x' is given; write only --help"),
    ] as [([String], String?)])
  func dashes(arguments: [String], message: String?) {
    let mistake = CommandLineMistake.first(in: arguments)
    #expect(message.map { mistake?.hasPrefix($0) == true } ?? (mistake == nil), "\(mistake ?? "")")
  }
}
