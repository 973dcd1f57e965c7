private import Synchronization

/// The masks of one size, drawn when they are first needed and kept.
final class GlyphTable: Sendable {
  private let pen: PenSize
  /// The mask of each slot, nil where it has not been drawn; empty before the first text, so that
  /// sheets without any need not know of the drawings.
  private let masks = Mutex<[GlyphMask?]>([])

  init(_ pen: PenSize) {
    self.pen = pen
  }

  /// The masks of the characters of `text`, of the ellipsis, of the dots that stand for it,
  /// and of the box.
  ///
  /// The lock is held once for a text, not for every character. Who draws first makes others
  /// wait for some microseconds a glyph, instead of drawing the same glyphs twice.
  func masks(for text: String) -> GlyphMasks {
    masks.withLock { masks in
      if masks.isEmpty { masks = Array(repeating: nil, count: GlyphSet.drawings.count) }
      func draw(_ slot: GlyphSet.Slot) {
        if masks[slot] == nil { masks[slot] = GlyphMask(GlyphSet.drawings[slot], pen) }
      }
      draw(GlyphSet.box)
      for character in text { draw(GlyphSet.slot(of: character) ?? GlyphSet.box) }
      for character in LineSetting.ellipsisCharacters {
        draw(GlyphSet.slot(of: character) ?? GlyphSet.box)
      }
      return GlyphMasks(masks)
    }
  }
}

/// The masks of at least the characters of one text.
struct GlyphMasks: Sendable {
  private let masks: [GlyphMask?]

  fileprivate init(_ masks: [GlyphMask?]) {
    self.masks = masks
  }

  subscript(character: Character) -> GlyphMask {
    guard let mask = masks[GlyphSet.slot(of: character) ?? GlyphSet.box] else {
      preconditionFailure("a character that was not in the text")
    }
    return mask
  }
}
