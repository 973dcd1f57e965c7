/// Divides a template of names into components and pieces.
struct NameTemplateParser {
  private var scanner: TemplateScanner
  private let reserved: Set<String>
  private var components: [NamePattern] = []
  private var pattern = NamePattern()
  /// The names that have been read.
  private(set) var names: [String] = []

  init(_ source: String, reserved: Set<String>) {
    scanner = TemplateScanner(source, .ofNames)
    self.reserved = reserved
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
        if names.isEmpty { throw scanner.error(.nothingNamed, at: 0) }
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
