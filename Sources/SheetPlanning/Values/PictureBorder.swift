package import SheetModel

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
