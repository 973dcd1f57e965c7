internal import SheetPNG
internal import SystemPackage

/// One contact sheet to be made: of which pictures, how they stand, and where it goes.
///
///     var job = SheetJob(inputs: [.path("photos")], output: .file("sheet.png"))
///     job.style.scaling = .fill
///     let report = try await job.run()
public struct SheetJob: Sendable {
  /// Where pictures are looked for.
  public var inputs: [ImageFinder.Input]
  /// Where the sheet goes.
  public var output: SheetOutput
  /// Which of the files in the inputs are taken.
  public var finder = ImageFinder()
  /// The order of the pictures.
  public var order = ImageOrder.natural
  /// How tiles are arranged.
  public var layout = LayoutChoice.standard
  /// The space between cells.
  public var gap = Gap.standard
  /// The space around all cells, in pixels; not negative.
  public var margin = SheetJob.standardMargin
  /// How pictures stand in their cells.
  public var style = TileStyle()
  /// How the sheet is stored.
  public var encoding = SheetEncoding()
  /// What is done about pictures that cannot be read.
  public var unreadablePolicy = UnreadablePolicy.placeholder
  /// The largest sheet that is made.
  public var maximumPixels = PixelCount.standard
  /// How many pictures are decoded at once, at least 1.
  public var workers = 2

  /// The space around all cells where nothing else is asked for, in pixels.
  public static let standardMargin = 8

  /// Creates a job with the standard layout and style.
  public init(inputs: [ImageFinder.Input], output: SheetOutput) {
    self.inputs = inputs
    self.output = output
  }
}

extension SheetJob {
  /// Finds the pictures, reads their headers and lays them out; no pixel is touched.
  ///
  /// What can be known to be wrong before the work is found here; nothing is written.
  ///
  /// - Throws: ``SheetError``, and `CancellationError` when the task is cancelled.
  public func plan() async throws -> SheetPlan {
    try translating(SheetError.notWritten) { () throws(OutputError) in try output.check() }
    let found = try translating(SheetError.notFound) { () throws(FindError) in
      var finder = finder
      finder.output = output.names
      return try finder.images(in: inputs)
    }
    let probed = try await found.images.probed(workers: workers)
    let planner = SheetPlanner(
      layout: layout, style: style, gap: gap, margin: margin, maximumPixels: maximumPixels,
      policy: unreadablePolicy)
    var plan = try planner.plan(order.sorted(probed, by: \.facts).map(\.picture))
    plan.emptyFolders = found.emptyFolders
    plan.ownPages = found.ownPages
    return plan
  }

  /// Renders a plan of this job and writes the sheet.
  ///
  /// An older sheet is replaced only by a whole new one.
  ///
  /// - Parameters:
  ///   - plan: What ``plan()`` gave.
  ///   - progress: Called with the number of tiles that are done, and of all.
  /// - Returns: What came of it.
  /// - Throws: ``SheetError``, and `CancellationError` when the task is cancelled.
  public func render(
    _ plan: SheetPlan, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> SheetReport {
    let renderer = SheetRenderer(
      style: style, encoding: encoding, policy: unreadablePolicy, workers: workers)
    var report = SheetReport(unreadable: plan.skipped)
    var done = 0
    for (index, page) in plan.pages.enumerated() {
      do {
        let file = try output.opened(page: index + 1, of: plan.pages.count)
        report.unreadable += try await renderer.render(
          page, of: plan.sources, into: file.descriptor.rawValue
        ) {
          done += 1
          progress(done, plan.sources.count)
        }
        try file.commit()
      } catch let error as OutputError {
        throw SheetError.notWritten(error)
      } catch PNGError.system(let number) {
        // Reading has its own way to fail: this one was writing.
        throw SheetError.notWritten(output.error(Errno(rawValue: number)))
      }
    }
    return report
  }

  /// Plans the sheet, renders it and writes it.
  ///
  /// - Throws: ``SheetError``, and `CancellationError` when the task is cancelled.
  public func run() async throws -> SheetReport {
    try await render(plan())
  }
}

/// What came of a job.
public struct SheetReport: Equatable, Sendable {
  /// The pictures that could not be read.
  public var unreadable: [UnreadableImage]
}
