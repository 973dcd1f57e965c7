internal import SwiftCSV

/// A row of a table as it is in the file.
struct TableRecord {
  /// The line that the row starts in, from 1.
  let line: Int
  /// The row without the line end behind it.
  let bytes: ArraySlice<UInt8>

  /// The fields of the row without empty ones at its end.
  ///
  /// SwiftCSV divides text into characters, to which a comma before a combining mark is no comma.
  /// Here each byte is a character of its own, which is one of Latin-1, and the fields become
  /// UTF-8 again afterwards.
  ///
  /// - Throws: ``LabelRowError`` for what is not a row of UTF-8.
  func fields(separatedBy separator: Character) throws(LabelRowError) -> [String] {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
    guard !bytes.contains(0) else { throw .holdsNUL }
    let quotationMarks = bytes.count { $0 == UInt8(ascii: "\"") }
    guard quotationMarks.isMultiple(of: 2) else { throw .openQuotation }

    var text = String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })
    // Without a line end, an empty field at the end would be lost.
    text.append("\n")
    do {
      let fields = try EnumeratedCSV(
        string: String(text), delimiter: .character(separator), loadColumns: false, rowLimit: 0
      ).header.map { String(decoding: $0.unicodeScalars.map { UInt8($0.value) }, as: UTF8.self) }
      let count = fields.lastIndex { !$0.isEmpty }.map { max($0 + 1, min(2, fields.count)) } ?? 0
      return Array(fields[..<count])
    } catch {
      throw .quotationInside
    }
  }
}

/// The rows of a table, divided at the line ends that are not between quotation marks.
///
/// SwiftCSV tells neither the line of a row nor that a quotation mark is missing, so it is given
/// one row at a time.
struct TableRecords: IteratorProtocol {
  private var rest: ArraySlice<UInt8>
  private var line = 1

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  mutating func next() -> TableRecord? {
    guard !rest.isEmpty else { return nil }
    let text = rest
    let firstLine = line
    var isQuoted = false
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard byte.isLineEnd else { continue }
      let end = rest.startIndex - 1
      if byte == UInt8(ascii: "\r"), rest.first == UInt8(ascii: "\n") { rest.removeFirst() }
      line += 1
      if !isQuoted { return TableRecord(line: firstLine, bytes: text[..<end]) }
    }
    return TableRecord(line: firstLine, bytes: text)
  }
}

extension UInt8 {
  /// Whether this is a line feed or a carriage return.
  var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
