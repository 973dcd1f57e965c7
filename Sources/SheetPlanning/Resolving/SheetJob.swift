package import SheetLayout
package import SheetModel
package import SheetPictures
package import SheetPlans
package import SystemPackage

/// A sheet with lengths in pixels, parsed texts and every default; `Sheet.resolved(for:)` makes it.
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
  package var duplicates = Sheet.Duplicates.show
  /// The rule that stacks pictures in one tile with a badge, before ``limit``; nil if none; ignored
  /// for pairs.
  package var stacking: Sheet.Stack?
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
  /// The pages that are shown of files with several; ignored for pairs.
  package var frames = Sheet.Frames.first
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
  package var trimming: Sheet.Trimming?
  /// The stretch of samples that are data; nil if they are shown as they are; ignored for pairs.
  package var stretching: Sheet.Stretch?
  /// The space between neighbours, with their borders, frames and labels.
  ///
  /// Shadows fall into it. They widen it only if two of them would overlap, just as far as
  /// necessary.
  package var gap = PixelSpacing.standard
  /// The space around all cells; shadows fall into it as well.
  package var margin = PixelSpacing.standard
  /// The pixels of an inch of the page of paper; nil if the sheet is not on paper.
  package var pagePixelsPerInch: Int?
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
  /// The translucent text across each picture; nil if there is none.
  package var watermark: PictureTemplate?
  /// The number of the first picture, for `{index}`.
  package var firstNumber = 1
  /// The picture at the right of the title, or alone in its place; nil if there is none.
  package var logo: SheetLogo?
  /// The pictures whose labels are emphasized; nil if there are none.
  package var best: BestPictures?
  /// The comparison of the pictures with a folder; nil if there is none.
  ///
  /// A sheet that compares has a row for each pair of pictures; a layout other than a matrix is
  /// replaced by the standard matrix.
  package var comparison: ComparisonSettings?
  /// The wish on paper, which is resolved in place of this one if a picture is large; nil if the paper
  /// is decided.
  ///
  /// A PDF of photographs is on paper; a PDF of icons is as large as its cells.
  package var onPaper: Sheet?
  /// The destination that ``onPaper`` is resolved for.
  package var destination = SheetDestination()
  /// The policy for pictures that cannot be read.
  package var unreadablePolicy = Sheet.UnreadablePictures.placeholder
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
  /// The height in pixels; nil if it is that of the title.
  package let height: Int?
  /// The picture; nil until planning reads its header.
  package var picture: SheetPicture?

  /// Takes a file of any format that is read.
  package init(_ path: FilePath, height: Int? = nil) { (self.path, self.height) = (path, height) }
}

extension SheetJob {
  /// The job for pictures whose headers have been read: on paper if one of them is too large to be
  /// shown well otherwise.
  ///
  /// It throws nothing that ``Sheet/resolved(for:)`` has not thrown before.
  package func adapted(to pictures: [SheetPicture]) throws -> SheetJob {
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
