/// An item that keeps its ratio, with its maximum size and its weight.
package struct LayoutItem: Hashable, Sendable {
  /// Width divided by height.
  package var ratio: Double
  /// The maximum width of the item; infinite if unlimited.
  package var maximumWidth: Double
  /// The relative area that the item should get, in layouts that support weights.
  package var weight: Double
  /// The area beyond which the item leaves room for others; infinite if unlimited.
  package var enoughArea: Double
  /// Whether the item has a row to itself, which it fills unless the item would then be taller than
  /// two thirds of the width.
  package var isAlone = false
  /// The maximum width of the item if it may be cropped; infinite if unlimited.
  package var croppedWidth: Double
  /// Whether only a part of the item's height is shown; ``ratio`` is then the ratio of the part.
  package internal(set) var isCropped = false

  /// Creates an item, by default with weight 1 and unlimited width.
  package init(
    ratio: Double, maximumWidth: Double = .infinity, weight: Double = 1,
    enoughArea: Double = .infinity
  ) {
    (self.ratio, self.maximumWidth, self.weight) = (ratio, maximumWidth, weight)
    self.enoughArea = enoughArea
    croppedWidth = maximumWidth
  }

  var maximumHeight: Double { maximumWidth / ratio }

  /// The width in a row of the given height; the item may be shorter than the row.
  func width(inRowOf height: Double) -> Double { min(ratio * height, maximumWidth) }

  /// The size in a column of the given width; the item may be narrower than the column.
  func size(inColumnOf width: Double) -> Size {
    let width = min(width, maximumWidth)
    return Size(width: width, height: width / ratio)
  }
}

/// Checks the ratio, the weight and the maximum width of each item.
func check(_ items: [LayoutItem]) throws(LayoutError) {
  for item in items {
    try check(item.ratio, ratio: .pictureRatio)
    guard item.weight.isFinite else { throw .notFinite(.weight, item.weight) }
    guard item.weight > 0 else { throw .notPositive(.weight, item.weight) }
    guard item.maximumWidth > 0 else { throw .notPositive(.pictureWidth, item.maximumWidth) }
  }
}
