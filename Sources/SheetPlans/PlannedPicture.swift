package import SheetFiles
package import SheetLayout
package import SheetModel
package import SheetPictures
package import SystemPackage

/// A picture as a plan records it.
package struct PlannedPicture: Equatable, Sendable {
  /// The name in messages; a file's path, with the page number if a page was chosen.
  package var name: String { page.map { source.path.page($0).string } ?? source.text }
  /// The name, which may be the path of a file.
  package internal(set) var source: FileName
  /// The identifier of a caller-supplied picture; nil if the name is a file's.
  @Rare package internal(set) var suppliedID: String?
  /// The text in the picture's cell if the picture does not exist; otherwise nil.
  @Rare package internal(set) var absence: String?
  /// The page of the picture's file, counted from 0; nil if none was chosen.
  @Rare package internal(set) var page: Int?
  /// The samples of each pixel that are shown as colours; nil for the picture's own colours.
  @Rare package internal(set) var bands: Sheet.Bands?
  /// How samples are stretched; nil if they are shown unchanged.
  @Rare package internal(set) var stretch: SampleStretch?
  /// The colours in which grey samples are shown; nil for the picture's own colours.
  @Rare package internal(set) var colormap: Sheet.Colormap?
  /// The size as shown, upright and with square pixels; nil if the picture could not be read.
  package internal(set) var size: PixelSize?
  /// The earlier picture; nil if the tile does not show a difference.
  ///
  /// Stored directly, a counterpart would take 49 bytes in every picture, even on a sheet that
  /// compares nothing.
  @Rare package internal(set) var counterpart: PlannedCounterpart?
  /// What is drawn over the picture, from bottom to top; empty if nothing is.
  package internal(set) var overlays: [PlannedOverlay]
  /// The names of the other pictures in the picture's stack, in order; empty if there is no stack.
  package internal(set) var stackSources: [FileName]
  /// Whether the picture is a preview within another picture's file, such as a RAW file.
  package internal(set) var isPreview: Bool
  /// How far the upright picture is rotated; size and crops refer to the rotated picture.
  package internal(set) var turn: Sheet.Turn
  /// The facts requested by templates, in the order of their keys, without those that the picture
  /// lacks.
  package internal(set) var facts: [PlannedFact]

  /// Creates a picture whose name may be its path.
  package init(
    _ source: FileName, suppliedID: String? = nil, absence: String? = nil, page: Int? = nil,
    counterpart: PlannedCounterpart? = nil, stack: [FileName] = [], bands: Sheet.Bands? = nil,
    stretch: SampleStretch? = nil,
    colormap: Sheet.Colormap? = nil, overlays: [PlannedOverlay] = [], size: PixelSize?,
    isPreview: Bool = false,
    turn: Sheet.Turn = .auto, facts: [PlannedFact] = []
  ) {
    (self.source, stackSources) = (source, stack)
    (self.bands, self.colormap, self.overlays) = (bands, colormap, overlays)
    (self.suppliedID, self.absence) = (suppliedID, absence)
    (self.page, self.counterpart, self.stretch) = (page, counterpart, stretch)
    (self.size, self.isPreview, self.turn) = (size, isPreview, turn)
    self.facts = facts.sorted { $0.key < $1.key }
  }

  /// Whether the upright picture is rotated.
  package internal(set) var isTurned: Bool {
    get { turn != .auto }
    set { if newValue != isTurned { turn = newValue ? .left : .auto } }
  }

  /// The rotation if it is not the usual one, which is to the left; otherwise nil.
  var unusualTurn: Sheet.Turn? {
    get { turn == .left || turn == .auto ? nil : turn }
    set { if let newValue { turn = newValue } }
  }

  /// The path of the picture's file; nil if the picture is caller-supplied, or does not exist.
  package var path: FilePath? { suppliedID == nil && absence == nil ? source.path : nil }

  /// The files to be read for the picture: its own, the earlier picture, the mask, the overlays,
  /// and the rest of its stack.
  package var filesRead: [FilePath] {
    [path, counterpart?.source.path, counterpart?.maskSource?.path].compactMap(\.self)
      + overlays.map(\.source.path) + stackSources.map(\.path)
  }

  /// The name of the earlier picture; nil if the tile does not show a difference.
  package var comparedWith: String? { counterpart?.name }

  /// The names of ``stackSources``.
  package var stack: [String] { stackSources.map(\.text) }

  /// Just the file name, as on placeholders.
  package var shownName: String { Self.shownName(name) }

  /// The file name at the end of a path.
  package static func shownName(_ path: String) -> String {
    PathText(path).name
  }
}

/// The earlier picture in a tile that shows a difference.
package struct PlannedCounterpart: Hashable, Sendable {
  /// The name of the earlier picture.
  package var name: String { source.text }
  package internal(set) var source: FileName
  /// The areas that are not compared, in the coordinates of an upright picture that contains both
  /// pictures.
  package internal(set) var ignored: [PixelRect]
  /// The name of the mask, which is black in areas that are not compared; nil for none.
  package var mask: String? { maskSource?.text }
  package internal(set) var maskSource: FileName?

  package init(_ source: FileName, ignored: [PixelRect] = [], mask: FileName? = nil) {
    (self.source, self.ignored, maskSource) = (source, ignored, mask)
  }

  /// Creates the counterpart of a difference.
  package init(_ difference: PictureDifference) {
    self.init(
      difference.before.pictureName, ignored: difference.ignored.areas,
      mask: difference.ignored.mask?.name)
  }
}

/// A fact of a picture in a plan.
package struct PlannedFact: Equatable, Sendable {
  /// The key as written between braces, such as `taken` or `text:Title`.
  package let key: String
  package let value: Fact.Value

  package init(key: String, value: Fact.Value) { (self.key, self.value) = (key, value) }
}
