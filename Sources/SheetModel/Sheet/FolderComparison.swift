/// A comparison of pictures with earlier versions, paired by path or name.
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
  /// The folder of the earlier pictures, or a single earlier picture; nil if ``match`` pairs the
  /// inputs.
  public var before: String?
  /// Two templates that pair pictures by name, such as `{test}-actual => {test}-expected`.
  public var match: String?
  /// Which pairs a sheet shows.
  public var show = ShownPairs.changed
  /// Whether the sheet shows how much each pixel changed, rather than only which pixels changed.
  public var showsHeat = false
  /// Whether the sheet shows only the changed parts, enlarged.
  public var zoom = false
  /// Allowed changes, such as `charts/*=0.2%`.
  public var allow: [Sheet.Rule<Allowance>] = []
  /// Areas that are not compared, such as `header*=0,0,100%,48`.
  public var ignoreArea: [Sheet.Rule<Sheet.Area>] = []
  /// The folder of masks, whose black areas are not compared; nil for none.
  public var masks: String?
  /// The folder to which the files of ``masks`` are confined, because a project file names it; nil
  /// for no restriction.
  package var masksRoot: String?
  /// The colour difference to ignore, from 0 to 1; black and white are 1 apart.
  public var tolerance = 0.1
  /// Whether to ignore pixels that differ only because of antialiasing.
  public var ignoreAntialiasing = true

  /// Whether to measure the structural similarity of each pair, which takes about as long as the
  /// rest of the comparison.
  public var measuresSimilarity = false

  /// Whether pictures get hairlines or a border, so that white pictures are visible on a white
  /// background.
  package var framesPictures = true

  /// Creates a comparison that compares nothing until ``before`` or ``match`` is set.
  package init() { inputs = [] }

  /// Compares a folder or file with an earlier one.
  public init(_ after: String, with before: String) { (inputs, self.before) = ([after], before) }

  /// Compares pictures paired by name.
  public init(_ inputs: [String], matching match: String) {
    (self.inputs, self.match) = (inputs, match)
  }

  /// Which pairs a sheet shows.
  public enum ShownPairs: String, CaseIterable, Sendable {
    /// Pairs that differ by more than is allowed, and pictures without a counterpart.
    case changed
    /// All pairs.
    case all
    /// None; one line says how many pairs differ.
    case none
  }
}

extension FolderComparison.Status {
  /// Whether no change was found: the pictures are equal, or no part of them was compared.
  package var isUnchanged: Bool { [.equal, .ignored].contains(self) }

  /// Whether the pictures, their sizes or their paths differ, or one of the pictures is missing,
  /// and no rule allows that.
  package var isChange: Bool {
    [.different, .resized, .added, .removed, .renamed].contains(self)
  }

  /// Whether a comparison passes with this status: nothing has changed, or a rule allows the
  /// change.
  package var isAccepted: Bool { isUnchanged || self == .allowed }
}

extension FolderComparison {
  /// How the two pictures of a pair differ.
  public enum Status: String, CaseIterable, Sendable {
    /// No pixel differs.
    case equal
    /// Pixels differ, but no more than a rule allows.
    case allowed
    /// Pixels differ.
    case different
    /// Sizes differ.
    case resized
    /// There is no earlier picture.
    case added
    /// There is no later picture.
    case removed
    /// The earlier picture has a different path.
    case renamed
    /// One of the pictures cannot be read.
    case unreadable
    /// Ignored areas and masks cover both pictures, so nothing was compared.
    case ignored
  }
}
