/// How long the steps of a run took.
public struct StepTimes: Equatable, Sendable {
  /// A part of a run.
  public enum Step: String, CaseIterable, Sendable {
    /// Looking for files.
    case finding
    /// Reading headers.
    case headers
    /// Looking at pixels for facts.
    case looking
    /// Comparing pictures.
    case comparing
    /// Laying out pages, or reading a plan.
    case planning
    /// Making the pages.
    case rendering
    /// Putting the files in their places.
    case placing
  }

  /// The times of the steps that there were.
  public private(set) var durations: [Step: Duration] = [:]

  /// Creates times of no step.
  public init() {}

  /// Adds the time since a moment to that of a step.
  mutating func add(_ step: Step, since start: ContinuousClock.Instant) {
    durations[step, default: .zero] += .now - start
  }
}
