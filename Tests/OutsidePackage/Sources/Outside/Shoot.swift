import ContactSheet

/// The proofs of a wedding: the keepers of two cameras, grouped by the parts of the day.
func weddingProofs(in folder: String) -> Sheet {
  var sheet = Sheet(folder: folder)
  sheet.isRecursive = true
  sheet.include = ["*.jpg", "*.heic"]
  sheet.exclude = ["rejected", "*-edited.*"]
  sheet.conditions = ["rating >= 3"]
  sheet.clock = [Sheet.Rule(.condition("camera ~ \"Canon*\""), .seconds(3780)), "Nikon*=-2s"]
  sheet.sort = .taken
  sheet.groupBy = .gap(ofSeconds: 1800)
  sheet.groupHeading = "{taken:%H:%M}"
  sheet.groupBreak = .section
  sheet.groupLimit = 40
  sheet.duplicates = .skip
  sheet.stack = .taken(within: 2)
  sheet.best = ["{sharpness}"]
  sheet.missing = "no photo"
  sheet.limit = 400

  sheet.orient = Sheet.Orienting(.auto, turns: [Sheet.Rule(.name("IMG_4021"), .right)])
  sheet.crop = [
    Sheet.Rule(
      .name("hall*"),
      Sheet.Area(x: .fraction(0.1), y: 0, width: .fraction(0.8), height: .pixels(2000)))
  ]
  sheet.inset = ["rings*=0.4,0.4,0.1,0.1"]
  sheet.focus = [Sheet.Rule(.all, Sheet.FocalPoint(x: 0.5, y: 0.3))]
  sheet.borders = [Sheet.Rule(.condition("rating >= 5"), Sheet.Line(width: 3))]
  sheet.span = [Sheet.Rule(.name("kiss*"), .span(2, 2)), Sheet.Rule(.name("group*"), .row)]
  sheet.copies = [Sheet.Rule(.name("group*"), 2)]
  return sheet
}

/// Scans of negatives: borders are trimmed, raw data is stretched, masks of dust are shown, and small
/// frames are enlarged.
func scans(from lists: [String], areRaw: Bool) -> Sheet {
  var sheet = Sheet()
  sheet.filesFrom = lists
  sheet.isNULSeparated = true
  sheet.includesHidden = false
  sheet.frames = .all
  if areRaw { sheet.every = 10 } else { sheet.spread = 24 }
  sheet.trim = areRaw ? .upTo(12) : .ofFormat
  sheet.stretch = areRaw ? .samples(0...4095) : .auto
  sheet.overlay = areRaw ? [] : ["dust=40%", "scratches=red"]
  sheet.isGrayscale = !areRaw
  sheet.upscale = areRaw ? .automatic : .toCells
  sheet.exactScale = nil
  sheet.drawingScale = nil
  sheet.orient = areRaw ? .ignore : .fit
  sheet.isReversed = true
  return sheet
}

/// The ways to browse an archive.
enum Browsing: String, CaseIterable {
  case folders, days, months, years, cameras, places, similar, random, names, bytes, given,
    automatic

  /// Sorts and groups a sheet.
  func apply(to sheet: inout Sheet) {
    (sheet.sort, sheet.groupBy) =
      switch self {
      case .folders: (.natural, .folder)
      case .days: (.taken, .day)
      case .months: (.taken, .month)
      case .years: (.taken, .year)
      case .cameras: (.by("{camera}"), .camera)
      case .places: (.by("city"), .by("{city}"))
      case .similar: (.likeness, nil)
      case .random: (.shuffle(7), nil)
      case .names: (.natural, nil)
      case .bytes: (.name, nil)
      case .given: (.given, nil)
      case .automatic: (.auto, nil)
      }
    if self == .similar { sheet.stack = .likeness }
  }
}

/// The area that a crop shows of a picture, to draw it in an editor.
func rectangle(of crop: Sheet.Area, width: Int, height: Int) -> Sheet.Rect {
  func pixels(_ amount: Sheet.Amount, of side: Int) -> Double {
    switch amount {
    case .pixels(let count): Double(count)
    case .fraction(let fraction): fraction * Double(side)
    }
  }
  return Sheet.Rect(
    x: pixels(crop.x, of: width), y: pixels(crop.y, of: height),
    width: pixels(crop.width, of: width), height: pixels(crop.height, of: height))
}

/// The focal point that a click in an editor sets, kept inside the picture.
func focalPoint(x: Double, y: Double) -> Sheet.FocalPoint {
  var point = Sheet.FocalPoint(x: x, y: y)
  point.x = min(max(point.x, 0), 1)
  point.y = min(max(point.y, 0), 1)
  return point
}

/// Rules that a user has typed, one per line, such as `IMG_12*=2x2`.
func spans(_ text: String) -> [Sheet.Rule<Sheet.Span>] {
  text.split(separator: "\n").map { Sheet.Rule(String($0)) }
}

/// A wall of pictures whose areas follow from the votes of guests, or else from their ratings.
func wall(of folder: String, votes: [String: Int]) -> Sheet {
  var sheet = Sheet(folder: folder)
  sheet.layout = .collage
  sheet.weight = [Sheet.Rule(.all, .template("{rating}"))]
  sheet.weight += votes.sorted { $0.key < $1.key }.map { name, count in
    let pictures: Sheet.Rule<Sheet.Weight>.Pictures = .name(name)
    let weight: Sheet.Weight = .number(Double(min(max(count, 1), 100)))
    return Sheet.Rule(pictures, weight)
  }
  return sheet
}

/// How a slide show presents a folder, as saved in an application's settings.
struct SlideShow {
  var grouping: Sheet.Grouping = .folder
  var trimming: Sheet.Trimming? = .ofFormat
  var upscaling: Sheet.Upscaling = .none
  var sort: Sheet.Sort = .natural
  var orienting: Sheet.Orienting = .auto

  /// An overview of the slides.
  func overview(of folder: String) -> Sheet {
    var sheet = Sheet(folder: folder)
    (sheet.groupBy, sheet.trim, sheet.upscale) = (grouping, trimming, upscaling)
    (sheet.sort, sheet.orient) = (sort, orienting)
    return sheet
  }
}
