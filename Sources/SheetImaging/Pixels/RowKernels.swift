internal import CKernels

// The inner loops over pixels. Lengths are checked once before each loop, so that the optimiser
// can drop the checks inside and vectorise.

extension AlignedRows {
  /// Adds source rows, whose light this object holds, to the sums of output rows.
  ///
  /// - Parameters:
  ///   - sources: The numbers of the source rows that this object holds, from its first row on.
  ///   - taps: The weights of the rows.
  ///   - outputs: The output rows.
  ///   - sums: The sums, in a ring buffer indexed by the number of the output row.
  ///   - part: The range of sums that the light belongs to, starting at a cache line.
  func fold(
    _ sources: [Int32], by taps: FilterTaps, in outputs: Range<Int>, into sums: inout AlignedRows,
    at part: Range<Int>
  ) {
    let line = Int(ckernels_line_values)
    precondition(
      1...count ~= sources.count && outputs.lowerBound >= 0 && outputs.upperBound <= taps.count
        && outputs.count <= sums.count && part.lowerBound >= 0 && part.lowerBound % line == 0
        && part.upperBound <= sums.width && part.count <= width,
      "rows of different lengths")
    let (sumStride, sumCount) = (sums.stride, sums.count)
    unsafe taps.withKernelTaps { taps in
      unsafe sums.withUnsafeMutableRows { sums in
        unsafe withUnsafeRow(0) { rows in
          unsafe sources.withUnsafeBufferPointer { sources in
            var sums = unsafe ckernels_sums(
              values: sums + part.lowerBound, stride: sumStride, count: sumCount)
            var group = unsafe ckernels_group(
              rows: rows, stride: stride, sources: sources.baseAddress, count: sources.count)
            unsafe ckernels_accumulate_rows(
              &sums, &group, taps, outputs.lowerBound, outputs.upperBound, part.count)
          }
        }
      }
    }
  }
}

/// How many values after a row ``FilterTaps/weigh(_:of:into:)`` may read.
let rowPadding = Int(ckernels_padding)

extension FilterTaps {
  /// Sums the weighted source pixels of each output pixel.
  ///
  /// - Parameters:
  ///   - row: The index of the row to weigh.
  ///   - rows: The pixels of ``sourceRange``, with 1 to 4 channels, then ``rowPadding`` arbitrary
  ///     values.
  ///   - outputs: ``count`` pixels with the same number of channels.
  func weigh(_ row: Int, of rows: AlignedRows, into outputs: inout MutableSpan<Float>) {
    let channelCount = outputs.count / count
    precondition(
      1...4 ~= channelCount && outputs.count == count * channelCount
        && rows.width == sourceRange.count * channelCount + rowPadding,
      "rows of the wrong length")
    unsafe withKernelTaps { taps in
      unsafe rows.withUnsafeRow(row) { row in
        unsafe outputs.withUnsafeMutableBufferPointer {
          unsafe ckernels_convolve_row($0.baseAddress, row, channelCount, taps)
        }
      }
    }
  }

  fileprivate func withKernelTaps(_ body: (UnsafePointer<ckernels_taps>) -> Void) {
    unsafe firsts.withUnsafeBufferPointer { firsts in
      unsafe offsets.withUnsafeBufferPointer { offsets in
        unsafe weights.withUnsafeBufferPointer { weights in
          var taps = unsafe ckernels_taps(
            firsts: firsts.baseAddress, offsets: offsets.baseAddress,
            weights: weights.baseAddress, count: count)
          unsafe body(&taps)
        }
      }
    }
  }
}

/// The light of each sample at a depth, for each channel.
struct ChannelTables: Sendable {
  let red, green, blue, alpha: [Float]

  /// Looks up the light of pixels.
  ///
  /// - Parameters:
  ///   - samples: Whole pixels. Grey is looked up in ``green``.
  ///   - format: The format of the pixels.
  ///   - isStraight: Whether to leave light unpremultiplied.
  ///   - row: As many values as there are samples.
  func decode(
    _ samples: Span<UInt8>, of format: PixelFormat, isStraight: Bool,
    into row: inout MutableSpan<Float>
  ) {
    let (pixels, maximum) = (samples.count / format.bytesPerPixel, format.depth.maximum)
    precondition(
      samples.count == pixels * format.bytesPerPixel
        && row.count == pixels * format.channels.count, "rows of different lengths")
    precondition(
      red.count > maximum && green.count > maximum && blue.count > maximum
        && alpha.count > maximum, "tables of another depth")
    let layout = ckernels_samples(
      channels: format.channels.count, bytes: format.depth.bytes, is_straight: isStraight)
    unsafe withPointers(samples, &row) {
      unsafe ckernels_decode($1, $0, pixels, layout, red, green, blue, alpha)
    }
  }
}

extension ToneMapper {
  /// Converts decoded pixels with straight alpha to the light to be shown, and premultiplies it.
  func map(_ row: inout MutableSpan<Float>, _ channels: PixelFormat.Channels) {
    let count = channels.count
    precondition(count >= 3 && row.count % count == 0, "a row of the wrong length")
    unsafe withKernelTones { tones in
      unsafe row.withUnsafeMutableBufferPointer {
        unsafe ckernels_map_tones($0.baseAddress, $0.count / count, count, tones)
      }
    }
  }

  private func withKernelTones(_ body: (UnsafePointer<ckernels_tones>) -> Void) {
    let none: [Float] = []
    unsafe curve.steps.withUnsafeBufferPointer { curveSteps in
      unsafe (scene?.factor.steps ?? none).withUnsafeBufferPointer { sceneSteps in
        var tones = unsafe ckernels_tones()
        unsafe tones.scale = scale
        unsafe tones.knee = Float(ToneCurve.knee)
        unsafe tones.matrix = (matrix.red.factors, matrix.green.factors, matrix.blue.factors)
        unsafe tones.luminance = luminance.factors
        unsafe tones.curve = ckernels_curve(
          steps: curveSteps.baseAddress, lowest: curve.range.lowerBound,
          highest: curve.range.upperBound)
        if let scene {
          unsafe tones.scene_luminance = scene.luminance.factors
          unsafe tones.scene_factor = ckernels_curve(
            steps: sceneSteps.baseAddress, lowest: scene.factor.range.lowerBound,
            highest: scene.factor.range.upperBound)
        }
        unsafe body(&tones)
      }
    }
  }
}

/// Adds 8-bit samples to sums.
func sum(_ samples: Span<UInt8>, into sums: inout MutableSpan<UInt16>) {
  precondition(samples.count == sums.count, "rows of different lengths")
  unsafe withPointers(samples, &sums) { unsafe ckernels_sum($1, $0, samples.count) }
}

/// Adds 8-bit RGBA pixels to sums, with colours premultiplied and rounded.
func sumPremultiplied(_ samples: Span<UInt8>, into sums: inout MutableSpan<UInt16>) {
  precondition(samples.count == sums.count && samples.count % 4 == 0, "rows of different lengths")
  unsafe withPointers(samples, &sums) {
    unsafe ckernels_sum_premultiplied($1, $0, samples.count / 4)
  }
}

/// Calls `body` with the addresses of both spans; the address of an empty span may be nil.
@inline(__always)
func withPointers<Source, Target>(
  _ source: Span<Source>, _ target: inout MutableSpan<Target>,
  _ body: (UnsafePointer<Source>?, UnsafeMutablePointer<Target>?) -> Void
) {
  unsafe source.withUnsafeBufferPointer { source in
    unsafe target.withUnsafeMutableBufferPointer { target in
      unsafe body(source.baseAddress, target.baseAddress)
    }
  }
}
