package import SheetModel

/// The conditions that all pictures of a sheet must meet, with their names resolved to facts.
package struct PictureChoice: Sendable {
  private let conditions: [ResolvedCondition]

  private init(_ conditions: [ResolvedCondition]) { self.conditions = conditions }

  /// Resolves the names in conditions to known facts.
  ///
  /// - Throws: ``ContactSheetError/condition(_:_:)`` for the first condition with an unknown name.
  init(_ conditions: [Condition], _ names: FactNames) throws(ContactSheetError) {
    self.init(
      try conditions.map { (condition) throws(ContactSheetError) in
        try ResolvedCondition(
          condition, names,
          unknown: [
            "duplicate-of": "because copies are looked for among the chosen images"
          ])
      })
  }

  /// The conditions that need a fact with one of these names, and the other conditions.
  package func divided(by names: [String]) -> (needing: PictureChoice, others: PictureChoice) {
    func needs(_ condition: ResolvedCondition) -> Bool {
      condition.keys.contains { names.contains($0.name) }
    }
    return (
      PictureChoice(conditions.filter(needs)), PictureChoice(conditions.filter { !needs($0) })
    )
  }

  /// Whether each condition holds for at least one picture of a pair, or may hold for one that is
  /// damaged.
  package func mayHold(forPair sides: [PictureFacts]) -> Bool {
    conditions.allSatisfy { $0.mayHold(forPair: sides) }
  }

  /// The facts that the conditions need.
  package var keys: [FactKey] { conditions.flatMap(\.keys) }

  /// The pictures that meet all conditions, and a note on how many do.
  ///
  /// - Throws: ``ContactSheetError/noneChosen(_:count:meaning:comparing:)`` if no picture meets all
  ///   conditions, unless `mayBeEmpty` is true.
  package func chosen(
    of pictures: [PictureFacts], mayBeEmpty: Bool
  ) throws(ContactSheetError) -> (items: [PictureFacts], note: Note?) {
    try chosen(of: pictures, mayBeEmpty: mayBeEmpty) { $0.holds(for: $1) == true }
  }

  /// The pairs for which each condition holds or may hold, and a note on how many such pairs there
  /// are.
  ///
  /// - Throws: ``ContactSheetError/noneChosen(_:count:meaning:comparing:)`` if no pair meets all
  ///   conditions, unless `mayBeEmpty` is true.
  package func chosen<Pair>(
    ofPairs pairs: [Pair], mayBeEmpty: Bool, sides: (Pair) -> [PictureFacts]
  ) throws(ContactSheetError) -> (items: [Pair], note: Note?) {
    try chosen(of: pairs, mayBeEmpty: mayBeEmpty, comparing: true) {
      $0.mayHold(forPair: sides($1))
    }
  }

  /// Checks that numeric facts are compared with numbers.
  ///
  /// - Throws: ``ContactSheetError/condition(_:_:)`` for the first condition that fails this check.
  package func checkNumbers(of pictures: [PictureFacts]) throws(ContactSheetError) {
    for condition in conditions { try condition.checkNumbers(of: pictures) }
  }

  /// The notes on words that these conditions take as text, although the words name columns or
  /// parts of the pictures' names.
  package func notesOnWords(of pictures: [PictureFacts]) -> [Note] {
    conditions.flatMap { $0.notesOnWords(of: pictures) }
  }

  private func chosen<Item>(
    of items: [Item], mayBeEmpty: Bool = false, comparing isComparing: Bool = false,
    meeting isMet: (ResolvedCondition, Item) -> Bool
  ) throws(ContactSheetError) -> (items: [Item], note: Note?) {
    guard !conditions.isEmpty, !items.isEmpty else { return (items, nil) }
    let held = items.map { item in conditions.map { isMet($0, item) } }
    let chosen = zip(items, held).filter { $1.allSatisfy(\.self) }.map(\.0)
    guard chosen.isEmpty else {
      return (
        chosen,
        Note(
          .chosen, "\(chosen.count) of \(items.count.counted("image")) chosen",
          [.count: chosen.count, .total: items.count])
      )
    }
    // If no picture meets one of the conditions, the error names that condition; otherwise it names
    // all conditions.
    let unmet = conditions.indices.first { index in !held.contains { $0[index] } }
    let failing = unmet.map { [conditions[$0]] } ?? conditions
    let error = ContactSheetError.noneChosen(
      failing.map(\.condition), count: items.count,
      meaning: failing.lazy.compactMap(\.likelyMeaning).first, comparing: isComparing)
    guard mayBeEmpty else { throw error }
    let text = ContactSheetError.unmet(failing.map(\.condition), count: items.count)
    return ([], Note(.chosen, text, remedy: error.advice, [.count: 0, .total: items.count]))
  }
}

extension Note {
  /// This note on chosen pictures, with the number of pictures that a sample or a limit on groups
  /// leaves.
  package func showing(_ count: Int) -> Note {
    Note(kind, "\(text), \(count) shown", remedy: remedy, measures)
  }
}

extension SheetJob {
  /// The filter for the job's conditions.
  ///
  /// - Parameter table: The table, if the job names one.
  /// - Returns: The conditions, with their names resolved.
  /// - Throws: ``ContactSheetError/condition(_:_:)``.
  package func choice(_ table: PictureTable?) throws(ContactSheetError) -> PictureChoice {
    try PictureChoice(conditions, factNames(table))
  }
}
