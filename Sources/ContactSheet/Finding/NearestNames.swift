internal import SheetFiles
internal import SheetModel
internal import SheetPlanning
internal import SystemPackage

/// Finds the name that a misspelled one was meant to be: a similar name with the same digits.
///
/// In a numbered series, a name with another number is not what was meant.
struct NearestNames {
  private let paths: [FilePath]
  /// The names with and without extensions, by their digits.
  private lazy var names = paths.map(\.nameText).byDigits
  private lazy var stems = paths.map { $0.stem ?? "" }.byDigits
  /// The number of names that may still be compared; it is limited because comparing takes time.
  private var budget = 20_000

  /// Creates a search among the names of pictures.
  init(_ paths: [FilePath]) { self.paths = paths }

  /// The name most similar to an entry's; nil if none is similar enough.
  mutating func nearest(to entry: FilePath) -> String? {
    let name = entry.nameText
    let hasExtension = entry.extension != nil
    let candidates = (hasExtension ? names : stems)[name.digits] ?? []
    budget -= candidates.count
    return budget < 0 ? nil : candidates.nearest(to: name)
  }
}

extension FilePath {
  fileprivate var nameText: String { lastComponent?.string ?? "" }
}

extension String {
  fileprivate var digits: String { String(filter(\.isNumber)) }
}

extension [String] {
  /// The names in groups with the same digits; the order in each group does not depend on the file
  /// system.
  fileprivate var byDigits: [String: [String]] {
    Dictionary(grouping: Set(self).sorted()) { $0.digits }
  }
}
