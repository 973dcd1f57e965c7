extension TemplateBody {
  /// Whether a token without a bar lacks its fact, so that the text would have a hole.
  package func lacksFact(from fact: (FactKey) -> Fact?) -> Bool {
    pieces.contains { piece in
      guard case .field(let field) = piece else { return false }
      if fact(field.key)?.text.isEmpty == false { return false }
      return field.otherwise?.lacksFact(from: fact) ?? true
    }
  }
}

extension TemplateBody {
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
