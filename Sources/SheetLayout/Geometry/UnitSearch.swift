/// A search for the largest unit at which content fits.
///
/// The unit may be the height of rows, the width of cells, the area of pictures, or a scale factor.
/// The search assumes that if a unit does not fit, no larger unit fits. It bisects the range
/// between a unit that fits and one that does not.
package struct UnitSearch {
  /// How to choose the next value to try between two bounds.
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

  /// The largest unit that fits and the smallest that does not, found by moving away from a guess
  /// by a constant factor.
  ///
  /// - Returns: The two units. `fitting` is nil if no unit fits, and equal to `failing` if the
  ///   largest unit of the range fits.
  func ends<Failure>(
    near guess: Double, factor: Double, where fits: (Double) throws(Failure) -> Bool
  ) throws(Failure) -> (fitting: Double?, failing: Double) {
    var (fitting, failing) = (guess, guess)
    while try fits(failing) {
      if failing == range.upperBound { return (failing, failing) }
      fitting = failing
      // The unit must grow even if the guess is too small for the factor to change it.
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
  /// The last number that meets a condition, found by bisection.
  ///
  /// Assumes that the first number meets the condition, and that once a number fails, all later
  /// ones fail.
  ///
  /// - Parameters:
  ///   - isNear: Whether the result is expected to be close to the first number, in which case the
  ///     search starts there and doubles its steps.
  ///   - condition: Whether a number meets the condition.
  /// - Returns: The last number that meets it.
  /// - Throws: Any error that `condition` throws.
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
