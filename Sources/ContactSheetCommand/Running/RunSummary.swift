internal import SheetFacts
internal import SheetLayout
internal import SheetRunning
internal import SystemPackage

/// The outcome of a run, in one line.
struct RunSummary: CustomStringConvertible {
  let report: SheetReport
  /// Whether the pictures are in the working folder.
  var isOfThisFolder = false
  let duration: Duration

  var description: String {
    let pages = report.pages
    let kept = report.keptPages.count
    let stay = kept == 0 ? "" : "; \(kept.counted("page")) kept, newer than the plan"
    guard !pages.isEmpty else { return "no page to write\(stay)" }
    var facts = [pages.reduce(0) { $0 + $1.pictureCount }.counted("picture")]
    let damaged = [(\WrittenPage.unreadableCount, "unreadable"), (\.incompleteCount, "incomplete")]
      .map { count, word in (pages.reduce(0) { $0 + $1[keyPath: count] }, word) }
      .filter { $0.0 > 0 }.map { "\($0) \($1)" }
    if !damaged.isEmpty { facts[0] += " (\(damaged.joined(separator: ", ")))" }
    if isOfThisFolder { facts[0] += " of this folder" }
    if pages.count > 1 { facts[0] += " on \(pages.count) pages" }
    if let size = pages.first?.size, pages.allSatisfy({ $0.size == size }) {
      facts.append("\(size.width) x \(size.height)")
    }
    // A file may hold several pages.
    let files = Dictionary(grouping: pages, by: \.output).values.compactMap(\.first)
    let bytes = files.compactMap(\.byteCount)
    if bytes.count == files.count {
      let levels = Set(files.compactMap { $0.quality?.level }).sorted()
      let quality = levels.first.map {
        levels.count == 1 ? " at quality \($0)" : " at qualities from \($0)"
      }
      facts.append("\(ByteCount(UInt64(bytes.reduce(0, +))))\(quality ?? "")")
    }
    let unchanged = files.count(where: \.isUnchanged)
    if unchanged > 0 {
      facts.append(unchanged == files.count ? "unchanged" : "\(unchanged) unchanged")
    }
    return "\(names): \(facts.joined(separator: ", ")) in \(duration.rounded)\(stay)"
  }

  /// `sheet.png`, or `sheet-001.png to -003.png`.
  private var names: String {
    guard let first = report.pages.first, let last = report.pages.last else { return "nothing" }
    let names = [first, last].map(\.output).map {
      $0 == .standardOutput ? "standard output" : $0.printableName
    }
    guard names[0] != names[1] else { return names[0] }
    // The common beginning of both names is written once, up to a character that separates them.
    let common = zip(names[0], names[1]).prefix { $0 == $1 }.map(\.0)
    let divider = common.lastIndex { "-_. /".contains($0) }
    let rest = divider.map { common[$0] == "/" ? $0 + 1 : $0 } ?? 0
    return "\(names[0]) to \(names[1].dropFirst(rest))"
  }
}

extension Duration {
  /// The duration in human-readable form: `83 ms`, `1.6 s`, `2 min 5 s`.
  var rounded: String {
    let (seconds, attoseconds) = components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
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
