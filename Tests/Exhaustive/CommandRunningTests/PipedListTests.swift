import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// Messages about pipes that do not contain a list of pictures in the current folder.
@Suite struct PipedListTests {
  @Test(
    "If a list is piped in without -, the error suggests adding it, with -0 if needed",
    arguments: [[], ["-0"]])
  func noDash(options: [String]) throws {
    let folder = TemporaryFolder()
    let run = try CommandRun(options + ["-o", "p.png"], in: folder, input: Data("a.png\0".utf8))
    #expect(run.status == 64)
    #expect(
      run.standardError.contains(
        "or - to read a list from standard input, with -0 if it is NUL-separated"),
      "\(run.standardError)")
  }

  @Test("A picture instead of a list is reported as a picture")
  func picture() throws {
    let folder = TemporaryFolder()
    let png = PNGFixture.plain(width: 30, height: 30, color: [1, 2, 3]).encoded()
    let run = try CommandRun(["-"], in: folder, input: Data(png))
    #expect(run.status == 2)
    #expect(
      run.standardError.contains(
        "cannot read the list on standard input: it is a PNG, not a list of paths"),
      "\(run.standardError)")
    // Paths may start with the same bytes as pictures do.
    let paths = try CommandRun(["-"], in: folder, input: Data("BM.png\0GIF89a\0".utf8))
    #expect(
      paths.status == 2 && paths.standardError.contains("none of the 2 paths in the list exists"),
      "\(paths.standardError)")
  }

  @Test("A matrix of piped folders searches their subfolders, although a pipe is read only once")
  func subfolders() throws {
    let folder = TemporaryFolder()
    for name in ["a/x/1.png", "a/y/1.png", "b/x/1.png"] { try folder.writePicture(name) }
    let run = try CommandRun(
      ["-", "--layout", "matrix", "-v", "-o", "sheet.png"], in: folder, input: Data("a\nb\n".utf8))
    #expect(run.status == 0, "\(run.standardError)")
    #expect(run.standardError.contains("planned 3 images"), "\(run.standardError)")
  }

  @Test("There is a note if none of a list's paths exists, but not if some do")
  func absent() throws {
    let folder = TemporaryFolder()
    let none = try CommandRun(["-"], in: folder, input: Data("a/1.png\nb/2.png\n".utf8))
    #expect(none.status == 2)
    #expect(
      none.standardError.contains(
        "none of the 2 paths in the list exists; run contactsheet in the folder"),
      "\(none.standardError)")
    let lines = try CommandRun(["-0", "-"], in: folder, input: Data("a/1.png\nb/2.png\n".utf8))
    #expect(
      lines.standardError.contains("not by NUL characters; leave out --null"),
      "\(lines.standardError)")
    try folder.writePicture("a/1.png")
    let some = try CommandRun(["-"], in: folder, input: Data("a/1.png\nb/2.png\n".utf8))
    #expect(
      some.status == 1 && !some.standardError.contains("in the list"), "\(some.standardError)")
  }

  @Test("A pipe in a list is an unreadable image, as it is in a folder, and no run waits for it")
  func pipes() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("a.png")
    #expect(mkfifo(folder.url.appending(path: "p.png").path, 0o600) == 0)
    let inFolder = try CommandRun(["."], in: folder)
    for (options, list) in [(["-"], "./a.png\n./p.png\n"), (["-0", "-"], "./p.png\0./a.png\0")] {
      let run = try CommandRun(options, in: folder, input: Data(list.utf8))
      #expect(run.status == 1 && inFolder.status == 1, "\(run.standardError)")
      #expect(run.standardError.contains("cannot read './p.png': "), "\(run.standardError)")
      #expect(run.standardError == inFolder.standardError)
    }
  }

  @Test("If paths are relative to the root of the repository, the error suggests a remedy")
  func repository() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("r/sub/1.png")
    let script = #"mkdir r/.git; cd r/sub; echo sub/1.png | "$0" - 2>text"#
    #expect(try CommandRun.statusOfShell(script, in: folder) == 2)
    let text = String(decoding: folder.contents("r/sub/text") ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "the only path in the list does not exist here, because git's paths are relative to '..'"
      ), "\(text)")
    #expect(text.contains("add --relative to git diff"), "\(text)")
  }

  @Test("--version --verbose names the library files")
  func versions() throws {
    let folder = TemporaryFolder()
    let run = try CommandRun(["--version", "--verbose"], in: folder)
    let lines = run.text.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex(of: "The libraries are"))
    for line in lines[(start + 1)...] {
      let path = line.trimmingCharacters(in: .whitespaces)
      #expect(FileManager.default.fileExists(atPath: path) && path.contains(".so"), "\(path)")
    }
    for (name, file) in [
      ("libwebp", "libwebp.so"), ("libtiff", "libtiff.so"), ("giflib", "libgif.so"),
      ("Pango", "libpango"),
    ] {
      let isFound = lines.contains { $0.contains("\(name): found") }
      #expect(lines[start...].contains { $0.contains(file) } == isFound, "\(name)")
    }
  }
}
