/// Passes a finite length of at most ``LayoutError/maximumLength``, which may
/// be negative.
func check(_ length: Double, finite quantity: LayoutError.Quantity) throws(LayoutError) {
  guard length.isFinite else { throw .notFinite(quantity, length) }
  guard length <= LayoutError.maximumLength else { throw .tooLarge(quantity, length) }
}

/// Passes a length above zero.
func check(_ length: Double, positive quantity: LayoutError.Quantity) throws(LayoutError) {
  try check(length, finite: quantity)
  guard length > 0 else { throw .notPositive(quantity, length) }
}

/// Passes a length of zero or more.
func check(_ length: Double, notNegative quantity: LayoutError.Quantity) throws(LayoutError) {
  try check(length, finite: quantity)
  guard length >= 0 else { throw .negative(quantity, length) }
}

/// Passes a count of at least one.
func check(_ count: Int, positive quantity: LayoutError.Quantity) throws(LayoutError) {
  guard count > 0 else { throw .notPositive(quantity, Double(count)) }
}

/// Passes the size of a cell.
func check(cell: Size) throws(LayoutError) {
  try check(cell.width, positive: .cellWidth)
  try check(cell.height, positive: .cellHeight)
}

/// Passes the gaps between neighbours.
func check(gap: Size) throws(LayoutError) {
  try check(gap.width, notNegative: .horizontalGap)
  try check(gap.height, notNegative: .verticalGap)
}

/// Passes a ratio that two sides of at least one pixel and at most
/// ``LayoutError/maximumLength`` can have.
func check(_ ratio: Double, ratio quantity: LayoutError.Quantity) throws(LayoutError) {
  guard ratio.isFinite else { throw .notFinite(quantity, ratio) }
  guard ratio > 0 else { throw .notPositive(quantity, ratio) }
  guard ratio <= LayoutError.maximumLength, 1 / ratio <= LayoutError.maximumLength else {
    throw .extremeRatio(quantity, ratio)
  }
}
