/// A setting of an image generator that has one name for all programs; the raw value is its token.
enum GeneratorSetting: String, CaseIterable, Sendable {
  case seed, prompt, negative, steps, cfg, sampler, model
}

/// The settings of an image generator in the texts of a picture.
struct GeneratorSettings: Equatable, Sendable {
  private var values: [GeneratorSetting: String] = [:]

  /// The keywords of texts that are read; in other formats than PNG, they are in Exif.
  static let keywords = Set(GeneratorText.all.map(\.keyword) + [GeneratorText.program])

  /// The most bytes of a text that are read.
  static let longestText = 4 << 20

  /// The settings in texts by their keywords; each is from the first kind of text that has it.
  init(_ texts: [String: [UInt8]]) {
    for text in GeneratorText.all {
      if let bytes = texts[text.keyword] {
        values.merge(text.form.settings(in: bytes, of: texts[GeneratorText.program])) {
          first, _ in first
        }
      }
    }
  }

  /// A setting; nil if no text has it.
  subscript(setting: GeneratorSetting) -> String? { values[setting] }
}
