package import SheetModel

/// The line around a picture, whose width may have a unit.
package enum PictureBorder: Equatable, Sendable {
  /// No line, even if other pictures have one.
  case none
  case line(Sheet.Line)

  /// Parses `none`, a width and a colour such as `3 red`, or only a colour; nil if malformed.
  init?(parsing text: String) {
    if text == "none" {
      self = .none
    } else if let line = Sheet.Line(border: text) {
      self = .line(line)
    } else {
      return nil
    }
  }

  /// The line; nil if there is none.
  var line: Sheet.Line? { if case .line(let line) = self { line } else { nil } }
}

extension RuleForm<PictureBorder> {
  /// The lines around single pictures; the last match is used.
  package static let border = RuleForm(
    values: "a width, a colour or both, or none",
    examples: ["*_old*=3 red", "{score} < 0.5=3 red"], effect: "sets a border",
    read: { PictureBorder(parsing: $0) })
}
