internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
package import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetText
internal import SystemPackage

/// What is known about the destination of a sheet when it is resolved.
package struct SheetDestination: Equatable, Sendable {
  /// Whether the destination is a document with pages, such as a PDF, rather than pictures.
  package var isDocument = false
  /// Whether the destination has a name.
  ///
  /// A named destination gets a single sheet unless more pages are requested.
  package var isNamed = true

  package init(isDocument: Bool = false, isNamed: Bool = true) {
    (self.isDocument, self.isNamed) = (isDocument, isNamed)
  }
}

extension Sheet {
  /// The paper size of a document if nothing determines its size and a picture is large.
  package static let paperOfDocuments = Paper.a4
  /// The maximum longer side of pictures, in pixels, in a document that is not on paper: 35 mm at
  /// the usual density.
  package static let largestOffPaper = 413

  /// The sheet with all lengths in pixels, all texts parsed, and defaults filled in.
  ///
  /// Everything is resolved here, from top to bottom, except what depends on the pictures:
  /// ``SheetJob/placedOnPaper(ifLarge:)`` puts a document of large pictures on paper.
  ///
  /// - Parameter destination: What is known about the destination.
  /// - Returns: The job, which planning turns into a plan.
  /// - Throws: ``SettingError`` if a property has an invalid value.
  package func resolved(for destination: SheetDestination = SheetDestination()) throws -> SheetJob {
    if drawingScale != nil, isOnPaperIfLarge(for: destination) {
      var onPaper = self
      onPaper.paper = Self.paperOfDocuments
      return try onPaper.resolved(for: destination)
    }
    let lengths = try ResolvedLengths(of: self)
    try checkDrawingScale(perInch: lengths.density)
    for picture in pictures { try picture.checkFacts() }
    var job = SheetJob(sources: pictures.sources)
    try addInputs(to: &job)
    try addPages(to: &job, lengths)
    try addArrangement(to: &job, lengths)
    try addStyle(to: &job, lengths)
    try addTexts(to: &job, lengths)
    job.paging.isDividedIfLarge = !destination.isNamed
    job.lengthUnit = lengthUnit(perInch: lengths.density)
    job.encoding = SheetEncoding(
      compressionLevel: try checked(compression, 0...9, .compression),
      quality: try quality.map { .level(try checked($0, 1...100, .quality)) } ?? .exact,
      depth: depth, pixelsPerInch: lengths.density)
    job.maximumPixels = PixelCount(try checked(maxPixels, 1...Int.max, .maxPixels))
    job.maximumMemory = ByteLimit(try checked(maxMemory, 1...Int.max, .maxMemory))
    job.unreadablePolicy = onError
    if isOnPaperIfLarge(for: destination) {
      var onPaper = self
      onPaper.paper = Self.paperOfDocuments
      // Errors that would only occur on paper are reported before any picture is read.
      _ = try onPaper.resolved(for: destination)
      (job.onPaper, job.destination) = (onPaper, destination)
    }
    return job
  }

  /// Checks that pictures can be drawn at the drawing scale, such as 1:2, if there is one.
  ///
  /// - Throws: ``ContactSheetError`` if the sheet has no resolution, or compares pictures.
  private func checkDrawingScale(perInch density: Int?) throws(ContactSheetError) {
    guard let drawingScale else { return }
    if compare != nil {
      throw ContactSheetError(
        .invalidValue, "cannot compare images at \(drawingScale): differences have no true size",
        remedy: "leave out \(.drawingScale)", cause: UnusableSetting())
    }
    if density == nil {
      throw ContactSheetError(
        .invalidValue,
        "cannot show images at \(drawingScale): the sheet is not on paper, and has no resolution",
        remedy: size == nil ? "add \(.paper, "A4") or \(.dpi, 300)" : "add \(.dpi, 300)",
        cause: UnusableSetting())
    }
  }

  /// Whether pictures have a scale that does not depend on their cells.
  private var hasExactScale: Bool { exactScale != nil || drawingScale != nil }

  /// Whether the sheet is a document whose size is not determined in any way.
  ///
  /// It is then on paper if its pictures are large.
  func isOnPaperIfLarge(for destination: SheetDestination) -> Bool {
    destination.isDocument && compare == nil && layout?.isMatrix != true && layout?.cell == nil
      && !cellsHoldEveryPicture && size == nil && paper == nil && maxHeight == nil
  }

  /// The unit of the sheet's size: pixels if it has none, and millimetres for named paper.
  private func lengthUnit(perInch density: Int?) -> LengthUnit {
    guard let density else { return .pixels }
    let given = paper?.unit ?? size?.unit ?? maxHeight?.unit ?? .pixels
    guard let perInch = given.perInch else { return .pixels }
    return LengthUnit(given.rawValue, pixels: Double(density) / perInch)
  }

  private func isStandardInput(_ path: String) -> Bool { path == "-" && readsStandardInput }

  private func addInputs(to job: inout SheetJob) throws {
    func list(_ path: String) -> SheetInput {
      .list(
        PathList(
          isStandardInput(path) ? .descriptor(.standardInput) : .file(FilePath(path)),
          separator: isNULSeparated ? .nul : .newline))
    }
    job.inputs =
      inputs.map { isStandardInput($0) ? list($0) : .path(FilePath($0)) } + filesFrom.map(list)
    // A comparison of folders includes subfolders, so that no difference is missed.
    (job.search.isRecursive, job.search.takesHidden) = (
      isRecursive ?? (compare != nil), includesHidden
    )
    // The rows and columns of a matrix are often subfolders.
    job.search.mayReachSubfolders =
      isRecursive == nil && compare == nil && layout?.isMatrix == true
    (job.search.include, job.search.exclude) = (include.map(Glob.init), exclude.map(Glob.init))
    job.parsing = try parsed(parse, .parse) {
      try NameTemplate($0, reserved: NameTemplate.reservedNames)
    }
    job.conditions = try parsed(conditions, .conditions) { try Condition($0) }
    job.clocks = try rules(clock, .clock, as: .clock) { ClockCorrection($0) }
    (job.duplicates, job.stacking, job.frames) = (duplicates, stack, frames)
    if case .taken(let seconds) = stack { _ = try checked(seconds, 0...1e9, .stack) }
    job.sample = try sample()
    job.copies = try rules(copies, .copies, as: .copies) {
      PictureCopies.range.contains($0) ? $0 : nil
    }
    job.groupLimit = try groupLimit.map { try checked($0, 1...Int.max, .groupLimit) }
    job.order = try parsed(sort.text, .sort) {
      try ImageOrder(parsing: $0, isReversed: isReversed)
    }
    (job.metadata.orientation, job.metadata.color) = (orient.policy, color)
    job.turns = try rules(orient.turns, .orient, as: .turn) { $0 }
    job.missing = try missing.map {
      try parsed($0, .missing) { try PictureTemplate($0, others: .any) }
    }
    job.table = table.map { isStandardInput($0) ? .standardInput : .file(FilePath($0)) }
    job.weights = try rules(weight, .weight, as: .weight) { try PictureWeight($0) }
    job.spans = try rules(span, .span, as: .span) { PictureRoom($0) }
    job.foci = try rules(focus, .focus, as: .focus) { Focus(x: $0.x, y: $0.y) }
    job.crops = try rules(crop, .crop, as: .crop) { PictureArea($0) }
    job.comparison = try compare?.settings(
      framesPictures: compare?.framesPictures == true && border == nil)
  }

  /// Which pictures are shown; at most one of `limit`, `every` and `spread` may be set.
  private func sample() throws -> PictureSample {
    let given = [(Setting.limit, limit), (.every, every), (.spread, spread)].filter { $1 != nil }
    if given.count > 1 {
      throw ContactSheetError(
        .invalidValue,
        "cannot choose images: \(given[0].0.property) and \(given[1].0.property) both set how many are shown",
        remedy: "leave out \(given[0].0) or \(given[1].0)")
    }
    if let limit { return .first(try checked(limit, 1...Int.max, .limit)) }
    if let every { return .every(try checked(every, 1...Int.max, .every)) }
    if let spread { return .spread(try checked(spread, 1...Int.max, .spread)) }
    return .all
  }

  private func addPages(to job: inout SheetJob, _ lengths: ResolvedLengths) throws {
    job.paging.picturesPerPage = try perPage.map { try checked($0, 1...Int.max, .perPage) }
    if perPage != nil, pageCount != nil {
      throw ContactSheetError(
        .invalidValue,
        "cannot divide the sheet: \(Setting.perPage.property) and \(Setting.pageCount.property) both set the number of images on a page",
        remedy: "leave out \(.perPage) or \(.pageCount)")
    }
    job.paging.pageCount = try pageCount.map { try checked($0, 1...Int.max, .pageCount) }
    job.paging.maximumHeight = try maxHeight.map { try lengths.pixels($0, from: 1, .maxHeight) }
    job.paging.groupKey = try groupBy.map { group in
      try parsed(group.text, .groupBy) { try GroupKey(parsing: $0) }
    }
    (job.paging.groupBreak, job.paging.readingOrder) = (groupBreak, order)
  }

  /// The default layout of pictures that are not compared.
  ///
  /// At an exact scale, pictures of very different sizes would leave a grid's equal cells mostly
  /// empty.
  private var usualLayout: Layout { hasExactScale ? .rows() : .grid() }

  private func addArrangement(to job: inout SheetJob, _ lengths: ResolvedLengths) throws {
    let layout = layout ?? (compare == nil ? usualLayout : .matrix())
    var requested = RequestedSize()
    requested.page = lengths.page
    requested.sheet = try size.map { try lengths.extent($0, .size) }
    (job.hasGivenSize, job.hasGivenDensity) = (size != nil && paper == nil, dpi != nil)
    (job.paper, job.cellsAreExact) = (paper, layout.cell?.isOnPaper == true)
    requested.cell = try layout.cell.map { try lengths.extent($0, .cell) }
    // A matrix becomes narrower until it takes up no more pages than requested.
    requested.fillsPages = perPage != nil || pageCount != nil && !layout.isMatrix
    requested.hasPageCount = pageCount != nil
    job.binding = try lengths.pixels(binding, upTo: requested.mostBinding, .binding)
    job.layout =
      cellsHoldEveryPicture
      ? GridLayout(.largestPicture, shape: try layout.gridShape)
      : try layout.resolved(
        requested.narrowed(by: job.binding), lengths, try writtenTracks.map(lengths.tracks))
    if self.layout == nil, compare == nil, exactScale == nil, scale == Scaling.none, size == nil,
      paper == nil, !cellsHoldEveryPicture
    {
      job.layoutIfCropped = try Layout.rows().resolved(requested.narrowed(by: job.binding), lengths)
    }
    if let axes = job.layout.traits.axes {
      // The rows of a comparison are pairs, whatever their headings are.
      if compare == nil {
        try axes.rows.checkTellsApart("row", .matrixRows)
        try axes.columns.checkTellsApart("column", .matrixColumns)
      }
      job.parsing = job.parsing.map { $0.preferring(axes.listedValues) }
    }
    job.gap = try gap.map { try lengths.spacing($0, .gap) } ?? requested.defaultGap
    job.setMargins(
      try margin.map { try lengths.insets($0, .margin) } ?? PixelInsets(requested.defaultMargin))
    job.gapMayShrink = lengths.page != nil && gap == nil
    job.marginMayShrink = lengths.page != nil && margin == nil
    if let cell = layout.cell, cell.isOnPaper, var grid = job.layout as? GridLayout {
      grid.exactCells = lengths.exactCells(of: cell, on: self, in: job)
      job.layout = grid
    }
    requested.fitPages(of: &job, areCollages: job.layout is CollageLayout)
    try addFirstCell(to: &job)
  }

  /// The highest number that can be given for the cell of the first picture.
  private static let largestFirstCell = 10_000

  private func addFirstCell(to job: inout SheetJob) throws {
    job.paging.firstCell = try checked(firstCell, 1...Self.largestFirstCell, .firstCell)
    if firstCell == 1 { return }
    guard job.layout.traits.fillsCellsInOrder else { throw ContactSheetError.noFirstCell }
    if job.paging.hasSections { throw ContactSheetError.noFirstCellInSections }
  }

  /// The colour map, with a single colour rounded as in plans; nil if such a colour is not opaque.
  private static func usable(_ map: Colormap) -> Colormap? {
    guard case .color(let color) = map.palette else { return map }
    guard color.isOpaque else { return nil }
    var map = map
    map.palette = .color(color.roundedTo8Bits)
    return map
  }

  private func addStyle(to job: inout SheetJob, _ lengths: ResolvedLengths) throws {
    let scale = hasExactScale ? .fit : scale
    if scale == .fit, var masonry = job.layout as? MasonryLayout {
      masonry.showsAllWhole = true
      job.layout = masonry
    }
    job.choosesScaling = scale == nil
    job.style.scaling = scale ?? (job.layout is TieredLayout ? TieredLayout.usualScaling : .fit)
    (job.style.alignment, job.trimming, job.stretching) = (align, trim, stretch)
    if hasExactScale, align == .subject, job.layout is RowLayout {
      // The pictures of a row differ in height, and should all touch their labels.
      let areOverLabels = (label != nil || table != nil) && labelPosition == .below
      job.style.alignment = areOverLabels ? .bottom : .top
    }
    for number in bands?.numbers ?? [] { _ = try checked(number, Bands.range, .bands) }
    job.bands = bands
    job.stretches = try rules(stretches, .stretch, as: .stretch) { .stretch($0) }
    if case .color(let color) = colormap?.palette { _ = try checked(color.alpha, 1...1, .colormap) }
    job.colormap = colormap.flatMap(Self.usable)
    job.colormaps = try rules(colormaps, .colormap, as: .colormap, Self.usable)
    job.colormapTitles = try rules(colormapTitle, .colormapTitle, as: .colormapTitle) {
      $0.isEmpty ? nil : $0
    }
    guard overlay.count <= WrittenOverlay.most else {
      throw ContactSheetError(
        .invalidValue,
        "cannot draw \(overlay.count) overlays: an image can have at most \(WrittenOverlay.most)",
        remedy: "combine masks in one folder")
    }
    do { job.overlays = try overlay.map { try PictureRule(overlay: $0) } } catch {
      throw SettingError(.overlay, error)
    }
    job.overlayRoot = overlayRoot.map { FilePath($0) }
    job.insets = try rules(inset, .inset, as: .inset) { PictureArea($0) }
    job.insetPosition = insetPosition
    for stretch in [stretch] + job.stretches.map(\.value.stretch) {
      guard case .samples(let range) = stretch?.range else { continue }
      let most = Double.greatestFiniteMagnitude / 2
      _ = try checked(range.lowerBound, -most...most, .stretch)
      _ = try checked(range.upperBound, range.lowerBound.nextUp...most.nextUp, .stretch)
    }
    if case .upTo(let tolerance) = trim {
      _ = try checked(tolerance, 0...Trimming.largest, .trim)
    }
    switch upscale {
    case _ where drawingScale != nil: job.exactScale = drawingScale.map { .drawn($0) }
    case _ where exactScale != nil:
      job.exactScale = try exactScale.map {
        .share(try checked($0, Sheet.exactScales, .exactScale))
      }
    case .automatic:
      job.choosesEnlargement = true
      job.style.enlargement = fillsGivenCells(on: lengths.page) ? .allowed : .never
    case .none: job.style.enlargement = .never
    case .toCells: job.style.enlargement = .allowed
    case .factor(let factor):
      job.exactScale = .enlarged(try checked(factor, 1...100, .upscale))
    }
    (job.style.filter, job.style.light) = (filter, light)
    job.style.isGrayscale = isGrayscale
    job.style.sharpening = try sharpen.flatMap { amount in
      UnsharpMask(amount: try checked(amount, UnsharpMask.amounts, .sharpen))
    }
    (job.style.background, job.style.cellBackground) = (background, cellBackground)
    job.cellBackgrounds = try rules(cellBackgrounds, .cellBackground, as: .cellBackground) { $0 }
    job.style.edge = edge
    job.style.decoration.padding = try lengths.pixels(padding, .padding)
    job.style.decoration.radius = try lengths.pixels(radius, .radius)
    // Numbers within their ranges make valid lines and shadows.
    func line(_ line: Line, _ name: Setting) throws -> Border? {
      Border(
        width: try lengths.pixels(line.width, from: 1, name),
        color: line.color ?? Border.defaultColor)
    }
    job.style.decoration.border = try border.flatMap { try line($0, .border) }
    job.borders = try rules(borders, .border, as: .border) { .line($0) }
    for rule in job.borders { _ = try rule.value.line.flatMap { try line($0, .border) } }
    job.style.decoration.frame = try frame.flatMap { try line($0, .frame) }
    job.style.decoration.shadow = try shadow.flatMap { shadow in
      Shadow(
        size: try lengths.pixels(shadow.width, from: 1, upTo: Shadow.maximumSize, .shadow),
        color: shadow.color ?? Shadow.defaultColor)
    }
  }

  /// Whether cells on a page of paper are meant to be filled, because their number or their size on
  /// paper is given.
  ///
  /// Nobody sees single pixels on paper, and a small picture in a large cell looks like a mistake.
  private func fillsGivenCells(on page: RequestedSize.Page?) -> Bool {
    guard page != nil, compare == nil, (scale ?? .fit) == .fit,
      case .grid(let columns, let rows, let cell, _, _, _) = layout ?? .grid()
    else { return false }
    return cell.map(\.isOnPaper) ?? (columns != nil && rows != nil)
  }

  private func addTexts(to job: inout SheetJob, _ lengths: ResolvedLengths) throws {
    func page(_ text: String?, _ name: Setting) throws -> PageTemplate? {
      try text.map { try parsed($0, name) { try PageTemplate($0) } }
    }
    func font(_ text: String, _ name: Setting) throws -> FontChoice {
      try parsed(text, name) { FontChoice($0) }
    }
    if let label, !label.isEmpty {
      job.texts.label = try parsed(label, .label) { try PictureTemplate($0, others: .any) }
    } else if label != nil {
      job.texts.labelsOfTable = .hidden
    }
    (job.texts.labelPosition, job.texts.labelAlignment) = (labelPosition, labelAlign)
    (job.texts.labelColor, job.texts.labelDetailColor) = (labelColor, labelDetailColor)
    job.logo = try logo.map { text in
      let written = WrittenLogo(text)
      return SheetLogo(
        FilePath(written.path),
        height: try written.height.map { try lengths.pixels($0, from: 1, .logo) })
    }
    job.firstNumber = try checked(numberFrom, 0...1_000_000_000, .numberFrom)
    job.texts.labelLines = try labelLines.map { try checked($0, 1...100, .labelLines) }
    for text in best {
      job.best.append(try parsed(text, .best) { try BestPictures(parsing: $0) })
    }
    job.watermark = try watermark.map {
      try parsed($0, .watermark) { try SheetWatermark(parsing: $0) }
    }
    job.scaleBars = try rules(scaleBar, .scaleBar, as: .scaleBar) { $0 }
    job.texts.title = try page(title, .title)
    job.texts.header = try page(header, .header)
    job.texts.footer = try page(footer, .footer)
    job.texts.heading = try groupHeading.map {
      try parsed($0, .groupHeading) { try HeadingTemplate($0, others: .any) }
    }
    job.texts.font = try font(self.font, .font)
    job.texts.titleFont = try titleFont.map { try font($0, .titleFont) }
    (job.texts.alignment, job.texts.color) = (textAlign, textColor)
    let lines = [job.texts.title, job.texts.header, job.texts.footer]
    if lines.contains(where: { $0?.needsDate == true }) || job.texts.heading?.needsDate == true {
      _ = try CivilTime.ofRun()
    }
  }
}

extension FolderComparison {
  /// The settings of the comparison.
  ///
  /// - Throws: ``SettingError`` if a string or number is invalid, and ``ContactSheetError`` if
  ///   there is nothing to compare with.
  fileprivate func settings(framesPictures: Bool) throws -> ComparisonSettings {
    guard match != nil || before != nil else {
      throw ContactSheetError(
        .invalidValue, "cannot compare the images: nothing is given to compare with",
        remedy: "give a folder or a match")
    }
    var settings = ComparisonSettings(
      matching: try match.map { try parsed($0, .match) { try NameMatch(parsing: $0) } },
      with: before.map { FilePath($0) })
    settings.rule = ComparisonRule(
      tolerance: try checked(tolerance, 0...1, .tolerance), ignoresSmoothing: ignoreAntialiasing)
    settings.allowed = try rules(allow, .allow, as: .allowed) { try AllowedChange($0) }
    settings.ignored = try rules(ignoreArea, .ignoreArea, as: .ignoredArea) { PictureArea($0) }
    settings.masks = masks.map { FilePath($0) }
    settings.masksRoot = masksRoot.map { FilePath($0) }
    settings.measuresSimilarity = measuresSimilarity
    (settings.shown, settings.zooms) = (show, zoom)
    settings.shownAs = showsHeat ? .heat : .changes
    settings.framesPictures = framesPictures
    return settings
  }
}
