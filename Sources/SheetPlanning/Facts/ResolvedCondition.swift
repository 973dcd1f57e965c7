internal import SheetModel
internal import SheetPictures

/// A condition in which every name is a known fact.
struct ResolvedCondition: Sendable {
  /// The condition as written.
  let condition: Condition
  private let steps: [ConditionStep]
  /// The words on the right-hand side of comparisons, if these words also name a column or a part
  /// of file names.
  private let namesakes: [Namesake]
  /// The comparisons of columns and parts of file names with values by any operator, and with other
  /// facts by order (as with `<`).
  private let comparisons: [ColumnComparison]

  /// Resolves the names in a condition to known facts.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - names: The facts that not every picture has.
  ///   - unknown: Names of facts that become known too late for the condition, with the reasons.
  /// - Throws: ``ContactSheetError/condition(_:_:)`` if a name is not a fact, or not known yet.
  init(
    _ condition: Condition, _ names: FactNames, unknown: [String: String] = [:]
  ) throws(ContactSheetError) {
    let known = ConditionNames(
      PictureTokens.all, others: names.names, columns: names.columns, numbers: names.numbers,
      isOfPairs: names.isOfPairs,
      without: TemplateUse.order.unknownTokens, unknown: unknown)
    do { steps = try condition.resolved(with: known) } catch {
      throw .condition(condition, names.table?.naming(error) ?? error)
    }
    self.condition = condition
    comparisons = steps.flatMap { step in
      if case .test(let test) = step {
        ColumnComparison.all(in: test, known)
      } else {
        [ColumnComparison]()
      }
    }
    namesakes = steps.compactMap { step in
      if case .test(let test) = step { Namesake(test, names) } else { nil }
    }
  }

  /// The facts that the condition needs.
  var keys: [FactKey] {
    steps.flatMap { step in if case .test(let test) = step { test.keys } else { [FactKey]() } }
  }

  /// Checks that numbers in columns and parts of file names are not compared with text by order (as
  /// with `<`), are not compared with mistyped numbers, and are not written with decimal commas.
  ///
  /// If a mistyped limit such as `0,01` were compared as text, every value would pass.
  ///
  /// - Throws: ``ContactSheetError/condition(_:_:)``.
  func checkNumbers(of pictures: [PictureFacts]) throws(ContactSheetError) {
    for comparison in comparisons { try comparison.check(pictures, in: condition) }
  }

  /// The notes on words of this condition that are taken as text, although they name columns or
  /// parts of the pictures' names.
  func notesOnWords(of pictures: [PictureFacts]) -> [Note] {
    if namesakes.isEmpty { return [] }
    let holdsForAll = pictures.allSatisfy { holds(for: $0) == true }
    return namesakes.compactMap { $0.note(condition, pictures, holdsForAll: holdsForAll) }
  }

  /// What was probably meant by a condition that no picture meets.
  ///
  /// The suggestion is `~` instead of `=` before text with a star, or else stars around the first
  /// pattern without wildcards. Nil if the condition has no such text or pattern.
  var likelyMeaning: LikelyMeaning? {
    withPatternForText.map { LikelyMeaning(condition: $0, isOfPattern: true) }
      ?? withWildcards.map { LikelyMeaning(condition: $0, isOfPattern: false) }
  }

  /// The condition with `~` instead of the first `=` before text with a star.
  private var withPatternForText: String? {
    let scalars = Array(condition.source.unicodeScalars)
    for case .test(let test) in steps {
      guard let comparison = test.comparison, comparison.comparator == .equal,
        case .value(let value) = comparison.operand, value.text.contains("*"),
        let sign = scalars[test.offset..<comparison.offset].lastIndex(of: "=")
      else { continue }
      let before = scalars[..<sign].last == "=" ? scalars[..<(sign - 1)] : scalars[..<sign]
      var text = String.UnicodeScalarView(before)
      text.append("~")
      text.append(contentsOf: scalars[(sign + 1)...])
      return String(text)
    }
    return nil
  }

  /// The condition with stars around the first pattern without wildcards; nil if all patterns have
  /// wildcards.
  private var withWildcards: String? {
    for case .test(let test) in steps {
      guard case .pattern(let pattern)? = test.comparison?.operand, let text = pattern.literal,
        let place = condition.source.lastRange(ofAnyCase: text)
      else { continue }
      return condition.source.replacingCharacters(place, with: "*\(condition.source[place])*")
    }
    return nil
  }

  /// Whether the condition holds for a picture; nil if that depends on facts of a damaged picture.
  func holds(for picture: PictureFacts) -> Bool? {
    // A damaged picture may have had the fact.
    let missing: Bool? = picture.picture.damage == nil ? false : nil
    return steps.holds { $0.holds(for: picture, missing: missing, undecided: missing) }
  }

  /// Whether the condition holds for a picture, whatever the results of comparisons that cannot be
  /// made, such as those with a missing fact, or between text and a number.
  func decidedlyHolds(for picture: PictureFacts) -> Bool {
    let missing: Bool? = picture.picture.damage == nil ? false : nil
    return steps.holds { $0.holds(for: picture, missing: missing, undecided: nil) } == true
  }

  /// Whether the condition holds for a picture, whatever the values of its missing facts.
  func surelyHolds(for picture: PictureFacts) -> Bool {
    steps.holds { $0.holds(for: picture, missing: nil, undecided: nil) } == true
  }

  func mayHold(forPair sides: [PictureFacts]) -> Bool {
    sides.contains { holds(for: $0) != false }
  }
}

/// What was probably meant by a condition that no picture meets.
package struct LikelyMeaning: Sendable {
  package let condition: String
  /// Whether a pattern was meant instead of text; otherwise, a pattern with more stars was meant.
  package let isOfPattern: Bool
}

extension String {
  /// The last occurrence of a string, ignoring case; nil if there is none.
  ///
  /// The last one is the pattern: it is on the right, after a fact that may have the same name.
  fileprivate func lastRange(ofAnyCase text: String) -> Range<Index>? {
    let length = text.count
    return text.isEmpty
      ? nil
      : indices.reversed().lazy.compactMap { start in
        index(start, offsetBy: length, limitedBy: endIndex).map { start..<$0 }
      }.first { self[$0].lowercased() == text }
  }

  fileprivate func replacingCharacters(_ range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
