import CommandFixtures
import Foundation
import TestSupport
import Testing

@testable import ContactSheetCommand

/// Output that only a person at a terminal sees.
@Suite struct TerminalTests {
  static func folder(with others: [String] = []) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 1...4 { try folder.writePicture("pics/\(number).png") }
    for name in ["d.txt", "e.pdf", ".f.gif"] + others {
      try folder.write([1], to: "pics/\(name)")
    }
    return folder
  }

  @Test("A terminal gets one line at the end, with the pictures, size, bytes and time")
  func summary() throws {
    let folder = try Self.folder(with: ["a.bmp", "b.BMP", "c.tga", "v.MOV"])
    let run = try TerminalRun(["pics", "--cell", "32", "--tile", "2x2"], in: folder)
    #expect(run.status == 0)
    let line = /contact-sheet.png: 4 images, 88 x 88, \d+ B in \d+(\.\d)? m?s/
    #expect(run.lines.count == 2)
    let leftOut = "contactsheet: left out: 2 BMP, 1 TGA (not supported; convert them to PNG"
    #expect(run.lines.first?.hasPrefix(leftOut) == true, "\(run.text)")
    #expect(run.lines.first?.hasSuffix("), 1 video") == true, "\(run.text)")
    #expect(run.lines.last?.wholeMatch(of: line) != nil, "\(run.text)")
  }

  @Test("The summary line names the first and the last page, and counts unreadable pictures")
  func pages() throws {
    let folder = try Self.folder()
    try folder.write([1], to: "pics/5.png")
    let run = try TerminalRun(
      ["pics", "--cell", "32", "--tile", "1x2", "-o", "pics/../s.png"], in: folder)
    #expect(run.status == 1)
    let start = "pics/../s-001.png to -002.png: 4 images on 2 pages, 48 x 88, "
    #expect(run.lines.contains { $0.hasPrefix(start) }, "\(run.text)")
    let bad = try TerminalRun(["pics", "--cell", "32", "-o", "%d.png"], in: folder)
    #expect(bad.lines.contains { $0.hasPrefix("1.png: 5 images (1 unreadable), ") })
  }

  @Test("Only problems are printed to a pipe, or to a terminal with --quiet")
  func silence() throws {
    let folder = try Self.folder()
    #expect(try CommandRun(["pics"], in: folder).standardError == "")
    #expect(try TerminalRun(["pics", "--quiet"], in: folder).text == "")
    let dryRun = try TerminalRun(["pics", "--dry-run"], in: folder)
    #expect(dryRun.text == "")
  }

  @Test("A sheet is never written to a terminal, but a manifest may be")
  func sheetToTerminal() throws {
    let folder = try Self.folder()
    let refused = try TerminalRun(["pics", "-o", "-"], in: folder, showsOutput: true)
    #expect(refused.status == 2)
    #expect(
      refused.lines == [
        "contactsheet: cannot write a PNG to a terminal: the output is not text; name a file with "
          + "--output, or redirect standard output"
      ])
    let elsewhere = try TerminalRun(["pics", "-o", "-"], in: folder)
    #expect(elsewhere.status == 0)
    #expect(elsewhere.lines.first?.hasPrefix("standard output: 4 images") == true)
    let manifest = try TerminalRun(["pics", "--manifest", "-"], in: folder, showsOutput: true)
    #expect(manifest.status == 0)
    #expect(manifest.text.contains("\"version\" : 5"))
    let dryRun = try TerminalRun(["pics", "--dry-run", "-o", "-"], in: folder, showsOutput: true)
    #expect(dryRun.status == 0)
  }

  @Test(
    "Errors are red and notes yellow, unless NO_COLOR is set or the terminal is dumb",
    arguments: [
      ([:], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false), (["NO_COLOR": ""], true),
    ] as [([String: String], Bool)])
  func colors(variables: [String: String], isColored: Bool) throws {
    let folder = try Self.folder()
    try folder.write([1], to: "empty/a.txt")
    let run = try TerminalRun(["pics", "empty", "none.png"], in: folder, variables: variables)
    let error = try TerminalRun(["--gap", "x"], in: folder, variables: variables)
    let note = try TerminalRun(
      ["pics", "empty", "--dry-run"], in: folder, variables: variables)
    #expect(run.status == 2)
    #expect(run.text.hasPrefix("\u{1B}[1;31mcontactsheet:\u{1B}[0m ") == isColored)
    #expect(error.text.hasPrefix("\u{1B}[1;31mcontactsheet:\u{1B}[0m ") == isColored)
    #expect(note.text.contains("\u{1B}[1;33mcontactsheet:\u{1B}[0m no images") == isColored)
    #expect(note.text.contains("\u{1B}") == isColored)
    let piped = try CommandRun(["none.png"], in: folder, variables: variables)
    #expect(
      piped.standardError
        == "contactsheet: cannot read 'none.png': it does not exist; correct the name\n")
  }

  @Test(
    "Durations are written in milliseconds, seconds, or minutes and seconds",
    arguments: [
      (Duration.milliseconds(0), "0 ms"), (.microseconds(83_900), "83 ms"),
      (.milliseconds(999), "999 ms"), (.milliseconds(1000), "1.0 s"),
      (.milliseconds(1649), "1.6 s"),
      (.milliseconds(1650), "1.7 s"), (.seconds(59), "59.0 s"), (.seconds(125), "2 min 5 s"),
    ])
  func durations(duration: Duration, text: String) {
    #expect(duration.rounded == text)
  }

  @Test("-v prints times and sizes with units")
  func verbose() throws {
    let folder = try Self.folder()
    let run = try CommandRun(["pics", "-v"], in: folder)
    let lines = run.standardError.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.firstMatch(of: /planned 4 images, .* in \d+ ms$/) != nil)
    #expect(lines.last?.firstMatch(of: /done in \d+(\.\d)? m?s with \d+ workers?$/) != nil)
  }

  @Test(
    "The message about a folder of drawings, pages or films says how to make images of them",
    arguments: [
      ("a.svg", "run: mkdir -p pngs && for f in ./-x/*.svg; do rsvg-convert "),
      ("a.pdf", "run: mkdir -p pages && for f in ./-x/*.pdf; do pdftoppm -r 60 -png "),
      ("a.ico", "run: mkdir -p pngs && for f in ./-x/*.ico; do icotool -x \"$f\" -o pngs; done\n"),
      (
        "a.mp4",
        "make images of them with ffmpeg, as described on the guide's page 'Videos and documents'"
      ),
      ("a.dcm", "run: mkdir -p pngs && for f in ./-x/*.dcm; do dcmj2pnm +on2 "),
      (
        "a.npy", "to make TIFFs of them in 'tiffs', run: mkdir -p tiffs && for f in ./-x/*.npy; do "
      ),
      (
        "a.fits",
        "to make TIFFs of them in 'tiffs', run: mkdir -p tiffs && for f in ./-x/*.fits; do "
      ),
      ("a.psd", "; name files or a folder with images\n"),
    ])
  func conversions(name: String, expected: String) throws {
    let folder = TemporaryFolder()
    try folder.write([1], to: "-x/\(name)")
    let run = try CommandRun(["--", "-x"], in: folder)
    #expect(run.status == 2)
    #expect(run.standardError.contains(expected), "\(run.standardError)")
  }

  @Test("For a folder with only unsupported formats, the message names them")
  func otherPictures() throws {
    let folder = TemporaryFolder()
    for number in 1...12 { try folder.write([1], to: "x/\(number).svg") }
    for name in ["a.txt", "b", "c.bin"] { try folder.write([1], to: "x/\(name)") }
    let run = try CommandRun(["x"], in: folder)
    #expect(run.status == 2)
    let expected =
      "contactsheet: cannot make a sheet: no images in 'x' (12 SVG files, 3 other files); "
      + "to make PNGs of them in 'pngs', run: mkdir -p pngs && for f in x/*.svg; do rsvg-convert "
      + #""$f" -o "pngs/$(basename "$f" .svg).png"; done"# + "\n"
    #expect(run.standardError == expected)
  }
}
