internal import FoundationEssentials

/// The outcome of a run, also of one that failed.
package struct RunOutcome: Sendable {
  /// The version of the program that ran.
  package var version: String
  /// Its exit status.
  ///
  /// 0: a complete sheet. 1: a sheet without some pictures. 2: no sheet, or an output that could not be
  /// written. 3: a complete sheet on which compared pictures differ.
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
  /// The time at which the run began, in seconds since the start of 1970 in UTC.
  package var started: Double
  /// The time that the run took.
  package var duration = Duration.zero

  /// Creates the outcome of a run that begins now.
  package init(version: String, notes: Notes = Notes()) {
    (self.version, self.notes) = (version, notes)
    started = Date().timeIntervalSince1970
  }
}

extension RunOutcome {
  /// Writes the documents that are made when a run has ended, all of them or none.
  ///
  /// If a run failed before its outputs were checked, documents replace only documents of their kind.
  /// Other files might be pictures.
  ///
  /// - Throws: ``SheetError/notWritten(_:)``, and ``SheetError/notADocument(_:_:)`` for another file.
  package func writeDocuments(_ request: RenderOptions) throws(SheetError) {
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
