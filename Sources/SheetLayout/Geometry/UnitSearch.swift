/// The search for the largest unit with which content fits.
///
/// Units are heights of rows, widths of cells, areas of pictures, and scales of these. The search
/// assumes that content of a larger unit does not fit better. It halves the range between a unit
/// that fits and one that does not.
package struct UnitSearch {
  /// The number between two numbers that is tried next.
  package enum Mean { case arithmetic, geometric }

  private let range: ClosedRange<Double>
  private let mean: Mean
  /// The number of halvings.
  private let steps: Int

  package init(_ range: ClosedRange<Double>, by mean: Mean = .arithmetic, steps: Int) {
    (self.range, self.mean, self.steps) = (range, mean, steps)
  }

  /// The largest unit that fits; nil if the smallest does not.
  package func largest<Failure>(
    where fits: (Double) throws(Failure) -> Bool
  ) throws(Failure) -> Double? {
    guard try fits(range.lowerBound) else { return nil }
    if try fits(range.upperBound) { return range.upperBound }
    return try halved(range.lowerBound, range.upperBound, fits).fitting
  }

  /// The largest unit that fits, and the smallest that does not, searched from a guess in steps of
  /// a factor.
  ///
  /// - Returns: Both ends. `fitting` is nil if no unit fits, and equal to `failing` if the largest
  ///   fits.
  func ends<Failure>(
    near guess: Double, factor: Double, where fits: (Double) throws(Failure) -> Bool
  ) throws(Failure) -> (fitting: Double?, failing: Double) {
    var (fitting, failing) = (guess, guess)
    while try fits(failing) {
      if failing == range.upperBound { return (failing, failing) }
      fitting = failing
      // The unit grows even if the guess is so small that the factor does not change it.
      failing = min(max(failing * factor, failing.nextUp), range.upperBound)
    }
    if failing == guess {
      repeat {
        fitting /= factor
        guard fitting > range.lowerBound else { return (nil, guess) }
      } while try !fits(fitting)
    }
    return try halved(fitting, failing, fits)
  }

  private func halved<Failure>(
    _ fitting: Double, _ failing: Double, _ fits: (Double) throws(Failure) -> Bool
  ) throws(Failure) -> (fitting: Double?, failing: Double) {
    var (fitting, failing) = (fitting, failing)
    for _ in 0..<steps {
      let middle =
        mean == .arithmetic ? (fitting + failing) / 2 : (fitting * failing).squareRoot()
      if try fits(middle) { fitting = middle } else { failing = middle }
    }
    return (fitting, failing)
  }
}

extension Range<Int> {
  /// The last number that meets a condition.
  ///
  /// The search assumes that the first number meets it, and that no number after the last one does.
  ///
  /// - Parameters:
  ///   - isNear: Whether the search starts at the first number, with steps that double.
  ///   - condition: The condition.
  /// - Returns: The number.
  /// - Throws: The errors of the condition.
  package func lastMeeting<Failure>(
    isNear: Bool = false, _ condition: (Int) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    var meeting = lowerBound
    var failing = isNear ? Swift.min(meeting + 1, upperBound) : upperBound
    while failing < upperBound, try condition(failing) {
      (meeting, failing) = (failing, Swift.min(2 * failing - lowerBound, upperBound))
    }
    while failing - meeting > 1 {
      let middle = meeting + (failing - meeting) / 2
      if try condition(middle) { meeting = middle } else { failing = middle }
    }
    return meeting
  }
}
