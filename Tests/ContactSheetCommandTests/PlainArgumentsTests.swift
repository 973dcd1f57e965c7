import ArgumentParser
import Testing

@testable import ContactSheetCommand

@Suite struct PlainArgumentsTests {
  /// All lines of at most three of some arguments.
  static let lines = {
    let arguments = ["a", "-", "-r", "-o", "--output", "-q", "-v", "--dry-run"]
    var lines: [[String]] = [[]]
    var longest = lines
    for _ in 1...3 {
      longest = longest.flatMap { line in arguments.map { line + [$0] } }
      lines += longest
    }
    return lines
  }()

  @Test("Plain arguments ask for what they ask the argument parser for")
  func sameRun() throws {
    var count = 0
    for line in Self.lines {
      guard let plain = PlainArguments(line) else { continue }
      let parsed = try ContactSheetCommand.parse(line)
      #expect(
        Self.everything(of: try plain.sheetRun(plain.messages))
          == Self.everything(of: try parsed.sheetRun(parsed.running.messages)), "\(line)")
      count += 1
    }
    #expect(count > 50)
  }

  @Test(
    "Folders, files, the sheet's name and how much is told are plain",
    arguments: [
      ["photos"], ["a.png", "b.png"], ["-q", "photos", "-o", "sheet.png"],
      ["photos", "--recursive", "--dry-run", "--verbose"], ["photos", "-r", "--output", "-"],
    ])
  func plain(line: [String]) {
    #expect(PlainArguments(line) != nil)
  }

  @Test(
    "What the argument parser has to explain is not plain",
    arguments: [
      [], ["-q"], ["-q", "-v", "a"], ["a", "-o"], ["a", "-o", "-q"], ["a", "-o", ""],
      ["a", "-o", "b", "-o", "c"], ["-"], ["--", "a"], ["a", "-rq"], ["a", "--output=b"], [""],
    ])
  func wrong(line: [String]) {
    #expect(PlainArguments(line) == nil)
  }

  @Test("No other option is plain, nor is its letter")
  func otherOptions() throws {
    let plain = ["recursive", "output", "quiet", "verbose", "dry-run"]
    for option in try OptionCatalogTests.catalog.get().options where !plain.contains(option.name) {
      #expect(PlainArguments(["a", "--\(option.name)", "1"]) == nil, "\(option.name)")
      if let letter = option.shortName {
        #expect(PlainArguments(["a", "-\(letter)", "1"]) == nil, "\(option.name)")
      }
    }
  }

  private static func everything(of run: SheetRun) -> String {
    var text = ""
    dump(run, to: &text)
    return text
  }
}
