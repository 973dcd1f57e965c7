internal import SheetModel

/// Which pictures are shown, out of all pictures in the order of the sheet; or which rows or columns
/// of a matrix.
package enum PictureSample: Equatable, Sendable {
  case all
  /// The first pictures, at most this many.
  case first(Int)
  /// Each picture whose distance from the first is a multiple of this: with 10, the 1st, the 11th
  /// and so on.
  case every(Int)
  /// This many pictures at even intervals, including the first and the last; a single picture is
  /// the one in the middle.
  case spread(Int)

  /// The elements that are shown, in order.
  package func elements<Element>(of all: [Element]) -> [Element] {
    switch self {
    case .all: return all
    case .first(let count): return Array(all.prefix(count))
    case .every(let step): return stride(from: 0, to: all.count, by: step).map { all[$0] }
    case .spread(let count):
      guard count < all.count else { return all }
      let (last, intervals) = (all.count - 1, count - 1)
      if intervals == 0 { return [all[last / 2]] }
      // Rounded, so that intervals differ by at most one picture.
      return (0...intervals).map { all[(2 * $0 * last + intervals) / (2 * intervals)] }
    }
  }
}

extension PictureSample {
  /// Parses a sample of rows or columns, such as `every:3`, `limit:8` or `spread:5`, which begins
  /// with the name of the option for pictures; nil if the text is something else.
  init?(parsing text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Int(parts[1]), count > 0 else { return nil }
    switch parts[0] {
    case "limit": self = .first(count)
    case "every": self = .every(count)
    case "spread": self = .spread(count)
    case _: return nil
    }
  }

  /// Recognises a malformed sample, such as `every:0` or `every=3`.
  ///
  /// - Parameters:
  ///   - text: The text as listed.
  ///   - isAlone: Whether no other text is listed.
  /// - Returns: The word with which the text begins, and an example of such a sample; nil if the
  ///   text is probably a value.
  static func meant(by text: String, isAlone: Bool) -> (word: String, example: String)? {
    for (word, number) in [("every", 3), ("limit", 8), ("spread", 5)] where text.hasPrefix(word) {
      let (rest, example) = (text.dropFirst(word.count), "\(word):\(number)")
      if rest.first == ":" { return (word, example) }
      // Other texts may be values, such as limit5, or values with headings.
      if isAlone, !rest.isEmpty,
        rest.allSatisfy({ $0.isWholeNumber || "=-. ".contains($0) })
      {
        return (word, example)
      }
    }
    return nil
  }

  /// The setting that takes such a sample of all pictures, and the text of the same sample of rows
  /// or columns; nil for all.
  var setting: (Setting, text: String)? {
    switch self {
    case .all: nil
    case .first(let count): (.limit, "limit:\(count)")
    case .every(let step): (.every, "every:\(step)")
    case .spread(let count): (.spread, "spread:\(count)")
    }
  }
}
