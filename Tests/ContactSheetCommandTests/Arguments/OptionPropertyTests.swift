import ContactSheet
import Foundation
import Testing

@testable import ContactSheetCommand

/// The properties of the library that correspond to options.
@Suite struct OptionPropertyTests {
  typealias Sheet = ContactSheet.Sheet

  /// Options with a name of their own in the library, with the symbols of the documentation.
  static let others: [String: String] = {
    var others: [String: String] = [
      "where": "Sheet/conditions", "cell": "Sheet/Layout/grid(columns:rows:cell:ratio:)",
      "row-height": "Sheet/Layout/rows(height:lastRow:)",
      "columns": "Sheet/Layout/columns(_:ratio:)", "compare": "Sheet/init(comparing:)",
      "compare-show": "FolderComparison/show", "compare-zoom": "FolderComparison/zoom",
      "dry-run": "Sheet/plan(for:)", "list": "Sheet/list(_:)", "report": "Sheet/Report",
      "from-plan": "Sheet/Plan/init(contentsOf:root:)",
      "output": "Sheet/render(to:overwrite:options:progress:)",
      "force": "Sheet/Overwriting/anyFile", "quiet": "Sheet/Report/issues",
      "verbose": "Sheet/Report/issues",
    ]
    for (names, symbol) in [
      (["tile", "geometry", "cell-aspect"], others["cell"]), (["last-row"], others["row-height"]),
      (
        [
          "rows-by", "columns-by", "row-values", "column-values", "transpose", "row-heading",
          "on-clash",
        ],
        "Sheet/Layout/matrix(rows:columns:rowValues:columnValues:isTransposed:rowHeading:onClash:cell:)"
      ),
    ] {
      for name in names { others[name] = symbol }
    }
    return others
  }()

  /// Options that are about the command alone.
  static let ofCommand = [
    "preset", "no-config", "print-config", "completions", "man", "version", "usage",
  ]

  /// The name of an option as a property's: `labelPosition` for `label-position`.
  static func property(_ option: String) -> String {
    let words = option.split(separator: "-")
    return words[0] + words.dropFirst().map(\.capitalized).joined()
  }

  /// The symbol of an option; nil if the library has none.
  static func symbol(_ option: String) -> String? {
    if let other = others[option] { return other }
    let name = property(option)
    let types: [(String, Any)] = [
      ("Sheet", Sheet()), ("FolderComparison", FolderComparison("a", with: "b")),
      ("Sheet/RenderOptions", Sheet.RenderOptions()),
    ]
    return types.first { type in
      Mirror(reflecting: type.1).children.contains { $0.label == name }
    }.map { "\($0.0)/\(name)" }
  }

  @Test("Each option has a property, but for options about the command")
  func complete() {
    for option in OptionCatalog.all where option.kind != .positional {
      #expect(
        (Self.symbol(option.name) == nil) == Self.ofCommand.contains(option.name), "\(option.name)")
    }
  }

  @Test("The guide has all options with their properties, which UPDATE_GOLDEN=1 rewrites")
  func table() throws {
    let url = Repository.root.appending(
      path: "Sources/ContactSheet/ContactSheet.docc/Options.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let header = "| option | property |\n| --- | --- |\n"
    let start = try #require(page.range(of: header)).upperBound
    let table = OptionCatalog.all.compactMap { option in
      Self.symbol(option.name).map { "| `--\(option.name)` | ``\($0)`` |\n" }
    }.joined()
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try (page[..<start] + table).write(to: url, atomically: true, encoding: .utf8)
    } else {
      #expect(page[start...].split(separator: "\n") == table.split(separator: "\n"))
    }
  }

  /// Arguments, and the property that has their effect.
  struct Example: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let change: @Sendable (inout Sheet) -> Void
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: String..., change: @escaping @Sendable (inout Sheet) -> Void) {
      (self.arguments, self.change) = (arguments, change)
    }
  }

  static let examples: [Example] = [
    Example("--recursive") { $0.recursive = true },
    Example("--hidden") { $0.hidden = true },
    Example("--files-from", "list", "--null") { ($0.filesFrom, $0.null) = (["list"], true) },
    Example("--include", "a*") { $0.include = ["a*"] },
    Example("--exclude", "b*") { $0.exclude = ["b*"] },
    Example("--parse", "{scene}_{spp:1}") { $0.parse = ["{scene}_{spp:1}"] },
    Example("--where", "rating >= 4") { $0.conditions = ["rating >= 4"] },
    Example("--clock", "Canon*=+1h") { $0.clock = ["Canon*=+1h"] },
    Example("--duplicates", "skip") { $0.duplicates = .skip },
    Example("--stack", "2s") { $0.stack = .taken(withinSeconds: 2) },
    Example("--stack", "likeness") { $0.stack = .likeness },
    Example("--limit", "3") { $0.limit = 3 },
    Example("--sort", "shuffle:7") { $0.sort = .shuffle(7) },
    Example("--sort", "taken", "--reverse") { ($0.sort, $0.reverse) = (.taken, true) },
    Example("--sort", "{width} {height}") { $0.sort = .by("{width} {height}") },
    Example("--orient", "ignore") { $0.orient = .ignore },
    Example("--size", "800") { $0.size = .init(width: 800) },
    Example("--size", "800x600") { $0.size = .init(width: 800, height: 600) },
    Example("--size", "18x12cm") {
      $0.size = .init(width: .centimetres(18), height: .centimetres(12))
    },
    Example("--paper", "A4") { $0.paper = .a4 },
    Example("--paper", "A3-landscape", "--layout", "collage", "--dpi", "100") {
      ($0.paper, $0.layout, $0.dpi) = (.a3.landscape, .collage(), 100)
    },
    Example("--paper", "A4", "--layout", "rows", "--per-page", "9", "--row-height", "3cm") {
      ($0.paper, $0.perPage) = (.a4, 9)
      $0.layout = .rows(height: .centimetres(3))
    },
    Example("--paper", "A4", "--columns", "4") {
      ($0.paper, $0.layout) = (.a4, .grid(columns: 4))
    },
    Example("--cell", "99x66", "--tile", "5x4") {
      $0.layout = .grid(columns: 5, rows: 4, cell: .init(width: 99, height: 66))
    },
    Example("--tile", "x4", "--cell-aspect", "1.25") {
      $0.layout = .grid(rows: 4, ratio: 1.25)
    },
    Example("--layout", "tiered:oneLarge,threeSmall") {
      $0.layout = .tiered([.oneLarge, .threeSmall])
    },
    Example("--layout", "columns", "--columns", "3", "--cell-aspect", "1.5") {
      $0.layout = .columns([.flexible(), .flexible(), .flexible()], ratio: 1.5)
    },
    Example("--layout", "columns", "--columns", "fixed(70) spacing 10 adaptive(40)") {
      $0.layout = .columns([.fixed(70, spacing: 10), .adaptive(minimum: 40)])
    },
    Example("--layout", "rows", "--last-row", "justified") {
      $0.layout = .rows(lastRow: .justified)
    },
    Example("--layout", "masonry", "--last-row", "justified") {
      $0.layout = .masonry(isFlush: true)
    },
    Example(
      "--layout", "matrix", "--rows-by", "{stem}", "--column-values", "a,b", "--transpose",
      "--row-heading", "above", "--on-clash", "fail", "--cell", "50"
    ) {
      $0.layout = .matrix(
        rows: "{stem}", columnValues: ["a", "b"], isTransposed: true, rowHeading: .above,
        onClash: .fail, cell: .init(width: 50))
    },
    Example("--layout", "collage", "--weight", "a*=3") {
      ($0.layout, $0.weight) = (.collage(), ["a*=3"])
    },
    Example("--span", "a*=2x2") { $0.span = ["a*=2x2"] },
    Example("--gap", "12x4") { $0.gap = .init(horizontal: 12, vertical: 4) },
    Example("--margin", "3mm", "--dpi", "254") {
      ($0.margin, $0.dpi) = (.init(.millimetres(3)), 254)
    },
    Example("--per-page", "6") { $0.perPage = 6 },
    Example("--page-count", "2") { $0.pageCount = 2 },
    Example("--max-height", "900") { $0.maxHeight = 900 },
    Example("--group-by", "day", "--group-break", "section", "--heading", "{group}") {
      ($0.groupBy, $0.groupBreak, $0.heading) = (.day, .section, "{group}")
    },
    Example("--group-by", "{width}") { $0.groupBy = .by("{width}") },
    Example("--order", "columns") { $0.order = .columns },
    Example("--scale", "fill", "--align", "top-left") {
      ($0.scale, $0.align) = (.fill, .topLeft)
    },
    Example("--focus", "a*=0.3,0.4") { $0.focus = ["a*=0.3,0.4"] },
    Example("--trim") { $0.trim = .ofFormat },
    Example("--trim=10") { $0.trim = .upTo(10) },
    Example("--upscale") { $0.upscale = true },
    Example("--filter", "catmull-rom") { $0.filter = .catmullRom },
    Example("--light", "encoded") { $0.light = .encoded },
    Example("--color", "ignore") { $0.color = .ignore },
    Example("--sharpen", "0.5") { $0.sharpen = 0.5 },
    Example("--background", "steelblue") {
      $0.background = .color(.init("steelblue") ?? .black)
    },
    Example("--background", "none") { $0.background = .clear },
    Example("--cell-background", "checker") { $0.cellBackground = .checker },
    Example(
      "--label", "{name}", "--label-position", "over", "--label-align", "left", "--label-color",
      "red", "--label-lines", "2", "--best", "least {width}"
    ) {
      ($0.label, $0.labelPosition, $0.labelAlign) = ("{name}", .over, .left)
      ($0.labelColor, $0.labelLines, $0.best) = (.init("red"), 2, "least {width}")
    },
    Example("--labels-from", "labels.csv") { $0.labelsFrom = "labels.csv" },
    Example("--title", "A", "--header", "B", "--footer", "{page}") {
      ($0.title, $0.header, $0.footer) = ("A", "B", "{page}")
    },
    Example("--title", "A", "--font", "builtin 11", "--title-font", "builtin 30") {
      ($0.title, $0.font, $0.titleFont) = ("A", "builtin 11", "builtin 30")
    },
    Example("--text-align", "right", "--text-color", "#123456") {
      ($0.textAlign, $0.textColor) = (.right, .init("#123456"))
    },
    Example("--padding", "4", "--radius", "5") { ($0.padding, $0.radius) = (4, 5) },
    Example("--border", "2 red", "--frame", "1") {
      ($0.border, $0.frame) = (.init(width: 2, color: .init("red")), .init(width: 1))
    },
    Example("--shadow", "8") { $0.shadow = .init(width: 8) },
    Example("--compression", "9", "--quality", "80", "--depth", "16") {
      ($0.compression, $0.quality, $0.depth) = (9, 80, .sixteen)
    },
    Example("--max-pixels", "1M", "--max-memory", "1MB") {
      ($0.maxPixels, $0.maxMemory) = (1_000_000, 1_000_000)
    },
    Example("--on-error", "skip") { $0.onError = .skip },
    Example(
      "--compare", "before", "--compare-show", "all,heat", "--compare-zoom", "--allow", "a*=0.2%",
      "--ignore-area", "a*=0,0,100%,48", "--masks", "m", "--tolerance", "0.2",
      "--no-ignore-antialiasing"
    ) {
      var comparison = FolderComparison("in", with: "before")
      (comparison.show, comparison.showsHeat, comparison.zoom) = (.all, true, true)
      (comparison.allow, comparison.ignoreArea) = (["a*=0.2%"], ["a*=0,0,100%,48"])
      (comparison.masks, comparison.tolerance) = ("m", 0.2)
      comparison.ignoreAntialiasing = false
      $0 = Sheet(comparing: comparison)
    },
    Example("--match", "{a}-new => {a}-old") {
      $0 = Sheet(comparing: FolderComparison(["in"], matching: "{a}-new => {a}-old"))
    },
  ]

  @Test("A property does what its option does", arguments: examples)
  func effect(example: Example) throws {
    var sheet = Sheet(folder: "in")
    let unchanged = try Self.dumped(sheet.job())
    example.change(&sheet)
    let arguments = ["in", "-o", "a.png"] + example.arguments
    let job = try parsed(arguments).resolved().job
    #expect(try Self.dumped(sheet.job()) == Self.dumped(job))
    #expect(try Self.dumped(sheet.job()) != unchanged)
  }

  @Test("Without a property, the library makes the sheet of the command without an option")
  func defaults() throws {
    let job = try parsed(["in", "-o", "a.png"]).resolved().job
    #expect(try Self.dumped(Sheet(folder: "in").job()) == Self.dumped(job))
  }

  @Test("Each option of a job has an example of its property")
  func examples() {
    let given = Set(
      Self.examples.flatMap(\.arguments).compactMap { text in
        text.hasPrefix("--") ? text.dropFirst(2).split(separator: "=").first.map(String.init) : nil
      })
    for option in OptionCatalog.all where option.isFixedByPlan && option.kind != .positional {
      let isGiven = given.contains(option.name) || given.contains("no-\(option.name)")
      #expect(isGiven || option.name == "geometry", "\(option.name)")
    }
  }

  private static func dumped(_ value: some Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }
}
