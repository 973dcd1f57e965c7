public import SheetImaging
public import SheetLayout
public import SheetText
public import SystemPackage

/// Everything that rendering a sheet needs, settled before anything is decoded.
///
/// ``SheetJob/plan(workers:)`` makes one of a job, and decoding a manifest makes one; both render
/// alike, by ``render(workers:progress:)``. A plan is a value: it is built once and not changed.
public struct SheetPlan: Sendable {
  /// The name of the layout that made it; informational.
  public let layout: String
  /// The pictures on the sheet, in its order.
  public internal(set) var pictures: [SheetPicture]
  /// The pictures that were left out because their headers could not be read.
  public let skipped: [SheetPicture]
  /// All pages, in order; at least one.
  public internal(set) var pages: [SheetPage]
  /// The numbers of the pages that are rendered; nil for all.
  public internal(set) var selection: ClosedRange<Int>?

  /// How pictures stand in their cells, and on what.
  public let style: TileStyle
  /// Which of what files say of their pictures counts.
  public let metadata: MetadataUse
  /// What is done about pictures that cannot be read.
  public let unreadablePolicy: UnreadablePolicy
  /// How texts are written.
  public let type: TypeStyle
  /// How the sheet is stored.
  public internal(set) var encoding: SheetEncoding
  /// Whether all pictures that can be read are grey, on all pages.
  public internal(set) var isGray: Bool

  /// The cells of the first page of a layout that has rows and columns; nil for others.
  public let grid: GridFacts?
  /// The columns of a layout by tracks, from the left edge of the sheet without margins; empty for
  /// others.
  public let tracks: [Column]

  /// The largest sheet that is rendered.
  public internal(set) var maximumPixels: PixelCount
  /// Where the manifest goes; nil for no manifest.
  public internal(set) var manifest: SheetOutput?
  /// Whether files at the outputs may be replaced that are neither a sheet nor a manifest of an
  /// earlier run. No manifest says so.
  public internal(set) var replacesForeignFiles = false
  /// The names of the pages of the job; nil for a plan that was decoded.
  let pageNames: OutputNames?
  /// What planning found.
  public internal(set) var findings: Findings
  /// Whether ``checked(workers:)`` has made this plan.
  var isChecked = false

  /// What planning found that does not keep the sheet from being made.
  public struct Findings: Equatable, Sendable {
    /// The folders among the inputs that hold no pictures to take.
    public var emptyFolders: [EmptyFolder] = []
    /// The files that were taken for pages of an earlier run, and left out.
    public var ownPages: [FilePath] = []
    /// The files in folders that are not taken as pictures.
    public var otherFiles = OtherFiles()
    /// What is wrong with texts; messages that stand alone.
    public var textWarnings: [String] = []
  }
}

/// How the texts of a sheet are written.
public struct TypeStyle: Equatable, Sendable {
  /// The font, with its size in points where one was asked for.
  public var font = FontChoice.auto
  /// The colour; nil for black or white, whichever is easier to read.
  public var color: Color?
  /// The room for a label in each cell; nil where there are none.
  public var label: CellFurniture.Label?
}

/// The rows and columns of a page.
public struct GridFacts: Equatable, Sendable {
  /// The number of rows of the page, empty ones included.
  public let rows: Int
  /// The number of columns.
  public let columns: Int
  /// The exact size of a cell, in pixels; nil where rows differ in height.
  public let cell: Size?
  /// The ratio that cells were to come near to; nil where there was none.
  public let idealCellRatio: Double?
}

/// One sheet of a plan.
public struct SheetPage: Equatable, Sendable {
  /// The page's number, from 1.
  public let number: Int
  /// Where the page goes.
  public internal(set) var output: SheetOutput
  /// The size of the sheet, in pixels, margins included.
  public let size: PixelSize
  /// The tiles, in the order of the pictures.
  public let tiles: [PlannedTile]
  /// What is written on the page besides the labels of tiles.
  public let texts: [PlannedText]
  /// The cells of a layout that has rows and columns; nil for others, and for a page of a plan
  /// that was decoded.
  public let grid: GridFacts?

  init(
    number: Int, output: SheetOutput, size: PixelSize, tiles: [PlannedTile],
    texts: [PlannedText] = [], grid: GridFacts? = nil
  ) {
    self.number = number
    self.output = output
    self.size = size
    self.tiles = tiles
    self.texts = texts
    self.grid = grid
  }
}

/// The place of one picture on its sheet.
public struct PlannedTile: Equatable, Sendable {
  /// The picture's index in ``SheetPlan/pictures``.
  public let index: Int
  /// The tile's cell, on the sheet.
  public let cell: PixelRect
  /// Which part of the picture is drawn where; nil where the picture could not be read.
  public let placement: PicturePlacement?
  /// The picture's label; nil where there is none, or no room for it.
  public let label: PlannedText?

  init(
    index: Int, cell: PixelRect, placement: PicturePlacement?, label: PlannedText? = nil
  ) {
    self.index = index
    self.cell = cell
    self.placement = placement
    self.label = label
  }
}

extension SheetPlan {
  /// What is wrong with texts, and what could not be followed in pictures that are on the
  /// sheet all the same, such as a damaged colour profile; messages that name the picture.
  public var warnings: [String] {
    findings.textWarnings
      + pictures.flatMap { picture in
        (picture.readableHeader?.warnings ?? []).map {
          "\(FilePath(picture.source.name).quoted): \($0)"
        }
      }
  }

  /// The pictures that are known to be unreadable, those that were left out first.
  public var unreadable: [UnreadablePicture] {
    (skipped + pictures).compactMap(\.unreadable)
  }

  /// The number of tiles on all pages.
  public var tileCount: Int { pages.reduce(0) { $0 + $1.tiles.count } }

  /// The pages that are rendered.
  ///
  /// - Throws: ``SheetError/noSuchPage(_:count:)`` for a page that the plan does not have.
  public func selectedPages() throws(SheetError) -> ArraySlice<SheetPage> {
    guard let selection else { return pages[...] }
    guard selection.lowerBound >= 1, selection.upperBound <= pages.count else {
      throw .noSuchPage(selection.upperBound, count: pages.count)
    }
    return pages[selection.lowerBound - 1..<selection.upperBound]
  }

  /// The same plan for other pages or outputs, or stored otherwise.
  ///
  /// - Parameters:
  ///   - pages: The numbers of the pages to render; nil for all.
  ///   - output: Where the sheet goes instead of the pages' own outputs; nil for those.
  ///   - manifest: Where the manifest goes; nil for no manifest.
  ///   - encoding: How the sheet is stored; nil as it was.
  ///   - maximumPixels: The largest sheet that is rendered; nil as it was.
  ///   - replacesForeignFiles: Whether files may be replaced that are neither a sheet nor a
  ///     manifest.
  /// - Returns: A plan that has not been checked yet.
  public func replacing(
    pages: ClosedRange<Int>? = nil, output: SheetOutput? = nil, manifest: SheetOutput? = nil,
    encoding: SheetEncoding? = nil, maximumPixels: PixelCount? = nil,
    replacesForeignFiles: Bool = false
  ) -> SheetPlan {
    var plan = self
    plan.isChecked = false
    plan.selection = pages
    plan.manifest = manifest
    if let output {
      let outputs = output.pages(self.pages.count)
      for index in plan.pages.indices { plan.pages[index].output = outputs[index] }
    }
    if let encoding { plan.encoding = encoding }
    plan.replacesForeignFiles = replacesForeignFiles
    if let maximumPixels { plan.maximumPixels = maximumPixels }
    return plan
  }
}
