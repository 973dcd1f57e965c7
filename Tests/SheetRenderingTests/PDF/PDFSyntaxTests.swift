import TestSupport
import Testing

@testable import SheetRendering

@Suite struct PDFSyntaxTests {
  /// The bytes of a string in parentheses (ISO 32000-1, 7.3.4.2); nil if the syntax does not end
  /// with the string.
  private static func string(_ syntax: PDFSyntax) -> [UInt8]? {
    var rest = syntax.bytes[...]
    guard rest.popFirst() == UInt8(ascii: "("), rest.popLast() == UInt8(ascii: ")") else {
      return nil
    }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst() else { return nil }
        bytes.append(next == UInt8(ascii: "r") ? 13 : next)
      case UInt8(ascii: "("), UInt8(ascii: ")"), 13: return nil
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  @Test("Any bytes in a string are decoded unchanged")
  func strings() {
    var random = SeededGenerator(seed: 1)
    let special = Array("()\\\r\n".utf8) + [0, 255, 254]
    for _ in 0..<500 {
      let bytes = (0..<random.number(below: 12)).map { _ in
        random.number(below: 2) == 0
          ? special[random.number(below: special.count)] : .random(in: 0...255, using: &random)
      }
      #expect(Self.string("\(string: bytes)") == bytes)
    }
  }

  @Test(
    "PDF text is ASCII, or UTF-16 with a byte order mark, on one line without control characters",
    arguments: [
      ("plain (a) \\", Array("plain (a) \\".utf8)), ("two\nlines\r\n", Array("two lines  ".utf8)),
      ("ü", [0xFE, 0xFF, 0, 0xFC]), ("😀", [0xFE, 0xFF, 0xD8, 0x3D, 0xDE, 0x00]),
      ("\u{0}\u{202E}", [0xFE, 0xFF, 0xFF, 0xFD, 0xFF, 0xFD]), ("", []),
    ])
  func texts(text: String, bytes: [UInt8]) {
    let read = Self.string("\(text)")
    #expect(read == bytes || text.contains("\n") && read?.count ?? 99 <= bytes.count)
  }

  @Test(
    "Numbers in a PDF have at most five decimal places and no unnecessary zeros",
    arguments: [
      (0, "0"), (1, "1"), (-1.5, "-1.5"), (0.00001, "0.00001"), (0.000004, "0"), (-0.000004, "0"),
      (595.27559, "595.27559"), (1234567.89, "1234567.89"), (0.1, "0.1"), (100.00001, "100.00001"),
    ])
  func numbers(number: Double, text: String) {
    #expect(("\(number)" as PDFSyntax).bytes == Array(text.utf8))
  }

  @Test("References and arrays of them have the form that readers require")
  func references() {
    let references = [PDFReference(number: 7), PDFReference(number: 12)]
    #expect(("<<\(references[0])\(references)>>" as PDFSyntax) == "<<7 0 R[7 0 R 12 0 R ]>>")
  }
}
