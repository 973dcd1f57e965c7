package import SheetImaging
package import SheetLayout
package import SheetModel

/// How much room a picture has on a sheet.
package enum PictureRoom: Equatable, Sendable {
  /// A number of columns and rows of a grid.
  case cells(CellSpan)
  /// A row to itself.
  case row

  /// The valid numbers of columns and rows.
  package static let range = 1...20

  /// Whether the room is more than one cell.
  var isLargerThanCell: Bool { max(cells.columns, cells.rows) > 1 }

  /// Parses a room such as `2x2` or `row`; nil if the text is malformed.
  package init?(parsing text: some StringProtocol) {
    if text == "row" {
      self = .row
      return
    }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let columns = sides[0], let rows = sides[1],
      Self.range.contains(columns), Self.range.contains(rows)
    else { return nil }
    self = .cells(CellSpan(columns: columns, rows: rows))
  }

  /// Creates the room requested by a program; nil if it is out of range.
  init?(_ span: Sheet.Span) {
    switch span {
    case .row: self = .row
    case .span(let columns, let rows):
      guard Self.range.contains(columns), Self.range.contains(rows) else { return nil }
      self = .cells(CellSpan(columns: columns, rows: rows))
    }
  }

  /// The columns and rows of a grid; a row to itself is as wide as any grid.
  var cells: CellSpan {
    switch self {
    case .cells(let span): span
    case .row: CellSpan(columns: .max, rows: 1)
    }
  }
}

extension RuleForm<PictureRoom> {
  /// The extra room of pictures; the last one for a picture is used.
  package static let span = RuleForm(
    values: "columns and rows from 1 to 20, or row",
    examples: ["best*=2x2", "{rating} >= 5=row"], effect: "sets a span",
    read: { PictureRoom(parsing: $0) })
}

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
  /// The points on which crops are centred; the last one for a picture is used.
  package static let focus = RuleForm(
    values: "two numbers from 0 to 1",
    examples: ["IMG_12*=0.3,0.4", "{width} > {height}=0.5,0.2"], effect: "sets a focus",
    read: { Focus(parsing: $0) })
}

extension RuleForm<Sheet.Turn> {
  /// How single pictures are rotated; the last one for a picture is used.
  package static let turn = RuleForm(
    values: "left, right, auto, 90, 180 or 270",
    examples: ["IMG_4021=right", "{width} > {height}=left"],
    effect: "rotates images", read: { Sheet.Turn(parsing: $0) })
}

/// The line around a picture, whose width may have a unit.
package enum PictureBorder: Equatable, Sendable {
  /// No line, even if other pictures have one.
  case none
  case line(Sheet.Line)

  /// Parses `none`, or a width and a colour such as `3 red`; nil if malformed.
  init?(parsing text: String) {
    if text == "none" {
      self = .none
    } else if let line = Sheet.Line(text) {
      self = .line(line)
    } else {
      return nil
    }
  }

  /// The line; nil if there is none.
  var line: Sheet.Line? { if case .line(let line) = self { line } else { nil } }
}

extension RuleForm<PictureBorder> {
  /// The lines around single pictures; the last one for a picture is used.
  package static let border = RuleForm(
    values: "a width and a colour, or none",
    examples: ["*_old*=3 red", "{score} < 0.5=3 red"], effect: "sets a border",
    read: { PictureBorder(parsing: $0) })
}

extension RuleForm<Backdrop> {
  /// The backgrounds of single cells; the last one for a picture is used.
  package static let cellBackground = RuleForm(
    values: "a colour, none or checker", examples: ["dark/*=black", "{alpha}=checker"],
    effect: "sets a background", read: { try? Backdrop(parsing: $0) })
}

/// How the samples of a picture are shown.
package enum PictureStretch: Equatable, Sendable {
  /// Unchanged, even if other pictures are stretched.
  case none
  case stretch(Sheet.Stretch)

  /// Parses `none`, or a stretch such as `labels`; nil if malformed.
  init?(parsing text: String) {
    if text == "none" {
      self = .none
    } else if let stretch = Sheet.Stretch(text) {
      self = .stretch(stretch)
    } else {
      return nil
    }
  }

  /// The stretch; nil if there is none.
  package var stretch: Sheet.Stretch? {
    if case .stretch(let stretch) = self { stretch } else { nil }
  }
}

extension RuleForm<PictureStretch> {
  /// How the samples of single pictures are shown; the last one for a picture is used.
  package static let stretch = RuleForm(
    values:
      "auto, all, labels, none, or two sample values with a colon between them, optionally with a curve",
    examples: ["masks/*=labels", "{depth} = 16=auto"], effect: "stretches images",
    read: { PictureStretch(parsing: $0) })
}

extension RuleForm<Sheet.Colormap> {
  /// The colours in which individual grey pictures are shown; the last one for a picture is used.
  package static let colormap = RuleForm(
    values: Sheet.Colormap.form,
    examples: ["*_GFP*=green", "{folder} = depth=viridis"], effect: "colours images",
    read: { Sheet.Colormap($0) })
}

extension RuleForm<String> {
  /// The titles of the colour scales of pictures; the last one for a picture is used.
  package static let colormapTitle = RuleForm(
    values: "a title", examples: ["Depth (m)", "err/*=Error (px)"],
    effect: "titles a colour scale", mayStandAlone: { _ in true }, isUsuallyAlone: true,
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
