extension Collection {
  /// The longest runs of elements in which each continues the one before it.
  func runs(where continues: (Element, Element) -> Bool) -> [SubSequence] {
    guard !isEmpty else { return [] }
    var runs: [SubSequence] = []
    var start = startIndex
    for (index, next) in zip(indices, indices.dropFirst())
    where !continues(self[index], self[next]) {
      runs.append(self[start..<next])
      start = next
    }
    return runs + [self[start...]]
  }
}
