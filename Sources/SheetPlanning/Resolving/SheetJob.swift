package import SheetImaging
package import SheetLayout
package import SheetModel
package import SheetPictures
package import SheetPlans
package import SystemPackage

/// A sheet with all lengths in pixels, all texts parsed, and defaults filled in;
/// `Sheet.resolved(for:)` creates it.
///
/// It does not name output files.
package struct SheetJob: Sendable {
  /// The files, folders and lists to search.
  package var inputs: [SheetInput]
  /// How to search for pictures in the inputs.
  package var search = PictureSearch()
  /// The conditions that all pictures of the sheet meet; in a pair, each condition may be met by
  /// either picture.
  package var conditions: [Condition] = []
  /// What to do with copies of better pictures; ignored for pairs.
  package var duplicates = Sheet.Duplicates.show
  /// Which pictures are stacked in one tile with a badge, before ``sample`` applies; nil for none;
  /// ignored for pairs.
  package var stacking: Sheet.Stack?
  /// The order of the files.
  package var order = ImageOrder()
  /// Which pictures are shown, out of all pictures in ``order``; ignored for pairs.
  package var sample = PictureSample.all
  /// The maximum number of pictures of each group, at least 1, before ``sample`` applies; nil if
  /// unlimited; ignored for pairs and without groups.
  package var groupLimit: Int?
  /// The patterns that extract facts from names; the first that matches a name is used.
  package var parsing: [NameTemplate] = []
  /// Corrections for the clocks of cameras.
  ///
  /// All corrections that match a picture are added.
  package var clocks: [PictureRule<ClockCorrection>] = []
  /// The table about individual pictures; nil for none.
  ///
  /// It may contain facts, weights, foci, spans, crops, rotations, borders, numbers of copies, and
  /// labels. ``SheetTexts/labelsOfTable`` says how its labels are used.
  package var table: PictureTable.Source?
  /// The text in cells for rows of the table that name no picture; nil to leave such rows out.
  package var missing: PictureTemplate?
  /// Which metadata of the files to use.
  package var metadata = MetadataUse()
  /// Which pages of multi-page files are shown; ignored for pairs.
  package var frames = Sheet.Frames.first
  /// Pictures that do not come from `inputs`; they follow the files, in this order.
  package var sources: [any PictureSource]

  /// How cells are arranged.
  package var layout: any Layout = GridLayout()
  /// The weights of pictures in a collage; they override the table, and the last match is used.
  package var weights: [PictureRule<PictureWeight>] = []
  /// The focal points of cropped pictures; they override the table, and the last match is used.
  package var foci: [PictureRule<Focus>] = []
  /// The extra room of pictures in grids and rows; it overrides the table, and the last match is
  /// used.
  package var spans: [PictureRule<PictureRoom>] = []
  /// The parts of pictures to show; they override the table, and the last match is used.
  package var crops: [PictureRule<PictureArea>] = []
  /// How many times single pictures are shown; this overrides the table, and the last match is
  /// used.
  ///
  /// Copies are made of the pictures that remain after all other choices; none are made of pairs,
  /// and none in a matrix.
  package var copies: [PictureRule<Int>] = []
  /// How single pictures are rotated.
  package var turns: [PictureRule<Sheet.Turn>] = []
  /// The lines around individual pictures; they override the table, and the last match is used.
  package var borders: [PictureRule<PictureBorder>] = []
  /// The backgrounds of individual cells; they override the table, and the last match is used.
  package var cellBackgrounds: [PictureRule<Backdrop>] = []
  /// The transparent or single-colour borders that are trimmed from pictures; nil for none.
  ///
  /// Cells are planned for what is left.
  package var trimming: Sheet.Trimming?
  /// The bands whose samples are shown as colours; nil for the pictures' own colours.
  ///
  /// They are ignored for pairs.
  package var bands: Sheet.Bands?
  /// How samples that hold data rather than colours are stretched; nil to show them unchanged.
  ///
  /// This is ignored for pairs.
  package var stretching: Sheet.Stretch?
  /// How the samples of individual pictures are stretched; the last match is used.
  package var stretches: [PictureRule<PictureStretch>] = []
  /// The colours in which grey pictures are shown; nil for shades of grey.
  ///
  /// They are ignored for pairs.
  package var colormap: Sheet.Colormap?
  /// The colours of individual grey pictures; the last match is used.
  package var colormaps: [PictureRule<Sheet.Colormap>] = []
  /// The titles of the colour scales of pictures; the last match is used.
  ///
  /// They are ignored for pairs.
  package var colormapTitles: [PictureRule<String>] = []
  /// The folders or files of the overlays that are drawn over pictures, with colours and opacities,
  /// from bottom to top; all matches are drawn.
  ///
  /// They are ignored for pairs.
  package var overlays: [PictureRule<WrittenOverlay>] = []
  /// The folder to which the overlays are confined, and in which links are not followed; nil for no
  /// restriction.
  package var overlayRoot: FilePath?
  /// The regions of pictures that are shown enlarged; all matches are used.
  ///
  /// They are ignored for pairs.
  package var insets: [PictureRule<PictureArea>] = []
  /// Where enlarged regions go.
  package var insetPosition = InsetPosition.inside
  /// The strips of enlarged regions; nil if there are none, or if the pictures with regions are not
  /// known yet.
  var insetStrips: InsetStrips?
  /// The space between neighbours, including their borders, frames and labels.
  ///
  /// Shadows fall into this space, and widen it only if two shadows would overlap, and only as far
  /// as necessary.
  package var gap = PixelSpacing.standard
  /// The space around all cells, into which shadows fall as well.
  ///
  /// Where opposite margins differ, this is the smaller one.
  package var margin = PixelSpacing.standard
  /// How much larger the margin at each edge of a page is than ``margin``.
  package private(set) var furtherMargin = PixelInsets(0)
  /// Extra space in pixels on the inner side of each page, beyond ``margin``.
  ///
  /// The inner side is the left of odd pages and the right of even ones, or the other way round if
  /// pages are read from right to left.
  ///
  /// Widths in ``layout`` do not include this space.
  package var binding = 0
  /// Whether the gap on paper may shrink between small cells, or to make room for more cells of a
  /// fixed size.
  package var gapMayShrink = false
  /// Whether the margin of paper may shrink to make room for more cells of a fixed size.
  package var marginMayShrink = false
  /// Whether the gap between the rows of a matrix or a grid is meant for labels, so that without
  /// labels it is only as wide as the gap between columns.
  package var rowGapIsForLabels = false
  /// Whether a matrix that would take up several pages is made narrower if it then fits on one,
  /// down to a third of its width.
  package var widthMayShrink = false
  /// Whether a page of paper may have one row more than given, if that saves a second page.
  package var takesFurtherRow = false
  /// The pixels per inch of the page of paper; nil if the sheet is not on paper.
  package var pagePixelsPerInch: Int?
  /// The paper that the sheet specifies, such as A4; nil if the sheet is not on paper, or if the
  /// size of its pages is given without naming a paper.
  package var paper: Sheet.Paper?
  /// Whether the size of cells is given in millimetres, centimetres, inches or points.
  package var cellsAreExact = false
  /// Whether the size of pages is given in a form other than paper, so that neither paper nor the
  /// size of cells can be given as well.
  package var hasGivenSize = false
  /// Whether the number of pixels per inch is given; otherwise it is the default.
  package var hasGivenDensity = false
  /// How pictures are divided among pages.
  package var paging = Paging()
  /// How pictures are shown in their cells.
  package var style = TileStyle()
  /// The scale at which every picture is drawn; nil if scales depend on the cells.
  ///
  /// Cells are made large enough for this. A picture that does not fit causes an error.
  package var exactScale: ExactScale?
  /// Whether enlargement depends on the cells, because no setting specifies it.
  package var choosesEnlargement = false
  /// Whether no setting says how pictures are scaled to their cells.
  package var choosesScaling = false
  /// The text on the sheet.
  package var texts = SheetTexts()
  /// The watermark on each picture; nil for none.
  package var watermark: SheetWatermark?
  /// The scale bars of pictures; the last match is used.
  package var scaleBars: [PictureRule<Sheet.ScaleBar>] = []
  /// The number of the first picture, for `{index}`.
  package var firstNumber = 1
  /// The picture at the right of the title, or alone in the title's place; nil if there is none.
  package var logo: SheetLogo?
  /// The pictures whose labels, or parts of them, are emphasised.
  package var best: [BestPictures] = []
  /// The comparison of the pictures with a folder; nil for none.
  ///
  /// A sheet that compares pictures has a row for each pair; a layout other than a matrix is
  /// replaced by the standard matrix.
  package var comparison: ComparisonSettings?
  /// The layout to use instead if the usual one would crop pictures that are shown at their
  /// original size; nil if the layout or the size is given.
  package var layoutIfCropped: (any Layout)?
  /// The same sheet on paper, resolved instead of this one if a picture is large; nil if that has
  /// already been decided.
  ///
  /// A PDF of photographs is on paper; a PDF of icons is as large as its cells.
  @Rare package var onPaper: Sheet?
  /// The destination for which ``onPaper`` is resolved.
  package var destination = SheetDestination()
  /// What to do with pictures that cannot be read.
  package var unreadablePolicy = Sheet.UnreadablePictures.placeholder
  /// The maximum number of pixels of a page.
  package var maximumPixels = PixelCount.standard
  /// The maximum number of bytes held for all pictures in progress that cannot be decoded row by
  /// row.
  package var maximumMemory = ByteLimit.standardMemory
  /// How the sheet is encoded.
  package var encoding = SheetEncoding()
  /// The unit of lengths in messages about a layout.
  package var lengthUnit = LengthUnit.pixels

  /// Creates a job for picture files, followed by pictures of any kind, in the standard layout and
  /// style.
  package init(inputs: [SheetInput] = [], sources: [any PictureSource] = []) {
    (self.inputs, self.sources) = (inputs, sources)
  }
}

extension SheetJob {
  /// The space between all cells and each edge of a page, without a binding.
  package var margins: PixelInsets {
    furtherMargin
      + PixelInsets(
        top: margin.vertical, left: margin.horizontal, bottom: margin.vertical,
        right: margin.horizontal)
  }

  /// Sets the margin at each edge of a page.
  package mutating func setMargins(_ margins: PixelInsets) {
    margin =
      PixelSpacing(
        horizontal: min(margins.left, margins.right), vertical: min(margins.top, margins.bottom))
      ?? .standard
    furtherMargin = PixelInsets(0)
    furtherMargin = margins - self.margins
  }
}

/// A picture at the right of the title.
package struct SheetLogo: Sendable {
  /// The path of the picture's file.
  package let path: FilePath
  /// The height in pixels; nil for the height of the title.
  package let height: Int?
  /// The picture; nil until planning reads its header.
  package var picture: SheetPicture?

  /// Creates a logo from a file in any format that can be read.
  package init(_ path: FilePath, height: Int? = nil) { (self.path, self.height) = (path, height) }
}

extension SheetJob {
  /// The job for pictures whose headers have been read: on paper if one of them is too large to be
  /// shown well otherwise.
  ///
  /// It throws nothing that ``Sheet/resolved(for:)`` would not already have thrown.
  package func placedOnPaper(ifLarge pictures: [SheetPicture]) throws -> SheetJob {
    guard let onPaper,
      pictures.contains(where: { picture in
        picture.size.map { max($0.width, $0.height) > Sheet.largestOffPaper } ?? false
      })
    else { return self }
    return try onPaper.resolved(for: destination)
  }
}

extension Sheet.Trimming {
  /// The tolerance for the borders of a picture.
  package func value(for picture: SheetPicture) -> Int {
    if case .upTo(let tolerance) = self { return tolerance }
    return picture.readableHeader?.isLossy == true ? 10 : 0
  }
}
