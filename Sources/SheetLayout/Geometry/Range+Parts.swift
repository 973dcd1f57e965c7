extension Range<Int> {
  /// The same range further on in a list.
  package func moved(by distance: Int) -> Range { lowerBound + distance..<upperBound + distance }

  /// So many parts, one behind the other, whose counts differ by one at most.
  package func divided(into count: Int) -> [Range] {
    (0..<count).map { part in
      lowerBound + self.count * part / count..<lowerBound + self.count * (part + 1) / count
    }
  }
}
