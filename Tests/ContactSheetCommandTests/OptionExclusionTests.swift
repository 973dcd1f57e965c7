import ArgumentParser
import SystemPackage
import Testing

@testable import ContactSheetCommand

/// Options of layouts against each other, in a file and on the command line.
@Suite struct OptionExclusionTests {
  /// Sets of options that are right when they are all that is given.
  static let rightSets: [[String]] = {
    let single = [
      ["--cell=10"], ["--size=99"], ["--size=99x66"], ["--tile=3x2"], ["--geometry=9x9+1+1"],
      ["--sheet-aspect=1"], ["--grid-search=by-rows"], ["--gap=3"], ["--gap=3x4"], ["--margin=3"],
      ["--paper=A6"], ["--paper=A6", "--tile=3x2"],
    ]
    let other = [
      ["--layout=tiered", "--tiers=oneLarge"], ["--layout=tiered", "--size=99x66"],
      ["--layout=columns", "--columns=fixed(9)"], ["--layout=columns", "--cell-aspect=1"],
      ["--layout=masonry", "--columns=flexible"], ["--layout=masonry", "--size=99"],
      ["--layout=rows", "--row-height=9"], ["--layout=rows", "--last-row=center"],
      ["--layout=grid"], ["--size=99", "--cell-aspect=1"],
      ["--paper=A6", "--cell-aspect=1"], ["--layout=tiered", "--paper=A6"],
      ["--layout=masonry", "--paper=A6"],
    ]
    return single + other
  }()

  @Test("The sets that the next test combines are right by themselves", arguments: rightSets)
  func right(options: [String]) throws {
    _ = try LayoutOptions.parse(options).choice(dpi: nil)
  }

  @Test("What the command line asks for is right over any configuration", arguments: rightSets)
  func together(options: [String]) throws {
    let catalog = try OptionCatalogTests.catalog.get()
    for configured in Self.rightSets {
      let configuration = try Configuration(
        [.project(configured)], under: options, catalog: catalog)
      let arguments = configuration.arguments + configuration.commandLine
      #expect(throws: Never.self, "\(configured) under \(options) comes to \(arguments)") {
        _ = try LayoutOptions.parse(arguments).choice(dpi: nil)
      }
      #expect(arguments.suffix(options.count) == options[...])
    }
  }

  @Test(
    "Options that go together stay together",
    arguments: [
      (["--size=99"], ["--cell-aspect=1"]), (["--size=99"], ["--sheet-aspect=1"]),
      (["--layout=masonry"], ["--columns=fixed(9)"]), (["--cell=10"], ["--gap=3x4"]),
      (["--layout=columns", "--columns=fixed(9)"], ["--layout=masonry"]),
      (["--geometry=9x9"], ["--tile=3x2"]), (["--paper=A6"], ["--tile=3x2"]),
      (["--paper=A6", "--margin=3mm"], ["--layout=rows"]), (["--paper=A6"], ["--cell-aspect=1"]),
      (["--label=a", "--label-position=over"], ["--label=b"]),
    ])
  func kept(configured: [String], options: [String]) throws {
    let configuration = try Configuration(
      [.project(configured)], under: options, catalog: OptionCatalogTests.catalog.get())
    let names = Set(options.map { $0.prefix { $0 != "=" } })
    let expected = configured.filter { !names.contains($0.prefix { $0 != "=" }) }
    #expect(Set(configuration.arguments) == Set(expected))
  }

  @Test(
    "A flag that is taken back excludes nothing",
    arguments: [("upscale", true, false), ("upscale", false, true), ("quiet", true, false)])
  func flags(key: String, isSet: Bool, isKept: Bool) {
    let one = Setting(key: key, value: .flag(isSet))
    let others = ["geometry": "9x9", "verbose": ""].map { Setting(key: $0, value: .text($1)) }
    #expect(others.contains { OptionExclusion.excludes(one, $0) } != isKept)
  }
}

extension ConfigurationText {
  /// A project's file that says the same as arguments of the form `--key=value`.
  fileprivate static func project(_ arguments: [String]) -> ConfigurationText {
    let lines = arguments.map { argument in
      let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1)
      return "\(parts[0]) = \"\(parts[1])\"\n"
    }
    return ConfigurationText(path: ".contactsheet.toml", scope: .project, text: lines.joined())
  }
}
