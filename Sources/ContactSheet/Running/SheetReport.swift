internal import FoundationEssentials
package import SheetLayout
package import SheetModel
package import SheetPictures
package import SheetPlans

/// The outcome of rendering a plan.
package struct SheetReport: Equatable, Sendable {
  /// The pictures that could not be read, or not to their ends, skipped ones first.
  package internal(set) var unreadable: [UnreadablePicture] = []
  /// The pages that were written, in order.
  package internal(set) var pages: [WrittenPage] = []
  /// The pages that were not written, because none of their pictures could be read; existing files
  /// are left unchanged.
  var unwrittenPages: [SheetOutput] = []
  /// The pages that stay, because they exist and are new enough.
  package internal(set) var keptPages: [SheetOutput] = []
  /// The times of the steps.
  package internal(set) var times = StepTimes()
}

/// A page that was written.
package struct WrittenPage: Equatable, Sendable {
  /// The destination of the page.
  package let output: SheetOutput
  /// The size of the sheet, in pixels.
  package let size: PixelSize
  /// The number of pictures on it, with pictures that could not be read.
  package let pictureCount: Int
  /// The number of pictures on it that could not be read.
  package internal(set) var unreadableCount = 0
  /// The number of pictures on it that are shown as far as their files go.
  package internal(set) var incompleteCount = 0
  /// The size of the file, in bytes; nil if it is a pipe or device.
  ///
  /// The file may hold other pages too.
  package internal(set) var byteCount: Int64?
  /// The SHA-256 digest of the file; nil if it is a pipe or device, or no report is requested.
  package internal(set) var digest: [UInt8]?
  /// Whether the existing file has these bytes, and so was kept.
  package internal(set) var isUnchanged = false
  /// The quality that keeps the limit of bytes; nil if there is none.
  package internal(set) var quality: SheetQuality?
}

/// The times of the steps of a run.
package struct StepTimes: Equatable, Sendable {
  /// A part of a run.
  package enum Step: String, CaseIterable, Sendable {
    /// Finding files.
    case finding
    /// Reading headers.
    case headers
    /// Examining pixels for facts.
    case pixelAnalysis = "looking"
    /// Comparing pictures.
    case comparing
    /// Laying out pages, or reading a plan.
    case planning
    /// Rendering the pages.
    case rendering
    /// Putting the files in their places.
    case committing = "placing"
  }

  /// The times of the steps that were done.
  package private(set) var durations: [Step: Duration] = [:]

  /// The end of the last step.
  private var lastEnd = ContinuousClock.now

  /// Begins a step, if it does not follow the last one.
  mutating func begin() { lastEnd = .now }

  /// Ends a step.
  mutating func end(_ step: Step) {
    let now = ContinuousClock.now
    durations[step, default: .zero] += now - lastEnd
    lastEnd = now
  }
}

extension Duration {
  /// The duration in whole milliseconds.
  package var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}

/// The outcome of a run, also of one that failed.
package struct RunOutcome: Sendable {
  /// The version of the program that ran.
  package var version: String
  /// Its exit status.
  ///
  /// 0: a complete sheet. 1: a sheet without some pictures. 2: no sheet, or an output that could not be
  /// written. 3: a complete sheet on which compared pictures differ. 64: wrong usage, so that nothing began.
  package var exitStatus: Int32 = 0
  /// The run; nil if it failed before all checks were done.
  package var run: SheetRun?
  /// The outcome of the sheet; nil if the run failed.
  package var sheet: SheetReport?
  /// The reason why the run failed, as a complete message; nil if it did not.
  package var error: String?
  /// The new files and the old ones of a failed run that replaced some and could not restore them;
  /// otherwise nil.
  package var partlyReplaced: (new: [SheetOutput], old: [SheetOutput])?
  /// The pictures that could not be read; of a failed run, the pictures that made it fail.
  package var unreadable: [UnreadablePicture] = []
  /// The notes of the run; of a failed run, the notes until then.
  package let notes: Notes
  /// The spelling of the settings that remedies name.
  package let spelling: Spelling
  /// The time at which the run began, in seconds since the start of 1970 in UTC.
  package var started: Double
  /// The time that the run took.
  package var duration = Duration.zero

  /// Creates the outcome of a run that begins now.
  package init(version: String, notes: Notes = Notes(), _ spelling: Spelling = .properties) {
    (self.version, self.notes, self.spelling) = (version, notes, spelling)
    started = Date().timeIntervalSince1970
  }
}

extension RunOutcome {
  /// Writes the documents that are made when a run has ended, all of them or none.
  ///
  /// If a run failed before its outputs were checked, documents replace only documents of their kind.
  /// Other files might be pictures.
  ///
  /// - Throws: ``ContactSheetError``, as ``ContactSheetError/notADocument(_:_:)`` for another file.
  package func writeDocuments(_ request: RenderOptions) throws {
    let documents =
      try run?.documents ?? request.documents.filter(\.kind.isMadeAfterRun).documents(for: [])
    if run == nil { for document in documents { try document.checkReplaced() } }
    var files = OutputSet(
      removing: Leftovers.remove(of: documents.filter(\.kind.isMadeAfterRun).map(\.output)))
    for document in documents {
      guard case .afterRun(let contents) = document.kind.maker.making else { continue }
      try files.add(contents(self), to: document.output)
    }
    try files.commit()
  }
}

extension DocumentKind {
  fileprivate var isMadeAfterRun: Bool { if case .afterRun = maker.making { true } else { false } }
}
