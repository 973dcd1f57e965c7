internal import SheetModel

/// Markup with texts from outside in it, all of them escaped.
///
/// A literal of the program is markup; an interpolated value is text, unless it is `HTML` itself:
///
///     "<li title=\"\(name)\">\(reason)</li>"
struct HTML: ExpressibleByStringInterpolation, Equatable, Sendable {
  /// The markup in UTF-8.
  private(set) var bytes: [UInt8]

  /// Creates markup from a literal.
  init(stringLiteral literal: StaticString) { bytes = Array(literal.description.utf8) }

  /// Creates markup from the parts of a literal.
  init(stringInterpolation parts: StringInterpolation) { bytes = parts.bytes }

  /// A path that a browser resolves to exactly these bytes, in any part of an address.
  ///
  /// Bytes beyond ASCII, or with a meaning in addresses or markup, are escaped, as in `%3F`.
  init(path: some Sequence<UInt8>) {
    let digits = Array("0123456789ABCDEF".utf8)
    bytes = []
    for byte in path {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
  }

  /// The concatenation of both.
  static func + (html: HTML, other: HTML) -> HTML { "\(html)\(other)" }

  /// Adds markup.
  static func += (html: inout HTML, other: HTML) { html.bytes += other.bytes }

  /// Pieces of a page between a beginning and an end.
  static func pieces(
    _ beginning: HTML, _ parts: DocumentPieces..., end: HTML
  ) -> DocumentPieces {
    DocumentPieces(([[beginning].pieces(of: 1)] + parts + [[end].pieces(of: 1)]).joined())
  }

  /// The parts of a literal, in their order.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) { bytes.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: StaticString) { bytes += literal.description.utf8 }

    mutating func appendInterpolation(_ html: HTML) { bytes += html.bytes }

    mutating func appendInterpolation(_ number: Int) { bytes += String(number).utf8 }

    /// Adds a text as one line, without characters that would change its surroundings.
    mutating func appendInterpolation(_ text: String) {
      for byte in text.oneLine.utf8 {
        switch byte {
        case UInt8(ascii: "&"): bytes += "&amp;".utf8
        case UInt8(ascii: "<"): bytes += "&lt;".utf8
        case UInt8(ascii: ">"): bytes += "&gt;".utf8
        case UInt8(ascii: "\""): bytes += "&quot;".utf8
        case UInt8(ascii: "'"): bytes += "&#39;".utf8
        default: bytes.append(byte)
        }
      }
    }
  }
}
