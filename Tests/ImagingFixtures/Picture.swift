package import SheetImaging

/// A small picture in memory, with resampling and painting in one call.
package struct Picture {
  package var width: Int
  package var height: Int
  package var format: PixelFormat
  package var bytes: [UInt8]

  /// A picture whose samples are `code(x, y, channel)`.
  package init(
    _ width: Int, _ height: Int, _ format: PixelFormat, _ code: (Int, Int, Int) -> Int
  ) {
    self.width = width
    self.height = height
    self.format = format
    bytes = []
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<format.channels.count {
          let code = code(x, y, channel)
          if format.depth == .sixteen { bytes.append(UInt8(code >> 8)) }
          bytes.append(UInt8(code & 0xFF))
        }
      }
    }
  }

  package func row(_ y: Int) -> ArraySlice<UInt8> {
    bytes[y * width * format.bytesPerPixel..<(y + 1) * width * format.bytesPerPixel]
  }

  /// The linear-light values of the resampled picture, streamed through ``RowResampler``.
  package func light(
    _ filter: ResampleFilter, to width: Int, _ height: Int,
    columns: Range<Double>? = nil, rows: Range<Double>? = nil, space: ColorSpace = .sRGB,
    in kind: ResampleLight = .linear
  ) -> [Float] {
    var resampler = RowResampler(
      format, space,
      columns: FilterTaps(filter, from: self.width, crop: columns, to: width),
      rows: FilterTaps(filter, from: self.height, crop: rows, to: height), in: kind)
    var output: [Float] = []
    var line = [Float](repeating: .nan, count: width * format.channels.count)
    for y in 0..<self.height {
      resampler.add(row(y).span)
      while true {
        var span = line.mutableSpan
        guard resampler.takeRow(into: &span) else { break }
        output += line
      }
    }
    return output
  }

  /// The bytes of the resampled picture, painted over `background`.
  package func resampled(
    _ filter: ResampleFilter, to width: Int, _ height: Int, as target: PixelFormat? = nil,
    over background: Color = .black, space: ColorSpace = .sRGB, in kind: ResampleLight = .linear
  ) -> [UInt8] {
    let target = target ?? format
    return paint(
      light(filter, to: width, height, space: space, in: kind), from: format.channels, to: target,
      over: .color(background), kind)
  }
}

/// The bytes of one row painted from linear-light values.
package func paint(
  _ light: [Float], from channels: PixelFormat.Channels, to format: PixelFormat,
  over backdrop: Backdrop = .color(.black), _ kind: ResampleLight = .linear,
  at line: PixelLine = PixelLine(x: 0, y: 0)
) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: light.count / channels.count * format.bytesPerPixel)
  var span = bytes.mutableSpan
  RowPainter(from: channels, to: format, over: backdrop, kind).paint(
    light.span, at: line, into: &span)
  return bytes
}

/// The bytes of one row painted from encoded samples.
package func paint(
  samples: [UInt8], from channels: PixelFormat.Channels, to format: PixelFormat,
  over backdrop: Backdrop, at line: PixelLine = PixelLine(x: 0, y: 0)
) -> [UInt8] {
  let count = samples.count / (channels.count * format.depth.bytes)
  var bytes = [UInt8](repeating: 0, count: count * format.bytesPerPixel)
  var span = bytes.mutableSpan
  RowPainter(from: channels, to: format, over: backdrop).paint(samples.span, at: line, into: &span)
  return bytes
}

/// The largest difference between values at the same index.
package func largestDifference(_ one: [Float], _ other: [Float]) -> Double {
  precondition(one.count == other.count)
  return zip(one, other).reduce(0) { max($0, abs(Double($1.0) - Double($1.1))) }
}
