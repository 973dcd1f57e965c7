internal import ContactSheet
internal import SheetLayout
internal import SheetModel
internal import SheetPlanning
internal import SheetPlans

/// The outcome of a run on one line.
struct RunSummary: CustomStringConvertible {
  let report: SheetReport
  /// Whether the pictures are in the working folder.
  var showsCurrentFolder = false
  let duration: Duration

  var description: String {
    let pages = report.pages
    let kept = report.keptPages.count
    let stay = kept == 0 ? "" : "; \(kept.counted("page")) kept, newer than the plan"
    guard !pages.isEmpty else { return "no page to write\(stay)" }
    func sum(_ count: KeyPath<WrittenPage, Int>) -> Int {
      pages.reduce(0) { $0 + $1[keyPath: count] }
    }
    var facts = [sum(\.pictureCount).counted("image")]
    let damaged = [(sum(\.unreadableCount), "unreadable"), (sum(\.incompleteCount), "incomplete")]
      .filter { $0.0 > 0 }.map { "\($0) \($1)" }
    if !damaged.isEmpty { facts[0] += " (\(damaged.joined(separator: ", ")))" }
    if showsCurrentFolder { facts[0] += " in this folder" }
    if pages.count > 1 { facts[0] += " on \(pages.count) pages" }
    if let size = pages.first?.size, pages.allSatisfy({ $0.size == size }) {
      facts.append("\(size.width) x \(size.height)")
    }
    // A file may contain several pages.
    let files = Dictionary(grouping: pages, by: \.output).values.compactMap(\.first)
    let bytes = files.compactMap(\.byteCount)
    if bytes.count == files.count {
      let levels = Set(files.compactMap { $0.quality?.level }).sorted()
      let quality = levels.first.map {
        levels.count == 1 ? " at quality \($0)" : " at quality \($0) and above"
      }
      facts.append("\(ByteCount(UInt64(bytes.reduce(0, +))))\(quality ?? "")")
    }
    let unchanged = files.count(where: \.isUnchanged)
    if unchanged > 0 {
      facts.append(unchanged == files.count ? "unchanged" : "\(unchanged) unchanged")
    }
    return "\(names): \(facts.joined(separator: ", ")) in \(duration.rounded)\(stay)"
  }

  /// The names of the written files, such as `sheet.png` or `sheet-001.png to -003.png`.
  private var names: String {
    guard let first = report.pages.first, let last = report.pages.last else { return "nothing" }
    let names = [first, last].map(\.output).map {
      $0 == .standardOutput ? "standard output" : $0.printableName
    }
    guard names[0] != names[1] else { return names[0] }
    // The part with which both names begin is written only once; it ends at a character that
    // separates words.
    let common = zip(names[0], names[1]).prefix { $0 == $1 }.map(\.0)
    let divider = common.lastIndex { "-_. /".contains($0) }
    let rest = divider.map { common[$0] == "/" ? $0 + 1 : $0 } ?? 0
    return "\(names[0]) to \(names[1].dropFirst(rest))"
  }
}

extension Duration {
  /// The duration in human-readable form: `83 ms`, `1.6 s`, `2 min 5 s`.
  var rounded: String {
    switch milliseconds {
    case ..<1000: return "\(milliseconds) ms"
    case ..<59_950:
      let tenths = (milliseconds + 50) / 100
      return "\(tenths / 10).\(tenths % 10) s"
    default:
      let whole = (milliseconds + 500) / 1000
      return "\(whole / 60) min \(whole % 60) s"
    }
  }
}

/// A plan as a table for people.
struct PlanTable: CustomStringConvertible {
  private(set) var run: SheetRun
  let cells: GridCells

  private var plan: SheetPlan { run.plan }

  var description: String {
    (facts.map { "\($0.name.padded(to: 10))\($0.value)" } + [""] + pages)
      .map { $0 + "\n" }.joined()
  }

  private var facts: [(name: String, value: String)] {
    var facts = [(name: "images", value: pictures)]
    if let grid = plan.grid { facts += self.facts(of: grid) }
    let emptyCount = plan.pages.reduce(0) { $0 + $1.emptyCells.count }
    if emptyCount > 0 { facts.append(("empty", emptyCount.counted("cell"))) }
    if let comparison = plan.comparison {
      facts.append(("compared", "\(ComparisonSummary(comparison.pairs))"))
    }
    if !plan.tracks.isEmpty {
      let widths = plan.tracks.map { Self.number($0.width) }.listed()
      facts.append(("columns", "\(widths) pixels"))
    }
    if plan.sectionCount > 0 { facts.append(("sections", "\(plan.sectionCount)")) }
    let turned = plan.pictures.count(where: \.isTurned)
    if turned > 0 { facts.append(("rotated", turned.counted("image"))) }
    if let crop = plan.cropSummary { facts.append(("cropped", crop)) }
    facts.append(("pages", "\(plan.pages.count)"))
    return facts
  }

  /// The facts of the first page's grid, and the pages whose grids differ from it.
  private func facts(of grid: PageGrid) -> [(name: String, value: String)] {
    let grids = plan.pages.compactMap(\.grid)
    let shape = "\(grid.rows.counted("row")) x \(grid.columns.counted("column"))"
    let haveOneShape = grids.allSatisfy { $0 == grid }
    var facts = [(name: "grid", value: shape + (haveOneShape ? "" : Self.othersDiffer))]
    guard let cell = cells.ofPages.first ?? nil else { return facts }
    let count = grids.reduce(0) { $0 + $1.rows * $1.columns }
    facts.append(("empty", (count - cells.takenCount).counted("cell")))
    // Exact lengths, such as 37 mm, are not whole pixels; the edges of cells are rounded.
    let pixels = cell.size.snapped
    let text =
      "\(pixels.width) x \(pixels.height) pixels, ratio "
      + "\(Self.number(cell.size.width / cell.size.height)) (ideal \(Self.number(cell.idealRatio)))"
    let haveOneCell = cells.ofPages.allSatisfy { $0 == cell }
    facts.append(("cell", text + (haveOneCell ? "" : Self.othersDiffer)))
    return facts
  }

  private static let othersDiffer = " on page 1; others differ"

  private var pictures: String {
    let count = "\(plan.pictures.count)"
    let (unreadable, leftOut) = (run.unreadable.count, run.leftOut.count)
    if unreadable == 0 { return count }
    return count + " (\(unreadable - leftOut) unreadable, \(leftOut) left out)"
  }

  private var pages: [String] {
    let rows =
      [["page", "width", "height", "tiles", "file"]]
      + run.pages.map { run in
        let page = run.page
        return [
          "\(page.number)", "\(page.size.width)", "\(page.size.height)", "\(page.tiles.count)",
          run.output.printableName,
        ]
      }
    let widths = (0..<4).map { column in rows.map(\.[column].count).max() ?? 0 }
    return rows.map { row in
      (0..<4).map { column in
        String(repeating: " ", count: widths[column] - row[column].count) + row[column]
      }.joined(separator: "  ") + "  " + row[4]
    }
  }

  /// A number with at most three decimals.
  private static func number(_ value: Double) -> String {
    let thousandths = (value * 1000).rounded() / 1000
    return Int(exactly: thousandths).map(String.init) ?? "\(thousandths)"
  }
}

extension SheetPlan {
  /// The largest crop of any picture, in percent; nil if it is less than 0.1 percent.
  var cropSummary: String? {
    let tenths = Int((largestCrop * 1000).rounded())
    return tenths == 0 ? nil : "\(tenths / 10).\(tenths % 10) % at most"
  }
}
