package import SheetImaging
package import SheetLayout
package import SheetModel

extension Focus {
  /// Parses a focal point from fractions of the width and height, such as `0.3,0.4`; nil if
  /// malformed.
  ///
  /// A space may replace the comma.
  init?(parsing text: String) {
    let parts = text.split { $0 == "," || $0 == " " }
    guard parts.count == 2, let x = Double(decimal: String(parts[0])),
      let y = Double(decimal: String(parts[1]))
    else { return nil }
    self.init(x: x, y: y)
  }
}

extension RuleForm<Focus> {
  /// The points on which crops are centred; the last match is used.
  package static let focus = RuleForm(
    values: "two numbers from 0 to 1",
    examples: ["IMG_12*=0.3,0.4", "{width} > {height}=0.5,0.2"], effect: "sets a focus",
    read: { Focus(parsing: $0) })
}

extension RuleForm<Sheet.Turn> {
  /// How single pictures are rotated; the last match is used.
  package static let turn = RuleForm(
    values: "left, right, auto, 90, 180 or 270",
    examples: ["IMG_4021=right", "{width} > {height}=left"],
    effect: "rotates images", read: { Sheet.Turn(parsing: $0) })
}

extension RuleForm<Backdrop> {
  /// The backgrounds of single cells; the last match is used.
  package static let cellBackground = RuleForm(
    values: "a colour, none or checker", examples: ["dark/*=black", "{alpha}=checker"],
    effect: "sets a background", read: { try? Backdrop(parsing: $0) })
}

extension RuleForm<Sheet.Colormap> {
  /// The colours in which individual grey pictures are shown; the last match is used.
  package static let colormap = RuleForm(
    values: Sheet.Colormap.form,
    examples: ["*_GFP*=green", "{folder} = depth=viridis"], effect: "colours images",
    read: { Sheet.Colormap($0) })
}

extension RuleForm<String> {
  /// The titles of the colour scales of pictures; the last match is used.
  package static let colormapTitle = RuleForm(
    values: "a title", examples: ["Depth (m)", "err/*=Error (px)"],
    effect: "titles a colour scale", mayStandAlone: { _ in true }, isUsuallyAlone: true,
    isText: true,
    sign: { text in
      // A title may contain an equals sign, and a pattern rarely does.
      let signs = text.ruleSigns
      guard let first = signs.first else { return nil }
      return text[..<first].contains("{") ? signs.last : first
    },
    read: { text in
      let title = text.drop(while: \.isWhitespace)
      return title.isEmpty || !title.hasBalancedBraces ? nil : String(title)
    })
}

extension Sheet.Turn {
  /// Reads a rotation, ignoring case: a name, or the degrees clockwise; nil if the text is neither.
  package init?(parsing text: String) {
    switch text {
    case "0": self = .auto
    case "90": self = .right
    case "270", "-90": self = .left
    default: self.init(rawValue: text.lowercased())
    }
  }
}
