/// The line around a single picture, instead of the border of the sheet.
///
/// It is written like a border, or as `none`.
package enum TileBorder: Equatable, Sendable {
  /// No line.
  case none
  /// A line of its own.
  case line(Border)

  /// The line; nil if there is none.
  package var line: Border? { if case .line(let border) = self { border } else { nil } }
}

extension TileBorder: LosslessStringConvertible {
  /// Parses `none`, or a border such as `3 red`.
  package init?(_ text: String) {
    if text == "none" {
      self = .none
    } else if let border = Border(text) {
      self = .line(border)
    } else {
      return nil
    }
  }

  /// `none`, or the width and the colour.
  package var description: String { line?.description ?? "none" }
}
