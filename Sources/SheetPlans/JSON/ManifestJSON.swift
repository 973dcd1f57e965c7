internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
package import SheetModel
package import SheetPictures
internal import SheetText

/// A manifest in JSON, in which each object is described by a list of fields that read and write
/// its values.
///
/// The keys are documented and must not change. Lists of sections, rows and columns cover all
/// pages.
package enum ManifestJSON: JSONObject {
  package typealias Value = ManifestFrame
  package static let blank = ManifestFrame()
  package static let fields: [Field<Value>] = [
    // The version is read first, because other versions may have other keys.
    Field("version", \.version, Version.self),
    // The plan; the layout and the tracks are read into it.
    Field("options", \.plan, Options.self), Field("layout", \.plan.layout, Plain.self),
    .optionalName("root", \.root), Field("pages", \.pages, List<Page>.self),
    Field("pairs", \.pairs, Maybe<List<Pair>>.self), Field("grid", \.grid, Maybe<Grid>.self),
    Field("sections", \.sections, Some<Section>.self), Field("rows", \.rows, Some<Line>.self),
    Field("columns", \.columns, Some<Line>.self), Field("tracks", \.plan.tracks, Some<Track>.self),
    Field("unreadable", \.unreadable, Maybe<List<Unreadable>>.self),
  ]

  enum Options: JSONObject {
    typealias Value = SheetPlan
    static let blank = SheetPlan.blank
    static let fields: [Field<Value>] = [
      Field("scale", \.style.scaling, Named.self), Field("align", \.style.alignment, Named.self),
      Field("upscale", \.style.enlargement, Enlarging.self),
      Field("orient", \.metadata.orientation, Named.self),
      Field("filter", \.style.filter, Named.self), Field("light", \.style.light, NonDefault.self),
      Field("grayscale", \.style.isGrayscale, Flag.self),
      Field("sharpen", \.style.sharpening, Maybe<Sharpening>.self),
      Field("background", \.style.background, Background.self),
      Field("cellBackground", \.style.cellBackground, Maybe<Background>.self),
      Field("color", \.metadata.color, Named.self),
      Field("onError", \.unreadablePolicy, Named.self),
      Field("compression", \.encoding.compressionLevel, Compression.self),
      Field("quality", \.encoding.quality, Quality.self),
      Field("depth", \.encoding.depth, Depth.self), Field("gray", \.isGray, Plain.self),
      Field("dpi", \.encoding.pixelsPerInch, Maybe<Density>.self),
      Field(
        \.comparison, PlannedComparison(rule: ComparisonRule(), pairs: []),
        [
          Field("tolerance", \.rule.tolerance, Fraction.self),
          Field("ignoreAntialiasing", \.rule.ignoresSmoothing, Usual<Plain<Bool>>.self),
          // The colour difference shown in the hottest colour, if colours show how much each pixel
          // changed.
          Field("heat", \.rule.hottest, Maybe<Distance>.self),
        ]),
      Field("text", \.writtenType, Maybe<Lettering>.self),
      Field("decoration", \.writtenDecoration, Maybe<Surroundings>.self),
      Field("edge", \.style.plannedEdge, NonDefault.self),
      Field("empty", \.style.emptyCells, Maybe<Named<EmptyCellMark>>.self),
      // The file of the watermark picture, and the picture's size.
      Field(
        \.watermark, PlannedWatermark(.text(""), size: noSize),
        [
          .name("watermark", \.source), Field("watermarkWidth", \.size.width, Side.self),
          Field("watermarkHeight", \.size.height, Side.self),
        ]),
    ]

    static func check(_ plan: inout SheetPlan) throws(ManifestError) {
      guard let rule = plan.comparison?.rule, let heat = rule.hottest, heat <= rule.tolerance
      else { return }
      throw .invalid(path: "heat", reason: "\(heat) is not above options.tolerance")
    }
  }

  enum Lettering: JSONObject {
    typealias Value = TypeStyle
    static let blank = TypeStyle()
    static let fields: [Field<Value>] = [
      Field("font", \.font, Font.self), Field("color", \.color, Maybe<Ink>.self),
      Field("labelColor", \.labelColor, Maybe<Ink>.self),
      Field("labelDetailColor", \.labelDetailColor, Maybe<Ink>.self),
      Field(
        \.label, CellDecoration.Label(.below, height: 0, gap: 0),
        [
          Field("labelPosition", \.position, Named.self),
          Field("labelHeight", \.height, Usual<Count>.self),
          Field("labelGap", \.gap, Usual<Count>.self),
          // The width of labels beside pictures.
          Field("labelWidth", \.width, NonZero<Count>.self),
        ]),
    ]
  }

  enum Surroundings: JSONObject {
    typealias Value = Decoration
    static let blank = Decoration()
    static let fields: [Field<Value>] = [
      Field("padding", \.padding, Count.self), Field("border", \.border, Maybe<Drawn<Border>>.self),
      // The width reserved for the borders of single tiles.
      Field("borderRoom", \.borderRoom, NonZero<Side>.self),
      Field("frame", \.frame, Maybe<Drawn<Border>>.self), Field("radius", \.radius, Count.self),
      Field("shadow", \.shadow, Maybe<Drawn<Shadow>>.self),
    ]
  }

  enum Page: JSONObject {
    typealias Value = PageFrame
    static let blank = PageFrame(page: SheetPage(number: 0, size: noSize, tiles: []))
    static let fields: [Field<Value>] = [
      // If the number is missing, the page's position is used.
      Field("number", \.number, Maybe<Side>.self), .optionalName("file", \.file),
      Field("width", \.page.size.width, Plain.self),
      Field("height", \.page.size.height, Plain.self), Field("tiles", \.tiles, List<Tile>.self),
      Field("texts", \.page.texts, Some<PageText>.self),
      // If the grid is missing, the grid of the first page is used.
      Field("grid", \.page.grid, Maybe<Grid>.self), Field("block", \.page.block, Maybe<Block>.self),
      Field("emptyCells", \.emptyCells, Maybe<List<EmptyCell>>.self),
      // The colour scale for `heat`, or the scales of colour maps.
      Field(\.page.bars.firstElement, ColorBar.blank, ColorBar.fields),
      Field("furtherBars", \.page.bars.furtherElements, Some<ColorBar>.self),
      Field("cutMarks", \.page.cutMarks, Some<Area>.self),
      Field("rules", \.page.rules, Some<Area>.self),
      Field(
        \.page.logo, PlannedLogo(.text(""), size: noSize, area: noArea),
        [
          .name("logo", \.source), Field("logoWidth", \.size.width, Side.self),
          Field("logoHeight", \.size.height, Side.self), Field("logoArea", \.area, Area.self),
        ]),
    ]
  }

  /// The bar of a colour scale.
  enum ColorBar: JSONObject {
    typealias Value = PlannedColorBar
    static let blank = PlannedColorBar(noArea)
    static let fields: [Field<Value>] = [
      Field("bar", \.area, Area.self), Field("barColormap", \.colormap, Maybe<Colormap>.self),
    ]
  }

  enum Tile: JSONObject {
    typealias Value = ListedTile
    static let blank = ListedTile(
      tile: PlannedTile(index: 0, cell: noArea, placement: nil),
      picture: PlannedPicture(.text(""), size: nil))
    static let fields: [Field<Value>] = [
      // The picture's index in the job.
      Field("index", \.tile.index, Usual<Count>.self), .name("source", \.picture.source),
      // The picture is not a file, but supplied by the program that renders the plan.
      Field("supplied", \.picture.suppliedID, Maybe<Plain<String>>.self),
      // The text in the cell of a picture that does not exist.
      Field("missing", \.picture.absence, Maybe<Plain<String>>.self),
      // The page of the source, counted from 0, if one was chosen.
      Field("page", \.picture.page, Maybe<Count>.self),
      Field(
        \.picture.counterpart, PlannedCounterpart(.text("")),
        [
          .name("comparedWith", \.source), Field("ignored", \.ignored, Some<Area>.self),
          .optionalName("mask", \.maskSource),
        ]),
      // The pictures drawn over the whole of this one.
      Field(\.picture.overlays.firstElement, Overlay.blank, Overlay.fields),
      Field("furtherOverlays", \.picture.overlays.furtherElements, Some<Overlay>.self),
      .names("stack", \.picture.stackSources),
      Field(
        \.picture.size, noSize,
        [
          Field("sourceWidth", \.width, Side.self), Field("sourceHeight", \.height, Side.self),
        ]),
      Field("preview", \.picture.isPreview, Flag.self),
      // The samples of each pixel that are shown as colours.
      Field("bands", \.picture.bands, Maybe<Bands>.self),
      // If samples are stretched, the samples that are shown as black and white, as the file stores
      // them.
      Field("stretch", \.shownSamples, Maybe<Samples>.self),
      // Grey samples are class indices, shown in colours.
      Field("labels", \.showsLabels, Flag.self),
      // The colours of grey samples, after stretching.
      Field("colormap", \.picture.colormap, Maybe<Colormap>.self),
      // The picture is rotated, by 90° to the left unless `turn` says otherwise. Sizes and crops
      // refer to the rotated picture.
      Field("turned", \.picture.isTurned, Flag.self),
      Field("turn", \.picture.unusualTurn, Maybe<Named<Sheet.Turn>>.self),
      Field("cell", \.tile.cell, Area.self),
      // `subject` if the crop can only be determined from the pixels of the picture.
      Field("cropRule", \.cropRule, Maybe<Named<Alignment>>.self), .placement,
      Field("scale", \.tile.scale, Shrinking.self),
      Field("watermark", \.tile.watermark, Maybe<Area>.self),
      // The line around this picture instead of the border of the sheet.
      Field("border", \.tile.border, Maybe<OwnBorder>.self),
      // The background of this cell, instead of the background of the sheet's cells.
      Field("cellBackground", \.tile.cellBackground, Maybe<Background>.self),
      Field("scaleBar", \.tile.scaleBar, Maybe<ScaleBar>.self),
      Field("insets", \.tile.insets, Some<Inset>.self),
      // The squares around the rings that mark small changes.
      Field("rings", \.tile.rings, Some<Area>.self),
      Field("label", \.tile.label, Maybe<Text>.self),
      Field("facts", \.picture.facts, Facts.self), Field("status", \.status, Status.self),
    ]
  }

  /// A translucent picture over another.
  enum Overlay: JSONObject {
    typealias Value = PlannedOverlay
    static let blank = PlannedOverlay(.text(""), size: nil, opacity: 1)
    static let fields: [Field<Value>] = [
      .name("overlay", \.source), Field("overlaySize", \.size, Maybe<Size>.self),
      Field("overlayColors", \.colors, NonDefault.self),
      Field("overlayColor", \.color, Maybe<Ink>.self),
      Field("overlayOpacity", \.opacity, Usual<Fraction>.self),
    ]
  }

  /// A bar on a picture, and the length that it stands for.
  enum ScaleBar: JSONObject {
    typealias Value = PlannedScaleBar
    static let blank = PlannedScaleBar(bar: noArea, text: Text.blank)
    static let fields: [Field<Value>] = [
      Field("bar", \.bar, Area.self), Field("text", \.text, Text.self),
      Field("color", \.ink, NonDefault.self),
    ]
  }

  /// An enlarged detail of a picture.
  enum Inset: JSONObject {
    typealias Value = PlannedInset
    static let blank = PlannedInset(
      crop: .zero, box: noArea, area: noArea, color: .black, lineWidth: 1)
    static let fields: [Field<Value>] = [
      Field("crop", \.crop, Crop.self), Field("box", \.box, Area.self),
      Field("area", \.area, Area.self), Field("color", \.color, Ink.self),
      Field("line", \.lineWidth, Side.self),
    ]
  }

  /// An interval of samples, and the curve with which they are shown.
  enum Samples: JSONObject {
    typealias Value = ShownSamples
    static let blank = ShownSamples(interval: SampleInterval(0, 0))
    static let fields: [Field<Value>] = [
      Field("low", \.interval.low, Plain.self), Field("high", \.interval.high, Plain.self),
      Field("curve", \.curve, NonDefault.self),
    ]

    static func check(_ samples: inout ShownSamples) throws(ManifestError) {
      let interval = samples.interval
      guard interval.low < interval.high, (interval.high - interval.low).isFinite else {
        throw .invalid("'low' is not below 'high'")
      }
    }
  }

  /// A text whose role follows from its key.
  enum Text: JSONObject {
    typealias Value = PlannedText
    static let blank = PlannedText(
      .header, text: "", area: noArea, size: TypeScale.limits.lowerBound, alignment: .left,
      overflow: .end)
    static let fields: [Field<Value>] = [
      Field("text", \.text, Plain.self),
      // The text as drawn, if it differs.
      Field("shown", \.shown, Maybe<Plain<String>>.self),
      Field("area", \.area, Area.self), Field("font", \.font, Maybe<Font>.self),
      Field("size", \.size, Em.self), Field("align", \.alignment, Named.self),
      Field("overflow", \.overflow, Named.self), Field("emphasized", \.isEmphasized, Flag.self),
      Field("emphasizedParts", \.emphasis, TextParts.self),
    ]
  }

  /// A text of a page, with its role.
  enum PageText: JSONObject {
    typealias Value = PlannedText
    static let blank = Text.blank
    static let fields =
      Text.fields + [
        Field("role", \.role, Usual<Named<TextRole>>.self),
        Field("diagonal", \.isDiagonal, Flag.self),
        Field("upwards", \.readsUpwards, Flag.self),
      ]
  }

  enum EmptyCell: JSONObject {
    typealias Value = ListedCell
    static let blank = ListedCell(cell: PlannedEmptyCell(noArea))
    static let fields: [Field<Value>] = [
      Field("cell", \.cell.cell, Area.self), Field("row", \.row, Maybe<Plain<String>>.self),
      Field("column", \.column, Maybe<Plain<String>>.self),
      Field("text", \.cell.text, Maybe<Text>.self),
    ]
  }

  enum Section: JSONObject {
    typealias Value = OnPage<PlannedSection>
    static let blank = OnPage(
      page: 0,
      PlannedSection(
        heading: "", headingArea: noArea, isContinued: false, area: noArea, tileCount: 0))
    static let fields: [Field<Value>] = [
      Field("heading", \.value.heading, Plain.self),
      Field("headingArea", \.value.headingArea, Area.self),
      Field("page", \.page, Plain.self), Field("continued", \.value.isContinued, Flag.self),
      Field("area", \.value.area, Area.self), Field("tiles", \.value.tileCount, Count.self),
    ]
  }

  /// A row or a column of a matrix.
  enum Line: JSONObject {
    typealias Value = OnPage<RowOrColumn>
    static let blank = OnPage(
      page: 0, RowOrColumn(heading: "", headingArea: nil, cells: noArea))
    static let fields: [Field<Value>] = [
      Field("heading", \.value.heading, Plain.self),
      Field("headingArea", \.value.headingArea, Maybe<Area>.self),
      Field("page", \.page, Plain.self), Field("area", \.value.cells, Area.self),
    ]
  }

  enum Grid: JSONObject {
    typealias Value = PageGrid
    static let blank = PageGrid(rows: 0, columns: 0)
    static let fields: [Field<Value>] = [
      Field("rows", \.rows, Count.self), Field("columns", \.columns, Count.self),
    ]
  }

  enum Block: JSONObject {
    typealias Value = PageBlock
    static let blank = PageBlock(row: 1, column: 1)
    static let fields: [Field<Value>] = [
      Field("row", \.row, Side.self), Field("column", \.column, Side.self),
    ]
  }

  enum Track: JSONObject {
    typealias Value = Column
    static let blank = Column(x: 0, width: 0)
    static let fields: [Field<Value>] = [
      Field("x", \.x, Position.self), Field("width", \.width, Position.self),
    ]
  }

  static let noSize = PixelSize(width: 0, height: 0)
  static let noArea = PixelRect(x: 0, y: 0, width: 0, height: 0)

  enum Area: JSONObject {
    typealias Value = PixelRect
    static let blank = noArea
    static let fields: [Field<Value>] = [
      Field("x", \.x, Coordinate.self), Field("y", \.y, Coordinate.self),
      Field("width", \.width, Coordinate.self), Field("height", \.height, Coordinate.self),
    ]
  }

  enum CropSize: JSONObject {
    typealias Value = SheetLayout.Size
    static let blank = SheetLayout.Size.zero
    static let fields: [Field<Value>] = [
      Field("width", \.width, Position.self), Field("height", \.height, Position.self),
    ]
  }

  enum Crop: JSONObject {
    typealias Value = Rect
    static let blank = Rect.zero
    static let fields: [Field<Value>] = [
      Field("x", \.origin.x, Position.self), Field("y", \.origin.y, Position.self),
      Field("width", \.size.width, Position.self), Field("height", \.size.height, Position.self),
    ]
  }

  package enum Pair: JSONObject {
    package typealias Value = ComparedPair
    package static let blank = ComparedPair(.text(""), status: .equal)
    package static let fields: [Field<Value>] = [
      .name("path", \.name),
      // The path of the earlier picture, if it differs.
      .optionalName("from", \.oldName), Field("status", \.status, Named.self),
      // The status that an allowed pair would otherwise have.
      Field("change", \.allowedStatus, Maybe<Named<FolderComparison.Status>>.self),
      Field(
        \.counts,
        ComparedPair.Counts(changed: 0, smoothed: 0, share: .nan, largest: 0, box: nil),
        [
          Field("changed", \.changed, Pixels.self),
          Field("smoothed", \.smoothed, Usual<Pixels>.self),
          Field("largest", \.largest, Distance.self), Field("box", \.box, Maybe<Area>.self),
          Field("regions", \.regions, Some<Region>.self),
          Field(
            \.errors, PictureErrors(mae: 0, rmse: 0),
            [
              Field("mae", \.mae, Fraction.self), Field("rmse", \.rmse, Fraction.self),
              Field("ssim", \.ssim, Maybe<Similarity>.self),
            ]),
          // The sizes of pictures that have been resized.
          Field(
            \.sizes, ComparedPair.Counts.Sizes(before: noSize, after: noSize),
            [Field("before", \.before, Size.self), Field("after", \.after, Size.self)]),
        ]),
      Field("share", \.writtenShare, Maybe<Fraction>.self),
    ]

    package static func check(_ pair: inout ComparedPair) throws(ManifestError) {
      // If `share` is missing, its value is still NaN, as in a blank object.
      if pair.counts?.share.isNaN == true {
        throw .invalid(path: "share", reason: "it is missing")
      }
    }
  }

  /// Neighbouring changed pixels.
  enum Region: JSONObject {
    typealias Value = DifferenceCounts.Region
    static let blank = DifferenceCounts.Region(area: noArea, changed: 0)
    static let fields: [Field<Value>] = [
      Field(\.area, Area.fields), Field("changed", \.changed, ChangedPixels.self),
    ]
  }

  enum Size: JSONObject {
    typealias Value = PixelSize
    static let blank = noSize
    static let fields: [Field<Value>] = [
      Field("width", \.width, Side.self), Field("height", \.height, Side.self),
    ]
  }

  /// A picture that cannot be read, in manifests and reports.
  package enum Unreadable: JSONObject {
    package typealias Value = UnreadablePicture
    package static let blank = UnreadablePicture(.text(""), reason: "")
    package static let fields: [Field<Value>] = [
      .name("source", \.source), Field("reason", \.reason, Plain.self),
      // `incomplete` for a picture that is shown as far as it could be decoded.
      Field("status", \.listedStatus, Status.self),
    ]
  }
}

extension Fact.Value: Codable {
  /// Decodes a number or text.
  package init(from decoder: any Decoder) throws {
    let fact = try decoder.singleValueContainer()
    if let number = try? fact.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try fact.decode(String.self))
    }
  }

  /// Encodes the number, without an exponent, or the text.
  package func encode(to encoder: any Encoder) throws {
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

extension Field<ListedTile> {
  /// The area of the picture and its crop; just the size of the crop if the position of the crop is
  /// unknown.
  ///
  /// This field comes after `cropRule`, which says whether the position of the crop is known.
  fileprivate static var placement: Field {
    typealias Part = Field<PicturePlacement>
    // What remains of the picture without its borders.
    let kept = Part("kept", \.kept, ManifestJSON.Maybe<ManifestJSON.Crop>.self)
    let image = Part("image", \.image, ManifestJSON.Area.self)
    func fields(_ crop: Part) -> Field {
      Field(
        \.tile.placement, PicturePlacement(image: ManifestJSON.noArea, crop: .zero),
        [image, crop, kept])
    }
    let known = fields(Part("crop", \.crop, ManifestJSON.Crop.self))
    let open = fields(Part("cropSize", \.crop.size, ManifestJSON.CropSize.self))
    return Field(
      key: known.key, mayLack: true,
      read: { tile, json in
        if tile.tile.followsSubject, json.contains("crop") {
          throw DecodingError.dataCorrupted(
            .init(
              codingPath: json.codingPath + [JSONKey("crop")],
              debugDescription: "it has 'cropRule', too; leave out one of them"))
        }
        try (tile.tile.followsSubject ? open : known).read(&tile, json)
      }, write: { try ($0.tile.followsSubject ? open : known).write($0, &$1) })
  }
}
