internal import FoundationEssentials
internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPlans
internal import SystemPackage

extension DocumentMaker {
  /// The outcome of a run, as JSON for other programs.
  static let report = DocumentMaker(
    isOwn: RunReport.isReport,
    making: .afterRun { outcome in
      AnySequence([(RunReport(outcome: outcome).documentJSON + [UInt8(ascii: "\n")])[...]])
    })
}

/// The outcome of a run, as JSON.
///
/// A manifest states positions, and is the same for the same pictures. A report states events with
/// their times, even if the run failed. Keys are in alphabetical order. The bytes of a path that is
/// not UTF-8 are given as well.
private struct RunReport: Encodable {
  struct Program: Encodable {
    /// The format version that this library writes.
    let report = 1
    let version: String
  }

  struct Library: Encodable {
    let name: String
    let isInstalled: Bool
  }

  struct Page: Encodable {
    let file: String
    let fileBytes: String?
    let outcome: String
    var width, height, pictures, unreadable, incomplete: Int?
    var bytes: Int64?
    var sha256: String?
  }

  struct Message: Encodable {
    let kind, severity: String
    let subject, subjectBytes: String?
    let text: String
    let remedy: String?

    init(_ note: Note, _ spelling: Spelling) {
      (kind, severity, subject) = (note.kind.rawValue, note.severity.rawValue, note.subject)
      subjectBytes = note.subjectBytes?.base64
      (text, remedy) = (note.text, note.remedy?.text(spelling))
    }
  }

  let contactsheet: Program
  let status: String
  let exitStatus: Int32
  let error: String?
  let newFiles, newFilesBytes, oldFiles, oldFilesBytes: [String]?
  let notes: [Message]
  let warnings: [String]
  let started: Date
  let seconds: [String: Double]
  let libraries = LibraryReport.all.map { Library(name: $0.name, isInstalled: $0.isInstalled) }
  let pages: [Page]
  let unreadable: [As<ManifestJSON.Unreadable>]
  let pairs: [As<ManifestJSON.Pair>]?

  init(outcome: RunOutcome) {
    contactsheet = Program(version: outcome.version)
    let statuses: [Int32: String] = [0: "complete", 1: "incomplete", 3: "complete"]
    status = statuses[outcome.exitStatus] ?? "failed"
    (exitStatus, error) = (outcome.exitStatus, outcome.error)
    let (new, old) = (
      outcome.partlyReplaced?.new.map(\.name), outcome.partlyReplaced?.old.map(\.name)
    )
    (newFiles, newFilesBytes) = (new?.map(\.text), new?.base64)
    (oldFiles, oldFilesBytes) = (old?.map(\.text), old?.base64)
    let notes = outcome.notes.all
    let spelling = outcome.spelling
    self.notes = notes.map { Message($0, spelling) }
    warnings = notes.filter { [.note, .warning].contains($0.severity) }
      .map { $0.message(spelling) }
    started = Date(timeIntervalSince1970: outcome.started.rounded(.down))
    // Whole milliseconds are written without a long fraction.
    var seconds = ["total": Double(outcome.duration.milliseconds) / 1000]
    for (step, duration) in outcome.sheet?.times.durations ?? [:] {
      seconds[step.rawValue] = Double(duration.milliseconds) / 1000
    }
    self.seconds = seconds
    let sheet = outcome.sheet
    pages =
      (sheet?.pages.map(Page.init) ?? [])
      + (sheet?.unwrittenPages ?? []).map { Page($0, "unreadable") }
      + (sheet?.keptPages ?? []).map { Page($0, "kept") }
    unreadable = outcome.unreadable.map { As($0) }
    pairs = outcome.run?.comparison?.pairs.map { As($0) }
  }

  /// Whether the file at `path` is a report from this library, judged by its first key.
  static func isReport(_ path: FilePath) -> Bool {
    path.begins(with: Array("{\n  \"contactsheet\" : {".utf8))
  }
}

extension RunReport.Page {
  init(_ output: SheetOutput, _ outcome: String) {
    (file, fileBytes, self.outcome) = (output.name.text, output.name.bytes?.base64, outcome)
  }

  init(_ page: WrittenPage) {
    self.init(page.output, page.isUnchanged ? "unchanged" : "written")
    (width, height, pictures) = (page.size.width, page.size.height, page.pictureCount)
    (unreadable, incomplete) = (page.unreadableCount, page.incompleteCount)
    (bytes, sha256) = (page.byteCount, page.digest?.hexadecimal)
  }
}
