package import SheetFiles
package import SheetModel
package import SheetPictures
internal import SystemPackage

/// The weight of pictures in layouts that can give them an area, relative to pictures of weight 1.
package enum PictureWeight: Equatable, Sendable {
  /// The weight of the pictures whose names, or ends of paths, match a pattern.
  case pattern(Glob, Double)
  /// The value of a template, if it is a number.
  ///
  /// It is raised to ``leastShare`` of the mean of all pictures, and clamped to ``range``.
  case facts(PictureTemplate)

  /// The valid weights.
  ///
  /// A larger weight would leave nothing to the other pictures.
  package static let range = 0.01...100.0

  /// The minimum of weights from facts, as a fraction of their mean.
  ///
  /// Many cameras write 0 stars into every file, which means that the picture is not rated.
  package static let leastShare = 0.2

  /// Creates a weight from a text such as `IMG_12*=3` or `{score}`.
  ///
  /// - Throws: `TemplateError` if there is a brace and the text is not a template.
  /// - Returns: Nil if the text is malformed.
  package init?(parsing text: String) throws(TemplateError) {
    if let parts = PictureRule.parts(of: text, reading: { Double(decimal: String($0)) }) {
      // A brace would begin a condition, which weights do not take.
      guard Self.range.contains(parts.value), !parts.pictures.contains("{") else { return nil }
      self = .pattern(Glob(parts.pictures), parts.value)
      return
    }
    // Text around the braces would leave no number; with an equals sign, a rule was meant.
    guard text.contains("{"), !text.hasEqualsSignOutsideBraces else { return nil }
    self = .facts(try PictureTemplate(text, others: .any))
  }

  /// The weight of a picture, which may be beyond ``range``; nil if unset.
  func value(of picture: PictureFacts) -> (value: Double, isFact: Bool)? {
    switch self {
    case .pattern(let pattern, let value):
      pattern.matches(FilePath(picture.picture.source.name)) ? (value, false) : nil
    case .facts(let template):
      // A weight from a column of the table is deliberate.
      template.body.value(from: picture.fact)?.number.map { ($0, $0 != picture.row?.weight) }
    }
  }
}

extension [PictureWeight] {
  /// The weights of pictures, from facts with their minimum; they may be beyond
  /// ``PictureWeight/range``.
  func values(of pictures: [PictureFacts]) -> [Double] {
    let given = pictures.map { picture in
      reversed().lazy.compactMap { $0.value(of: picture) }.first
        ?? picture.row?.weight.map { ($0, false) } ?? (value: 1, isFact: false)
    }
    let most = PictureWeight.range.upperBound
    let facts = given.filter(\.isFact).map { Swift.min(Swift.max($0.value, 0), most) }
    let least = PictureWeight.leastShare * facts.reduce(0, +) / Double(Swift.max(1, facts.count))
    return given.map { $0.isFact ? Swift.max($0.value, least) : $0.value }
  }
}

extension String {
  /// Whether there is an equals sign outside of braces.
  fileprivate var hasEqualsSignOutsideBraces: Bool {
    var depth = 0
    for character in self {
      switch character {
      case "{": depth += 1
      case "}": depth -= 1
      case "=" where depth == 0: return true
      default: break
      }
    }
    return false
  }
}
