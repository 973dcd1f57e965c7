import SystemPackage
import Testing

@testable import ContactSheetCommand

/// A project's file may have come from someone else.
@Suite struct ProjectLimitTests {
  /// The options that guard the machine.
  static let limits = OptionCatalog.all.filter { $0.limit != nil }

  @Test("Every option that names a file is held to the folder, and every limit is known as one")
  func complete() {
    let inFiles = OptionCatalog.all.filter { $0.onlyOnCommandLine == nil }
    let named = inFiles.filter { $0.valueName == "file" }.map(\.name)
    #expect(inFiles.filter { $0.inProject != nil }.map(\.name) == named)
    #expect(Self.limits.map(\.name) == ["jobs", "max-pixels"])
  }

  @Test("A limit of a project's file counts where it is lower", arguments: limits.map(\.flag))
  func lowered(option: String) throws {
    let expected = "\n# from '.contactsheet', line 1\n\(option) 1\n"
    #expect(try Folders(project: "\(option) 1").listing([]).contains(expected))
    let folders = try Folders(user: "\(option) 2", project: "\(option) 1")
    #expect(try folders.listing([]).contains(expected))
  }

  @Test(
    "A limit of a project's file, or of a preset that it names, raises none",
    arguments: limits.map(\.flag))
  func raised(option: String) throws {
    let presets = ["low": "\(option) 1", "high": "\(option) 1024", "none": "--gap 3"]
    for user in ["\(option) 1", "--preset low"] {
      for project in ["\(option) 1024", "--preset high", "--preset none"] {
        let folders = try Folders(user: user, project: project, presets: presets)
        #expect(try folders.listing([]).contains("\n\(option) 1\n"), "\(user), \(project)")
      }
    }
    let highest = option == "--jobs" ? "1024" : "300M"
    let folders = try Folders(project: "\(option) \(highest)")
    #expect(try folders.listing([]).contains("\n# \(option): "), "the default holds")
  }

  @Test("The command line and the user raise limits", arguments: limits.map(\.flag))
  func own(option: String) throws {
    let raised = try Folders(user: "\(option) 1024", project: "\(option) 1000")
    #expect(try raised.listing([]).contains("\n\(option) 1000\n"))
    let folders = try Folders(user: "\(option) 1", project: "\(option) 2")
    #expect(try folders.listing([option, "1024"]).contains("\n\(option) 1024\n"))
  }

  @Test("Every other option of a project's file overrides the user's")
  func others() throws {
    let texts = ["1", "A4", "2x2", "+1+1", "red", "a", "fixed(9)", "a=1"]
    for option in OptionCatalog.all
    where option.kind == .value && option.onlyOnCommandLine == nil && option.limit == nil
      && option.name != "preset"
    {
      let values = (option.choices + [option.standard].compactMap(\.self) + texts)
        .filter { (try? option.check($0)) != nil }
      let value = try #require(values.first, "\(option.flag)")
      let entry: (FilePath) -> Arguments.Entry = {
        Arguments.Entry(option: option, texts: [value], origin: .file($0), line: 1)
      }
      let layered = Arguments().over([[entry(".contactsheet")], [entry("config")]])
      let held = layered.limited(to: Arguments().over([[entry("config")]]))
      #expect(held.entries.map(\.origin) == layered.entries.map(\.origin), "\(option.flag)")
      #expect(held.entries.allSatisfy { $0.origin == .file(".contactsheet") })
    }
  }
}
