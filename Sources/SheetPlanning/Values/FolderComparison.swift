public import SheetImaging
package import SheetText
public import SystemPackage

/// The pictures to compare with, the rules, and the pairs to show.
public struct FolderComparison: Equatable, Sendable {
  /// The folder of the pictures as they were: each has the path below it that the picture of now has
  /// below its own folder.
  ///
  /// That is the folder that is given, if it is the only input, and otherwise the working folder. A file
  /// is compared with one file. Nil where ``match`` pairs the inputs alone.
  public var before: FilePath?
  /// Templates that pair pictures by their names; nil if paths pair them.
  public var match: NameMatch?
  /// The rule for pixels that differ.
  public var rule = ComparisonRule()
  /// How much may change in pairs; of several rules for one, the last counts.
  public var allowed: [PairRule<PixelAmount>] = []
  /// Areas of pictures that are not compared; all rules for a pair count.
  public var ignored: [PairRule<PictureArea>] = []
  /// The folder of masks, which have the paths of pairs; nil if there are no masks.
  ///
  /// Black and opaque parts of a mask are not compared.
  public var masks: FilePath?
  /// The pairs on the sheet.
  public var shown = ShownPairs.changed
  /// The contents of pictures of differences.
  public var shownAs = ShownDifferences.changes
  /// Whether pictures that differ show what changed with some surroundings, and not all of them.
  ///
  /// Small parts are enlarged by whole factors, with sharp pixels.
  public var zooms = false
  /// Whether a hairline shows where pictures end that are as white as the sheet; a border or a frame
  /// takes its place.
  public var framesPictures = true

  /// Compares with the pictures of a folder.
  public init(with before: FilePath) { self.before = before }

  /// Compares pictures that names pair: those of the inputs, or of these and of a folder.
  public init(matching match: NameMatch, with before: FilePath? = nil) {
    (self.match, self.before) = (match, before)
  }
}

extension FolderComparison {
  /// Whether a rule names the pair of a path, and is not only one for all pairs.
  package func names(_ path: FilePath) -> Bool {
    allowed.contains { $0.pattern != nil && $0.holds(for: path) }
  }

  /// The allowed change in the pair of a path; nil if no rule allows any.
  package func allowedChange(of path: FilePath) -> PixelAmount? {
    allowed.last { $0.holds(for: path) }?.value
  }

  /// What is to be told of rules for no pair among these: a rule that is out of date may hide what
  /// goes wrong later.
  package func notes(onPairsAt paths: [FilePath]) -> [Note] {
    func stale<Value>(_ rules: [PairRule<Value>], _ effect: String) -> [Note] {
      rules.filter { rule in !paths.contains(where: rule.holds) }.map {
        Note(
          .staleRule, "no pair is like '\($0.source.shortPrintable)', which \(effect)",
          remedy: "correct the rule, or leave it out")
      }
    }
    return stale(allowed, "allows changes") + stale(ignored, "leaves out an area")
  }
}

/// The contents of pictures of differences.
public enum ShownDifferences: String, CaseIterable, Sendable {
  /// The changed pixels.
  case changes
  /// The amount of change, on one scale for all pairs.
  case heat
}

/// The pairs of pictures on a sheet.
public enum ShownPairs: String, CaseIterable, Sendable {
  /// Those that differ by more than is allowed, and pictures without another.
  case changed
  /// All of them.
  case all
  /// None: the sheet tells only how many differ.
  case none
}
