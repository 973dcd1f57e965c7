internal import FoundationEssentials

/// Text of this program that goes into a page unchanged: rules of style sheets, scripts, policies.
///
/// It is made of literals, numbers and words of the program. External text cannot get in, so no
/// escaping is needed:
///
///     ".x\(number){left:\(share, places: 4)%}"
struct TrustedText: ExpressibleByStringInterpolation, Equatable, Sendable {
  /// The text in UTF-8.
  private(set) var bytes: [UInt8]

  init(stringLiteral literal: StaticString) { bytes = Array(literal.description.utf8) }

  init(stringInterpolation parts: StringInterpolation) { bytes = parts.bytes }

  /// The parts of a literal, in order.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) { bytes.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: StaticString) { bytes += literal.description.utf8 }

    mutating func appendInterpolation(_ text: TrustedText) { bytes += text.bytes }

    mutating func appendInterpolation(_ number: some BinaryInteger) {
      bytes += String(number).utf8
    }

    /// Adds a number of `10 ** -places` units, with as few digits as possible: `12.5`.
    mutating func appendInterpolation(_ number: Int, places: Int) {
      let digits = String(number)
      let padded = repeatElement("0", count: max(0, places + 1 - digits.count)).joined() + digits
      var fraction = padded.suffix(places)
      while fraction.hasSuffix("0") { fraction.removeLast() }
      bytes += padded.dropLast(places).utf8
      if !fraction.isEmpty { bytes += ".\(fraction)".utf8 }
    }

    /// Adds a word that the program defines as a case of an enumeration.
    mutating func appendInterpolation<Word: CaseIterable & RawRepresentable>(
      _ word: Word
    ) where Word.RawValue == String { bytes += word.rawValue.utf8 }

    /// Adds bytes in base64.
    mutating func appendInterpolation(base64 data: [UInt8]) {
      bytes += Data(data).base64EncodedData()
    }
  }
}

extension [TrustedText] {
  /// The elements, joined with `separator`.
  func joined(separator: TrustedText) -> TrustedText {
    dropFirst().reduce(first ?? "") { "\($0)\(separator)\($1)" }
  }
}
