package import SheetModel

/// A length on the sheet: `8` or `8px` in pixels, `5mm`, `1cm`, `0.5in` or `12pt` on paper.
package struct Length: Equatable, Sendable {
  /// A unit of length; the point is the point of desktop publishing.
  package enum Unit: String, CaseIterable, Sendable {
    case pixels = "px"
    case millimetres = "mm"
    case centimetres = "cm"
    case inches = "in"
    case points = "pt"

    /// The number of units in an inch; nil if it depends on the density, as for pixels.
    package var perInch: Double? {
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
  package let value: Double
  package let unit: Unit
  /// The length as it was written.
  package let description: String

  /// The length on paper; nil in pixels.
  var millimetres: Double? { unit.perInch.map { value * (25.4 / $0) } }

  /// The length rounded to whole pixels, halves up, at the density of the sheet if it has one.
  ///
  /// - Throws: ``LengthError/noDensity(_:)`` for a length on paper without a density, and
  ///   ``LengthError/tooLong(_:)`` beyond `Extent/maximumSide` pixels.
  package func pixels(perInch pixelsPerInch: Int?) throws(LengthError) -> Int {
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
  package init?(_ text: String) {
    let number = text.prefix(while: \.isOfNumber)
    let suffix = text[number.endIndex...].lowercased()
    guard let unit = suffix.isEmpty ? .pixels : Unit(rawValue: suffix),
      let value = Double(decimal: String(number)),
      unit != .pixels || Int(digits: number) != nil
    else { return nil }
    (self.value, self.unit, description) = (value, unit, text)
  }
}

extension Substring {
  /// The length with a unit at the start, and the rest; nil if there is no length.
  ///
  /// Of two numbers with an x between them, the first takes the unit of the second: `4x6in`.
  package var firstLength: (length: Length, rest: Substring)? {
    if let length = lengthWithUnit { return length }
    let rest = drop(while: \.isOfNumber)
    guard rest.first?.isTimes == true, let other = rest.dropFirst().lengthWithUnit?.length,
      let length = Length("\(self[..<rest.startIndex])\(other.unit.rawValue)")
    else { return nil }
    return (length, rest)
  }

  private var lengthWithUnit: (length: Length, rest: Substring)? {
    let unit = drop(while: \.isOfNumber).prefix(2)
    let rest = self[unit.endIndex...]
    let isInWord = rest.first.map { $0.isLetter && !$0.isTimes || $0.isOfNumber } ?? false
    guard !unit.isEmpty, !isInWord, let length = Length(String(self[..<rest.startIndex])) else {
      return nil
    }
    return (length, rest)
  }
}

extension Character {
  /// Whether the character may stand in a number.
  package var isOfNumber: Bool { isDigit || self == "." }

  /// Whether the character divides a width from a height.
  var isTimes: Bool { "xX×".contains(self) }
}

/// The reason why a length cannot be converted to pixels.
package enum LengthError: Error, Equatable, Sendable {
  /// A length on paper, but no density.
  case noDensity(Length)
  /// More pixels than a PNG can have.
  case tooLong(Length)
}

extension LengthError {
  /// What to do about it.
  package var remedy: Remedy {
    switch self {
    case .noDensity: "give \(.dpi), as in \(.dpi, "300"), or write pixels, as in '60px'"
    case .tooLong: "make it shorter"
    }
  }
}

extension LengthError: CustomStringConvertible {
  /// A sentence fragment that quotes the length.
  package var description: String {
    switch self {
    case .noDensity(let length): "'\(length)' cannot be converted to pixels without a density"
    case .tooLong(let length):
      "'\(length)' is over \(Extent.maximumSide) pixels, the most that a PNG can have"
    }
  }
}
