internal import SheetModel

/// A comparison of a column or a part of file names, whose values may be numbers or text.
struct ColumnComparison {
  /// The column or part of file names, and the number of Unicode scalars before it in the
  /// condition.
  private let key: FactKey
  private let offset: Int
  private let comparator: ConditionOperator
  private let other: Other

  /// The other side of the comparison.
  private enum Other {
    /// A value, and the number of Unicode scalars before it in the condition.
    case value(ConditionValue, offset: Int)
    /// A fact, and whether it is always a number.
    case fact(FactKey, isNumber: Bool)
  }

  /// The comparisons in a test whose sides might be compared as text by mistake.
  static func all(in test: FactTest, _ known: ConditionNames) -> [ColumnComparison] {
    guard let comparison = test.comparison else { return [] }
    let comparator = comparison.comparator
    switch comparison.operand {
    case .value(let value) where value.span == nil && known.isOfAnyKind(test.key):
      return [
        ColumnComparison(
          key: test.key, offset: test.offset, comparator: comparator,
          other: .value(value, offset: comparison.offset))
      ]
    case .fact(let other) where comparator.isOfOrder:
      let sides = [(test.key, test.offset, other), (other, comparison.offset, test.key)]
      return sides.compactMap { key, offset, other in
        guard known.isOfAnyKind(key) else { return nil }
        return ColumnComparison(
          key: key, offset: offset, comparator: comparator,
          other: .fact(other, isNumber: comparison.takesNumbers))
      }
    default: return []
    }
  }

  /// Checks that numbers are not compared with text by order (as with `<`), are not compared with
  /// mistyped numbers, and are not written with decimal commas.
  ///
  /// - Throws: ``ContactSheetError/condition(_:_:)``.
  func check(
    _ pictures: [PictureFacts], in condition: Condition
  ) throws(ContactSheetError) {
    switch other {
    case .value(let value, let place):
      let values = pictures.lazy.compactMap { $0.fact(key) }.filter {
        !$0.text.isEmpty && !$0.statesNoValue
      }
      let isNumber = value.spellsNumber || value.resemblesNumber
      if comparator.isOfOrder, isNumber, let written = values.first(where: \.hasDecimalComma) {
        throw commaNumber(written, in: condition)
      }
      // Testing for a word makes sense even if no picture has that word now.
      let isOfWords = !comparator.isOfOrder && !isNumber
      if !value.spellsNumber, !isOfWords, values.contains(where: { $0.number != nil }) {
        throw .condition(
          condition, .notNumber(value.text, of: key, after: place, in: condition))
      }
    case .fact(let other, let isNumber):
      for picture in pictures {
        guard let written = picture.fact(key), written.hasDecimalComma else { continue }
        if isNumber || picture.fact(other)?.resemblesNumber == true {
          throw commaNumber(written, in: condition)
        }
      }
    }
  }

  private func commaNumber(_ written: Fact, in condition: Condition) -> ContactSheetError {
    .condition(condition, .commaNumber(written.text, of: key, after: offset, in: condition))
  }
}
