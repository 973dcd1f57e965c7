/// What is done about a picture that cannot be read.
public enum UnreadablePolicy: String, CaseIterable, Sendable {
  /// A tile that stands out takes its place.
  case placeholder
  /// It is left out; where its damage shows only while it is decoded, its cell stays empty.
  case skip
  /// No sheet is made.
  case fail
}
