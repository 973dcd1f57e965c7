/// A text in which a program writes settings: its keyword in a PNG, and its form.
struct GeneratorText: Sendable {
  let keyword: String
  let form: Form

  /// How a text represents settings.
  enum Form: Sendable {
    /// Lines such as `Steps: 20, Seed: 42`, by key.
    case lines([GeneratorSetting: String])
    /// A JSON object, with the paths of names, joined by dots, at which to look for each setting;
    /// the first that exists is used. In names, spaces stand for underscores, and case does not
    /// matter. An object without the path `mark` is from another program. If `dividesPrompt` is
    /// true, the prompt may contain a negative prompt in square brackets.
    case object([GeneratorSetting: [String]], mark: String, dividesPrompt: Bool = false)
    /// A command such as `"a moon" -s 20 -S 42`, with the names of the options for each setting; the
    /// prompt may contain a negative prompt in square brackets.
    case command([GeneratorSetting: [String]])
    /// ComfyUI nodes in API format, at a path of a JSON object, or as the object itself.
    case prompt(at: String?)
    /// ComfyUI nodes as saved by its frontend.
    case workflow
    /// The text itself, if the picture was made by the given program.
    case whole(GeneratorSetting, of: String)
  }

  /// The keyword of the program's name.
  static let program = "Software"

  /// The texts of all programs; if a picture has several, the first that has a setting is used.
  ///
  /// Source: AUTOMATIC1111, Forge and SD.Next (`parse_generation_parameters`); SwarmUI, "Image Metadata
  /// Format"; Fooocus, modules/meta_parser.py; InvokeAI, "Core Metadata", and for `sd-metadata` and
  /// `Dream` version 2.3 (docs/features/CLI.md); ComfyUI, nodes.py (`SaveImage`); NovelAI,
  /// "nai-metadata", which is an object around the other texts in WebP.
  static let all = [
    GeneratorText(
      keyword: "parameters",
      form: .lines([
        .seed: "Seed", .prompt: "prompt", .negative: "negative", .steps: "Steps",
        .cfg: "CFG scale", .sampler: "Sampler", .model: "Model",
      ])),
    GeneratorText(
      keyword: "parameters",
      form: .object(
        [
          .seed: ["sui_image_params.seed"], .prompt: ["sui_image_params.prompt"],
          .negative: ["sui_image_params.negativeprompt"], .steps: ["sui_image_params.steps"],
          .cfg: ["sui_image_params.cfgscale"], .sampler: ["sui_image_params.sampler"],
          .model: ["sui_image_params.model"],
        ], mark: "sui_image_params")),
    GeneratorText(
      keyword: "parameters",
      form: .object(
        [
          .seed: ["seed"], .prompt: ["prompt"], .negative: ["negative_prompt"], .steps: ["steps"],
          .cfg: ["guidance_scale", "cfg_scale"], .sampler: ["sampler"], .model: ["base_model"],
        ], mark: "base_model")),
    GeneratorText(
      keyword: "invokeai_metadata",
      form: .object(
        [
          .seed: ["seed"], .prompt: ["positive_prompt"], .negative: ["negative_prompt"],
          .steps: ["steps"], .cfg: ["cfg_scale", "guidance"], .sampler: ["scheduler"],
          .model: ["model.name", "model.model_name"],
        ], mark: "positive_prompt")),
    GeneratorText(
      keyword: "sd-metadata",
      form: .object(
        [
          .seed: ["image.seed"], .prompt: ["image.prompt"], .negative: ["image.negative_prompt"],
          .steps: ["image.steps"], .cfg: ["image.cfg_scale"], .sampler: ["image.sampler"],
          .model: ["model_weights"],
        ], mark: "image", dividesPrompt: true)),
    GeneratorText(
      keyword: "Dream",
      form: .command([
        .seed: ["S", "seed"], .steps: ["s", "steps"], .cfg: ["C", "cfg_scale"],
        .sampler: ["A", "m", "sampler", "sampler_name"], .model: ["model"],
      ])),
    GeneratorText(keyword: "prompt", form: .prompt(at: nil)),
    GeneratorText(keyword: "parameters", form: .prompt(at: "prompt")),
    GeneratorText(keyword: "workflow", form: .workflow),
    GeneratorText(
      keyword: "Comment",
      form: .object(
        [
          .seed: ["seed"], .prompt: ["prompt", "v4_prompt.caption.base_caption"],
          .negative: ["uc", "v4_negative_prompt.caption.base_caption"], .steps: ["steps"],
          .cfg: ["scale"], .sampler: ["sampler"],
        ], mark: "steps")),
    GeneratorText(
      keyword: "Comment",
      form: .object(
        [
          .seed: ["Comment.seed"],
          .prompt: [
            "Comment.prompt", "Comment.v4_prompt.caption.base_caption", "Description",
          ],
          .negative: ["Comment.uc", "Comment.v4_negative_prompt.caption.base_caption"],
          .steps: ["Comment.steps"], .cfg: ["Comment.scale"], .sampler: ["Comment.sampler"],
          .model: ["Source"],
        ], mark: "Comment.steps")),
    GeneratorText(keyword: "Description", form: .whole(.prompt, of: "NovelAI")),
    GeneratorText(keyword: "Source", form: .whole(.model, of: "NovelAI")),
  ]
}

extension GeneratorText.Form {
  /// The settings in a text; none if it has another form.
  func settings(in bytes: [UInt8], of program: [UInt8]?) -> [GeneratorSetting: String] {
    let json = JSONText(bytes)
    func each(_ value: (GeneratorSetting) -> String?) -> [GeneratorSetting: String] {
      let found = GeneratorSetting.allCases.compactMap { setting in
        value(setting)?.trimmed.map { (setting, $0) }
      }
      return Dictionary(uniqueKeysWithValues: found)
    }
    switch self {
    case .lines(let keys):
      guard !json.isObject else { return [:] }
      let asked = keys.compactMapValues { TextKey("lines:\($0)") }
      var search = TextSearch(Set(asked.values), in: "lines")
      search.take(bytes)
      let values = search.values()
      let found = each { asked[$0].flatMap { values[$0]?.first } }
      // The comment of a photograph may contain lines such as `Model: Ada`.
      return found[.steps] ?? found[.seed] == nil ? [:] : found
    case .object(let paths, let mark, let dividesPrompt):
      guard json.setting(at: mark) != nil else { return [:] }
      let found = each { paths[$0]?.lazy.compactMap { json.setting(at: $0)?.settingText }.first }
      return dividesPrompt ? found.dividingPrompt : found
    case .command(let options):
      guard !json.isObject else { return [:] }
      let command = GeneratorCommand(String(decoding: bytes, as: UTF8.self))
      let found = each { setting in
        setting == .prompt ? command.prompt : options[setting]?.lazy.compactMap(command.value).first
      }
      return found.count > 1 ? found.dividingPrompt : [:]
    case .prompt(let path):
      return (path.map { json[$0] } ?? json).flatMap { NodeGraph(prompt: $0) }.settings(each)
    case .workflow: return NodeGraph(workflow: json).settings(each)
    case .whole(let setting, let name):
      guard program?.starts(with: name.utf8) == true else { return [:] }
      return each { $0 == setting ? String(decoding: bytes, as: UTF8.self) : nil }
    }
  }
}

extension NodeGraph? {
  fileprivate func settings(
    _ each: ((GeneratorSetting) -> String?) -> [GeneratorSetting: String]
  ) -> [GeneratorSetting: String] {
    guard let graph = self, let sampler = graph.sampler else { return [:] }
    return each { graph.setting($0, of: sampler) }
  }
}

extension [GeneratorSetting: String] {
  /// The settings with the negative prompt taken out of the prompt, unless there is one already.
  fileprivate var dividingPrompt: Self {
    var found = self
    if found[.negative] == nil, let prompts = found[.prompt]?.dividedPrompt {
      (found[.prompt], found[.negative]) = (prompts.positive.trimmed, prompts.negative.trimmed)
    }
    return found
  }
}

/// The parts of a command that made a picture.
private struct GeneratorCommand {
  /// The quoted text at the start, or what precedes the first option.
  let prompt: String
  /// The words after the prompt.
  private let words: [Substring]

  /// No command line is longer than this number of bytes.
  private static let maximumBytes = 1 << 16

  init(_ text: String) {
    let text = String(decoding: text.utf8.prefix(Self.maximumBytes), as: UTF8.self)
      .drop(while: \.isWhitespace)
    var rest: Substring
    if let mark = text.first, "\"'".contains(mark), let end = Self.end(of: mark, in: text) {
      prompt = String(text.dropFirst()[..<end])
      rest = text[end...].dropFirst()
    } else {
      // An option follows a blank.
      var end = text.startIndex
      rest = text
      var previous: Character = " "
      while end < text.endIndex {
        if text[end] == "-", previous.isWhitespace { break }
        previous = text[end]
        end = text.index(after: end)
      }
      prompt = String(text[..<end])
      rest = text[end...]
    }
    words = rest.split(whereSeparator: \.isWhitespace)
  }

  /// The quotation mark that ends the text at the start: the first one that is followed by options,
  /// if any.
  private static func end(of mark: Character, in text: Substring) -> Substring.Index? {
    var last: Substring.Index?
    for index in text.indices.dropFirst() where text[index] == mark {
      last = index
      let rest = text[index...].dropFirst().drop(while: \.isWhitespace)
      if rest.isEmpty || rest.first == "-" { return index }
    }
    return last
  }

  /// The value of an option such as `s` or `steps`: `-s 20`, `-s20`, `--steps 20` or `--steps=20`.
  func value(_ option: String) -> String? {
    word(after: option).map { $0.filter { !"\"'".contains($0) } }
  }

  private func word(after option: String) -> String? {
    let mark = option.count == 1 ? "-" + option : "--" + option
    for (index, word) in words.enumerated() where word.hasPrefix(mark) {
      let value = word.dropFirst(mark.count)
      if value.isEmpty { return index + 1 < words.count ? String(words[index + 1]) : nil }
      if option.count == 1 { return String(value) }
      if value.first == "=" { return String(value.dropFirst()) }
    }
    return nil
  }
}

extension JSONText {
  /// The value at a path of names, ignoring case, and looking into strings that contain objects.
  fileprivate func setting(at path: String) -> JSONText? {
    var value: JSONText? = self
    for name in path.split(separator: ".") {
      guard let current = value else { return nil }
      let object = current.isObject ? current : current.string.map { JSONText(Array($0.utf8)) }
      let fields = object?.fields ?? []
      value =
        (fields.first { $0.name == name }
        ?? fields.first { $0.name.lowercased().replacing(" ", with: "_") == name.lowercased() })?
        .value
    }
    return value
  }

  /// A text or a number; for a list of weighted prompts, the prompts without their weights.
  fileprivate var settingText: String? {
    if let scalar { return scalar }
    let prompts = elements.compactMap { $0["prompt"]?.string }
    return prompts.isEmpty ? nil : prompts.joined(separator: ", ")
  }
}

extension String {
  /// A prompt without the parts in square brackets, and these parts, separated by commas.
  fileprivate var dividedPrompt: (positive: String, negative: String) {
    var (positive, negatives, isNegative) = ("", [String](), false)
    for part in split(omittingEmptySubsequences: false, whereSeparator: { "[]".contains($0) }) {
      if isNegative { negatives.append(String(part)) } else { positive += part }
      isNegative.toggle()
    }
    return (positive, negatives.compactMap(\.trimmed).joined(separator: ", "))
  }
}
