/// The source samples that contribute to each output sample along one axis, and their weights.
///
/// Source sample `i` covers the interval from `i` to `i + 1`. The output samples divide the crop
/// evenly. The weights of each output sample sum to 1.
///
/// A kernel that reaches beyond the crop uses the samples there, so a cropped picture matches the
/// same part of the whole picture. A kernel is cut off at the ends of the source, and the remaining
/// weights are normalised.
package struct FilterTaps: Sendable {
  /// The number of source samples along the axis.
  package let sourceCount: Int

  /// The number of output samples.
  package let count: Int

  /// The range of source samples that the output samples need.
  package let sourceRange: Range<Int>

  /// The first source sample of each output sample, in ascending order.
  let firsts: [Int32]

  /// Where the weights of each output sample begin in ``weights``, followed by where the last ones
  /// end.
  let offsets: [Int32]

  /// The weights of all output samples, in sequence.
  let weights: [Float]

  /// The maximum number of source samples that contribute to one output sample.
  let largestWindow: Int

  /// The maximum number of output samples that one source sample contributes to.
  let largestOverlap: Int

  /// Tabulates the weights of `filter`.
  ///
  /// Output samples that coincide with source samples, as in a picture that keeps its size, are
  /// equal to them whatever the filter.
  ///
  /// - Parameters:
  ///   - filter: The kernel.
  ///   - sourceCount: The number of source samples, at least 1.
  ///   - crop: The part of `0..<sourceCount` to show, by default all of it. It is clamped to the
  ///     source. If it is so narrow that its edges are numerically equal, it shows one sample.
  ///   - count: The number of output samples, at least 1.
  package init(
    _ filter: ResampleFilter, from sourceCount: Int, crop: Range<Double>? = nil, to count: Int
  ) {
    precondition(sourceCount > 0 && count > 0, "an axis without samples")
    let crop = (crop ?? 0..<Double(sourceCount)).clamped(to: 0..<Double(sourceCount))
    let axis = SampledAxis(
      filter: filter, sourceCount: sourceCount, start: crop.lowerBound,
      scale: (crop.upperBound - crop.lowerBound) / Double(count))

    var firsts: [Int32] = []
    var offsets: [Int32] = [0]
    var weights: [Float] = []
    firsts.reserveCapacity(count)
    offsets.reserveCapacity(count + 1)
    // A buffer that all output samples share; it is as long as the longest kernel.
    var kernel: [Double] = []
    for output in 0..<count {
      let sources = axis.setKernel(of: output, in: &kernel)
      firsts.append(Int32(sources.lowerBound))
      appendNormalized(kernel.span.extracting(first: sources.count), to: &weights)
      offsets.append(Int32(weights.count))
    }
    self.init(sourceCount: sourceCount, firsts: firsts, offsets: offsets, weights: weights)
  }

  private init(sourceCount: Int, firsts: [Int32], offsets: [Int32], weights: [Float]) {
    self.sourceCount = sourceCount
    count = firsts.count
    sourceRange =
      Int(firsts[0])..<Int(firsts[count - 1] + offsets[count] - offsets[count - 1])
    self.firsts = firsts
    self.offsets = offsets
    self.weights = weights

    let ends = firsts.indices.map { firsts[$0] + offsets[$0 + 1] - offsets[$0] }
    largestWindow = zip(ends, firsts).reduce(0) { max($0, Int($1.0 - $1.1)) }
    var oldest = 0
    var overlap = 0
    for newest in 0..<count {
      while ends[oldest] <= firsts[newest] { oldest += 1 }
      overlap = max(overlap, newest - oldest + 1)
    }
    largestOverlap = overlap
  }

  /// The taps of a range of output samples, which must not be empty.
  func part(_ outputs: Range<Int>) -> FilterTaps {
    let (start, end) = (offsets[outputs.lowerBound], offsets[outputs.upperBound])
    return FilterTaps(
      sourceCount: sourceCount, firsts: Array(firsts[outputs]),
      offsets: offsets[outputs.lowerBound...outputs.upperBound].map { $0 - start },
      weights: Array(weights[Int(start)..<Int(end)]))
  }

  /// The source samples of an output sample.
  ///
  /// Neither bound ever decreases from one output sample to the next.
  func sources(of output: Int) -> Range<Int> {
    let first = Int(firsts[output])
    return first..<first + Int(offsets[output + 1] - offsets[output])
  }

  /// The weight of a source sample in an output sample that it contributes to.
  func weight(of source: Int, in output: Int) -> Float {
    weights[Int(offsets[output]) + source - Int(firsts[output])]
  }
}

extension FilterTaps {
  private struct Key: Hashable {
    let filter: ResampleFilter
    let sourceCount: Int
    let crop: Range<Double>
    let count: Int
  }

  /// A cache of taps, for axes up to a certain length.
  private struct Cache {
    let maximumLength: Int
    let recent: LRUCache<Key, FilterTaps>
  }

  /// A cache of many short axes, and one of a few long ones.
  ///
  /// If a tile is narrow or short, computing the taps of its long axis takes longer than resampling
  /// its pixels, and the next tile usually needs the same taps.
  private static let caches = [
    Cache(maximumLength: 1024, recent: LRUCache(limit: 256)),
    Cache(maximumLength: 65_536, recent: LRUCache(limit: 4)),
  ]

  /// The taps of an axis, shared with recent callers.
  ///
  /// Parameters are as for ``init(_:from:crop:to:)``.
  package static func shared(
    _ filter: ResampleFilter, from sourceCount: Int, crop: Range<Double>, to count: Int
  ) -> FilterTaps {
    let length = max(sourceCount, count)
    guard let cache = caches.first(where: { length <= $0.maximumLength }) else {
      return FilterTaps(filter, from: sourceCount, crop: crop, to: count)
    }
    let key = Key(filter: filter, sourceCount: sourceCount, crop: crop, count: count)
    return cache.recent.value(of: key) {
      FilterTaps(filter, from: sourceCount, crop: crop, to: count)
    }
  }
}

/// An axis along which output samples are evenly spaced among source samples.
private struct SampledAxis {
  var filter: ResampleFilter
  var sourceCount: Int
  /// The offset of the first output sample, in source samples.
  var start: Double
  /// The length of an output sample in source samples; above 1 when shrinking.
  var scale: Double

  /// Sets the start of `weights` to the weights of an output sample.
  ///
  /// - Returns: The source samples that the weights apply to.
  func setKernel(of output: Int, in weights: inout [Double]) -> Range<Int> {
    func one(_ source: Int) -> Range<Int> {
      extend(&weights, to: 1)
      weights[0] = 1
      return source..<source + 1
    }
    if scale == 1, start == start.rounded(.down) { return one(Int(start) + output) }
    let centre = start + (Double(output) + 0.5) * scale
    let reach = filter == .box ? scale / 2 : filter.support * max(scale, 1)
    let nearest = min(Int(centre), sourceCount - 1)
    guard filter != .nearest else { return one(nearest) }

    // A box weighs all samples it touches; other kernels weigh all samples whose centres they
    // reach. Despite rounding, the window contains the nearest sample.
    let inset = filter == .box ? 0 : 0.5
    let low = min(max(Int((centre - reach + inset).rounded(.down)), 0), nearest)
    let high = max(min(Int((centre + reach - inset).rounded(.up)), sourceCount), nearest + 1)
    extend(&weights, to: high - low)
    var all = weights.mutableSpan
    var window = all._mutatingExtracting(first: high - low)
    if filter == .box {
      for source in low..<high {
        window[source - low] = max(
          0, min(centre + reach, Double(source + 1)) - max(centre - reach, Double(source)))
      }
    } else {
      filter.weigh(
        from: Double(low) + 0.5, around: centre, scale: max(scale, 1), into: &window)
    }
    // A box can be so narrow that its edges are numerically equal.
    return weights[0..<high - low].contains { $0 > 0 } ? low..<high : one(nearest)
  }

  private func extend(_ weights: inout [Double], to count: Int) {
    if weights.count < count { weights += [Double](repeating: 0, count: count - weights.count) }
  }
}

/// Appends `kernel` divided by its sum.
///
/// The largest weight absorbs the rounding errors of `Float`, so that the sum stays 1.
private func appendNormalized(_ kernel: Span<Double>, to weights: inout [Float]) {
  var sum = 0.0
  for index in 0..<kernel.count { sum += kernel[index] }
  let start = weights.count
  weights.append(contentsOf: repeatElement(0, count: kernel.count))
  var all = weights.mutableSpan
  var target = all._mutatingExtracting(start..<start + kernel.count)
  let inverse = 1 / sum
  for index in 0..<kernel.count { target[index] = Float(kernel[index] * inverse) }
  var (largest, place, total) = (-Float.infinity, 0, 0.0)
  for index in 0..<kernel.count {
    let weight = target[index]
    if weight > largest { (largest, place) = (weight, index) }
    total += Double(weight)
  }
  target[place] = Float(Double(largest) - (total - 1))
}
