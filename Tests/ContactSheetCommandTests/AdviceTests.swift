import ContactSheet
import Foundation
import SheetFiles
import SheetModel
import SheetPictures
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheetCommand

@Suite struct AdviceTests {
  @Test(
    "Every hint for another program's option can be pasted into bash, and contactsheet accepts it")
  func synonyms() throws {
    for (words, instead) in Synonyms.options {
      #expect(!instead.hints.isEmpty, "\(words[0])")
      for hint in instead.hints { try check(hint, in: instead) }
      #expect(!instead.description.contains(/'--/), "\(instead)")
    }
  }

  @Test(
    "Hints for values given to the wrong option can be pasted into bash, and are then accepted",
    arguments: [
      ("filter", "rating>=4"), ("filter", "camera ~ 'Canon*'"), ("size", "A4"), ("cell", "3:2"),
      ("background", "checkerboard"), ("background", "checked"), ("cell-background", "chequers"),
      ("cell", "square"), ("cell-aspect", "square"), ("cell-aspect", "portrait"), ("font", "14"),
      ("paper", "10x15"), ("paper", "210x297"),
    ])
  func values(option: String, text: String) throws {
    let advice = try #require(Synonyms.meant(by: text, of: option))
    #expect(!advice.hints.isEmpty)
    for hint in advice.hints {
      try check(hint[0].hasPrefix("--") ? hint : ["--\(option)"] + hint, in: nil)
    }
  }

  @Test("Hints that repeat a typed value can be pasted, and contactsheet accepts them")
  func typedValues() throws {
    let values =
      Self.hostileNames + [
        "4", "4x6", "#181818", "red", "rating >= 4", ">=4", "Canon", "day", "{name}", "%d.%m.%Y",
        "a.pdf", "logo.png", "north", "2s", "2025-07", "web", "3:2", "shuffle", "\"", "a\"b'c",
      ]
    let facts = PictureTokens.all.map { "--\($0.name)" }
    for value in values {
      let hints = Synonyms.options.flatMap { $0.instead.given(value).hints }
      for hint in hints
      where hint.count > 1 && OptionCatalog.option(written: hint[0])?.kind != .flag {
        let option = OptionCatalog.known(String(hint[0].dropFirst(2)))
        #expect(throws: Never.self, "\(hint)") { try option.check(hint[1]) }
      }
      // Conditions on facts are hints, too.
      let conditions = facts.compactMap { fact in
        Synonyms.noOption(fact, value: value, inFile: false)
          .firstMatch(of: /--where (.*) selects/).map { String($0.1) }
      }
      #expect(conditions.count > 20)
      let pasted = try arguments(pasting: conditions.joined(separator: " "))
      #expect(pasted.count == conditions.count)
      for condition in pasted {
        #expect(throws: Never.self, "\(condition)") { _ = try Condition(condition) }
      }
      let line = hints.flatMap(\.self).map(\.shellWord).joined(separator: " ")
      #expect(line.printableLine == line)
      #expect(try arguments(pasting: line) == hints.flatMap(\.self))
    }
  }

  @Test("Hints quote > and #, so that pasting one does not write a file or start a comment")
  func quoted() {
    #expect("\(Advice.meaning("--where", "rating>=4"))" == "did you mean --where 'rating>=4'?")
    let dark: Advice = "\(typing: "--background", "#181818") is dark"
    #expect("\(dark)" == "--background '#181818' is dark")
  }

  @Test(
    "An option's value in a remedy reaches the program unchanged",
    arguments: [
      "4", "#181818", "rating>=4", "lens ~ *70-200*", "{index+100}", "it's", "a b", "$HOME",
    ])
  func remedies(value: String) throws {
    for remedy in ["\(.label, value)", "\(giving: .label, value)"] as [Remedy] {
      let text = remedy.text(.options).trimmingPrefix("use ")
      #expect(try arguments(pasting: String(text)) == ["--label", value])
      #expect("\(remedy)".contains(value), "programs read it without quotation marks")
    }
  }

  private static let hostileNames = [
    "it's", "a b", "$HOME", "`id`", "a\nb", "a\u{1B}[31mb\t", "a\\nb", "-x", "*", "#1",
    "a\u{202E}b", "👩‍👧.png", "é", "!x", "\u{1}1'\\",
  ]

  @Test("A quoted name reaches the program unchanged, and no character affects the terminal")
  func quotedNames() throws {
    var names = Self.hostileNames.map { Array($0.utf8) }
    names += (UInt8(1)...255).map { [UInt8(ascii: "a"), $0, UInt8(ascii: "1")] }
    let paths = names.map { FilePath(bytes: $0) }
    for words in [paths.map(\.shellQuoted), paths.map(\.shellWord)] {
      for word in words { #expect(word.printableLine == word, "\(word)") }
      let pasted = try bytes(pasting: words.joined(separator: " "))
      #expect(pasted.count == names.count)
      for (found, name) in zip(pasted, names) { #expect(found == name) }
    }
    for path in paths where path.isText { #expect(path.string.shellQuoted == path.shellQuoted) }
  }

  @Test("Remedies with the name of a file or preset can be pasted", arguments: hostileNames)
  func namesInRemedies(name: String) throws {
    let output = ContactSheetError.formatNotWritten(FilePath("\(name).tif"), format: "TIFF")
    let remedy = try #require(output.advice?.text(.options))
    let words = remedy.replacing(", ", with: " ").replacing(" or ", with: " ")
    #expect(
      try arguments(pasting: words) == ["name", "it"]
        + ["png", "jpg", "pdf"].map { "\(name).\($0)" })
    let frames = try #require(Animation.webP.commandForFrames(of: FilePath("\(name).webp")))
    let file = try arguments(pasting: String(frames.trimmingPrefix("mkdir frames && convert ")))[0]
    #expect(file == (name.hasPrefix("-") ? "./" : "") + "\(name).webp")
  }

  @Test("Where text can be pasted, no message adds quotation marks of its own around a name")
  func quotedInSources() throws {
    var count = 0
    for text in try Self.sources() {
      count += text.matches(of: /shellQuoted|shellWord/).count
      for match in text.matches(
        of: /(?:write|name it|did you mean|as in|--[a-z-]+) '[^'"\n]*\\\(([^)\n]*)/)
      where !["String(quoted", "path.printable", "$0", "value.shortPrintable"].contains(match.1) {
        Issue.record("\(match.0)")
      }
    }
    #expect(count > 20)
  }

  @Test(
    "A setting with a value can be pasted as an option, even if the option's value is optional",
    arguments: Setting.allCases)
  func assignments(setting: Setting) throws {
    let option = OptionCatalog.known(String(Spelling.options.name(setting).dropFirst(2)))
    if option.kind == .flag { return }
    let texts = [
      "7", "7kB", "A4", "99x66", "a=1", "a=0.3,0.4", "a=0,0,1,1", "a=2x2", "a=+1h", "2 red", "{a}",
      "{a} => {a}-old", "width > 7", "0.3", "1/2", "#181818", "a=left", "auto", "labels",
      "50 um at 0.3 um",
    ]
    let values = (option.choices + texts).filter { (try? option.check($0)) != nil }.prefix(4)
    #expect(!values.isEmpty)
    for value in values {
      for remedy in ["\(setting, value)", "\(giving: setting, value)"] as [Remedy] {
        let words = try arguments(pasting: String(remedy.text(.options).trimmingPrefix("use ")))
        let given = try parsed(words + ["photos"])
        #expect(given.given[option.name]?.texts == [value], "\(remedy)")
        #expect(given.sheet.inputs == ["photos"], "\(remedy)")
      }
    }
  }

  @Test("Every option value suggested by a remedy in the sources is accepted")
  func literals() throws {
    var count = 0
    for text in try Self.sources() {
      for match in text.matches(of: /\\\((?:giving: )?\.([a-zA-Z]+), "([^"\\]+)"\)/) {
        guard let setting = Setting(rawValue: String(match.1)) else { continue }
        let flag = Spelling.options.name(setting)
        try check([flag, String(match.2)], in: nil)
        count += 1
      }
    }
    #expect(count > 10)
  }

  /// The text of every Swift file in `Sources`.
  private static func sources() throws -> [String] {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    return try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: sources.appending(path: $0), encoding: .utf8) }
  }

  /// Pastes a hint into bash, and checks that each option accepts its value.
  private func check(_ hint: [String], in advice: Advice?) throws {
    let line = hint.map(\.shellWord).joined(separator: " ")
    if let advice {
      #expect("\(advice)".contains(line) || "\(advice)".contains("'\(line)'"), "\(advice)")
    }
    var rest = try arguments(pasting: line)[...]
    #expect(Array(rest) == hint)
    while let word = rest.popFirst() {
      let option = try #require(OptionCatalog.option(written: word), "\(line)")
      guard option.kind != .flag, let value = rest.first, !value.hasPrefix("--") else { continue }
      rest.removeFirst()
      #expect(throws: Never.self, "\(line)") { try option.check(value) }
    }
  }

  /// The arguments that a program gets if a line is pasted into bash.
  private func arguments(pasting line: String) throws -> [String] {
    try bytes(pasting: line).map { String(decoding: $0, as: UTF8.self) }
  }

  private func bytes(pasting line: String) throws -> [[UInt8]] {
    let bash = Foundation.Process()
    bash.executableURL = URL(filePath: "/bin/bash")
    bash.arguments = ["-c", #"f() { printf '%s\0' "$@"; }; f "# + line]
    bash.currentDirectoryURL = URL(filePath: "/")
    let pipe = Pipe()
    bash.standardOutput = pipe
    try bash.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    bash.waitUntilExit()
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { Array($0) }
  }
}
