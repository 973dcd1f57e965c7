// Numbers of pages and pictures read well if there is one.

extension TemplateBody {
  /// The template for the only page, in which `{page} / {pages}` is nothing.
  ///
  /// A number of pages goes with its part of a line, which ends at a tab. It stays if a letter or a
  /// digit stands before or after it, as in `Part {page} / {pages}`.
  package var ofOnlyPage: TemplateBody {
    var pieces: [TemplatePiece] = []
    var part: [TemplatePiece] = []
    func endPart() {
      if !part.isPageNumber { pieces += part }
      part = []
    }
    for piece in self.pieces {
      guard case .literal(let text) = piece else {
        part.append(piece)
        continue
      }
      var rest = text[...]
      while let end = rest.firstIndex(where: { $0 == "\t" || $0 == "\n" }) {
        part.append(.literal(String(rest[..<end])))
        endPart()
        pieces.append(.literal(String(rest[end])))
        rest = rest[rest.index(after: end)...]
      }
      part.append(.literal(String(rest)))
    }
    endPart()
    return TemplateBody(pieces: pieces)
  }

  /// The template for facts of which some are 1, after which the word `pictures` is `picture`.
  package func singular(from fact: (FactKey) -> Fact?) -> TemplateBody {
    var pieces = pieces
    for (index, piece) in pieces.enumerated().dropLast() {
      guard case .field(let field) = piece, ["count", "total"].contains(field.key.name),
        fact(field.key)?.number == 1, case .literal(let text) = pieces[index + 1],
        let noun = Self.plurals.first(where: { text.hasPrefix(" \($0)") }),
        text.dropFirst(noun.count + 1).first?.isLetter != true
      else { continue }
      pieces[index + 1] = .literal(" \(noun.dropLast())\(text.dropFirst(noun.count + 1))")
    }
    return TemplateBody(pieces: pieces)
  }

  /// Words for pictures that lose their last letter in the singular.
  private static let plurals = ["pictures", "photos", "photographs", "images"]
}

extension [TemplatePiece] {
  /// Whether the part of a line is the number of a page among all pages, and nothing else.
  fileprivate var isPageNumber: Bool {
    let names = compactMap { piece in
      if case .field(let field) = piece { field.key.name } else { nil }
    }
    guard names == ["page", "pages"], let first = firstIndex(where: \.isField),
      let last = lastIndex(where: \.isField)
    else { return false }
    return (self[..<first] + self[last...]).allSatisfy(\.isWordless)
  }
}

extension TemplatePiece {
  fileprivate var isField: Bool { if case .field = self { true } else { false } }

  /// Whether it is a token, or a literal without letters and digits.
  fileprivate var isWordless: Bool {
    guard case .literal(let text) = self else { return true }
    return !text.contains { $0.isLetter || $0.isNumber }
  }
}
