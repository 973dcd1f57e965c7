internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SheetRendering
internal import SheetText

/// Words that other programs use, and the corresponding names here.
enum Synonyms {
  /// Values of other programs, each with the corresponding values here.
  private static let values: [String: [String]] = [
    "cover": ["fill"], "crop": ["fill"], "zoom": ["fill"], "contain": ["fit"], "inside": ["fit"],
    "letterbox": ["fit"], "squash": ["stretch"], "distort": ["stretch"], "original": ["none"],
    "date": ["taken", "day"], "taken": ["day"], "time": ["taken"], "mtime": ["modified"],
    "random": ["shuffle"], "similar": ["likeness"], "similarity": ["likeness"],
    "version": ["natural"], "numeric": ["natural"], "ratio": ["aspect"], "filesize": ["size"],
    "centre": ["center"], "middle": ["center"], "north": ["top"], "south": ["bottom"],
    "west": ["left"], "east": ["right"], "northwest": ["top-left"], "northeast": ["top-right"],
    "southwest": ["bottom-left"], "southeast": ["bottom-right"], "justify": ["justified"],
    "justified": ["rows"], "flow": ["rows"], "waterfall": ["masonry"], "pinterest": ["masonry"],
    "mosaic": ["collage"], "quilted": ["tiered"], "table": ["matrix"], "compare": ["matrix"],
    "pivot": ["matrix"],
    "photos": ["collage"], "slicing": ["collage"], "treemap": ["collage"], "ignore": ["skip"],
    "stop": ["fail"], "error": ["fail"], "under": ["below"], "bicubic": ["catmull-rom"],
    "cubic": ["mitchell"], "bilinear": ["triangle"], "linear": ["triangle"],
    "point": ["nearest"], "vertical": ["columns"], "rtl": ["right-to-left"],
    "manga": ["right-to-left"], "horizontal": ["rows"], "on": ["always"],
    "off": ["never"], "directory": ["folder"], "dir": ["folder"],
    "always": ["hairline"], "line": ["hairline"],
    "top": ["over-top"], "over:top": ["over-top"], "over-bottom": ["over"], "bottom": ["over"],
    "overlay": ["over"],
    "by-columns": ["grid:by-columns"], "by-rows": ["grid:by-rows"], "compact": ["grid:compact"],
  ]

  /// The values here that correspond to a value of another program.
  static func values(meantBy text: String) -> [String] { values[text.lowercased()] ?? [] }

  /// Words for sort orders, with the fact to sort by and the direction.
  static let orders: [String: (fact: String, isReversed: Bool)] = [
    "best": ("rating", true), "worst": ("rating", false), "newest": ("taken", true),
    "oldest": ("taken", false), "latest": ("taken", true), "earliest": ("taken", false),
    "largest": ("size", true), "biggest": ("size", true), "smallest": ("size", false),
  ]

  /// Asks whether the user meant another option or another value, for a value that an option does
  /// not accept; nil if there is no guess.
  static func meant(by text: String, of option: String) -> Advice? {
    guard text.shortPrintable == text else { return nil }
    switch option {
    case "size":
      if let scale = Sheet.DrawingScale(text), scale.drawn == 1 || scale.actual == 1 {
        return .meaning("--scale", text)
      }
      return Sheet.Paper(text) == nil ? nil : .meaning("--paper", text)
    case "scale":
      let ratio = text.replacing(/[\/∶]/, with: ":").filter { $0 != " " }
      if Sheet.DrawingScale(ratio) != nil { return "did you mean \(value: ratio)?" }
      let words = ["true", "true-size", "real", "real-size", "life-size", "actual", "actual-size"]
      return words.contains(text.lowercased()) ? "did you mean \(value: "1:1")?" : nil
    case "cell":
      let ratio = ratios[text.lowercased()] ?? text
      return Sheet.CellRatio(ratio) == nil ? nil : .meaning("--cell-aspect", ratio)
    case "cell-aspect":
      return ratios[text.lowercased()].map { "did you mean \(value: $0)?" }
    case "filter": return text.contains(/[<>=~]/) ? .meaning("--where", text) : nil
    case "background", "cell-background":
      let word = text.lowercased()
      return word.hasPrefix("check") || word.hasPrefix("cheq")
        ? "did you mean \(value: "checker")?" : nil
    case "colormap":
      switch text.lowercased() {
      case "jet", "rainbow", "hsv", "parula", "spectral":
        return "did you mean \(value: "turbo") or \(value: "viridis")?"
      case "hot", "heat", "afmhot": return "did you mean \(value: "inferno")?"
      case "bwr", "seismic": return "did you mean \(value: "coolwarm") or \(value: "RdBu_r")?"
      default: return nil
      }
    case "label-position": return corner(text)
    case "border", "frame", "shadow":
      guard text.first?.isNumber == true, text.contains("{"), text.ruleSigns.isEmpty else {
        return nil
      }
      return option == "border"
        ? """
        a colour is a CSS name, #RGB, #RRGGBB or #RRGGBBAA, and cannot be a template; \
        \(typing: "--border", "{color-label} = Red=6 red") sets the borders of some images
        """
        : "a colour is a CSS name, #RGB, #RRGGBB or #RRGGBBAA, and cannot be a template"
    case "color":
      let word = text.lowercased()
      if ["gray", "grey", "grayscale", "greyscale", "monochrome"].contains(word) {
        return .meaning("--grayscale")
      }
      return ["cmyk", "rgb"].contains(word)
        ? "sheets are RGB, or grey if everything on them is; for CMYK, convert the finished sheet"
        : nil
    case "font", "title-font":
      return FontChoice("auto \(text)") == nil ? nil : "did you mean \(value: "auto \(text)")?"
    case "paper":
      guard let match = text.firstMatch(of: /^([0-9.]+)x[0-9.]+$/) else { return nil }
      if Double(match.1) ?? 0 >= 60 { return "did you mean \(value: "\(text)mm")?" }
      return "did you mean \(value: "\(text)cm") or \(value: "\(text)in")?"
    default: return nil
    }
  }

  /// Words for the shape of cells.
  private static let ratios = ["square": "1:1", "landscape": "3:2", "portrait": "2:3"]

  /// Advice on how to put labels into a corner of images, such as `top-left` or
  /// `over:bottom-right`; nil if the text names no corner.
  private static func corner(_ text: String) -> Advice? {
    let words = text.lowercased().split { "-:_ ,".contains($0) }.filter { $0 != "over" }
    let edges = ["top": "over-top", "upper": "over-top", "bottom": "over", "lower": "over"]
    let sides = ["left": "left", "right": "right", "center": "center", "centre": "center"]
    guard words.count == 2, let edge = words.lazy.compactMap({ edges[String($0)] }).first,
      let side = words.lazy.compactMap({ sides[String($0)] }).first
    else { return nil }
    return .meaning("--label-position", edge, "--label-align", side)
  }

  /// The value that a user may have meant, among the values that an option accepts.
  static func value(meantBy text: String, among names: [String]) -> String? {
    let word = text.lowercased()
    return values[word]?.first { names.contains($0) } ?? names.nearest(to: word)
  }

  /// The error for a string that is not one of the names that an option accepts.
  ///
  /// The text may also stand for one of `others`, which the error does not list.
  static func noName(
    _ text: String, _ names: [String], or other: String = "", others: [String] = []
  ) -> CommandError {
    CommandError(
      "there is no such value; write one of \(names.joined(separator: ", "))\(other)"
        + (value(meantBy: text, among: names + others).map { "; did you mean \($0.shellQuoted)?" }
          ?? ""))
  }

  /// The error for an option that does not exist, with what to do about it.
  ///
  /// - Parameters:
  ///   - text: The option as typed.
  ///   - value: What follows the option, if that may be its value; otherwise nil.
  ///   - inFile: Whether the option is in a file of options.
  /// - Returns: The error.
  static func noOption(_ text: String, value: String? = nil, inFile: Bool) -> String {
    let word = String(text.drop { $0 == "-" }.map { $0 == "_" ? "-" : $0 }).lowercased()
    let resembling = OptionCatalog.option(resembling: text, inFile: inFile)
      .map { Advice.meaning($0.flag) }
    let advice =
      (replacement(for: word) ?? unsetting(text, inFile: inFile) ?? onFact(word) ?? resembling
      ?? beginning(word, inFile: inFile))?
      .given(value)
    let remedy = inFile ? advice?.inFile : advice?.description
    return "option '\(text.shortPrintable)'; \(remedy ?? "--help lists them all")"
  }

  /// Advice for someone who wrote the name of a fact as an option; nil if no fact has this name.
  private static func onFact(_ word: String) -> Advice? {
    let isName = PictureTokens.all.contains { $0.name == word }
    guard word.count > 1, let name = isName ? word : PictureTokens.name(meantBy: word) else {
      return nil
    }
    return """
      \(giving: "--where", name, as: { condition(on: name, $0) }) selects images by this fact, and \
      \(typing: "--label", "{\(name)}") shows it
      """
  }

  /// Advice for someone who appended a word to an option, as in `--sharpen-amount`; nil if the text
  /// does not begin with an option.
  private static func beginning(_ word: String, inFile: Bool) -> Advice? {
    OptionCatalog.named(inFile: inFile).filter { word.hasPrefix("\($0.name)-") }
      .max { $0.name.count < $1.name.count }.map { .meaning($0.flag) }
  }

  /// How to unset an option that takes a value, for someone who wrote `--no-` followed by its name;
  /// nil if there is no such option, or if no value unsets it.
  private static func unsetting(_ text: String, inFile: Bool) -> Advice? {
    guard text.hasPrefix("--no-"),
      let option = OptionCatalog.option(named: String(text.dropFirst("--no-".count))),
      !option.isFlag, !inFile || option.onlyOnCommandLine == nil,
      let nothing = option.nothingToWrite
    else { return nil }
    return "write \(typing: option.flag, nothing)"
  }
}
