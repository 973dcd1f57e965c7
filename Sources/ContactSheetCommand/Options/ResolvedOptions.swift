internal import ArgumentParser
internal import ContactSheet
internal import SheetFiles
internal import SheetImaging
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SheetRendering
internal import SystemPackage

/// A sheet in pixels and a request, as the options specify them.
struct ResolvedOptions: Sendable {
  /// The sheet, unless a plan describes it.
  @Indirect var job: SheetJob
  var request = RenderRequest()
  /// The first mistake in the request; nil if there is none.
  ///
  /// It is reported like any other failure of a run, including in the report.
  var fault: (any Error)?
}

extension RawOptions {
  /// The resolved sheet and the request.
  ///
  /// - Throws: `ValidationError` for mistakes that the rules between options do not find.
  func resolved() throws -> ResolvedOptions {
    var resolved = ResolvedOptions(job: try job())
    resolved.fault = projectFile?.fault(isComparing: compares)
    fill(&resolved)
    return resolved
  }

  /// The sheet in pixels, after the tokens of its templates have been checked.
  private func job() throws -> SheetJob {
    var job: SheetJob
    do {
      job = try wholeSheet.resolved(for: destination)
      // The gap of a built-in preset is chosen for its usual cells. Like the default gap, it may
      // shrink between small cells.
      if case .preset(_, nil) = given["gap"]?.origin, job.pagePixelsPerInch != nil {
        job.gapMayShrink = true
      }
      // A figure leaves room below labels, so that each label is nearer to its own image than to
      // the next.
      if case .preset("figure", nil) = given["gap"]?.origin { job.rowGapIsForLabels = true }
      // A figure is one picture: it is narrower than the text block if that keeps it on one page.
      if case .preset(_, nil) = given["size"]?.origin,
        case .preset(_, nil) = given["max-height"]?.origin
      {
        job.widthMayShrink = true
      }
      if let label = given["label"] {
        if !label.hasEffect {
          job.texts.labelsOfTable = .hidden
        } else if case .preset(_, nil) = label.origin {
          job.texts.labelsOfTable = .insteadOfPreset
        }
      }
      // The rows of the preset hold a standard roll of film, but a roll may have a few more frames.
      if case .preset(_, nil) = given["tile"]?.origin { job.takesFurtherRow = true }
      // The text colours of a preset are meant for its usual background.
      func isFaint(_ color: Color?, of option: String) -> Bool {
        guard case .preset(_, nil) = given[option]?.origin, let color else { return false }
        return job.style.background.leastContrast(with: color) < Backdrop.textContrast
      }
      if isFaint(job.texts.color, of: "text-color") { job.texts.color = nil }
      if isFaint(job.texts.labelColor, of: "label-color") {
        (job.texts.labelColor, job.texts.labelDetailColor) = (nil, nil)
      }
      // The columns of a table are known only once it has been read.
      if job.table == nil { try job.checkTokens(nil, listing: plan.list?.template) }
    } catch let error as SettingError {
      let spelling = Spelling.options(of: self)
      let remedy = (error.reason as? LengthError)?.remedy.map { "; \($0.text(spelling))" } ?? ""
      let flag = spelling.name(error.setting)
      throw ValidationError("cannot use \(flag): \(error.reason)\(remedy)")
    } catch {
      let text = failure(error).message(.options(of: self))
      throw ValidationError(
        place(of: error).map { "cannot read \($0): \(text.trimmingPrefix("cannot read "))" } ?? text
      )
    }
    return job
  }

  /// What is known about the destination of the sheet.
  var destination: SheetDestination {
    SheetDestination(isDocument: !sheetName.written.isPicture, isNamed: output.output != nil)
  }

  /// The sheet, including what several options determine together.
  var wholeSheet: Sheet {
    var sheet = sheet
    sheet.readsStandardInput = true
    sheet.overlayRoot = folderHolding("overlay")?.string
    let geometry = layout.geometry
    sheet.cellsHoldEveryPicture = geometry != nil && geometry?.cell == nil
    sheet.gap = sheet.gap ?? geometry?.gap
    sheet.margin =
      sheet.margin
      ?? geometry.map {
        Sheet.Margins(horizontal: $0.border.horizontal, vertical: $0.border.vertical)
      }
    // The margin of a built-in preset is meant for its own paper, and shrinks on smaller paper.
    if case .preset(_, nil) = given["margin"]?.origin, let paper = sheet.paper,
      let margin = sheet.margin?.left, margin.unit == .millimetres
    {
      let most = (min(paper.millimetres.width, paper.millimetres.height) / 14).rounded()
      sheet.margin = Sheet.Margins(.millimetres(min(margin.value, max(4, most))))
    }
    switch tile.scale {
    case .toCells(let scaling): sheet.scale = scaling
    case .exactly(let share): sheet.exactScale = share
    case .drawn(let scale): sheet.drawingScale = scale
    case nil: sheet.scale = geometry?.scaling
    }
    let isRefused = given["upscale"] != nil
    sheet.upscale = tile.upscale ?? (isRefused ? .none : geometry?.upscaling ?? .automatic)
    (sheet.labelColor, sheet.labelDetailColor) = (text.labelColor?.first, text.labelColor?.others)
    (sheet.border, sheet.borders) = (tile.border?.policy?.value, tile.border?.rules ?? [])
    sheet.cellBackground = tile.cellBackground?.policy?.value
    sheet.cellBackgrounds = tile.cellBackground?.rules ?? []
    (sheet.stretch, sheet.stretches) = (tile.stretch?.policy?.value, tile.stretch?.rules ?? [])
    (sheet.colormap, sheet.colormaps) = (tile.colormap?.policy?.value, tile.colormap?.rules ?? [])
    sheet.compare = comparison
    // A run from a plan has these settings too, so their options are read into the request.
    sheet.compression = request.compressionLevel ?? sheet.compression
    (sheet.quality, sheet.dpi) = (request.quality?.level, request.pixelsPerInch)
    sheet.depth = request.depth ?? sheet.depth
    (sheet.maxPixels, sheet.maxMemory) = (request.maximumPixels.value, request.maximumMemory.value)
    sheet.onError = request.unreadablePolicy ?? sheet.onError
    (sheet.layout, sheet.writtenTracks) = (
      leavesLayoutOpen ? nil : sheetLayout, layout.columns?.text
    )
    return sheet
  }

  /// The requested comparison; nil if there is none.
  private var comparison: FolderComparison? {
    if !compares { return nil }
    var comparison = compare.comparison
    comparison.masksRoot = folderHolding("masks")?.string
    let shown = compare.show ?? ShownComparison()
    (comparison.show, comparison.showsHeat) = (shown.pairs, shown.differences == .heat)
    // Pairs have hairlines unless a border is given for all pictures, or borders are turned off.
    let border = given["border"]
    comparison.framesPictures =
      border?.texts.contains(where: { border?.option.isPolicy($0) == true }) != true
    return comparison
  }

  /// The file and the line of the template that an error is about; nil on the command line.
  private func place(of error: any Error) -> String? {
    guard let use = ((error as? ContactSheetError)?.cause as? TemplateFault)?.use else {
      return nil
    }
    let otherNames: [TemplateUse: String] = [
      .order: "sort", .group: "group-by", .listing: "list", .rows: "rows-by",
      .columns: "columns-by",
    ]
    return given[otherNames[use] ?? use.rawValue]?.place
  }

  /// Makes the request.
  ///
  /// Settings that a plan also contains stay unset unless an option gives them.
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
    // A plan names the files of its pages; `--output` overrides them.
    if plan.fromPlan == nil || output.output != nil {
      (request.output, request.format) = (named(sheetName.path), sheetName.format)
      request.outputFolder = folderHolding("output")
    }
    // A plan that was read has its own quality.
    if plan.fromPlan == nil, request.quality == nil {
      request.photographQuality = OutputOptions.photographQuality
    }
    // A quality from a preset is no reason to fail if a library is missing.
    request.requiresQuality = given["quality"]?.origin == .commandLine
    request.linksPictures = output.noLinks != true
    request.workers = running.jobs ?? Processors.available
    resolved.request = request
  }
}
