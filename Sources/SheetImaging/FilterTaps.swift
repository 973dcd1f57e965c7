/// Which source samples make each output sample along one axis, and by what
/// weights.
///
/// Sample `i` of the source covers the interval from `i` to `i + 1`. The
/// outputs divide the crop evenly. Weights of one output sum to 1.
///
/// A kernel that reaches past the crop takes the samples it finds there, so a
/// cropped picture equals the same part of the whole one. A kernel that
/// reaches past the source is cut off there, and the rest makes up for it.
public struct FilterTaps: Sendable {
  /// The number of source samples along the axis.
  public let sourceCount: Int

  /// The number of output samples.
  public let count: Int

  /// The source samples from the first to the last that any output needs.
  public let sourceRange: Range<Int>

  /// The first source sample of each output, never less than the one before.
  let firsts: [Int32]

  /// Where the weights of each output start, and after the last where they end.
  let offsets: [Int32]

  /// The weights of all outputs, one output after the other.
  let weights: [Float]

  /// The largest number of source samples in one output.
  let largestWindow: Int

  /// The largest number of outputs that one source sample is part of.
  let largestOverlap: Int

  /// Tabulates the weights of `filter`.
  ///
  /// Outputs that fall on source samples exactly, as in a picture that keeps
  /// its size, are those samples for every filter.
  ///
  /// - Parameters:
  ///   - filter: The kernel.
  ///   - sourceCount: The number of source samples, at least 1.
  ///   - crop: The part of `0..<sourceCount` that is shown, all of it by
  ///     default. What lies outside is cut off; something must be left.
  ///   - count: The number of output samples, at least 1.
  public init(
    _ filter: ResampleFilter, from sourceCount: Int, crop: Range<Double>? = nil, to count: Int
  ) {
    precondition(sourceCount > 0 && count > 0, "an axis without samples")
    let crop = (crop ?? 0..<Double(sourceCount)).clamped(to: 0..<Double(sourceCount))
    precondition(!crop.isEmpty, "a crop outside the source")
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

  /// The source samples of an output.
  ///
  /// Neither end decreases from one output to the next.
  public func sources(of output: Int) -> Range<Int> {
    let first = Int(firsts[output])
    return first..<first + Int(offsets[output + 1] - offsets[output])
  }

  /// The weight of the source sample `source` in an output that it is part of.
  func weight(of source: Int, in output: Int) -> Float {
    weights[Int(offsets[output]) + source - Int(firsts[output])]
  }

  /// The weight of a source sample in an output; 0 where it is no part of it.
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

  /// Of larger pictures there are fewer, and their pixels take far longer than their taps.
  private static let largestShared = 1024
  private static let recentTaps = RecentValues<Key, FilterTaps>(limit: 256)

  /// The taps of an axis, shared with others that asked for the same lately.
  public static func shared(
    _ filter: ResampleFilter, from sourceCount: Int, crop: Range<Double>, to count: Int
  ) -> FilterTaps {
    guard sourceCount <= largestShared, count <= largestShared else {
      return FilterTaps(filter, from: sourceCount, crop: crop, to: count)
    }
    let key = Key(filter: filter, sourceCount: sourceCount, crop: crop, count: count)
    return recentTaps.value(of: key) {
      FilterTaps(filter, from: sourceCount, crop: crop, to: count)
    }
  }
}

/// An axis on which output samples lie at even distances among source samples.
private struct SampledAxis {
  var filter: ResampleFilter
  var sourceCount: Int
  /// Where the first output begins, in source samples.
  var start: Double
  /// The length of an output in source samples: more than 1 shrinks.
  var scale: Double

  /// The first source sample of an output, and the weights from there on.
  func kernel(of output: Int) -> (first: Int, weights: [Double]) {
    if scale == 1, start == start.rounded(.down) {
      return (Int(start) + output, [1])
    }
    let centre = start + (Double(output) + 0.5) * scale
    let reach = filter == .box ? scale / 2 : filter.support * max(scale, 1)
    let nearest = min(Int(centre), sourceCount - 1)
    guard filter != .nearest else { return (nearest, [1]) }

    // A kernel weighs the samples whose centres it reaches, a box all it touches.
    // The window holds the nearest sample, whatever rounding does.
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
    // A box can be too narrow for its edges to differ as numbers.
    return weights.contains { $0 > 0 } ? (low, weights) : (nearest, [1])
  }
}

/// `raw` divided by its sum, with the rounding errors of `Float` given to the
/// largest weight so that the sum stays 1.
private func normalized(_ raw: [Double]) -> [Float] {
  let sum = raw.reduce(0, +)
  var weights = raw.map { Float($0 / sum) }
  let largest = weights.indices.reduce(0) { weights[$1] > weights[$0] ? $1 : $0 }
  let excess = weights.reduce(0) { $0 + Double($1) } - 1
  weights[largest] = Float(Double(weights[largest]) - excess)
  return weights
}
