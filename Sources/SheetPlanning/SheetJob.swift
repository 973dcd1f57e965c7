package import SheetLayout
package import SheetModel
package import SheetPictures
package import SheetPlans
package import SystemPackage

/// A wish for a sheet: its pictures, their order, and their arrangement.
///
/// It does not name output files.
package struct SheetJob: Sendable {
  /// The files, folders and lists to search.
  package var inputs: [SheetInput]
  /// The search for pictures in the inputs.
  package var search = PictureSearch()
  /// The conditions that all pictures of the sheet meet; in a pair, either picture meets each.
  package var conditions: [Condition] = []
  /// The policy for copies of better pictures; pairs are all shown.
  package var duplicates = DuplicatePolicy.show
  /// The rule that stacks pictures in one tile with a badge, before ``limit``; nil if none; ignored
  /// for pairs.
  package var stacking: StackRule?
  /// The order of the files.
  package var order = ImageOrder()
  /// The maximum number of pictures, at least 1; nil if unlimited; ignored for pairs.
  package var limit: Int?
  /// The patterns whose parts of names are facts; the first that matches a name parses it.
  package var parsing: [NameTemplate] = []
  /// Corrections of the clocks of cameras.
  ///
  /// All corrections that match a picture are added.
  package var clocks: [PictureRule<ClockCorrection>] = []
  /// The table of single pictures; nil if there is none.
  ///
  /// It has facts, weights, foci, spans, crops, and labels that replace the template's.
  package var table: PictureTable.Source?
  /// The metadata of the files to honour.
  package var metadata = MetadataUse()
  /// Pictures that do not come from `inputs`; they follow the files, in this order.
  package var sources: [any PictureSource]

  /// The arrangement of cells.
  package var layout: any Layout = GridLayout()
  /// The weights of pictures in a collage, which override the table; the last one for a picture is
  /// used.
  package var weights: [PictureRule<PictureWeight>] = []
  /// The foci of cropped pictures, which override the table; the last one for a picture is used.
  package var foci: [PictureRule<Focus>] = []
  /// The extra room of pictures in grids and rows, which overrides the table; the last one is used.
  package var spans: [PictureRule<PictureRoom>] = []
  /// The parts of pictures that are shown, which override the table; the last one is used.
  package var crops: [PictureRule<PictureArea>] = []
  /// The transparent and one-coloured borders without which pictures are drawn; nil if none.
  ///
  /// Cells are planned by whole pictures.
  package var trimming: BorderTolerance?
  /// The space between neighbours, with their borders, frames and labels.
  ///
  /// Shadows fall into it. They widen it only if two of them would overlap, just as far as
  /// necessary.
  package var gap = Spacing.standard
  /// The space around all cells; shadows fall into it as well.
  package var margin = Spacing.standard
  /// The division of pictures among pages.
  package var paging = Paging()
  /// The style of pictures in their cells.
  package var style = TileStyle()
  /// The pixels of the sheet along a side that each pixel of a picture takes, at least 1.
  ///
  /// Above 1, cells are as large as that needs. Pictures that find less room are smaller.
  package var enlargementFactor = 1
  /// The texts on the sheet.
  package var texts = SheetTexts()
  /// The picture at the right of the title; nil if there is none; ignored without a title.
  package var logo: SheetLogo?
  /// The pictures whose labels are emphasized; nil if there are none.
  package var best: BestPictures?
  /// The comparison of the pictures with a folder; nil if there is none.
  ///
  /// A sheet that compares has a row for each pair of pictures; a layout other than a matrix is
  /// replaced by the standard matrix.
  package var comparison: ComparisonSettings?
  /// The job that is planned in place of this one if a picture is large; nil if none.
  ///
  /// A PDF of photographs is on paper; a PDF of icons is as large as its cells.
  package var ifLarge: JobForLarge?
  /// The policy for pictures that cannot be read.
  package var unreadablePolicy = UnreadablePolicy.placeholder
  /// The maximum number of pixels of a page.
  package var maximumPixels = PixelCount.standard
  /// The most bytes that all pictures in progress may hold that cannot be decoded row by row.
  package var maximumMemory = ByteLimit.standardMemory
  /// The encoding of the sheet.
  package var encoding = SheetEncoding()
  /// The unit of lengths in messages about a layout.
  package var lengthUnit = LengthUnit.pixels

  /// Creates a job for picture files, and after them pictures of any kind, in the standard layout
  /// and style.
  package init(inputs: [SheetInput] = [], sources: [any PictureSource] = []) {
    (self.inputs, self.sources) = (inputs, sources)
  }
}

/// A picture at the right of the title.
package struct SheetLogo: Sendable {
  /// The file.
  package let path: FilePath
  /// The picture; nil until planning reads its header.
  package var picture: SheetPicture?

  /// Takes a file of any format that is read.
  package init(_ path: FilePath) { self.path = path }
}

/// The maximum distance of a border's samples from its colour.
package enum BorderTolerance: Equatable, Sendable {
  /// 10 in lossy formats, and 0 in lossless ones.
  case ofFormat
  /// A number from 0 to ``largest``.
  case upTo(Int)

  /// The tolerance within which all colours are equal, as for samples of 8 bits.
  package static let largest = 255

  package func value(for picture: SheetPicture) -> Int {
    if case .upTo(let tolerance) = self { return tolerance }
    return picture.readableHeader?.isLossy == true ? 10 : 0
  }
}

/// A job that replaces another if a picture's longer side exceeds a number of pixels.
package indirect enum JobForLarge: Sendable {
  case over(side: Int, SheetJob)
}

extension SheetJob {
  /// The job for pictures whose headers have been read.
  package func adapted(to pictures: [SheetPicture]) -> SheetJob {
    guard case .over(let side, let job) = ifLarge else { return self }
    let sizes = pictures.lazy.compactMap(\.size)
    return sizes.contains { max($0.width, $0.height) > side } ? job : self
  }
}
