internal import SheetLayout

extension Sheet {
  /// A length on a sheet, in pixels or on paper; a whole number is in pixels.
  public struct Length: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// A unit of length; a point is 1/72 inch.
    package enum Unit: String, CaseIterable, Sendable {
      case pixels = "px"
      case millimetres = "mm"
      case centimetres = "cm"
      case inches = "in"
      case points = "pt"

      /// How many of the unit make an inch; nil if that depends on the density, as it does for
      /// pixels.
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

    /// The number of units.
    package let value: Double
    package let unit: Unit

    /// A number of pixels.
    public static func pixels(_ count: Int) -> Length { Length(Double(count), .pixels) }
    /// A number of millimetres.
    public static func millimetres(_ count: Double) -> Length { Length(count, .millimetres) }
    /// A number of centimetres.
    public static func centimetres(_ count: Double) -> Length { Length(count, .centimetres) }
    /// A number of inches.
    public static func inches(_ count: Double) -> Length { Length(count, .inches) }
    /// A number of points, 72 to the inch.
    public static func points(_ count: Double) -> Length { Length(count, .points) }

    /// Creates a number of pixels.
    public init(integerLiteral count: Int) { self = .pixels(count) }

    init(_ value: Double, _ unit: Unit) { (self.value, self.unit) = (value, unit) }
  }
}

extension Sheet.Length {
  /// The maximum number of pixels: the limit for layouts, and for the width and the height of a
  /// PNG.
  package static let maximumPixels = Int(LayoutError.maximumLength)
  /// The density at which lengths on paper are checked before the sheet's density is known.
  ///
  /// It is low, so that no length that would fit the sheet is rejected.
  package static let lowestDensity = 72

  /// Whether the length is measured on paper, as in millimetres; zero never is.
  package var isOnPaper: Bool { unit != .pixels && value != 0 }

  /// The length on paper; nil if it is in pixels.
  var millimetres: Double? { unit.perInch.map { value * (25.4 / $0) } }

  /// The length in fractions of pixels at the density of the sheet.
  package func fractionalPixels(perInch pixelsPerInch: Int) -> Double {
    unit.perInch.map { value * Double(pixelsPerInch) / $0 } ?? value
  }

  /// The length rounded to whole pixels, with halves rounded up, at the density of the sheet.
  ///
  /// A length above zero is at least one pixel.
  ///
  /// - Throws: ``LengthError/tooLong(_:)`` beyond ``maximumPixels``, and
  ///   ``LengthError/outOfRange(_:_:)`` outside the range.
  package func pixels(
    perInch pixelsPerInch: Int, in range: ClosedRange<Int> = 0...maximumPixels
  ) throws(LengthError) -> Int {
    let pixels = fractionalPixels(perInch: pixelsPerInch)
    // NaN fails this check, too.
    guard pixels >= 0 else { throw .outOfRange(self, range) }
    guard pixels < Double(Self.maximumPixels) + 1 else { throw .tooLong(self) }
    let count = value > 0 ? max(1, Int(pixels + 0.5)) : 0
    guard range.contains(count) else { throw .outOfRange(self, range) }
    return count
  }

  package var doubled: Sheet.Length { Sheet.Length(2 * value, unit) }

  /// Whether the length is within a range of pixels, using ``lowestDensity`` if it is on paper.
  package func fits(_ range: ClosedRange<Int>) -> Bool {
    (try? pixels(perInch: Self.lowestDensity, in: range)) != nil
  }
}

extension Sheet.Length: LosslessStringConvertible {
  /// Parses a decimal number with a unit, ignoring case.
  ///
  /// A number without a unit must be a whole number of pixels. Numbers of 10^12 or more are
  /// rejected, as they could not be written with six decimals.
  public init?(_ text: String) {
    let number = text.prefix(while: \.isOfNumber)
    let suffix = text[number.endIndex...].lowercased()
    guard let unit = suffix.isEmpty ? .pixels : Unit(rawValue: suffix),
      let value = Double(decimal: String(number)), value < 1e12,
      unit != .pixels || Int(digits: number) != nil
    else { return nil }
    self.init(value, unit)
  }

  /// The number, followed by its unit unless the unit is pixels.
  public var description: String {
    value.text(decimals: 6) + (unit == .pixels ? "" : unit.rawValue)
  }
}

extension Substring {
  /// The length with a unit at the start of the text, and the text after it; nil if the text does
  /// not start with such a length.
  ///
  /// Of two numbers separated by an x, the first takes the unit of the second: `4x6in`.
  package var firstLength: (length: Sheet.Length, rest: Substring)? {
    if let length = lengthWithUnit { return length }
    let rest = drop(while: \.isOfNumber)
    guard rest.first?.isTimes == true, let other = rest.dropFirst().lengthWithUnit?.length,
      let length = Sheet.Length("\(self[..<rest.startIndex])\(other.unit.rawValue)")
    else { return nil }
    return (length, rest)
  }

  private var lengthWithUnit: (length: Sheet.Length, rest: Substring)? {
    let unit = drop(while: \.isOfNumber).prefix(2)
    let rest = self[unit.endIndex...]
    let isInWord = rest.first.map { $0.isLetter && !$0.isTimes || $0.isOfNumber } ?? false
    guard !unit.isEmpty, !isInWord, let length = Sheet.Length(String(self[..<rest.startIndex]))
    else { return nil }
    return (length, rest)
  }
}

extension String {
  /// The text with pixels in place of lengths.
  ///
  /// `10mmx256px` becomes `118x256` at 300 pixels an inch, as does `10mmX256`; in `4x6in` both
  /// numbers are inches. A length above zero is at least one pixel.
  ///
  /// - Throws: ``LengthError``.
  package func withLengthsInPixels(perInch density: Int) throws(LengthError) -> String {
    try withLengths { length throws(LengthError) in try length.pixels(perInch: density) }
  }

  /// Whether the text contains a length other than zero whose unit is not pixels.
  package var hasLengthOnPaper: Bool {
    var isFound = false
    _ = withLengths { length in
      isFound = isFound || length.isOnPaper
      return 1
    }
    return isFound
  }

  /// The text with each length replaced by the number of pixels that a function returns for it.
  private func withLengths<Failure: Error>(
    _ pixels: (Sheet.Length) throws(Failure) -> Int
  ) throws(Failure) -> String {
    var result = ""
    var rest = self[...]
    while let first = rest.first {
      let number = rest.prefix(while: \.isOfNumber)
      if number.isEmpty {
        let isBetweenNumbers =
          first == "X" && result.last?.isDigit == true
          && rest.dropFirst().first?.isOfNumber == true
        result.append(isBetweenNumbers ? "x" : first)
        rest.removeFirst()
        continue
      }
      let isInWord = result.last.map { $0 == "#" || $0.isLetter && $0 != "x" } ?? false
      if !isInWord, let (length, end) = rest.firstLength {
        result += "\(try pixels(length))"
        rest = end
      } else {
        result += number
        rest = rest[number.endIndex...]
      }
    }
    return result
  }
}

extension Character {
  /// Whether the character can be part of a number.
  package var isOfNumber: Bool { isDigit || self == "." }

  /// Whether the character separates a width from a height.
  package var isTimes: Bool { "xX×".contains(self) }
}

/// Why a length cannot be converted to pixels.
package enum LengthError: Error, Equatable, Sendable {
  /// A length above the maximum width and height of a PNG.
  case tooLong(Sheet.Length)
  /// A length whose number of pixels is outside the allowed range.
  case outOfRange(Sheet.Length, ClosedRange<Int>)
}

extension LengthError: CustomStringConvertible {
  /// A sentence fragment that quotes the length.
  package var description: String {
    switch self {
    case .tooLong(let length):
      "'\(length)' is over \(Sheet.Length.maximumPixels) pixels, the longest that a side of a PNG "
        + "can be"
    case .outOfRange(let length, let range):
      "'\(length)' is out of range; choose a length from \(range.lowerBound) to \(range.upperBound) "
        + "pixels"
    }
  }
}

extension LengthError {
  /// What to do about the length; nil if the description already says it.
  package var remedy: Remedy? {
    switch self {
    case .tooLong: "make it shorter"
    case .outOfRange: nil
    }
  }
}
