/// A length on the sheet: `8` or `8px` in pixels, `5mm`, `0.5in` or `12pt` on paper.
public struct Length: Equatable, Sendable {
  /// What a length is counted in.
  public enum Unit: String, CaseIterable, Sendable {
    /// Pixels of the sheet.
    case pixels = "px"
    /// Millimetres; an inch has 25.4.
    case millimetres = "mm"
    /// Inches.
    case inches = "in"
    /// Points of desktop publishing; an inch has 72.
    case points = "pt"

    /// How many of them make an inch; nil for pixels, of which the density tells.
    var perInch: Double? {
      switch self {
      case .pixels: nil
      case .millimetres: 25.4
      case .inches: 1
      case .points: 72
      }
    }
  }

  /// The number; finite and not negative, and whole in pixels.
  public let value: Double
  /// What it counts.
  public let unit: Unit

  private let text: String

  /// A length of so many pixels, or of another unit.
  ///
  /// - Precondition: `count` is not negative.
  public init(_ count: Int, _ unit: Unit = .pixels) {
    precondition(count >= 0, "a length below zero")
    value = Double(count)
    self.unit = unit
    text = "\(count)\(unit.rawValue)"
  }

  /// The length in whole pixels, to the nearest one, halves rounded up.
  ///
  /// `pixelsPerInch` is the density of the sheet; nil where it has none.
  ///
  /// - Throws: ``LengthError/noDensity(_:)`` where a length on paper has no density, and
  ///   ``LengthError/tooLong(_:)`` beyond ``Extent/maximumSide`` pixels.
  public func pixels(perInch pixelsPerInch: Int?) throws(LengthError) -> Int {
    var pixels = value
    if let unitsPerInch = unit.perInch {
      guard let pixelsPerInch else { throw .noDensity(self) }
      pixels = value * Double(pixelsPerInch) / unitsPerInch
    }
    guard pixels < Double(Extent.maximumSide) else { throw .tooLong(self) }
    return Int(pixels + 0.5)
  }
}

extension Length: LosslessStringConvertible {
  /// Parses a decimal number with its unit; one without a unit is in pixels, and those are
  /// whole.
  public init?(_ text: String) {
    let number = text.prefix { ("0"..."9").contains($0) || $0 == "." }
    let suffix = text[number.endIndex...].lowercased()
    guard let unit = suffix.isEmpty ? .pixels : Unit(rawValue: suffix), let value = Double(number)
    else { return nil }
    guard value.isFinite, unit != .pixels || Int(digits: number) != nil else { return nil }
    self.value = value
    self.unit = unit
    self.text = text
  }

  /// The length as it was written.
  public var description: String { text }
}

/// Why a length has no number of pixels.
public enum LengthError: Error, Equatable, Sendable {
  /// A length on paper, and no density that would tell how many pixels it has.
  case noDensity(Length)
  /// More pixels than a PNG can have.
  case tooLong(Length)
}

extension LengthError: CustomStringConvertible {
  /// A fragment that quotes the length.
  public var description: String {
    switch self {
    case .noDensity(let length):
      "'\(length)' needs to know how many pixels make an inch"
    case .tooLong(let length):
      "'\(length)' is over \(Extent.maximumSide) pixels, the most that a PNG can have"
    }
  }
}
