internal import SheetModel

// Numbers and angles in text, as programs write them.

extension String {
  /// The numbers in a text such as `1/250`, `f/2.8`, `50 mm` or `24 70 2.8 4`; empty if the text
  /// contains anything else.
  ///
  /// A number that is unknown or infinite, such as `0/0` or `undef`, is nil.
  var recordedNumbers: [Double?] {
    var numbers: [Double?] = []
    for word in prefix(400).split(whereSeparator: \.isWhitespace) {
      if let number = word.fraction {
        numbers.append(number)
      } else if word.isUnknownNumber {
        numbers.append(nil)
      } else if let number = word.withoutUnit.fraction {
        numbers.append(number)
      } else if !Self.units.contains(word.lowercased()) {
        return []
      }
    }
    return numbers
  }

  fileprivate static let units: Set = ["s", "sec", "secs", "second", "seconds", "mm", "iso", "f"]
}

extension Substring {
  /// The value of a decimal number, or of two numbers separated by a slash; nil if the text is
  /// neither.
  fileprivate var fraction: Double? {
    let parts = split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double(decimal: String($0)) }
    guard numbers.count == parts.count else { return nil }
    switch numbers.count {
    case 1: return numbers[0]
    case 2 where numbers[1] != 0: return numbers[0] / numbers[1]
    default: return nil
    }
  }

  /// Whether the text stands for a number that is not known, such as `0/0`, `inf` or `?`.
  fileprivate var isUnknownNumber: Bool {
    let parts = split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, Double(decimal: String(parts[0])) != nil {
      return Double(decimal: String(parts[1])) == 0
    }
    return ["undef", "inf", "-inf", "+inf", "nan", "?", "-"].contains(lowercased())
  }

  /// A number without the sign before it or the unit after it: `2.8` for `f/2.8`, `50` for `50mm`.
  fileprivate var withoutUnit: Substring {
    for start in ["f/", "f", "iso"] where lowercased().hasPrefix(start) {
      return dropFirst(start.count)
    }
    let number = prefix { !$0.isLetter && $0 != "\"" }
    let unit = self[number.endIndex...]
    return unit == "\"" || String.units.contains(unit.lowercased()) ? number : self
  }
}

/// A latitude or a longitude as text: degrees, or degrees, minutes and seconds, and a direction.
///
/// It may be `48,51,29.88N` or `48,51.498N`, or any other numbers with a letter or a word for the
/// direction before or after them: `43 deg 4' 35.04" N`, `N43.0764`, `43.0764 north`, `-43.0764`.
///
/// Source: XMP specification, part 2, 2.3 (GPSCoordinate); ExifTool, lib/Image/ExifTool/GPS.pm
/// (`ToDegrees`).
struct Angle: Equatable {
  /// Whether an angle is a latitude or a longitude.
  enum Axis {
    case latitude, longitude

    var limit: Double { self == .latitude ? 90 : 180 }
    fileprivate var positive: [Substring] { self == .latitude ? ["n", "north"] : ["e", "east"] }
    fileprivate var negative: [Substring] { self == .latitude ? ["s", "south"] : ["w", "west"] }
    fileprivate var other: Axis { self == .latitude ? .longitude : .latitude }
  }

  /// How it is known whether the angle is north or south, or east or west.
  enum Direction {
    case stated, signed, unknown
  }

  /// The degrees; south and west are negative.
  let degrees: Double
  let direction: Direction

  /// Creates an angle from its parts, which may have decimals; nil if it is out of range.
  ///
  /// The sign of the degrees applies to the minutes and seconds too. If `isNegative` is nil, no
  /// direction is stated.
  init?(_ parts: [Double], _ axis: Axis, isNegative: Bool?, hasSign: Bool = false) {
    guard 1...3 ~= parts.count, parts.dropFirst().allSatisfy({ $0 >= 0 }) else { return nil }
    var size = 0.0
    for part in parts.reversed() { size = size / 60 + abs(part) }
    guard size <= axis.limit else { return nil }
    let isSigned = hasSign || parts[0].sign == .minus
    degrees = isNegative ?? (parts[0].sign == .minus) ? -size : size
    direction = isNegative != nil ? .stated : isSigned ? .signed : .unknown
  }

  /// Reads an angle; nil if the text does not contain one.
  ///
  /// The reference is a direction that is recorded elsewhere; it is used for a text without a
  /// direction.
  init?(_ text: String, _ axis: Axis, reference: String? = nil) {
    let parts = AngleParts(text.prefix(200))
    guard !parts.words.contains(where: { ["inf", "undef", "nan"].contains($0) }) else {
      return nil
    }
    let directions = (axis.positive + axis.negative, axis.other.positive + axis.other.negative)
    let ends = parts.ends
    guard !ends.contains(where: directions.1.contains) else { return nil }
    let own = ends.first(where: directions.0.contains)
    var isNegative: Bool?
    if let own {
      // A negative latitude counts as south even if it is marked as north, as in ExifTool.
      isNegative = axis.negative.contains(own) || parts.numbers.first?.sign == .minus
    } else if !parts.hasSign {
      isNegative = axis.isNegative(reference)
    }
    self.init(parts.numbers, axis, isNegative: isNegative, hasSign: parts.hasSign)
  }
}

extension Angle.Axis {
  /// Whether a reference such as `S` or `south` is the negative direction of this axis; nil if it
  /// is neither direction.
  func isNegative(_ reference: String?) -> Bool? {
    guard let letter = reference?.trimmed?.prefix(1).lowercased() else { return nil }
    if negative[0] == letter { return true }
    return positive[0] == letter ? false : nil
  }
}

/// The numbers and words of an angle.
private struct AngleParts {
  /// The numbers in order, including fractions such as `4584/1000`.
  var numbers: [Double] = []
  /// The words in order, in lower case.
  var words: [Substring] = []
  /// The words before the first number and after the last one.
  var ends: [Substring] = []
  /// Whether the first number has a sign.
  var hasSign = false

  init(_ text: Substring) {
    var rest = text.lowercased()[...]
    // A hyphen after a number is a separator, not a sign: `43-04-35`.
    var isAfterNumber = false
    while let first = rest.first {
      let hasSign = (first == "-" || first == "+") && !isAfterNumber
      let digits = hasSign ? rest.dropFirst() : rest
      if let length = digits.numberLength {
        var number = Double(decimal: String(digits.prefix(length))) ?? .nan
        rest = digits.dropFirst(length)
        if rest.first == "/", let length = rest.dropFirst().numberLength {
          number /= Double(decimal: String(rest.dropFirst().prefix(length))) ?? 0
          rest = rest.dropFirst(length + 1)
        }
        if numbers.isEmpty { self.hasSign = hasSign }
        numbers.append(hasSign && first == "-" ? -number : number)
        isAfterNumber = true
      } else if first.isLetter {
        let word = rest.prefix(while: \.isLetter)
        words.append(word)
        if numbers.isEmpty { ends.append(word) }
        rest = rest.dropFirst(word.count)
        isAfterNumber = false
      } else {
        rest = rest.dropFirst()
        isAfterNumber = false
      }
    }
    if let last = words.last,
      text.lowercased().reversed().first(where: { $0.isLetter || $0.isNumber })?.isLetter == true
    {
      ends.append(last)
    }
    if numbers.contains(where: { !$0.isFinite }) { numbers = [] }
  }
}

extension Substring {
  /// The length of the decimal number at the start, with an exponent if it has one; nil if there
  /// is no number.
  fileprivate var numberLength: Int? {
    let bytes = Array(utf8)
    var length = 0
    func digits(from start: Int) -> Int {
      var end = start
      while end < bytes.count, bytes[end].isDigit { end += 1 }
      return end
    }
    length = digits(from: 0)
    let hasWhole = length > 0
    if length < bytes.count, bytes[length] == UInt8(ascii: ".") {
      let end = digits(from: length + 1)
      if hasWhole || end > length + 1 { length = end }
    }
    guard length > 0 else { return nil }
    if length + 1 < bytes.count, bytes[length] == UInt8(ascii: "e") {
      let sign = "+-".utf8.contains(bytes[length + 1]) ? 1 : 0
      let end = digits(from: length + 1 + sign)
      if end > length + 1 + sign { length = end }
    }
    return length
  }
}
