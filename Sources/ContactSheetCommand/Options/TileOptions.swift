internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPlanning
internal import SheetPlans

/// How pictures are shown in their cells.
struct TileOptions: OptionSection {
  var scale: WrittenScale?
  var upscale: Sheet.Upscaling?
  var stretch: Ruled<Sheet.Stretch, Sheet.Stretch>?
  var colormap: Ruled<Sheet.Colormap, Sheet.Colormap>?
  var border: Ruled<Sheet.Line, Sheet.Line>?
  var cellBackground: Ruled<Backdrop, Backdrop>?

  static let title = "Tile"
  @OptionListBuilder static var options: [Option] {
    Option(
      "scale", \.tile.scale, value: "scaling|N%|1:N", .scale, default: .toCells(.fit),
      note: "or \(LayoutKind.otherScalings)",
      """
      Scale images to their cells: fit shows the whole image; fill covers the cell and crops; \
      stretch covers it without keeping the aspect ratio; none shows images at their own size in \
      pixels. With none, images are in rows if a grid would crop them and neither a layout nor a \
      size is given. 25% shows every image at exactly a quarter of its width and height, so that \
      sizes can be compared. On paper or with --dpi, 1:1 shows objects at their true size, and 1:2 \
      at half that size; the width of a pixel comes from the pixel-size column of the table, from \
      the file (OME-TIFF, ImageJ), or from the resolution that the file states. With a percentage \
      or a ratio such as 1:2, images are in rows, unless --layout or an option such as --columns \
      is given. Cells grow as needed; it is an error if they do not fit on the sheet.
      """)
    Option(
      "align", \.[\.sheet.align], value: "place", .choice, default: .subject,
      """
      Place images in their cells, and choose the part that a crop keeps. subject centres the \
      image; if --scale fill crops it, subject keeps faces recorded in XMP or, if there are none, \
      the most salient area.
      """)
    Option(
      "focus", \.[\.sheet.focus], value: "glob=x,y", .list(.rule(.focus)), default: [],
      """
      Centre the crops of matching images on a focal point, given as fractions of width and \
      height: 'IMG_12*=0.3,0.4'. Select images by a glob, or by a condition with facts in braces. \
      May be repeated; the last match is used.
      """)
    Option(
      "crop", \.[\.sheet.crop], value: "x,y,w,h|glob=x,y,w,h", .list(.rule(.crop)), default: [],
      """
      Show only part of each image: left, top, width and height in pixels or per cent, as in \
      420,180,96,64. 'hall*=10%,10%,50%,50%' applies to matching images only. Select them by a \
      glob, or by a condition with facts in braces. The part is enlarged only with --upscale. May \
      be repeated; the last match is used.
      """)
    Option(
      "trim", \.sheet.trim, value: "N",
      .flag(
        or: .written("a whole number from 0 to \(Sheet.Trimming.largest)") {
          Int($0).flatMap { 0...Sheet.Trimming.largest ~= $0 ? .upTo($0) : nil }
        }, alone: .ofFormat),
      nothing: Option.isUnset,
      """
      Remove transparent or single-colour borders (at least three corners must agree). --trim=10 \
      ignores differences of up to 10 out of 255 from the border colour; for JPEGs, --trim means \
      --trim=10. Cells are sized for what is left, which is enlarged only with --upscale.
      """)
    Option(
      "bands", \.sheet.bands, value: "N|R,G,B", .written(Sheet.Bands.form), unset: Option.none,
      """
      Choose which bands of TIFFs from satellites or microscopes are shown as red, green and blue, \
      as in 4,3,2, or which single band is shown in grey. The first band is 1. In other images, \
      bands 1, 2 and 3 are red, green and blue. Bands that are not chosen, including alpha, are ignored.
      """)
    Option(
      "stretch", \.tile.stretch, value: "auto|all|LOW:HIGH|labels|glob=stretch",
      .policy(
        .written(
          """
          auto, all, labels, or two sample values such as 0:4095, the lower first, optionally \
          followed by sqrt, log or asinh, as in auto,asinh
          """),
        orRule: .stretch),
      unset: Option.none,
      """
      Stretch the contrast of images with more than 8 bits per channel, such as depth maps, which \
      would otherwise look nearly black: auto uses the range from the 0.1st to the 99.9th \
      percentile of each image, all uses one range for all images, and 0:4095 makes 0 black and \
      4095 white. auto,asinh also lightens dark parts, such as the arms of galaxies; so do sqrt \
      and log. labels gives each class index of a grey mask its own colour, even in 8-bit masks; \
      photographs stay as they are. 'masks/*=labels' applies to matching images only, and \
      '*_GFP*=all' gives all of these a common range of their own. Select images by a glob, or by \
      a condition with facts in braces. May be repeated; the last match is used.
      """)
    Option(
      "colormap", \.tile.colormap, value: "map|color|glob=map",
      .policy(.written(Sheet.Colormap.form), orRule: .colormap),
      unset: Option.none,
      """
      Show grey images, such as depth maps and heat maps, in the colours of viridis, magma, \
      inferno, plasma, cividis or turbo, or in shades from black to a colour such as green or \
      #4060ff. --stretch sets the range of samples. coolwarm and RdBu are for values on both sides \
      of 0: if any value is below 0, --stretch auto and --stretch all centre the range on 0. The \
      suffix _r reverses a map, as in viridis_r. '*_GFP*=green' applies to matching images only. \
      Select images by a glob, or by a condition with facts in braces. May be repeated; the last \
      match is used.
      """)
    Option(
      "colormap-title", \.[\.sheet.colormapTitle], value: "text|glob=text",
      .list(.rule(.colormapTitle)), nothing: "",
      """
      Write what the colours show, such as 'Depth (m)', above the scale that is drawn if all \
      images share one colour map and one range, as with --stretch all. 'err/*=Error (px)' is the \
      title for matching images only: images with the same title then share a scale, which is \
      drawn beside the scales of other titles. Select images by a glob, or by a condition with \
      facts in braces. May be repeated; the last match is used.
      """)
    Option(
      "overlay", \.[\.sheet.overlay], value: "path|glob=path",
      .listOrNone(.rule(.overlay)).with(\.inProject, .overlay),
      default: [],
      """
      Draw a mask or heat map over each image: the file with the same path in this folder, or one \
      file over all images. It is half transparent; masks=40% sets the opacity. Class indices are \
      coloured as with --stretch labels, and class 0 is transparent. Masks may have a \
      different extension from their images, or all end with a suffix such as _mask. masks=green or \
      masks=green,40% draws masks in one colour. May be repeated, with a colour for each, as in \
      --overlay truth=green --overlay prediction=red. 'new/*=masks' draws masks over matching \
      images only. Select images by a glob, or by a condition with facts in braces; all matches \
      are drawn.
      """)
    Option(
      "inset", \.[\.sheet.inset], value: "x,y,w,h|glob=x,y,w,h", .list(.rule(.inset)), default: [],
      """
      Mark a region of each image with a box, and show the region enlarged in a corner. The left, \
      top, width and height of the region are in pixels, per cent or fractions, as in \
      0.6,0.2,0.15,0.15. 'kitchen*=420,96,64,64' applies to matching images only. Select images by \
      a glob, or by a condition with facts in braces. May be repeated; an image can have up to \
      four insets.
      """)
    Option(
      "inset-position", \.[\.sheet.insetPosition], value: "place", .choice, default: .inside,
      """
      Choose where the enlarged regions of --inset go: inside puts them in the corners of each image, \
      below in a strip as wide as the image, and right in a strip as tall as the image. Cells become \
      larger to make room for the strip or, if --size or --paper is given, images become smaller.
      """)
    Option(
      "upscale", \.tile.upscale, value: "N|none",
      .flag(
        or: .written("a whole number from 1 to 100, or none") {
          $0 == "none"
            ? .some(Sheet.Upscaling.none) : Int($0).flatMap { 1...100 ~= $0 ? .factor($0) : nil }
        }, alone: .toCells),
      nothing: Option.isUnset,
      """
      Enlarge small images to fit their cells, as --scale fill and stretch always do. In a \
      collage, small images then get as much space as large ones. --upscale=3 enlarges every image \
      exactly three times, and --upscale=1 shows every image at its own size. Cells grow as \
      needed; it is an error if they do not fit on the sheet. On paper, images are enlarged \
      anyway, but not beyond the size at which they have 100 pixels per inch. This limit does not \
      apply if --tile gives columns and rows, or if --cell is given in a unit such as mm. \
      --upscale=none prevents enlargement.
      """)
    Option(
      "filter", \.[\.sheet.filter], value: "filter", .choice, default: .lanczos,
      """
      Choose the resampling filter. nearest applies only to enlarged images; reduced images use \
      lanczos. With nearest, --upscale uses integer factors; images more than 200 pixels wide or \
      high are interpolated instead if much of each cell would stay empty. At 300 dpi or more, \
      smaller images are interpolated too if there is no room to double their size.
      """)
    Option(
      "light", \.[\.sheet.light], value: "light", .choice, default: .linear,
      """
      Resample in linear light, which keeps the brightness of photographs, or, as ImageMagick, \
      libvips and Pillow do, in encoded sRGB, which keeps the thin lines and text of charts dark.
      """)
    Option(
      "color", \.[\.sheet.color], value: "policy", .choice, default: .convert,
      """
      Convert images using their colour profiles and gamma, or ignore them and treat everything as \
      sRGB.
      """)
    Option(
      "grayscale", \.[\.sheet.isGrayscale],
      """
      Show images in shades of grey, by their luminance. Labels, borders, masks and marked changes \
      keep their colours.
      """)
    Option(
      "sharpen", \.sheet.sharpen, value: "amount",
      .written("a number from 0 to \(Int(UnsharpMask.amounts.upperBound))") {
        UnsharpMask($0)?.amount
      },
      unset: "0", nothing: "0",
      "Sharpen images after resizing, by an amount from 0 to 5; 0.5 to 1 suits most sheets.")
    Option(
      "background", \.[\.sheet.background], value: "color|none|checker", .backdrop,
      default: .color(.white),
      """
      Set the colour of the sheet: a CSS name, #RGB, #RRGGBB or #RRGGBBAA. none makes it \
      transparent, and checker shows transparency as a checkerboard.
      """)
    Option(
      "cell-background", \.tile.cellBackground, value: "color|checker|glob=color",
      .policy(.backdrop, orRule: .cellBackground), unset: Option.none,
      """
      Set the colour of cells; checker is drawn only behind images. 'dark/*=black' applies to the \
      cells of matching images only. Select images by a glob, or by a condition with facts in \
      braces, as in '{alpha}=checker'. May be repeated; the last match is used.
      """)
  }

  static let rules: [OptionRule] = [
    .either("crop", "trim", "both choose the part that is shown"),
    .idle(.any("crop"), .any("compare-zoom"), "shows the part that changed"),
    .needs(.any("colormap-title"), "colormap", because: "whose scale it describes"),
    .idle(.any("overlay"), .any("compare", "match"), "compares images without overlays"),
    .idle(.any("inset"), .any("compare", "match"), "compares images without insets"),
    .needs(.any("inset-position"), "inset", because: "whose position it sets"),
    .excludes(
      .any("upscale"),
      .given("scale") { $0.hasExactScale }
    ) { "\($1.flag) \($1.texts[0]) sets the size of every image; leave out \($0.flag)" },
  ]
}

/// Decoration around pictures.
enum DecorationOptions: OptionSection {
  static let title = "Decoration"
  @OptionListBuilder static var options: [Option] {
    Option(
      "padding", \.[\.sheet.padding], value: "N", .length(from: 0),
      default: 0,
      "Add space around the image inside each cell.")
    Option(
      "border", \.tile.border, value: "N color|none|glob=N color",
      .policy(.border, orRule: .border),
      unset: Option.none,
      """
      Draw a line around each image, as in '2 silver'; '20 white' makes a white mat, and a colour \
      alone draws a line of 2 pixels. '*_old*=3 red' applies to matching images only. Select \
      images by a glob, or by a condition with facts in braces, as in '{correct} = no=3 red'. May \
      be repeated; the last match is used.
      """)
    Option(
      "frame", \.sheet.frame, value: "N color|none",
      .decoration("a width of at least 1 pixel"),
      unset: Option.none,
      """
      Draw a line around each cell, as in '1 #ccc'; with --cell-background, cells look like cards.
      """)
    Option(
      "radius", \.[\.sheet.radius], value: "N", .length(from: 0),
      default: 0,
      "Round the corners of frames if there are any, otherwise of images.")
    Option(
      "shadow", \.sheet.shadow, value: "N color|none",
      .decoration(
        "a size in pixels from 1 to \(Shadow.maximumSize)", upTo: Shadow.maximumSize),
      unset: Option.none,
      """
      Draw a soft shadow under frames if there are any, otherwise under images, as in '8 #0008'.
      """)
    Option(
      "edge", \.[\.sheet.edge], value: "mark", .choice, default: .auto,
      """
      Outline images with a hairline. auto outlines only opaque images that would blend into the \
      background, such as white screenshots on white; hairline outlines all images; none turns \
      outlines off.
      """)
  }
}
