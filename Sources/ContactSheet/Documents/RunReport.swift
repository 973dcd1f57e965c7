internal import FoundationEssentials
internal import SheetFiles
internal import SheetLayout
internal import SystemPackage

extension DocumentKind {
  /// What came of a run, as JSON for other programs.
  public static let report = DocumentKind(
    name: "report", noun: "a report",
    help: "Write what came of the run as JSON, also when it fails; - is standard output.",
    fileExtension: "json", scope: .run, needsDigests: true, isOwn: RunReport.isReport,
    making: .afterRun { outcome in
      AnySequence([(RunReport(outcome: outcome).documentJSON + [UInt8(ascii: "\n")])[...]])
    })
}

/// What came of a run, as JSON.
///
/// A manifest tells what stands where, and is the same for the same pictures; a report tells what
/// happened, with times, and also where the run failed. Keys are in alphabetical order. Paths that
/// are not UTF-8 stand there with replacement characters.
private struct RunReport: Encodable {
  /// The format version that this library writes.
  private static let currentVersion = 1

  let outcome: RunOutcome

  /// Whether the file at `path` is a report of this library: its first key tells.
  static func isReport(_ path: FilePath) -> Bool {
    path.begins(with: Array("{\n  \"\(Key.contactsheet.stringValue)\" : {".utf8))
  }

  private enum Key: String, CodingKey {
    case contactsheet, report, version
    case status, exitStatus, error, warnings, started, seconds, libraries, pages, unreadable
    case newFiles, oldFiles, pairs
    case total, name, isInstalled
    case file, outcome, width, height, pictures, incomplete, bytes, sha256
  }

  func encode(to encoder: any Encoder) throws {
    var report = encoder.container(keyedBy: Key.self)
    var program = report.nestedContainer(keyedBy: Key.self, forKey: .contactsheet)
    try program.encode(Self.currentVersion, forKey: .report)
    try program.encode(outcome.version, forKey: .version)
    let statuses: [Int32: String] = [0: "complete", 1: "incomplete", 3: "complete"]
    try report.encode(statuses[outcome.exitStatus] ?? "failed", forKey: .status)
    try report.encode(outcome.exitStatus, forKey: .exitStatus)
    try report.encodeIfPresent(outcome.error, forKey: .error)
    try report.encodeIfPresent(outcome.partlyReplaced?.new.map(\.name), forKey: .newFiles)
    try report.encodeIfPresent(outcome.partlyReplaced?.old.map(\.name), forKey: .oldFiles)
    try report.encode(outcome.warnings, forKey: .warnings)
    try report.encode(Date(timeIntervalSince1970: outcome.started.rounded(.down)), forKey: .started)
    var seconds = (outcome.sheet?.times.durations ?? [:]).map { ($0.key.rawValue, $0.value) }
    seconds.append((Key.total.stringValue, outcome.duration))
    try report.encode(
      Dictionary(uniqueKeysWithValues: seconds.map { ($0, $1.milliseconds / 1000) }),
      forKey: .seconds)
    var libraries = report.nestedUnkeyedContainer(forKey: .libraries)
    for library in LibraryReport.all {
      var values = libraries.nestedContainer(keyedBy: Key.self)
      try values.encode(library.name, forKey: .name)
      try values.encode(library.isInstalled, forKey: .isInstalled)
    }
    try encodePages(to: report.nestedUnkeyedContainer(forKey: .pages))
    try report.encode(outcome.unreadable.map(ManifestJSON.Unreadable.init), forKey: .unreadable)
    try report.encodeIfPresent(
      outcome.run?.comparison?.pairs.map(ManifestJSON.Pair.init), forKey: .pairs)
  }

  private func encodePages(to pages: consuming any UnkeyedEncodingContainer) throws {
    for page in outcome.sheet?.pages ?? [] {
      var values = pages.nestedContainer(keyedBy: Key.self)
      try values.encode(page.output.name, forKey: .file)
      try values.encode(page.isUnchanged ? "unchanged" : "written", forKey: .outcome)
      try values.encode(page.size.width, forKey: .width)
      try values.encode(page.size.height, forKey: .height)
      try values.encode(page.pictureCount, forKey: .pictures)
      try values.encode(page.unreadableCount, forKey: .unreadable)
      try values.encode(page.incompleteCount, forKey: .incomplete)
      try values.encodeIfPresent(page.byteCount, forKey: .bytes)
      try values.encodeIfPresent(page.digest?.hexadecimal, forKey: .sha256)
    }
    for (outputs, outcome) in [
      (outcome.sheet?.unwrittenPages, "unreadable"), (outcome.sheet?.keptPages, "kept"),
    ] {
      for output in outputs ?? [] {
        var values = pages.nestedContainer(keyedBy: Key.self)
        try values.encode(output.name, forKey: .file)
        try values.encode(outcome, forKey: .outcome)
      }
    }
  }
}

extension Duration {
  /// The duration in whole milliseconds, as a number that is written without a long fraction.
  fileprivate var milliseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
