public import SheetImaging
public import SheetLayout

/// A contact sheet: its pictures, their arrangement and their look.
///
/// Each option of the command has a property or a parameter with its default; <doc:Options> lists them.
/// Templates, conditions and rules are texts in the notation of the command.
/// A wrong value is an error of ``plan(for:)``.
///
/// ```swift
/// import ContactSheet
///
/// var sheet = Sheet(folder: "photos")
/// sheet.layout = .rows(height: 240)
/// sheet.background = .black
/// sheet.label = "{name}"
/// try await sheet.render(to: "sheet.png")
/// ```
public struct Sheet: Sendable {
  // Input

  /// The folders and files to search, in their order.
  public var inputs: [String]
  /// The pictures that are not files; they follow the files.
  public var pictures: [Picture]
  /// The files that list folders and pictures, one per line.
  public var filesFrom: [String] = []
  /// Whether NULs separate the paths in lists.
  public var null = false
  /// Whether subfolders are searched too; nil if only those of compared folders are.
  public var recursive: Bool?
  /// Whether hidden files and folders are included.
  public var hidden = false
  /// Patterns of which a file must match one; an empty list accepts all files.
  public var include: [String] = []
  /// Patterns of files and folders that are left out.
  public var exclude: [String] = []
  /// Patterns that read facts from names, such as `{scene}_{spp:1}spp`.
  public var parse: [String] = []
  /// Conditions that all pictures meet, such as `rating >= 4`.
  public var conditions: [String] = []
  /// The pages that are shown of files with several, such as a TIFF.
  public var frames = Frames.first
  /// Corrections of cameras' clocks, such as `Canon*=+1h3m`.
  public var clock: [String] = []
  /// What to do with copies of better pictures.
  public var duplicates = Duplicates.show
  /// The rule that stacks pictures in one tile; nil if there is none.
  public var stack: Stack?
  /// The maximum number of pictures, at least 1; nil if unlimited.
  public var limit: Int?
  /// The order of the pictures.
  public var sort = Sort.auto
  /// Whether the order is reversed.
  public var reverse = false
  /// How pictures are rotated.
  public var orient = OwnOrientation.auto
  /// The comparison with earlier pictures; nil if there is none.
  public package(set) var compare: FolderComparison?

  /// Whether `-` is standard input, in ``inputs``, ``filesFrom`` and ``labelsFrom``, as for the command.
  package var readsStandardInput = false

  // Layout

  /// The arrangement of pictures; nil if it is a grid, or the rows of a comparison.
  public var layout: Layout?
  /// The size of the sheet; nil if it follows from layout and pictures.
  ///
  /// A width and a height in millimetres, centimetres, inches or points are paper.
  public var size: Extent?
  /// The paper of the pages, which overrides ``size``; nil if there is none.
  ///
  /// A PDF whose size nothing determines is on A4 if a picture is large.
  public var paper: Paper?
  /// The weights of pictures in a collage, such as `IMG_12*=3` or `{score}`.
  public var weight: [String] = []
  /// The extra room of pictures in grids and rows, such as `IMG_12*=2x2`.
  public var span: [String] = []
  /// The space between pictures; nil if it is 8 pixels, on paper 3 mm.
  public var gap: Spacing?
  /// The space around all pictures; nil if it is 8 pixels, on paper 4 to 15 mm.
  public var margin: Spacing?
  /// The tracks of columns or masonry as an option has them, perhaps with units; nil if ``layout`` has
  /// them.
  package var writtenTracks: String?
  /// Whether cells of a grid are as large as the widest and the tallest picture, as in `montage`.
  package var cellsHoldEveryPicture = false

  // Pages

  /// The number of pictures on a page, at least 1; nil if unset.
  public var perPage: Int?
  /// The number of pages, at least 1; nil if unset.
  public var pageCount: Int?
  /// The maximum height of a page; nil if unlimited.
  public var maxHeight: Length?
  /// The property that the pictures of a group share; nil if there are no groups.
  public var groupBy: Grouping?
  /// Where a group starts.
  public var groupBreak = GroupBreak.page
  /// The order in which pictures fill a page.
  public var order = ReadingOrder.rows

  // Tiles

  /// The scaling of pictures to their cells; nil if it suits the layout.
  public var scale: Scaling?
  /// The position of pictures in their cells, and the part kept by cropping.
  public var align = Position.subject
  /// The focal points of cropped pictures, such as `IMG_12*=0.3,0.4`.
  public var focus: [String] = []
  /// The shown parts of pictures, such as `hall*=420,180,96,64`.
  public var crop: [String] = []
  /// The tolerance for borders that are left out; nil if borders are shown.
  public var trim: Trimming?
  /// What is shown of samples of more than 8 bits that are data; nil if they are shown as they are.
  ///
  /// Pictures that are compared are shown as they are.
  public var stretch: Stretch?
  /// The enlargement of pictures.
  public var upscale = Upscaling.none
  /// The resampling filter.
  public var filter = Filter.lanczos
  /// Whether linear light or encoded samples are resampled.
  public var light = Light.linear
  /// What to do with pictures' own colour profiles.
  public var color = OwnColors.convert
  /// The amount of sharpening, from 0 to 5; nil if there is none.
  public var sharpen: Double?
  /// The background of the sheet.
  public var background = Backdrop.white
  /// The background of cells; nil if there is none.
  public var cellBackground: Backdrop?

  // Texts

  /// The template of labels, such as `{name}`; nil if there are none.
  public var label: String?
  /// The number of the first picture, for `{index}`.
  public var numberFrom = 1
  /// The position of labels.
  public var labelPosition = LabelPosition.below
  /// The alignment of labels; nil if it is ``textAlign``.
  public var labelAlign: TextAlignment?
  /// The colour of labels; nil if it is ``textColor``.
  public var labelColor: Color?
  /// The colour of the lines under the first of a label; nil if it is ``labelColor``.
  public var labelDetailColor: Color?
  /// The maximum number of lines of a label, from 1 to 100; nil if unset.
  public var labelLines: Int?
  /// The file of a table of labels and facts; nil if there is none.
  public var labelsFrom: String?
  /// The template of the number that sets the best pictures apart, such as `{psnr}`.
  public var best: String?
  /// The template of the translucent text across each picture, such as `PROOF`; nil if there is none.
  public var watermark: String?
  /// The template of titles; nil if there are none.
  public var title: String?
  /// The file of a picture at the right of the title, perhaps with its height, such as `studio.png 12mm`; nil
  /// if there is none.
  public var logo: String?
  /// The template of headers; nil if there are none.
  public var header: String?
  /// The template of footers; nil if there are none.
  public var footer: String?
  /// The template of groups' headings; nil if it is the group's name, and empty if there are none.
  public var heading: String?
  /// The font, perhaps with a size in points, such as `Noto Sans 11`.
  public var font = "auto"
  /// The font of titles; nil if it is ``font``.
  public var titleFont: String?
  /// The alignment of titles, headers, footers and labels.
  public var textAlign = TextAlignment.center
  /// The colour of texts; nil if black or white, whichever has more contrast.
  public var textColor: Color?

  // Decoration

  /// The space inside each cell.
  public var padding: Length = 0
  /// A line around each picture; nil if there is none.
  public var border: Line?
  /// A line around each cell; nil if there is none.
  public var frame: Line?
  /// The radius of round corners.
  public var radius: Length = 0
  /// A soft shadow, whose width is its extent; nil if there is none.
  public var shadow: Line?
  /// How opaque pictures are set off that blend into the background.
  public var edge = Edge.hairline

  // Encoding and limits

  /// The compression, from 0, fast and large, to 9, slow and small.
  public var compression = 6
  /// The quality of JPEGs and PDFs, from 1 to 100; nil if pixels are exact, as far as the format can.
  public var quality: Int?
  /// The bits per sample.
  public var depth = Depth.eight
  /// The pixels per inch; nil if unset, and 300 on paper.
  public var dpi: Int?
  /// The maximum number of pixels of a page.
  public var maxPixels = PixelCount.standard.value
  /// The most memory, in bytes, for pictures that are being decoded.
  public var maxMemory = ByteLimit.standardMemory.value
  /// What to do with pictures that cannot be read.
  public var onError = UnreadablePictures.placeholder

  /// Creates a sheet of the pictures in a folder.
  public init(folder: String) { self.init(files: [folder]) }

  /// Creates a sheet of files and folders, and after them pictures that are not files.
  public init(files: [String] = [], pictures: [Picture] = []) {
    (inputs, self.pictures) = (files, pictures)
  }

  /// Creates a sheet of changed pictures, a row for each pair.
  public init(comparing comparison: FolderComparison) {
    self.init(files: comparison.inputs)
    compare = comparison
  }
}
