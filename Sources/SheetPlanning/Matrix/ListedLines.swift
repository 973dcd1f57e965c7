package import SheetModel

/// The rows or columns of a comparison that are listed, in the order of the list.
package struct ListedLines {
  /// The headings of the listed lines.
  package private(set) var headings: [Fact] = []
  /// The position of each line in the list; nil for a line that is not listed.
  package private(set) var places: [Int?]
  /// The listed values that name no line.
  package private(set) var unknown: [String] = []
  /// The listed values that name only lines that are already listed.
  package private(set) var repeated: [String] = []

  /// Chooses lines.
  ///
  /// A value lists every line that has it as a name.
  ///
  /// - Parameters:
  ///   - values: The values as listed, each possibly with a heading; nil for all lines.
  ///   - names: The names of each line, any of which may be listed; earlier names take precedence:
  ///     a line's second name means nothing if it is the first name of another line.
  ///   - all: The headings of all lines.
  package init(_ values: [String]?, named names: [[String]], headings all: [Fact]) {
    guard let values else {
      (headings, places) = (all, Array(all.indices))
      return
    }
    places = all.map { _ in nil }
    let lines = Self.lines(named: names)
    let haveSigns = lines.keys.contains { $0.contains("=") }
    for value in values {
      let line = ListedValue(value, haveSigns: haveSigns) { lines[$0] != nil }
      guard let indices = lines[line.value] else {
        unknown.append(line.value)
        continue
      }
      let added = indices.filter { places[$0] == nil }
      if added.isEmpty { repeated.append(line.value) }
      for index in added {
        places[index] = headings.count
        headings.append(line.heading.map { Fact($0) } ?? all[index])
      }
    }
  }

  /// The lines that each name means.
  private static func lines(named names: [[String]]) -> [String: [Int]] {
    var lines: [String: [Int]] = [:]
    for rank in 0..<(names.map(\.count).max() ?? 0) {
      var found: [String: [Int]] = [:]
      for (index, names) in names.enumerated() where rank < names.count {
        if lines[names[rank]] == nil { found[names[rank], default: []].append(index) }
      }
      lines.merge(found) { earlier, _ in earlier }
    }
    return lines
  }
}
