package import SystemPackage

/// A plan, with the pictures that were probed and the notes that were made for it.
///
/// A ``SheetRun`` is made of it, and probes the remaining pictures itself.
package struct PlanningResult: Sendable {
  /// The plan.
  package internal(set) var plan: SheetPlan
  /// The notes of the run so far.
  ///
  /// Later ones are added.
  package var notes = Notes()
  /// The cells of its grids; none if the plan was read.
  package internal(set) var cells = GridCells()

  /// The pictures of the plan; nil if a picture has not been probed.
  var pictures: [SheetPicture?]
  /// The pictures that were left out because their headers could not be read.
  var skipped: [SheetPicture] = []
  /// Pictures that were compared and are on no page; never overwritten.
  var comparedOnly: [SheetPicture] = []
  /// Pictures that the job has left out by their facts or by its limit; never overwritten.
  var rejected: [SheetPicture] = []
  /// The named files that patterns leave out, and the folders that were searched; pictures in these are
  /// never overwritten.
  var searched: (excluded: [FilePath], folders: [FilePath]) = ([], [])
  /// The groups of the plan's pages; nil if pages are not grouped.
  var groups: PageGroups?
  /// All pairs; nil if no pictures were compared for this plan.
  var compared: [Pair<PictureFacts>]?
  /// The destinations of the pages that a manifest states; nil if the plan is from a job.
  var suggestedOutputs: [SheetOutput]?
  /// The file that the plan was read from; nil if there is none.
  var file: FilePath?
  /// The folder to which reading and writing of a plan are confined; nil if they are not.
  var confinement: PlanRoot?
  /// The folders that were searched, and the lists, the table of labels and the plan that were read.
  var origins: [FilePath] = []
  /// The times of the steps so far.
  var times = StepTimes()
  /// Re-plans without damaged pictures; nil if tiles keep their positions.
  var replanning: (@Sendable ([SheetPicture]) throws -> PlanningResult)?
}

extension SheetJob {
  /// Finds the pictures, reads their headers and lays them out; decodes no pixels, unless pictures are
  /// compared, or facts of pixels are requested.
  ///
  /// - Parameters:
  ///   - output: The destination of the sheet; nil to take all files. Files in folders that have its
  ///     name, or the name of a page, and are sheets are left out.
  ///   - formats: The formats to look for, unless pictures are compared.
  ///   - workers: The number of headers to read at once, at least 1.
  ///   - notes: Gets the notes, also if planning fails.
  /// - Returns: The plan and its notes.
  /// - Throws: ``FindError``, ``SheetError``, ``OutputError``, `PlanningError`, `PictureError`, and
  ///   `CancellationError` when the task is cancelled.
  package func plan(
    for output: SheetOutput? = nil, formats: FormatTable = .standard, workers: Int = 2,
    notes: Notes = Notes()
  ) async throws -> PlanningResult {
    if let comparison {
      return try await plan(comparing: comparison, for: output, workers: workers, notes)
    }
    var reading = try reading()
    var times = StepTimes()
    let (pictures, found) = try await pictures(
      previousOutput: output, reading.asked, formats, workers: workers, &times, notes)
    let chosen = try await chosen(
      of: pictures, by: &reading, workers: workers, &times, notes)
    let groups = try await trimmed(self.groups(of: chosen.pictures), workers: workers, &times)
    let unshown = chosen.pictures.pictures(without: groups.lazy.flatMap(\.members))
    return try planned(
      groups,
      PreparedJob(
        table: reading.table, clocks: reading.rules.clocks,
        origins: found.searchedFolders + filesRead + reading.asked.filesRead,
        searched: (found.excluded, found.searchedFolders), rejected: chosen.left + unshown,
        times: times), notes)
  }

  /// The findings before pictures are laid out.
  private struct PreparedJob: Sendable {
    let table: PictureTable?
    let clocks: PictureRules<ClockCorrection>
    /// The folders and files that were searched and read besides pictures.
    let origins: [FilePath]
    let searched: (excluded: [FilePath], folders: [FilePath])
    /// The pictures that are left out.
    let rejected: [SheetPicture]
    var times: StepTimes
  }

  /// Groups of pictures with the parts inside their borders, if these are trimmed.
  private func trimmed(
    _ groups: [PictureGroup], workers: Int, _ times: inout StepTimes
  ) async throws -> [PictureGroup] {
    guard let trimming else { return groups }
    defer { times.end(.pixelAnalysis) }
    let pictures = groups.flatMap { $0.members.map(\.picture) }
    var trimmed = try await decoding(
      pictures, workers: workers, within: maximumMemory.value, held: \.heldBytes
    ) {
      try $0.trimmed(tolerance: trimming.value(for: $0))
    }[...]
    return groups.map { group in
      var group = group
      group.members = group.members.map { $0.with(trimmed.removeFirst()) }
      return group
    }
  }

  /// Lays out groups of pictures.
  private func planned(
    _ groups: [PictureGroup], _ prepared: PreparedJob, _ notes: Notes
  ) throws -> PlanningResult {
    var prepared = prepared
    prepared.times.begin()
    let pictures = groups.flatMap { $0.members.map(\.picture) }
    var job = suited(to: pictures)
    // Without copies, labels need no line for them.
    if !pictures.contains(where: { $0.lookalikes?.original != nil }) { job.duplicates = .show }
    let planned = try SheetPlanner(job.withProbedLogo(), table: prepared.table).plan(groups)
    prepared.times.end(.planning)
    var sheet = PlanningResult(
      plan: planned.plan, notes: notes, cells: planned.cells, pictures: planned.pictures,
      skipped: planned.skipped, rejected: prepared.rejected, searched: prepared.searched,
      groups: planned.groups, origins: prepared.origins + prepared.rejected.compactMap(\.path),
      times: prepared.times)
    notes.add(planned.notes)
    sheet.replanning = { [prepared] pictures in
      let all = pictures.flatMap(\.withCellmates)
      let known = FactJoin(
        all, table: prepared.table, parsing: parsing, clocks: prepared.clocks)
      return try self.planned(self.groups(of: known.pictures), prepared, Notes())
    }
    return sheet
  }

  /// The job with the header of its logo.
  ///
  /// - Throws: `PictureError` if it cannot be read.
  func withProbedLogo() throws(PictureError) -> SheetJob {
    guard let path = logo?.path else { return self }
    var job = self
    job.logo?.picture = try SheetPicture(
      readableFileAt: path, metadata, within: maximumMemory.value)
    return job
  }

  /// Plans, renders and writes the sheet.
  ///
  /// - Parameters:
  ///   - output: The destination of the sheet.
  ///   - workers: The number of pictures to decode at once, at least 1.
  ///   - notes: Gets the notes, also if the run fails.
  /// - Returns: The pages, and the pictures that could not be read.
  /// - Throws: ``FindError``, ``SheetError``, ``OutputError``, `PlanningError`, `PictureError`, and
  ///   `CancellationError` when the task is cancelled.
  package func run(
    to output: SheetOutput, workers: Int = 2, notes: Notes = Notes()
  ) async throws -> SheetReport {
    var request = RenderOptions(output: output)
    request.workers = workers
    (request.maximumPixels, request.maximumMemory) = (maximumPixels, maximumMemory)
    let sheet = try await plan(for: output, workers: workers, notes: notes)
    return try await SheetRun(sheet, request).render()
  }

  /// The requirements of a job on pictures: its table, its filters, and the facts that it needs.
  struct JobReading: Sendable {
    /// The table; as soon as pictures are known, without rows that name none.
    var table: PictureTable?
    let choice: PictureChoice
    /// The rules for pictures and pairs.
    let rules: JobRules
    let asked: FactQuery
  }

  /// Reads the table, if there is one, and checks all templates, also of a listing.
  func reading(listing template: PictureTemplate? = nil) throws -> JobReading {
    let table: PictureTable?
    do { table = try self.table?.table() } catch { throw PlanningError.table(error) }
    try checkTokens(table, listing: template)
    let choice = try choice(table)
    let rules = try JobRules(self, table)
    let others = choice.keys + rules.keys + (template?.keys ?? [])
    return JobReading(table: table, choice: choice, rules: rules, asked: askedFacts(and: others))
  }

  /// The pictures, with the requested facts, and other findings.
  func pictures(
    previousOutput output: SheetOutput?, _ asked: FactQuery, _ formats: FormatTable = .standard,
    workers: Int, _ times: inout StepTimes, _ notes: Notes
  ) async throws -> (pictures: [SheetPicture], found: FoundImages) {
    var found = FoundImages()
    if !inputs.isEmpty {
      let finder = ImageFinder(
        search: search, formats: formats, output: output?.names,
        redirectedFile: output?.redirectedFile)
      found = try finder.images(in: inputs)
    }
    notes.add(found.notes)
    times.end(.finding)
    var probed = try await found.images.probed(metadata, asked, formats, workers: workers)
    notes.add(Self.passOverSheets(among: &probed))
    let others = try sources.map { try SheetPicture(probing: $0, asked) }
    times.end(.headers)
    return ((probed + others).map { $0.within(maximumMemory.value) }, found)
  }

  /// Leaves out our own sheets in folders that also contain other pictures.
  private static func passOverSheets(among pictures: inout [SheetPicture]) -> [Note] {
    let sheets = pictures.filter(\.isSheetInFolder)
    let named = pictures.filter {
      $0.inputFolder == nil && $0.readableHeader?.isContactSheet == true
    }
    var notes: [Note] = []
    if named.count < pictures.count, let path = named.first?.foundPath {
      notes.append(
        Note(
          .shownSheets, about: .path(path),
          "\(path.quoted(ofCount: named.count)) \(named.count == 1 ? "is a sheet" : "are sheets") "
            + "made by contactsheet, and shown because named", [.count: named.count]))
    }
    guard !sheets.isEmpty else { return notes }
    let mixed = Set(pictures.lazy.filter { !$0.isSheetInFolder }.compactMap(\.inputFolder))
    pictures.removeAll { $0.isSheetInFolder && mixed.contains($0.inputFolder ?? "") }
    let passed = sheets.filter { mixed.contains($0.inputFolder ?? "") }.compactMap(\.foundPath)
    let shown = Set(sheets.compactMap(\.inputFolder)).subtracting(mixed)
    notes += shown.sorted { $0.string < $1.string }.map {
      Note(
        .shownSheets, about: .path($0),
        "there are only contact sheets in \($0.quoted), so they are shown")
    }
    if let first = passed.first {
      notes.append(
        Note(
          .passedSheets, about: .path(first),
          "\(passed.count.counted("contact sheet")) passed over, the first is \(first.quoted); name "
            + "a sheet to show it", [.count: passed.count]))
    }
    return notes
      + passed.map {
        Note(.passedSheet, as: .detail, about: .path($0), "passed over \($0.quoted)")
      }
  }

  /// The files that are read besides pictures: lists, and a table.
  var filesRead: [FilePath] {
    let lists = inputs.compactMap { input -> FilePath? in
      if case .list(let list) = input, case .file(let path) = list.source { path } else { nil }
    }
    return lists + [table?.file, logo?.path].compactMap(\.self)
  }
}

extension SheetPicture {
  /// Whether it was found in a folder and is one of our sheets, even one that cannot be read.
  fileprivate var isSheetInFolder: Bool {
    guard let path = foundPath, inputFolder != nil else { return false }
    return readableHeader?.isContactSheet ?? SheetFormat.isOwnSheet(path)
  }

  /// A picture of a file, with its header.
  ///
  /// - Throws: `PictureError` if it cannot be read, or needs more than `limit` bytes of memory.
  init(
    readableFileAt path: FilePath, _ metadata: MetadataUse, within limit: Int
  ) throws(PictureError) {
    self = try SheetPicture(fileAt: path, metadata, FactQuery([]), FormatTable.standard)
      .within(limit)
    if let unreadable { throw .unreadable(unreadable) }
  }
}

extension PlanningResult {
  /// Creates a planned sheet from a plan.
  ///
  /// Its pictures are files of their names, unless they are handed over here, in the plan's order.
  package init(_ plan: SheetPlan, pictures: [any PictureSource]? = nil) {
    self.init(
      plan: plan,
      pictures: pictures?.map { SheetPicture($0) }
        ?? Array(repeating: nil, count: plan.pictures.count))
  }

  /// Creates a planned sheet from a manifest, with the destinations of its pages.
  package init(_ manifest: SheetManifest) {
    self.init(manifest.plan)
    suggestedOutputs = manifest.fileNames.map(SheetOutput.init(named:))
  }

  /// Reads the plan in a manifest file, which is read piece by piece.
  ///
  /// A plan that is given a root is confined to it. A ``SheetRun`` refuses pictures that are
  /// outside of it by their names or through links. It also refuses pages outside of it, if only
  /// the plan states their destination. A root that the plan names itself confines nothing, since
  /// the author of the plan chose it.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - root: The folder to which the plan's paths are relative. If nil, it is the folder that the
  ///     plan names, or else the working folder.
  ///   - notes: Gets the notes of the run.
  /// - Throws: ``SheetError/plan(_:_:)``, and ``SheetError/noRoot(_:reason:)`` if the folder that the
  ///   plan names is not there.
  package init(
    contentsOf path: FilePath, root: FilePath? = nil, notes: Notes = Notes()
  ) throws(SheetError) {
    var times = StepTimes()
    let manifest = try Self.manifest(at: path)
    let folder = root ?? manifest.rootName.map { path.folder.pushing($0.path) }
    let place = try folder.map { (folder) throws(SheetError) in try PlanRoot(folder) }
    func resolve(_ name: FileName) -> FileName {
      place.map { .path($0.folder.pushing(name.path)) } ?? name
    }
    self.init(
      place == nil
        ? manifest.plan
        : manifest.plan.renamingPictures(
          { resolve($1) }, compared: { resolve($1) }, stacked: resolve))
    suggestedOutputs = manifest.fileNames.map {
      SheetOutput(named: $0.text == "-" ? $0 : resolve($0))
    }
    (file, confinement, origins) = (path, root == nil ? nil : place, [path])
    self.notes = notes
    times.end(.planning)
    self.times = times
  }

  private static func manifest(at path: FilePath) throws(SheetError) -> SheetManifest {
    do {
      var reader = ManifestReader()
      var fault: ManifestError?
      // A file under /dev is open already, as with --from-plan <(jq . plan.json).
      let file =
        try path.starts(with: "/dev")
        ? FileDescriptor.opened(path, .readOnly, .closeOnExec) : .openedFile(path)
      try file.closeAfter {
        try file.forEachChunk(atMost: SheetManifest.maximumSize) { chunk in
          do throws(ManifestError) { try reader.take(chunk) } catch { fault = error }
          return fault == nil
        }
      }
      if let fault { throw fault }
      return try reader.manifest()
    } catch let error as ManifestError {
      throw .plan(path, error)
    } catch {
      throw .plan(path, .unreadable(reason: "\(error)"))
    }
  }
}
