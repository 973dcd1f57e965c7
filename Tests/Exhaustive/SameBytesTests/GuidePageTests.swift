import CommandFixtures
import FolderFixtures
import Foundation
import TestSupport
import Testing

/// The pages of the guide that are shown before and after.
@Suite struct GuidePageTests {
  /// A page of the guide.
  struct Page: CustomTestStringConvertible, Sendable {
    let name: String
    let folder: GuideFolder
    /// The command that made the page before; nil if it was the same.
    var earlier: String?
    let command: String

    var testDescription: String { name }
  }

  static let pages = [
    Page(
      name: "proof", folder: .wedding, earlier: "contactsheet wedding --paper A4 --label '{name}'",
      command: "contactsheet wedding --preset proof --title 'Anna and Paul'"),
    Page(
      name: "index", folder: .wedding, earlier: "contactsheet wedding --paper A4",
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
      earlier: "contactsheet plots --paper A4 --label '{name}'",
      command: "contactsheet plots --preset figure --parse '{set}_{optimizer}' --rows-by '{set}' "
        + "--columns-by '{optimizer}'"),
    Page(
      name: "film", folder: .film,
      earlier: "contactsheet film --tile 6x6 --background black --label '{name}'",
      command: "contactsheet film --preset film"),
  ]

  static let catalog = Repository.root
    .appendingPathComponent("Sources/ContactSheet/ContactSheet.docc")

  /// The first page that a command makes, no wider than 560 pixels.
  ///
  /// Paper has 60 pixels per inch.
  static func picture(
    of page: Page, by command: String, _ executable: URL = CommandRun.executable
  ) throws -> Data {
    let folder = TemporaryFolder()
    try page.folder.write(to: folder)
    func run(_ command: String) throws -> [UInt8] {
      let script = command.replacing("contactsheet", with: "\"$0\"", maxReplacements: 1)
      let status = try CommandRun.statusOfShell(
        "rm -f page*.png; \(script) --no-config --quiet --page 1 --compression 9 -o page.png "
          + "&& mv page*.png shown.png", in: folder, executable: executable)
      #expect(status == 0)
      return try #require(folder.contents("shown.png"))
    }
    let isPaper = command.contains("--paper") || command.contains("--preset")
    let whole = try run(command + (isPaper ? " --dpi 60" : ""))
    if try DecodedSheet(whole).width <= 560 { return Data(whole) }
    return Data(
      try run("contactsheet shown.png --layout masonry --columns 1 --size 500 --margin 0"))
  }

  @Test("Each page of the guide is what its command makes", arguments: pages)
  func page(_ page: Page) throws {
    let file = Self.catalog.appendingPathComponent("Resources/after-\(page.name).png")
    let actual = try Self.picture(of: page, by: page.command)
    let isSame = try Golden.shows([UInt8](actual), in: file)
    #expect(isSame, "the pixels of after-\(page.name).png differ")
    #expect(actual.count < 120_000)

    let guide = try String(
      contentsOf: Self.catalog.appendingPathComponent("BeforeAndAfter.md"), encoding: .utf8)
    for text in [page.command, page.earlier ?? "", "after-\(page.name)", "before-\(page.name)"] {
      #expect(text.isEmpty || guide.contains(text), "\(text)")
    }
  }

  /// Makes the earlier pages again if `CONTACTSHEET_BEFORE` names the earlier command.
  @Test(
    "The earlier pages are what the earlier commands make",
    .enabled(if: ProcessInfo.processInfo.environment["CONTACTSHEET_BEFORE"] != nil),
    arguments: pages)
  func earlier(_ page: Page) throws {
    let before = try #require(ProcessInfo.processInfo.environment["CONTACTSHEET_BEFORE"])
    let picture = try Self.picture(
      of: page, by: page.earlier ?? page.command, URL(fileURLWithPath: before))
    try picture.write(
      to: Self.catalog.appendingPathComponent("Resources/before-\(page.name).png"))
  }
}
