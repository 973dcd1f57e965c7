/// Reads text with braces and escapes, the common syntax of all templates.
///
/// It works on Unicode scalars: in a `String`, a brace followed by a combining mark is a single
/// character, not a brace.
struct TemplateScanner {
  /// What scalars mean after a backslash.
  struct Escapes {
    let meanings: [Unicode.Scalar: Unicode.Scalar]
    /// The escapes as a message lists them.
    let listing: String

    static let ofTexts = Escapes(
      meanings: ["n": "\n", "t": "\t", "\\": "\\"],
      listing: #"\n is a new line, \t a tab and \\ a backslash"#)
    static let ofNames = Escapes(
      meanings: ["*": "*", "\\": "\\"], listing: #"\* is a star and \\ a backslash"#)
  }

  private let scalars: [Unicode.Scalar]
  private let escapes: Escapes
  private let knownTokens: [String]
  /// The number of scalars read so far.
  private(set) var offset = 0

  init(_ source: String, _ escapes: Escapes, knownTokens: [String] = []) {
    scalars = Array(source.unicodeScalars)
    self.escapes = escapes
    self.knownTokens = knownTokens
  }

  /// The next scalar; nil at the end.
  var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  /// Moves past the next scalar.
  mutating func skip() { offset += 1 }

  /// Reads literal text up to one of `signs`, or to the end; a sign in `doubled` stands for itself
  /// when written twice.
  mutating func literal(
    upTo signs: Set<Unicode.Scalar> = [], doubled: Set<Unicode.Scalar> = []
  ) throws(TemplateError) -> [Unicode.Scalar] {
    var literal: [Unicode.Scalar] = []
    while var scalar = next {
      let follower = offset + 1 < scalars.count ? scalars[offset + 1] : nil
      if scalar == "\\" {
        guard let meaning = follower.flatMap({ escapes.meanings[$0] }) else {
          throw error(.unknownEscape(follower.map { String($0) } ?? "", meanings: escapes.listing))
        }
        scalar = meaning
        skip()
      } else if doubled.contains(scalar), follower == scalar {
        skip()
      } else if signs.contains(scalar) {
        break
      }
      literal.append(scalar)
      skip()
    }
    return literal
  }

  /// Reads the rest of a token up to the sign that ends it: a name, and the format after its colon.
  ///
  /// In a format, a plus sign ends the token only if a brace opens before the next sign: neither a
  /// format nor the heading of a column contains a brace.
  mutating func name(
    upTo signs: Set<Unicode.Scalar>
  ) throws(TemplateError) -> (name: String, parameter: String?) {
    let start = offset + 1
    let colon = scalars[start...].firstIndex(of: ":") ?? scalars.endIndex
    guard
      var end = scalars[start...].indices.first(where: { index in
        let scalar = scalars[index]
        return scalar == "{" || signs.contains(scalar) && (scalar != "+" || index < colon)
      })
    else { throw error(.unclosedBrace) }
    if scalars[end] == "{" {
      let plus = colon < end ? scalars[colon..<end].firstIndex(of: "+") : nil
      guard let plus, signs.contains("+") else { throw error(.unclosedBrace) }
      end = plus
    }
    offset = end
    let parts = scalars[start..<end]
      .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(String.UnicodeScalarView($0)) }
    return (parts[0], parts.count == 2 ? parts[1] : nil)
  }

  /// Parses the minimum number of digits from a parameter; if the parameter is wrong, `fault` makes
  /// the fault from the name and the parameter.
  func digits(
    _ text: String, of name: String, at offset: Int,
    else fault: (String, String) -> TemplateError.Fault = TemplateError.Fault.notDigits
  ) throws(TemplateError) -> Int {
    guard text.utf8.count == 1, let digits = Int(text), digits > 0 else {
      throw error(fault(name, text), at: offset)
    }
    return digits
  }

  /// Creates an error at an offset, by default the current one.
  func error(
    _ fault: TemplateError.Fault, at offset: Int? = nil, knownTokens: [String]? = nil
  ) -> TemplateError {
    TemplateError(
      fault: fault, position: scalars[..<(offset ?? self.offset)].position,
      knownTokens: knownTokens ?? self.knownTokens)
  }
}

extension Sequence<Unicode.Scalar> {
  /// The position after these scalars, in characters as people count them, from 1.
  var position: Int { String(String.UnicodeScalarView(self)).count + 1 }
}

extension String {
  /// Whether the text can be a name in braces: letters, digits, `_` and `-`.
  package var isFactName: Bool {
    !isEmpty
      && unicodeScalars.allSatisfy {
        switch $0 {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default:
          !$0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType == .decimal)
        }
      }
  }

  /// Whether the text can be the heading of a column in braces: words with spaces between them.
  package var isColumnName: Bool {
    split(separator: " ", omittingEmptySubsequences: false).allSatisfy { String($0).isFactName }
  }

  /// Replaces the escapes in text without tokens.
  ///
  /// `\n` becomes a line feed, `\t` a tab and `\\` a backslash.
  ///
  /// - Throws: ``TemplateError`` for a backslash before anything else.
  package init(unescaping source: String) throws(TemplateError) {
    var scanner = TemplateScanner(source, .ofTexts)
    self.init(String.UnicodeScalarView(try scanner.literal()))
  }
}
