/// A text stored in a picture.
public struct PictureText: Equatable, Sendable {
  /// What it is about, such as `Title` or `Author`.
  public var keyword: String
  /// The text, which may hold any character.
  public var text: String

  /// Creates a text.
  public init(keyword: String, text: String) {
    self.keyword = keyword
    self.text = text
  }
}
