import CommandFixtures
import FolderFixtures
import Foundation
import TestSupport
import Testing

/// The sheets that the guide shows with the commands that make them.
@Suite struct GuidePageTests {
  /// A sheet of the guide, of which `how-to/NAME.png` is the first page.
  struct Page: CustomTestStringConvertible, Sendable {
    let name: String
    let folder: GuideFolder
    let command: String

    var testDescription: String { name }
  }

  static let pages = [
    Page(
      name: "proof", folder: .wedding,
      command: "contactsheet wedding --preset proof --title 'Anna and Paul'"),
    Page(
      name: "index", folder: .wedding,
      command: "contactsheet wedding --preset print"),
    Page(
      name: "days", folder: .journey,
      command: "contactsheet journey --recursive --group-by folder --group-break section"),
    Page(
      name: "six", folder: .six, command: "contactsheet six --paper A4 --label '{name}'"),
    Page(
      name: "icons", folder: .icons, command: "contactsheet icons --label '{name}'"),
    Page(
      name: "theme", folder: .theme,
      command: "contactsheet theme/gnome/48x48/actions theme/mate/48x48/actions --layout matrix"),
    Page(
      name: "plots", folder: .plots,
      command: "contactsheet plots --preset figure --parse '{set}_{optimizer}' --rows-by '{set}' "
        + "--columns-by '{optimizer}'"),
    Page(
      name: "film", folder: .film,
      command: "contactsheet film --preset film"),
  ]

  static let guide = Repository.root.appendingPathComponent(".github/guide/how-to")

  /// The first page that a command makes, no wider than 560 pixels.
  ///
  /// Paper has 60 pixels an inch.
  static func picture(of page: Page) throws -> Data {
    let folder = TemporaryFolder()
    try page.folder.write(to: folder)
    func run(_ command: String) throws -> [UInt8] {
      let script = command.replacing("contactsheet", with: "\"$0\"", maxReplacements: 1)
      let status = try CommandRun.statusOfShell(
        "rm -f page*.png; \(script) --no-config --quiet --page 1 --compression 9 -o page.png "
          + "&& mv page*.png shown.png", in: folder)
      #expect(status == 0)
      return try #require(folder.contents("shown.png"))
    }
    let isPaper = page.command.contains("--paper") || page.command.contains("--preset")
    let whole = try run(page.command + (isPaper ? " --dpi 60" : ""))
    if try DecodedSheet(whole).width <= 560 { return Data(whole) }
    return Data(
      try run("contactsheet shown.png --layout masonry --columns 1 --size 500 --margin 0"))
  }

  @Test("Each sheet of the guide is made by its command", arguments: pages)
  func page(_ page: Page) throws {
    let file = Self.guide.appendingPathComponent("\(page.name).png")
    let actual = try Self.picture(of: page)
    let isSame = try Golden.shows([UInt8](actual), in: file)
    #expect(isSame, "the pixels of \(page.name).png differ")
    #expect(actual.count < 120_000)

    let texts = try FileManager.default.contentsOfDirectory(atPath: Self.guide.path)
      .filter { $0.hasSuffix(".md") }
      .map { try String(contentsOf: Self.guide.appendingPathComponent($0), encoding: .utf8) }
    for shown in [page.command, "(\(page.name).png)"] {
      #expect(texts.contains { $0.contains(shown) }, "\(shown)")
    }
  }
}
