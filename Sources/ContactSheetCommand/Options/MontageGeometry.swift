internal import SheetFacts
internal import SheetLayout
internal import SheetRunning

/// The size and spacing of tiles in the notation of `montage -geometry`: `WxH+X+Y`.
///
/// X and Y are the space around every tile. So margins are this wide, and gaps twice as wide.
/// Without `WxH`, cells are as large as the largest picture. Pictures are shown whole and enlarged;
/// after the size, `>` disables enlargement, `^` fills cells and `!` ignores aspect ratios.
struct MontageGeometry: Equatable, Sendable {
  /// The size of a cell; if nil, the size of the largest picture.
  let cell: Extent?
  /// The space around every tile.
  let border: Spacing
  let scaling: Scaling
  let enlargement: Enlargement
  /// The geometry as it was written.
  let description: String
}

extension MontageGeometry: LosslessStringConvertible {
  /// Signs for other ways of fitting than showing whole pictures.
  private static let signs: [Character: (Scaling, Enlargement)] = [
    ">": (.fit, .never), "^": (.fill, .allowed), "!": (.stretch, .allowed),
  ]

  /// Parses `WxH`, `+X+Y` or both, with a sign for the fitting after the size or at the end.
  init?(_ text: String) {
    let signs = text.compactMap { Self.signs[$0] }
    let parts = text.filter { Self.signs[$0] == nil }
      .split(separator: "+", omittingEmptySubsequences: false)
    guard signs.count <= 1, [1, 3].contains(parts.count) else { return nil }
    (scaling, enlargement) = signs.first ?? (.fit, .allowed)
    cell = Extent(String(parts[0]))
    guard cell?.height != nil || parts[0].isEmpty && parts.count == 3 else { return nil }
    let numbers = parts.count == 3 ? parts.dropFirst().compactMap { Int(digits: $0) } : [0, 0]
    guard numbers.count == 2,
      let border = Spacing(horizontal: numbers[0], vertical: numbers[1]),
      Spacing(horizontal: 2 * numbers[0], vertical: 2 * numbers[1]) != nil
    else { return nil }
    (self.border, description) = (border, text)
  }
}

extension MontageGeometry {
  /// The space between cells.
  var gap: Spacing {
    Spacing(horizontal: 2 * border.horizontal, vertical: 2 * border.vertical) ?? border
  }
}
