package import SheetModel

/// The rows or columns of a comparison that are listed, in the order of the list.
package struct ListedLines {
  /// The headings of the listed lines.
  package private(set) var headings: [Fact] = []
  /// The place of each line in the list; nil for a line that is not listed.
  package private(set) var places: [Int?]
  /// The listed values that name no line.
  package private(set) var unknown: [String] = []

  /// Chooses lines.
  ///
  /// - Parameters:
  ///   - values: The values as listed, each possibly with a heading; nil for all lines.
  ///   - names: The names of each line, any of which may be listed.
  ///   - all: The headings of all lines.
  package init(_ values: [String]?, named names: [[String]], headings all: [Fact]) {
    guard let values else {
      (headings, places) = (all, Array(all.indices))
      return
    }
    places = all.map { _ in nil }
    let known = Set(names.joined())
    let haveSigns = known.contains { $0.contains("=") }
    for value in values {
      let line = ListedValue(value, haveSigns: haveSigns, exists: known.contains)
      guard let index = names.firstIndex(where: { $0.contains(line.value) }) else {
        unknown.append(line.value)
        continue
      }
      if places[index] != nil { continue }
      places[index] = headings.count
      headings.append(line.heading.map { Fact($0) } ?? all[index])
    }
  }
}
