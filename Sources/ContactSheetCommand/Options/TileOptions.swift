internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPlanning
internal import SheetPlans

/// The picture in its cell.
struct TileOptions: OptionSection {
  var upscale: Sheet.Upscaling?

  static let title = "Tile"
  @OptionListBuilder static var options: [Option] {
    Option(
      "scale", \.sheet.scale, value: "scaling", .choice, default: .fit,
      note: LayoutKind.otherScalings,
      """
      fit shows all of the picture; fill covers the cell and crops; stretch covers it without \
      keeping the ratio; none keeps the picture's pixels.
      """)
    Option(
      "align", \.[\.sheet.align], value: "place", .choice, default: .subject,
      """
      The position of the picture in its cell, and the part that is kept when it is cropped. \
      subject is the center; if fill crops the picture, it is the faces that XMP states, or else \
      the most conspicuous part.
      """)
    Option(
      "focus", \.[\.sheet.focus], value: "glob=x,y", .list(.rule(.focus)), default: [],
      """
      The focal point of pictures whose names match a pattern, or that meet a condition with \
      braces, as fractions of the width and the height from 0 to 1. Their crops are centred \
      on it. May be repeated; the last focus for a picture is used.
      """)
    Option(
      "crop", \.[\.sheet.crop], value: "glob=x,y,w,h", .list(.rule(.crop)), default: [],
      """
      Show a part of pictures whose name matches a pattern, or that meet a condition with braces: \
      left, top, width and height in pixels or per cent, as in 'hall*=420,180,96,64'. It is not \
      enlarged without --upscale. May be repeated; the last crop for a picture is used.
      """)
    Option(
      "trim", \.sheet.trim, value: "N",
      .flag(
        or: .written("a whole number from 0 to \(Sheet.Trimming.largest)") {
          Int($0).flatMap { 0...Sheet.Trimming.largest ~= $0 ? .upTo($0) : nil }
        }, alone: .ofFormat),
      nothing: Option.isUnset,
      """
      Leave out borders that are transparent or of one colour, which three corners have. --trim=10 \
      also leaves out colours that differ from it by at most 10 of 255; --trim alone does so for \
      JPEGs. Cells fit what is left, which is not enlarged without --upscale.
      """)
    Option(
      "stretch", \.sheet.stretch, value: "auto|all|LOW:HIGH|labels",
      .written("auto, all, labels, or two samples such as 0:4095, the lower first"), unset: "no",
      """
      Show samples that are data, such as depths and counts of 16 bits, and floats, which would be \
      nearly black: auto from the 0.1 to the 99.9 percentile of each picture, all with one range \
      for all pictures, 0:4095 with these samples as black and white. Pictures of 8 bits stay as \
      they are. labels gives each class index of grey masks a colour, of 8 bits too.
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
      every picture by exactly that factor, and --upscale=1 makes none smaller: cells are as large \
      as that needs, and a size without room for them is an error.
      """)
    Option(
      "filter", \.[\.sheet.filter], value: "filter", .choice, default: .lanczos,
      """
      The resampling filter. With nearest, --upscale uses whole factors, and pictures that become \
      smaller have the usual filter.
      """)
    Option(
      "light", \.[\.sheet.light], value: "light", .choice, default: .linear,
      """
      The values that are resampled: linear keeps the brightness of photographs; encoded keeps thin dark \
      lines and text of charts dark, as ImageMagick, libvips and Pillow do.
      """)
    Option(
      "color", \.[\.sheet.color], value: "policy", .choice, default: .convert,
      "Convert pictures by their profiles and gamma, or treat all as sRGB.")
    Option(
      "sharpen", \.sheet.sharpen, value: "amount",
      .written("a number from 0 to \(Int(UnsharpMask.amounts.upperBound))") {
        UnsharpMask($0)?.amount
      },
      unset: "0", nothing: "0",
      "Sharpen the tiles once they have their size: 0 to 5; 0.5 to 1 suits most.")
    Option(
      "background", \.[\.sheet.background], value: "color|none|checker", .backdrop,
      default: .color(.white),
      """
      The colour of the sheet: a name, #RGB, #RRGGBB or #RRGGBBAA; none is transparent, and \
      checker shows transparent parts.
      """)
    Option(
      "cell-background", \.sheet.cellBackground, value: "color|checker", .backdrop,
      unset: "none",
      "The colour of the cells, over the sheet's; checker is under pictures alone.")
  }

  static let rules: [OptionRule] = [
    .either("crop", "trim", "both choose the shown part"),
    .idle(.any("crop"), .any("compare-zoom"), "shows what changed"),
  ]
}

/// Decoration around pictures.
enum DecorationOptions: OptionSection {
  static let title = "Decoration"
  @OptionListBuilder static var options: [Option] {
    Option(
      "padding", \.[\.sheet.padding], value: "N", .length(from: 0),
      default: 0,
      "The space inside each cell around its picture.")
    Option(
      "border", \.sheet.border, value: "N color|none",
      .decoration("a width in pixels from 1"),
      unset: "none",
      nothing: "none", "A line around each picture, such as '2 silver'.")
    Option(
      "frame", \.sheet.frame, value: "N color|none",
      .decoration("a width in pixels from 1"),
      unset: "none",
      nothing: "none", "A line around each cell, such as '1 #ccc'.")
    Option(
      "radius", \.[\.sheet.radius], value: "N", .length(from: 0),
      default: 0,
      "The radius of round corners: of frames if there are any, else of pictures.")
    Option(
      "shadow", \.sheet.shadow, value: "N color|none",
      .decoration(
        "a size in pixels from 1 to \(Shadow.maximumSize)", upTo: Shadow.maximumSize),
      unset: "none",
      nothing: "none",
      "A soft shadow under the frame or else the picture, such as '8 #0008'.")
    Option(
      "edge", \.[\.sheet.edge], value: "mark", .choice, default: .hairline,
      """
      A hairline in the gap around opaque pictures that have no edge on their ground, as white \
      screenshots have none on white, unless other decoration shows it; none leaves the hairline out.
      """)
  }
}
