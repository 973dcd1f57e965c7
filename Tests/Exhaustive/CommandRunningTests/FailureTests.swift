import CommandFixtures
import Foundation
import TestSupport
import Testing

@Suite struct FailureTests {
  /// A folder with two good pictures, one whose pixel data is truncated, and a file of another
  /// kind.
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png", width: 64, height: 64)
    try folder.writePicture("cut.png", width: 64, height: 64)
    let whole = try #require(folder.contents("cut.png"))
    try folder.write(Array(whole.prefix(60)), to: "cut.png")
    try folder.write(Array("<html></html>".utf8), to: "page.png")
    try folder.writePicture("z.png", width: 64, height: 64, color: [0, 0, 200])
    return folder
  }

  @Test("Each unreadable picture gets a placeholder and a message, and the exit status is 1")
  func placeholder() throws {
    let folder = try Self.folder()
    let run = try CommandRun([".", "--cell", "64", "--tile", "x1"], in: folder)
    #expect(run.status == 1)
    let lines = run.standardError.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("contactsheet: cannot read './cut.png': "))
    #expect(
      lines[1].hasPrefix("contactsheet: cannot read './page.png': it is an HTML page, not a PNG"))
    let sheet = try DecodedSheet(try #require(folder.contents("contact-sheet.png")))
    #expect(sheet.pixel(8, 8) == [200, 30, 30])
    // The pictures after the bad ones keep their places.
    #expect(sheet.pixel(8 + 3 * 72, 8) == [0, 0, 200])
    // The colours of the placeholder's border and background.
    #expect(sheet.pixel(80, 8) != [255, 255, 255])
    #expect(sheet.pixel(80 + 32, 8 + 8) != sheet.pixel(80, 8))
  }

  @Test("A pipe named like a picture, or a link to a device, is reported at once")
  func pipe() throws {
    for isCompared in [false, true] {
      let folder = TemporaryFolder()
      try folder.writePicture("after/1.png")
      try folder.writePicture("before/1.png")
      #expect(mkfifo(folder.url.appending(path: "after/p.png").path, 0o600) == 0)
      #expect(symlink("/dev/zero", folder.url.appending(path: "after/z.png").path) == 0)
      let run = try CommandRun(
        ["after"] + (isCompared ? ["--compare", "before"] : []), in: folder)
      #expect(run.status == 1)
      for name in ["p.png", "z.png"] {
        #expect(run.standardError.contains("'after/\(name)'"), "\(run.standardError)")
      }
    }
  }

  @Test(
    "--on-error skip leaves out bad pictures, however late they are found, and still reports them")
  func skip() throws {
    let folder = try Self.folder()
    let run = try CommandRun(
      [".", "--on-error", "skip", "--cell", "64", "--tile", "x1"], in: folder)
    #expect(run.status == 1)
    #expect(run.standardError.contains("'./page.png'"))
    #expect(run.standardError.contains("'./cut.png'"))
    let sheet = try DecodedSheet(try #require(folder.contents("contact-sheet.png")))
    #expect(sheet.width == 2 * 64 + 3 * 8)
  }

  @Test(
    "A dry run reports a file that is not an image, with the status that --on-error determines",
    arguments: [("skip", 1), ("placeholder", 1), ("fail", 2)])
  func dryRun(policy: String, status: Int32) throws {
    let folder = try Self.folder()
    let options = ["1.png", "page.png", "--on-error", policy, "--dry-run"]
    for options in [options, options + ["--manifest", "-"]] {
      let run = try CommandRun(options, in: folder)
      #expect(run.status == status)
      #expect(run.standardError.contains("cannot read 'page.png': it is an HTML page, not a PNG"))
      #expect(run.standardOutput.isEmpty == (policy == "fail"))
    }
    let good = try CommandRun(["1.png", "--on-error", policy, "--dry-run"], in: folder)
    #expect(good.status == 0)
    #expect(folder.names == ["1.png", "cut.png", "page.png", "z.png"])
  }

  @Test(
    "With --on-error fail, no sheet is made and an older one is kept",
    arguments: ["cut.png", "page.png"])
  func fail(bad: String) throws {
    let folder = try Self.folder()
    try CommandRun(["1.png", "-o", "sheet.png"], in: folder)
    let older = folder.contents("sheet.png")
    let run = try CommandRun(
      ["1.png", bad, "--on-error", "fail", "-o", "sheet.png"], in: folder)
    #expect(run.status == 2)
    #expect(run.standardError.hasPrefix("contactsheet: cannot read '\(bad)': "))
    #expect(folder.contents("sheet.png") == older)
    #expect(folder.names == ["1.png", "cut.png", "page.png", "z.png", "sheet.png"])
  }

  @Test(
    "A run that cannot succeed stops at once with status 2, suggests a remedy and writes nothing",
    arguments: [
      (["empty"], "no images in 'empty'"),
      (["nowhere"], "'nowhere': it does not exist"),
      (["1.png", "-o", "no/such/sheet.png"], "the folder 'no/such' does not exist"),
      (["1.png", "-o", "1.png"], "choose another name for the output"),
      (["1.png", "-o", "./empty/../1.png"], "choose another name for the output"),
      (["1.png", "-o", "empty"], "it is a folder"),
      (
        ["1.png", "--max-pixels", "1k"], "over the limit of 1k pixels; raise --max-pixels, or split"
      ),
      (
        ["1.png", "--cell", "99999x99999"],
        "it has 10003 MP, over the limit of 268M pixels; raise --max-pixels"
      ),
      (["1.png", "--size", "20", "--margin", "10"], "--margin or --font smaller"),
      (["1.png", "1.png", "1.png", "--size", "20x20", "--gap", "9"], "gaps"),
      (["--files-from", "nolist"], "nolist"),
    ])
  func refused(arguments: [String], message: String) throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("empty"), withIntermediateDirectories: true)
    let before = folder.contents("1.png")
    let run = try CommandRun(arguments, in: folder)
    #expect(run.status == 2)
    #expect(run.standardError.contains(message), "\(run.standardError)")
    #expect(run.standardError.hasPrefix("contactsheet: "))
    #expect(run.standardOutput.isEmpty)
    #expect(folder.names == ["1.png", "empty"])
    #expect(folder.contents("1.png") == before)
  }

  @Test("If gaps leave no room for the requested columns, the error suggests a remedy")
  func noRoom() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    let run = try CommandRun(
      ["1.png", "--size", "20", "--margin", "9", "--gap", "30", "--tile", "4"], in: folder)
    #expect(run.status == 2)
    #expect(
      run.standardError.contains(
        "there is no room for images in a width of 20, because margins and text take 18 and gaps are 30"
      ),
      "\(run.standardError)")
    #expect(run.standardError.contains("make --gap, --margin or --font smaller"))
  }

  @Test(
    "A usage error gives status 64 and only the reason, and nothing is written",
    arguments: [
      [], ["1.png", "--nonsense"], ["1.png", "--cell", "big"], ["1.png", "--gap", "-1"],
      ["1.png", "--margin=-1"], ["1.png", "--scale", "squash"],
      ["1.png", "--background", "mauvish"],
      ["1.png", "--compression", "10"], ["1.png", "--depth", "12"], ["1.png", "--jobs", "0"],
      ["1.png", "--size", "100", "--cell", "10"],
      ["1.png", "--layout", "tiered", "--cell", "10"],
      ["1.png", "--layout", "tiered", "--gap", "1x2"],
      ["1.png", "--layout", "tiered:huge"],
      ["1.png", "--cell-aspect", "4:3", "--cell", "9"],
      ["1.png", "--dpi", "0"], ["1.png", "--quiet", "--verbose"], ["1.png", "--max-pixels", "0"],
    ])
  func usage(arguments: [String]) throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    let run = try CommandRun(arguments, in: folder)
    #expect(run.status == 64)
    #expect(run.standardError.hasPrefix("contactsheet: "))
    #expect(!run.standardError.contains("Usage: "))
    #expect(folder.names == ["1.png"])
  }

  @Test("A full disk gives an error and leaves no partial sheet")
  func fullDisk() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    let run = try CommandRun(["1.png", "-o", "/dev/full"], in: folder)
    #expect(run.status == 2)
    #expect(
      run.standardError
        == "contactsheet: cannot write '/dev/full': no space left for it; free some space\n")
  }

  @Test(
    "If standard output cannot be written, the error says so",
    arguments: [
      "--help", "--usage", "--version", "--man", "--completions bash", "--completions zsh",
      "--completions fish", "--print-config", "1.png --dry-run", "1.png --dry-run --manifest -",
      "1.png -o -", "--generate-completion-script bash", "--experimental-dump-help",
    ])
  func fullStandardOutput(arguments: String) throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    let status = try CommandRun.statusOfShell(
      "exec \"$0\" \(arguments) >/dev/full 2>errors", in: folder)
    #expect(status == 2)
    let errors = String(decoding: try #require(folder.contents("errors")), as: UTF8.self)
    #expect(
      errors
        == "contactsheet: cannot write to standard output: no space left for it; free some space\n")
  }

  @Test("An endless plan is refused after its first bytes, and an oversized one by its size")
  func endlessPlan() throws {
    let folder = TemporaryFolder()
    try folder.write([UInt8(ascii: "{")], to: "large.json")
    try FileHandle(forWritingTo: folder.url.appendingPathComponent("large.json"))
      .truncate(atOffset: (1 << 30) + 1)
    for (path, reason) in [
      ("large.json", "it is larger than 1 GiB"),
      (
        "/dev/zero",
        "it is not JSON: it does not begin like JSON; name a plan written by --manifest"
      ),
    ] {
      let run = try CommandRun(["--from-plan", path], in: folder)
      #expect(run.status == 2)
      #expect(
        run.standardError == "contactsheet: cannot render the plan '\(path)': \(reason)\n")
    }
  }

  @Test("An endless list is refused, and the error states the limit")
  func endlessList() throws {
    let folder = TemporaryFolder()
    for (script, message) in [
      ("\"$0\" --files-from /dev/zero -0", "it has more than 10 million paths"),
      ("\"$0\" --files-from /dev/zero", "it has more than 10 million paths"),
      ("yes | tr -d '\\n' | \"$0\" -", "path 1 in it is longer than 4096 bytes"),
    ] {
      #expect(try CommandRun.statusOfShell("\(script) 2>errors", in: folder) == 2)
      let errors = String(decoding: try #require(folder.contents("errors")), as: UTF8.self)
      #expect(errors.contains(message), "\(errors)")
    }
  }

  @Test("If the reader closes the pipe, the run ends quietly")
  func brokenPipe() throws {
    let folder = TemporaryFolder()
    for number in 1...50 { try folder.writePicture("\(number).png", width: 300, height: 300) }
    let status = try CommandRun.statusOfShell(
      "\"$0\" . -o - --compression 0 2>errors | head -c 10 >/dev/null; exit ${PIPESTATUS[0]}",
      in: folder)
    #expect(status == 128 + SIGPIPE)
    #expect(folder.contents("errors") == [])
    let reported = try CommandRun.statusOfShell(
      "exec 3> >(:); wait $!; \"$0\" 1.png --report - 2>errors >&3", in: folder)
    #expect(reported == 128 + SIGPIPE)
    #expect(folder.contents("errors") == [])
  }

  @Test(
    "Whichever standard streams are closed, the sheet is complete and contains no messages",
    arguments: ["<&-", ">&-", "2>&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"])
  func closedDescriptors(redirections: String) throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    try CommandRun(["1.png", "-o", "expected.png"], in: folder)
    let status = try CommandRun.statusOfShell(
      "exec \"$0\" 1.png --verbose -o sheet.png \(redirections)", in: folder)
    #expect(status == 0)
    #expect(folder.contents("sheet.png") == folder.contents("expected.png"))
  }

  @Test("Writing the sheet to a closed standard output is an error")
  func closedOutput() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    #expect(try CommandRun.statusOfShell("exec \"$0\" 1.png -o - >&- 2>errors", in: folder) == 2)
    let errors = String(decoding: try #require(folder.contents("errors")), as: UTF8.self)
    #expect(errors.hasPrefix("contactsheet: cannot write to standard output: "))
    #expect(folder.names == ["1.png", "errors"])
  }
}

extension FailureTests {
  @Test("A broken link is reported as a broken link, on the command line and in a folder")
  func brokenLink() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("pics/1.png")
    for (name, target) in [("2.png", "gone.png"), ("3.png", "/none/gone"), ("4.png", "2.png")] {
      #expect(symlink(target, folder.url.appending(path: "pics/\(name)").path) == 0)
    }
    var run = try CommandRun(["pics"], in: folder)
    #expect(run.status == 1)
    for (name, target) in [
      ("2", "pics/gone.png"), ("3", "/none/gone"), ("4", "pics/gone.png"),
    ] {
      #expect(
        run.standardError.contains(
          "cannot read 'pics/\(name).png': the link leads to '\(target)', which does not exist; "
            + "correct the link\n"),
        "\(run.standardError)")
    }
    run = try CommandRun(["pics/2.png"], in: folder)
    #expect(run.status == 2)
    #expect(
      run.standardError == "contactsheet: cannot read 'pics/2.png': the link leads to "
        + "'pics/gone.png', which does not exist; correct the link\n")
  }
}
