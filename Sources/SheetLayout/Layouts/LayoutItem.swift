/// An item of a layout that keeps ratios, with its maximum size and its weight.
package struct LayoutItem: Hashable, Sendable {
  /// Width divided by height.
  package var ratio: Double
  /// The largest width that the item takes; infinite for one that takes any.
  package var maximumWidth: Double
  /// The relative area that the item should take, in layouts that can give it one.
  package var weight: Double
  /// The area that is enough for the item if another can take the room; infinite if unlimited.
  package var enoughArea: Double
  /// Whether the item has a row of its own: of the full width, or two thirds of it high.
  package var isAlone = false

  /// Creates an item, by default of any width and of weight 1.
  package init(
    ratio: Double, maximumWidth: Double = .infinity, weight: Double = 1,
    enoughArea: Double = .infinity
  ) {
    (self.ratio, self.maximumWidth, self.weight) = (ratio, maximumWidth, weight)
    self.enoughArea = enoughArea
  }

  var maximumHeight: Double { maximumWidth / ratio }

  /// The width in a row of a height, in which the item may be lower than the row.
  func width(inRowOf height: Double) -> Double { min(ratio * height, maximumWidth) }

  /// The size in a column of a width, in which the item may be narrower than the column.
  func size(inColumnOf width: Double) -> Size {
    let width = min(width, maximumWidth)
    return Size(width: width, height: width / ratio)
  }
}

/// Checks that all items can have their ratio, and a width.
func check(_ items: [LayoutItem]) throws(LayoutError) {
  for item in items {
    try check(item.ratio, ratio: .pictureRatio)
    guard item.weight.isFinite else { throw .notFinite(.weight, item.weight) }
    guard item.weight > 0 else { throw .notPositive(.weight, item.weight) }
    guard item.maximumWidth > 0 else { throw .notPositive(.pictureWidth, item.maximumWidth) }
  }
}
