internal import CKernels

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

/// How many values must stand behind a row that ``PixelWeigher`` reads.
let rowPadding = Int(ckernels_padding)

/// Sums up neighbouring pixels of a row, each times its weight.
struct PixelWeigher {
  let row: [Float]
  let channelCount: Int
  let weights: [Float]

  /// Writes the sum of the pixels from the value `start` on to the front of `pixel`.
  ///
  /// One pixel for each of the weights in `range`; ``rowPadding`` values have to follow them.
  func weigh(from start: Int, by range: Range<Int>, into pixel: inout MutableSpan<Float>) {
    precondition(
      start >= 0 && start + range.count * channelCount + rowPadding <= row.count
        && range.lowerBound >= 0 && range.upperBound <= weights.count
        && pixel.count == channelCount && 1...4 ~= channelCount,
      "pixels that are not there")
    unsafe row.withUnsafeBufferPointer { row in
      unsafe weights.withUnsafeBufferPointer { weights in
        unsafe pixel.withUnsafeMutableBufferPointer { pixel in
          guard let row = row.baseAddress, let weights = weights.baseAddress,
            let pixel = pixel.baseAddress
          else { return }
          unsafe ckernels_weigh(
            pixel, row + start, channelCount, weights + range.lowerBound, range.count)
        }
      }
    }
  }
}
