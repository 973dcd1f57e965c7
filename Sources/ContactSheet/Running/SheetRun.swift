internal import SheetFiles
internal import SheetLayout
package import SheetModel
internal import SheetPictures
internal import SheetPlanning
package import SheetPlans
internal import SheetRendering
internal import SheetText
internal import SystemPackage

/// A plan to be rendered, with its pictures and outputs, after everything that can be known before
/// decoding has been checked.
///
/// Creating a run reads the headers of pictures that have not been probed, and examines every
/// output once. Rendering then writes exactly what the run contains.
package struct SheetRun: Sendable {
  /// The plan, with the encoding and the policy of the run.
  package let plan: SheetPlan
  /// All pages of the plan, with their destinations.
  package internal(set) var pages: [PageDestination]
  /// The pages that are rendered.
  package internal(set) var renderedPages: [PageDestination]
  /// The pages that are kept because they exist and are recent enough.
  package let keptPages: [SheetOutput]
  /// The notes of planning, of checks and of rendering.
  package internal(set) var notes: Notes

  /// The result of comparing pictures; nil if this run compared none.
  package let comparison: PlannedComparison?

  /// The pictures of the plan; nil for a picture that was not probed because it is only on pages
  /// that are not rendered.
  let pictures: [SheetPicture?]
  /// The picture to the right of titles; nil if there is none.
  let logo: SheetPicture?
  /// The watermark picture; nil if there is none.
  let watermark: WatermarkPicture?
  /// The pictures that were left out because their headers could not be read.
  let skipped: [SheetPicture]
  /// The folder to which paths in a manifest are relative; nil for the working folder.
  let root: PlanRoot?
  /// The files and folders from which the sheet was made, apart from its pictures.
  let origins: [FilePath]
  /// All pairs; nil if this run has compared no pictures.
  let compared: [Pair<PictureFacts>]?

  /// What a new plan is made from if pictures turn out to be damaged and are left out; nil if tiles
  /// keep their positions.
  var basis: PlanBasis?
  /// The indices of pictures that are copies of others; none if the plan was read.
  let copies: Set<Int>
  /// The space between pictures that hairlines would need; nil if none are left out for lack of
  /// space.
  let roomForHairlines: Int?
  let outputs: RunOutputs
  private(set) var documents: [Document] = []
  let request: RenderRequest
  /// The names of a job's pages, by which pages left over from earlier runs are found; nil if the
  /// plan was read.
  ///
  /// The pages of a plan that was read may be rendered one by one.
  let pageNames: OutputNames?
  let times: StepTimes
  /// The creation time that files state; nil if they state none.
  let statedTime: CivilTime?
  /// The unit for lengths in messages.
  let lengthUnit: LengthUnit

  /// Checks the pages, pictures, text and outputs of a run.
  ///
  /// Pages must be within the limit. At least one picture must be readable, or all of them if the
  /// policy requires that. It must be possible to set the text. All outputs must be writable, and
  /// none may replace a picture, another output or a file of another kind. It must be possible to
  /// make the documents for these pages.
  ///
  /// Nothing is written. In a dry run, the folders of pages may be missing.
  ///
  /// - Parameters:
  ///   - planned: The plan, and the probed pictures.
  ///   - request: The settings of the run.
  /// - Throws: ``ContactSheetError``, and `CancellationError` when the task is cancelled.
  package init(_ planned: PlannedSheet, _ request: RenderRequest) async throws {
    notes = planned.notes
    let pages = try PageDestination.pages(of: planned, request)
    let request = request.choosingQuality(for: planned.plan, pages, planned.pictures)
    let plan = planned.plan.with(
      request.encoding(over: planned.plan.encoding), request.unreadablePolicy)
    let selected = try request.pages.pages(of: pages)
    try Self.checkSharedFiles(of: pages, selected, planned, request)
    try planned.checkConfinement(of: selected, request)
    let (kept, rendered) = try Self.partition(selected, planned, request)
    try Self.check(rendered, limit: request.maximumPixels)
    let exactReasons = try Self.checkFormats(of: rendered, plan, request)

    var times = planned.times
    times.begin()
    let pictures = try await planned.probed(for: rendered, workers: request.workers)
      .map { $0?.within(request.maximumMemory.value) }
    times.end(.headers)
    notes.add(
      exactReasons.map { output, reason in
        Note(
          .exactFile, as: reason.lacksLibrary ? .warning : .note, about: output.name,
          "\(output.quoted) is lossless, so it is large: \(reason)")
      })
    notes.add(
      kept.map(\.output).map {
        Note(
          .keptPage, as: .detail, about: $0.name,
          "\($0.quoted) is newer than the plan, so it is kept"
        )
      })
    notes.add(
      try plan.fontProblems().map {
        Note(.font, as: $0.lacksLibrary ? .warning : .note, $0.description)
      })

    outputs = try RunOutputs(rendered, request, confinedTo: planned.confinement?.opened)
    let logos =
      planned.wasRead
      ? Set(planned.namesOfLogos(on: rendered)).sorted { $0.string < $1.string } : []
    try Self.check(outputs, planned, plan, pictures, request)

    let logo = try planned.probedLogo(of: rendered, within: request.maximumMemory.value)
    let mark = try planned.probedWatermark(of: rendered, within: request.maximumMemory.value)
    watermark = mark.map { WatermarkPicture($0, within: request.maximumMemory) }
    let isGray = pictures.lazy.compactMap(\.self).areGray(
      asGrayscale: plan.style.leavesNoColors(in: plan.comparison),
      and: [logo, mark].compactMap(\.self))
    self.plan = plan.with(plan.encoding, isGray: plan.isGray && isGray)
    (self.pages, renderedPages, keptPages) = (pages, rendered, kept.map(\.output))
    (self.pictures, self.logo, skipped) = (pictures, logo, planned.skipped)
    (compared, root) = (planned.compared, try request.root.map(PlanRoot.init))
    origins = planned.origins + request.otherOrigins + logos
    comparison = planned.compared == nil ? nil : plan.comparison
    let movesTiles = plan.unreadablePolicy == .skip && request.pages == .all
    basis = movesTiles ? planned.basis : nil
    copies = planned.copies
    roomForHairlines = planned.basis.flatMap(\.job.roomForOmittedHairlines)
    statedTime = try rendered.contains(where: \.format.statesTime) ? CivilTime.stated() : nil
    pageNames = planned.suggestedOutputs == nil ? request.output?.names : nil
    (self.request, self.times, lengthUnit) = (request, times, planned.lengthUnit)

    documents = try outputs.documents.map { try $0.prepared(for: self) }
    try checkPictures()
    notes.add(pictureNotes)
    notes.add(documents.flatMap { $0.prepared?.notes ?? [] })
  }

  /// Checks that no output replaces a file that the run reads, or a file of another kind.
  private static func check(
    _ outputs: RunOutputs, _ planned: PlannedSheet, _ plan: SheetPlan, _ pictures: [SheetPicture?],
    _ request: RenderRequest
  ) throws(ContactSheetError) {
    let filesRead =
      (planned.wasRead
        ? planned.filesOfAllPages
        : planned.origins + plan.pictures.lazy.flatMap(\.stackSources).map(\.path))
      + planned.searched.excluded + request.otherOrigins
    if let path = outputs.firstOverwritten(
      of: planned.skipped + planned.comparedOnly + planned.rejected + pictures.compactMap(\.self),
      filesRead, plan: planned.file)
    {
      throw .inputIsOutput(path)
    }
    if let path = outputs.firstPicture(in: planned.searched.folders) {
      throw .pictureIsOutput(path)
    }
    if !request.replacesForeignFiles { try outputs.checkReplaced(\.replacedFile) }
  }

  /// Checks that a file of several pages is written completely by a single run.
  private static func checkSharedFiles(
    of pages: [PageDestination], _ selected: [PageDestination], _ planned: PlannedSheet,
    _ request: RenderRequest
  ) throws(ContactSheetError) {
    func counts(_ pages: [PageDestination]) -> [SheetOutput: Int] {
      pages.filter(\.format.holdsPages).reduce(into: [:]) { $0[$1.output, default: 0] += 1 }
    }
    let (all, selected) = (counts(pages), counts(selected))
    let hasPagePlans = request.documents.contains(where: \.isByPage)
    for page in pages {
      guard let count = all[page.output], count > 1, let part = selected[page.output] else {
        continue
      }
      if case .shard = request.pages { throw .oneFile(page.output, .tasks) }
      // A file that the request names may be replaced by a file with only some of the pages.
      if request.output == nil, part < count { throw .oneFile(page.output, .selection) }
      if hasPagePlans { throw .oneFile(page.output, .singlePagePlans) }
    }
  }

  /// Separates pages that are kept from pages that are rendered.
  private static func partition(
    _ pages: [PageDestination], _ planned: PlannedSheet, _ request: RenderRequest
  ) throws(ContactSheetError) -> (kept: [PageDestination], rendered: [PageDestination]) {
    guard request.skipsExisting, let file = planned.file else { return ([], pages) }
    let modified: Duration
    do { modified = try file.stat().modified } catch {
      throw .plan(file, .unreadable(reason: "\(error)"))
    }
    // If the page and the plan have the same time, the page may have been written first.
    func isKept(_ page: PageDestination) -> Bool {
      guard case .file(let path) = page.output, let status = try? path.stat() else { return false }
      return status.modified > modified && SheetFormat.isOwnSheet(path)
    }
    var (kept, rendered): ([PageDestination], [PageDestination]) = ([], [])
    for page in pages { if isKept(page) { kept.append(page) } else { rendered.append(page) } }
    return (kept, rendered)
  }

  private static func check(_ pages: [PageDestination], limit: PixelCount) throws(ContactSheetError)
  {
    for page in pages.map(\.page) {
      let size = Size(width: Double(page.size.width), height: Double(page.size.height))
      guard size.width * size.height <= Double(limit.value) else {
        throw .tooLarge(size, limit: limit)
      }
    }
  }

  /// Checks that pages can be written in the formats of their files.
  ///
  /// - Returns: The files whose pages are lossless although the plan has a quality, and why.
  private static func checkFormats(
    of pages: [PageDestination], _ plan: SheetPlan, _ request: RenderRequest
  ) throws(ContactSheetError) -> [(output: SheetOutput, reason: FormatProblem)] {
    var exact: [(output: SheetOutput, reason: FormatProblem)] = []
    for page in pages {
      let reason = try request.exactReason(
        page.page.size, plan.format, plan.encoding.quality, page.format, page.output)
      if let reason, exact.last?.output != page.output { exact.append((page.output, reason)) }
    }
    return exact
  }

  private func checkPictures() throws(ContactSheetError) {
    let indices = renderedPages.lazy.flatMap(\.page.tiles).map(\.index)
    // A comparison continues even if no picture can be read, and reports that.
    if plan.comparison == nil, !indices.isEmpty,
      indices.allSatisfy({ pictures[$0]?.unreadable != nil })
    {
      throw .nothingReadable(unreadable)
    }
    if plan.unreadablePolicy == .fail {
      let unreadable = Array(indices.compactMap { pictures[$0]?.knownDamage })
      if !unreadable.isEmpty { throw .unreadable(all: unreadable) }
    }
  }
}

extension SheetPlan {
  /// The problems with fonts and text that do not prevent the sheet from being made.
  ///
  /// - Throws: ``ContactSheetError/font(_:)`` if a font needs a library that is not installed, or
  ///   for which there is too little memory.
  fileprivate func fontProblems() throws(ContactSheetError) -> [TextProblem] {
    var problems: [TextProblem] = []
    for (font, texts) in textsByFont.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      guard let problem = font.problem(with: texts) else { continue }
      switch problem {
      case .pangoMissing, .noRoom: throw .font(problem)
      case .familyMissing, .glyphMissing, .notBuiltIn: problems.append(problem)
      }
    }
    return problems
  }
}
