/// Reads a TOML document.
///
/// Dates are recognised, but not understood, and arrays of tables are refused: no option
/// takes them.
///
/// Source: TOML 1.0.0.
struct TOMLReader {
  /// Why a text is not understood, and where.
  ///
  /// Lines and columns count from 1, columns in Unicode scalars.
  struct SyntaxError: Error, Equatable {
    let line: Int
    let column: Int
    let reason: String
  }

  /// Keys have at most so many parts, and arrays and inline tables so many levels.
  static let greatestDepth = 32

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private(set) var line = 1
  private var lineStart = 0

  private init(_ text: String) {
    // Lines end with a line feed, perhaps after a carriage return; alone that is an error.
    var scalars: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      if scalar == "\n", scalars.last == "\r" { scalars.removeLast() }
      scalars.append(scalar)
    }
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    self.scalars = scalars
  }

  /// The table that a document describes.
  static func table(parsing text: String) throws(SyntaxError) -> TOMLTable {
    var reader = TOMLReader(text)
    return try reader.document()
  }

  private mutating func document() throws(SyntaxError) -> TOMLTable {
    var document = TOMLTable(.header)
    var header: [String] = []
    while true {
      skipBlanks()
      let start = self
      if take("[") {
        if next == "[" { throw error("no option takes an array of tables") }
        header = try key()
        try expect("]")
        try start.adding { () throws(TOMLTable.AlreadyDefined) in
          try document.open(header[...], line: start.line)
        }
      } else if let scalar = next, scalar != "#", scalar != "\n" {
        let key = try key()
        try expect("=")
        let value = try value(depth: 1)
        try start.adding { () throws(TOMLTable.AlreadyDefined) in
          try document.insert(value, at: key[...], under: header[...], line: start.line)
        }
      }
      try skipComment()
      if next == nil { return document }
      try expect("\n", "the end of the line")
    }
  }

  /// Adds what stands here to a table.
  func adding(
    _ add: () throws(TOMLTable.AlreadyDefined) -> Void
  ) throws(SyntaxError) {
    do throws(TOMLTable.AlreadyDefined) { try add() } catch {
      throw self.error("'\(error.key)' is defined already, in line \(error.line)")
    }
  }

  /// A key: parts with dots between them.
  mutating func key() throws(SyntaxError) -> [String] {
    var parts: [String] = []
    repeat {
      skipBlanks()
      if next == "\"" || next == "'" {
        guard !starts(with: "\"\"\""), !starts(with: "'''") else { throw unexpected("a key") }
        parts.append(try string())
      } else {
        let part = takeAll { $0.isTOMLWord }
        guard !part.isEmpty else { throw unexpected("a key") }
        parts.append(part)
      }
      guard parts.count <= Self.greatestDepth else { throw tooDeep }
      skipBlanks()
    } while take(".")
    return parts
  }

  /// The error where more levels follow than are read.
  var tooDeep: SyntaxError { error("more than \(Self.greatestDepth) levels") }

  /// The scalar that stands next; nil at the end.
  var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  /// Takes the next scalar.
  mutating func takeNext() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    position += 1
    if scalar == "\n" { (line, lineStart) = (line + 1, position) }
    return scalar
  }

  /// Takes scalars if they stand next.
  mutating func take(_ text: String) -> Bool {
    guard starts(with: text) else { return false }
    for _ in text.unicodeScalars { _ = takeNext() }
    return true
  }

  /// Takes scalars as long as they are of a kind.
  mutating func takeAll(_ isTaken: (Unicode.Scalar) -> Bool) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = next, isTaken(scalar) {
      text.append(scalar)
      _ = takeNext()
    }
    return String(text)
  }

  func starts(with text: String) -> Bool {
    scalars[position...].starts(with: text.unicodeScalars)
  }

  /// Passes what `text` is, which has to stand next.
  mutating func expect(_ text: String, _ name: String? = nil) throws(SyntaxError) {
    guard take(text) else { throw unexpected(name ?? "'\(text)'") }
  }

  /// Passes spaces and tabs.
  mutating func skipBlanks() {
    _ = takeAll { $0 == " " || $0 == "\t" }
  }

  /// Passes blanks and a comment.
  mutating func skipComment() throws(SyntaxError) {
    skipBlanks()
    guard take("#") else { return }
    _ = takeAll { $0 == "\t" || !$0.isControl }
    guard next == nil || next == "\n" else { throw unexpected("no control character") }
  }

  /// Passes blanks, comments and line ends.
  mutating func skipLines() throws(SyntaxError) {
    repeat { try skipComment() } while take("\n")
  }

  /// The error where something else stands next than is due.
  func unexpected(_ expected: String) -> SyntaxError {
    let found =
      switch next {
      case nil: "the end of the file"
      case "\n": "the end of the line"
      case let scalar?: "'\(scalar)'"
      }
    return error("expected \(expected), but found \(found)")
  }

  func error(_ reason: String) -> SyntaxError {
    SyntaxError(line: line, column: position - lineStart + 1, reason: reason)
  }
}

extension Unicode.Scalar {
  /// Whether a key may hold the scalar without quotation marks.
  fileprivate var isTOMLWord: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
    default: false
    }
  }

  /// Whether it is one of the control characters of ASCII.
  var isControl: Bool { value < 0x20 || value == 0x7F }
}
