internal import CKernels

// The inner loops of pixels. Lengths are checked once before each loop, which lets the
// optimiser drop the checks inside and use vectors.

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

/// Adds the fronts of four rows, each `stride` values behind the one before it and times its
/// weight, to a part of `sums`.
func fold(
  _ rows: [Float], stride: Int, by weights: InlineArray<4, Float>, into sums: inout [Float],
  at part: Range<Int>
) {
  precondition(
    part.lowerBound >= 0 && part.upperBound <= sums.count && part.count <= stride
      && rows.count == weights.count * stride,
    "rows of different lengths")
  unsafe sums.withUnsafeMutableBufferPointer { sums in
    unsafe rows.withUnsafeBufferPointer { rows in
      unsafe weights.span.withUnsafeBufferPointer { weights in
        guard let sums = sums.baseAddress, let rows = rows.baseAddress,
          let weights = weights.baseAddress
        else { return }
        unsafe ckernels_fold(sums + part.lowerBound, rows, stride, weights, part.count)
      }
    }
  }
}

/// How many values must stand behind a row that is weighed.
let rowPadding = Int(ckernels_padding)

extension FilterTaps {
  /// Sums up the source pixels of each output, each times its weight.
  ///
  /// - Parameters:
  ///   - row: The pixels of ``sourceRange``, of 1 to 4 channels, and behind them ``rowPadding``
  ///     values of any kind.
  ///   - outputs: ``count`` pixels of as many channels.
  func weigh(_ row: [Float], into outputs: inout MutableSpan<Float>) {
    let channelCount = outputs.count / count
    precondition(
      1...4 ~= channelCount && outputs.count == count * channelCount
        && row.count == sourceRange.count * channelCount + rowPadding,
      "rows of the wrong length")
    unsafe withKernelTaps { taps in
      unsafe row.withUnsafeBufferPointer { row in
        unsafe outputs.withUnsafeMutableBufferPointer { outputs in
          guard let row = row.baseAddress, let outputs = outputs.baseAddress else { return }
          unsafe ckernels_weigh(outputs, row, channelCount, taps)
        }
      }
    }
  }

  private func withKernelTaps(_ body: (UnsafePointer<ckernels_taps>) -> Void) {
    unsafe firsts.withUnsafeBufferPointer { firsts in
      unsafe offsets.withUnsafeBufferPointer { offsets in
        unsafe weights.withUnsafeBufferPointer { weights in
          guard let firsts = firsts.baseAddress, let offsets = offsets.baseAddress,
            let weights = weights.baseAddress
          else { return }
          var taps = unsafe ckernels_taps(
            firsts: firsts, offsets: offsets, weights: weights, count: count)
          unsafe body(&taps)
        }
      }
    }
  }
}

/// Looks up the light of samples of 8 bits.
func decode(_ samples: Span<UInt8>, by table: [Float], into row: inout MutableSpan<Float>) {
  precondition(samples.count == row.count && table.count == 256, "rows of different lengths")
  let count = samples.count
  unsafe samples.withUnsafeBufferPointer { samples in
    unsafe table.withUnsafeBufferPointer { table in
      unsafe row.withUnsafeMutableBufferPointer { row in
        guard let samples = samples.baseAddress, let table = table.baseAddress,
          let row = row.baseAddress
        else { return }
        unsafe ckernels_decode(row, samples, count, table)
      }
    }
  }
}

/// Looks up the light of pixels of 1 or 3 colours and alpha, and premultiplies it.
func decode(
  _ samples: Span<UInt8>, colors: Int, by table: [Float], alphas: [Float],
  into row: inout MutableSpan<Float>
) {
  let pixels = samples.count / (colors + 1)
  precondition(
    (colors == 1 || colors == 3) && samples.count == pixels * (colors + 1)
      && samples.count == row.count && table.count == 256 && alphas.count == 256,
    "rows of different lengths")
  unsafe samples.withUnsafeBufferPointer { samples in
    unsafe table.withUnsafeBufferPointer { table in
      unsafe alphas.withUnsafeBufferPointer { alphas in
        unsafe row.withUnsafeMutableBufferPointer { row in
          guard let samples = samples.baseAddress, let table = table.baseAddress,
            let alphas = alphas.baseAddress, let row = row.baseAddress
          else { return }
          unsafe ckernels_decode_alpha(row, samples, pixels, colors, table, alphas)
        }
      }
    }
  }
}

extension EncodingTable {
  /// Encodes each amount of light as a sample of 8 bits.
  ///
  /// - Precondition: the table is for 8 bits, and there are as many samples.
  func encode(_ row: Span<Float>, into samples: inout MutableSpan<UInt8>) {
    precondition(samples.count == row.count, "rows of different lengths")
    unsafe withKernelTable { table in
      unsafe row.withUnsafeBufferPointer { light in
        unsafe samples.withUnsafeMutableBufferPointer { samples in
          guard let light = light.baseAddress, let samples = samples.baseAddress else { return }
          unsafe ckernels_encode(samples, light, row.count, table)
        }
      }
    }
  }

  /// Lays pixels over an opaque background and encodes what is seen, in 8 bits and without
  /// alpha.
  ///
  /// - Parameters:
  ///   - row: Premultiplied colours and alpha.
  ///   - background: As many colours, 1 or 3.
  ///   - samples: As many colours for each pixel.
  /// - Precondition: the table is for 8 bits.
  func encode(
    _ row: Span<Float>, over background: [Float], into samples: inout MutableSpan<UInt8>
  ) {
    let colors = background.count
    let pixels = row.count / (colors + 1)
    precondition(
      (colors == 1 || colors == 3) && row.count == pixels * (colors + 1)
        && samples.count == pixels * colors, "rows of different lengths")
    unsafe withKernelTable { table in
      unsafe row.withUnsafeBufferPointer { light in
        unsafe background.withUnsafeBufferPointer { background in
          unsafe samples.withUnsafeMutableBufferPointer { samples in
            guard let light = light.baseAddress, let samples = samples.baseAddress,
              let background = background.baseAddress
            else { return }
            unsafe ckernels_encode_over(samples, light, pixels, colors, background, table)
          }
        }
      }
    }
  }

  /// Lays pixels of samples over an opaque background, in 8 bits and without alpha.
  ///
  /// - Parameters:
  ///   - samples: Straight colours and alpha of 8 bits.
  ///   - light: The table that this one is the reverse of.
  ///   - alphas: The table of alpha.
  ///   - background: As many colours, 1 or 3.
  ///   - result: As many colours for each pixel.
  /// - Precondition: the table is for 8 bits.
  func lay(
    _ samples: Span<UInt8>, decodedBy light: [Float], alphas: [Float], over background: [Float],
    into result: inout MutableSpan<UInt8>
  ) {
    let colors = background.count
    let pixels = samples.count / (colors + 1)
    precondition(
      (colors == 1 || colors == 3) && samples.count == pixels * (colors + 1)
        && result.count == pixels * colors && light.count == 256 && alphas.count == 256,
      "rows of different lengths")
    unsafe withKernelTable { table in
      unsafe samples.withUnsafeBufferPointer { samples in
        unsafe light.withUnsafeBufferPointer { light in
          unsafe alphas.withUnsafeBufferPointer { alphas in
            unsafe background.withUnsafeBufferPointer { background in
              unsafe result.withUnsafeMutableBufferPointer { result in
                guard let samples = samples.baseAddress, let light = light.baseAddress,
                  let alphas = alphas.baseAddress, let background = background.baseAddress,
                  let result = result.baseAddress
                else { return }
                unsafe ckernels_lay(
                  result, samples, pixels, colors, light, alphas, background, table)
              }
            }
          }
        }
      }
    }
  }

  private func withKernelTable(_ body: (UnsafePointer<ckernels_code_table>) -> Void) {
    precondition(
      starts.count == Int(ckernels_code_steps) + 1 && thresholds.count == 257,
      "a table of another depth")
    unsafe starts.withUnsafeBufferPointer { starts in
      unsafe thresholds.withUnsafeBufferPointer { thresholds in
        guard let starts = starts.baseAddress, let thresholds = thresholds.baseAddress
        else { return }
        var table = unsafe ckernels_code_table(starts: starts, thresholds: thresholds)
        unsafe body(&table)
      }
    }
  }
}
