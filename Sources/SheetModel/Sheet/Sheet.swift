public import SheetImaging
public import SheetLayout

/// A contact sheet: its pictures, their arrangement and their appearance.
///
/// Each option of the command has a corresponding property or parameter with the same default;
/// <doc:reference-options> lists them. Templates, conditions and rules are strings, written as on
/// the command line. An invalid value makes ``plan(for:)`` throw an error.
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

  /// The folders and files to search, in order.
  public var inputs: [String]
  /// The pictures that are not files; they come after the files, unless the sheet is sorted by a
  /// fact.
  public var pictures: [Picture]
  /// Files that list folders and pictures, one per line; if there are folders among ``inputs``,
  /// each line selects pictures in them.
  public var filesFrom: [String] = []
  /// Whether the paths in ``filesFrom`` files are separated by NULs.
  public var isNULSeparated = false
  /// Whether to search subfolders; nil to search only the subfolders of compared folders.
  public var isRecursive: Bool?
  /// Whether to include hidden files and folders.
  public var includesHidden = false
  /// Patterns, at least one of which a file must match; an empty list accepts all files.
  public var include: [String] = []
  /// Patterns of files and folders to leave out.
  public var exclude: [String] = []
  /// Patterns that extract facts from file names, such as `{scene}_{spp:1}spp`.
  public var parse: [String] = []
  /// Conditions that every picture must meet, such as `rating >= 4`.
  public var conditions: [String] = []
  /// Which pages of multi-page files, such as TIFFs, and which frames of GIFs are shown.
  public var frames = Frames.first
  /// Corrections for the clocks of cameras, such as `Canon*=+1h3m`.
  public var clock: [Rule<Duration>] = []
  /// What to do with inferior copies of other pictures.
  public var duplicates = Duplicates.show
  /// Which pictures are stacked in one tile; nil for none.
  public var stack: Stack?
  /// The maximum number of pictures, at least 1; nil for no limit.
  public var limit: Int?
  /// The step from one picture to the next, at least 1; nil to show all.
  ///
  /// With 10, the 1st, the 11th, the 21st picture and so on are shown, in the order of the sheet.
  public var every: Int?
  /// The number of pictures to show at even intervals, at least 1; nil to show all.
  ///
  /// They include the first and the last picture in the order of the sheet.
  ///
  /// At most one of ``limit``, ``every`` and ``spread`` may be set.
  public var spread: Int?
  /// How many times each picture is shown, from 0 to 1000, such as `IMG_12*=4`.
  ///
  /// Pictures that are shown 0 times are left out. Copies come right after their original. A matrix
  /// shows no copies, because each picture has one place in it.
  public var copies: [Rule<Int>] = []
  /// How the pictures are sorted.
  public var sort = Sort.auto
  /// Whether the order is reversed.
  public var isReversed = false
  /// How pictures are rotated.
  public var orient = Orienting.auto
  /// The comparison with earlier pictures; nil for none.
  public package(set) var compare: FolderComparison?

  /// Whether `-` means standard input in ``inputs``, ``filesFrom`` and ``table``, as on the
  /// command line.
  package var readsStandardInput = false

  // Layout

  /// The arrangement of pictures; nil for a grid, or the rows of a comparison.
  ///
  /// Pictures that are shown pixel for pixel are in rows if a grid without a given size would crop
  /// any of them.
  public var layout: Layout?
  /// The size of the sheet; nil if it follows from the layout and the pictures.
  ///
  /// If the width and the height are in millimetres, centimetres, inches or points, the sheet is on
  /// paper.
  public var size: Extent?
  /// The paper size of the pages, which overrides ``size``; nil for none.
  ///
  /// A PDF whose size is not determined by anything else uses A4 if any picture is large.
  public var paper: Paper?
  /// Relative sizes of pictures in a collage, such as `IMG_12*=3` or `{score}`.
  public var weight: [Rule<Weight>] = []
  /// Extra room for pictures in grids and rows, such as `IMG_12*=2x2`.
  public var span: [Rule<Span>] = []
  /// The space between pictures; nil for 8 pixels, or up to 3 mm on paper.
  public var gap: Spacing?
  /// The space around all pictures; nil for 8 pixels, or 4 to 15 mm on paper.
  public var margin: Margins?
  /// Extra space on the inner side of each page, for holes or a binding.
  ///
  /// It is on the left of odd pages and on the right of even ones, or the other way round if pages
  /// are read from right to left.
  public var binding: Length = 0
  /// The tracks of columns or masonry as written in an option, possibly with units; nil if they are
  /// in ``layout``.
  package var writtenTracks: String?
  /// Whether the cells of a grid are as wide as the widest and as tall as the tallest picture, as
  /// in `montage`.
  package var cellsHoldEveryPicture = false

  // Pages

  /// The number of pictures per page, at least 1; nil if unset.
  public var perPage: Int?
  /// The number of pages, at least 1; nil if unset.
  public var pageCount: Int?
  /// The maximum height of a page; nil for no limit.
  public var maxHeight: Length?
  /// What the pictures of a group have in common; nil for no groups.
  public var groupBy: Grouping?
  /// The maximum number of pictures of each group, in the order of the sheet, at least 1; nil if
  /// unlimited.
  ///
  /// ``limit``, ``every`` and ``spread`` then apply to the pictures that are left. Without
  /// ``groupBy``, this is the maximum number of pictures in each row of a matrix whose rows are
  /// given; any other sheet ignores it.
  public var groupLimit: Int?
  /// Where a new group starts.
  public var groupBreak = GroupBreak.page
  /// The order in which pictures fill a page.
  public var order = ReadingOrder.rows
  /// The cell of the first page that the first picture goes into, from 1 to 10,000, counted in
  /// ``order``; the cells before it stay empty.
  ///
  /// Only grids and columns without sections can begin with empty cells.
  public var firstCell = 1

  // Tiles

  /// How pictures are scaled to their cells; nil for the layout's default.
  public var scale: Scaling?
  /// The factor by which the width and height of every picture are scaled, from 0.001 to 100, so
  /// that pictures can be compared in size; nil to scale them to their cells.
  ///
  /// Cells grow as needed, and ``scale`` and ``upscale`` are ignored. Planning fails if a picture
  /// does not fit.
  public var exactScale: Double?
  /// The scale on paper of what pictures show, such as 1:2 for half the true size; nil if the scale
  /// does not matter.
  ///
  /// It overrides ``exactScale``, and needs paper, a length on paper, or ``dpi``. The width of a
  /// pixel comes from the `pixel-size` column of the table, from the files of microscopes, or from
  /// the resolution that a file states. Planning fails if the width is unknown for a picture.
  public var drawingScale: DrawingScale?
  /// Where pictures are placed in their cells, and which part cropping keeps.
  public var align = Position.subject
  /// The focal points of cropped pictures, such as `IMG_12*=0.3,0.4`.
  public var focus: [Rule<FocalPoint>] = []
  /// The parts of pictures to show, such as `hall*=420,180,96,64`.
  public var crop: [Rule<Area>] = []
  /// The tolerance for trimming borders; nil to leave borders alone.
  public var trim: Trimming?
  /// The samples of each pixel to show as colours; nil for the pictures' own colours.
  ///
  /// Pictures with fewer samples, and compared pictures, are always shown unchanged.
  public var bands: Bands?
  /// How to show samples that hold data rather than colours; nil to show them unchanged.
  ///
  /// Compared pictures are always shown unchanged.
  public var stretch: Stretch?
  /// Rules that override ``stretch`` for some of the pictures, such as `masks/*=labels`; `a*=none`
  /// shows pictures unchanged.
  public var stretches: [Rule<Stretch>] = []
  /// The colours in which grey pictures are shown, after stretching; nil for shades of grey.
  ///
  /// Pictures that are compared keep their own colours.
  public var colormap: Colormap?
  /// Rules that override ``colormap`` for some of the pictures, such as `*_GFP*=green`.
  public var colormaps: [Rule<Colormap>] = []
  /// What the scale of ``colormap`` shows, such as `Depth (m)`, or `err/*=Error (px)` for some of the
  /// pictures; empty for no title.
  ///
  /// Each title has a scale of its own.
  public var colormapTitle: [Rule<String>] = []
  /// What is drawn translucently over each picture, such as `masks`; empty for nothing.
  ///
  /// Each element is a single file to draw over all pictures, or a folder of masks or other
  /// pictures whose paths in the folder are the same as the paths of the pictures that they cover.
  /// An opacity may follow, as in `masks=40%`. Class indices are shown in the colours of `labels`,
  /// and class 0 is transparent. Pictures that are compared have no overlay.
  ///
  /// A colour may follow, as in `truth=green` or `truth=green,40%`. Masks are then drawn in this
  /// colour, which is more transparent the darker the mask is. Later overlays are drawn over earlier
  /// ones.
  ///
  /// A pattern or a condition that selects pictures may come first, as in `new/*=masks` or `{view}
  /// = truth=masks=green`. Every overlay that applies to a picture is drawn. If a path has an
  /// equals sign, a rule of two parts, as in `Sheet.Rule(.all, "k=1/masks")`, is never ambiguous.
  public var overlay: [Rule<String>] = []
  /// The folder to which the files of ``overlay`` are confined, because a project file names them;
  /// nil for no restriction.
  package var overlayRoot: String?
  /// The regions of pictures that are marked by boxes and shown enlarged, such as
  /// `420,96,64,64`, or `kitchen*=0.6,0.2,0.1,0.1` for some of the pictures.
  ///
  /// A picture has an inset for each rule that applies to it, but at most four. Pictures that are
  /// compared have none.
  public var inset: [Rule<Area>] = []
  /// Where enlarged regions go.
  ///
  /// A strip below or to the right of each picture makes cells taller or wider, even if their size
  /// is given, so that pictures are as large as they would be without strips.
  public var insetPosition = InsetPosition.inside
  /// How much pictures are enlarged.
  public var upscale = Upscaling.automatic
  /// The resampling filter.
  public var filter = Filter.lanczos
  /// Whether resampling uses linear-light values or the encoded samples.
  public var light = Light.linear
  /// What to do with colour profiles embedded in pictures.
  public var color = OwnColors.convert
  /// Whether pictures are shown in shades of grey, by their luminance.
  public var isGrayscale = false
  /// The amount of sharpening, from 0 to 5; nil for none.
  public var sharpen: Double?
  /// The background of the sheet.
  public var background = Backdrop.white
  /// The background of cells; nil for none.
  public var cellBackground: Backdrop?
  /// Rules that override ``cellBackground`` for some of the cells, such as `dark/*=black`; `a*=none`
  /// leaves the background of the sheet.
  public var cellBackgrounds: [Rule<Backdrop>] = []

  // Text

  /// The template for labels, such as `{name}`; nil for the labels in the `label` column of
  /// ``table``, if it has one.
  ///
  /// An empty template switches all labels off.
  public var label: String?
  /// The number of the first picture, for `{index}`.
  public var numberFrom = 1
  /// Where labels go.
  public var labelPosition = LabelPosition.below
  /// The alignment of labels; nil to use ``textAlign``.
  public var labelAlign: TextAlignment?
  /// The colour of labels; nil to use ``textColor``.
  public var labelColor: Color?
  /// The colour of all lines of a label after the first; nil to use ``labelColor``.
  public var labelDetailColor: Color?
  /// The maximum number of lines of a label, from 1 to 100; nil if unset.
  public var labelLines: Int?
  /// A file with a table of labels and facts; nil for none.
  public var table: String?
  /// The template for the text in an empty cell for each row of the table that names no picture, or
  /// a picture that does not exist; nil to leave such rows out.
  ///
  /// Comparisons leave them out in any case.
  public var missing: String?
  /// The templates for numbers that determine the best pictures, such as `{psnr}` or
  /// `least {rmse}`.
  ///
  /// If a label shows the number beside other facts, only the number is emphasised; otherwise the
  /// whole label is.
  public var best: [String] = []
  /// What marks each picture: the template of a translucent text, such as `PROOF`, or a picture,
  /// such as `file:logo.png`; nil for nothing.
  public var watermark: String?
  /// The scale bars in the lower right corners of pictures, such as `50 µm at 0.32 µm`, or
  /// `*_40x*=20 µm at 0.16 µm` for some of the pictures; an empty list for none.
  public var scaleBar: [Rule<ScaleBar>] = []
  /// The template for titles; nil for none.
  public var title: String?
  /// The file of a picture to the right of the title, optionally with its height, such as
  /// `studio.png 12mm`; nil for none.
  public var logo: String?
  /// The template for headers; nil for none.
  public var header: String?
  /// The template for footers; nil for none.
  public var footer: String?
  /// The template for group headings; nil if unset.
  public var groupHeading: String?
  /// The font, optionally with a size in points, such as `Noto Sans 11`.
  public var font = "auto"
  /// The font of titles; nil to use ``font``.
  public var titleFont: String?
  /// The alignment of titles, headers, footers and labels.
  public var textAlign = TextAlignment.center
  /// The colour of text; nil for black or white, whichever gives more contrast.
  public var textColor: Color?

  // Decoration

  /// The space inside each cell.
  public var padding: Length = 0
  /// A line around each picture; nil for none.
  public var border: Line?
  /// Rules that override ``border`` for some of the pictures, such as `{correct} = no=3 red`;
  /// `a*=none` removes the line.
  public var borders: [Rule<Line>] = []
  /// A line around each cell; nil for none.
  public var frame: Line?
  /// The radius of rounded corners.
  public var radius: Length = 0
  /// A soft shadow, whose width is how far it extends; nil for none.
  public var shadow: Line?
  /// How to set off pictures from the background.
  public var edge = Edge.auto

  // Encoding and limits

  /// The compression level, from 0 (fast, large files) to 9 (slow, small files).
  public var compression = 6
  /// The quality of JPEGs and PDFs, from 1 to 100; nil for lossless pixels if the format supports
  /// them.
  public var quality: Int?
  /// The bits per sample.
  public var depth = Depth.eight
  /// The pixels per inch; if nil, 300 is used if the sheet is on paper or a length has a unit.
  public var dpi: Int?
  /// The maximum number of pixels of a page.
  public var maxPixels = PixelCount.standard.value
  /// The maximum memory, in bytes, for pictures being decoded.
  public var maxMemory = ByteLimit.standardMemory.value
  /// What to do with pictures that cannot be read.
  public var onError = UnreadablePictures.placeholder

  /// Creates a sheet of the pictures in a folder.
  public init(folder: String) { self.init(files: [folder]) }

  /// Creates a sheet of files and folders, followed by pictures that are not files.
  public init(files: [String] = [], pictures: [Picture] = []) {
    (inputs, self.pictures) = (files, pictures)
  }

  /// Creates a sheet of changed pictures, one row per pair.
  public init(comparing comparison: FolderComparison) {
    self.init(files: comparison.inputs)
    compare = comparison
  }
}
