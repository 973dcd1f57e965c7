internal import SheetImaging
package import SheetModel
internal import SheetPlanning
internal import SheetPlans
internal import SystemPackage

extension FolderComparison {
  /// Compares the pictures; makes no sheet.
  ///
  /// The work runs on threads of its own, and ends if the task is cancelled.
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
    /// All pairs and single pictures.
    public let pairs: [Pair]
    /// The notes on the comparison.
    public let issues: [Sheet.Issue]
    /// Whether something differs by more than allowed.
    public let isAnyDifferent: Bool
    /// The numbers in one line: `12 of 340 pairs differ, 2 added`.
    public let description: String

    init(_ pairs: [ComparedPair], issues: [Sheet.Issue]) {
      let summary = ComparisonSummary(pairs)
      (self.pairs, self.issues) = (pairs.map(Pair.init), issues)
      (isAnyDifferent, description) = (summary.isAnyDifferent, "\(summary)")
    }
  }

  /// Two pictures, or one without a partner.
  public struct Pair: Hashable, Sendable {
    /// The path below both folders.
    public let path: String
    /// The path of the earlier picture; nil if it is ``path``.
    public let oldPath: String?
    /// The difference.
    public let status: Status
    /// The number of changed pixels; nil if pictures were not compared.
    public let changedPixels: Int?
    /// The fraction of changed pixels, from 0 to 1; nil if pictures were not compared.
    public let share: Double?
    /// The largest distance of colours; nil if pictures were not compared.
    public let largest: Double?

    init(_ pair: ComparedPair) {
      (path, oldPath, status) = (pair.path, pair.oldPath, pair.status)
      (changedPixels, share, largest) = (pair.counts?.changed, pair.share, pair.counts?.largest)
    }
  }
}
