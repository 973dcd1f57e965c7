public import SheetImaging
internal import SheetText
public import SystemPackage

/// What pictures are compared with, and which of them are shown.
public struct FolderComparison: Equatable, Sendable {
  /// The folder of the pictures as they were: each has the path below it that the picture of now has
  /// below its own folder.
  ///
  /// That is the folder that is given, if it is the only input, and otherwise the working folder.
  public var before: FilePath
  /// Which pixels count as different.
  public var rule = ComparisonRule()
  /// How much may change in pairs; of several rules for one, the last counts.
  public var allowed: [PairRule<AllowedChange>] = []
  /// Which pairs are on the sheet.
  public var shown = ShownPairs.changed
  /// Whether a hairline shows where pictures end that are as white as the sheet; a border or a frame
  /// takes its place.
  public var framesPictures = true

  /// Compares with the pictures of a folder.
  public init(with before: FilePath) { self.before = before }
}

extension FolderComparison {
  /// How much may change in the pair of a path; nil where no rule says so.
  package func allowedChange(of path: FilePath) -> AllowedChange? {
    allowed.last { $0.holds(for: path) }?.value
  }

  /// What is to be told of rules for no pair among these: a rule that is out of date may hide what
  /// goes wrong later.
  package func notes(onPairsAt paths: [FilePath]) -> [String] {
    allowed.filter { rule in !paths.contains(where: rule.holds) }.map {
      "no pair is like '\($0.source.shortPrintable)', which allows changes; correct the rule, or leave it out"
    }
  }
}

/// Which pairs of pictures are shown.
public enum ShownPairs: String, CaseIterable, Sendable {
  /// Those that differ by more than is allowed, and pictures without another.
  case changed
  /// All of them.
  case all
  /// None: the sheet tells only how many differ.
  case none
}
