internal import ArgumentParser
internal import ContactSheet
internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
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
    let job = try inPixels().finishedJob()
    // The columns of a table are known when it is read.
    if job.table == nil {
      do { try job.checkTokens(nil, listing: plan.list?.template) } catch {
        let text = failure(error).message()
        throw ValidationError(
          place(of: error).map { "cannot read \($0): \(text.trimmingPrefix("cannot read "))" }
            ?? text)
      }
    }
    return job
  }

  private func finishedJob() throws -> SheetJob {
    var job = job
    let geometry = layout.geometry

    job.inputs = (input.paths ?? []).map { $0 == "-" ? list($0) : .path(FilePath($0)) }
    job.inputs += (input.filesFrom ?? []).map(list)
    // Pictures that are not compared cannot differ.
    job.search.isRecursive = input.recursive ?? compares
    job.table = text.labelsFrom.map { $0 == "-" ? .standardInput : .file(FilePath($0)) }
    job.comparison = comparison

    job.layout = arrangement()
    job.gap = layout.gap ?? geometry?.gap ?? requestedSize.usualGap
    job.margin = layout.margin ?? geometry?.border ?? requestedSize.usualMargin
    requestedSize.fitPages(of: &job, areCollages: layoutKind == .collage)

    job.style.scaling = tile.scale ?? geometry?.scaling ?? layoutKind.usualScaling
    switch tile.upscale {
    case .toCells: job.style.enlargement = .allowed
    case .by(let factor): job.enlargementFactor = factor
    case nil:
      let isRefused = given["upscale"] != nil
      job.style.enlargement = isRefused ? .never : geometry?.enlargement ?? .never
    }

    job.texts.labelColor = text.labelColor?.first
    job.texts.labelDetailColor = text.labelColor?.others
    job.logo = text.logo.map { SheetLogo(FilePath($0)) }
    let lines = [job.texts.title, job.texts.header, job.texts.footer]
    if lines.contains(where: { $0?.needsDate == true }) || job.texts.heading?.needsDate == true {
      do { _ = try CivilTime.ofRun() } catch { throw ValidationError("\(error)") }
    }

    let usual = SheetEncoding(pixelsPerInch: requestedSize.page?.pixelsPerInch)
    job.encoding = request.encoding(over: usual)
    job.maximumPixels = request.maximumPixels
    job.maximumMemory = request.maximumMemory
    job.unreadablePolicy = request.unreadablePolicy ?? .placeholder
    job.lengthUnit = lengthUnit
    return job
  }

  /// The requested comparison; nil if there is none.
  private var comparison: ComparisonSettings? {
    if !compares { return nil }
    var comparison = compare.settings
    let shown = compare.show ?? ShownComparison()
    (comparison.shown, comparison.shownAs) = (shown.pairs, shown.differences)
    comparison.before = compare.compare.map { FilePath($0) }
    comparison.masks = compare.masks.map { FilePath($0) }
    comparison.framesPictures = given["border"] == nil
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
  private func place(of error: ContactSheetError) -> String? {
    guard let use = (error.cause as? TemplateFault)?.use else { return nil }
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
    var request = request
    func named(_ path: String) -> SheetOutput? {
      do { return try SheetOutput(named: path) } catch {
        if resolved.fault == nil { resolved.fault = error }
        return nil
      }
    }
    request.otherOrigins = configurationFiles
    for kind in DocumentKind.allCases {
      guard let path = plan.documents[kind.name], let output = named(path) else { continue }
      var document = DocumentRequest(kind, to: output)
      document.folder = folderHolding(kind.name)
      request.documents.append(document)
    }
    request.root = plan.root.map { FilePath($0) }
    request.pages = plan.page ?? plan.shard ?? .all
    // The plan has the paths of its pages, unless the command line has one.
    if plan.fromPlan == nil || output.output != nil {
      (request.output, request.format) = (named(sheetName.path), sheetName.format)
      request.outputFolder = folderHolding("output")
    }
    // A plan that was read has its quality.
    if plan.fromPlan == nil, request.quality == nil {
      request.photographQuality = OutputOptions.photographQuality
    }
    // A quality of a preset is no reason to fail if a library is missing.
    request.requiresQuality = given["quality"]?.origin == .commandLine
    request.linksPictures = output.noLinks != true
    request.workers = running.jobs ?? Processors.available
    resolved.request = request
  }
}
