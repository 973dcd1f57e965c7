/// How much the fine detail of a finished tile is strengthened.
///
/// What a blurred copy of the tile lacks is detail; ``amount`` times as much of it
/// again is added. The blur is 1:4:1 along each axis, near a Gaussian of 0.58 pixels:
/// finer than what a large picture's small copy can show would only strengthen noise,
/// and coarser makes halos that are seen at this size.
///
/// Detail is measured in luma and added to all colours alike, so that edges get no
/// coloured fringes, and in encoded samples rather than in light: of equal steps of
/// light the darker one looks larger by far, which would put a dark line beside every
/// bright edge. Alpha is left as it is, and what is transparent counts for nothing.
public struct UnsharpMask: Hashable, Sendable {
  /// The amounts that there are.
  public static let amounts = 0.0...5.0

  /// How much of the detail is added: 0 for none; 0.5 to 1 suits most sheets.
  public let amount: Double

  /// Creates a mask; nil where the amount is not one of ``amounts``.
  public init?(amount: Double) {
    guard Self.amounts.contains(amount) else { return nil }
    self.amount = amount
  }
}

extension UnsharpMask: LosslessStringConvertible {
  /// Parses an amount.
  public init?(_ text: String) {
    guard let amount = Double(text) else { return nil }
    self.init(amount: amount)
  }

  /// The amount.
  public var description: String { "\(amount)" }
}
