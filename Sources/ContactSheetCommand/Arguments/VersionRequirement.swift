internal import SheetModel

/// The versions of the program for which options are written: `>= 1.2`, or `>= 1.2, < 2`.
///
/// A requirement in a file of options stops a program that is too old: one that does not know an
/// option of the file yet, or gives it another meaning. Missing numbers are 0, so 1.2 is 1.2.0.
struct VersionRequirement: Sendable {
  private enum Relation: String, CaseIterable {
    // The longer operators come first, because they begin with the shorter ones.
    case atLeast = ">="
    case atMost = "<="
    case equal = "="
    case above = ">"
    case below = "<"
  }

  private let limits: [(relation: Relation, version: [Int])]
  private let text: String

  /// Reads a requirement.
  ///
  /// - Throws: `CommandError` if the text is not a requirement.
  init(_ text: String) throws(CommandError) {
    let text = text.withoutQuotationMarks
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let limits = parts.compactMap { part -> (Relation, [Int])? in
      let part = part.trimmingBlanks
      guard let relation = Relation.allCases.first(where: { part.hasPrefix($0.rawValue) }) else {
        return nil
      }
      let number = part.dropFirst(relation.rawValue.count).trimmingBlanks
      return Self.numbers(of: number).map { (relation, $0) }
    }
    guard limits.count == parts.count else {
      throw CommandError("it is not a version requirement; write '>= 1.2' or '>= 1.2, < 2'")
    }
    (self.limits, self.text) = (limits, text)
  }

  /// Checks a version of the program.
  ///
  /// - Throws: `CommandError` if the version does not meet the requirement.
  func check(_ version: String) throws(CommandError) {
    guard let current = Self.numbers(of: version) else {
      preconditionFailure("the version of contactsheet has three numbers")
    }
    let isMet = limits.allSatisfy { relation, version in
      let isBelow = current.lexicographicallyPrecedes(version)
      let isAbove = version.lexicographicallyPrecedes(current)
      return switch relation {
      case .atLeast: !isBelow
      case .atMost: !isAbove
      case .equal: !isBelow && !isAbove
      case .above: isAbove
      case .below: isBelow
      }
    }
    guard isMet else {
      throw CommandError(
        "contactsheet \(text.shortPrintable) is required, but this is \(version); install that version, or change the requirement"
      )
    }
  }

  /// The three numbers of a version; nil if the text is not a version.
  private static func numbers(of text: some StringProtocol) -> [Int]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.count <= 9 ? Int(digits: $0) : nil }
    guard 1...3 ~= parts.count, numbers.count == parts.count else { return nil }
    return numbers + repeatElement(0, count: 3 - numbers.count)
  }
}

extension String {
  /// The text without the quotation marks around it, which a shell needs but a file does not.
  fileprivate var withoutQuotationMarks: String {
    guard let first, utf8.count > 1, first == "'" || first == "\"", last == first else {
      return self
    }
    return String(dropFirst().dropLast())
  }
}
