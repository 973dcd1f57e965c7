/// The rows of a table of text in UTF-8, as RFC 4180 has them.
///
/// A field may stand between quotation marks; within, a quotation mark is written twice, and line
/// ends are part of the field. Elsewhere a quotation mark is a character like others. Spaces
/// around a field count only within quotation marks. A line ends with a line feed, a carriage
/// return, or both.
///
/// It goes by bytes: a comma followed by a combining mark is one character to a `String`, but
/// still a comma.
struct TableRows {
  /// The line that the last row starts in, from 1.
  private(set) var line = 0

  private var nextLine = 1
  private var rest: ArraySlice<UInt8>
  private let separator: UInt8

  /// A table in which `separator` divides fields.
  init(_ bytes: ArraySlice<UInt8>, separator: UInt8) {
    rest = bytes
    self.separator = separator
  }

  /// The fields of the next row; nil at the end.
  mutating func next() throws(LabelRowError) -> [String]? {
    guard !rest.isEmpty else { return nil }
    line = nextLine
    var fields = [try field()]
    while rest.first == separator {
      rest.removeFirst()
      fields.append(try field())
    }
    if !rest.isEmpty { _ = lineEnd() }
    return fields
  }

  /// Takes a field up to what ends it.
  private mutating func field() throws(LabelRowError) -> String {
    skipSpaces()
    let bytes = rest.first == Self.quotationMark ? try quoted() : plain()
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    guard !bytes.contains(0) else { throw .holdsNUL }
    return text
  }

  private mutating func plain() -> [UInt8] {
    let field = rest.prefix { $0 != separator && !$0.isLineEnd }
    rest = rest[field.endIndex...]
    let end = field.lastIndex { $0 != Self.space }.map { $0 + 1 } ?? field.startIndex
    return Array(field[..<end])
  }

  private mutating func quoted() throws(LabelRowError) -> [UInt8] {
    var field: [UInt8] = []
    rest.removeFirst()
    while let byte = rest.first {
      if byte.isLineEnd {
        field += lineEnd()
        continue
      }
      rest.removeFirst()
      if byte == Self.quotationMark {
        guard rest.first == Self.quotationMark else {
          skipSpaces()
          guard rest.first.map({ $0 == separator || $0.isLineEnd }) ?? true else {
            throw .textAfterQuotation
          }
          return field
        }
        rest.removeFirst()
      }
      field.append(byte)
    }
    throw .openQuotation
  }

  private mutating func skipSpaces() {
    rest = rest.drop { $0 == Self.space }
  }

  /// Takes a line end.
  private mutating func lineEnd() -> ArraySlice<UInt8> {
    let isPair = rest.starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])
    let end = rest.prefix(isPair ? 2 : 1)
    rest = rest[end.endIndex...]
    nextLine += 1
    return end
  }

  private static let quotationMark = UInt8(ascii: "\"")
  private static let space = UInt8(ascii: " ")
}

extension UInt8 {
  /// Whether this is a line feed or a carriage return.
  var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
