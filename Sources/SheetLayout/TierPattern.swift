/// The layers of a tiered grid stacked into one set, which repeats downwards.
///
/// All lengths are units.
struct TierPattern: Equatable {
  private let slots: [Slot]
  private let height: Int

  private struct Slot: Equatable {
    /// The block, from the top left corner of the set.
    var block: TierBlock
    /// The slots of the block's layer.
    var layer: Range<Int>
    /// The top of the layer.
    var top: Int
    /// The bottom of the layer when this slot is the last one taken.
    var bottom: Int
  }

  init(_ layers: [TierLayer]) throws(LayoutError) {
    guard !layers.isEmpty else { throw .noLayers }
    var slots: [Slot] = []
    var top = 0
    for layer in layers {
      let blocks = layer.blocks
      let range = slots.count..<slots.count + blocks.count
      var bottom = top
      for block in blocks {
        let placed = TierBlock(x: block.x, y: top + block.y, side: block.side)
        bottom = max(bottom, placed.y + placed.side)
        slots.append(Slot(block: placed, layer: range, top: top, bottom: bottom))
      }
      top = bottom
    }
    self.slots = slots
    self.height = top
  }

  /// The item's block, from the top left corner of the sheet.
  func block(at index: Int) -> TierBlock {
    let (set, slot) = index.quotientAndRemainder(dividingBy: slots.count)
    var block = slots[slot].block
    block.y += set * height
    return block
  }

  /// The item's layer, from the first item it would hold to the last.
  func layer(at index: Int) -> (items: Range<Int>, top: Int) {
    let (set, slot) = index.quotientAndRemainder(dividingBy: slots.count)
    let items = slots[slot].layer
    let start = set * slots.count
    return (
      start + items.lowerBound..<start + items.upperBound,
      set * height + slots[slot].top
    )
  }

  /// How far down the sheet reaches when this item is the last one.
  func bottom(at index: Int) -> Int {
    let (set, slot) = index.quotientAndRemainder(dividingBy: slots.count)
    return set * height + slots[slot].bottom
  }
}
