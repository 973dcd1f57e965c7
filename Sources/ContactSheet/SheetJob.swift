internal import SheetText

/// One contact sheet to be made: of which pictures, how they stand, and where it goes.
///
///     var job = SheetJob(inputs: [.path("photos")], output: .file("sheet.png"))
///     job.style.scaling = .fill
///     let report = try await job.run()
public struct SheetJob: Sendable {
  /// Where files are looked for.
  public var inputs: [ImageFinder.Input]
  /// Which of the files in the inputs are taken.
  public var finder = ImageFinder()
  /// The order of the files.
  public var order = ImageOrder.natural
  /// Which of what files say of their pictures counts.
  public var metadata = MetadataUse()
  /// Pictures of other kinds, after the files and in this order.
  public var sources: [any TileSource]

  /// How tiles are arranged.
  public var layout: any Layout = GridLayout()
  /// The space between cells.
  public var gap = Spacing.standard
  /// The space around all cells.
  public var margin = Spacing.standard
  /// How pictures are divided among pages.
  public var paging = Paging()
  /// How pictures stand in their cells.
  public var style = TileStyle()
  /// What is written on the sheet.
  public var texts = SheetTexts()
  /// What is done about pictures that cannot be read.
  public var unreadablePolicy = UnreadablePolicy.placeholder
  /// The largest sheet that is made.
  public var maximumPixels = PixelCount.standard

  /// Where the sheet goes.
  public var output: SheetOutput
  /// Whether files at the outputs may be replaced that are neither a sheet nor a manifest of an
  /// earlier run; pictures of the sheet are never replaced.
  public var replacesForeignFiles = false
  /// How the sheet is stored.
  public var encoding = SheetEncoding()
  /// Where the manifest goes; nil for no manifest.
  public var manifest: SheetOutput?

  /// The formats that files may have.
  var formats = PictureFormat.all

  /// Creates a job of picture files with the standard layout and style.
  public init(inputs: [ImageFinder.Input], output: SheetOutput) {
    self.inputs = inputs
    self.output = output
    sources = []
  }

  /// Creates a job of pictures of any kind with the standard layout and style.
  public init(sources: [any TileSource], output: SheetOutput) {
    inputs = []
    self.output = output
    self.sources = sources
  }
}

extension SheetJob {
  /// Plans the sheet, renders it and writes it.
  ///
  /// - Parameter workers: How many pictures are decoded at once, at least 1.
  /// - Returns: What came of it.
  /// - Throws: ``SheetError``, and `CancellationError` when the task is cancelled.
  public func run(workers: Int = 2) async throws -> SheetReport {
    try await plan(workers: workers).render(workers: workers)
  }

  /// Finds the pictures, reads their headers and lays them out; no pixel is touched.
  ///
  /// What can be known to be wrong before the work is found here; nothing is written.
  ///
  /// - Parameter workers: How many headers are read at once, at least 1.
  /// - Returns: A plan that has been checked.
  /// - Throws: ``SheetError``, and `CancellationError` when the task is cancelled.
  public func plan(workers: Int = 2) async throws -> SheetPlan {
    let found = try findFiles()
    var metadata = metadata
    metadata.includesTexts = texts.label?.needsTexts ?? false
    let probed = try await found.images.probed(metadata, formats, workers: workers)
    let files = order.sorted(probed, by: \.facts)
    var groups = paging.groupsByFolder ? files.groupedByFolder() : [files]
    groups.removeAll { $0.isEmpty }
    var pictures = groups.map { $0.map(\.picture) }
    if !sources.isEmpty {
      if pictures.isEmpty || paging.groupsByFolder { pictures.append([]) }
      pictures[pictures.count - 1] += sources.map { SheetPicture($0) }
    }
    let findings = SheetPlan.Findings(
      emptyFolders: found.emptyFolders, ownPages: found.ownPages, otherFiles: found.otherFiles)
    let plan = try SheetPlanner(self).plan(pictures, findings: findings)
    return try await plan.checked(workers: workers)
  }

  private func findFiles() throws(SheetError) -> FoundImages {
    guard !inputs.isEmpty else { return FoundImages() }
    var finder = finder
    finder.output = output.names
    finder.formats = formats
    return try translating(SheetError.notFound) { () throws(FindError) in
      try finder.images(in: inputs)
    }
  }
}
