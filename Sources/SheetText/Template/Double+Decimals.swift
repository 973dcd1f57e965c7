extension Double {
  /// The number with at most so many decimals, halves away from zero, which has no sign.
  ///
  /// Zeros at the end of the decimals go, unless they are to stay.
  ///
  /// - Precondition: With all its decimals as digits, the number is an `Int`.
  package func text(decimals: Int, keepsZeros: Bool = false) -> String {
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((magnitude * Double(scale)).rounded())
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: scale)
    // A digit ahead keeps the zeros at the start.
    var fraction = String(scale + rest).dropFirst()
    if !keepsZeros { while fraction.last == "0" { fraction.removeLast() } }
    let sign = self < 0 && scaled > 0 ? "-" : ""
    return sign + String(whole) + (fraction.isEmpty ? "" : "." + fraction)
  }
}
