internal import ArgumentParser
internal import CProcess
internal import ContactSheet
internal import Glibc
internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SheetRendering
internal import Synchronization
internal import SystemPackage

/// A run of the command: its request, its progress and its messages.
struct CommandLineRun: Sendable {
  let options: RawOptions
  let resolved: ResolvedOptions
  let messages: Messages
  let notes: Notes

  /// The outcome of the last run.
  ///
  /// It is kept until the program ends, because freeing everything that thousands of pictures hold
  /// would delay the exit.
  private static let outcome = Mutex<RunOutcome?>(nil)

  /// Creates a run with options, which describe the job unless they name a plan.
  init(_ options: RawOptions, _ resolved: ResolvedOptions) {
    (self.options, self.resolved, messages) = (options, resolved, Messages(options))
    notes = Notes()
    notes.add(options.notesOnPixels(of: resolved.job))
    notes.add(options.noteOnPlainLabel)
    notes.add(options.noteOnNamedWatermark)
    notes.add(options.projectFile?.note)
    notes.add(options.unreadFiles)
  }

  /// Carries out the run, prints its outcome, and writes its report.
  ///
  /// - Throws: `ExitCode` unless everything succeeded, after printing the reason.
  func make() throws {
    if let form = options.plan.list { return try list(as: form) }
    var outcome = RunOutcome(
      version: CommandDescription.version, notes: notes, messages.spelling)
    let start = ContinuousClock.now
    var onlyOverEarlier = false
    do {
      if let fault = resolved.fault { throw fault }
      outcome = try onWorkers { [outcome] in try await finished(outcome, $0) }
    } catch let error as ContactSheetError where accepts(error) {
      noteAccepted(error, "no sheet is written")
    } catch {
      let failure = failure(error)
      switch failure.cause {
      case let pictures as UnreadablePictures:
        notes.add(pictures.all.map(\.note))
        outcome.unreadable = pictures.all
      case let picture as UnreadablePicture: outcome.unreadable = [picture]
      case let files as PartlyReplaced: outcome.partlyReplaced = (files.new, files.old)
      // Another output has the report's name, but an earlier report must not be mistaken for the
      // report of this run.
      case let output as SameOutput: onlyOverEarlier = output.kind.scope == .run
      default: break
      }
      show(failure)
      outcome.error = failure.message(messages.spelling)
      outcome.exitStatus = failure.exitStatus
    }
    messages.report(notes)
    outcome.duration = .now - start
    writeDocuments(about: &outcome, onlyOverEarlier: onlyOverEarlier)
    Self.outcome.withLock { [outcome] in $0 = outcome }
    // People and programs look at the last line.
    if let comparison = outcome.run?.comparison {
      messages.note("\(ComparisonSummary(comparison.pairs))")
    }
    guard outcome.exitStatus == 0 else { throw ExitCode(outcome.exitStatus) }
  }

  /// Prints the facts of pictures without making a sheet.
  private func list(as form: ListingForm) throws {
    defer { messages.report(notes) }
    let report: ListingReport
    do {
      if let fault = resolved.fault { throw fault }
      report = try onWorkers { request in
        try await resolved.job.list(
          as: form, for: request.output, workers: request.workers, notes: notes
        ) {
          try StandardOutput.write($0)
        }
      }
    } catch let error as ContactSheetError where accepts(error) {
      noteAccepted(error, "nothing is listed")
      return
    } catch {
      let failure = failure(error)
      show(failure)
      throw ExitCode(failure.exitStatus)
    }
    messages.report(notes)
    if let comparison = report.comparison { messages.note("\(comparison)") }
    let status = exitStatus(report.unreadable, report.comparison)
    if status != 0 { throw ExitCode(status) }
  }

  /// Whether the error says that there are no pictures, and the options accept that.
  private func accepts(_ error: ContactSheetError) -> Bool {
    options.acceptsNoPictures && error.cause is NoPictures
  }

  /// Adds the note on a run without pictures, which says whether an earlier sheet remains.
  private func noteAccepted(_ error: ContactSheetError, _ outcome: String) {
    guard let cause = error.cause as? NoPictures else { return }
    var text = "\(outcome): \(cause.reason)"
    if options.plan.list == nil, case .file(let path)? = resolved.request.output,
      (try? path.stat()) != nil, !cause.reason.contains(path.quoted)
    {
      text += "; \(path.quoted) is unchanged"
    }
    notes.add(Note(.noSheet, text))
  }

  /// Converts an error to a failure.
  ///
  /// If nobody reads the program's output any more, the program ends, as other filters do.
  private func failure(_ error: any Error) -> ContactSheetError {
    let failure = options.failure(error)
    if failure.cause as? Errno == .brokenPipe { cprocess_end(SIGPIPE) }
    return failure
  }

  /// Adds the note on a failure, and prints all notes.
  ///
  /// With `--verbose`, the cause is printed too if it says more than the message.
  private func show(_ failure: ContactSheetError) {
    notes.add(Note(failure))
    messages.report(notes)
    failure.detail.map { detail in messages.detail("the cause: \(detail)") }
  }

  /// Carries out `work` with as many workers as can open files, each on its own thread.
  private func onWorkers<Result: Sendable>(
    _ work: @escaping @Sendable (RenderRequest) async throws -> Result
  ) throws -> Result {
    var request = resolved.request
    request.workers = try OpenFiles.workers(upTo: request.workers)
    return try WorkerThreads(count: request.workers).run { [request] in try await work(request) }
  }

  /// Makes the sheet or prints its plan, and then prints the outcome and the notes.
  private func finished(
    _ outcome: RunOutcome, _ request: RenderRequest
  ) async throws -> RunOutcome {
    let start = ContinuousClock.now
    let sheet =
      if let planFile = options.plan.fromPlan {
        try PlannedSheet(contentsOf: FilePath(planFile), root: request.root, notes: notes)
      } else {
        try await plan(request)
      }
    let run = try await SheetRun(sheet, request)
    reportPlan(sheet, in: .now - start)
    let report =
      if request.isDryRun {
        try dryReport(of: run, sheet.cells, request)
      } else {
        try await rendered(run, request, since: start)
      }
    if !request.isDryRun { notes.add(noteOnGroupFiles(sheet.groups, report)) }
    messages.report(notes)
    var outcome = outcome
    (outcome.run, outcome.sheet) = (run, report)
    outcome.unreadable = report.unreadable
    outcome.exitStatus = exitStatus(
      outcome.unreadable, run.comparison.map { ComparisonSummary($0.pairs) })
    return outcome
  }

  /// The exit status for the outcome, taking into account pictures that cannot be read or that
  /// differ.
  private func exitStatus(
    _ unreadable: [UnreadablePicture], _ comparison: ComparisonSummary?
  ) -> Int32 {
    if !unreadable.isEmpty || comparison?.isAnyUnread == true { return 1 }
    return comparison?.isAnyDifferent == true ? 3 : 0
  }

  /// Lays out the pictures of the job, after comparing them if that is requested.
  private func plan(_ request: RenderRequest) async throws -> PlannedSheet {
    let job = resolved.job
    try request.checkFormat(of: job.encoding, isOpaque: job.style.background.isOpaque)
    return try await job.plan(for: request.output, workers: request.workers, notes: notes)
  }

  /// Prints the notes made before rendering.
  private func reportPlan(_ sheet: PlannedSheet, in duration: Duration) {
    messages.report(notes)
    messages.detail("planned \(sheet.plan.summary) in \(duration.rounded)")
    if messages.isVerbose, let crop = sheet.plan.cropSummary {
      messages.detail("cropped images by \(crop)")
    }
  }

  /// Writes the documents of a plan, and prints it as a table.
  ///
  /// The table is left out if a document says the same or goes to standard output.
  private func dryReport(
    of run: SheetRun, _ cells: GridCells, _ request: RenderRequest
  ) throws -> SheetReport {
    let report = try run.writeDocuments()
    let isPrinted = request.documents.contains {
      $0.kind.scope == .sheet || $0.output == .standardOutput
    }
    if !isPrinted {
      try StandardOutput.write("\(PlanTable(run: run, cells: cells))")
    }
    return report
  }

  /// Renders the pages, and prints the outcome.
  private func rendered(
    _ run: SheetRun, _ request: RenderRequest, since start: ContinuousClock.Instant
  ) async throws -> SheetReport {
    if Terminal.standardOutput.isTerminal,
      let page = run.renderedPages.first(where: { $0.output == .standardOutput })
    {
      throw ContactSheetError(
        .outputName, "cannot write \(page.format.noun) to a terminal: the output is not text",
        remedy: "name a file with \(.output), or redirect standard output")
    }
    var bar = ProgressBar(isShown: Terminal.standardError.isCapable && !messages.isQuiet)
    defer { bar.clear() }
    let report = try await run.render { bar.show(done: $0, total: $1) }
    bar.clear()
    messages.report(notes)
    let duration = ContinuousClock.now - start
    messages.detail("done in \(duration.rounded) with \(request.workers.counted("worker"))")
    let showsCurrentFolder = options.sheet.inputs == ["."] && options.sheet.filesFrom.isEmpty
    messages.result(
      "\(RunSummary(report: report, showsCurrentFolder: showsCurrentFolder, duration: duration))")
    return report
  }

  /// The note that groups are the reason for several files, for somebody who named one file and did
  /// not ask for a page for each group.
  ///
  /// Nil if there is only one file, or if a group has several pages, which would be another reason.
  private func noteOnGroupFiles(_ groups: PageGroups?, _ report: SheetReport) -> Note? {
    guard options.gives("group-by"), !options.gives("group-break"),
      let names = resolved.request.output?.names, !names.hasPattern, !names.hasGroup,
      case let count = Set(report.pages.map(\.output)).count, count > 1,
      let groups, Set(groups.ofPages.map(\.first)).count == count
    else { return nil }
    return Note(
      .groupFiles, "each group starts a new page, so there are \(count) files",
      remedy: "\(.groupBreak, "section") puts all groups on one sheet", [.count: count])
  }

  /// Writes the report, if one was requested.
  private func writeDocuments(about outcome: inout RunOutcome, onlyOverEarlier: Bool) {
    do {
      try outcome.writeDocuments(resolved.request, onlyOverEarlier: onlyOverEarlier)
    } catch {
      let message = failure(error).message(messages.spelling)
      // By now, all pages have been put in place together.
      let isWritten = outcome.sheet?.pages.isEmpty == false
      // The run may have failed for the same reason.
      if outcome.error != message {
        messages.error(message + (isWritten ? "; the sheet was written" : ""))
      }
      outcome.exitStatus = 2
    }
  }
}

extension ContactSheetError {
  /// The exit status: 64 for incorrect usage, if the request is invalid whatever the pictures are;
  /// otherwise 2.
  fileprivate var exitStatus: Int32 {
    cause is ComparedWithItself || cause is UnusableSetting
      ? ExitCode.validationFailure.rawValue : 2
  }
}

extension SheetPlan {
  fileprivate var summary: String {
    var parts = [pictures.count.counted("image")]
    if let grid { parts.append("\(grid.rows.counted("row")) of \(grid.columns)") }
    if pages.count == 1 {
      parts.append("a sheet of \(pages[0].size.width) x \(pages[0].size.height)")
    } else {
      parts.append("\(pages.count) pages")
    }
    return parts.joined(separator: ", ")
  }
}
