internal import FoundationEssentials

/// What came of a run, also of one that failed.
public struct RunOutcome: Sendable {
  /// The version of the program that ran.
  public var version: String
  /// Its exit status: 0 for a complete sheet, 3 for one on which pictures differ that were compared,
  /// 1 for one without some pictures, 2 for none, or where something could not be written.
  public var exitStatus: Int32 = 0
  /// The run; nil where it failed before all was checked.
  public var run: SheetRun?
  /// What came of the sheet; nil where the run failed.
  public var sheet: SheetReport?
  /// Why the run failed, as a complete message; nil where it did not.
  public var error: String?
  /// Of a failed run that replaced some files and could not put them back: those that are new, and
  /// those that are as they were; nil for any other.
  public var partlyReplaced: (new: [SheetOutput], old: [SheetOutput])?
  /// The pictures that could not be read, of a failed run as far as they made it fail.
  public var unreadable: [UnreadablePicture] = []
  /// The notes of the run, of a failed one as far as it came.
  public let notes: Notes
  /// When the run began, in seconds since the start of 1970 in UTC.
  public var started: Double
  /// How long it took.
  public var duration = Duration.zero

  /// Creates the outcome of a run that begins now.
  public init(version: String, notes: Notes = Notes()) {
    (self.version, self.notes) = (version, notes)
    started = Date().timeIntervalSince1970
  }
}

extension RunOutcome {
  /// Writes the documents that are made when a run has ended, all of them or none.
  ///
  /// Of a run that failed before its outputs were checked, documents replace only others of their
  /// kind, since other files might be pictures.
  ///
  /// - Throws: ``SheetError/notWritten(_:)``, and ``SheetError/notADocument(_:_:)`` for another file.
  public func writeDocuments(_ request: SheetRequest) throws(SheetError) {
    let documents: [Document]
    if let run {
      documents = run.documents
    } else {
      do {
        documents = try request.documents.filter(\.kind.isMadeAfterRun).documents(for: [])
      } catch {
        throw .notWritten(error)
      }
      for document in documents { try document.checkReplaced() }
    }
    do {
      var files = OutputSet(
        removing: Leftovers.remove(of: documents.filter(\.kind.isMadeAfterRun).map(\.output)))
      for document in documents {
        guard case .afterRun(let contents) = document.kind.making else { continue }
        try files.add(contents(self), to: document.output)
      }
      try files.commit()
    } catch {
      throw .notWritten(error)
    }
  }
}

extension DocumentKind {
  fileprivate var isMadeAfterRun: Bool { if case .afterRun = making { true } else { false } }
}
