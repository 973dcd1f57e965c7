internal import ArgumentParser
internal import SheetFacts
internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetRunning
internal import SystemPackage

/// A job and a request, as the options ask for them.
struct ResolvedOptions: Sendable {
  /// The sheet, unless a plan describes it.
  var job: SheetJob
  var request = RenderOptions()
  /// The first mistake in the request; nil if there is none.
  ///
  /// It is reported like any other failure of a run, in the report as well.
  var fault: (any Error)?
}

extension RawOptions {
  /// The job and the request.
  ///
  /// - Throws: `ValidationError` for mistakes that no rule between options finds.
  func resolved() throws -> ResolvedOptions {
    var resolved = ResolvedOptions(job: try checkedJob())
    if isOnPaperIfLarge {
      var onPaper = self
      try onPaper.set(OptionCatalog.known("paper"), [LayoutOptions.paperOfPDF])
      resolved.job.ifLarge = .over(
        side: LayoutOptions.largestOffPaper, try onPaper.checkedJob())
    }
    // A single name is for a single sheet.
    resolved.job.paging.isDividedIfLarge = output.output == nil
    fill(&resolved)
    return resolved
  }

  /// The job of options with lengths in pixels, after checking the tokens of its templates.
  private func checkedJob() throws -> SheetJob {
    let job = try inPixels().job()
    // The columns of a table are known when it is read.
    if job.table == nil {
      do { try job.checkTokens(nil, listing: plan.list?.template) } catch {
        let text = "\(note(on: error))"
        throw ValidationError(
          place(of: error).map { "cannot read \($0): \(text.trimmingPrefix("cannot read "))" }
            ?? text)
      }
    }
    return job
  }

  private func job() throws -> SheetJob {
    var job = SheetJob()

    job.inputs = (input.paths ?? []).map { $0 == "-" ? list($0) : .path(FilePath($0)) }
    job.inputs += (input.filesFrom ?? []).map(list)
    // Pictures that are not compared cannot differ.
    job.search.isRecursive = input.recursive ?? compares
    job.search.takesHidden = input.hidden ?? false
    job.search.include = (input.include ?? []).map(Glob.init)
    job.search.exclude = (input.exclude ?? []).map(Glob.init)
    job.parsing = (input.parse ?? []).compactMap(\.self)
    job.conditions = input.conditions ?? []
    job.clocks = (input.clocks ?? []).compactMap(\.self)
    job.duplicates = input.duplicates ?? .show
    job.stacking = input.stack
    job.limit = input.limit
    job.order = ImageOrder(by: input.sort ?? .auto, isReversed: input.reverse ?? false)
    job.metadata.orientation = input.orient ?? .auto
    job.metadata.color = tile.color ?? .convert
    job.table = text.labelsFrom.map { $0 == "-" ? .standardInput : .file(FilePath($0)) }
    job.comparison = comparison

    job.layout = arrangement()
    (job.weights, job.spans) = (layout.weight ?? [], layout.span ?? [])
    let geometry = layout.geometry
    let density = page == nil ? nil : self.density
    let marginOnPaper = page.flatMap { page in
      density.map { "\(Paper.margin(of: page, perInch: $0))mm" }
    }
    job.gap = try layout.gap ?? geometry?.gap ?? .usual("\(Paper.gap)mm", density)
    job.margin = try layout.margin ?? geometry?.border ?? .usual(marginOnPaper ?? "", density)

    job.paging.picturesPerPage = pages.perPage
    job.paging.pageCount = pages.pageCount
    job.paging.maximumHeight = pages.maxHeight
    job.paging.groupKey = pages.groupBy
    job.paging.groupBreak = pages.groupBreak ?? .page
    job.paging.readingOrder = pages.order ?? .rows
    if let page, let density {
      (job.paging.minimumHeight, job.paging.maximumHeight) = (page.height, page.height)
      job.paging.minimumPictureSide = try Length(
        "\(Paper.leastSide(inCollage: layoutKind == .collage))mm")?.pixels(perInch: density)
      job.texts.areOnPaper = true
    }

    job.style.scaling = tile.scale ?? geometry?.scaling ?? layoutKind.usualScaling
    job.style.alignment = tile.align ?? .subject
    (job.foci, job.crops) = (tile.focus ?? [], tile.crop ?? [])
    job.trimsBorders = tile.trim != nil
    if case .upTo(let tolerance) = tile.trim { job.trimTolerance = tolerance }
    switch tile.upscale {
    case .toCells: job.style.enlargement = .allowed
    case .by(let factor): job.enlargementFactor = factor
    case nil:
      let isRefused = given["upscale"] != nil
      job.style.enlargement = isRefused ? .never : geometry?.enlargement ?? .never
    }
    job.style.filter = tile.filter ?? .lanczos
    job.style.light = tile.light ?? .linear
    job.style.sharpening = tile.sharpen
    job.style.background = tile.background ?? .color(.white)
    job.style.cellBackground = tile.cellBackground
    job.style.furniture.padding = furniture.padding ?? 0
    job.style.furniture.border = furniture.border
    job.style.furniture.frame = furniture.frame
    job.style.furniture.radius = furniture.radius ?? 0
    job.style.furniture.shadow = furniture.shadow
    job.style.edge = furniture.edge ?? .hairline

    job.texts.label = text.label
    job.texts.labelPosition = text.labelPosition ?? .below
    job.texts.labelAlignment = text.labelAlign
    job.texts.labelColor = text.labelColor?.first
    job.texts.labelDetailColor = text.labelColor?.others
    job.texts.labelLines = text.labelLines
    job.best = text.best
    (job.texts.title, job.texts.header, job.texts.footer) = (text.title, text.header, text.footer)
    job.texts.heading = text.heading
    job.logo = text.logo.map { SheetLogo(FilePath($0)) }
    job.texts.font = text.font ?? .auto
    job.texts.titleFont = text.titleFont
    job.texts.alignment = text.textAlign ?? .center
    job.texts.color = text.textColor
    let lines = [text.title, text.header, text.footer]
    if lines.contains(where: { $0?.needsDate == true }) || text.heading?.needsDate == true {
      do { _ = try CivilTime.ofRun() } catch { throw ValidationError("\(error)") }
    }

    job.encoding.compressionLevel = output.compression ?? 6
    job.encoding.quality = output.quality ?? .exact
    job.encoding.depth = output.depth ?? .eight
    job.encoding.pixelsPerInch = output.dpi ?? density
    job.maximumPixels = running.maxPixels ?? .standard
    job.maximumMemory = running.maxMemory ?? .standardMemory
    job.unreadablePolicy = running.onError ?? .placeholder
    return job
  }

  /// The requested comparison; nil if there is none.
  private var comparison: ComparisonSettings? {
    let folder = compare.compare.map { FilePath($0) }
    guard
      var comparison = compare.match.map({ ComparisonSettings(matching: $0, with: folder) })
        ?? folder.map({ ComparisonSettings(with: $0) })
    else { return nil }
    let shown = compare.show ?? ShownComparison()
    (comparison.shown, comparison.shownAs) = (shown.pairs, shown.differences)
    comparison.zooms = compare.zoom ?? false
    comparison.allowed = compare.allow ?? []
    comparison.ignored = compare.ignoreArea ?? []
    comparison.masks = compare.masks.map { FilePath($0) }
    comparison.framesPictures = given["border"] == nil
    comparison.rule = ComparisonRule(
      tolerance: compare.tolerance ?? ComparisonRule.usualTolerance,
      ignoresSmoothing: compare.ignoreAntialiasing ?? true)
    return comparison
  }

  /// The list of paths in a file, or in standard input.
  private func list(_ path: String) -> SheetInput {
    .list(
      PathList(
        path == "-" ? .descriptor(.standardInput) : .file(FilePath(path)),
        separator: input.null == true ? .nul : .newline))
  }

  /// The file and the line of the template that an error is about; nil on the command line.
  private func place(of error: PlanningError) -> String? {
    guard case .template(let use, _) = error else { return nil }
    let otherNames: [TemplateUse: String] = [
      .order: "sort", .group: "group-by", .listing: "list", .rows: "rows-by",
      .columns: "columns-by",
    ]
    return given[otherNames[use] ?? use.rawValue]?.place
  }

  /// Makes the request.
  ///
  /// Properties that a job or a plan has, too, stay unset.
  private func fill(_ resolved: inout ResolvedOptions) {
    var request = RenderOptions()
    func named(_ path: String) -> SheetOutput? {
      do { return try SheetOutput(named: path) } catch {
        if resolved.fault == nil { resolved.fault = error }
        return nil
      }
    }
    request.otherOrigins = configurationFiles
    request.isDryRun = plan.dryRun ?? false
    for kind in DocumentKind.all {
      guard let path = plan.documents[kind.name], let output = named(path) else { continue }
      var document = DocumentRequest(kind, to: output)
      document.folder = folderHolding(kind.name)
      request.documents.append(document)
    }
    request.embeddingLimit = plan.embed
    request.root = plan.root.map { FilePath($0) }
    request.pages = plan.page ?? plan.shard ?? .all
    request.skipsExisting = plan.skipExisting ?? false
    // The plan has the paths of its pages, unless the command line has one.
    if plan.fromPlan == nil || output.output != nil {
      (request.output, request.format) = (named(sheetName.path), sheetName.format)
      request.outputFolder = folderHolding("output")
    }
    request.replacesForeignFiles = output.force ?? false
    request.keepsUnchangedFiles = output.keepUnchanged ?? false
    request.compressionLevel = output.compression
    request.quality = output.quality
    // A plan that was read has its quality.
    if plan.fromPlan == nil, output.quality == nil {
      request.photographQuality = OutputOptions.photographQuality
    }
    // A quality of a preset is no reason to fail if a library is missing.
    request.requiresQuality = given["quality"]?.origin == .commandLine
    request.maximumBytes = output.maxBytes
    request.depth = output.depth
    request.pixelsPerInch = output.dpi
    request.linksPictures = output.noLinks != true
    request.workers = running.jobs ?? Processors.available
    request.unreadablePolicy = running.onError
    if let pixels = running.maxPixels { request.maximumPixels = pixels }
    if let memory = running.maxMemory { request.maximumMemory = memory }
    resolved.request = request
  }
}

extension Spacing {
  /// A length on paper; without a density, the standard space.
  fileprivate static func usual(_ onPaper: String, _ density: Int?) throws -> Spacing {
    guard let density else { return .standard }
    return try Spacing(onPaper.withLengthsInPixels(perInch: density)) ?? .standard
  }
}
