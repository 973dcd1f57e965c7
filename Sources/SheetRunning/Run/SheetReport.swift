package import SheetLayout
package import SheetPlans

/// The outcome of rendering a plan.
package struct SheetReport: Equatable, Sendable {
  /// The pictures that could not be read, or not to their ends, skipped ones first.
  package internal(set) var unreadable: [UnreadablePicture] = []
  /// The pages that were written, in order.
  package internal(set) var pages: [WrittenPage] = []
  /// The pages that were not written, because none of their pictures could be read; existing files
  /// are left unchanged.
  package internal(set) var unwrittenPages: [SheetOutput] = []
  /// The pages that stay, because they exist and are new enough.
  package internal(set) var keptPages: [SheetOutput] = []
  /// The times of the steps.
  package internal(set) var times = StepTimes()
}

/// A page that was written.
package struct WrittenPage: Equatable, Sendable {
  /// The destination of the page.
  package let output: SheetOutput
  /// The size of the sheet, in pixels.
  package let size: PixelSize
  /// The number of pictures on it, with pictures that could not be read.
  package let pictureCount: Int
  /// The number of pictures on it that could not be read.
  package internal(set) var unreadableCount = 0
  /// The number of pictures on it that are shown as far as their files go.
  package internal(set) var incompleteCount = 0
  /// The size of the file, in bytes; nil if it is a pipe or device.
  ///
  /// The file may hold other pages too.
  package internal(set) var byteCount: Int64?
  /// The SHA-256 digest of the file; nil if it is a pipe or device, or no report is requested.
  package internal(set) var digest: [UInt8]?
  /// Whether the existing file has these bytes, and so was kept.
  package internal(set) var isUnchanged = false
  /// The quality that keeps the limit of bytes; nil if there is none.
  package internal(set) var quality: SheetQuality?
}

/// The times of the steps of a run.
package struct StepTimes: Equatable, Sendable {
  /// A part of a run.
  package enum Step: String, CaseIterable, Sendable {
    /// Finding files.
    case finding
    /// Reading headers.
    case headers
    /// Examining pixels for facts.
    case pixelAnalysis = "looking"
    /// Comparing pictures.
    case comparing
    /// Laying out pages, or reading a plan.
    case planning
    /// Rendering the pages.
    case rendering
    /// Putting the files in their places.
    case committing = "placing"
  }

  /// The times of the steps that were done.
  package private(set) var durations: [Step: Duration] = [:]

  /// Creates times of no step.
  package init() {}

  /// Adds the time since a moment to the time of a step.
  mutating func add(_ step: Step, since start: ContinuousClock.Instant) {
    durations[step, default: .zero] += .now - start
  }
}
