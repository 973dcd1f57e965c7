internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans

/// The picture in its cell.
struct TileOptions: OptionSection {
  var scale: Scaling?
  var upscale: Upscaling?

  static let title = "Tile"
  @OptionListBuilder static var options: [Option] {
    Option(
      "scale", \.tile.scale, value: "scaling", .choice, default: .fit,
      note: LayoutKind.otherScalings,
      """
      fit shows all of the picture; fill covers the cell and crops; stretch covers it without \
      keeping the ratio; none keeps the picture's pixels.
      """)
    Option(
      "align", \.[\.job.style.alignment], value: "place", .choice, default: .subject,
      """
      The position of the picture in its cell, and the part that is kept when it is cropped. \
      subject is the center; if fill crops the picture, it is the faces that XMP states, or else \
      the most conspicuous part.
      """)
    Option(
      "focus", \.[\.job.foci], value: "glob=x,y", .list(.rule(.focus)), default: [],
      """
      The focal point of pictures whose names match a pattern, or that meet a condition with \
      braces, as fractions of the width and the height from 0 to 1. Their crops are centred \
      on it. May be repeated; the last focus for a picture is used.
      """)
    Option(
      "crop", \.[\.job.crops], value: "glob=x,y,w,h", .list(.rule(.crop)), default: [],
      """
      Show a part of pictures whose name matches a pattern, or that meet a condition with braces: \
      left, top, width and height in pixels or per cent, as in 'hall*=420,180,96,64'. It is not \
      enlarged without --upscale. May be repeated; the last crop for a picture is used.
      """)
    Option(
      "trim", \.job.trimming, value: "N",
      .flag(
        or: .written("a whole number from 0 to \(BorderTolerance.largest)") {
          Int($0).flatMap { 0...BorderTolerance.largest ~= $0 ? .upTo($0) : nil }
        }, alone: .ofFormat),
      nothing: Option.isUnset,
      """
      Leave out borders that are transparent or of one colour, which three corners have. --trim=10 \
      also leaves out colours that differ from it by at most 10 of 255; --trim alone does so for \
      JPEGs. Cells stay as they are; the rest of a picture is not enlarged without --upscale.
      """)
    Option(
      "upscale", \.tile.upscale, value: "N",
      .flag(
        or: .written("a whole number from 1 to 100") {
          Int($0).flatMap { 1...100 ~= $0 ? .by($0) : nil }
        }, alone: .toCells),
      nothing: Option.isUnset,
      """
      Enlarge small pictures, which otherwise keep their size; fill and stretch cover cells \
      anyway. In a collage, small pictures get as much room as large ones. --upscale=3 enlarges \
      every picture by that factor, and cells are as large as that needs.
      """)
    Option(
      "filter", \.[\.job.style.filter], value: "filter", .choice, default: .lanczos,
      """
      The resampling filter. With nearest, --upscale uses whole factors, and pictures that become \
      smaller have the usual filter.
      """)
    Option(
      "light", \.[\.job.style.light], value: "light", .choice, default: .linear,
      """
      The values that are resampled: linear keeps the brightness of photographs; encoded keeps thin dark \
      lines and text of charts dark, as ImageMagick, libvips and Pillow do.
      """)
    Option(
      "color", \.[\.job.metadata.color], value: "policy", .choice, default: .convert,
      "Convert pictures by their profiles and gamma, or treat all as sRGB.")
    Option(
      "sharpen", \.job.style.sharpening, value: "amount",
      .written("a number from 0 to \(Int(UnsharpMask.amounts.upperBound))"),
      unset: "0", nothing: "0",
      "Sharpen the tiles once they have their size: 0 to 5; 0.5 to 1 suits most.")
    Option(
      "background", \.[\.job.style.background], value: "color|none|checker", .backdrop,
      default: .color(.white),
      """
      The colour of the sheet: a name, #RGB, #RRGGBB or #RRGGBBAA; none is transparent, and \
      checker shows transparent parts.
      """)
    Option(
      "cell-background", \.job.style.cellBackground, value: "color|checker", .backdrop,
      unset: "none",
      "The colour of the cells, over the sheet's; checker is under pictures alone.")
  }

  static let rules: [OptionRule] = [
    .either("crop", "trim", "both choose the shown part"),
    .idle(.any("crop"), .any("compare-zoom"), "shows what changed"),
  ]
}

/// Enlargement of pictures.
enum Upscaling: Sendable {
  /// Small pictures grow as far as their cells.
  case toCells
  /// All pictures grow by a factor.
  case by(Int)
}

/// Decoration around pictures.
enum DecorationOptions: OptionSection {
  static let title = "Decoration"
  @OptionListBuilder static var options: [Option] {
    Option(
      "padding", \.[\.job.style.decoration.padding], value: "N", .pixels(0...Extent.maximumSide),
      default: 0,
      "The space inside each cell around its picture.")
    Option(
      "border", \.job.style.decoration.border, value: "N color|none",
      .decoration("a width in pixels from 1"),
      unset: "none",
      nothing: "none", "A line around each picture, such as '2 silver'.")
    Option(
      "frame", \.job.style.decoration.frame, value: "N color|none",
      .decoration("a width in pixels from 1"),
      unset: "none",
      nothing: "none", "A line around each cell, such as '1 #ccc'.")
    Option(
      "radius", \.[\.job.style.decoration.radius], value: "N", .pixels(0...Extent.maximumSide),
      default: 0,
      "The radius of round corners: of frames if there are any, else of pictures.")
    Option(
      "shadow", \.job.style.decoration.shadow, value: "N color|none",
      .decoration("a size in pixels from 1 to \(Shadow.maximumSize)"), unset: "none",
      nothing: "none",
      "A soft shadow under the frame or else the picture, such as '8 #0008'.")
    Option(
      "edge", \.[\.job.style.edge], value: "mark", .choice, default: .hairline,
      """
      A hairline in the gap around opaque pictures that have no edge on their ground, as white \
      screenshots have none on white, unless other decoration shows it; none leaves the hairline out.
      """)
  }
}
