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
  private var components: [NamePattern]
  /// The patterns that are tried first, in which some parts must have one of several given values;
  /// nil if there are none.
  private var preferred: [NamePattern]?

  /// Parses a template.
  ///
  /// - Parameters:
  ///   - source: The template.
  ///   - reserved: Names that the template may not use, because they have another meaning.
  ///   - mayBeLiteral: Whether the template may contain no names at all.
  /// - Throws: ``TemplateError``, which names the position.
  package init(
    _ source: String, reserved: Set<String> = [], mayBeLiteral: Bool = false
  ) throws(TemplateError) {
    var parser = NameTemplateParser(source, reserved: reserved, mayBeLiteral: mayBeLiteral)
    components = try parser.parsed()
    names = parser.names
    self.source = source
  }

  /// The template, changed to divide names so that parts have these values where possible.
  ///
  /// If `{stage}` may be `sketch` or `final`, `{work}_{stage}` divides `knight_girl_final` before
  /// `final`. Parts that consist of digits stay as they are.
  ///
  /// - Parameter values: The values of some parts, by their names.
  /// - Returns: The template, which also matches every other name that it matched before.
  package func preferring(_ values: [String: [String]]) -> NameTemplate {
    var template = self
    let limited = components.map { $0.limited(to: values) }
    template.preferred = limited == components ? nil : limited
    return template
  }

  /// The template, dividing names at the last possible separators instead of the first.
  ///
  /// `{material}_{map}` then divides `brick_wall_albedo` before `albedo`. Nil if that makes no
  /// difference, or if some parts must have given values.
  package var dividingAtLast: NameTemplate? {
    let isAmbiguous = components.contains { component in
      component.pieces.count { if case .name = $0 { true } else { false } } > 1
    }
    guard isAmbiguous, preferred == nil else { return nil }
    var template = self
    for index in template.components.indices { template.components[index].dividesAtLast = true }
    return template
  }

  /// The first number in a path for which the template is too strict, because it accepts only
  /// digits: `11.5` for `{cfg:1}`.
  ///
  /// Nil if there is none, or if something else keeps the template from matching.
  package func numberBeyondDigits(path: String) -> (name: String, value: String)? {
    var template = self
    var names: Set<String> = []
    for (index, component) in components.enumerated() {
      for (place, piece) in component.pieces.enumerated() {
        guard case .digits(let name, _) = piece else { continue }
        names.insert(name)
        template.components[index].pieces[place] = .name(name)
      }
    }
    guard !names.isEmpty, let values = template.match(path: path) else { return nil }
    for name in self.names where names.contains(name) {
      guard let value = values[name], Double(value) != nil else { continue }
      if !value.utf8.allSatisfy(\.isDigit) { return (name, value) }
    }
    return nil
  }

  /// Whether ``dividingAtLast`` may divide a path differently.
  ///
  /// False only if every separator between parts occurs once, which can be checked quickly.
  package func mayDivideDifferently(_ path: String) -> Bool {
    guard components.count == 1, let separators = components[0].separators else { return true }
    let stem = Array(PathText(path).stem.utf8)
    return separators.contains { separator in
      var count = 0
      for start in stem.indices where stem[start...].starts(with: separator) { count += 1 }
      return count > 1
    }
  }

  /// The values of the names in a path; nil if the template does not match.
  ///
  /// A template without a slash matches the file name without its extension. Such a template may
  /// end with the extension, or with `.*`. A template with slashes also matches folders above the
  /// file, as many as it has slashes. Paths are split at slash bytes.
  ///
  /// - Parameter path: A path with U+FFFD in place of invalid UTF-8.
  /// - Returns: The values of ``names``, none of which is empty.
  /// - Complexity: O(*n* · *m*) for *n* characters and a template of *m* characters.
  package func match(path: String) -> [String: String]? { found(in: path)?.parts }

  /// The number of literal characters before the extension; if several templates match a path, the
  /// one with the most literal characters wins.
  ///
  /// - Returns: The number; nil if the template does not match the path.
  package func literalCount(in path: String) -> Int? {
    found(in: path)?.patterns.flatMap(\.pieces).reduce(0) { count, piece in
      if case .literal(let text) = piece { count + text.count } else { count }
    }
  }

  /// The values of the names in a path, and the patterns that match it.
  private func found(in path: String) -> (parts: [String: String], patterns: [NamePattern])? {
    let folders = path.utf8.split(separator: UInt8(ascii: "/")).dropLast()
      .filter { !$0.elementsEqual(".".utf8) }
      .suffix(components.count - 1)
      .map { String(Substring($0)) }
    let file = PathText(path)
    let texts = (folders + [file.stem]).map { Array($0.unicodeScalars) }
    guard texts.count == components.count else { return nil }
    let patterns = [preferred, components].compactMap(\.self)
    for patterns in patterns {
      if let parts = Self.parts(of: texts, patterns) { return (parts, patterns) }
    }
    let ending = Array(file.name.unicodeScalars.dropFirst(file.stem.unicodeScalars.count))
    for var patterns in patterns {
      guard let last = patterns[patterns.count - 1].withoutExtension(ending) else { return nil }
      patterns[patterns.count - 1] = last
      if let parts = Self.parts(of: texts, patterns) { return (parts, patterns) }
    }
    return nil
  }

  /// The values of the names in components of a path; nil if a pattern does not match.
  private static func parts(
    of texts: [[Unicode.Scalar]], _ patterns: [NamePattern]
  ) -> [String: String]? {
    var found: [String: String] = [:]
    for (pattern, text) in zip(patterns, texts) {
      guard let parts = pattern.match(text) else { return nil }
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
    /// One of these texts, the longest that lets the following pieces match.
    case oneOf(String, [[Unicode.Scalar]])
    /// At least this many digits, and as many as there are.
    case digits(String, minimum: Int)
    /// Any scalars, as few as possible.
    case anything
  }

  var pieces: [Piece] = []
  /// Whether names take as many scalars as possible, instead of as few.
  var dividesAtLast = false

  /// The literals of a pattern in which each occurs at most once, alone between two other pieces;
  /// nil for any other pattern.
  fileprivate var separators: [[UInt8]]? {
    var texts: [[UInt8]] = []
    for (index, piece) in pieces.enumerated() {
      if case .literal(let text) = piece {
        texts.append(Array(String(String.UnicodeScalarView(text)).utf8))
      } else if index > 0, case .literal = pieces[index - 1] {
        continue
      } else if index > 0 {
        return nil
      }
    }
    return Set(texts).count == texts.count ? texts : nil
  }

  /// The pattern, changed so that the parts with these names must have one of the given values.
  func limited(to values: [String: [String]]) -> NamePattern {
    var pattern = self
    for (index, piece) in pieces.enumerated() {
      guard case .name(let name) = piece, let texts = values[name] else { continue }
      let longestFirst = texts.map { Array($0.unicodeScalars) }.filter { !$0.isEmpty }
        .sorted { $0.count > $1.count }
      pattern.pieces[index] = .oneOf(name, longestFirst)
    }
    return pattern
  }

  /// The pattern without the extension at its end, which is `ending` in upper or lower case, or
  /// `.*`; nil if the pattern does not end like this.
  func withoutExtension(_ ending: [Unicode.Scalar]) -> NamePattern? {
    var pattern = self
    var ending = ending
    if pattern.pieces.last == .anything, !ending.isEmpty {
      pattern.pieces.removeLast()
      ending = ["."]
    }
    guard !ending.isEmpty, case .literal(let text)? = pattern.pieces.last,
      text.count >= ending.count,
      zip(text.suffix(ending.count), ending).allSatisfy({
        $0.properties.lowercaseMapping == $1.properties.lowercaseMapping
      })
    else { return nil }
    pattern.pieces.removeLast()
    let rest = Array(text.dropLast(ending.count))
    if !rest.isEmpty { pattern.pieces.append(.literal(rest)) }
    return pattern
  }

  /// The values of the names; nil if the pattern does not match all of `text`.
  func match(_ text: [Unicode.Scalar]) -> [String: String]? {
    let fits = fits(text)
    guard fits[0][0] else { return nil }
    var found: [String: String] = [:]
    var start = 0
    for (index, piece) in pieces.enumerated() {
      let end = end(of: piece, at: start, in: text, before: fits[index + 1])
      switch piece {
      case .name(let name), .oneOf(let name, _), .digits(let name, _):
        found[name] = String(String.UnicodeScalarView(text[start..<end]))
      case .literal, .anything: break
      }
      start = end
    }
    return found
  }

  /// Whether the pieces from each index on match the text from each offset on.
  ///
  /// The table avoids backtracking, which for `{a}*{b}*{c}` would take time proportional to a power
  /// of the text's length.
  private func fits(_ text: [Unicode.Scalar]) -> [[Bool]] {
    var fits = [[Bool]](
      repeating: [Bool](repeating: false, count: text.count + 1), count: pieces.count + 1)
    fits[pieces.count][text.count] = true
    for index in pieces.indices.reversed() {
      let rest = fits[index + 1]
      // Whether the following pieces match the text from this offset or a later one on.
      var fitsLater = false
      var digitsEnd = text.count
      for place in (0...text.count).reversed() {
        if place < text.count, !text[place].isDigit { digitsEnd = place }
        switch pieces[index] {
        case .literal(let scalars):
          fits[index][place] = Self.fits(scalars, in: text, at: place, rest)
        case .name:
          fits[index][place] = fitsLater
          fitsLater = fitsLater || rest[place]
        case .oneOf(_, let choices):
          fits[index][place] = choices.contains { Self.fits($0, in: text, at: place, rest) }
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

  /// Whether the text contains these scalars at an offset, and the following pieces match after
  /// them.
  private static func fits(
    _ scalars: [Unicode.Scalar], in text: [Unicode.Scalar], at place: Int, _ rest: [Bool]
  ) -> Bool {
    place + scalars.count <= text.count && rest[place + scalars.count]
      && text[place...].starts(with: scalars)
  }

  /// The end of a piece that matches at an offset.
  private func end(
    of piece: Piece, at start: Int, in text: [Unicode.Scalar], before rest: [Bool]
  ) -> Int {
    switch piece {
    case .literal(let scalars): start + scalars.count
    case .oneOf(_, let choices):
      choices.first { Self.fits($0, in: text, at: start, rest) }.map { start + $0.count }
        ?? text.count
    case .name:
      (dividesAtLast
        ? rest[(start + 1)...].lastIndex(of: true) : rest[(start + 1)...].firstIndex(of: true))
        ?? text.count
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

  /// Parses the whole template into its components, of which there is at least one.
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
    return .digits(
      name,
      minimum: try scanner.digits(
        parameter, of: name, at: opening, else: TemplateError.Fault.notDigitsInNames))
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
