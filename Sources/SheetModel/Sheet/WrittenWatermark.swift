/// A watermark as written in an option: a template, or the path of an image after `file:`.
package enum WrittenWatermark: Equatable, Sendable {
  /// The template of the text.
  case template(String)
  /// The path of an image.
  case file(String)

  private static let prefix = "file:"

  /// Reads a string, which is a template unless it begins with `file:`.
  package init(_ text: String) {
    let scalars = text.unicodeScalars
    self =
      scalars.starts(with: Self.prefix.unicodeScalars)
      ? .file(String(scalars.dropFirst(Self.prefix.unicodeScalars.count))) : .template(text)
  }

  /// The string from which the watermark is read.
  package var text: String {
    switch self {
    case .template(let template): template
    case .file(let path): Self.prefix + path
    }
  }

  /// The path of the image; nil if the watermark is text.
  package var path: String? { if case .file(let path) = self { path } else { nil } }
}
