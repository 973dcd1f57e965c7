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
  /// Which pairs a sheet shows.
  public var show = ShownPairs.changed
  /// Whether a sheet shows how much each pixel changed, not just which did.
  public var showsHeat = false
  /// Whether a sheet shows only changed parts, enlarged.
  public var zoom = false
  /// Allowed changes, such as `charts/*=0.2%`.
  public var allow: [Sheet.Rule<Allowance>] = []
  /// Areas that are not compared, such as `header*=0,0,100%,48`; all that select a pair count.
  public var ignoreArea: [Sheet.Rule<Sheet.Area>] = []
  /// The folder of masks, whose black parts are not compared; nil if there is none.
  public var masks: String?
  /// The distance from 0 to 1 up to which colours are equal; black and white are 1 apart.
  public var tolerance = 0.1
  /// Whether differences in antialiasing alone are ignored.
  public var ignoreAntialiasing = true

  /// Whether the structural similarity of each pair is measured, which takes about as long again.
  public var measuresSimilarity = false

  /// Whether pictures have hairlines or a border, so that white ones are seen on white.
  package var framesPictures = true

  /// Compares nothing until ``before`` or ``match`` is set.
  package init() { inputs = [] }

  /// Compares a folder or file with an earlier one.
  public init(_ after: String, with before: String) { (inputs, self.before) = ([after], before) }

  /// Compares pictures that are paired by their names.
  public init(_ inputs: [String], matching match: String) {
    (self.inputs, self.match) = (inputs, match)
  }

  /// Which pairs a sheet shows.
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
  /// How two pictures differ.
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
    /// The picture was at another path.
    case renamed
    /// One of the pictures cannot be read.
    case unreadable
  }
}
