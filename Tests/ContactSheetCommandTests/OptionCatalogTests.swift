import ArgumentParser
import Foundation
import Testing

@testable import ContactSheetCommand

@Suite struct OptionCatalogTests {
  static let catalog = Result { try OptionCatalog(of: ContactSheetCommand.self) }

  @Test("Every option of the help is known with its kind")
  func complete() throws {
    let help = ContactSheetCommand.helpMessage()
    let catalog = try Self.catalog.get()
    let lines = help.matches(of: /^ {2}(?:(-.), )?--([a-z-]+)( <)?/.anchorsMatchLineEndings())
    #expect(lines.count == catalog.options.count)
    for line in lines {
      let option = try #require(catalog[String(line.2)], "\(line.2)")
      #expect(line.1 == option.shortName.map { "-\($0)" })
      #expect((line.3 == nil) == (option.kind == .flag), "\(option.name)")
    }
  }

  @Test("An option that may be repeated is a list")
  func lists() throws {
    let lists = try Self.catalog.get().options.filter { $0.kind == .list }.map(\.name)
    #expect(lists.contains("exclude"))
    #expect(!lists.contains("cell"))
  }

  @Test("An option that stands for a single run is no key, and the reason is told")
  func reasons() throws {
    let catalog = try Self.catalog.get()
    let refused = Set(catalog.options.map(\.name)).subtracting(catalog.settable.map(\.name))
    #expect(
      refused == [
        "dry-run", "files-from", "from-plan", "help", "no-config", "preset", "print-config",
        "version",
      ])
  }

  @Test(
    "What was meant by a misspelt key is guessed, unless it is nothing like one",
    arguments: [
      ("rowheight", "row-height"), ("row_height", "row-height"), ("Gap", "gap"),
      ("colums", "columns"), ("presset", "preset"), ("r", "recursive"), ("0", "null"),
      ("background-colour", nil), ("", nil), (String(repeating: "gap", count: 9999), nil),
    ] as [(String, String?)])
  func guesses(word: String, key: String?) throws {
    #expect(try Self.catalog.get().key(resembling: word) == key)
  }
}
