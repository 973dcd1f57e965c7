import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import ContactSheetCommand

@Suite struct PresetTests {
  @Test("The options of a preset may stand in a file", arguments: Preset.builtIn)
  func keys(preset: Preset) throws {
    let known = Set(try OptionCatalogTests.catalog.get().settable.map(\.name))
    #expect(Set(preset.settings.map(\.key)).isSubset(of: known))
    #expect(Set(preset.settings.map(\.key)).count == preset.settings.count)
  }

  @Test("A preset makes a sheet of the sample pictures", arguments: Preset.builtIn.map(\.name))
  func sheet(name: String) throws {
    let samples = Repository.root.appendingPathComponent("SampleImages").path
    let run = try CommandRun([samples, "--preset", name, "--dry-run"], in: TemporaryFolder())
    #expect(run.status == 0, "\(run.standardError)")
    #expect(run.text.contains("pages"))
  }

  @Test(
    "A preset goes with every layout, with paper and with cells",
    arguments: Preset.builtIn.map(\.name),
    LayoutName.allCases.map { ["--layout", $0.rawValue] } + [["--paper", "A5"], ["--cell", "99"]])
  func combinations(name: String, options: [String]) throws {
    let configuration = try Configuration(
      [], under: ["photos", "--preset", name] + options,
      catalog: OptionCatalogTests.catalog.get())
    let arguments = configuration.arguments + configuration.commandLine
    #expect(throws: Never.self, "\(arguments)") { try ContactSheetCommand.parse(arguments) }
  }

  @Test("A printed page is A4 at its number of pixels an inch, and with margins of 10 mm")
  func print() throws {
    let folder = TemporaryFolder()
    for number in 1...25 { try folder.writePicture("\(number).png") }
    let plan = try Manifest(dryRun: [".", "--preset", "print"], in: folder)
    func pixels(_ millimeters: Double) -> Int { Int((millimeters / 25.4 * 300).rounded()) }
    #expect(plan.pages.map(\.width) == [pixels(210), pixels(210)])
    #expect(plan.pages.map(\.height) == [pixels(297), pixels(297)])
    #expect(plan.pages[0].tiles.first?.cell.x == Double(pixels(10)))
    #expect(plan.options.dpi == 300)
  }

  @Test("A pipeline hears of nothing but errors, and has no sheet with a picture missing")
  func pipeline() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    let good = try CommandRun([".", "--preset", "pipeline"], in: folder)
    #expect(good.status == 0)
    #expect(good.standardError.isEmpty)
    try folder.write([1, 2, 3], to: "2.png")
    #expect(try CommandRun([".", "--preset", "pipeline"], in: folder).status == 2)
  }

  @Test("A preset that there is not is told of with those that there are")
  func unknown() throws {
    let folders = try Folders(user: "[presets.mine]\ngap = 1")
    #expect(
      try folders.refusal([".", "--preset", "prin"]).contains(
        "there is no preset 'prin', only mine, proof, web, print, pipeline; did you mean 'print'?\n"
      ))
    let other = try Folders(project: "preset = \"no\"")
    #expect(
      try other.refusal(["."]).contains("'.contactsheet.toml': preset: there is no preset 'no'"))
    #expect(try folders.refusal([".", "--preset"]).contains("Missing value for '--preset <name>'"))
  }
}
