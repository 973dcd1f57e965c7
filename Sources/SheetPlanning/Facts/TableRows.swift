/// Reads the rows of a table in UTF-8 according to RFC 4180.
///
/// A field may be in quotation marks; inside, quotation marks are doubled, and line breaks are part
/// of the field. Elsewhere a quotation mark is an ordinary character. Spaces around a field are
/// kept only inside quotation marks. A line ends with a line feed, a carriage return, or both.
///
/// The reader works on bytes: a comma before a combining mark is still a comma, although in a
/// `String` the two are a single character.
struct TableRows {
  /// The maximum number of fields in a row, which may all be empty.
  static let maximumWidth = 1 << 20

  /// The offset at which the current row starts.
  private(set) var start: Int
  /// The index of the column read last.
  private(set) var column = 0
  /// Whether a field of the current row, as far as it has been read, has line breaks.
  private(set) var hasLines = false

  private var rest: ArraySlice<UInt8>
  let separator: UInt8
  private let width: Int

  init(_ bytes: ArraySlice<UInt8>, separator: UInt8, maximumWidth: Int = maximumWidth) {
    (rest, self.separator, width) = (bytes, separator, maximumWidth)
    start = bytes.startIndex
  }

  /// The offsets of the current row, as far as it has been read.
  var row: Range<Int> { start..<rest.startIndex }
  var isAtEnd: Bool { rest.isEmpty }

  /// The fields of the next row; nil at the end.
  mutating func next() throws(TableRowError) -> [String]? {
    guard !isAtEnd else { return nil }
    startRow()
    var fields = [try field()]
    while try moveToNextField() { fields.append(try field()) }
    takeLineEnd()
    return fields
  }

  /// Skips the rest of a row.
  ///
  /// Returns the offsets of the whole row.
  mutating func endRow() throws(TableRowError) -> Range<Int> {
    while try moveToNextField() { _ = try bytes() }
    takeLineEnd()
    return row
  }

  /// The field at an index of the next row; nil if the row ends before it.
  mutating func field(at index: Int) throws(TableRowError) -> String? {
    startRow()
    while column < index {
      _ = try bytes()
      guard try moveToNextField() else { return nil }
    }
    return try field()
  }

  private mutating func startRow() {
    (start, column, hasLines) = (rest.startIndex, 0, false)
  }

  private mutating func moveToNextField() throws(TableRowError) -> Bool {
    guard rest.first == separator else { return false }
    rest.removeFirst()
    column += 1
    if column == width { throw .tooWide }
    return true
  }

  /// Reads a field, up to the separator or line break after it.
  private mutating func field() throws(TableRowError) -> String {
    let bytes = try bytes()
    guard !bytes.contains(0) else { throw .holdsNUL }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func bytes() throws(TableRowError) -> [UInt8] {
    skipSpaces()
    return rest.first == Self.quotationMark ? try quoted() : plain()
  }

  private mutating func plain() -> [UInt8] {
    let field = rest.prefix { $0 != separator && !$0.isLineEnd }
    rest = rest[field.endIndex...]
    let end = field.lastIndex { $0 != Self.space }.map { $0 + 1 } ?? field.startIndex
    return Array(field[..<end])
  }

  private mutating func quoted() throws(TableRowError) -> [UInt8] {
    var field: [UInt8] = []
    rest.removeFirst()
    while let byte = rest.first {
      if byte.isLineEnd {
        field += takeLineEnd()
        hasLines = true
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

  /// Reads a line break, if there is one.
  @discardableResult
  private mutating func takeLineEnd() -> ArraySlice<UInt8> {
    guard rest.first?.isLineEnd == true else { return [] }
    let isPair = rest.starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])
    let end = rest.prefix(isPair ? 2 : 1)
    rest = rest[end.endIndex...]
    return end
  }

  private static let quotationMark = UInt8(ascii: "\"")
  private static let space = UInt8(ascii: " ")
}

extension UInt8 {
  /// Whether this is a line feed or a carriage return.
  var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
