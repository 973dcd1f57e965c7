public import SheetLayout
public import SheetPlans

/// The outcome of rendering a plan.
public struct SheetReport: Equatable, Sendable {
  /// The pictures that could not be read, or not to their ends, skipped ones first.
  public internal(set) var unreadable: [UnreadablePicture] = []
  /// The pages that were written, in order.
  public internal(set) var pages: [WrittenPage] = []
  /// The pages that were not written, because none of their pictures could be read; existing files
  /// are left unchanged.
  public internal(set) var unwrittenPages: [SheetOutput] = []
  /// The pages that stay, because they exist and are new enough.
  public internal(set) var keptPages: [SheetOutput] = []
  /// The times of the steps.
  public internal(set) var times = StepTimes()
}

/// A page that was written.
public struct WrittenPage: Equatable, Sendable {
  /// The destination of the page.
  public let output: SheetOutput
  /// The size of the sheet, in pixels.
  public let size: PixelSize
  /// The number of pictures on it, with pictures that could not be read.
  public let pictureCount: Int
  /// The number of pictures on it that could not be read.
  public internal(set) var unreadableCount = 0
  /// The number of pictures on it that are shown as far as their files go.
  public internal(set) var incompleteCount = 0
  /// The size of the file, in bytes; nil if it is a pipe or device.
  ///
  /// The file may hold other pages too.
  public internal(set) var byteCount: Int64?
  /// The SHA-256 digest of the file; nil if it is a pipe or device, or no report is requested.
  public internal(set) var digest: [UInt8]?
  /// Whether the existing file has these bytes, and so was kept.
  public internal(set) var isUnchanged = false
  /// The quality that keeps the limit of bytes; nil if there is none.
  public internal(set) var quality: SheetQuality?
}

/// The times of the steps of a run.
public struct StepTimes: Equatable, Sendable {
  /// A part of a run.
  public enum Step: String, CaseIterable, Sendable {
    /// Finding files.
    case finding
    /// Reading headers.
    case headers
    /// Examining pixels for facts.
    case looking
    /// Comparing pictures.
    case comparing
    /// Laying out pages, or reading a plan.
    case planning
    /// Rendering the pages.
    case rendering
    /// Putting the files in their places.
    case placing
  }

  /// The times of the steps that were done.
  public private(set) var durations: [Step: Duration] = [:]

  /// Creates times of no step.
  public init() {}

  /// Adds the time since a moment to the time of a step.
  mutating func add(_ step: Step, since start: ContinuousClock.Instant) {
    durations[step, default: .zero] += .now - start
  }
}
