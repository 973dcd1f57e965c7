public import SystemPackage

/// The labels that a table has for pictures.
public struct MatchedLabels: Equatable, Sendable {
  /// The label of each picture, empty where it is to have none; nil where the table says nothing
  /// of it.
  public let labels: [String?]
  /// How many rows were of no use, and why the first was not; nil where all were.
  public let warning: String?
}

extension LabelTable {
  /// The labels for pictures with these paths.
  ///
  /// A row is for the pictures whose path is the row's as it is written; where there are none,
  /// for those whose path is the row's seen from the table's folder; and where there are none
  /// either, a row that is just a file name is for the picture of that name if there is only one.
  /// Paths are compared as text, without `.` and `x/..`. Of several rows for one picture the first
  /// holds.
  ///
  /// - Parameter pictures: The paths as they were given, or below folders as these were given.
  /// - Returns: As many labels as there are pictures, and what is wrong with the table, if anything.
  /// - Complexity: O(pictures + rows)
  public func labels(for pictures: [FilePath]) -> MatchedLabels {
    let byPath = Dictionary(grouping: pictures.indices) { pictures[$0].lexicallyNormalized() }
    let byName = Dictionary(grouping: pictures.indices) { pictures[$0].nameBytes }
    let folder = path.folder

    var labels = [String?](repeating: nil, count: pictures.count)
    var useless: (count: Int, first: String)?
    for row in rows {
      let namesakes = row.path.isFileName ? byName[row.path.nameBytes] ?? [] : []
      let meant =
        byPath[row.path.lexicallyNormalized()]
        ?? byPath[folder.pushing(row.path).lexicallyNormalized()]
        ?? (namesakes.count == 1 ? namesakes : [])
      let free = meant.filter { labels[$0] == nil }
      for index in free { labels[index] = row.label }
      guard free.isEmpty else { continue }
      let reason =
        !meant.isEmpty
        ? ", whose picture has a label from an earlier row"
        : namesakes.count > 1 ? ", the name of \(namesakes.count) pictures: write its path" : ""
      let first = useless?.first ?? "line \(row.line), \(row.path.quoted)\(reason)"
      useless = ((useless?.count ?? 0) + 1, first)
    }
    return MatchedLabels(labels: labels, warning: useless.map { warning($0.count, $0.first) })
  }

  private func warning(_ count: Int, _ first: String) -> String {
    count == 1
      ? "a row of \(path.quoted) labels no picture: \(first)"
      : "\(count) rows of \(path.quoted) label no picture; the first is \(first)"
  }
}

extension FilePath {
  /// Whether the path is a single name, without a folder.
  fileprivate var isFileName: Bool { isRelative && components.count == 1 }
}
