internal import ContactSheet
internal import SheetText

/// The size and spacing of tiles in the notation of `montage -geometry`: `WxH+X+Y`.
///
/// X and Y are the space around every tile, so that margins are this wide and gaps twice as wide.
/// Without `WxH`, cells are as large as the largest picture. Pictures are shown whole and
/// enlarged; after the size, `>` disables enlargement, `^` fills cells and `!` ignores aspect
/// ratios.
struct MontageGeometry: Equatable, Sendable {
  /// How pictures are scaled to their cells.
  enum Fitting: Character, CaseIterable, Sendable {
    /// Shows the whole picture, enlarged if it is small.
    case whole = " "
    /// Shows the whole picture, never enlarged.
    case shrunk = ">"
    /// Covers the cell and crops the picture.
    case filling = "^"
    /// Covers the cell, out of proportion.
    case stretched = "!"
  }

  /// The size of a cell; nil for that of the largest picture.
  let cell: Extent?
  /// The space around every tile.
  let border: Spacing
  /// How pictures are scaled to their cells.
  let fitting: Fitting

  private let text: String
}

extension MontageGeometry: LosslessStringConvertible {
  /// Parses `WxH`, `+X+Y` or both, with a sign for the fitting after the size or at the end.
  init?(_ text: String) {
    self.text = text
    var fitting = Fitting.whole
    var plain = ""
    for character in text {
      if character != " ", let sign = Fitting(rawValue: character) {
        guard fitting == .whole else { return nil }
        fitting = sign
      } else {
        plain.append(character)
      }
    }
    self.fitting = fitting

    let parts = plain.split(separator: "+", omittingEmptySubsequences: false)
    guard let size = parts.first, parts.count == 1 || parts.count == 3 else { return nil }
    if size.isEmpty {
      guard parts.count == 3 else { return nil }
      cell = nil
    } else {
      guard let extent = Extent(String(size)), extent.height != nil else { return nil }
      cell = extent
    }
    let numbers = parts.count == 3 ? parts.dropFirst().compactMap { Int(digits: $0) } : [0, 0]
    guard numbers.count == 2,
      let border = Spacing(horizontal: numbers[0], vertical: numbers[1]),
      Spacing(horizontal: 2 * numbers[0], vertical: 2 * numbers[1]) != nil
    else { return nil }
    self.border = border
  }

  /// The geometry as it was written.
  var description: String { text }
}

extension MontageGeometry {
  /// The space between cells.
  var gap: Spacing {
    Spacing(horizontal: 2 * border.horizontal, vertical: 2 * border.vertical) ?? border
  }
}
