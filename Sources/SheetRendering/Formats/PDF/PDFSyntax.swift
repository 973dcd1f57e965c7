internal import SheetFiles
internal import SheetModel

/// PDF syntax with values in it, each escaped according to its type.
///
/// Literals in the program are syntax; interpolations are values:
///
///     "<</S/Figure/P \(parent)/Alt\(label)>>"
///
/// Source: ISO 32000-1, 7.2 and 7.3.
struct PDFSyntax: ExpressibleByStringInterpolation, Equatable, Sendable {
  private(set) var bytes: [UInt8]

  init(stringLiteral literal: StaticString) { bytes = Array(literal.description.utf8) }

  init(stringInterpolation parts: StringInterpolation) { bytes = parts.bytes }

  static func += (syntax: inout PDFSyntax, other: PDFSyntax) { syntax.bytes += other.bytes }

  /// The parts of a literal, in order.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) { bytes.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: StaticString) { bytes += literal.description.utf8 }

    mutating func appendInterpolation(_ syntax: PDFSyntax) { bytes += syntax.bytes }

    mutating func appendInterpolation(_ number: Int) { bytes += String(number).utf8 }

    /// Adds a number, rounded to a hundred-thousandth, the finest precision that readers must
    /// support (annex C).
    mutating func appendInterpolation(_ number: Double) { bytes += number.text(decimals: 5).utf8 }

    mutating func appendInterpolation(_ reference: PDFReference) {
      bytes += "\(reference.number) 0 R".utf8
    }

    /// Adds an array of objects.
    mutating func appendInterpolation(_ references: [PDFReference]) {
      bytes += "[".utf8 + references.flatMap { "\($0.number) 0 R ".utf8 } + "]".utf8
    }

    mutating func appendInterpolation(_ area: PDFArea) {
      appendInterpolation("[\(area.x) \(area.y) \(area.maxX) \(area.maxY)]" as PDFSyntax)
    }

    /// Adds a string of bytes.
    mutating func appendInterpolation(string: some Sequence<UInt8>) {
      bytes.append(UInt8(ascii: "("))
      for byte in string {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"):
          bytes += [UInt8(ascii: "\\"), byte]
        // Readers would treat an unescaped carriage return as a line feed.
        case UInt8(ascii: "\r"): bytes += "\\r".utf8
        default: bytes.append(byte)
        }
      }
      bytes.append(UInt8(ascii: ")"))
    }

    /// Adds text in any script, on one line.
    ///
    /// Source: ISO 32000-1, 7.9.2.2: UTF-16 after a byte order mark, or an encoding that extends
    /// ASCII.
    mutating func appendInterpolation(_ text: String) {
      let line = text.oneLine
      guard line.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) else {
        appendInterpolation(string: [0xFE, 0xFF] + line.bytesOfUTF16)
        return
      }
      appendInterpolation(string: line.utf8)
    }

    /// Adds syntax consisting of digits and letters.
    mutating func appendInterpolation(ascii: String) { bytes += ascii.utf8 }

  }
}

/// An object of a file, by number; no object is ever replaced.
struct PDFReference: Hashable, Sendable {
  let number: Int
}

/// A rectangle in the units of a page, with y upwards.
struct PDFArea: Equatable, Sendable {
  let x, y, maxX, maxY: Double
}

extension String {
  /// The code units in big-endian order.
  var bytesOfUTF16: [UInt8] {
    utf16.flatMap(\.bytesFromHighest)
  }
}
