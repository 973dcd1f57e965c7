/// The literal text and the tokens of a template.
package struct TemplateBody: Equatable, Sendable {
  let pieces: [TemplatePiece]

  /// The text, given the facts; it may keep the line breaks of facts with ``Fact/keepsLines``.
  package func text(keepingLines: Bool = false, from fact: (FactKey) -> Fact?) -> String {
    text(keepingLines: keepingLines, isInToken: false, from: fact)
  }

  /// The text inside a token, on one line unless facts keep their line breaks.
  fileprivate func textInToken(keepingLines: Bool, from fact: (FactKey) -> Fact?) -> String {
    keepingLines
      ? text(keepingLines: true, isInToken: true, from: fact) : text(from: fact).oneLine
  }

  private func text(
    keepingLines: Bool, isInToken: Bool, from fact: (FactKey) -> Fact?
  ) -> String {
    var text = JoinedText(closesHoles: false)
    for piece in pieces {
      switch piece {
      case .literal(let literal): text.add(literal: (isInToken ? literal.oneLine : literal)[...])
      case .field(let field):
        let value = field.written(keepingLines: keepingLines, from: fact)
        text.add(value: value.text, isNumber: value.isNumber)
      }
    }
    return text.joined
  }

  /// The text for these facts, without the lines whose tokens are all empty, and the ranges of the
  /// emphasised values in it.
  ///
  /// In the other lines, empty tokens leave no holes. Facts with ``Fact/keepsLines`` keep their line
  /// breaks.
  ///
  /// - Parameters:
  ///   - isEmphasized: Whether the value of a token with this key is emphasised. A token inside
  ///     another one belongs to the value of the outer one.
  ///   - fact: Returns the fact for a key; nil if it is missing.
  /// - Returns: The text, and the emphasised values in it, counted in scalars.
  func statedLines(
    emphasizing isEmphasized: (FactKey) -> Bool, from fact: (FactKey) -> Fact?
  ) -> (text: String, emphasis: [Range<Int>]) {
    var line = JoinedText(closesHoles: true)
    var (lines, isStated, hasToken): ([String], Bool, Bool) = ([], false, false)
    /// The emphasised values of all lines, and of the current line, counted from its start.
    var (emphasis, ofLine): ([Range<Int>], [Range<Int>]) = ([], [])
    func endLine() {
      if isStated || !hasToken {
        if !ofLine.isEmpty {
          let start = lines.reduce(0) { $0 + $1.unicodeScalars.count + 1 }
          emphasis += ofLine.map { start + $0.lowerBound..<start + $0.upperBound }
        }
        lines.append(line.joined)
      }
      (line, isStated, hasToken, ofLine) = (JoinedText(closesHoles: true), false, false, [])
    }
    for piece in pieces {
      switch piece {
      case .literal(let text):
        for (index, part) in text.split(separator: "\n", omittingEmptySubsequences: false)
          .enumerated()
        {
          if index > 0 { endLine() }
          line.add(literal: part)
        }
      case .field(let field):
        let value = field.written(keepingLines: true, from: fact)
        hasToken = true
        isStated = isStated || !value.text.isEmpty
        line.add(value: value.text, isNumber: value.isNumber)
        if isEmphasized(field.key), !value.text.isEmpty {
          let end = line.lengthOfValues
          ofLine.append(end - value.text.unicodeScalars.count..<end)
        }
      }
    }
    endLine()
    return (lines.joined(separator: "\n"), emphasis)
  }

  /// The template's value as a fact; nil if it is empty.
  ///
  /// If the template is a single token, its value is that token's fact. Otherwise its value is the
  /// text, which becomes a number if it is written like one, and may keep the line breaks of its
  /// facts.
  package func value(keepingLines: Bool = false, from fact: (FactKey) -> Fact?) -> Fact? {
    if isToken, case .field(let field) = pieces[0] { return field.value(from: fact) }
    let text = text(keepingLines: keepingLines, from: fact)
    if text.isEmpty { return nil }
    var value = Fact(reading: text)
    value.keepsLines = keepingLines
    return value
  }

  /// Whether the template is a single token without words around it.
  package var isToken: Bool { pieces.count == 1 && pieces[0].isField }

  /// Whether every token has text after a bar, for pictures that lack its fact.
  package var hasTextsOtherwise: Bool {
    pieces.allSatisfy { if case .field(let field) = $0 { field.otherwise != nil } else { true } }
  }

  /// Whether the template has aggregates, which describe several pictures.
  package var hasAggregates: Bool { fields.contains { $0.key.aggregate != nil } }

  /// The template without its aggregates: what it says about a single picture.
  package var ofEachPicture: TemplateBody {
    guard hasAggregates else { return self }
    return TemplateBody(
      pieces: pieces.filter { piece in
        if case .field(let field) = piece { field.key.aggregate == nil } else { true }
      })
  }

  /// The number of lines in every text of this template, at least 1.
  package var lineCount: Int {
    pieces.reduce(1) { count, piece in
      guard case .literal(let text) = piece else { return count }
      return count + text.utf8.count { $0 == UInt8(ascii: "\n") }
    }
  }

  /// The tokens in order, including those in text after plus signs and bars.
  package var fields: [TemplateField] {
    pieces.flatMap { piece in
      guard case .field(let field) = piece else { return [TemplateField]() }
      return [field] + (field.then?.fields ?? []) + (field.otherwise?.fields ?? [])
    }
  }

  /// The keys of the tokens in order, without the keys of tokens inside other tokens.
  package var keysOfTokens: [FactKey] {
    pieces.compactMap { piece in
      if case .field(let field) = piece { field.key } else { nil }
    }
  }

  /// Whether a missing fact would leave a gap in the text, because no complete text after a bar
  /// replaces it.
  package func lacksFact(from fact: (FactKey) -> Fact?) -> Bool {
    pieces.contains { piece in
      guard case .field(let field) = piece else { return false }
      if fact(field.key)?.text.isEmpty == false { return false }
      return field.otherwise?.lacksFact(from: fact) ?? true
    }
  }

  /// The values of the tokens in order: facts as they are, or as formatted; nil for a token without
  /// a value.
  ///
  /// Texts from the same template differ only in these values, so `damping 0.05` sorts before
  /// `damping 0.2`.
  package func values(from fact: (FactKey) -> Fact?) -> [Fact?] {
    pieces.compactMap { piece in
      guard case .field(let field) = piece else { return nil }
      return .some(field.value(from: fact))
    }
  }
}

extension TemplateBody {
  /// Whether a token writes dates with a year.
  package var writesDates: Bool { fields.contains { $0.timeFormat?.hasYear == true } }

  /// The times that the texts of ``values(from:)`` stand for, if they are dates with a year, such
  /// as `March 2025`; nil for other values.
  package func dates(from fact: (FactKey) -> Fact?) -> [Double?] {
    pieces.compactMap { piece in
      guard case .field(let field) = piece else { return nil }
      return .some(field.date(from: fact))
    }
  }
}

/// A part of a template.
enum TemplatePiece: Equatable, Sendable {
  /// Text that is the same for all pictures or pages.
  case literal(String)
  /// A token that is replaced by its fact.
  case field(TemplateField)
}

/// A token, with the format of its value.
package struct TemplateField: Equatable, Sendable {
  package internal(set) var key: FactKey
  /// The offset of the token's opening brace in the template, in scalars.
  let offset: Int
  /// The minimum number of digits; shorter numbers are padded with zeros.
  var minimumDigits = 1
  /// The format of a time; nil for the default.
  var timeFormat: TimeFormat?
  /// The format of a number; nil for the default.
  var numberFormat: NumberFormat?
  /// The letters that a number is written in; nil for digits.
  var letters: CountingLetters?
  /// Whether blanks separate the words of the value, as in ``Swift/String/separatedWords``.
  var separatesWords = false
  /// The text shown if there is a fact; nil for the fact itself.
  var then: TemplateBody?
  /// The text shown if there is no fact; nil for none.
  var otherwise: TemplateBody?

  /// Whether the value is shown unchanged.
  var isPlain: Bool {
    minimumDigits == 1 && timeFormat == nil && numberFormat == nil && letters == nil
      && !separatesWords && then == nil
  }

  /// The value on one line, or its substitute.
  func text(from fact: (FactKey) -> Fact?) -> String { written(from: fact).text }

  /// The value, or its substitute, and whether it is a number, perhaps with a unit.
  ///
  /// It is on one line, unless a fact in it keeps its lines.
  func written(
    keepingLines: Bool = false, from fact: (FactKey) -> Fact?
  ) -> (text: String, isNumber: Bool) {
    let value = fact(key)
    let text =
      value.map { keepingLines && $0.keepsLines ? written($0).ownLines : written($0).oneLine } ?? ""
    if let then, !text.isEmpty, value?.isOfWholeHeading != true {
      return (then.textInToken(keepingLines: keepingLines, from: fact), false)
    }
    if text.isEmpty {
      return (otherwise?.textInToken(keepingLines: keepingLines, from: fact) ?? "", false)
    }
    return (text, value?.number != nil && timeFormat == nil)
  }

  /// The fact as it is, or as formatted, or its substitute; nil if there is nothing.
  func value(from fact: (FactKey) -> Fact?) -> Fact? {
    guard let value = fact(key), !value.text.isEmpty else {
      return otherwise?.value(from: fact)
    }
    if isPlain || value.isOfWholeHeading { return value }
    let text = text(from: fact)
    return text.isEmpty ? nil : Fact(reading: text)
  }

  /// The time that the text stands for, if it is a date with a year; nil for other values.
  func date(from fact: (FactKey) -> Fact?) -> Double? {
    guard let value = fact(key), !value.text.isEmpty else {
      guard let otherwise, otherwise.isToken else { return nil }
      return otherwise.dates(from: fact)[0]
    }
    guard timeFormat?.hasYear == true, then == nil else { return nil }
    return self.value(from: fact)?.number == nil ? value.number : nil
  }

  private func written(_ fact: Fact) -> String {
    if let timeFormat, let seconds = fact.number {
      if case .time(let time) = fact.kind, !time.hasTimeOfDay {
        return timeFormat.ofDay?.text(of: time) ?? ""
      }
      return timeFormat.text(of: CivilTime(nearest: seconds))
    }
    if let numberFormat, !fact.ignoresFormat { return numberFormat.text(of: fact) ?? fact.text }
    if let letters { return letters.text(of: fact) ?? fact.text }
    if separatesWords, !fact.ignoresFormat { return fact.text.separatedWords }
    guard minimumDigits > 1, fact.text.utf8.allSatisfy(\.isDigit), !fact.text.isEmpty
    else { return fact.text }
    return String(repeating: "0", count: max(0, minimumDigits - fact.text.utf8.count)) + fact.text
  }
}

// Wording for a single page or picture.

extension TemplateBody {
  /// The template for a sheet of one page, in which `{page} / {pages}` disappears.
  ///
  /// A page number disappears together with its part of the line, which ends at a tab. The page
  /// number stays if a letter or digit comes before or after it, as in `Part {page} / {pages}`.
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

  /// The template, in which the word `pictures` becomes `picture` after a count of 1.
  package func withSingularCounts(from fact: (FactKey) -> Fact?) -> TemplateBody {
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

  /// Plural words for pictures; dropping the last letter of a word gives its singular.
  private static let plurals = ["pictures", "photos", "photographs", "images"]
}

extension [TemplatePiece] {
  /// Whether this part of a line consists only of the page number and the page count.
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

  /// Whether the piece is a token, or a literal without letters and digits.
  fileprivate var isWordless: Bool {
    guard case .literal(let text) = self else { return true }
    return !text.contains { $0.isLetter || $0.isNumber }
  }
}
