internal import ContactSheet
internal import SheetImaging
internal import SheetLayout

/// How a picture stands in its cell.
struct TileOptions: OptionSection {
  static let title = "Tile"

  let scale = Option<Scaling>(
    "scale", value: "scaling", .choice, default: .fit,
    note: LayoutKind.otherScalings,
    """
    fit shows all of the picture; fill covers the cell and crops; stretch covers it without \
    keeping the ratio; none keeps the picture's pixels.
    """, .job { $0.style.scaling = $1 })
  let align = Option<Alignment>(
    "align", value: "place", .choice, default: .subject,
    """
    Where the picture stands in its cell, and which part is kept when it is cropped. subject is the \
    center, but keeps faces that XMP tells of, or else what stands out, where fill crops.
    """,
    .job { $0.style.alignment = $1 })
  let focus = Option<[PictureFocus]>(
    "focus", value: "glob=x,y",
    .list(
      .written("a pattern and two numbers from 0 to 1, such as 'IMG_12*=0.3,0.4'") {
        PictureFocus(parsing: $0)
      }), default: [],
    """
    What matters in pictures whose name matches a pattern: the shares of the width and the height, \
    from 0 to 1, ahead of it. Their crops are centred on it; may be repeated, and the last that \
    matches a picture counts.
    """, .job { $0.foci = $1 })
  let trim = Option<BorderTolerance?>(
    "trim", value: "N",
    .flag(
      or: .written("a whole number from 0 to \(BorderTrimming.largestTolerance)") {
        Int($0).flatMap { 0...BorderTrimming.largestTolerance ~= $0 ? .upTo($0) : nil }
      }, alone: .ofFormat),
    nothing: OptionFacts.flagIsTakenBack,
    """
    Leave out borders that are transparent or of one colour, on which three corners agree; as \
    --trim=10 also such as are no farther from it than N, from 0 to 255, where --trim alone takes 10 \
    for JPEGs. Cells stay as they are; what is left is not enlarged without --upscale.
    """,
    .job {
      $0.trimsBorders = $1 != nil
      if case .upTo(let tolerance) = $1 { $0.trimTolerance = tolerance }
    })
  let upscale = Option(
    "upscale",
    """
    Enlarge small pictures, which otherwise keep their size; fill and stretch cover cells anyway. \
    In a collage, give small pictures no less room than others.
    """,
    .job { $0.style.enlargement = $1 ? .allowed : .never })
  let filter = Option<ResampleFilter>(
    "filter", value: "filter", .choice, default: .lanczos,
    """
    How pictures are resampled. With nearest, --upscale takes whole factors, and what is made smaller \
    is resampled as usual.
    """, .job { $0.style.filter = $1 })
  let color = Option<ColorPolicy>(
    "color", value: "policy", .choice, default: .convert,
    "Whether pictures' profiles and gamma count, or all are taken for sRGB.",
    .job { $0.metadata.color = $1 })
  let sharpen = Option<UnsharpMask?>(
    "sharpen", value: "amount",
    .written("a number from 0 to \(Int(UnsharpMask.amounts.upperBound))"),
    unset: "0", nothing: "0",
    "Sharpen the tiles once they have their size: 0 to 5; 0.5 to 1 suits most.",
    .job { $0.style.sharpening = $1 })
  let background = Option<Backdrop>(
    "background", value: "color|none|checker", .backdrop, default: .color(.white),
    """
    The colour of the sheet: a name, #RGB, #RRGGBB or #RRGGBBAA; none is transparent, \
    checker shows what is.
    """, .job { $0.style.background = $1 })
  let cellBackground = Option<Backdrop?>(
    "cell-background", value: "color|checker", .backdrop, unset: "none",
    "The colour of the cells, over the sheet's; checker stands behind pictures alone.",
    .job { $0.style.cellBackground = $1 })
}

/// How far a border may be from its colour.
enum BorderTolerance: Sendable {
  /// As far as lossy formats change colours.
  case ofFormat
  case upTo(Int)
}

/// What stands around pictures.
struct FurnitureOptions: OptionSection {
  static let title = "Furniture"

  let padding = Option<Int>(
    "padding", value: "N", .pixels(0...Extent.maximumSide), default: 0,
    "The space inside each cell around its picture.",
    .job { $0.style.furniture.padding = $1 })
  let border = Option<Border?>(
    "border", value: "N color|none", .furniture("a width in pixels from 1"), unset: "none",
    nothing: "none", "A line around each picture, such as '2 silver'.",
    .job { $0.style.furniture.border = $1 })
  let frame = Option<Border?>(
    "frame", value: "N color|none", .furniture("a width in pixels from 1"), unset: "none",
    nothing: "none", "A line around each cell, such as '1 #ccc'.",
    .job { $0.style.furniture.frame = $1 })
  let radius = Option<Int>(
    "radius", value: "N", .pixels(0...Extent.maximumSide), default: 0,
    "The radius of round corners, of frames where there are any, else of pictures.",
    .job { $0.style.furniture.radius = $1 })
  let shadow = Option<Shadow?>(
    "shadow", value: "N color|none",
    .furniture("a size in pixels from 1 to \(Shadow.maximumSize)"), unset: "none", nothing: "none",
    "A soft shadow under the frame or else the picture, such as '8 #0008'.",
    .job { $0.style.furniture.shadow = $1 })
}
