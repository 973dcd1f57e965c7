internal import SheetImaging
package import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SystemPackage

extension FolderComparison {
  /// Compares the pictures without making a sheet.
  ///
  /// The work runs on its own threads and ends if the task is cancelled.
  ///
  /// - Throws: ``ContactSheetError``, and `CancellationError` if the task is cancelled.
  public func run() async throws -> Changes {
    var sheet = Sheet(comparing: self)
    sheet.compare?.show = .none
    return try await sheet.plan().changes ?? Changes([], issues: [])
  }
}

extension FolderComparison {
  /// The results of a comparison.
  public struct Changes: Sendable, CustomStringConvertible {
    /// All pairs, and pictures without a counterpart.
    public let pairs: [Pair]
    /// The notes on the comparison.
    public let issues: [Sheet.Issue]
    /// Whether anything differs by more than is allowed.
    public let isAnyDifferent: Bool
    /// The counts on one line: `12 of 340 pairs differ; 2 added`.
    public let description: String

    init(_ pairs: [ComparedPair], issues: [Sheet.Issue]) {
      let summary = ComparisonSummary(pairs)
      (self.pairs, self.issues) = (pairs.map(Pair.init), issues)
      (isAnyDifferent, description) = (summary.isAnyDifferent, "\(summary)")
    }
  }

  /// Two pictures, or one without a counterpart.
  public struct Pair: Hashable, Sendable {
    /// The path relative to both folders.
    public let path: String
    /// The path of the earlier picture; nil if it is ``path``.
    public let oldPath: String?
    /// How the pictures differ, if they do.
    public let status: Status
    /// The status that the rules allowed; nil unless ``status`` is `allowed`.
    public let allowedStatus: Status?
    /// The number of changed pixels; nil if pictures were not compared.
    public let changedPixels: Int?
    /// The fraction of changed pixels, from 0 to 1; nil if pictures were not compared.
    public let share: Double?
    /// The largest colour distance; nil if pictures were not compared.
    public let largest: Double?
    /// The mean absolute error of encoded samples, from 0 to 1; nil if the pictures differ in size
    /// or were not compared.
    public let mae: Double?
    /// The root mean square error; nil in the same cases as ``mae``.
    public let rmse: Double?
    /// The peak signal-to-noise ratio in dB, infinite for equal pixels; nil in the same cases as
    /// ``mae``.
    public let psnr: Double?
    /// The structural similarity, at most 1; nil unless ``FolderComparison/measuresSimilarity`` is
    /// set.
    public let ssim: Double?
    /// The smallest area that contains all changed pixels, in pixels of the upright picture; nil if
    /// no pixel changed.
    public let changedArea: Sheet.Rect?
    /// The areas of adjacent changed pixels, those with the most changed pixels first; there are at
    /// most 50.
    public let regions: [Region]

    /// An area of adjacent changed pixels.
    public struct Region: Hashable, Sendable {
      /// The area, in pixels of the upright picture.
      public let area: Sheet.Rect
      /// The number of changed pixels.
      public let changedPixels: Int
    }

    init(_ pair: ComparedPair) {
      (path, oldPath, status) = (pair.path, pair.oldPath, pair.status)
      allowedStatus = pair.allowedStatus
      (changedPixels, share, largest) = (pair.counts?.changed, pair.share, pair.counts?.largest)
      let errors = pair.errors
      (mae, rmse, psnr, ssim) = (errors?.mae, errors?.rmse, errors?.psnr, errors?.ssim)
      changedArea = pair.counts?.box.map { Sheet.Rect($0) }
      regions = (pair.counts?.regions ?? []).map {
        Region(area: Sheet.Rect($0.area), changedPixels: $0.changed)
      }
    }
  }
}
