internal import FoundationEssentials
package import SheetLayout
package import SheetModel
package import SheetPictures
package import SheetPlans

/// The outcome of rendering a plan.
package struct SheetReport: Equatable, Sendable {
  /// The pictures that could not be read, or could be read only in part, beginning with those that
  /// were skipped.
  package internal(set) var unreadable: [UnreadablePicture] = []
  /// The pages that were written, in order.
  package internal(set) var pages: [WrittenPage] = []
  /// The pages that were not written because none of their pictures could be read; existing files
  /// are left unchanged.
  var unwrittenPages: [SheetOutput] = []
  /// The pages that are kept because they exist and are recent enough.
  package internal(set) var keptPages: [SheetOutput] = []
  /// The times that the steps took.
  package internal(set) var times = StepTimes()
}

/// A page that was written.
package struct WrittenPage: Equatable, Sendable {
  /// The destination of the page.
  package let output: SheetOutput
  /// The size of the sheet, in pixels.
  package let size: PixelSize
  /// The number of pictures on the page, including those that could not be read.
  package let pictureCount: Int
  /// The number of pictures on the page that could not be read.
  package internal(set) var unreadableCount = 0
  /// The number of pictures on the page that are shown incompletely because their files end early.
  package internal(set) var incompleteCount = 0
  /// The size of the file, in bytes; nil if it is a pipe or device.
  ///
  /// The file may also contain other pages.
  package internal(set) var byteCount: Int64?
  /// The SHA-256 digest of the file; nil if it is a pipe or device, or if no report is requested.
  package internal(set) var digest: [UInt8]?
  /// Whether the existing file has these bytes and was therefore kept.
  package internal(set) var isUnchanged = false
  /// The quality at which the file stays within the byte limit; nil if there is no limit.
  package internal(set) var quality: SheetQuality?
}

/// The times that the steps of a run took.
package struct StepTimes: Equatable, Sendable {
  /// A step of a run, whose time is measured.
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
    /// Putting the files in place.
    case committing = "placing"
  }

  /// The times of the steps that were carried out.
  package private(set) var durations: [Step: Duration] = [:]

  /// When the last step ended.
  private var lastEnd = ContinuousClock.now

  /// Begins a step that does not directly follow the last one.
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

/// The outcome of a run, including one that failed.
package struct RunOutcome: Sendable {
  /// The version of the program that ran.
  package var version: String
  /// The exit status of the program.
  ///
  /// 0: a complete sheet. 1: a sheet without some pictures. 2: no sheet, or an output that could
  /// not be written. 3: a complete sheet on which compared pictures differ. 64: incorrect usage, so
  /// nothing was begun.
  package var exitStatus: Int32 = 0
  /// The run; nil if it failed before all checks were completed.
  package var run: SheetRun?
  /// The outcome of the sheet; nil if the run failed.
  package var sheet: SheetReport?
  /// Why the run failed, as a complete message; nil if it did not.
  package var error: String?
  /// The new and the old files of a failed run that replaced some files and could not restore them;
  /// otherwise nil.
  package var partlyReplaced: (new: [SheetOutput], old: [SheetOutput])?
  /// The pictures that could not be read; if the run failed, these are the pictures that made it
  /// fail.
  package var unreadable: [UnreadablePicture] = []
  /// The notes of the run; if the run failed, these are the notes up to the failure.
  package let notes: Notes
  /// How the settings in remedies are spelt.
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
  /// Writes the documents that are made when a run has ended, either all of them or none.
  ///
  /// If a run failed before its outputs were checked, documents replace only documents of their
  /// kind, because other files might be pictures.
  ///
  /// - Throws: ``ContactSheetError``, such as ``ContactSheetError/notADocument(_:_:)`` if a file is
  ///   not a document of its kind.
  ///
  /// - Parameters:
  ///   - request: The settings of the run.
  ///   - onlyOverEarlier: Whether to write only documents that replace earlier ones, because other
  ///     outputs have the same names.
  package func writeDocuments(_ request: RenderRequest, onlyOverEarlier: Bool = false) throws {
    let requested = request.documents.filter { document in
      guard document.kind.isMadeAfterRun else { return false }
      if !onlyOverEarlier { return true }
      return document.output.names.map { document.kind.maker.isOwn($0.path) } ?? false
    }
    let documents = try run?.documents ?? requested.documents(for: [])
    for document in documents {
      if run == nil {
        try document.checkReplaced(\.replacedFile)
      } else if !request.replacesForeignFiles, document.kind.isMadeAfterRun {
        try document.checkReplaced(\.newlyReplacedFile)
      }
    }
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
