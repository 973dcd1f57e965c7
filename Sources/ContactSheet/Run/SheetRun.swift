internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
package import SheetModel
internal import SheetPictures
internal import SheetPlanning
package import SheetPlans
internal import SheetRendering
internal import SheetText
internal import SystemPackage

/// A plan that is to be rendered, checked against everything that can be known before decoding.
///
/// Making one reads the headers of pictures that have not been probed, and examines every output once.
/// The values that it holds are the values that are written.
package struct SheetRun: Sendable {
  /// The sheet, as it is rendered and as documents describe it.
  package let sheet: ResolvedSheet
  /// The pages that stay, because they exist and are new enough.
  package let keptPages: [SheetOutput]
  /// The notes of planning, of checks and of rendering.
  package internal(set) var notes: Notes

  /// The result of comparing pictures; nil if this run compared none.
  package let comparison: PlannedComparison?

  /// Re-plans without damaged pictures; nil if tiles keep their positions.
  let replanning: (@Sendable ([SheetPicture]) throws -> PlanningResult)?
  let outputs: RunOutputs
  let documents: [Document]
  let request: RenderOptions
  /// The names of a job's pages, of which earlier runs may have left more; nil if the plan was read.
  ///
  /// Pages of a plan that was read may be rendered one by one.
  let pageNames: OutputNames?
  let times: StepTimes
  /// The creation time that files state; nil if no file states a time.
  let statedTime: CivilTime?

  /// Checks the pages, pictures, texts and outputs of a run.
  ///
  /// Pages must be within the limit. Some picture must be readable, or all if that is the policy.
  /// Texts must be able to be set. All outputs must be writable, none of them over a picture,
  /// another output or a file of another kind. Documents must support their contents.
  ///
  /// Nothing is written. In a dry run, the folders of pages may be missing.
  ///
  /// - Parameters:
  ///   - planned: The plan, and the probed pictures.
  ///   - request: The settings of the run.
  /// - Throws: ``SheetError``, `PlanningError`, `PictureError`, and `CancellationError` when the
  ///   task is cancelled.
  package init(_ planned: PlanningResult, _ request: RenderOptions) async throws {
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
          "\(output.quoted) is exact, and large: \(reason)")
      })
    notes.add(
      kept.map(\.output).map {
        Note(
          .keptPage, as: .detail, about: $0.name, "\($0.quoted) is newer than the plan, so it stays"
        )
      })
    notes.add(
      try plan.fontProblems().map {
        Note(.font, as: $0.lacksLibrary ? .warning : .note, $0.description)
      })

    outputs = try RunOutputs(rendered, request, confinedTo: planned.confinement?.opened)
    let logos = planned.file == nil ? [] : rendered.compactMap(\.page.logo?.source.path).prefix(1)
    let filesRead =
      (planned.file == nil ? planned.origins : []) + planned.searched.excluded
      + request.otherOrigins + logos + plan.pictures.lazy.flatMap(\.stackSources).map(\.path)
    if let path = outputs.firstOverwritten(
      of: planned.skipped + planned.comparedOnly + planned.rejected + pictures.compactMap(\.self),
      filesRead, plan: planned.file)
    {
      throw FindError.inputIsOutput(path)
    }
    if let path = outputs.firstPicture(in: planned.searched.folders) {
      throw FindError.pictureIsOutput(path)
    }
    if !request.replacesForeignFiles { try outputs.checkReplaced() }

    let logo = try planned.probedLogo(of: rendered, within: request.maximumMemory.value)
    sheet = ResolvedSheet(
      plan: plan.with(
        plan.encoding,
        isGray: plan.isGray && (pictures + [logo]).lazy.compactMap(\.self).areGray),
      pages: pages, renderedPages: rendered, pictures: pictures, logo: logo,
      skipped: planned.skipped,
      root: try request.root.map(PlanRoot.init),
      origins: planned.origins + request.otherOrigins + logos, linksPictures: request.linksPictures,
      compared: planned.compared)
    let sheet = sheet
    let outputs = outputs
    documents = try outputs.documents.map { try $0.prepared(for: sheet, outputs) }
    try Self.checkPictures(of: sheet)

    keptPages = kept.map(\.output)
    notes.add(sheet.pictureNotes)
    notes.add(documents.flatMap { $0.prepared?.notes ?? [] })
    statedTime = try rendered.contains(where: \.format.statesTime) ? CivilTime.stated() : nil
    pageNames = planned.suggestedOutputs == nil ? request.output?.names : nil
    let movesTiles = sheet.plan.unreadablePolicy == .skip && request.pages == .all
    replanning = movesTiles ? planned.replanning : nil
    self.request = request
    self.times = times
    comparison = planned.compared == nil ? nil : plan.comparison
  }

  /// Checks that a file of several pages is written whole, by one run.
  private static func checkSharedFiles(
    of pages: [PageDestination], _ selected: [PageDestination], _ planned: PlanningResult,
    _ request: RenderOptions
  ) throws(SheetError) {
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
      // A file that the request names may be replaced by a part.
      if request.output == nil, part < count { throw .oneFile(page.output, .selection) }
      if hasPagePlans { throw .oneFile(page.output, .plans) }
    }
  }

  /// Separates pages that stay from pages that are rendered.
  private static func partition(
    _ pages: [PageDestination], _ planned: PlanningResult, _ request: RenderOptions
  ) throws(SheetError) -> (kept: [PageDestination], rendered: [PageDestination]) {
    guard request.skipsExisting, let file = planned.file else { return ([], pages) }
    let modified: Duration
    do { modified = try file.stat().modified } catch {
      throw .plan(file, .unreadable(reason: "\(error)"))
    }
    // If both are equally old, the page may have been written before the plan.
    func isKept(_ page: PageDestination) -> Bool {
      guard case .file(let path) = page.output, let status = try? path.stat() else { return false }
      return status.modified > modified && SheetFormat.isOwnSheet(path)
    }
    var (kept, rendered): ([PageDestination], [PageDestination]) = ([], [])
    for page in pages { if isKept(page) { kept.append(page) } else { rendered.append(page) } }
    return (kept, rendered)
  }

  private static func check(_ pages: [PageDestination], limit: PixelCount) throws(PlanningError) {
    for page in pages.map(\.page) {
      let size = Size(width: Double(page.size.width), height: Double(page.size.height))
      guard size.width * size.height <= Double(limit.value) else {
        throw .tooLarge(size, limit: limit)
      }
    }
  }

  /// Checks that pages can be written in the formats of their files.
  ///
  /// - Returns: The files with exact pages though the plan has a quality, and why.
  private static func checkFormats(
    of pages: [PageDestination], _ plan: SheetPlan, _ request: RenderOptions
  ) throws(SheetError) -> [(output: SheetOutput, reason: FormatProblem)] {
    var exact: [(output: SheetOutput, reason: FormatProblem)] = []
    for page in pages {
      let reason = try request.exactReason(
        page.page.size, plan.format, plan.encoding.quality, page.format, page.output)
      if let reason, exact.last?.output != page.output { exact.append((page.output, reason)) }
    }
    return exact
  }

  private static func checkPictures(of sheet: ResolvedSheet) throws(PictureError) {
    let indices = sheet.renderedPages.lazy.flatMap(\.page.tiles).map(\.index)
    let unreadable = indices.compactMap { sheet.pictures[$0]?.unreadable }
    // A comparison continues even if no picture can be read, and reports the pictures.
    if sheet.plan.comparison == nil, !indices.isEmpty,
      indices.allSatisfy({ sheet.pictures[$0]?.unreadable != nil })
    {
      throw .nothingReadable(sheet.unreadable)
    }
    if sheet.plan.unreadablePolicy == .fail, let first = unreadable.first {
      throw .unreadable(first)
    }
  }
}

extension SheetPlan {
  /// The faults of texts in the requested fonts that do not prevent the sheet.
  ///
  /// - Throws: ``SheetError/font(_:)`` if a font needs a library that is not installed, or
  ///   has no room.
  fileprivate func fontProblems() throws(SheetError) -> [TextProblem] {
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

extension PlanningResult {
  /// Checks that pages of a confined plan stay in its folder, before any of their files is read.
  ///
  /// Destinations that the request states are not confined.
  fileprivate func checkConfinement(
    of pages: [PageDestination], _ request: RenderOptions
  ) throws(SheetError) {
    guard let root = confinement else { return }
    var names = pages.compactMap(\.page.logo?.source.path)
    for tile in pages.lazy.flatMap(\.page.tiles) {
      let picture = plan.pictures[tile.index]
      let compared = [picture.counterpart?.source, picture.counterpart?.maskSource]
      names.append(picture.source.path)
      names += compared.compactMap { $0?.path }
      names += picture.stackSources.map(\.path)
    }
    if let path = root.firstOutside(names) {
      throw .pictureOutsideRoot(path, root: root.folder)
    }
    guard request.output == nil else { return }
    if let path = root.firstOutside(pages.lazy.compactMap(\.output.names?.path)) {
      throw .pageOutsideRoot(path, root: root.folder)
    }
  }

  /// The logo of pages, which is one picture; nil if they have none.
  ///
  /// - Throws: ``PictureError/changed(_:planned:found:)`` if its size is not the planned one, and
  ///   ``PictureError/unreadable(_:)``.
  fileprivate func probedLogo(
    of pages: [PageDestination], within limit: Int
  ) throws(PictureError) -> SheetPicture? {
    guard let logo = pages.lazy.compactMap(\.page.logo).first else { return nil }
    var metadata = plan.metadata
    metadata.root = confinement?.opened
    let picture = try SheetPicture(readableFileAt: logo.source.path, metadata, within: limit)
    if let found = picture.size, found != logo.size {
      throw .changed(logo.source.text, planned: logo.size, found: found)
    }
    return picture
  }

  /// The pictures, with the pictures on some pages probed.
  fileprivate func probed(
    for pages: [PageDestination], workers: Int
  ) async throws -> [SheetPicture?] {
    // A file that is on the sheet more than once is read once.
    struct Source: Hashable {
      let name: FileName
      let counterpart: PlannedCounterpart?
    }
    var places: [Source: [Int]] = [:]
    for index in pages.lazy.flatMap(\.page.tiles).map(\.index) where pictures[index] == nil {
      let picture = plan.pictures[index]
      let source = Source(name: picture.source, counterpart: picture.counterpart)
      places[source, default: []].append(index)
    }
    guard !places.isEmpty else { return pictures }
    let indices = Array(places.values)
    let asked = FactQuery([])
    var metadata = plan.metadata
    metadata.root = confinement?.opened
    let probed = try await probing(indices, workers: workers) { [plan, metadata] in
      try plan.pictures[$0[0]].probed(metadata, asked, comparedBy: plan.comparison?.rule)
    }
    var all = pictures
    for (indices, picture) in zip(indices, probed) {
      for index in indices { all[index] = picture }
    }
    return all
  }
}

extension PlannedPicture {
  /// The picture of this name, with its header.
  ///
  /// - Throws: ``PictureError/changed(_:planned:found:)`` if its size is not the planned one.
  ///   ``PictureError/unplanned(_:)`` is thrown if it could not be read when the plan was made. Errors
  ///   that are not the picture's fault are thrown too.
  fileprivate func probed(
    _ metadata: MetadataUse, _ asked: FactQuery, comparedBy rule: ComparisonRule?
  ) throws(PictureError) -> SheetPicture {
    func picture(_ name: FileName) throws(PictureError) -> SheetPicture {
      try SheetPicture(fileAt: name.path, metadata, asked, FormatTable.standard)
    }
    var probed = try picture(source)
    if let rule, let counterpart, probed.unreadable == nil {
      let other = try picture(counterpart.source)
      let mask = try counterpart.maskSource.map(picture)
      if let damage = mask?.unreadable { throw .unreadable(damage) }
      probed =
        probed.changes(
          from: other, by: rule,
          ignoring: IgnoredPart(areas: counterpart.ignored, mask: mask)) ?? other
    }
    probed = probed.turned(isTurned)
    guard let found = probed.size else { return probed }
    guard let size else { throw .unplanned(name) }
    guard found == size else { throw .changed(name, planned: size, found: found) }
    return probed
  }
}
