public import SheetImaging
public import SheetLayout
public import SheetText
public import SystemPackage

/// Everything that is needed to render a sheet, decided before any picture is decoded.
///
/// A plan comes from ``SheetJob/plan(workers:)`` or from decoding a manifest, and
/// ``render(workers:progress:)`` treats both alike. It is a value that is built once and not
/// changed.
public struct SheetPlan: Sendable {
  /// The name of its layout; informational.
  public let layout: String
  /// The pictures on the sheet, in order.
  public internal(set) var pictures: [SheetPicture]
  /// The index of the first picture in the job, which is not 0 in a plan of a later page.
  var firstIndex = 0
  /// The pictures that were skipped because their headers could not be read.
  public internal(set) var skipped: [SheetPicture]
  /// All pages, in order; at least one.
  public internal(set) var pages: [SheetPage]
  /// The pages to render.
  public internal(set) var selection: PageSelection
  /// The numbers of pages that are not rendered, because they are there already.
  var keptPages: Set<Int> = []

  /// How pictures are placed and drawn in their cells.
  public let style: TileStyle
  /// Which metadata of the files to honour.
  public let metadata: MetadataUse
  /// What to do about pictures that cannot be read.
  public internal(set) var unreadablePolicy: UnreadablePolicy
  /// The font and colour of texts, and the room for labels.
  public let type: TypeStyle
  /// How the sheet is encoded.
  public internal(set) var encoding: SheetEncoding
  /// Whether all readable pictures on all pages are grey.
  public internal(set) var isGray: Bool

  /// The rows and columns of the first page, informational; nil if the layout has none.
  public internal(set) var grid: GridFacts?
  /// The columns of a layout by tracks, measured from the left margin, informational; empty for
  /// other layouts.
  public let tracks: [Column]

  /// The maximum number of pixels of a page.
  public internal(set) var maximumPixels: PixelCount
  /// The documents that are asked for; none in a decoded plan.
  public internal(set) var documents = SheetDocuments()
  /// Whether files may be replaced that are neither a contact sheet nor one of its documents; not
  /// in the manifest.
  public internal(set) var replacesForeignFiles = false
  /// Whether a file stays that would be replaced by one of the same bytes; not in the manifest.
  public internal(set) var keepsUnchangedFiles = false
  /// The names of the job's pages; nil for a decoded plan.
  let pageNames: OutputNames?
  /// What was noticed in planning.
  public internal(set) var findings: Findings
  /// Whether this plan comes from ``checked(workers:)``.
  var isChecked = false

  /// What was noticed in planning that does not prevent the sheet.
  public struct Findings: Equatable, Sendable {
    /// The input folders without pictures.
    public var emptyFolders: [EmptyFolder] = []
    /// The files that were left out because they are pages of an earlier run.
    public var ownPages: [FilePath] = []
    /// The files in folders that were not taken as pictures.
    public var otherFiles = OtherFiles()
    /// The folders that were searched, and the lists, the table of labels and the plan that were
    /// read.
    public var origins: [FilePath] = []
    /// Warnings about texts, as complete messages.
    public var textWarnings: [String] = []
    /// The size of cells that are smaller than pictures need, so that the sheet stays within
    /// ``SheetPlan/maximumPixels``; the smallest where there are several.
    public var reducedCell: PixelSize?
    /// How long the steps up to the plan took.
    public var times = StepTimes()
  }
}

/// The font and colour of a sheet's texts, and the room for labels.
public struct TypeStyle: Equatable, Sendable {
  /// The font, perhaps with a size in points.
  public var font = FontChoice.auto
  /// The colour; nil for black or white, whichever has more contrast.
  public var color: Color?
  /// The room for a label in each cell; nil without labels.
  public var label: CellFurniture.Label?
}

/// The rows and columns of a page.
public struct GridFacts: Equatable, Sendable {
  /// The number of rows, empty ones included.
  public let rows: Int
  /// The number of columns.
  public let columns: Int
  /// The exact size of a cell in pixels; nil if rows differ in height.
  public let cell: Size?
  /// The cell ratio that the layout aimed at; nil if it aimed at none.
  public let idealCellRatio: Double?
}

/// One page of a plan.
public struct SheetPage: Equatable, Sendable {
  /// The page's number on the sheet, from 1; numbers grow, and a plan of some pages has gaps.
  public let number: Int
  /// Where the page goes.
  public internal(set) var output: SheetOutput
  /// The size in pixels, margins included.
  public let size: PixelSize
  /// The tiles, in the order of the pictures.
  public let tiles: [PlannedTile]
  /// The texts on the page, without the labels of tiles.
  public let texts: [PlannedText]
  /// The rows and columns of the page; nil if the layout has none, and in a decoded plan.
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
  public internal(set) var cell: PixelRect
  /// Which part of the picture is drawn where; nil if the picture could not be read.
  public internal(set) var placement: PicturePlacement?
  /// The picture's label; nil for none, or without room for it.
  public internal(set) var label: PlannedText? {
    get { boxedLabel?.value }
    set { boxedLabel = newValue.map(Boxed.init) }
  }
  private var boxedLabel: Boxed<PlannedText>?

  init(
    index: Int, cell: PixelRect, placement: PicturePlacement?, label: PlannedText? = nil
  ) {
    self.index = index
    self.cell = cell
    self.placement = placement
    self.label = label
  }
}

extension SheetPlan: CustomStringConvertible {
  /// A short form, such as `a plan of 40 pictures on 2 pages`.
  public var description: String {
    "a plan of \(pictures.count.counted("picture")) on \(pages.count.counted("page"))"
  }
}

extension SheetPlan {
  /// What is wrong with texts, what the limit did to cells, and what could not be followed in
  /// pictures that are on the sheet all the same, such as a damaged colour profile, and which names
  /// no depfile can hold well; messages that name the picture.
  public var warnings: [String] {
    findings.textWarnings + [cellWarning].compactMap(\.self)
      + pictures.flatMap { picture in
        (picture.readableHeader?.warnings ?? []).map {
          "\(FilePath(picture.source.name).quoted): \($0)"
        }
      } + (rule?.warnings ?? [])
  }

  private var cellWarning: String? {
    findings.reducedCell.map {
      "cells are \($0.width) x \($0.height) pixels, so that the sheet stays within "
        + "\(maximumPixels) pixels"
    }
  }

  /// The pictures that are known to be unreadable, skipped ones first.
  public var unreadable: [UnreadablePicture] {
    (skipped + pictures).compactMap(\.unreadable)
  }

  /// The largest share of a picture that is cropped, from 0 to 1.
  public var largestCrop: Double {
    pages.lazy.flatMap(\.tiles).reduce(0) { largest, tile in
      guard let crop = tile.placement?.crop, let size = pictures[tile.index].size else {
        return largest
      }
      return max(largest, 1 - crop.width * crop.height / (Double(size.width) * Double(size.height)))
    }
  }

  /// The number of tiles on all pages.
  public var tileCount: Int { pages.reduce(0) { $0 + $1.tiles.count } }
}
