public import SheetLayout
public import SystemPackage

/// The outcome of rendering a plan.
public struct SheetReport: Equatable, Sendable {
  /// The pictures that could not be read, or not to their ends, skipped ones first.
  public let unreadable: [UnreadablePicture]
  /// The pages that were written, in order.
  public let pages: [WrittenPage]
  /// The pages that were not written, because none of their pictures could be read; existing files
  /// stay as they were.
  public let unwrittenPages: [SheetOutput]
  /// The pages that were left as they are, because they were there and new enough.
  public let keptPages: [SheetOutput]
  /// Files with names of pages of this sheet or of their plans, left from an earlier run with more
  /// pages.
  public let olderFiles: [FilePath]
  /// The number of pictures that were to be left out, and have a placeholder because tiles stay in
  /// their places.
  public let heldPlaces: Int
  /// How long the steps took.
  public let times: StepTimes

  /// Creates a report.
  public init(
    unreadable: [UnreadablePicture], pages: [WrittenPage] = [],
    unwrittenPages: [SheetOutput] = [], keptPages: [SheetOutput] = [], olderFiles: [FilePath] = [],
    heldPlaces: Int = 0,
    times: StepTimes = StepTimes()
  ) {
    self.unreadable = unreadable
    self.pages = pages
    self.unwrittenPages = unwrittenPages
    self.keptPages = keptPages
    self.olderFiles = olderFiles
    self.heldPlaces = heldPlaces
    self.times = times
  }
}

/// A page that was written.
public struct WrittenPage: Equatable, Sendable {
  /// Where it went.
  public let output: SheetOutput
  /// The size of the sheet, in pixels.
  public let size: PixelSize
  /// The number of pictures on it, those that could not be read among them.
  public let pictureCount: Int
  /// The number of pictures on it that could not be read.
  public let unreadableCount: Int
  /// The number of pictures on it that are shown as far as their files go.
  public let incompleteCount: Int
  /// The size of the file, in bytes, which may hold other pages too; nil for a pipe or device.
  public let byteCount: Int64?
  /// The SHA-256 digest of the file; nil for a pipe or device, and where no report is asked for.
  public let digest: [UInt8]?
  /// Whether the file that was there has the same bytes, and so was kept.
  public let isUnchanged: Bool

  init(
    _ page: SheetPage, _ output: SheetOutput, unreadableCount: Int, incompleteCount: Int,
    byteCount: Int64?, digest: [UInt8]?, isUnchanged: Bool
  ) {
    self.output = output
    size = page.size
    pictureCount = page.tiles.count
    self.unreadableCount = unreadableCount
    self.incompleteCount = incompleteCount
    self.byteCount = byteCount
    self.digest = digest
    self.isUnchanged = isUnchanged
  }
}
