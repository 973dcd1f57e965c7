package import SheetImaging
package import SheetModel
package import SystemPackage

/// The pictures to compare with, the rules, and the pairs to show.
package struct ComparisonSettings: Equatable, Sendable {
  /// The folder of the earlier pictures, each at the path that its later picture has below its own
  /// folder.
  ///
  /// The later pictures' own folder is the only input if that is a folder, and otherwise the
  /// working folder. A file is compared with one file. Nil if ``match`` pairs the inputs alone.
  package var before: FilePath?
  /// Templates that pair pictures by their names; nil if paths pair them.
  package var match: NameMatch?
  /// The rule for pixels that differ.
  package var rule = ComparisonRule()
  /// The allowed changes in pairs; the last rule for changed pixels of a pair is used.
  package var allowed: [PictureRule<AllowedChange>] = []
  /// Whether there may be no pictures to compare.
  package var allowsNothing: Bool { allowed.contains { $0.value == .nothing } }
  /// Areas of pictures that are not compared; all rules for a pair apply.
  package var ignored: [PictureRule<PictureArea>] = []
  /// The folder of masks, which have the paths of pairs; nil if there are no masks.
  ///
  /// Black and opaque parts of a mask are not compared.
  package var masks: FilePath?
  /// Whether the structural similarity is measured even if nothing on the sheet asks for it.
  package var measuresSimilarity = false
  /// The pairs on the sheet.
  package var shown = FolderComparison.ShownPairs.changed
  /// The contents of pictures of differences.
  package var shownAs = ShownDifferences.changes
  /// Whether different pictures show only the changed areas, with some surroundings.
  ///
  /// Small parts are enlarged by whole factors, with sharp pixels.
  package var zooms = false
  /// Whether a hairline shows the edges of pictures as white as the sheet; a border or a frame
  /// replaces it.
  package var framesPictures = true

  /// Compares pictures, by paths or by their names, with a folder or among the inputs.
  package init(matching match: NameMatch? = nil, with before: FilePath? = nil) {
    (self.match, self.before) = (match, before)
  }
}

/// The contents of pictures of differences.
package enum ShownDifferences: String, CaseIterable, Sendable {
  /// The changed pixels.
  case changes
  /// The amount of change, on one scale for all pairs.
  case heat
}
