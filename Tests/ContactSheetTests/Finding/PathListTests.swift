import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

@Suite struct PathListTests {
  @Test("Any paths can be read from a list separated by NUL")
  func roundTrip() {
    var generator = SplitMix64(seed: 2)
    for _ in 0..<200 {
      let paths = (0..<generator.next(below: 6)).map { _ in
        FilePath(
          bytes: (0...generator.next(below: 9)).map { _ in
            UInt8(1 + generator.next(below: 255))
          })
      }
      let list = paths.map(\.bytes).joined(separator: [0])
      #expect(PathList.paths(in: Array(list), separator: .nul) == paths)
      #expect(PathList.paths(in: Array(list) + [0], separator: .nul) == paths)
    }
  }

  @Test(
    "A line is a path without its line ending",
    arguments: [
      ("", []),
      ("\n\n\r\n", []),
      ("a.png", ["a.png"]),
      ("a.png\nb c.png\n", ["a.png", "b c.png"]),
      ("a.png\r\n\r\nb.png\r\n", ["a.png", "b.png"]),
      (" a \n", [" a "]),
      ("-x\n#y\n@z\n", ["-x", "#y", "@z"]),
      ("\u{FEFF}a.png\n", ["a.png"]),
      ("a\rb\n", ["a\rb"]),
    ] as [(String, [FilePath])])
  func lines(text: String, expected: [FilePath]) {
    #expect(PathList.paths(in: Array(text.utf8), separator: .newline) == expected)
  }

  @Test("Line endings belong to paths that are separated by NUL")
  func linesInNames() {
    #expect(PathList.paths(in: Array("a\nb\r\0c".utf8), separator: .nul) == ["a\nb\r", "c"])
  }

  @Test("A NUL in a list of lines is an error of its own")
  func forgottenNull() throws {
    let folder = TemporaryFolder()
    let list = PathList(.file(try folder.write("list", "a.png\0b.png\0")))
    #expect(throws: FindError.listHoldsNUL(list.source)) { try list.paths() }
  }

  @Test("A list that cannot be read is named")
  func unreadable() throws {
    let folder = TemporaryFolder()
    let missing = PathList(.file(folder["none"]))
    #expect(throws: FindError.unreadableList(missing.source, .noSuchFileOrDirectory)) {
      try missing.paths()
    }
    let directory = PathList(.file(folder.path))
    #expect(throws: FindError.unreadableList(directory.source, .isDirectory)) {
      try directory.paths()
    }
  }

  @Test("A list is read from a pipe to its end, and the pipe stays open")
  func pipe() throws {
    let (readEnd, writeEnd) = try FileDescriptor.pipe()
    // Fits into the buffer of a pipe, as nothing reads yet.
    let lines = (0..<5000).map { "p\($0).png" }
    try writeEnd.writeAll(Array(lines.joined(separator: "\n").utf8))
    try writeEnd.close()
    let paths = try PathList(.descriptor(readEnd)).paths()
    let areComplete = paths.map(\.string) == lines
    #expect(areComplete, "\(paths.count) paths of \(lines.count)")
    try readEnd.close()
  }
}
