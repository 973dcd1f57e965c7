// Where a condition ends that what comes first meets and what comes later fails, found by halving.

extension Range<Int> {
  /// The last number that meets a condition; the first is taken to meet it.
  package func lastMeeting<Failure>(
    _ condition: (Int) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    var (meeting, failing) = (lowerBound, upperBound)
    while failing - meeting > 1 {
      let middle = meeting + (failing - meeting) / 2
      if try condition(middle) { meeting = middle } else { failing = middle }
    }
    return meeting
  }
}

/// What lies between numbers.
package enum Mean {
  case arithmetic, geometric

  func callAsFunction(_ one: Double, _ other: Double) -> Double {
    self == .arithmetic ? (one + other) / 2 : (one * other).squareRoot()
  }
}

/// Numbers around the end of a condition: the first meets it and the second fails it, as those do
/// between which it is looked for.
package func border<Failure>(
  between meeting: Double, and failing: Double, by mean: Mean = .arithmetic, steps: Int,
  _ condition: (Double) throws(Failure) -> Bool
) throws(Failure) -> (meeting: Double, failing: Double) {
  var (meeting, failing) = (meeting, failing)
  for _ in 0..<steps {
    let middle = mean(meeting, failing)
    if try condition(middle) { meeting = middle } else { failing = middle }
  }
  return (meeting, failing)
}

/// The largest fraction, at most 1 and as nearly as halving finds it, that meets a condition; nil if
/// `least` does not.
func largestFraction<Failure>(
  over least: Double, steps: Int, _ condition: (Double) throws(Failure) -> Bool
) throws(Failure) -> Double? {
  guard try condition(least) else { return nil }
  return try border(between: least, and: 1, steps: steps, condition).meeting
}
