internal import CKernels

// The inner loops that finish a row: they encode light as samples, and blend samples over a
// background.

extension EncodingTable {
  /// Encodes pixels of light as samples with straight alpha.
  ///
  /// Light is clamped to 0 to 1; fully transparent pixels are all zeros.
  ///
  /// - Parameters:
  ///   - row: The pixels, premultiplied.
  ///   - channels: The channels of the pixels.
  ///   - samples: The same number of samples of ``depth``.
  func encode(
    _ row: Span<Float>, _ channels: PixelFormat.Channels, into samples: inout MutableSpan<UInt8>
  ) {
    let (count, pixels) = (channels.count, row.count / channels.count)
    precondition(
      row.count == pixels * count && samples.count == row.count * depth.bytes,
      "rows of different lengths")
    switch depth {
    case .sixteen:
      unsafe withPointers(row, &samples) { row, samples in
        unsafe withKernelCodes { unsafe ckernels_encode_16(samples, row, pixels, count, $0) }
      }
    case .eight where channels.hasAlpha:
      unsafe withPointers(row, &samples) {
        unsafe ckernels_encode_alpha($1, $0, pixels, channels.colorCount, kernelSteps)
      }
    case .eight:
      unsafe withPointers(row, &samples) { unsafe ckernels_encode($1, $0, row.count, kernelSteps) }
    }
  }

  /// Calls `body` with this 16-bit table in the form the kernels use.
  func withKernelCodes(_ body: (UnsafePointer<ckernels_codes>) -> Void) {
    precondition(depth == .sixteen, "a table of another depth")
    unsafe thresholds.withUnsafeBufferPointer { thresholds in
      var codes = unsafe ckernels_codes(
        thresholds: thresholds.baseAddress, is_srgb: curve == .sRGB)
      unsafe body(&codes)
    }
  }
}

extension LightConversion {
  /// Converts RGB or RGBA pixels in place.
  func convert(_ row: inout MutableSpan<Float>, _ channels: PixelFormat.Channels) {
    let count = channels.count
    precondition(count >= 3 && row.count % count == 0, "a row of the wrong length")
    var conversion = ckernels_conversion()
    if let matrix {
      conversion.matrix = (matrix.red.factors, matrix.green.factors, matrix.blue.factors)
      conversion.has_matrix = true
    }
    conversion.encodes = encodes
    unsafe row.withUnsafeMutableBufferPointer {
      unsafe ckernels_convert($0.baseAddress, $0.count / count, count, &conversion)
    }
  }
}

/// Blends encoded pixels over a background.
///
/// Encoded samples are premultiplied and mixed, as in browsers. Grey pixels are expanded to RGB if
/// the result is in colour.
///
/// - Parameters:
///   - samples: The pixels, with straight alpha.
///   - source: The format of the pixels.
///   - background: A pixel in the format of the result.
///   - result: The same number of pixels.
///   - format: The format of the result, with the depth of the source; in colour if the source is.
func blend(
  _ samples: Span<UInt8>, _ source: PixelFormat, over background: [UInt8],
  into result: inout MutableSpan<UInt8>, _ format: PixelFormat
) {
  let pixels = samples.count / source.bytesPerPixel
  precondition(
    source.depth == format.depth && (source.channels.isGray || !format.channels.isGray)
      && background.count == format.bytesPerPixel
      && samples.count == pixels * source.bytesPerPixel
      && result.count == pixels * format.bytesPerPixel, "rows of different lengths")
  let form = ckernels_blend(
    channels: source.channels.count, result_channels: format.channels.count,
    bytes: format.depth.bytes)
  unsafe withPointers(samples, &result) {
    unsafe ckernels_blend_over($1, $0, pixels, form, background)
  }
}
