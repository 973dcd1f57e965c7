import SystemPackage
import Testing

@testable import SheetFiles
@testable import SheetPlanning

@Suite struct FilePathBytesTests {
  @Test(
    "Control characters in a path are escaped, and printable characters are left alone",
    arguments: [
      ("a b.png", "a b.png"),
      ("ümläut 写真 😀.png", "ümläut 写真 😀.png"),
      ("👩‍💻.png", "👩‍💻.png"),
      ("a\nb\r\t.png", #"a\nb\r\t.png"#),
      ("\u{1B}[31mred", #"\u{1B}[31mred"#),
      ("\u{7F}\u{85}\u{9B}", #"\u{7F}\u{85}\u{9B}"#),
      ("gnp\u{202E}exe", #"gnp\u{202E}exe"#),
      ("a\u{2028}b", #"a\u{2028}b"#),
      (#"a\nb"#, #"a\\nb"#),
      ("a\u{200B}b\u{FEFF}\u{3164}\u{61C}", #"a\u{200B}b\u{FEFF}\u{3164}\u{61C}"#),
      ("a\u{200D}b", #"a\u{200D}b"#),
      ("👩\u{200D}\u{200D}💻", "👩\u{200D}\\u{200D}💻"),
      ("❤️ می\u{200C}خواهم", "❤️ می\u{200C}خواهم"),
    ])
  func text(name: String, expected: String) {
    #expect(FilePath(name).printable == expected)
  }

  @Test("Paths of any bytes are printed without control characters")
  func anyBytes() {
    var generator = SplitMix64(seed: 8)
    for _ in 0..<500 {
      let bytes = (0..<12).map { _ in UInt8(1 + generator.next(below: 255)) }
      let text = FilePath(bytes: bytes).printable
      #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
    #expect(FilePath(bytes: [0x61, 0xE4, 0x62]).printable == #"a\xE4b"#)
    #expect(FilePath(bytes: [0xE2, 0x82, 0x61, 0xFF]).printable == #"\xE2\x82a\xFF"#)
    #expect(FilePath("\u{FFFD}").printable == "\u{FFFD}")
  }

  @Test(
    "Dot components of a path are removed; it may climb above its start, but not above the root",
    arguments: [
      ("a/b.png", "a/b.png"), ("./a/./b.png", "a/b.png"), ("a/../b.png", "b.png"), ("a/..", ""),
      ("../../b.png", "../../b.png"), ("./../../b.png", "../../b.png"),
      ("a/../../../b.png", "../../b.png"), ("a/b/../../../../c/../b.png", "../../b.png"),
      ("/..", "/"), ("/../../b.png", "/b.png"), ("/a/../../../b.png", "/b.png"), (".", ""),
      ("", ""),
    ] as [(FilePath, FilePath)])
  func dots(path: FilePath, expected: FilePath) {
    #expect(path.withoutDots == expected)
  }

  @Test("Removing the dot components of a path does not change where it leads")
  func anyDots() {
    var generator = SplitMix64(seed: 9)
    for _ in 0..<500 {
      let names = (0..<generator.next(below: 8)).map { _ in
        ["..", ".", "a", "b"][generator.next(below: 4)]
      }
      let path = FilePath((generator.next(below: 2) == 0 ? "/" : "") + names.joined(separator: "/"))
      let plain = path.withoutDots
      #expect(plain.isLexicallyNormal && plain.withoutDots == plain, "\(path)")
      // This folder is so deep that no path climbs to the root.
      let start: FilePath = "/1/2/3/4/5/6/7/8"
      #expect(plain.absolute(in: start) == path.absolute(in: start), "\(path)")
    }
  }
}
