extension Color {
  /// The bytes of one pixel of this colour.
  ///
  /// A format without alpha takes the colour as opaque. In one with alpha,
  /// what is fully transparent is all zeros.
  ///
  /// - Precondition: The colour is grey if the format is.
  public func pixel(in format: PixelFormat) -> [UInt8] {
    precondition(isGray || !format.channels.isGray, "a colour in a grey format")
    var samples = format.channels.isGray ? [red] : [red, green, blue]
    if format.channels.hasAlpha {
      samples = alpha == 0 ? samples.map { _ in 0 } + [0] : samples + [alpha]
    }
    return samples.flatMap { sample -> [UInt8] in
      let code = UInt16(sample * Double(format.depth.maximum) + 0.5)
      return format.depth == .eight ? [UInt8(code)] : [UInt8(code >> 8), UInt8(code & 0xFF)]
    }
  }
}
