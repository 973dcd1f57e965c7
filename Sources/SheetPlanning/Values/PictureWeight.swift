internal import SheetFiles
internal import SheetModel
package import SheetPictures

/// The weight by which some layouts choose the areas of pictures, relative to pictures with weight
/// 1.
package enum PictureWeight: Equatable, Sendable {
  case number(Double)
  /// The value of a template, if it is a number.
  ///
  /// It is at least ``minimumShare`` of the mean value of all pictures, and clamped to ``range``.
  case facts(PictureTemplate)

  /// The valid weights.
  ///
  /// A larger weight would leave nothing for the other pictures.
  package static let range = 0.01...100.0

  /// The minimum of weights from facts, as a fraction of their mean.
  ///
  /// Many cameras write 0 stars into every file, which means that the picture is not rated.
  static let minimumShare = 0.2

  /// Parses a number, or a template if there is a brace; nil for anything else.
  ///
  /// - Throws: `TemplateError` if there is a brace and the text is not a template.
  init?(parsing text: String) throws(TemplateError) {
    guard text.contains("{") else {
      guard let number = Double(decimal: text), Self.range.contains(number) else { return nil }
      self = .number(number)
      return
    }
    // A condition alone specifies no weight, and as a template it would not be a number.
    guard !text.hasOperatorOutsideBraces else { return nil }
    self = .facts(try PictureTemplate(text, others: .any))
  }

  /// Creates a weight given by a program; nil if it is out of range.
  ///
  /// - Throws: `TemplateError` if its text is not a template.
  init?(_ weight: Sheet.Weight) throws(TemplateError) {
    switch weight {
    case .number(let number):
      guard Self.range.contains(number) else { return nil }
      self = .number(number)
    case .template(let text): self = .facts(try PictureTemplate(text, others: .any))
    }
  }

  /// The weight of a picture, which may be outside ``range``; nil if unset.
  fileprivate func value(of picture: PictureFacts) -> (value: Double, isFact: Bool)? {
    switch self {
    case .number(let number): (number, false)
    case .facts(let template):
      // A weight from a column of the table is deliberate.
      template.body.value(from: picture.fact)?.number.map { ($0, $0 != picture.row?.weight) }
    }
  }
}

extension PictureWeight {
  /// The value of the template for a picture, if that value is text instead of a number; otherwise
  /// nil.
  fileprivate func text(of picture: PictureFacts) -> String? {
    guard case .facts(let template) = self,
      let fact = template.body.value(from: picture.fact), fact.number == nil
    else { return nil }
    return fact.text.isEmpty ? nil : fact.text
  }
}

extension RuleForm<PictureWeight> {
  /// The weights of pictures in a collage; the last match is used.
  package static let weight = RuleForm(
    values: "a number from 0.01 to 100 or a template",
    examples: ["IMG_12*=3", "{rating} >= 4=3", "{score}"], effect: "sets a weight",
    mayStandAlone: { if case .facts = $0 { true } else { false } },
    read: { try PictureWeight(parsing: $0) })
}

extension PictureRules<PictureWeight> {
  /// The weights of pictures, with a minimum for weights that come from facts; they may be outside
  /// ``PictureWeight/range``.
  func weights(of pictures: [PictureFacts]) -> [Double] {
    if all.isEmpty { return pictures.map { $0.row?.weight ?? 1 } }
    let given = pictures.map { picture in
      values(of: picture).reversed().lazy.compactMap { $0.value(of: picture) }.first
        ?? picture.row?.weight.map { ($0, false) } ?? (value: 1, isFact: false)
    }
    let most = PictureWeight.range.upperBound
    let facts = given.filter(\.isFact).map { Swift.min(Swift.max($0.value, 0), most) }
    let least = PictureWeight.minimumShare * facts.reduce(0, +) / Double(Swift.max(1, facts.count))
    return given.map { $0.isFact ? Swift.max($0.value, least) : $0.value }
  }

  /// The note about values of templates that are not numbers, given the weights of pictures; nil if
  /// there are none.
  func noteOnTexts(of pictures: [PictureFacts], weighing weights: [Double]) -> Note? {
    guard all.contains(where: { if case .facts = $0.rule.value { true } else { false } }) else {
      return nil
    }
    var found = Occurrences<(text: String, picture: FileName, weight: Double)>()
    for (picture, weight) in zip(pictures, weights) {
      // An earlier rule only applies if no later one has a number.
      guard let value = value(of: picture), let text = value.text(of: picture) else {
        continue
      }
      found.add((text, picture.picture.name, weight))
    }
    guard let first = found.first else { return nil }
    let count = found.count
    let weight = first.weight.text(decimals: 2, keepsZeros: false)
    return Note(
      .unreadWeights, about: first.picture,
      "'\(first.text.shortPrintable)' is not a plain number, so \(first.picture.path.quoted) "
        + (count == 1 ? "has" : "and \((count - 1).counted("other image")) with such a value have")
        + " the weight \(weight)",
      remedy: "write the weights as numbers, such as 2.5", [.count: count])
  }
}

extension String {
  /// Whether there is a comparison operator outside braces.
  fileprivate var hasOperatorOutsideBraces: Bool {
    var depth = 0
    for character in self {
      switch character {
      case "{": depth += 1
      case "}": depth -= 1
      case "<", ">", "=", "~": if depth == 0 { return true }
      default: break
      }
    }
    return false
  }
}
