public import SheetImaging
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
  /// Which pairs are on the sheet.
  public var shown = ShownPairs.changed
  /// Whether a hairline shows where pictures end that are as white as the sheet; a border or a frame
  /// takes its place.
  public var framesPictures = true

  /// Compares with the pictures of a folder.
  public init(with before: FilePath) { self.before = before }
}

/// Which pairs of pictures are shown.
public enum ShownPairs: String, CaseIterable, Sendable {
  /// Those that differ, and pictures without another.
  case changed
  /// All of them.
  case all
  /// None: the sheet tells only how many differ.
  case none
}
