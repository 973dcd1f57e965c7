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
}
