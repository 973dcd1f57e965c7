internal import SheetText
internal import SystemPackage

/// A request for a contact sheet: which pictures, how to arrange them, and where to write it.
///
///     var job = SheetJob(inputs: [.path("photos")], output: .file("sheet.png"))
///     job.style.scaling = .fill
///     let report = try await job.run()
public struct SheetJob: Sendable {
  /// The files, folders and lists to search.
  public var inputs: [ImageFinder.Input]
  /// Which files of the inputs to take.
  public var finder = ImageFinder()
  /// The order of the files.
  public var order = ImageOrder.natural
  /// Which metadata of the files to honour.
  public var metadata = MetadataUse()
  /// Pictures that do not come from `inputs`; they follow the files, in this order.
  public var sources: [any TileSource]

  /// How cells are arranged.
  public var layout: any Layout = GridLayout()
  /// How much pictures count in a collage, over weights in a table of labels; of several patterns
  /// that match, the last counts.
  public var weights: [PictureWeight] = []
  /// The space between what is drawn of neighbours: pictures with their borders, frames, labels.
  ///
  /// Shadows fall into it. They widen it only where two of them would overlap, and then as far as
  /// they just do not.
  public var gap = Spacing.standard
  /// The space around all cells; shadows fall into it as well.
  public var margin = Spacing.standard
  /// How pictures are divided among pages.
  public var paging = Paging()
  /// How pictures are placed and drawn in their cells.
  public var style = TileStyle()
  /// What is written on the sheet.
  public var texts = SheetTexts()
  /// What to do about pictures that cannot be read.
  public var unreadablePolicy = UnreadablePolicy.placeholder
  /// The maximum number of pixels of a page.
  public var maximumPixels = PixelCount.standard

  /// Where the sheet goes.
  public var output: SheetOutput
  /// The documents that are asked for besides the sheet.
  public var documents = SheetDocuments()
  /// Whether files may be replaced that are neither a contact sheet nor one of its documents;
  /// pictures of the sheet are never replaced.
  public var replacesForeignFiles = false
  /// Whether a file keeps its place and its time where the new one has the same bytes and
  /// permissions.
  public var keepsUnchangedFiles = false
  /// How the sheet is encoded.
  public var encoding = SheetEncoding()

  /// The picture formats to look for.
  var formats = PictureFormat.all

  /// Creates a job for picture files, with the standard layout and style.
  public init(inputs: [ImageFinder.Input], output: SheetOutput) {
    self.inputs = inputs
    self.output = output
    sources = []
  }

  /// Creates a job for pictures of any kind, with the standard layout and style.
  public init(sources: [any TileSource], output: SheetOutput) {
    inputs = []
    self.output = output
    self.sources = sources
  }
}

extension SheetJob {
  /// Plans, renders and writes the sheet.
  ///
  /// - Parameter workers: The number of pictures to decode at once, at least 1.
  /// - Returns: The pictures that could not be read, and pages left from an earlier run.
  /// - Throws: ``SheetError``, and `CancellationError` when the task is cancelled.
  public func run(workers: Int = 2) async throws -> SheetReport {
    try await plan(workers: workers).render(workers: workers)
  }

  /// Finds the pictures, reads their headers and lays them out; decodes no pixels.
  ///
  /// Every error that can be known before decoding is thrown here. Nothing is written.
  ///
  /// - Parameter workers: The number of headers to read at once, at least 1.
  /// - Returns: A checked plan.
  /// - Throws: ``SheetError``, and `CancellationError` when the task is cancelled.
  public func plan(workers: Int = 2) async throws -> SheetPlan {
    let (groups, findings) = try await pictures(workers: workers)
    let start = ContinuousClock.now
    var plan = try await SheetPlanner(self).plan(groups, findings: findings)
      .checked(workers: workers)
    plan.findings.times.add(.planning, since: start)
    return plan
  }

  /// The pictures in their order, in groups that start pages, and what else was found.
  ///
  /// What it took to find and to sort them is gone when this returns.
  private func pictures(
    workers: Int
  ) async throws -> (groups: [[SheetPicture]], findings: SheetPlan.Findings) {
    var times = StepTimes()
    let start = ContinuousClock.now
    let found = try findFiles()
    times.add(.finding, since: start)
    let end = ContinuousClock.now
    var metadata = metadata
    metadata.includesTexts = texts.label?.needsTexts ?? false
    let probed = try await found.images.probed(metadata, formats, workers: workers)
    let files = order.sorted(probed, by: \.facts)
    var groups = paging.groupsByFolder ? files.groupedByFolder() : [files]
    groups.removeAll { $0.isEmpty }
    var pictures = groups.map { $0.map(\.picture) }
    if !sources.isEmpty {
      if pictures.isEmpty || paging.groupsByFolder { pictures.append([]) }
      pictures[pictures.count - 1] += try sources.map { try SheetPicture(probing: $0) }
    }
    weigh(&pictures)
    times.add(.headers, since: end)
    let findings = SheetPlan.Findings(
      emptyFolders: found.emptyFolders, ownPages: found.ownPages, otherFiles: found.otherFiles,
      origins: found.searchedFolders + filesRead, times: times)
    return (pictures, findings)
  }

  /// The files that are read besides pictures: lists, and a table of labels.
  private var filesRead: [FilePath] {
    let lists = inputs.compactMap { input -> FilePath? in
      if case .list(let list) = input, case .file(let path) = list.source { path } else { nil }
    }
    // A table from standard input is called so.
    return lists + [texts.labelTable?.path].compactMap(\.self).filter { $0 != "-" }
  }

  /// Gives pictures their weights.
  private func weigh(_ groups: inout [[SheetPicture]]) {
    let table = texts.labelTable?.hasWeights == true ? texts.labelTable : nil
    guard table != nil || !weights.isEmpty else { return }
    let paths = groups.joined().map { FilePath($0.source.name) }
    var values = table?.labels(for: paths).weights ?? Array(repeating: nil, count: paths.count)
    for (index, path) in paths.enumerated() {
      if let weight = weights.last(where: { $0.pattern.matches(path) }) {
        values[index] = weight.value
      }
    }
    var next = 0
    for group in groups.indices {
      for index in groups[group].indices {
        groups[group][index].weight = values[next] ?? 1
        next += 1
      }
    }
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
