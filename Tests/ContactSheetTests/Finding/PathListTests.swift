import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet
@testable import SheetPlanning

@Suite struct PathListTests {
  /// The paths in a list whose bytes arrive a few at a time.
  static func paths(
    in bytes: [UInt8], separator: PathList.Separator, by count: Int = 3
  ) throws -> [FilePath] {
    var reader = PathListReader(separator)
    for start in stride(from: 0, to: bytes.count, by: count) {
      try reader.append(bytes[start..<min(start + count, bytes.count)])
    }
    return try reader.finished()
  }

  @Test("Any path can be read from a NUL-separated list")
  func roundTrip() throws {
    var generator = SplitMix64(seed: 2)
    for _ in 0..<200 {
      let paths = (0..<generator.next(below: 6)).map { _ in
        FilePath(
          bytes: (0...generator.next(below: 9)).map { _ in
            UInt8(1 + generator.next(below: 255))
          })
      }
      let list = paths.map(\.bytes).joined(separator: [0])
      // A single name that contains a line ending and has no NUL after it would be read as a list
      // of lines.
      if paths.count > 1 { #expect(try Self.paths(in: Array(list), separator: .nul) == paths) }
      #expect(try Self.paths(in: Array(list) + [0], separator: .nul) == paths)
    }
  }

  @Test(
    "Each line of a list is a path, without the line ending",
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
  func lines(text: String, expected: [FilePath]) throws {
    for count in [1, 2, 64] {
      let paths = try Self.paths(in: Array(text.utf8), separator: .newline, by: count)
      #expect(paths == expected)
    }
  }

  @Test(
    "Lists may be in UTF-16 with a byte order mark, and lists of lines also without one",
    arguments: [true, false])
  func utf16(isBigEndian: Bool) throws {
    func list(_ text: String) -> [UInt8] {
      text.utf16.flatMap { unit -> [UInt8] in
        let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return isBigEndian ? bytes : bytes.reversed()
      }
    }
    for count in [1, 2, 3, 5, 64] {
      func paths(
        _ bytes: [UInt8], _ separator: PathList.Separator = .newline
      ) throws -> [FilePath] {
        try Self.paths(in: bytes, separator: separator, by: count)
      }
      #expect(
        try paths(list("\u{FEFF}größe 🌙.png\r\n\r\nb.png\n🌙")) == ["größe 🌙.png", "b.png", "🌙"])
      // The low bytes of these characters are zero.
      #expect(try paths(list("一月.png\nĀ.png\nmarch.png\n")) == ["一月.png", "Ā.png", "march.png"])
      #expect(try paths(list("\u{FEFF}")) == [])
      // One list ends within a code unit, the other within a surrogate pair.
      #expect(try paths(list("\u{FEFF}a") + [0x62]) == ["a"])
      let half: [UInt8] = isBigEndian ? [0xD8, 0x3C] : [0x3C, 0xD8]
      #expect(try paths(list("\u{FEFF}a") + half) == ["a\u{FFFD}"])
      // The list has no byte order mark.
      #expect(try paths(list("a.png")) == ["a.png"])
      #expect(try paths(list("größe 🌙.png\r\n猫/犬.png\n")) == ["größe 🌙.png", "猫/犬.png"])
      let many = (0..<2000).map { "猫/\($0).png" }
      #expect(
        try paths(list(many.joined(separator: "\n"))) == many.map { FilePath($0) })
      #expect(throws: PathListReader.Fault.holdsNUL) { try paths(list("abc")) }
      // The paths are separated by NUL, whether or not that was announced.
      for separator in [PathList.Separator.newline, .nul] {
        #expect(try paths(list("\u{FEFF}a\0b"), separator) == ["a", "b"])
        #expect(
          try paths(list("\u{FEFF}猫.png\0größe\n.png\0🌙\0"), separator)
            == ["猫.png", "größe\n.png", "🌙"])
      }
      #expect(throws: PathListReader.Fault.lacksNUL) {
        try paths(list("\u{FEFF}a.png\nb.png\n"), .nul)
      }
    }
    for byte in [0xFF, 0xFE] as [UInt8] {
      #expect(try Self.paths(in: [byte], separator: .newline) == [FilePath(bytes: [byte])])
    }
  }

  @Test("In a NUL-separated list, line endings are part of the paths")
  func linesInNames() throws {
    #expect(try Self.paths(in: Array("a\nb\r\0c".utf8), separator: .nul) == ["a\nb\r", "c"])
  }

  @Test("A list whose first path ends with NUL is read as if -0 had been given")
  func forgottenNull() throws {
    for text in ["a.png\0b.png\0", "a\nb.png\0\r\0\"\\303\"\0", "a\0b\n", "\0\0a\0"] {
      let bytes = Array(text.utf8)
      for count in [1, 3, 64] {
        let paths = try Self.paths(in: bytes, separator: .newline, by: count)
        #expect(try paths == Self.paths(in: bytes, separator: .nul))
      }
    }
    let longest = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
    #expect(try Self.paths(in: longest + [0], separator: .newline).count == 1)
  }

  @Test("Names with a few control characters may be separated by NUL without -0")
  func controlCharacters() throws {
    let bytes = Array("d/\u{1}bell\u{7}.png\0d/plain.png\0".utf8)
    for count in [1, 3, 64] {
      #expect(
        try Self.paths(in: bytes, separator: .newline, by: count) == [
          "d/\u{1}bell\u{7}.png", "d/plain.png",
        ])
    }
  }

  @Test(
    "Control characters give an error, and so do lines before a NUL that are too long for a path")
  func holdsNUL() {
    let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: 4097) + [0]
    for (bytes, count) in [
      (lines, 1), (lines, 4098), ([0x7F, 0x45, 1, 0], 4), ([65, 66, 67, 68, 1, 0, 0], 7),
    ] {
      #expect(throws: PathListReader.Fault.holdsNUL) {
        try Self.paths(in: bytes, separator: .newline, by: count)
      }
    }
  }

  @Test(
    "A list that should be NUL-separated gives an error if it has only line breaks",
    arguments: [3, 9000])
  func lacksNUL(count: Int) {
    for text in ["a.png\nb.png\n", "a.png\n", String(repeating: "a\n", count: 3000)] {
      #expect(throws: PathListReader.Fault.lacksNUL) {
        try Self.paths(in: Array(text.utf8), separator: .nul, by: count)
      }
    }
  }

  @Test(
    "Paths in git's quotation marks are unquoted",
    arguments: [
      (#""shots/\303\251 x.png""#, "shots/é x.png"), (#""a\"b\\c\td\ne.png""#, "a\"b\\c\td\ne.png"),
      (#""ü\177\001.png""#, "ü\u{7F}\u{1}.png"), (#""a b.png""#, #""a b.png""#),
      (#"a\303.png"#, #"a\303.png"#), (#""a\""#, #""a\""#), (#""a\400b""#, #""a\400b""#),
      (#""a\0b""#, #""a\0b""#), (#""a\000b""#, #""a\000b""#), (#""a"\t""#, #""a"\t""#),
      ("\"", "\""),
      (#""\q""#, #""\q""#), ("\"\"", "\"\""),
    ])
  func quoted(line: String, name: String) throws {
    #expect(try Self.paths(in: Array("\(line)\r\n".utf8), separator: .newline) == [FilePath(name)])
    #expect(try Self.paths(in: Array("\(line)\0".utf8), separator: .nul) == [FilePath(line)])
  }

  @Test(
    "A path is limited to 4096 bytes, however the input is split into pieces", arguments: [1, 4097])
  func longPath(count: Int) throws {
    let longest = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
    let lines = Array("a\n".utf8) + longest
    #expect(try Self.paths(in: lines, separator: .newline, by: count).count == 2)
    #expect(throws: PathListReader.Fault.tooLong(.path(2))) {
      try Self.paths(in: lines + [0x78], separator: .newline, by: count)
    }
  }

  @Test("A list is limited to 10 million paths, including empty ones")
  func manyPaths() throws {
    var reader = PathListReader(.newline, count: 9_999_998)
    try reader.append(Array("a\n\nx".utf8)[...])
    #expect(throws: PathListReader.Fault.tooLong(.paths)) { try reader.finished() }
    #expect(
      PathList.Limit.paths.description == "it has more than 10 million paths")
  }

  @Test("A list is limited to 1 GiB")
  func largeList() throws {
    // The lines are long so that few are needed, far below the limit on paths.
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 4095) + [UInt8(ascii: "\n")]
    var reader = PathListReader(.newline, size: (1 << 30) - line.count)
    try reader.append(line[...])
    #expect(throws: PathListReader.Fault.tooLong(.size)) { try reader.append(line[...]) }
    #expect(PathList.Limit.size.description == "it is larger than 1 GiB")
  }

  @Test("An endless list is refused, and the error states the limit", arguments: [true, false])
  func endless(isSeparatedByNUL: Bool) throws {
    let list = PathList(.file("/dev/zero"), separator: isSeparatedByNUL ? .nul : .newline)
    #expect(throws: ContactSheetError.listTooLong(list.source, .paths)) { try list.paths() }
  }

  @Test("The error about a list that cannot be read names the list")
  func unreadable() throws {
    let folder = TemporaryFolder()
    let missing = PathList(.file(folder["none"]))
    #expect(throws: ContactSheetError.unreadableList(missing.source, .noSuchFileOrDirectory)) {
      try missing.paths()
    }
    let directory = PathList(.file(folder.path))
    #expect(throws: ContactSheetError.unreadableList(directory.source, .isDirectory)) {
      try directory.paths()
    }
  }

  @Test("A list is read from a pipe to its end, and the pipe stays open")
  func pipe() throws {
    let (readEnd, writeEnd) = try FileDescriptor.pipe()
    // The lines must fit into the pipe's buffer, since nothing is reading yet.
    let lines = (0..<5000).map { "p\($0).png" }
    try writeEnd.writeAll(Array(lines.joined(separator: "\n").utf8))
    try writeEnd.close()
    let paths = try PathList(.descriptor(readEnd)).paths()
    let areComplete = paths.map(\.string) == lines
    #expect(areComplete, "\(paths.count) paths of \(lines.count)")
    try readEnd.close()
  }
}
