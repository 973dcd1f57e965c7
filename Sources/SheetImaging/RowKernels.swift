// The inner loops of resampling. Lengths are checked once before each loop,
// which lets the optimiser drop the checks inside and use vectors.

/// Sets `sums` to `weight * row`.
func set(_ sums: inout [Float], to row: [Float], times weight: Float) {
  precondition(row.count == sums.count, "rows of different lengths")
  var sums = sums.mutableSpan
  for index in 0..<row.count {
    sums[index] = weight * row[index]
  }
}

/// Adds `weight * row` to `sums`.
func accumulate(_ row: [Float], times weight: Float, to sums: inout [Float]) {
  precondition(row.count == sums.count, "rows of different lengths")
  var sums = sums.mutableSpan
  for index in 0..<row.count {
    sums[index] += weight * row[index]
  }
}

/// The weighted sum of every `stride`th value of `row`, one for each weight.
func weightedSum(
  _ row: [Float], from start: Int, stride: Int, weights: Span<Float>
) -> Float {
  var sum: Float = 0
  var index = start
  for tap in 0..<weights.count {
    sum += weights[tap] * row[index]
    index += stride
  }
  return sum
}
