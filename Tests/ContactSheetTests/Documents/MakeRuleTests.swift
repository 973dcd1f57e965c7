import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

/// Make's syntax for names; `Tests/Pipelines/depfile.sh` shows that make and ninja read them.
@Suite struct MakeRuleTests {
  static func text(_ targets: [FilePath], _ prerequisites: [FilePath]) -> String {
    let rule = MakeRule(targets: targets, prerequisites: prerequisites)
    return String(decoding: Array(rule.pieces.joined()), as: UTF8.self)
  }

  @Test(
    "A rule lists its targets and prerequisites, followed by an empty rule for each prerequisite")
  func rule() {
    #expect(
      Self.text(["s-1.png", "s 2.png"], ["a.png", "b c.png"]) == """
        s-1.png s\\ 2.png:  \\
          a.png \\
          b\\ c.png
        a.png:
        b\\ c.png:

        """)
  }

  @Test(
    "Each character is escaped in the way make and ninja read it",
    arguments: [
      ("a b", #"a\ b"#), (#"a\ b"#, #"a\\\ b"#), (#"a\\ b"#, #"a\\\\\ b"#), (#"a\b"#, #"a\b"#),
      ("a  b", #"a\ \ b"#), ("a\tb", "a\\\tb"), ("a#b", "a\\#b"), ("a:b", #"a\:b"#),
      ("$(shell x)", #"$$(shell\ x)"#), ("a%b", "a%b"), ("a=b", "a=b"), ("ä", "ä"),
    ])
  func escaping(name: String, escaped: String) {
    #expect(String(decoding: MakeRule.escaped(FilePath(name)), as: UTF8.self) == escaped)
  }

  @Test("Bytes that are not UTF-8 are kept in the names of a rule")
  func bytes() {
    #expect(MakeRule.escaped(FilePath(bytes: [0xE4, 0x20, 0xFF])) == [0xE4, 0x5C, 0x20, 0xFF])
  }

  @Test("A percent sign in a target or a prerequisite does not turn a rule into a pattern rule")
  func percent() {
    #expect(Self.text(["1%.png"], ["a%.png"]).hasSuffix("1\\%.png:  \\\n  a%.png\na%.png:\n\t\n"))
  }

  @Test("A name with an equals sign is never first and gets no rule, so it assigns no variable")
  func equalsSign() {
    #expect(
      Self.text(["s"], ["CC=a", "b", "d=e"]).hasSuffix("s:  \\\n  b \\\n  CC=a \\\n  d=e\nb:\n"))
    #expect(Self.text(["s"], ["CC=a", "d=e"]).hasSuffix("s:  \\\n  $  CC=a \\\n  d=e\n"))
  }

  @Test("A rule is written even if it has no prerequisites")
  func empty() {
    #expect(Self.text(["s"], []) == "s:  \n")
  }

  @Test("Our depfiles, old and new, are recognised, and those of compilers are not")
  func recognition() throws {
    let folder = TemporaryFolder()
    func isRule(_ text: String) throws -> Bool {
      MakeRule.isRule(try folder.write("d", text))
    }
    for (targets, prerequisites): ([FilePath], [FilePath]) in [
      (["s"], []), (["s"], ["a"]), (["s"], ["a=b"]), (["a: b"], ["a:  b"]),
      (Array(repeating: "a:b", count: 30_000), ["a"]),
    ] {
      #expect(try isRule(Self.text(targets, prerequisites)))
    }
    #expect(try isRule("#*><*#\ns: \\\n  a\na:\n"))
    for text in [
      "", "s: a\n", "s: \\\n a\n", "s:   a\n", "s:  a\n", "s:\n", "s\\:  \\\n", "# s\n:  \n",
      "all:  \\\n  a\n\tcc a\n", "all:  \\\n\ta\n", "Eggs:  \n- two\n", "s:  \\\n  a\na:\nb: a\n",
      "s:  ",
    ] {
      #expect(try !isRule(text), "\(text)")
    }
  }

  @Test(
    "Each name that make or ninja misreads gets one warning",
    arguments: [
      "a\tb", "a*b", "a?b", "a'b", "a\"b", "a&b", "a(b)", "a\\%b", "a\u{7}b",
    ])
  func misread(name: String) throws {
    let rule = MakeRule(targets: ["s"], prerequisites: ["fine", FilePath(name), FilePath(name)])
    #expect(rule.notes.count == 1)
    let note = try #require(rule.notes.first)
    #expect(note.text.contains("misreads the name of \(FilePath(name).quoted) (and 1 more)"))
    #expect(note.remedy == "rename it" && note.subject == name)
    #expect(!MakeRule(targets: [FilePath(name)], prerequisites: []).notes.isEmpty)
  }

  @Test(
    "A readable name gets a warning only if it has an equals sign, or is a target with a percent sign"
  )
  func wellRead() {
    let names = ["a b", "a#b", "a:b", "$a", "a%b", "a\\b", "a[1]", "(a)b", "ä"].map {
      FilePath($0)
    }
    #expect(MakeRule(targets: ["s"], prerequisites: names).notes.isEmpty)
    #expect(
      MakeRule(targets: ["s"], prerequisites: ["a=b"]).notes.map(\.description) == [
        "make stops if 'a=b' is deleted, because no rule can name a file with '=' in its name"
      ])
    #expect(MakeRule(targets: ["a=b"], prerequisites: []).notes.count == 1)
    #expect(MakeRule(targets: ["a%b"], prerequisites: []).notes.count == 1)
  }

  @Test(
    "A name that make or ninja cannot read is left out with a warning, or refused as a target",
    arguments: [
      "b\nc", "a;b", "a|b", "a\\", "a\\\\", "a:", "a&", "a ", "a\t", "a\u{B}", "a\r", "a\\#b",
      "e\\:f.png", "a\\=b",
    ])
  func unwritable(name: String) throws {
    let rule = MakeRule(targets: ["s"], prerequisites: ["a", FilePath(name)])
    #expect(rule.prerequisites == ["a"])
    #expect(rule.notes.count == 1)
    let note = try #require(rule.notes.first)
    #expect(note.text.contains("cannot read the name of \(FilePath(name).quoted) in a depfile, so"))
    #expect(rule.unwritableTarget == nil)
    #expect(MakeRule(targets: [FilePath(name)], prerequisites: ["a"]).unwritableTarget != nil)
  }

  @Test(
    "A prerequisite whose name has a caret is left out, and a sheet whose name has one gets a warning"
  )
  func carets() {
    let rule = MakeRule(targets: ["s"], prerequisites: ["a", "b^c", "^"])
    #expect(rule.prerequisites == ["a"])
    #expect(rule.notes.count == 1 && rule.notes[0].text.contains("'b^c' (and 1 more)"))
    let sheet = MakeRule(targets: ["s^"], prerequisites: ["a"])
    #expect(sheet.unwritableTarget == nil && sheet.notes.count == 1)
  }

  @Test("A target cannot begin with an equals sign, but a prerequisite can")
  func unwritableTarget() {
    #expect(MakeRule(targets: ["=a"], prerequisites: []).unwritableTarget == "=a")
    #expect(MakeRule(targets: ["s"], prerequisites: ["=a"]).prerequisites == ["=a"])
  }
}
