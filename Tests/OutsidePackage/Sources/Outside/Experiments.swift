import ContactSheet

/// A rendering of a scene, as a renderer delivers it.
struct Rendering {
  let scene: String
  let samples: Int
  let error: Double
  let tags: [String]
  let width: Int
  let height: Int
  /// Samples per pixel: 1 to 4.
  let channels: Int
  let pixels: [UInt8]

  /// The picture with its facts; nil if its samples are of no known kind.
  func picture(at time: Sheet.LocalTime) throws -> Sheet.Picture? {
    guard let channels = Sheet.Picture.Channels(rawValue: channels) else { return nil }
    let facts: [String: Sheet.FactValue] = [
      "scene": .text(scene), "spp": .number(Double(samples)), "error": .number(error),
      "tags": .list(tags), "time": .time(time), "place": .position(latitude: 48.1, longitude: 11.6),
      "method": "ours", "version": 3, "weight": 0.5, "reviewers": ["ada", "grace"],
    ]
    return try Sheet.Picture(
      name: "\(scene) \(samples)", id: "\(scene)-\(samples)", width: width, height: height,
      channels: channels, facts: facts, pixels: pixels)
  }
}

/// A table of results by scene and number of samples.
func table(of results: [Rendering], on date: Sheet.LocalTime) throws -> Sheet {
  var sheet = Sheet(pictures: try results.compactMap { try $0.picture(at: date) })
  sheet.parse = ["{scene}_{spp:1}spp"]
  sheet.table = "results.csv"
  sheet.layout = .matrix(rows: "{scene}", columns: "{spp}")
  sheet.stretch = .all
  sheet.colormap = .viridis
  sheet.colormapTitle = ["Error", "mask*=Share"]
  sheet.colormaps = [Sheet.Rule(.condition("error > 1"), .color(.white)), "mask*=gray"]
  sheet.label = "{error:.3f}"
  sheet.labelPosition = .over
  return sheet
}

/// The colour maps of a menu, and the one with the chosen name; viridis if there is none.
func colormaps(chosen name: String) -> (menu: [String], chosen: Sheet.Colormap) {
  let maps: [Sheet.Colormap] = [
    .gray, .viridis, .magma, .inferno, .plasma, .cividis, .turbo, .coolwarm, .rdBu, .rdBu.reversed,
  ]
  return (maps.map(\.description), Sheet.Colormap(name) ?? .viridis)
}

/// Satellite scenes, in false colours or in the infrared alone.
func scenes(in folder: String, inColors: Bool) -> Sheet {
  var sheet = Sheet(folder: folder)
  sheet.bands = inColors ? .colors(red: 5, green: 4, blue: 3) : .gray(5)
  sheet.stretch = .auto
  return sheet
}

/// The bands that somebody has written, such as `4,3,2`, as a legend.
func legend(of text: String) -> String? { Sheet.Bands(text)?.description }

/// Cutouts of galaxies, whose faint parts are lightened, and the curves of a menu.
func galaxies(_ pictures: [Sheet.Picture], isOneRange: Bool) -> (sheet: Sheet, menu: [String]) {
  var sheet = Sheet(pictures: pictures)
  let curve = SampleCurve(rawValue: "sqrt") == nil ? SampleCurve.linear : .log
  sheet.stretch = isOneRange ? .all(curve) : .auto(.asinh)
  sheet.stretches = [Sheet.Rule(.name("raw*"), .samples(0...4095, .sqrt))]
  return (sheet, SampleCurve.allCases.map(\.rawValue))
}

/// Archaeological finds at a scale that somebody has written, or at half their size, with the scale
/// as a legend.
func finds(in folder: String, at text: String) -> (sheet: Sheet, legend: String) {
  var sheet = Sheet(folder: folder)
  (sheet.paper, sheet.drawingScale) = (.a4, Sheet.DrawingScale(text) ?? Sheet.DrawingScale(1, 2))
  guard let scale = sheet.drawingScale else { return (sheet, "") }
  let isReduced = scale.drawn < scale.actual
  return (sheet, isReduced ? "reduced, \(scale.description)" : scale.description)
}

/// Segmentations, whose samples are class indices.
func segmentations(_ pictures: [Sheet.Picture]) -> Sheet {
  var sheet = Sheet(files: ["legend.png"], pictures: pictures)
  sheet.stretch = .labels
  sheet.stretches = [Sheet.Rule(.name("depth*"), .auto)]
  sheet.pictures.removeAll { $0.facts["scene"] == nil }
  sheet.pictures.sort { ($0.id ?? $0.name) < ($1.id ?? $1.name) }
  return sheet
}

/// A mask, generated row by row.
func mask(width: Int, height: Int, hasAlpha: Bool) -> Sheet.Picture {
  let channels: Sheet.Picture.Channels = hasAlpha ? .grayAlpha : .gray
  return Sheet.Picture(name: "mask", width: width, height: height, channels: channels) {
    var next: UInt8 = 0
    let rows: Sheet.Picture.NextRow = {
      next &+= 1
      return [UInt8](repeating: next, count: width * channels.rawValue)
    }
    return rows
  }
}

/// The channels of a picture with or without colours and transparency.
func channels(isColor: Bool, hasAlpha: Bool) -> Sheet.Picture.Channels {
  switch (isColor, hasAlpha) {
  case (true, true): .rgba
  case (true, false): .rgb
  case (false, true): .grayAlpha
  case (false, false): .gray
  }
}

/// The facts of a folder as a table, one line per picture.
func exportFacts(of folder: String, named names: [String]) async throws -> [String] {
  let pictures: [Sheet.Facts] = try await Sheet(folder: folder).facts(of: names)
  return pictures.filter { !$0.values.isEmpty }.map { facts in
    ([facts.picture] + names.map { facts[$0].map(text) ?? "" }).joined(separator: "\t")
  }
}

/// A fact as it appears in a table.
func text(_ value: Sheet.FactValue) -> String {
  switch value {
  case .text(let text): text
  case .number(let number): "\(number)"
  case .time(let time): text(time)
  case .position(let latitude, let longitude): "\(latitude), \(longitude)"
  case .list(let texts): texts.joined(separator: "; ")
  }
}

/// A time in the notation of ISO 8601.
func text(_ time: Sheet.LocalTime) -> String {
  func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
  return "\(time.year)-\(digits(time.month))-\(digits(time.day))T"
    + [time.hour, time.minute, time.second].map(digits).joined(separator: ":")
}

/// Midday of a day.
func midday(_ year: Int, _ month: Int, _ day: Int) -> Sheet.LocalTime {
  Sheet.LocalTime(year: year, month: month, day: day, hour: 12)
}

/// The names of the pictures and their sizes, one per line.
func listing(of inputs: [String]) async throws -> [String] {
  var sheet = Sheet(files: inputs)
  sheet.inputs.removeAll(where: \.isEmpty)
  sheet.onError = .skip
  return try await sheet.list("{name} {width}x{height}")
}
