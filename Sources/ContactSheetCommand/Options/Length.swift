internal import ContactSheet
internal import SheetText

/// A length on the sheet: `8` or `8px` in pixels, `5mm`, `1cm`, `0.5in` or `12pt` on paper.
struct Length: Equatable, Sendable {
  /// A unit of length.
  enum Unit: String, CaseIterable, Sendable {
    /// Pixels of the sheet.
    case pixels = "px"
    /// Millimetres; 25.4 make an inch.
    case millimetres = "mm"
    /// Centimetres; 2.54 make an inch.
    case centimetres = "cm"
    /// Inches.
    case inches = "in"
    /// Desktop publishing points; 72 make an inch.
    case points = "pt"

    /// How many of them make an inch; nil for pixels, where it depends on the density.
    var perInch: Double? {
      switch self {
      case .pixels: nil
      case .millimetres: 25.4
      case .centimetres: 2.54
      case .inches: 1
      case .points: 72
      }
    }
  }

  /// The number of units; finite and not negative, and whole in pixels.
  let value: Double
  /// The unit.
  let unit: Unit

  private let text: String

  /// Creates a length of a whole number of units.
  ///
  /// - Precondition: `count` is not negative.
  init(_ count: Int, _ unit: Unit = .pixels) {
    precondition(count >= 0, "a negative length")
    value = Double(count)
    self.unit = unit
    text = "\(count)\(unit.rawValue)"
  }

  /// The length rounded to whole pixels, halves up, at the density of the sheet if it has one.
  ///
  /// - Throws: ``LengthError/noDensity(_:)`` for a length on paper without a density, and
  ///   ``LengthError/tooLong(_:)`` beyond `Extent/maximumSide` pixels.
  func pixels(perInch pixelsPerInch: Int?) throws(LengthError) -> Int {
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
  /// Parses a decimal number with a unit, in any case.
  ///
  /// Without a unit it is in pixels, which must be whole.
  init?(_ text: String) {
    let number = text.prefix { $0.isDigit || $0 == "." }
    let suffix = text[number.endIndex...].lowercased()
    guard let unit = suffix.isEmpty ? .pixels : Unit(rawValue: suffix), let value = Double(number)
    else { return nil }
    guard value.isFinite, unit != .pixels || Int(digits: number) != nil else { return nil }
    self.value = value
    self.unit = unit
    self.text = text
  }

  /// The length as it was written.
  var description: String { text }
}

/// The reason why a length cannot be converted to pixels.
enum LengthError: Error, Equatable, Sendable {
  /// A length on paper, but no density.
  case noDensity(Length)
  /// More pixels than a PNG can have.
  case tooLong(Length)
}

extension LengthError: CustomStringConvertible {
  /// A sentence fragment that quotes the length.
  var description: String {
    switch self {
    case .noDensity(let length):
      "'\(length)' cannot be converted to pixels without a density"
    case .tooLong(let length):
      "'\(length)' is over \(Extent.maximumSide) pixels, the most that a PNG can have"
    }
  }
}
