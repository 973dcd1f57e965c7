internal import SheetFacts
internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
package import SheetPlanning
internal import SheetPlans
internal import SheetRunning
internal import SheetText
internal import SystemPackage

extension Sheet {
  /// The job of the properties; it throws ``ContactSheetError`` if a value is wrong.
  package func job() throws -> SheetJob { try job(CustomLayoutFault()) }

  /// The job; `fault` gets the errors of a layout that the program defines.
  func job(_ fault: CustomLayoutFault) throws -> SheetJob {
    guard !(inputs.isEmpty && filesFrom.isEmpty && pictures.isEmpty) || compare != nil else {
      throw ContactSheetError(
        .noPictures, "cannot make a sheet: it has no pictures; name a folder, files or pictures")
    }
    var job = SheetJob(sources: pictures.map(PictureOfProgram.init))
    let (page, density) = (try self.page, try self.density)
    let kind =
      try layout?.kind()
      ?? (compare == nil
        ? .grid(columns: nil, rows: nil, cell: nil, ratio: nil)
        : .matrix(MatrixAxes(), .left, cell: nil))
    try addInputs(to: &job)
    job.layout = try arrangement(kind, page, fault)
    job.comparison = try compare?.settings(framesPictures: border == nil)

    let usual = Spacing(8)
    job.gap = try spacing(
      gap ?? (page == nil ? usual : Spacing(.millimetres(Double(SheetPlans.Paper.gap)))), "the gap")
    let usualMargin =
      page.flatMap { page in
        density.map {
          Spacing(.millimetres(Double(SheetPlans.Paper.margin(of: page, perInch: $0))))
        }
      } ?? usual
    job.margin = try spacing(margin ?? usualMargin, "the margin")
    try addPages(to: &job, page, isCollage: kind.isCollage)
    try addStyle(to: &job, usualScaling: kind.usualScaling)
    try addTexts(to: &job)
    job.encoding = SheetEncoding(
      compressionLevel: try checked(compression, 0...9, "the compression"),
      quality: try quality.map { .level(try checked($0, 1...100, "the quality")) } ?? .exact,
      depth: depth == .eight ? .eight : .sixteen, pixelsPerInch: density)
    job.maximumPixels = PixelCount(try checked(maxPixels, 1...Int.max, "maxPixels"))
    job.maximumMemory = ByteLimit(try checked(maxMemory, 1...Int.max, "maxMemory"))
    job.unreadablePolicy = onError.word()
    if job.table == nil { try job.checkTokens(nil) }
    return job
  }

  private func addInputs(to job: inout SheetJob) throws {
    job.inputs = inputs.map { .path(FilePath($0)) }
    job.inputs += filesFrom.map {
      .list(PathList(.file(FilePath($0)), separator: null ? .nul : .newline))
    }
    (job.search.isRecursive, job.search.takesHidden) = (recursive, hidden)
    (job.search.include, job.search.exclude) = (include.map(Glob.init), exclude.map(Glob.init))
    let tokens = Set((PictureTokens.all + PageTokens.all).filter { !$0.isRecent }.map(\.name))
    job.parsing = try parse.map { text in
      try value("the pattern '\(text)'") { try NameTemplate(text, reserved: tokens) }
    }
    job.conditions = try conditions.map { text in
      try value("the condition '\(text)'") { try Condition(text) }
    }
    job.clocks = try clock.map { text in
      try value("the clock '\(text)'") { CameraClock(parsing: text) }
    }
    job.duplicates = duplicates.word()
    job.stacking = try stack.map { stack in
      switch stack {
      case .likeness: .likeness
      case .taken(let seconds): .taken(within: try checked(seconds, 0...1e9, "the stack's seconds"))
      }
    }
    job.limit = try limit.map { try checked($0, 1...Int.max, "the limit") }
    let key: SortKey = try value("the order '\(sort.text)'") {
      sort.text.contains("{")
        ? .facts(try PictureTemplate(sort.text, others: .any)) : try SortKey(word: sort.text)
    }
    job.order = ImageOrder(by: key, isReversed: reverse)
    (job.metadata.orientation, job.metadata.color) = (orient.word(), color.word())
    job.table = labelsFrom.map { .file(FilePath($0)) }
    job.weights = try weight.map { text in
      try value("the weight '\(text)'") { try PictureWeight(parsing: text) }
    }
    job.spans = try span.map { text in
      try value("the span '\(text)'") { try PictureSpan(parsing: text) }
    }
    job.foci = try focus.map { text in
      try value("the focus '\(text)'") { PictureFocus(parsing: text) }
    }
    job.crops = try crop.map { text in
      try value("the crop '\(text)'") { try PictureCrop(parsing: text) }
    }
  }

  private func addPages(to job: inout SheetJob, _ page: PixelSize?, isCollage: Bool) throws {
    job.paging.picturesPerPage = try perPage.map { try checked($0, 1...Int.max, "perPage") }
    job.paging.pageCount = try pageCount.map { try checked($0, 1...Int.max, "pageCount") }
    job.paging.maximumHeight = try maxHeight.map { try pixels($0, from: 1, "maxHeight") }
    job.paging.groupKey = try groupBy.map { key in
      try value("the group '\(key.text)'") { try GroupKey(parsing: key.text) }
    }
    (job.paging.groupBreak, job.paging.readingOrder) = (groupBreak.word(), order.word())
    guard let page else { return }
    (job.paging.minimumHeight, job.paging.maximumHeight) = (page.height, page.height)
    job.paging.minimumPictureSide = try pixels(
      .millimetres(Double(SheetPlans.Paper.leastSide(inCollage: isCollage))), "the side")
    job.texts.areOnPaper = true
  }

  private func addStyle(to job: inout SheetJob, usualScaling: SheetLayout.Scaling) throws {
    job.style.scaling = scale?.word() ?? usualScaling
    job.style.alignment = align.word()
    job.trimsBorders = trim != nil
    if case .upTo(let tolerance) = trim {
      job.trimTolerance = try checked(tolerance, 0...255, "the tolerance of trim")
    }
    switch upscale {
    case .none: job.style.enlargement = .never
    case .toCells: job.style.enlargement = .allowed
    case .by(let factor):
      job.enlargementFactor = try checked(factor, 1...100, "the factor of upscale")
    }
    (job.style.filter, job.style.light) = (filter.word(), light.word())
    job.style.sharpening = try sharpen.map { amount in
      try value("sharpen \(amount)") { UnsharpMask(amount: amount) }
    }
    job.style.background = background.backdrop
    job.style.cellBackground = cellBackground?.backdrop
    job.style.edge = edge.word()
    job.style.furniture.padding = try pixels(padding, "the padding")
    job.style.furniture.radius = try pixels(radius, "the radius")
    func line(_ line: Line, _ name: String) throws -> Border {
      let (width, color) = (try pixels(line.width, from: 1, name), line.color?.color)
      return try value(name) { Border(width: width, color: color ?? Border.defaultColor) }
    }
    job.style.furniture.border = try border.map { try line($0, "the border") }
    job.style.furniture.frame = try frame.map { try line($0, "the frame") }
    job.style.furniture.shadow = try shadow.map { shadow in
      let size = try pixels(shadow.width, from: 1, "the shadow")
      return try value("the shadow") {
        Shadow(size: size, color: shadow.color?.color ?? Shadow.defaultColor)
      }
    }
  }

  private func addTexts(to job: inout SheetJob) throws {
    func line(_ text: String?, _ name: String) throws -> PageTemplate? {
      try text.map { text in try value("the \(name) '\(text)'") { try PageTemplate(text) } }
    }
    func font(_ text: String) throws -> FontChoice {
      try value("the font '\(text)'") { FontChoice(text) }
    }
    job.texts.label = try label.map { try template("the label", $0) }
    job.texts.labelPosition = labelPosition.word()
    job.texts.labelAlignment = labelAlign?.word()
    job.texts.labelColor = labelColor?.color
    job.texts.labelDetailColor = labelDetailColor?.color
    job.logo = logo.map { SheetLogo(FilePath($0)) }
    job.texts.labelLines = try labelLines.map { try checked($0, 1...100, "labelLines") }
    job.best = try best.map { text in
      try value("the best '\(text)'") { try BestPictures(parsing: text) }
    }
    job.texts.title = try line(title, "title")
    job.texts.header = try line(header, "header")
    job.texts.footer = try line(footer, "footer")
    job.texts.heading = try heading.map { text in
      try value("the heading '\(text)'") { try HeadingTemplate(text, others: .any) }
    }
    job.texts.font = try font(self.font)
    job.texts.titleFont = try titleFont.map(font)
    job.texts.alignment = textAlign.word()
    job.texts.color = textColor?.color
  }
}

// Sizes
extension Sheet {
  /// The pixels of an inch; nil if the sheet has none.
  private var density: Int? {
    get throws {
      if let dpi { return try checked(dpi, 1...100_000, "dpi") }
      return paper != nil || isSizeOnPaper ? SheetPlans.Paper.pixelsPerInch : nil
    }
  }

  private var isSizeOnPaper: Bool {
    size.map { $0.width.isOnPaper || $0.height?.isOnPaper == true } ?? false
  }

  /// The pixels of a page of paper; nil if the sheet is not on paper.
  private var page: PixelSize? {
    get throws {
      guard let density = try self.density else { return nil }
      if let paper {
        return try value("the paper") { try SheetPlans.Paper(parsing: paper.text) }
          .pixels(perInch: density)
      }
      guard isSizeOnPaper, let size, let height = size.height else { return nil }
      return PixelSize(
        width: try pixels(size.width, from: 1, "the width"),
        height: try pixels(height, from: 1, "the height"))
    }
  }

  /// A length in pixels; one above zero has at least one.
  private func pixels(_ length: Length, from least: Int = 0, _ name: String) throws -> Int {
    let known = try value("\(name) '\(length.text)'") { SheetPlans.Length(length.text) }
    let density = try density
    let pixels: Int
    do throws(LengthError) { pixels = try known.pixels(perInch: density) } catch {
      let remedy = error == .noDensity(known) ? "set dpi" : "make it shorter"
      throw ContactSheetError(.invalidValue, "cannot use \(name): \(error); \(remedy)")
    }
    return try checked(
      known.value > 0 ? max(1, pixels) : 0, least...SheetPlans.Extent.maximumSide, name)
  }

  private func spacing(_ spacing: Spacing, _ name: String) throws -> SheetPlans.Spacing {
    let horizontal = try pixels(spacing.horizontal, name)
    let vertical = try pixels(spacing.vertical, name)
    return try value(name) { SheetPlans.Spacing(horizontal: horizontal, vertical: vertical) }
  }

  private func extent(_ extent: Extent, _ name: String) throws -> SheetPlans.Extent {
    let width = try pixels(extent.width, from: 1, name)
    let height = try extent.height.map { try pixels($0, from: 1, name) }
    return try value(name) { SheetPlans.Extent(width: width, height: height) }
  }

  private func cell(_ cell: Extent) throws -> PixelSize {
    let cell = try extent(cell, "the cell")
    return PixelSize(width: cell.width, height: cell.height ?? cell.width)
  }
}

// Layouts
extension Sheet {
  private func arrangement(
    _ kind: Layout.Kind, _ page: PixelSize?, _ fault: CustomLayoutFault
  ) throws -> any SheetPlanning.Layout {
    let size = try self.size.map { try self.extent($0, "the size") }
    // Pages that are cut when they are full have a width alone.
    let isFilled = perPage != nil || pageCount != nil
    let extent =
      page.flatMap { SheetPlans.Extent(width: $0.width, height: isFilled ? $0.height : nil) }
      ?? size ?? .standard
    func ratio(_ ratio: Double) throws -> AspectRatio {
      try value("the ratio \(ratio)") { AspectRatio("\(ratio)") }
    }
    func tracks(_ tracks: [Track]) -> [ColumnTrack]? {
      tracks.isEmpty ? nil : tracks.map(\.track)
    }
    switch kind {
    case .grid(let columns, let rows, let cell, let cellRatio):
      let ratio: CellRatio = try cellRatio.map { .fixed(try ratio($0)) } ?? .automatic
      return GridLayout(
        try sizing(cell, ratio, size, page, hasColumnsAlone: columns != nil && rows == nil),
        shape: try shape(columns, rows))
    case .tiered(let layers): return TieredLayout(layers.map { $0.word() }, extent: extent)
    case .columns(let columns, let cellRatio):
      return ColumnLayout(
        tracks(columns), extent: extent, cellRatio: try cellRatio.map { .fixed(try ratio($0)) })
    case .rows(let height, let lastRow):
      return RowLayout(
        rowHeight: try height.map { try pixels($0, from: 1, "the height of rows") },
        extent: extent, lastRow: lastRow.word())
    case .masonry(let columns, let isFlush):
      return MasonryLayout(tracks(columns), extent: extent, bottom: isFlush ? .flush : .ragged)
    case .collage:
      return CollageLayout(
        extent: page.flatMap { SheetPlans.Extent(width: $0.width, height: $0.height) } ?? extent)
    case .matrix(let axes, let heading, let cell):
      let sizing: MatrixLayout.Sizing =
        if let cell { .cell(try self.cell(cell)) } else if size != nil || page != nil {
          .sheet(extent)
        } else { .automatic }
      return MatrixLayout(axes, sizing: sizing, rowHeading: heading.word())
    case .custom(let layout): return CustomLayout(layout, on: extent, fault)
    }
  }

  private func shape(_ columns: Int?, _ rows: Int?) throws -> GridShape? {
    let range = 1...LayoutError.maximumColumns
    let columns = try columns.map { try checked($0, range, "the number of columns") }
    let rows = try rows.map { try checked($0, range, "the number of rows") }
    return switch (columns, rows) {
    case (let columns?, let rows?): .exactly(columns: columns, rows: rows)
    case (let columns?, nil): .columns(columns)
    case (nil, let rows?): .rows(rows)
    case (nil, nil): nil
    }
  }

  private func sizing(
    _ cell: Extent?, _ ratio: CellRatio, _ size: SheetPlans.Extent?, _ page: PixelSize?,
    hasColumnsAlone: Bool
  ) throws -> GridSizing {
    if let page {
      return hasColumnsAlone
        ? .width(page.width, cellRatio: ratio) : .sheet(page, cellRatio: ratio)
    }
    if let cell { return .cell(try self.cell(cell)) }
    guard let size else { return .automatic(cellRatio: ratio) }
    guard let height = size.height else { return .width(size.width, cellRatio: ratio) }
    return .sheet(PixelSize(width: size.width, height: height), cellRatio: ratio)
  }
}

/// A template of pictures' facts.
///
/// - Throws: ``ContactSheetError`` if the text is not a template.
func template(_ name: String, _ text: String) throws -> PictureTemplate {
  try value("\(name) '\(text)'") { try PictureTemplate(text, others: .any) }
}
