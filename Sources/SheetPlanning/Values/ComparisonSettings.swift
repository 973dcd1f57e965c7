package import SheetImaging
package import SheetModel
package import SystemPackage

/// The pictures to compare with, the rules, and the pairs to show.
package struct ComparisonSettings: Equatable, Sendable {
  /// The folder of the earlier pictures, in which each picture has the same path as its later
  /// version has in the later pictures' folder.
  ///
  /// The later pictures' folder is the only input, if there is just one and it is a folder;
  /// otherwise it is the working folder. If `before` is a file, it is compared with the only input,
  /// which must be a file too. Nil if ``match`` pairs the inputs with each other.
  package var before: FilePath?
  /// Templates that pair pictures by their names; nil to pair them by path.
  package var match: NameMatch?
  /// When pixels count as different.
  package var rule = ComparisonRule()
  /// The changes allowed in pairs; of those about changed pixels, the last match is used.
  package var allowed: [PictureRule<AllowedChange>] = []
  /// Whether it is allowed that there are no pictures to compare.
  package var allowsNothing: Bool { allowed.contains { $0.value == .nothing } }
  /// Areas of pictures that are not compared; all rules that apply to a pair are used.
  package var ignored: [PictureRule<PictureArea>] = []
  /// The folder of masks, in which each mask has the same path as its pair; nil for none.
  ///
  /// Pixels that are black and opaque in a mask are not compared.
  package var masks: FilePath?
  /// The folder to which the masks are confined; nil for no restriction.
  package var masksRoot: FilePath?
  /// Whether to measure the structural similarity even if nothing on the sheet needs it.
  package var measuresSimilarity = false
  /// Which pairs are on the sheet.
  package var shown = FolderComparison.ShownPairs.changed
  /// What difference pictures show.
  package var shownAs = ShownDifferences.changes
  /// Whether only the changed areas of pictures that differ are shown, with some surroundings.
  ///
  /// Small parts are enlarged by integer factors, with sharp pixels.
  package var zooms = false
  /// Whether hairlines mark the edges of pictures that blend into the sheet; a border or a frame
  /// replaces the hairlines.
  package var framesPictures = true

  /// Creates settings that compare pictures, by path or by name, with a folder or among the inputs.
  package init(matching match: NameMatch? = nil, with before: FilePath? = nil) {
    (self.match, self.before) = (match, before)
  }
}

/// What difference pictures show.
package enum ShownDifferences: String, CaseIterable, Sendable {
  /// Which pixels changed.
  case changes
  /// How much pixels changed, on the same scale for all pairs.
  case heat
}
