package import SheetFacts
package import SheetPictures

/// The key that the pictures of a group share.
package enum GroupKey: Equatable, Sendable {
  /// Their folder.
  case folder
  /// The value of a template, and the name of the group of pictures without a value.
  case facts(PictureTemplate, otherwise: String)

  /// The keys with words of their own.
  package static let words: [(word: String, key: GroupKey)] = [
    ("folder", .folder), ("day", named("{taken:%-d %B %Y}", "no date")),
    ("month", named("{taken:%B %Y}", "no date")), ("year", named("{taken:%Y}", "no date")),
    ("camera", named("{camera}", "no camera")),
  ]

  /// The key of a text: one of ``words``, or else a template.
  ///
  /// - Throws: `TemplateError` if the text is not a template.
  package init(parsing text: String) throws(TemplateError) {
    if let own = Self.words.first(where: { $0.word == text }) {
      self = own.key
    } else {
      let template = try PictureTemplate(text, others: .any)
      let names = template.keys.map { "\($0)" }
      self = .facts(template, otherwise: names.isEmpty ? "" : "no \(names[0])")
    }
  }

  private static func named(_ source: String, _ otherwise: String) -> GroupKey {
    do { return .facts(try PictureTemplate(source), otherwise: otherwise) } catch {
      preconditionFailure("\(source): \(error)")
    }
  }
}

extension GroupKey: CustomStringConvertible {
  /// The word, or the template.
  package var description: String {
    if let word = Self.words.first(where: { $0.key == self })?.word { return word }
    if case .facts(let template, _) = self { return template.source }
    return ""
  }
}
