internal import ArgumentParser
internal import ContactSheet
internal import SheetImaging
internal import SheetLayout

/// How a picture stands in its cell.
struct TileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      fit shows all of the picture; fill covers the cell and crops; stretch covers it without \
      keeping the ratio; none keeps the picture's pixels. (default: fit)
      """,
      valueName: "scaling"))
  var scale: Scaling?

  @Option(
    help: ArgumentHelp(
      "Where the picture stands in its cell, and which part is kept when it is cropped.",
      valueName: "place"))
  var align: Alignment = .center

  @Flag(help: "Enlarge pictures that are smaller than their cell.")
  var upscale = false

  @Option(help: ArgumentHelp("How pictures are resampled.", valueName: "filter"))
  var filter: ResampleFilter = .lanczos

  @Option(
    help: ArgumentHelp(
      "Whether pictures' profiles and gamma count, or all are taken for sRGB.", valueName: "policy")
  )
  var color: ColorPolicy = .convert

  @Option(
    help: ArgumentHelp(
      """
      Sharpen the tiles once they have their size: 0 to 5; 0.5 to 1 suits most. (default: 0)
      """,
      valueName: "amount"),
    transform: parser(UnsharpMask.init, of: "a number from 0 to 5"))
  var sharpen: UnsharpMask?

  @Option(
    help: ArgumentHelp(
      """
      The colour of the sheet: a name, #RGB, #RRGGBB or #RRGGBBAA; none is transparent, \
      checker shows what is. (default: white)
      """,
      valueName: "color|none|checker"),
    transform: Backdrop.init(parsing:))
  var background: Backdrop?

  @Option(
    help: ArgumentHelp(
      "The colour of the cells, over the sheet's. (default: none)", valueName: "color"),
    transform: Color.init(parsing:))
  var cellBackground: Color?

  /// The style that the options ask for, and what a geometry says of fitting.
  func style(geometry: MontageGeometry?, furniture: Furniture) -> TileStyle {
    var style = TileStyle(
      scaling: scale ?? .fit, alignment: align, enlargement: upscale ? .allowed : .never,
      filter: filter, sharpening: sharpen, background: background ?? .color(.white),
      cellBackground: cellBackground, furniture: furniture)
    guard let geometry else { return style }
    style.enlargement = geometry.fitting == .shrunk ? .never : .allowed
    switch geometry.fitting {
    case .whole, .shrunk: style.scaling = .fit
    case .filling: style.scaling = .fill
    case .stretched: style.scaling = .stretch
    }
    return style
  }
}
