internal import SheetPlans

extension TileStyle {
  /// Settles what nobody has said of the cells of a matrix: what stands in empty ones, and the hairline
  /// around compared pictures.
  ///
  /// - Parameters:
  ///   - isMatrix: Whether there are empty cells at all.
  ///   - comparison: What is compared; nil for nothing.
  ///   - em: The size of labels in pixels.
  mutating func settle(isMatrix: Bool, _ comparison: FolderComparison?, em: Double) {
    guard isMatrix else {
      emptyCells = nil
      return
    }
    emptyCells = emptyCells ?? (comparison == nil ? .nothing : .frame)
    if comparison?.framesPictures == true, furniture.border == nil, furniture.frame == nil {
      furniture.border = .hairline(on: cellGround, em: em)
    }
  }
}
