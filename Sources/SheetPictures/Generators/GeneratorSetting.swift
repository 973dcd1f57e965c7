internal import SheetModel

/// A setting of an image generator, under the same name for all programs; the raw value is its
/// token.
enum GeneratorSetting: String, CaseIterable, Sendable {
  case seed, prompt, negative, steps, cfg, sampler, model
}

/// The settings of an image generator in the text of a picture.
struct GeneratorSettings: Equatable, Sendable {
  private var values: [GeneratorSetting: String] = [:]

  /// The keywords of the text that is read; formats other than PNG keep such text in Exif.
  static let keywords = Set(GeneratorText.all.flatMap(\.keywords) + [GeneratorText.program])

  /// The maximum number of bytes read of one piece of text.
  static let longestText = 4 << 20

  /// Reads the settings from text by keyword; each is from the first kind of text that has it.
  init(_ texts: [String: [UInt8]]) {
    for text in GeneratorText.all {
      if let bytes = texts[text.keyword] {
        values.merge(text.form.settings(in: bytes, among: texts)) { first, _ in first }
      }
    }
  }

  /// The maximum number of bytes read of a text file beside a picture: 1 MiB.
  static let longestFile = 1 << 20

  /// Reads the settings from a text file beside a picture.
  ///
  /// The file may contain the parameters of AUTOMATIC1111, in one of the forms in which they are
  /// written into pictures. Any other text is taken as a prompt in full, as in training sets and in
  /// the output of programs that describe pictures; so are parameters with neither a prompt nor a
  /// number of steps. A file with NULs is not text, and contains no settings.
  ///
  /// Source: AUTOMATIC1111, "Create a text file with infotext next to every generated image";
  /// kohya-ss/sd-scripts, "train_README.md" (captions).
  init(textFile bytes: [UInt8]) {
    let text = String(ofTextFile: bytes).replacing("\r\n", with: "\n")
    let isText = !text.utf8.contains(0)
    let bytes = isText ? Array(text.utf8) : []
    self.init(["parameters": bytes])
    let isOther =
      values[.prompt] == nil && values[.steps].flatMap { Double(decimal: $0) } == nil
    if isText, values.isEmpty || isOther { values = text.trimmed.map { [.prompt: $0] } ?? [:] }
  }

  /// A setting; nil if no text has it.
  subscript(setting: GeneratorSetting) -> String? { values[setting] }
}
