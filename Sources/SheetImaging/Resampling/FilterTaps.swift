/// The source samples that contribute to each output sample along one axis, and their weights.
///
/// Source sample `i` covers the interval from `i` to `i + 1`. The output samples divide the crop
/// evenly. The weights of each output sample sum to 1.
///
/// A kernel that reaches beyond the crop uses the samples there, so a cropped picture equals the
/// same part of the whole one. A kernel that reaches beyond the source is cut off there, and the
/// remaining weights are normalised.
public struct FilterTaps: Sendable {
  /// The number of source samples along the axis.
  public let sourceCount: Int

  /// The number of output samples.
  public let count: Int

  /// The source samples from the first to the last that any output sample needs.
  public let sourceRange: Range<Int>

  /// The first source sample of each output sample, in ascending order.
  let firsts: [Int32]

  /// Where the weights of each output sample start in ``weights``, then the end of the last.
  let offsets: [Int32]

  /// The weights of all output samples, one after the other.
  let weights: [Float]

  /// The maximum number of source samples in one output sample.
  let largestWindow: Int

  /// The maximum number of output samples that one source sample contributes to.
  let largestOverlap: Int

  /// Tabulates the weights of `filter`.
  ///
  /// Output samples that coincide with source samples, as in a picture that keeps its size, are
  /// those samples with every filter.
  ///
  /// - Parameters:
  ///   - filter: The kernel.
  ///   - sourceCount: The number of source samples, at least 1.
  ///   - crop: The part of `0..<sourceCount` that is shown, by default all of it. It is clamped
  ///     to the source. One so narrow that its edges are equal as numbers shows one sample.
  ///   - count: The number of output samples, at least 1.
  public init(
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
    for output in 0..<count {
      let (first, raw) = axis.kernel(of: output)
      firsts.append(Int32(first))
      weights.append(contentsOf: normalized(raw))
      offsets.append(Int32(weights.count))
    }
    self.sourceCount = sourceCount
    self.count = count
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

  /// The source samples of an output sample.
  ///
  /// Neither bound decreases from one output sample to the next.
  func sources(of output: Int) -> Range<Int> {
    let first = Int(firsts[output])
    return first..<first + Int(offsets[output + 1] - offsets[output])
  }

  /// The weight of a source sample in an output sample that it contributes to.
  func weight(of source: Int, in output: Int) -> Float {
    weights[Int(offsets[output]) + source - Int(firsts[output])]
  }

  /// The weight of a source sample in an output sample; 0 where it does not contribute.
  func weightIfAny(of source: Int, in output: Int) -> Float {
    sources(of: output).contains(source) ? weight(of: source, in: output) : 0
  }
}

extension FilterTaps {
  private struct Key: Hashable {
    let filter: ResampleFilter
    let sourceCount: Int
    let crop: Range<Double>
    let count: Int
  }

  /// Taps are kept for axes up to some length.
  private struct Cache {
    let maximumLength: Int
    let recent: RecentValues<Key, FilterTaps>
  }

  /// Many for short axes, and a few for long ones.
  ///
  /// The taps of a long axis take longer than the pixels where tiles are narrow or low, and the next
  /// tile most often has the same.
  private static let caches = [
    Cache(maximumLength: 1024, recent: RecentValues(limit: 256)),
    Cache(maximumLength: 65_536, recent: RecentValues(limit: 4)),
  ]

  /// The taps of an axis, shared with recent callers that asked for the same ones.
  ///
  /// Parameters are those of ``init(_:from:crop:to:)``.
  public static func shared(
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

/// An axis along which output samples are spaced evenly among source samples.
private struct SampledAxis {
  var filter: ResampleFilter
  var sourceCount: Int
  /// Where the first output sample begins, in source samples.
  var start: Double
  /// The length of an output sample in source samples; above 1 shrinks.
  var scale: Double

  /// The first source sample of an output sample, and the weights from there on.
  func kernel(of output: Int) -> (first: Int, weights: [Double]) {
    if scale == 1, start == start.rounded(.down) {
      return (Int(start) + output, [1])
    }
    let centre = start + (Double(output) + 0.5) * scale
    let reach = filter == .box ? scale / 2 : filter.support * max(scale, 1)
    let nearest = min(Int(centre), sourceCount - 1)
    guard filter != .nearest else { return (nearest, [1]) }

    // A box weighs all samples that it touches, other kernels those whose centres they reach.
    // Whatever rounding does, the window contains the nearest sample.
    let inset = filter == .box ? 0 : 0.5
    let low = min(max(Int((centre - reach + inset).rounded(.down)), 0), nearest)
    let high = max(min(Int((centre + reach - inset).rounded(.up)), sourceCount), nearest + 1)
    let weights = (low..<high).map { source in
      switch filter {
      case .box:
        max(0, min(centre + reach, Double(source + 1)) - max(centre - reach, Double(source)))
      default:
        filter.weight(at: (Double(source) + 0.5 - centre) / max(scale, 1))
      }
    }
    // A box can be so narrow that its edges are equal as numbers.
    return weights.contains { $0 > 0 } ? (low, weights) : (nearest, [1])
  }
}

/// `raw` divided by its sum; the largest weight absorbs the rounding errors of `Float`, so that
/// the sum stays 1.
private func normalized(_ raw: [Double]) -> [Float] {
  let sum = raw.reduce(0, +)
  var weights = raw.map { Float($0 / sum) }
  let largest = weights.indices.reduce(0) { weights[$1] > weights[$0] ? $1 : $0 }
  let excess = weights.reduce(0) { $0 + Double($1) } - 1
  weights[largest] = Float(Double(weights[largest]) - excess)
  return weights
}
