/// A setting of an image generator, under the same name for all programs; the raw value is its
/// token.
enum GeneratorSetting: String, CaseIterable, Sendable {
  case seed, prompt, negative, steps, cfg, sampler, model
}

/// The settings of an image generator in the texts of a picture.
struct GeneratorSettings: Equatable, Sendable {
  private var values: [GeneratorSetting: String] = [:]

  /// The keywords of texts that are read; formats other than PNG keep them in Exif.
  static let keywords = Set(GeneratorText.all.map(\.keyword) + [GeneratorText.program])

  /// The maximum number of bytes read of a text.
  static let longestText = 4 << 20

  /// Reads the settings from texts by keyword; each is from the first kind of text that has it.
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
