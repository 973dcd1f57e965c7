public import SheetFiles
public import SheetPictures
public import SheetText
internal import SystemPackage

/// How much pictures count in layouts that can give them an area, relative to pictures of weight 1.
public enum PictureWeight: Equatable, Sendable {
  /// That of the pictures that a pattern matches: by their names, or by paths that end like it.
  case pattern(Glob, Double)
  /// What a template comes to, where that is a number; the nearest of ``range``.
  case facts(PictureTemplate)

  /// The weights there are.
  ///
  /// A larger one would leave nothing to the other pictures.
  public static let range = 0.01...100.0

  /// Creates a weight from a text such as `IMG_12*=3` or `{score}`.
  ///
  /// - Throws: `TemplateError` where there is a brace and it is no template.
  /// - Returns: Nil for any other text.
  public init?(parsing text: String) throws(TemplateError) {
    if let sign = text.lastIndex(of: "="), sign > text.startIndex,
      let value = Double(text[text.index(after: sign)...])
    {
      guard Self.range.contains(value) else { return nil }
      self = .pattern(Glob(String(text[..<sign])), value)
      return
    }
    guard text.contains("{") else { return nil }
    self = .facts(try PictureTemplate(text, others: .any))
  }

  /// The weight of a picture, which may be beyond ``range``; nil where this says nothing of it.
  func value(of picture: PictureFacts) -> Double? {
    switch self {
    case .pattern(let pattern, let value):
      pattern.matches(FilePath(picture.picture.source.name)) ? value : nil
    case .facts(let template): template.body.value(from: picture.fact)?.number
    }
  }
}
