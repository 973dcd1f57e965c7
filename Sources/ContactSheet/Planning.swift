internal import SheetLayout
package import SheetModel
package import SheetPictures
package import SheetPlanning
internal import SystemPackage

// From folders and files to a plan: find → probe → choose → group → plan. `Run.swift` continues
// from there to files.

extension SheetJob {
  /// Finds the pictures, reads their headers and lays them out.
  ///
  /// Pixels are decoded only if pictures are compared, or facts about pixels are requested.
  ///
  /// - Parameters:
  ///   - output: The destination of the sheet; nil to include all files. Sheets in folders are left
  ///     out if they are named like the output or one of its pages.
  ///   - formats: The formats to look for, unless pictures are compared.
  ///   - workers: The number of headers to read at once, at least 1.
  ///   - notes: Receives the notes, even if planning fails.
  /// - Returns: The plan, and what was learned while making it.
  /// - Throws: ``ContactSheetError``, and `CancellationError` if the task is cancelled.
  package func plan(
    for output: SheetOutput? = nil, formats: FormatTable = .standard, workers: Int = 2,
    notes: Notes = Notes()
  ) async throws -> PlannedSheet {
    if let comparison {
      return try await plan(comparing: comparison, for: output, workers: workers, notes)
    }
    var times = StepTimes()
    var requirements = try requirements()
    try checkMissing(requirements.table)
    let found = try found(except: output, notes, formats: formats)
    times.end(.finding)
    let probed = try await probed(found, requirements.requested, formats, workers: workers, notes)
    times.end(.headers)
    var job = self
    let divided = dividingNames(of: probed)
    job.parsing = divided.parsing
    notes.add(divided.note)
    let chosen = try await job.chosen(
      of: probed, by: &requirements, absent: absentRows(found, formats), workers: workers, &times,
      notes)
    notes.add(job.noteOnSampledCells(of: chosen.pictures))
    let banded = try await showingBands(of: chosen.groups, workers: workers, &times, notes)
    let stretched = try await stretched(
      banded, by: requirements.rules.stretches,
      mapped: requirements.rules.colormaps, workers: workers, &times, notes)
    let colored = try await colored(
      stretched, by: requirements.rules.colormaps, workers: workers, &times, notes)
    let trimmed = try await trimmed(colored, workers: workers, &times)
    let (groups, overlays, overlayFolders) = try await overlaid(
      trimmed, by: requirements.rules.overlays, workers: workers, &times, notes)
    let ungrouped = chosen.pictures.pictures(without: groups.lazy.flatMap(\.members))
    let basis = PlanBasis(
      job: job, table: requirements.table, clocks: requirements.rules.clocks,
      origins: found.searchedFolders + overlayFolders + overlays + filesRead
        + requirements.requested.filesRead,
      searched: (found.excluded, found.searchedFolders + overlayFolders),
      rejected: chosen.left + ungrouped + requirements.rules.leftOut(of: groups),
      times: times)
    do { return try basis.plan(groups, notes) } catch let error as ContactSheetError
      where unreadablePolicy == .fail
    {
      let pictures = groups.flatMap { $0.members.map(\.picture) }
      throw try await namingAll(of: pictures, besides: error, workers: workers)
    }
  }
}

/// What a plan is made from, in addition to its pictures.
///
/// All of this stays the same if some pictures turn out to be damaged.
struct PlanBasis: Sendable {
  @Indirect private(set) var job: SheetJob
  let table: PictureTable?
  let clocks: PictureRules<ClockCorrection>
  /// The folders and files that were searched and read, apart from pictures.
  let origins: [FilePath]
  let searched: (excluded: [FilePath], folders: [FilePath])
  /// The pictures that are left out.
  let rejected: [SheetPicture]
  let times: StepTimes

  /// Lays out groups of pictures.
  func plan(_ groups: [PictureGroup], _ notes: Notes) throws -> PlannedSheet {
    var times = times
    times.begin()
    let pictures = groups.flatMap { $0.members.map(\.picture) }
    var job = try job.placedOnPaper(ifLarge: pictures)
    // Without copies, labels need no line for marking copies.
    if !pictures.contains(where: { $0.lookalikes?.original != nil }) { job.duplicates = .show }
    job = try job.withProbedLogos()
    var planned = try SheetPlanner(job, table: table).plan(groups)
    if let layout = job.layoutIfCropped, !planned.notes.of(.croppedPictures).isEmpty {
      var other = job
      other.layout = layout
      // Very many or large pictures do not fit on a sheet at full size.
      if let whole = try? SheetPlanner(other, table: table).plan(groups) { planned = whole }
    }
    times.end(.planning)
    notes.add(planned.notes)
    return PlannedSheet(
      plan: planned.plan, notes: notes, cells: planned.cells, pictures: planned.pictures,
      copies: planned.copies, skipped: planned.skipped, rejected: rejected, searched: searched,
      groups: planned.groups,
      origins: origins + rejected.compactMap(\.path), times: times, basis: self,
      lengthUnit: job.lengthUnit)
  }

  /// Lays out the pictures of a plan again, without those that are damaged.
  ///
  /// - Parameter pictures: All pictures, from which the job leaves out the damaged ones.
  /// - Returns: The plan without the damaged pictures.
  /// - Throws: ``ContactSheetError``.
  func plan(again pictures: [SheetPicture]) throws -> PlannedSheet {
    let known = PictureFactsBuilder(
      pictures.flatMap(\.withCellmates), table: table, parsing: job.parsing, clocks: clocks)
    return try plan(job.groups(of: known.pictures), Notes())
  }
}
