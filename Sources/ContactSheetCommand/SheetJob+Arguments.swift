internal import ArgumentParser
internal import ContactSheet
internal import SheetLayout
internal import SheetText
internal import SystemPackage

// What becomes of the values of options: the only place where they meet the library's job.

extension Arguments {
  /// Makes the plan that is asked for: that of a job, or one that was made before.
  ///
  /// Labels, and a plan that was made before, are read here.
  ///
  /// - Parameters:
  ///   - job: What ``job()`` gives.
  ///   - workers: How many headers are read at once.
  /// - Returns: A plan that has been checked.
  /// - Throws: ``SheetError``, ``LabelTableError``, ``FolderNameError``.
  func plan(_ job: SheetJob, workers: Int) async throws -> SheetPlan {
    let (plan, output) = (PlanOptions.shared, OutputOptions.shared)
    let maximumPixels = self[RunningOptions.shared.maxPixels]
    let documents = try documents
    let pages = self[plan.page] ?? self[plan.shard] ?? .all
    if let path = self[plan.fromPlan].map({ FilePath($0) }) {
      let decoded = try SheetPlan(contentsOf: path, root: documents.root)
      var encoding = decoded.encoding
      if let level = given(output.compression) { encoding.compressionLevel = level }
      if let depth = given(output.depth) { encoding.depth = depth }
      if let dpi = self[output.dpi] { encoding.pixelsPerInch = dpi }
      let replaced = decoded.replacing(
        pages: pages, output: try given(output.output).map(destination),
        documents: documents, encoding: encoding, maximumPixels: maximumPixels,
        unreadablePolicy: given(RunningOptions.shared.onError),
        replacesForeignFiles: self[output.force], keepsUnchangedFiles: self[output.keepUnchanged])
      let remaining =
        self[plan.skipExisting] ? try replaced.keepingPages(newerThan: path) : replaced
      return try await remaining.checked(workers: workers)
    }
    var job = job
    job.output = try destination(self[output.output])
    job.texts.labelTable = try labelTable()
    job.paging.pages = pages
    job.documents = documents
    job.replacesForeignFiles = self[output.force]
    job.keepsUnchangedFiles = self[output.keepUnchanged]
    job.maximumPixels = maximumPixels
    return try await job.plan(workers: workers)
  }

  /// The documents that are asked for.
  private var documents: SheetDocuments {
    get throws {
      let plan = PlanOptions.shared
      var documents = SheetDocuments()
      documents.manifest = try self[plan.manifest].map(destination)
      documents.root = try self[plan.root].map { try PlanRoot(FilePath($0)) }
      documents.depfile = try self[plan.depfile].map {
        Depfile(to: try destination($0), otherFiles: configurationFiles)
      }
      documents.html = try self[plan.html].map(destination)
      documents.report = try report
      return documents
    }
  }

  /// Where a report of the run goes; nil for none.
  var report: SheetOutput? {
    get throws(FolderNameError) { try self[PlanOptions.shared.report].map(destination) }
  }

  /// How many pictures are decoded at once.
  var workers: Int { self[RunningOptions.shared.jobs] ?? Processors.available }

  /// What is told of the run.
  var messages: Messages {
    let running = RunningOptions.shared
    return Messages(
      isQuiet: self[running.quiet], isVerbose: self[running.verbose],
      isColored: Terminal.standardError.showsColor)
  }

  /// What the options ask for where no plan has been made yet.
  ///
  /// - Throws: `ValidationError` for what no rule between options can tell.
  func job() throws -> SheetJob {
    let (input, layout, tile) = (InputOptions.shared, LayoutOptions.shared, TileOptions.shared)
    let (pages, output) = (PageOptions.shared, OutputOptions.shared)
    try checkLengths()
    let density = self.density
    let page = density.flatMap { self[layout.paper]?.pixels(perInch: $0) }

    var job = SheetJob(inputs: inputs, output: .standardOutput)
    job.finder.isRecursive = self[input.recursive]
    job.finder.takesHidden = self[input.hidden]
    job.finder.include = self[input.include].map(Glob.init)
    job.finder.exclude = self[input.exclude].map(Glob.init)
    job.order = ImageOrder(
      by: self[input.sort], seed: self[input.seed], isReversed: self[input.reverse])
    job.metadata.orientation = self[input.orient]
    job.metadata.color = self[tile.color]
    job.unreadablePolicy = self[RunningOptions.shared.onError]

    job.layout = self[layout.layout].layout(self, page)
    job.weights = self[layout.weight]
    let geometry = self[layout.geometry]
    let margin =
      page == nil
      ? layout.margin.standard
      : layout.margin.value(of: [LayoutOptions.marginOnPaper], perInch: density)
    job.gap = geometry?.gap ?? self[layout.gap]
    job.margin = geometry?.border ?? given(layout.margin) ?? margin

    job.paging.picturesPerPage = self[pages.perPage]
    job.paging.maximumHeight = page?.height ?? self[pages.maxHeight]
    job.paging.minimumHeight = page?.height
    job.paging.groupsByFolder = self[pages.groupBy] == .folder
    job.paging.readingOrder = self[pages.order]

    job.style = style(geometry: geometry)
    job.texts = try texts()
    job.encoding.compressionLevel = self[output.compression]
    job.encoding.depth = self[output.depth]
    job.encoding.pixelsPerInch = density
    return job
  }

  /// What is named by arguments and lists, in that order.
  private var inputs: [ImageFinder.Input] {
    let options = InputOptions.shared
    let separator: PathList.Separator = self[options.null] ? .nul : .newline
    let standardInput = PathList(.descriptor(.standardInput), separator: separator)
    return self[options.paths].map { path in
      path == "-" ? .list(standardInput) : .path(FilePath(path))
    }
      + self[options.filesFrom].map { path in
        .list(path == "-" ? standardInput : PathList(.file(FilePath(path)), separator: separator))
      }
  }

  /// How pictures stand in their cells, and what stands around them.
  private func style(geometry: MontageGeometry?) -> TileStyle {
    let (tile, around) = (TileOptions.shared, FurnitureOptions.shared)
    var style = TileStyle(
      scaling: self[tile.scale], alignment: self[tile.align],
      enlargement: self[tile.upscale] ? .allowed : .never, filter: self[tile.filter],
      sharpening: given(tile.sharpen), background: self[tile.background],
      cellBackground: self[tile.cellBackground],
      furniture: Furniture(
        padding: self[around.padding], border: self[around.border], frame: self[around.frame],
        radius: self[around.radius], shadow: self[around.shadow]))
    guard let geometry else { return style }
    style.enlargement = geometry.fitting == .shrunk ? .never : .allowed
    switch geometry.fitting {
    case .whole, .shrunk: style.scaling = .fit
    case .filling: style.scaling = .fill
    case .stretched: style.scaling = .stretch
    }
    return style
  }

  /// What is written on the sheet, but for a table of labels.
  ///
  /// - Throws: `ValidationError` where a text has the date, and the environment a wrong one.
  private func texts() throws -> SheetTexts {
    let options = TextOptions.shared
    var texts = SheetTexts()
    texts.label = self[options.label]
    texts.labelPosition = self[options.labelPosition]
    texts.labelOverflow = self[options.labelOverflow]
    texts.labelLines = self[options.labelLines]
    texts.header = self[options.header]
    texts.title = self[options.title]
    texts.heading = self[options.heading]
    texts.footer = self[options.footer]
    texts.font = self[options.font]
    texts.titleFont = self[options.titleFont]
    texts.color = self[options.textColor]
    if [texts.header, texts.title, texts.heading, texts.footer].contains(where: {
      $0?.needsDate == true
    }) {
      do { _ = try CivilTime.ofRun() } catch { throw ValidationError("\(error).") }
    }
    return texts
  }

  private func labelTable() throws(LabelTableError) -> LabelTable? {
    switch self[TextOptions.shared.labelsFrom] {
    case nil: nil
    case "-": try .readingStandardInput()
    case let path?: try LabelTable(contentsOf: FilePath(path))
    }
  }
}

/// Where a sheet or a file about it goes that the command line calls `path`.
///
/// - Throws: ``FolderNameError``.
private func destination(_ path: String) throws(FolderNameError) -> SheetOutput {
  if path == "-" { return .standardOutput }
  // A FilePath no longer has the slash.
  guard !path.hasSuffix("/") else { throw FolderNameError(path: path) }
  return .file(FilePath(path))
}

/// A file has the name of a folder.
struct FolderNameError: Error, CustomStringConvertible {
  let path: String

  var description: String { "'\(path.printable)' is a folder name; name a file in it" }
}
