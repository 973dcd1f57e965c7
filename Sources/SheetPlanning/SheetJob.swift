internal import SheetLayout
public import SheetPictures
public import SheetPlans
public import SheetText

/// What somebody wishes to see on a sheet: which pictures, in which order, and how they are arranged.
///
/// It says nothing of files that are written.
public struct SheetJob: Sendable {
  /// The files, folders and lists to search.
  public var inputs: [SheetInput]
  /// Which files of the inputs to take.
  public var search = PictureSearch()
  /// What all pictures of the sheet meet by their facts; pairs, by those of the picture as it is.
  public var conditions: [Condition] = []
  /// The policy for copies of better pictures; pairs are all shown.
  public var duplicates = DuplicatePolicy.show
  /// Which pictures are one tile with a badge, ahead of ``limit``; nil for none, and not for pairs.
  public var stacking: StackRule?
  /// The order of the files.
  public var order = ImageOrder()
  /// The number of pictures after which the order ends, at least 1; nil for all, as for pairs.
  public var limit: Int?
  /// What takes the names of pictures apart, so that their parts are facts: of each name, the first
  /// that matches it.
  public var parsing: [NameTemplate] = []
  /// Corrections of the clocks of cameras; of several that match a picture, the sum.
  public var clocks: [CameraClock] = []
  /// What a table says of single pictures: facts, labels, which replace the template's, weights,
  /// foci and spans; nil for none.
  public var table: PictureTable.Source?
  /// Which metadata of the files to honour.
  public var metadata = MetadataUse()
  /// Pictures that do not come from `inputs`; they follow the files, in this order.
  public var sources: [any PictureSource]

  /// How cells are arranged.
  public var layout: any Layout = GridLayout()
  /// How much pictures count in a collage, over weights in the table; of several that say something
  /// of a picture, the last counts.
  public var weights: [PictureWeight] = []
  /// What matters most in pictures where they are cropped, over a focus in the table; of several that
  /// match a picture, the last counts.
  public var foci: [PictureFocus] = []
  /// Which pictures have more room than others in grids and rows, over a span in the table; of several
  /// that say something of a picture, the last counts.
  public var spans: [PictureSpan] = []
  /// Whether transparent and one-coloured borders of pictures are left out where they are drawn; cells
  /// are planned by whole pictures.
  public var trimsBorders = false
  /// How far the samples of a border may be from its colour, from 0 to 255; nil for 0, and for 10 in
  /// lossy formats.
  ///
  /// A number trims borders, too.
  public var trimTolerance: Int?
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
  /// Which pictures have labels that are set apart; nil for none.
  public var best: BestPictures?
  /// What the pictures are compared with; nil for nothing.
  ///
  /// A sheet that compares has a row for each pair of pictures; a layout that is no matrix becomes the
  /// standard one.
  public var comparison: FolderComparison?
  /// The job that is planned in place of this one if a picture is large; nil if none.
  ///
  /// A PDF of photographs is on paper; a PDF of icons is as large as its cells.
  public var ifLarge: JobForLarge?
  /// What to do about pictures that cannot be read.
  public var unreadablePolicy = UnreadablePolicy.placeholder
  /// The maximum number of pixels of a page.
  public var maximumPixels = PixelCount.standard
  /// How the sheet is encoded.
  public var encoding = SheetEncoding()

  /// The formats to look for.
  package var formats = FormatTable.standard

  /// Creates a job for picture files, and for pictures of any kind behind them, with the standard
  /// layout and style.
  public init(inputs: [SheetInput] = [], sources: [any PictureSource] = []) {
    (self.inputs, self.sources) = (inputs, sources)
  }
}

/// A job for pictures of which one has a longer side than some pixels.
public indirect enum JobForLarge: Sendable {
  case over(side: Int, SheetJob)
}

extension SheetJob {
  /// Whether the part of pictures inside their borders is shown.
  package var trims: Bool { trimsBorders || trimTolerance != nil }

  /// How far samples of a picture's borders may be from their colour.
  package func borderTolerance(of picture: SheetPicture) -> Int {
    trimTolerance ?? (picture.readableHeader?.isLossy == true ? 10 : 0)
  }

  /// The job for pictures whose headers have been read.
  package func suited(to pictures: [SheetPicture]) -> SheetJob {
    guard case .over(let side, let job) = ifLarge else { return self }
    let sizes = pictures.lazy.compactMap(\.size)
    return sizes.contains { max($0.width, $0.height) > side } ? job : self
  }
}
