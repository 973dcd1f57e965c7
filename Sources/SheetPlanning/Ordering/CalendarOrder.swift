internal import SheetModel

/// The order of the values of tokens, in which names of months and days follow the calendar.
///
/// Whatever is sorted by texts has a value for each token of a template. If all values of a token
/// are English names of months, or all are names of days of the week, these names sort by the
/// calendar; weeks start on Monday. All other texts are in natural order.
struct CalendarOrder {
  private enum Names {
    case months, weekdays

    func place(of text: String) -> Int? {
      switch self {
      case .months: CivilTime.month(named: text)
      case .weekdays: CivilTime.weekday(named: text)
      }
    }
  }

  /// The names that each token has; nil for a token with other values.
  private var names: [Names?] = []

  /// Finds the tokens whose values are names of months or days.
  ///
  /// - Parameters:
  ///   - items: The items. Only the first are looked at if they show that there are no such tokens.
  ///   - values: Returns the values of an item: those of the same tokens for all items.
  init<Item>(of items: some Sequence<Item>, by values: (Item) -> [Fact?]) {
    var possible: [[Names]] = []
    var haveNames: [Bool] = []
    for item in items {
      let row = values(item)
      if possible.isEmpty {
        possible = Array(repeating: [.months, .weekdays], count: row.count)
        haveNames = Array(repeating: false, count: row.count)
      }
      for (token, fact) in row.enumerated() where !possible[token].isEmpty {
        guard let fact, !fact.text.isEmpty else { continue }
        haveNames[token] = true
        possible[token].removeAll { fact.number != nil || $0.place(of: fact.text) == nil }
      }
      if possible.allSatisfy(\.isEmpty) { return }
    }
    names = zip(possible, haveNames).map { $1 ? $0.first : nil }
  }

  /// Whether any token has names of months or days.
  var hasNames: Bool { names.contains { $0 != nil } }

  /// Whether the values of all tokens are names of months or days.
  var isOfNames: Bool { !names.isEmpty && names.allSatisfy { $0 != nil } }

  /// The sort keys of values.
  func sortValues(of values: [Fact?]) -> [SortValue] {
    if !hasNames { return values.map(SortValue.init) }
    return values.enumerated().map { token, fact in
      guard let fact, let place = names[token]?.place(of: fact.text) else { return SortValue(fact) }
      return SortValue(Double(place))
    }
  }
}
