/// What a template says.
package struct TemplateBody: Equatable, Sendable {
  let pieces: [TemplatePiece]

  /// The text for these facts.
  package func text(from fact: (FactKey) -> Fact?) -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .literal(let literal): text += literal
      case .field(let field): text += field.text(from: fact)
      }
    }
    return text
  }

  /// What the template comes to as a fact: that of a token that is alone in it, or else its text,
  /// which is a number where it is written as one; nil where it is empty.
  package func value(from fact: (FactKey) -> Fact?) -> Fact? {
    if pieces.count == 1, case .field(let field) = pieces[0] { return field.value(from: fact) }
    let text = text(from: fact)
    return text.isEmpty ? nil : Fact(reading: text)
  }

  /// The number of lines of every text of this template, at least 1.
  package var lineCount: Int {
    pieces.reduce(1) { count, piece in
      guard case .literal(let text) = piece else { return count }
      return count + text.utf8.count { $0 == UInt8(ascii: "\n") }
    }
  }

  /// The tokens, also those behind a bar, in order.
  package var fields: [TemplateField] {
    pieces.flatMap { piece in
      guard case .field(let field) = piece else { return [TemplateField]() }
      return [field] + (field.then?.fields ?? []) + (field.otherwise?.fields ?? [])
    }
  }

  /// Whether a token without a bar lacks its fact, so that the text would have a hole.
  package func lacksFact(from fact: (FactKey) -> Fact?) -> Bool {
    pieces.contains { piece in
      guard case .field(let field) = piece else { return false }
      if fact(field.key)?.text.isEmpty == false { return false }
      return field.otherwise?.lacksFact(from: fact) ?? true
    }
  }

  /// What its tokens come to, one after the other: facts as they are, or what is written of them; nil
  /// for nothing.
  ///
  /// Texts of one template are alike but for these, so that `damping 0.05` is less than `damping 0.2`.
  package func values(from fact: (FactKey) -> Fact?) -> [Fact?] {
    pieces.compactMap { piece in
      guard case .field(let field) = piece else { return nil }
      return .some(field.value(from: fact))
    }
  }
}

/// A part of a template.
enum TemplatePiece: Equatable, Sendable {
  /// Text that is the same for all pictures or pages.
  case literal(String)
  /// A token that is filled in.
  case field(TemplateField)
}

/// A token and how its value is written.
package struct TemplateField: Equatable, Sendable {
  package let key: FactKey
  /// How many scalars of the template stand ahead of its brace.
  let offset: Int
  /// The minimum number of digits; shorter numbers get leading zeros.
  var minimumDigits = 1
  /// How a time is written; nil for the usual way.
  var timeFormat: TimeFormat?
  /// How a number is written; nil for the usual way.
  var numberFormat: NumberFormat?
  /// What stands there where the fact is there; nil for the fact itself.
  var then: TemplateBody?
  /// What stands there where the fact is missing; nil for nothing.
  var otherwise: TemplateBody?

  /// Whether the value is shown as it is.
  var isPlain: Bool {
    minimumDigits == 1 && timeFormat == nil && numberFormat == nil && then == nil
  }

  /// The value in one line, or what stands in for it.
  func text(from fact: (FactKey) -> Fact?) -> String {
    let text = fact(key).map { written($0).oneLine } ?? ""
    if let then, !text.isEmpty { return then.text(from: fact).oneLine }
    return text.isEmpty ? otherwise?.text(from: fact).oneLine ?? "" : text
  }

  /// The fact as it is, or what is written of it, or what stands in for it; nil for nothing.
  func value(from fact: (FactKey) -> Fact?) -> Fact? {
    guard let value = fact(key), !value.text.isEmpty else {
      return otherwise?.value(from: fact)
    }
    if isPlain { return value }
    let text = text(from: fact)
    return text.isEmpty ? nil : Fact(reading: text)
  }

  private func written(_ fact: Fact) -> String {
    if let timeFormat, let seconds = fact.number {
      return timeFormat.text(of: CivilTime(nearest: seconds))
    }
    if let numberFormat { return numberFormat.text(of: fact) ?? fact.text }
    guard minimumDigits > 1, fact.text.utf8.allSatisfy(\.isDigit), !fact.text.isEmpty
    else { return fact.text }
    return String(repeating: "0", count: max(0, minimumDigits - fact.text.utf8.count)) + fact.text
  }
}
