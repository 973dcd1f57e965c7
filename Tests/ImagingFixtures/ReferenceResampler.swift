import Foundation
package import SheetImaging

/// Resampling straight from the formulas, in double precision, with every source sample weighted
/// for every output sample.
package enum ReferenceResampler {
  package static func light(
    _ picture: Picture, _ filter: ResampleFilter, to width: Int, _ height: Int
  ) -> [Double] {
    let across = matrix(filter, from: picture.width, to: width)
    let down = matrix(filter, from: picture.height, to: height)
    let channels = picture.format.channels.count
    let source = premultiplied(picture)

    var narrowed: [Double] = []
    for y in 0..<picture.height {
      for weights in across {
        for channel in 0..<channels {
          var sum = 0.0
          for x in 0..<picture.width where weights[x] != 0 {
            sum += weights[x] * source[(y * picture.width + x) * channels + channel]
          }
          narrowed.append(sum)
        }
      }
    }
    var output: [Double] = []
    for weights in down {
      for index in 0..<width * channels {
        var sum = 0.0
        for y in 0..<picture.height where weights[y] != 0 {
          sum += weights[y] * narrowed[y * width * channels + index]
        }
        output.append(sum)
      }
    }
    return output
  }

  private static func premultiplied(_ picture: Picture) -> [Double] {
    let format = picture.format
    let channels = format.channels.count
    let depth = format.depth.bytes
    let samples = (0..<picture.bytes.count / depth).map { index -> Double in
      let code = picture.bytes[index * depth..<(index + 1) * depth].reduce(0) { $0 * 256 + Int($1) }
      return Double(code) / Double(format.depth.maximum)
    }
    return samples.indices.map { index in
      let last = index - index % channels + channels - 1
      guard format.channels.hasAlpha else { return linear(samples[index]) }
      return index == last ? samples[index] : linear(samples[index]) * samples[last]
    }
  }

  private static func linear(_ sample: Double) -> Double {
    sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
  }

  /// One row of weights for each output sample, one weight for each source sample.
  private static func matrix(
    _ filter: ResampleFilter, from sourceCount: Int, to count: Int
  ) -> [[Double]] {
    let scale = Double(sourceCount) / Double(count)
    return (0..<count).map { output in
      let centre = (Double(output) + 0.5) * scale
      let raw = (0..<sourceCount).map { source -> Double in
        let sourceCentre = Double(source) + 0.5
        switch filter {
        case _ where scale == 1, .nearest:
          return source == Int(centre) ? 1 : 0
        case .box:
          let covered =
            min(centre + scale / 2, sourceCentre + 0.5)
            - max(centre - scale / 2, sourceCentre - 0.5)
          return max(covered, 0)
        case .lanczos, .mitchell, .catmullRom, .triangle:
          return kernel(filter, (sourceCentre - centre) / max(scale, 1))
        }
      }
      let sum = raw.reduce(0, +)
      return raw.map { $0 / sum }
    }
  }

  /// The kernel of a filter, from the textbook formulas.
  package static func kernel(_ filter: ResampleFilter, _ distance: Double) -> Double {
    let x = abs(distance)
    func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
    switch filter {
    case .lanczos:
      return x < 3 ? sinc(x) * sinc(x / 3) : 0
    case .mitchell:
      if x < 1 { return (21 * x * x * x - 36 * x * x + 16) / 18 }
      return x < 2 ? (-7 * x * x * x + 36 * x * x - 60 * x + 32) / 18 : 0
    case .catmullRom:
      if x < 1 { return (3 * x * x * x - 5 * x * x + 2) / 2 }
      return x < 2 ? (-x * x * x + 5 * x * x - 8 * x + 4) / 2 : 0
    case .triangle:
      return max(1 - x, 0)
    case .box, .nearest:
      return x < 0.5 ? 1 : 0
    }
  }
}
