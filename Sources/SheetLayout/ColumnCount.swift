/// The number of equal columns of at least `minimum` that fit into `width`,
/// never less than one.
///
/// - Throws: ``LayoutError/tooManyColumns(_:)`` over
///   ``LayoutError/maximumColumns``.
func columnsThatFit(
  in width: Double, minimum: Double, spacing: Double
) throws(LayoutError) -> Int {
  // An exact fit must count, which at decimal sizes falls short in the last bits.
  let count = (width + spacing) / (minimum + spacing) + 1e-9
  guard count <= Double(LayoutError.maximumColumns) else { throw .tooManyColumns(count) }
  return max(1, Int(count))
}
