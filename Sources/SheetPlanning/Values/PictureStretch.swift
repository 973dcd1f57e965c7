package import SheetModel

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
  /// How the samples of single pictures are shown; the last match is used.
  package static let stretch = RuleForm(
    values:
      "auto, all, labels, none, or two sample values with a colon between them, optionally with a curve",
    examples: ["masks/*=labels", "{depth} = 16=auto"], effect: "stretches images",
    read: { PictureStretch(parsing: $0) })
}
