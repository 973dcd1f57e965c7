internal import FoundationEssentials
internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
public import SheetText

/// A manifest in JSON: each object is a type, and each key one of its properties.
///
/// The keys are documented and must not change. The form of a property says how its value is
/// written, and checks it when it is read.
package struct ManifestJSON: Codable {
  /// Decoded first, because another version may have other keys.
  @As<Version> var version: Int
  var layout: String
  var options: Options
  @As<Maybe<Path>> var root: String?
  var pages: [Page]
  var pairs: [Pair]?
  @As<Maybe<Grid>> var grid: PageGrid?
  var sections: [Section]?
  var rows: [Line]?
  var columns: [Line]?
  @As<Some<Track>> var tracks: [Column]
  var unreadable: [Unreadable]?

  struct Options: Codable {
    @As<Named<Scaling>> var scale: Scaling
    @As<Named<Alignment>> var align: Alignment
    @As<Enlarging> var upscale: Enlargement
    @As<Named<OrientationPolicy>> var orient: OrientationPolicy
    @As<Named<ResampleFilter>> var filter: ResampleFilter
    @As<Maybe<Sharpening>> var sharpen: UnsharpMask?
    @As<Ground> var background: Backdrop
    @As<Maybe<Ground>> var cellBackground: Backdrop?
    @As<Named<ColorPolicy>> var color: ColorPolicy
    @As<Named<UnreadablePolicy>> var onError: UnreadablePolicy
    @As<Compression> var compression: Int
    @As<Quality> var quality: SheetQuality
    @As<Depth> var depth: SampleDepth
    var gray: Bool
    @As<Maybe<Density>> var dpi: Int?
    @As<Maybe<Fraction>> var tolerance: Double?
    var ignoreAntialiasing: Bool?
    /// The distance in the hottest colour; nil unless colours show how much pixels changed.
    @As<Maybe<Distance>> var heat: Double?
    @As<Maybe<Lettering>> var text: TypeStyle?
    @As<Maybe<Surroundings>> var furniture: Furniture?
    @As<Maybe<Named<EmptyCellMark>>> var empty: EmptyCellMark?
  }

  struct Lettering: JSONObject {
    typealias Value = TypeStyle

    @As<Font> var font: FontChoice
    @As<Maybe<Ink>> var color: Color?
    @As<Maybe<Ink>> var labelColor: Color?
    @As<Maybe<Named<CellFurniture.Label.Position>>> var labelPosition: CellFurniture.Label.Position?
    @As<Maybe<Count>> var labelHeight: Int?
    @As<Maybe<Count>> var labelGap: Int?
  }

  struct Surroundings: JSONObject {
    typealias Value = Furniture

    @As<Count> var padding: Int
    @As<Maybe<Drawn<Border>>> var border: Border?
    @As<Maybe<Drawn<Border>>> var frame: Border?
    @As<Count> var radius: Int
    @As<Maybe<Drawn<Shadow>>> var shadow: Shadow?
  }

  struct Page: Codable {
    /// Its position if nil.
    @As<Maybe<Side>> var number: Int?
    @As<Maybe<Path>> var file: String?
    var width: Int
    var height: Int
    var tiles: [Tile]
    @As<Some<PageText>> var texts: [PlannedText]
    /// The grid of the first page if nil.
    @As<Maybe<Grid>> var grid: PageGrid?
    @As<Maybe<Block>> var block: PageBlock?
    var emptyCells: [EmptyCell]?
    /// The bar of the colours of `heat`.
    @As<Maybe<Area>> var bar: PixelRect?
  }

  struct Tile: JSONObject {
    typealias Value = (tile: PlannedTile, picture: PlannedPicture)

    /// The picture's index in the job.
    @As<Maybe<Count>> var index: Int?
    @As<Path> var source: String
    /// The bytes of the name, if they are not UTF-8.
    var sourceBytes: Data?
    @As<Maybe<Path>> var comparedWith: String?
    var comparedWithBytes: Data?
    /// The areas that are not compared.
    @As<Some<Area>> var ignored: [PixelRect]
    @As<Maybe<Path>> var mask: String?
    var maskBytes: Data?
    /// The other pictures of its stack.
    @As<Some<Path>> var stack: [String]
    /// Their bytes, if any of them is not UTF-8; empty for the rest.
    var stackBytes: [Data]?
    @As<Maybe<Side>> var sourceWidth: Int?
    @As<Maybe<Side>> var sourceHeight: Int?
    @As<Flag> var preview: Bool
    @As<Area> var cell: PixelRect
    @As<Maybe<Area>> var image: PixelRect?
    @As<Maybe<Crop>> var crop: Rect?
    /// `subject` if the crop is still to be found in the picture; otherwise nil.
    @As<Maybe<Named<Alignment>>> var align: Alignment?
    @As<Shrinking> var scale: PictureScale
    /// The placement without borders that are still to be found; otherwise nil.
    @As<Maybe<Trim>> var trim: BorderTrimming?
    /// The rest of the picture without borders that were found.
    @As<Maybe<Crop>> var kept: Rect?
    @As<Maybe<Text>> var label: PlannedText?
    @As<Facts> var facts: [PlannedFact]
    var status: String?
  }

  struct Trim: JSONObject {
    typealias Value = BorderTrimming

    @As<Tolerance> var tolerance: Int
    @As<Named<Scaling>> var scale: Scaling
    @As<Named<Alignment>> var align: Alignment
    @As<Named<Enlargement>> var upscale: Enlargement
    @As<Maybe<Point>> var focus: Focus?
  }

  struct Point: JSONObject {
    typealias Value = Focus

    @As<Fraction> var x: Double
    @As<Fraction> var y: Double
  }

  struct Text: JSONObject {
    typealias Value = PlannedText

    var text: String
    /// The text that is drawn, if it is another.
    var shown: String?
    @As<Area> var area: PixelRect
    @As<Maybe<Font>> var font: FontChoice?
    @As<Em> var size: Double
    @As<Named<TextAlignment>> var align: TextAlignment
    @As<Named<TextOverflow>> var overflow: TextOverflow
    @As<Flag> var emphasized: Bool
    /// The role of a page's text; nil for other texts, whose role is known.
    @As<Maybe<Named<TextRole>>> var role: TextRole?
  }

  struct EmptyCell: JSONObject {
    typealias Value = PlannedEmptyCell

    @As<Area> var cell: PixelRect
    /// The headings of its row and its column, informational.
    var row: String?
    var column: String?
    @As<Maybe<Text>> var text: PlannedText?
  }

  struct Section: Codable {
    var heading: String
    @As<Area> var headingArea: PixelRect
    var page: Int
    @As<Flag> var continued: Bool
    @As<Area> var area: PixelRect
    @As<Count> var tiles: Int
  }

  /// A row or a column of a matrix.
  struct Line: Codable {
    var heading: String
    @As<Maybe<Area>> var headingArea: PixelRect?
    var page: Int
    @As<Area> var area: PixelRect
  }

  struct Grid: JSONObject {
    typealias Value = PageGrid

    @As<Count> var rows: Int
    @As<Count> var columns: Int
  }

  struct Block: JSONObject {
    typealias Value = PageBlock

    @As<Side> var row: Int
    @As<Side> var column: Int
  }

  struct Track: JSONObject {
    typealias Value = Column

    @As<Position> var x: Double
    @As<Position> var width: Double
  }

  struct Area: JSONObject {
    typealias Value = PixelRect

    @As<Coordinate> var x: Int
    @As<Coordinate> var y: Int
    @As<Coordinate> var width: Int
    @As<Coordinate> var height: Int
  }

  struct Crop: JSONObject {
    typealias Value = Rect

    @As<Position> var x: Double
    @As<Position> var y: Double
    @As<Position> var width: Double
    @As<Position> var height: Double
  }

  package struct Pair: JSONObject {
    package typealias Value = ComparedPair

    @As<Path> var path: String
    /// The path of the picture as it was, if it is another.
    @As<Maybe<Path>> var from: String?
    @As<Named<ComparedPair.Status>> var status: ComparedPair.Status
    @As<Maybe<Pixels>> var changed: Int?
    @As<Maybe<Pixels>> var smoothed: Int?
    @As<Maybe<Fraction>> var share: Double?
    @As<Maybe<Distance>> var largest: Double?
    @As<Maybe<Area>> var box: PixelRect?
    @As<Some<Region>> var regions: [DifferenceCounts.Region]
    /// The sizes of pictures that have been resized.
    @As<Maybe<Size>> var before: PixelSize?
    @As<Maybe<Size>> var after: PixelSize?
  }

  /// Changed pixels that lie together.
  struct Region: JSONObject {
    typealias Value = DifferenceCounts.Region

    @As<Coordinate> var x: Int
    @As<Coordinate> var y: Int
    @As<Coordinate> var width: Int
    @As<Coordinate> var height: Int
    @As<ChangedPixels> var changed: Int
  }

  struct Size: JSONObject {
    typealias Value = PixelSize

    @As<Side> var width: Int
    @As<Side> var height: Int
  }

  package struct Unreadable: Codable {
    var source: String
    var sourceBytes: Data?
    var reason: String
    /// `incomplete` for a picture that is shown as far as its file goes; otherwise nil.
    var status: String?
  }
}

extension Fact.Value: Codable {
  /// Decodes a number or a text.
  public init(from decoder: any Decoder) throws {
    let fact = try decoder.singleValueContainer()
    if let number = try? fact.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try fact.decode(String.self))
    }
  }

  /// Encodes the number, without an exponent, or the text.
  public func encode(to encoder: any Encoder) throws {
    var fact = encoder.singleValueContainer()
    switch self {
    case .text(let text): try fact.encode(text)
    case .number(let number):
      if let whole = Int64(exactly: number) {
        try fact.encode(whole)
      } else {
        try fact.encode(number)
      }
    }
  }
}
