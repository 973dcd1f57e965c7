extension SortFacts {
  func isNarrower(than other: SortFacts) -> Bool {
    Self.precedes(width, other.width, by: <)
  }

  func isLower(than other: SortFacts) -> Bool {
    Self.precedes(height, other.height, by: <)
  }

  /// Compares width divided by height exactly, without dividing.
  func isMoreUpright(than other: SortFacts) -> Bool {
    Self.precedes(sides, other.sides) { first, second in
      first.width.multipliedFullWidth(by: second.height)
        < second.width.multipliedFullWidth(by: first.height)
    }
  }

  /// The width and height; nil where they give no ratio.
  private var sides: (width: Int, height: Int)? {
    guard let width, let height, width > 0, height > 0 else { return nil }
    return (width, height)
  }

  /// Compares two values of which the unknown ones come last.
  private static func precedes<Value>(
    _ first: Value?, _ second: Value?, by isLess: (Value, Value) -> Bool
  ) -> Bool {
    guard let first else { return false }
    guard let second else { return true }
    return isLess(first, second)
  }
}
