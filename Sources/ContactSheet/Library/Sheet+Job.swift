internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
package import SheetPlanning
internal import SheetPlans
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
    var job = SheetJob(sources: pictures.map(InMemoryPicture.init))
    var stated = RequestedSize()
    stated.page = try page
    stated.sheet = try size.map { try extent($0, "the size") }
    stated.fillsPages = perPage != nil || pageCount != nil
    try addInputs(to: &job)
    job.layout = try (layout ?? (compare == nil ? .grid() : .matrix())).making(self, stated, fault)
    job.comparison = try compare?.settings(framesPictures: border == nil)

    job.gap = try gap.map { try spacing($0, "the gap") } ?? stated.usualGap
    job.margin = try margin.map { try spacing($0, "the margin") } ?? stated.usualMargin
    try addPages(to: &job)
    stated.fitPages(of: &job, areCollages: job.layout is CollageLayout)
    try addStyle(to: &job)
    try addTexts(to: &job)
    job.encoding = SheetEncoding(
      compressionLevel: try checked(compression, 0...9, "the compression"),
      quality: try quality.map { .level(try checked($0, 1...100, "the quality")) } ?? .exact,
      depth: depth == .eight ? .eight : .sixteen, pixelsPerInch: try density)
    job.maximumPixels = PixelCount(try checked(maxPixels, 1...Int.max, "maxPixels"))
    job.maximumMemory = ByteLimit(try checked(maxMemory, 1...Int.max, "maxMemory"))
    job.unreadablePolicy = onError.word()
    if paper != nil || isSizeOnPaper, let density = try density {
      job.lengthUnit = LengthUnit("mm", pixels: Double(density) / 25.4)
    }
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
    job.parsing = try values(parse, "pattern") {
      try NameTemplate($0, reserved: NameTemplate.reservedNames)
    }
    job.conditions = try values(conditions, "condition") { try Condition($0) }
    job.clocks = try values(clock, "clock") { try PictureRule($0, as: .clock) }
    job.duplicates = duplicates.word()
    job.stacking = try stack.map { stack in
      switch stack {
      case .likeness: .likeness
      case .taken(let seconds): .taken(within: try checked(seconds, 0...1e9, "the stack's seconds"))
      }
    }
    job.limit = try limit.map { try checked($0, 1...Int.max, "the limit") }
    job.order = ImageOrder(
      by: try value("the order '\(sort.text)'") { try SortKey(parsing: sort.text) },
      isReversed: reverse)
    (job.metadata.orientation, job.metadata.color) = (orient.word(), color.word())
    job.table = labelsFrom.map { .file(FilePath($0)) }
    job.weights = try values(weight, "weight") { try PictureRule($0, as: .weight) }
    job.spans = try values(span, "span") { try PictureRule($0, as: .span) }
    job.foci = try values(focus, "focus") { try PictureRule($0, as: .focus) }
    job.crops = try values(crop, "crop") { try PictureRule($0, as: .crop) }
  }

  private func addPages(to job: inout SheetJob) throws {
    job.paging.picturesPerPage = try perPage.map { try checked($0, 1...Int.max, "perPage") }
    job.paging.pageCount = try pageCount.map { try checked($0, 1...Int.max, "pageCount") }
    job.paging.maximumHeight = try maxHeight.map { try pixels($0, from: 1, "maxHeight") }
    job.paging.groupKey = try value(groupBy?.text, "group") { try GroupKey(parsing: $0) }
    (job.paging.groupBreak, job.paging.readingOrder) = (groupBreak.word(), order.word())
  }

  private func addStyle(to job: inout SheetJob) throws {
    job.style.scaling =
      scale?.word() ?? (job.layout is TieredLayout ? TieredLayout.usualScaling : .fit)
    job.style.alignment = align.word()
    job.trimming = try trim.map { trim in
      switch trim {
      case .ofFormat: .ofFormat
      case .upTo(let tolerance): .upTo(try checked(tolerance, 0...255, "the tolerance of trim"))
      }
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
    job.style.decoration.padding = try pixels(padding, "the padding")
    job.style.decoration.radius = try pixels(radius, "the radius")
    func line(_ line: Line, _ name: String) throws -> Border {
      let (width, color) = (try pixels(line.width, from: 1, name), line.color?.color)
      return try value(name) { Border(width: width, color: color ?? Border.defaultColor) }
    }
    job.style.decoration.border = try border.map { try line($0, "the border") }
    job.style.decoration.frame = try frame.map { try line($0, "the frame") }
    job.style.decoration.shadow = try shadow.map { shadow in
      let size = try pixels(shadow.width, from: 1, "the shadow")
      return try value("the shadow") {
        Shadow(size: size, color: shadow.color?.color ?? Shadow.defaultColor)
      }
    }
  }

  private func addTexts(to job: inout SheetJob) throws {
    func font(_ text: String) throws -> FontChoice {
      try value("the font '\(text)'") { FontChoice(text) }
    }
    job.texts.label = try value(label, "label") { try PictureTemplate($0, others: .any) }
    job.texts.labelPosition = labelPosition.word()
    job.texts.labelAlignment = labelAlign?.word()
    job.texts.labelColor = labelColor?.color
    job.texts.labelDetailColor = labelDetailColor?.color
    job.logo = logo.map { SheetLogo(FilePath($0)) }
    job.texts.labelLines = try labelLines.map { try checked($0, 1...100, "labelLines") }
    job.best = try value(best, "best") { try BestPictures(parsing: $0) }
    job.texts.title = try value(title, "title") { try PageTemplate($0) }
    job.texts.header = try value(header, "header") { try PageTemplate($0) }
    job.texts.footer = try value(footer, "footer") { try PageTemplate($0) }
    job.texts.heading = try value(heading, "heading") { try HeadingTemplate($0, others: .any) }
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

  /// The page of paper; nil if the sheet is not on paper.
  private var page: RequestedSize.Page? {
    get throws {
      guard let density = try self.density else { return nil }
      if let paper {
        let known = try value("the paper") { try SheetPlans.Paper(parsing: paper.text) }
        return RequestedSize.Page(known.pixels(perInch: density), perInch: density)
      }
      guard isSizeOnPaper, let size, let height = size.height else { return nil }
      let pixels = PixelSize(
        width: try pixels(size.width, from: 1, "the width"),
        height: try pixels(height, from: 1, "the height"))
      return RequestedSize.Page(pixels, perInch: density)
    }
  }

  /// A length in pixels; one above zero has at least one.
  func pixels(_ length: Length, from least: Int = 0, _ name: String) throws -> Int {
    let known = try value("\(name) '\(length.text)'") { SheetPlans.Length(length.text) }
    let density = try density
    let pixels: Int
    do throws(LengthError) { pixels = try known.pixels(perInch: density) } catch {
      throw ContactSheetError(
        .invalidValue, "cannot use \(name): \(error)", remedy: error.remedy)
    }
    return try checked(
      known.value > 0 ? max(1, pixels) : 0, least...SheetPlans.Extent.maximumSide, name)
  }

  private func spacing(_ spacing: Spacing, _ name: String) throws -> SheetPlans.Spacing {
    let horizontal = try pixels(spacing.horizontal, name)
    let vertical = try pixels(spacing.vertical, name)
    return try value(name) { SheetPlans.Spacing(horizontal: horizontal, vertical: vertical) }
  }

  func extent(_ extent: Extent, _ name: String) throws -> SheetPlans.Extent {
    let width = try pixels(extent.width, from: 1, name)
    let height = try extent.height.map { try pixels($0, from: 1, name) }
    return try value(name) { SheetPlans.Extent(width: width, height: height) }
  }
}
