/// A template that parses file names, such as `{scene}_{spp:1}spp`.
///
/// `{x}` matches at least one character, as few as possible. `{x:3}` matches at least three digits,
/// and as many as there are. `*` matches anything, even nothing. Everything else is literal; `{{`,
/// `}}`, `\*` and `\\` stand for the characters themselves. A template must match the whole name.
package struct NameTemplate: Equatable, Sendable {
  /// The template as written.
  package let source: String
  /// The names in the template, in order.
  package let names: [String]
  /// The patterns between slashes.
  private let components: [NamePattern]

  /// Parses a template.
  ///
  /// - Parameters:
  ///   - source: The template.
  ///   - reserved: Names that it may not use, because they have another meaning.
  ///   - mayBeLiteral: Whether it may contain no names at all.
  /// - Throws: ``TemplateError``, which names the position.
  package init(
    _ source: String, reserved: Set<String> = [], mayBeLiteral: Bool = false
  ) throws(TemplateError) {
    var parser = NameTemplateParser(source, reserved: reserved, mayBeLiteral: mayBeLiteral)
    components = try parser.parsed()
    names = parser.names
    self.source = source
  }

  /// The number of literal characters; if several templates match a name, the one with the most
  /// wins.
  package var literalCount: Int {
    components.flatMap(\.pieces).reduce(0) { count, piece in
      if case .literal(let text) = piece { count + text.count } else { count }
    }
  }

  /// The values of the names in a path; nil if the template does not match.
  ///
  /// A template without a slash matches the file name without its extension. A template with
  /// slashes also matches folders above the file, as many as it has slashes. Paths are split at
  /// slash bytes.
  ///
  /// - Parameter path: A path with U+FFFD in place of invalid UTF-8.
  /// - Returns: The values of ``names``, none of which is empty.
  /// - Complexity: O(*n* · *m*) for *n* characters and a template of *m*.
  package func match(path: String) -> [String: String]? {
    let folders = path.utf8.split(separator: UInt8(ascii: "/")).dropLast()
      .filter { !$0.elementsEqual(".".utf8) }
      .suffix(components.count - 1)
      .map { String(Substring($0)) }
    let texts = folders + [PathText(path).stem]
    guard texts.count == components.count else { return nil }
    var found: [String: String] = [:]
    for (component, text) in zip(components, texts) {
      guard let parts = component.match(Array(text.unicodeScalars)) else { return nil }
      found.merge(parts) { first, _ in first }
    }
    return found
  }
}

extension NameTemplate: CustomStringConvertible {
  /// The template as written.
  package var description: String { source }
}

/// A template for one component of a path.
struct NamePattern: Equatable, Sendable {
  enum Piece: Equatable, Sendable {
    case literal([Unicode.Scalar])
    /// At least one scalar, as few as possible.
    case name(String)
    /// At least this many digits, and as many as there are.
    case digits(String, minimum: Int)
    /// Any scalars, as few as possible.
    case anything
  }

  var pieces: [Piece] = []

  /// The values of the names; nil if the pattern does not match all of `text`.
  func match(_ text: [Unicode.Scalar]) -> [String: String]? {
    let fits = fits(text)
    guard fits[0][0] else { return nil }
    var found: [String: String] = [:]
    var start = 0
    for (index, piece) in pieces.enumerated() {
      let end = end(of: piece, at: start, in: text, before: fits[index + 1])
      switch piece {
      case .name(let name), .digits(let name, _):
        found[name] = String(String.UnicodeScalarView(text[start..<end]))
      case .literal, .anything: break
      }
      start = end
    }
    return found
  }

  /// Whether the pieces from each index match the text from each offset.
  ///
  /// The table avoids backtracking, which for `{a}*{b}*{c}` would take time proportional to a power
  /// of the text's length.
  private func fits(_ text: [Unicode.Scalar]) -> [[Bool]] {
    var fits = [[Bool]](
      repeating: [Bool](repeating: false, count: text.count + 1), count: pieces.count + 1)
    fits[pieces.count][text.count] = true
    for index in pieces.indices.reversed() {
      let rest = fits[index + 1]
      // Whether the rest matches at this offset or a later one.
      var fitsLater = false
      var digitsEnd = text.count
      for place in (0...text.count).reversed() {
        if place < text.count, !text[place].isDigit { digitsEnd = place }
        switch pieces[index] {
        case .literal(let scalars):
          fits[index][place] =
            place + scalars.count <= text.count && rest[place + scalars.count]
            && text[place...].starts(with: scalars)
        case .name:
          fits[index][place] = fitsLater
          fitsLater = fitsLater || rest[place]
        case .digits(_, let minimum):
          fits[index][place] = digitsEnd - place >= minimum && rest[digitsEnd]
        case .anything:
          fitsLater = fitsLater || rest[place]
          fits[index][place] = fitsLater
        }
      }
    }
    return fits
  }

  /// The end of a piece that matches at an offset.
  private func end(
    of piece: Piece, at start: Int, in text: [Unicode.Scalar], before rest: [Bool]
  ) -> Int {
    switch piece {
    case .literal(let scalars): start + scalars.count
    case .name: rest[(start + 1)...].firstIndex(of: true) ?? text.count
    case .digits: text[start...].firstIndex { !$0.isDigit } ?? text.count
    case .anything: rest[start...].firstIndex(of: true) ?? text.count
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { "0"..."9" ~= self }
}

/// Splits a template for names into components and pieces.
struct NameTemplateParser {
  private var scanner: TemplateScanner
  private let reserved: Set<String>
  private let mayBeLiteral: Bool
  private var components: [NamePattern] = []
  private var pattern = NamePattern()
  /// The names read so far.
  private(set) var names: [String] = []

  init(_ source: String, reserved: Set<String>, mayBeLiteral: Bool) {
    scanner = TemplateScanner(source, .ofNames)
    (self.reserved, self.mayBeLiteral) = (reserved, mayBeLiteral)
  }

  /// The whole template: at least one component.
  mutating func parsed() throws(TemplateError) -> [NamePattern] {
    while true {
      let literal = try scanner.literal(upTo: ["{", "}", "*", "/"], doubled: ["{", "}"])
      if !literal.isEmpty { pattern.pieces.append(.literal(literal)) }
      switch scanner.next {
      case "{": pattern.pieces.append(try field())
      // A second star adds nothing.
      case "*": if pattern.pieces.last != .anything { pattern.pieces.append(.anything) }
      case "/": try endComponent(at: scanner.offset)
      case nil:
        if names.isEmpty, !mayBeLiteral { throw scanner.error(.nothingNamed, at: 0) }
        try endComponent(at: scanner.offset - 1)
        return components
      default: throw scanner.error(.strayBrace)
      }
      scanner.skip()
    }
  }

  private mutating func endComponent(at offset: Int) throws(TemplateError) {
    guard !pattern.pieces.isEmpty else { throw scanner.error(.emptyComponent, at: offset) }
    components.append(pattern)
    pattern = NamePattern()
  }

  /// Reads a name up to its closing brace.
  private mutating func field() throws(TemplateError) -> NamePattern.Piece {
    let opening = scanner.offset
    let (name, parameter) = try scanner.name(upTo: ["}"])
    let fault: TemplateError.Fault? =
      if name.isEmpty {
        .noName
      } else if !name.isFactName {
        .notWord(name)
      } else if reserved.contains(name) {
        .taken(name)
      } else if names.contains(name) {
        .repeated(name)
      } else {
        nil
      }
    if let fault { throw scanner.error(fault, at: opening) }
    names.append(name)
    guard let parameter else { return .name(name) }
    return .digits(name, minimum: try scanner.digits(parameter, of: name, at: opening))
  }
}

/// The parts of a path, as text.
///
/// Paths are split at slash bytes. In a `String`, a slash followed by a combining mark is a single
/// character, not a slash; in the file system it is a slash.
package struct PathText {
  /// The last component; empty if there is none.
  package let name: String
  /// The last component without its extension.
  ///
  /// A leading dot marks a hidden file, not an extension.
  package let stem: String
  /// The name of the folder that contains the last component: `.` for a bare name, `/` for the
  /// root.
  package let folder: String

  /// Splits a path into its parts.
  package init(_ path: String) {
    let components = path.utf8.split(separator: UInt8(ascii: "/"))
    let name = components.last ?? ""[...].utf8
    let dot = name.dropFirst().lastIndex(of: UInt8(ascii: "."))
    self.name = String(Substring(name))
    stem = String(Substring(name[..<(dot ?? name.endIndex)]))
    let root = path.utf8.first == UInt8(ascii: "/") ? "/" : "."
    let folder = components.dropLast().last { !$0.elementsEqual(".".utf8) }
    self.folder = folder.map { String(Substring($0)) } ?? root
  }
}
