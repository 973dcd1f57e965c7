internal import SheetImaging
internal import SheetModel
internal import SheetPlanning
internal import SheetPlans
internal import SystemPackage

/// A comparison of pictures with earlier ones, paired by their paths or names.
///
/// ```swift
/// import ContactSheet
///
/// let changes = try await FolderComparison("after", with: "before").run()
/// for pair in changes.pairs where pair.status != .equal { print(pair.path, pair.status) }
/// ```
///
/// ``Sheet/init(comparing:)`` makes a sheet of the changes.
public struct FolderComparison: Sendable {
  /// The later pictures: folders or files.
  public var inputs: [String]
  /// The folder of the earlier pictures, or the one earlier picture; nil if ``match`` pairs inputs.
  public var before: String?
  /// Two templates that pair pictures by names, such as `{test}-actual => {test}-expected`.
  public var match: String?
  /// The pairs on a sheet.
  public var show = ShownPairs.changed
  /// Whether a sheet shows amounts of change instead of changed pixels.
  public var showsHeat = false
  /// Whether a sheet shows only changed parts, enlarged.
  public var zoom = false
  /// Allowed changes, such as `charts/*=0.2%`.
  public var allow: [String] = []
  /// Areas that are not compared, such as `header*=0,0,100%,48`.
  public var ignoreArea: [String] = []
  /// The folder of masks, which are black in parts that are not compared; nil if there is none.
  public var masks: String?
  /// The distance from 0 to 1 up to which colours are equal; black and white are 1 apart.
  public var tolerance = 0.1
  /// Whether pixels are equal that only the smoothing of edges has changed.
  public var ignoreAntialiasing = true

  /// Compares a folder or file with an earlier one.
  public init(_ after: String, with before: String) { (inputs, self.before) = ([after], before) }

  /// Compares pictures that are paired by their names.
  public init(_ inputs: [String], matching match: String) {
    (self.inputs, self.match) = (inputs, match)
  }

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

  /// The pairs on a sheet.
  public enum ShownPairs: String, CaseIterable, Sendable {
    /// Pairs that differ by more than allowed, and pictures without a partner.
    case changed
    /// All pairs.
    case all
    /// One line that says how many differ.
    case none
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
      (path, oldPath, status) = (pair.path, pair.oldPath, pair.status.word())
      (changedPixels, share, largest) = (pair.counts?.changed, pair.share, pair.counts?.largest)
    }
  }

  /// The difference of two pictures.
  public enum Status: String, CaseIterable, Sendable {
    /// No pixel differs.
    case equal
    /// Pixels differ, and no more than a rule allows.
    case allowed
    /// Pixels differ.
    case different
    /// Sizes differ.
    case resized
    /// There was no picture before.
    case added
    /// There is no picture now.
    case removed
    /// The picture was under another path.
    case renamed
    /// One of the pictures cannot be read.
    case unreadable
  }

  /// The settings of the comparison.
  ///
  /// - Throws: ``ContactSheetError`` if a text or a number is wrong.
  func settings(framesPictures: Bool) throws -> ComparisonSettings {
    guard match != nil || before != nil else {
      throw ContactSheetError(
        .invalidValue,
        "cannot compare the pictures: nothing is given to compare with; give a folder or a match")
    }
    var settings = ComparisonSettings(
      matching: try value(match, "match") { try NameMatch(parsing: $0) },
      with: before.map { FilePath($0) })
    settings.rule = ComparisonRule(
      tolerance: try checked(tolerance, 0...1, "the tolerance"),
      ignoresSmoothing: ignoreAntialiasing)
    settings.allowed = try values(allow, "allowed change") { try PictureRule($0, as: .allowed) }
    settings.ignored = try values(ignoreArea, "area") { try PictureRule($0, as: .ignoredArea) }
    settings.masks = masks.map { FilePath($0) }
    (settings.shown, settings.zooms) = (show.word(), zoom)
    settings.shownAs = showsHeat ? .heat : .changes
    settings.framesPictures = framesPictures
    return settings
  }
}
