/// The search for the largest unit with which content fits: the height of rows, the width of cells, the
/// area of a picture, or the scale of any of them.
///
/// Content of a larger unit is taken to fit no better. The search halves the range between a unit that
/// fits and one that does not.
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

  /// The largest unit that fits; nil if the least does not.
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
  /// - Returns: Both ends. `fitting` is nil if no unit fits, and equal to `failing` if the greatest does.
  func ends<Failure>(
    near guess: Double, factor: Double, where fits: (Double) throws(Failure) -> Bool
  ) throws(Failure) -> (fitting: Double?, failing: Double) {
    var (fitting, failing) = (guess, guess)
    while try fits(failing) {
      if failing == range.upperBound { return (failing, failing) }
      fitting = failing
      // It grows, whatever the guess.
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
  /// The last number that meets a condition, which larger ones are taken to fail.
  ///
  /// The first number is taken to meet it.
  ///
  /// - Parameters:
  ///   - isNear: Whether the number is looked for from the first on, in steps that double.
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
