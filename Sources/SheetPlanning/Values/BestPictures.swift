internal import SheetLayout
package import SheetModel
package import SheetPictures

/// Which pictures to emphasise in each row of a matrix, or in each group: those with the largest
/// number.
///
/// What is emphasised is the number in the label, or the whole label. The choice is written as a
/// template such as `{psnr}`, or as `least {rmse}` for the smallest number; the name of a fact
/// without braces stands for its token. Pictures without a number are never emphasised.
package struct BestPictures: Equatable, Sendable {
  /// The template for the numbers.
  package let template: PictureTemplate
  /// Whether the smallest number is the best.
  package let isLeast: Bool

  /// Parses a template, optionally after `least`.
  ///
  /// - Throws: `TemplateError` if the text is not a template, or if its value can never be a
  ///   number.
  package init(parsing text: String) throws(TemplateError) {
    let words = text.split(separator: " ", maxSplits: 1)
    isLeast = words.count == 2 && words[0] == Self.least
    let source = isLeast ? String(words[1]) : text
    template = try PictureTemplate(source.isFactName ? "{\(source)}" : source, others: .any)
    // Without this, a condition such as `{mae} < 0.01` would silently emphasise nothing.
    let sample = template.body.value { key in key.aggregate == nil ? Fact(1) : nil }
    if template.body.fields.isEmpty || sample?.number == nil {
      throw .neverNumber(source)
    }
    // The text after bars stands for a missing number, so it must itself be a number.
    if let substitute = template.body.value(from: { _ in nil }), substitute.number == nil {
      throw .neverNumber(substitute.text)
    }
    let texts = PictureTokens.all.filter { $0.parameter == .none && !PictureTokens.isFree($0.name) }
    if template.body.fields.allSatisfy({ field in texts.contains { $0.name == field.key.name } }) {
      throw .neverNumber(source)
    }
  }

  private static let least = "least"
}

extension BestPictures: CustomStringConvertible {
  /// The text that ``init(parsing:)`` reads.
  package var description: String { (isLeast ? "\(Self.least) " : "") + template.source }
}

extension BestPictures {
  /// Checks that the template gives a number for some picture, unless it gives no picture a value.
  ///
  /// - Throws: ``ContactSheetError/noBest(_:value:of:)`` if the template gives values, but none of
  ///   them is a number.
  func check(_ pictures: [PictureFacts]) throws(ContactSheetError) {
    var first: (picture: PictureFacts, value: Fact)?
    for picture in pictures {
      guard let value = template.body.value(from: picture.factInCell) else { continue }
      if value.number != nil { return }
      if first == nil, !value.text.isEmpty, !value.statesNoValue { first = (picture, value) }
    }
    if let first { throw .noBest(self, value: first.value, of: first.picture.picture.name) }
  }

  /// Marks the best pictures of a group, or of each row of its matrix, with an index; in a tie, all
  /// of them are marked.
  func mark(_ pictures: inout [PictureFacts], as place: Int) {
    let numbers = pictures.map { picture in
      template.body.value(from: picture.factInCell)?.number.map { isLeast ? -$0 : $0 }
    }
    let rows = pictures.map { $0.overrides.cell?.place.row ?? 0 }
    let best = Dictionary(
      zip(rows, numbers).compactMap { row, number in number.map { (row, $0) } },
      uniquingKeysWith: max)
    for index in pictures.indices
    where numbers[index] != nil && numbers[index] == best[rows[index]] {
      pictures[index].overrides.isBestBy.append(place)
    }
  }

  /// The facts whose values alone are emphasised in a label.
  ///
  /// Nil if the whole label is emphasised, because it shows none of these facts, or nothing but
  /// them.
  func facts(shownIn label: PictureTemplate) -> Set<FactKey>? {
    let own = Set(template.keys.map(\.ofColumn))
    let shown = label.body.keysOfTokens.map(\.ofColumn)
    guard shown.contains(where: own.contains), !shown.allSatisfy(own.contains) else { return nil }
    return own
  }
}

extension FactKey {
  /// The key without `column:`, so that both ways to name a column give equal keys.
  var ofColumn: FactKey {
    name == "column" && !parameter.isEmpty
      ? FactKey(parameter, "", aggregate) : FactKey(name, parameter, aggregate)
  }
}
