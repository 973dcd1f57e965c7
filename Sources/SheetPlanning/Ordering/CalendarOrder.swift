internal import SheetModel

/// The order of the values of tokens, in which dates and the names of months and days follow the
/// calendar.
///
/// Each item to be sorted has a value for each token of a template. If all values of a token are
/// English names of months, or all are names of days of the week, these names sort by the calendar;
/// weeks start on Monday. Dates written with a year, such as `March 2025`, sort by the earliest of
/// the times that are written that way. All other text is in natural order.
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

  /// The kind of names that each token has as its values; nil for a token with other values.
  private var names: [Names?] = []
  /// For each token, the earliest time of each date, by the text of the date; empty if there are no
  /// dates.
  private var earliest: [[String: Double]] = []

  /// Finds the tokens whose values are names of months or days.
  ///
  /// - Parameters:
  ///   - items: The items. They are examined only until it is certain that there are no such
  ///     tokens.
  ///   - values: Returns the values of an item, one for each token of the template.
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

  /// Adds the times that dates stand for.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - values: Returns the values of an item.
  ///   - dates: Returns the times that these values stand for; nil for values that are not dates.
  mutating func add<Item>(
    datesOf items: some Sequence<Item>, _ values: (Item) -> [Fact?], _ dates: (Item) -> [Double?]
  ) {
    for item in items {
      for (token, (fact, date)) in zip(values(item), dates(item)).enumerated() {
        if earliest.count <= token { earliest.append([:]) }
        guard let fact, let date else { continue }
        earliest[token][fact.text] = min(date, earliest[token][fact.text] ?? .infinity)
      }
    }
  }

  /// Whether all values have their usual sort keys.
  var isUsual: Bool {
    !names.contains { $0 != nil } && !earliest.contains { !$0.isEmpty }
  }

  /// Whether the values of all tokens are names of months or days.
  var isOfNames: Bool { !names.isEmpty && names.allSatisfy { $0 != nil } }

  func sortValues(of values: [Fact?]) -> [SortValue] {
    if isUsual { return values.map(SortValue.init) }
    return values.enumerated().map { token, fact in
      guard let fact, fact.number == nil else { return SortValue(fact) }
      if names.indices.contains(token), let place = names[token]?.place(of: fact.text) {
        return SortValue(Double(place))
      }
      if earliest.indices.contains(token), let time = earliest[token][fact.text] {
        return SortValue(time)
      }
      return SortValue(fact)
    }
  }
}
