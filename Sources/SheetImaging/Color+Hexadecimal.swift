extension Color {
  /// The colour as `#rrggbbaa`, to the nearest 8 bits; what is transparent is all zeros.
  public var hexadecimal: String {
    pixel(in: PixelFormat(.rgba, .eight)).reduce(into: "#") { text, byte in
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
}
