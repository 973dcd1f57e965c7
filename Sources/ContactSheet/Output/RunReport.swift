internal import FoundationEssentials
internal import SheetLayout
internal import SystemPackage

/// What came of a run, as JSON for other programs.
///
/// A manifest tells what stands where, and is the same for the same pictures; a report tells what
/// happened, with times, and also where the run failed. Keys are in alphabetical order. Paths that
/// are not UTF-8 stand there with replacement characters.
public struct RunReport: Sendable {
  /// The format version that this library writes.
  public static let currentVersion = 1

  /// The version of the program that ran.
  public var version: String
  /// Its exit status: 0 for a complete sheet, 1 for one without some pictures, 2 for none.
  public var exitStatus: Int32
  /// What came of the sheet; nil where the run failed.
  public var sheet: SheetReport?
  /// Why the run failed, as a complete message; nil where it did not.
  public var error: String?
  /// The pictures that could not be read, of a failed run as far as they made it fail.
  public var unreadable: [UnreadablePicture]
  /// What was noticed in planning, as complete messages.
  public var warnings: [String]
  /// When the run began, in seconds since the start of 1970 in UTC.
  public var started: Double
  /// How long it took.
  public var duration: Duration

  /// Creates a report of a run that begins now.
  public init(version: String) {
    self.version = version
    exitStatus = 0
    (unreadable, warnings) = ([], [])
    started = Date().timeIntervalSince1970
    duration = .zero
  }
}

extension RunReport {
  /// Writes the report completely or not at all.
  ///
  /// - Parameters:
  ///   - output: Where it goes.
  ///   - replacesForeignFiles: Whether a file may be replaced that is no report of ours.
  /// - Throws: ``SheetError/notWritten(_:)``, and ``SheetError/notADocument(_:_:)`` for another file.
  public func write(to output: SheetOutput, replacesForeignFiles: Bool) throws(SheetError) {
    let outputs = try ResolvedOutputs(pages: [], documents: [.report(to: output)])
    if !replacesForeignFiles { try outputs.checkReplaced() }
    try outputs.write([AnySequence([json()[...]])])
  }

  /// The report as JSON in UTF-8.
  public func json() -> [UInt8] { documentJSON + [UInt8(ascii: "\n")] }

  /// Whether the file at `path` is a report of this library: its first key tells.
  static func isReport(_ path: FilePath) -> Bool {
    path.begins(with: Array("{\n  \"\(Key.contactsheet.stringValue)\" : {".utf8))
  }
}

extension RunReport: Encodable {
  private enum Key: String, CodingKey {
    case contactsheet, report, version
    case status, exitStatus, error, warnings, started, seconds, libraries, pages, unreadable
    case total, name, isInstalled
    case file, outcome, width, height, pictures, bytes, sha256
  }

  /// Encodes the report.
  public func encode(to encoder: any Encoder) throws {
    var report = encoder.container(keyedBy: Key.self)
    var program = report.nestedContainer(keyedBy: Key.self, forKey: .contactsheet)
    try program.encode(Self.currentVersion, forKey: .report)
    try program.encode(version, forKey: .version)
    let statuses: [Int32: String] = [0: "complete", 1: "incomplete"]
    try report.encode(statuses[exitStatus] ?? "failed", forKey: .status)
    try report.encode(exitStatus, forKey: .exitStatus)
    try report.encodeIfPresent(error, forKey: .error)
    try report.encode(warnings, forKey: .warnings)
    try report.encode(Date(timeIntervalSince1970: started.rounded(.down)), forKey: .started)
    var seconds = (sheet?.times.durations ?? [:]).map { ($0.key.rawValue, $0.value) }
    seconds.append((Key.total.stringValue, duration))
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
    try report.encode(unreadable.map(ManifestPicture.init), forKey: .unreadable)
  }

  private func encodePages(to pages: consuming any UnkeyedEncodingContainer) throws {
    for page in sheet?.pages ?? [] {
      var values = pages.nestedContainer(keyedBy: Key.self)
      try values.encode(page.output.name, forKey: .file)
      try values.encode(page.isUnchanged ? "unchanged" : "written", forKey: .outcome)
      try values.encode(page.size.width, forKey: .width)
      try values.encode(page.size.height, forKey: .height)
      try values.encode(page.pictureCount, forKey: .pictures)
      try values.encode(page.unreadableCount, forKey: .unreadable)
      try values.encodeIfPresent(page.byteCount, forKey: .bytes)
      try values.encodeIfPresent(page.digest?.hexadecimal, forKey: .sha256)
    }
    for (outputs, outcome) in [
      (sheet?.unwrittenPages, "unreadable"), (sheet?.keptPages, "kept"),
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

extension [UInt8] {
  /// Two digits for each byte.
  fileprivate var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
