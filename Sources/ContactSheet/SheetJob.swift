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
  public var layout = LayoutChoice.standard
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
  /// How the sheet is stored.
  public var encoding = SheetEncoding()
  /// Where the manifest goes; nil for no manifest.
  public var manifest: SheetOutput?

  /// How many pictures are decoded at once, at least 1.
  public var workers = 2

  /// What the job renders; nil where it makes its own plan.
  var origin: SheetManifest?

  /// Creates a job of PNG files with the standard layout and style.
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
