import CommandFixtures
import ContactSheet
import Foundation
import SheetLayout
import SheetPlanning
import TestSupport
import Testing

@testable import ContactSheetCommand

/// The library's properties that correspond to options.
@Suite struct OptionPropertyTests {
  /// Options that are named differently in the library, with their symbols in the documentation.
  static let others: [String: String] = {
    var symbols: [String: String] = [
      "where": "Sheet/conditions",
      "cell": "Sheet/Layout/grid(columns:rows:cell:ratio:search:lastRow:)",
      "row-height": "Sheet/Layout/rows(height:lastRow:)",
      "columns": "Sheet/Layout/columns(_:ratio:)", "compare": "Sheet/init(comparing:)",
      "compare-show": "FolderComparison/show", "compare-zoom": "FolderComparison/zoom",
      "dry-run": "Sheet/plan(for:)", "list": "Sheet/list(_:)", "report": "Sheet/Report",
      "from-plan": "Sheet/Plan/init(contentsOf:root:)",
      "output": "Sheet/Plan/render(to:overwrite:options:progress:)",
      "recursive": "Sheet/isRecursive", "null": "Sheet/isNULSeparated",
      "hidden": "Sheet/includesHidden", "reverse": "Sheet/isReversed",
      "grayscale": "Sheet/isGrayscale",
      "page": "Sheet/RenderOptions/pages", "skip-existing": "Sheet/RenderOptions/skipsExisting",
      "keep-unchanged": "Sheet/RenderOptions/keepsUnchanged",
      "no-links": "Sheet/RenderOptions/includesLinks",
      "force": "Sheet/Overwriting/anyFile", "quiet": "Sheet/Report/issues",
      "verbose": "Sheet/Report/issues",
    ]
    for (names, symbol) in [
      (["tile", "geometry", "cell-aspect"], symbols["cell"]), (["last-row"], symbols["row-height"]),
      (
        [
          "rows-by", "columns-by", "row-values", "column-values", "transpose", "row-heading",
          "column-heading",
          "on-clash",
        ],
        "Sheet/Layout/matrix(rows:columns:rowValues:columnValues:isTransposed:rowHeading:columnHeading:onClash:cell:)"
      ),
    ] {
      for name in names { symbols[name] = symbol }
    }
    return symbols
  }()

  /// Options that concern only the command.
  static let ofCommand = [
    "preset", "config", "no-config", "require", "print-config", "completions", "man", "version",
    "usage",
  ]

  /// An option's name in the form of a property: `labelPosition` for `label-position`.
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

  @Test("Every option has a property, except those that concern only the command")
  func complete() {
    for option in OptionCatalog.all where option.kind != .positional {
      #expect(
        (Self.symbol(option.name) == nil) == Self.ofCommand.contains(option.name), "\(option.name)")
    }
  }

  @Test("The guide lists all options with their properties; UPDATE_GOLDEN=1 rewrites the list")
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

  @Test("A property has the same effect as its option", arguments: PropertyExample.all)
  func effect(example: PropertyExample) throws {
    var sheet = Sheet(folder: "in")
    let unchanged = try Self.dumped(sheet.resolved())
    example.change(&sheet)
    let arguments = ["in", "-o", "a.png"] + example.arguments
    let job = try parsed(arguments).resolved().job
    #expect(try Self.dumped(sheet.resolved()) == Self.dumped(job))
    #expect(try Self.dumped(sheet.resolved()) != unchanged)
  }

  @Test("Without any properties, the library makes the same sheet as the command without options")
  func defaults() throws {
    let job = try parsed(["in", "-o", "a.png"]).resolved().job
    #expect(try Self.dumped(Sheet(folder: "in").resolved()) == Self.dumped(job))
  }

  @Test("Every option that changes the job has an example of its property")
  func exampleOfEach() {
    let given = Set(
      PropertyExample.all.flatMap(\.arguments).compactMap { text in
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

/// Arguments, and the property that has the same effect.
struct PropertyExample: Sendable, CustomTestStringConvertible {
  let arguments: [String]
  let change: @Sendable (inout Sheet) -> Void
  var testDescription: String { arguments.joined(separator: " ") }

  init(_ arguments: String..., change: @escaping @Sendable (inout Sheet) -> Void) {
    (self.arguments, self.change) = (arguments, change)
  }
}

extension PropertyExample {
  static let all: [PropertyExample] = [
    PropertyExample("--recursive") { $0.isRecursive = true },
    PropertyExample("--hidden") { $0.includesHidden = true },
    PropertyExample("--files-from", "list", "--null") {
      ($0.filesFrom, $0.isNULSeparated) = (["list"], true)
    },
    PropertyExample("--include", "a*") { $0.include = ["a*"] },
    PropertyExample("--exclude", "b*") { $0.exclude = ["b*"] },
    PropertyExample("--parse", "{scene}_{spp:1}") { $0.parse = ["{scene}_{spp:1}"] },
    PropertyExample("--where", "rating >= 4") { $0.conditions = ["rating >= 4"] },
    PropertyExample("--frames", "all") { $0.frames = .all },
    PropertyExample("--clock", "Canon*=+1h") { $0.clock = ["Canon*=+1h"] },
    PropertyExample("--duplicates", "skip") { $0.duplicates = .skip },
    PropertyExample("--duplicates", "only") { $0.duplicates = .only },
    PropertyExample("--stack", "2s") { $0.stack = .taken(within: 2) },
    PropertyExample("--stack", "likeness") { $0.stack = .likeness },
    PropertyExample("--limit", "3") { $0.limit = 3 },
    PropertyExample("--every", "3") { $0.every = 3 },
    PropertyExample("--spread", "3") { $0.spread = 3 },
    PropertyExample("--sort", "shuffle:7") { $0.sort = .shuffle(7) },
    PropertyExample("--sort", "taken", "--reverse") { ($0.sort, $0.isReversed) = (.taken, true) },
    PropertyExample("--sort", "{width} {height}") { $0.sort = .by("{width} {height}") },
    PropertyExample("--orient", "ignore") { $0.orient = .ignore },
    PropertyExample("--size", "800") { $0.size = .init(width: 800) },
    PropertyExample("--size", "800x600") { $0.size = .init(width: 800, height: 600) },
    PropertyExample("--size", "18x12cm") {
      $0.size = .init(width: .centimetres(18), height: .centimetres(12))
    },
    PropertyExample("--paper", "A4") { $0.paper = .a4 },
    PropertyExample("--paper", "A3-landscape", "--layout", "collage", "--dpi", "100") {
      ($0.paper, $0.layout, $0.dpi) = (.a3.landscape, .collage, 100)
    },
    PropertyExample("--paper", "A4", "--layout", "rows", "--per-page", "9", "--row-height", "3cm") {
      ($0.paper, $0.perPage) = (.a4, 9)
      $0.layout = .rows(height: .centimetres(3))
    },
    PropertyExample("--paper", "A4", "--columns", "4") {
      ($0.paper, $0.layout) = (.a4, .grid(columns: 4))
    },
    PropertyExample("--paper", "A4", "--cell", "35x45mm") {
      $0.paper = .a4
      $0.layout = .grid(cell: .init(width: .millimetres(35), height: .millimetres(45)))
    },
    PropertyExample("--cell", "99x66", "--tile", "5x4") {
      $0.layout = .grid(columns: 5, rows: 4, cell: .init(width: 99, height: 66))
    },
    PropertyExample("--tile", "x4", "--cell-aspect", "1.25") {
      $0.layout = .grid(rows: 4, ratio: 1.25)
    },
    PropertyExample("--layout", "grid:by-rows", "--size", "99x66", "--cell-aspect", "1.25") {
      $0.size = .init(width: 99, height: 66)
      $0.layout = .grid(ratio: 1.25, search: .byRows)
    },
    PropertyExample("--layout", "tiered:oneLarge,threeSmall") {
      $0.layout = .tiered([.oneLarge, .threeSmall])
    },
    PropertyExample("--layout", "columns", "--columns", "3", "--cell-aspect", "1.5") {
      $0.layout = .columns([.flexible(), .flexible(), .flexible()], ratio: 1.5)
    },
    PropertyExample("--layout", "columns", "--columns", "fixed(70) spacing 10 adaptive(40)") {
      $0.layout = .columns([.fixed(70, spacing: 10), .adaptive(minimum: 40)])
    },
    PropertyExample("--last-row", "center") { $0.layout = .grid(lastRow: .center) },
    PropertyExample("--layout", "rows", "--last-row", "justified") {
      $0.layout = .rows(lastRow: .justified)
    },
    PropertyExample("--layout", "masonry", "--last-row", "justified") {
      $0.layout = .masonry(isFlush: true)
    },
    PropertyExample(
      "--layout", "matrix", "--rows-by", "{stem}", "--column-values", "a,b", "--transpose",
      "--row-heading", "above", "--column-heading", "none", "--on-clash", "fail", "--cell", "50"
    ) {
      $0.layout = .matrix(
        rows: "{stem}", columnValues: ["a", "b"], isTransposed: true, rowHeading: .above,
        columnHeading: .none, onClash: .fail, cell: .init(width: 50))
    },
    PropertyExample(
      "--layout", "matrix", "--rows-by", "{stem}", "--columns-by", "{width}", "--row-values", "a,b"
    ) {
      $0.layout = .matrix(rows: "{stem}", columns: "{width}", rowValues: ["a", "b"])
    },
    PropertyExample("--layout", "collage", "--weight", "a*=3") {
      ($0.layout, $0.weight) = (.collage, ["a*=3"])
    },
    PropertyExample("--span", "a*=2x2") { $0.span = ["a*=2x2"] },
    PropertyExample("--copies", "a*=2") { $0.copies = ["a*=2"] },
    PropertyExample("--gap", "12x4") { $0.gap = .init(horizontal: 12, vertical: 4) },
    PropertyExample("--margin", "3mm", "--dpi", "254") {
      ($0.margin, $0.dpi) = (.init(.millimetres(3)), 254)
    },
    PropertyExample("--margin", "1,2,3,4") {
      $0.margin = .init(top: 1, right: 2, bottom: 3, left: 4)
    },
    PropertyExample("--per-page", "6") { $0.perPage = 6 },
    PropertyExample("--page-count", "2") { $0.pageCount = 2 },
    PropertyExample("--max-height", "900") { $0.maxHeight = 900 },
    PropertyExample("--group-by", "day", "--group-break", "section", "--group-heading", "{group}") {
      ($0.groupBy, $0.groupBreak, $0.groupHeading) = (.day, .section, "{group}")
    },
    PropertyExample("--group-by", "folder", "--group-limit", "8") {
      ($0.groupBy, $0.groupLimit) = (.folder, 8)
    },
    PropertyExample("--group-by", "{width}") { $0.groupBy = .by("{width}") },
    PropertyExample("--binding", "10mm") { $0.binding = .millimetres(10) },
    PropertyExample("--order", "columns") { $0.order = .columns },
    PropertyExample("--order", "right-to-left") { $0.order = .rightToLeft },
    PropertyExample("--columns", "7", "--first-cell", "4") {
      ($0.layout, $0.firstCell) = (.grid(columns: 7), 4)
    },
    PropertyExample("--scale", "fill", "--align", "top-left") {
      ($0.scale, $0.align) = (.fill, .topLeft)
    },
    PropertyExample("--scale", "12.5%") { $0.exactScale = 0.125 },
    PropertyExample("--scale", "1:2.5", "--paper", "A4") {
      ($0.drawingScale, $0.paper) = (Sheet.DrawingScale(1, 2.5), .a4)
    },
    PropertyExample("--focus", "a*=0.3,0.4") { $0.focus = ["a*=0.3,0.4"] },
    PropertyExample("--trim") { $0.trim = .ofFormat },
    PropertyExample("--bands", "2") { $0.bands = .gray(2) },
    PropertyExample("--bands", "4,3,2") { $0.bands = .colors(red: 4, green: 3, blue: 2) },
    PropertyExample("--stretch", "all") { $0.stretch = .all },
    PropertyExample("--stretch", "auto", "--stretch", "masks/*=labels", "--stretch", "b*=none") {
      ($0.stretch, $0.stretches) = (.auto, [.init(.name("masks/*"), .labels), "b*=none"])
    },
    PropertyExample("--stretch=-0.5:4095") { $0.stretch = .samples(-0.5...4095) },
    PropertyExample("--stretch", "auto,asinh", "--stretch", "a*=0:4095,log") {
      ($0.stretch, $0.stretches) = (.auto(.asinh), [.init(.name("a*"), .samples(0...4095, .log))])
    },
    PropertyExample("--colormap", "viridis") { $0.colormap = .viridis },
    PropertyExample("--colormap", "rdbu_r") { $0.colormap = .rdBu.reversed },
    PropertyExample("--colormap", "Magma", "--colormap", "a*=green", "--colormap", "b*=none") {
      ($0.colormap, $0.colormaps) = (.magma, ["a*=green", "b*=none"])
    },
    PropertyExample("--colormap", "viridis", "--colormap-title", "Depth (m)") {
      ($0.colormap, $0.colormapTitle) = (.viridis, ["Depth (m)"])
    },
    PropertyExample(
      "--colormap", "viridis", "--colormap-title", "a*=Depth", "--colormap-title", "*=R = 0"
    ) {
      ($0.colormap, $0.colormapTitle) = (.viridis, ["a*=Depth", "*=R = 0"])
    },
    PropertyExample("--overlay", "masks") { $0.overlay = ["masks"] },
    PropertyExample("--overlay", "a=b/grid.png=40%") { $0.overlay = ["a=b/grid.png=40%"] },
    PropertyExample("--overlay", "new/*=masks=green", "--overlay", "{stem} = 3=m") {
      $0.overlay = ["new/*=masks=green", "{stem} = 3=m"]
    },
    PropertyExample("--overlay", "truth=green", "--overlay", "b=#f00,30%") {
      $0.overlay = ["truth=green", "b=#f00,30%"]
    },
    PropertyExample("--trim=10") { $0.trim = .upTo(10) },
    PropertyExample("--crop", "a*=1,2,3,4") { $0.crop = ["a*=1,2,3,4"] },
    PropertyExample("--inset", "0.6,0.2,0.1,0.1", "--inset", "a*=1,2,3,4") {
      $0.inset = ["0.6,0.2,0.1,0.1", "a*=1,2,3,4"]
    },
    PropertyExample("--inset", "0.6,0.2,0.1,0.1", "--inset-position", "below") {
      ($0.inset, $0.insetPosition) = (["0.6,0.2,0.1,0.1"], .below)
    },
    PropertyExample("--upscale") { $0.upscale = .toCells },
    PropertyExample("--upscale=none") { $0.upscale = .none },
    PropertyExample("--upscale=3") { $0.upscale = .factor(3) },
    PropertyExample("--orient", "fit") { $0.orient = .fit },
    PropertyExample("--orient", "fit", "--orient", "a*=right") {
      $0.orient = .init(.fit, turns: ["a*=right"])
    },
    PropertyExample("--orient", "a*=180", "--orient", "ignore") {
      $0.orient = .init(.ignore, turns: [.init(.name("a*"), .half)])
    },
    PropertyExample("--label", "{name}", "--label-color", "red,blue") {
      ($0.label, $0.labelColor, $0.labelDetailColor) = ("{name}", .init("red"), .init("blue"))
    },
    PropertyExample("--logo", "studio.png 60px") { $0.logo = "studio.png 60px" },
    PropertyExample("--watermark", "PROOF") { $0.watermark = "PROOF" },
    PropertyExample("--watermark", "file:a b.png") { $0.watermark = "file:a b.png" },
    PropertyExample("--scale-bar", "50 µm at 0.32 µm", "--scale-bar", "*_40x*=20 µm") {
      $0.scaleBar = ["50 µm at 0.32 µm", "*_40x*=20 µm"]
    },
    PropertyExample("--scale-bar", "50 µm, no text") { $0.scaleBar = ["50 µm, no text"] },
    PropertyExample("--scale-bar", "50 µm, black") { $0.scaleBar = ["50 µm, black"] },
    PropertyExample("--table", "class.csv", "--missing", "no photo") {
      ($0.table, $0.missing) = ("class.csv", "no photo")
    },
    PropertyExample("--number-from", "101", "--label", "{index}") {
      ($0.numberFrom, $0.label) = (101, "{index}")
    },
    PropertyExample("--group-by", "gap:7200s") { $0.groupBy = .gap(ofSeconds: 7200) },
    PropertyExample("--title", "A", "--logo", "logo.png") {
      ($0.title, $0.logo) = ("A", "logo.png")
    },
    PropertyExample("--filter", "catmull-rom") { $0.filter = .catmullRom },
    PropertyExample("--edge", "none") { $0.edge = .none },
    PropertyExample("--light", "encoded") { $0.light = .encoded },
    PropertyExample("--color", "ignore") { $0.color = .ignore },
    PropertyExample("--grayscale") { $0.isGrayscale = true },
    PropertyExample("--sharpen", "0.5") { $0.sharpen = 0.5 },
    PropertyExample("--background", "steelblue") {
      $0.background = .color(.init("steelblue") ?? .black)
    },
    PropertyExample("--background", "none") { $0.background = .clear },
    PropertyExample("--cell-background", "checker") { $0.cellBackground = .checker },
    PropertyExample(
      "--cell-background", "a*=black", "--cell-background", "checker", "--cell-background",
      "{width} > 9=none"
    ) {
      ($0.cellBackground, $0.cellBackgrounds) = (.checker, ["a*=black", "{width} > 9=none"])
    },
    PropertyExample(
      "--label", "{name}", "--label-position", "over", "--label-align", "left", "--label-color",
      "red", "--label-lines", "2", "--best", "least {width}", "--best", "{height}"
    ) {
      ($0.label, $0.labelPosition, $0.labelAlign) = ("{name}", .over, .left)
      ($0.labelColor, $0.labelLines, $0.best) = (.init("red"), 2, ["least {width}", "{height}"])
    },
    PropertyExample("--table", "labels.csv") { $0.table = "labels.csv" },
    PropertyExample("--title", "A", "--header", "B", "--footer", "{page}") {
      ($0.title, $0.header, $0.footer) = ("A", "B", "{page}")
    },
    PropertyExample("--title", "A", "--font", "builtin 11", "--title-font", "builtin 30") {
      ($0.title, $0.font, $0.titleFont) = ("A", "builtin 11", "builtin 30")
    },
    PropertyExample("--text-align", "right", "--text-color", "#123456") {
      ($0.textAlign, $0.textColor) = (.right, .init("#123456"))
    },
    PropertyExample("--padding", "4", "--radius", "5") { ($0.padding, $0.radius) = (4, 5) },
    PropertyExample("--border", "2 red", "--frame", "1") {
      ($0.border, $0.frame) = (.init(width: 2, color: .init("red")), .init(width: 1))
    },
    PropertyExample("--border", "a*=3 red", "--border", "1", "--border", "{width} > 9=none") {
      ($0.border, $0.borders) = (.init(width: 1), ["a*=3 red", "{width} > 9=none"])
    },
    PropertyExample("--shadow", "8") { $0.shadow = .init(width: 8) },
    PropertyExample("--compression", "9", "--quality", "80", "--depth", "16") {
      ($0.compression, $0.quality, $0.depth) = (9, 80, .sixteen)
    },
    PropertyExample("--max-pixels", "1M", "--max-memory", "1MB") {
      ($0.maxPixels, $0.maxMemory) = (1_000_000, 1_000_000)
    },
    PropertyExample("--on-error", "skip") { $0.onError = .skip },
    PropertyExample(
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
    PropertyExample("--match", "{a}-new => {a}-old") {
      $0 = Sheet(comparing: FolderComparison(["in"], matching: "{a}-new => {a}-old"))
    },
  ]
}
