public import SheetText
public import SystemPackage

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

/// Why a table of labels cannot be used.
///
/// Descriptions name the file and stand alone.
public enum LabelTableError: Error, Equatable, Sendable {
  /// The file cannot be read.
  case unreadable(FilePath, Errno)
  /// There is a folder, a pipe or a device instead of a file.
  case notFile(FilePath)
  /// There are more than ``LabelTable/largestSize`` bytes.
  case tooLarge(FilePath)
  /// The row that starts in this line is none of a table of labels.
  case row(FilePath, line: Int, LabelRowError)
}

/// What is wrong with a row of a table of labels.
public enum LabelRowError: Error, Equatable, Sendable {
  /// It is text in another encoding, or no text.
  case notUTF8
  /// It holds a NUL, which neither a path nor a label has.
  case holdsNUL
  /// A quotation mark opens a text that no other closes.
  case openQuotation
  /// More text follows the quotation mark that closes one.
  case textAfterQuotation
  /// There is only one column.
  case noLabel
  /// There are so many columns, which are more than two.
  case columns(Int)
  /// The first column is empty, and the second is not.
  case noPath
  /// The label has a backslash without meaning.
  case label(TemplateError)
}

extension LabelTableError: CustomStringConvertible {
  /// What is wrong, with the file and the line, and what helps.
  public var description: String {
    switch self {
    case .unreadable(let path, let error): "cannot read the labels \(path.quoted): \(error)"
    case .notFile(let path):
      "cannot read the labels \(path.quoted): it is not a regular file; - reads standard input"
    case .tooLarge(let path):
      "cannot read the labels \(path.quoted): a table has at most \(LabelTable.largestSize >> 20) MiB; "
        + "keep the rows of the pictures on this sheet"
    case .row(let path, let line, let error): "\(path.quoted), line \(line): \(error)"
    }
  }
}

extension LabelRowError: CustomStringConvertible {
  /// What is wrong with the row, and what helps.
  public var description: String {
    switch self {
    case .notUTF8: "this is not UTF-8; save the table in that encoding"
    case .holdsNUL: "this holds a NUL character; save the table as text in UTF-8"
    case .openQuotation: "a quotation mark is not closed; write \"\" for one that is part of a text"
    case .textAfterQuotation:
      "more text follows a closing quotation mark; write \"\" for one that is part of a text"
    case .noLabel: "there is no second column; separate path and label by a comma or a tab"
    case .columns(let count):
      "there are \(count) columns, but only a path and a label are wanted; put a label that has "
        + "the separator in it between quotation marks"
    case .noPath: "there is a label without a path"
    case .label(let error): "the label, \(error)"
    }
  }
}
