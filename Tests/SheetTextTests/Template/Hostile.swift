import TestSupport

/// Texts that break what takes them for granted.
enum Hostile {
  private static let scalars: [Unicode.Scalar] = [
    "a", "Z", "7", " ", ".", "/", "{", "}", "\\", ":", "n", "\n", "\r", "\t", "\0", "\u{1B}",
    "\u{7F}", "\u{85}", "\u{301}", "\u{200D}", "\u{202E}", "\u{2028}", "\u{FE0F}", "\u{FEFF}",
    "\u{FFFD}", "é", "日", "😀", "\u{1F1E9}", "\u{10FFFF}",
  ]
  private static let parts = [
    "{", "}", "{{", "}}", "{name}", "{index:3}", "{text:", "Title", ":", "\\", "\\n", "{nmae}", " ",
    "\u{301}", "日", "\u{1B}", "{width}",
  ]

  /// Up to 12 scalars that are seldom together.
  static func text(
    using generator: inout SeededGenerator, avoiding avoided: Set<Unicode.Scalar> = []
  ) -> String {
    let allowed = scalars.filter { !avoided.contains($0) }
    let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
      allowed[Int.random(in: allowed.indices, using: &generator)]
    }
    return String(String.UnicodeScalarView(text))
  }

  /// Up to 6 parts of templates.
  static func template(using generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...6, using: &generator)).map { _ in
      parts[Int.random(in: parts.indices, using: &generator)]
    }.joined()
  }
}
