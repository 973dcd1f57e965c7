/// The whole number nearest to `value`, halves rounded up.
///
/// Edges that are equal on paper differ in the last bits when they are
/// reached along different sums, and halves are where that would tear
/// neighbours apart. The border between down and up therefore lies a millionth
/// of a pixel below the half, where divisions seldom land.
///
/// Values beyond ±2⁵³, where doubles leave out whole numbers, become ±2⁵³.
///
/// - Precondition: `value` is not NaN.
func wholePixel(_ value: Double) -> Int {
  precondition(!value.isNaN, "a coordinate that is not a number")
  let limit = 9_007_199_254_740_992.0
  let bounded = max(-limit, min(limit, value))
  let truncated = Int(bounded)
  let rest = bounded - Double(truncated)
  let half = 0.5 - 1e-6
  if rest >= half { return truncated + 1 }
  if rest < half - 1 { return truncated - 1 }
  return truncated
}
