internal import SheetModel

/// A text in which a program writes settings: its keyword in a PNG, and its form.
struct GeneratorText: Sendable {
  let keyword: String
  let form: Form

  /// How text represents settings.
  enum Form: Sendable {
    /// Lines such as `Steps: 20, Seed: 42`, by key.
    case lines([GeneratorSetting: String])
    /// A JSON object, with the paths of names, joined by dots, at which to look for each setting;
    /// the first that exists is used. In names, spaces stand for underscores, and case does not
    /// matter. An object that has none of the paths in `marks` is from another program. If
    /// `dividesPrompt` is true, the prompt may contain a negative prompt in square brackets.
    case object([GeneratorSetting: [String]], marks: [String], dividesPrompt: Bool = false)
    /// A command such as `"a moon" -s 20 -S 42`, with the names of the options for each setting;
    /// the prompt may contain a negative prompt in square brackets.
    case command([GeneratorSetting: [String]])
    /// ComfyUI nodes in API format, at a path of a JSON object, or as the object itself.
    case prompt(at: String?)
    /// ComfyUI nodes as saved by its frontend, at a path or as the object itself.
    case workflow(at: String?)
    /// Names and values such as `Steps: 20; Seed: 42`, which must also name the program; `others`
    /// are further names that end the value before them.
    case list([GeneratorSetting: String], others: [String], of: String)
    /// One of several text chunks that each contain one setting, with the keyword of each chunk.
    /// The seed and the steps must both be numbers.
    case texts([GeneratorSetting: String])
    /// The whole text as the value of one setting, if the picture was made by the given program.
    case whole(GeneratorSetting, of: String)
  }

  /// The keyword of the text that names the program.
  static let program = "Software"

  /// The keywords of all text that is needed.
  var keywords: [String] {
    if case .texts(let keywords) = form { Array(keywords.values) } else { [keyword] }
  }

  /// The keys of settings in lines.
  private static let lineKeys: [GeneratorSetting: String] = [
    .seed: "Seed", .prompt: "prompt", .negative: "negative", .steps: "Steps",
    .cfg: "CFG scale", .sampler: "Sampler", .model: "Model",
  ]

  /// The names of settings in objects that are not nested.
  private static let plainNames: [GeneratorSetting: [String]] = [
    .seed: ["seed"],
    .prompt: ["prompt", "positive_prompt", "v4_prompt.caption.base_caption", "c"],
    .negative: [
      "negative_prompt", "negative", "uc", "v4_negative_prompt.caption.base_caption",
    ],
    .steps: ["steps", "num_steps", "num_inference_steps"],
    .cfg: ["cfg_scale", "cfg", "guidance_scale", "scale", "guidance"],
    .sampler: ["sampler", "sampler_name", "scheduler"],
    .model: [
      "base_model", "base_model_name", "model", "model.name", "model.model_name",
      "use_stable_diffusion_model",
    ],
  ]

  /// The form of an object with the settings in an inner object called `name`; a prompt, a seed or
  /// a number of steps in the inner object identifies it.
  private static func object(in name: String) -> Form {
    .object(
      plainNames.mapValues { $0.map { "\(name).\($0)" } },
      marks: ["positive_prompt", "prompt", "seed", "steps"].map { "\(name).\($0)" })
  }

  /// The texts of all programs; if a picture has several, each setting is from the first that has
  /// it.
  ///
  /// Source: AUTOMATIC1111, Forge and SD.Next (`parse_generation_parameters`); Civitai, whose line
  /// of settings names the model in `Civitai resources`; SwarmUI, "Image Metadata Format"; Fooocus,
  /// modules/meta_parser.py, with RuinedFooocus and Fooocus-MRE; Draw Things (`c` is its prompt);
  /// InvokeAI, "Core Metadata", and for `sd-metadata` and `Dream` version 2.3
  /// (docs/features/CLI.md), and for `invokeai` and `core_metadata` version 3
  /// (`invokeai/app/services/image_file_storage.py`, `metadata.py`); ComfyUI, nodes.py
  /// (`SaveImage`); NovelAI, "nai-metadata", which is an object around the other texts in WebP;
  /// Easy Diffusion, ui/easydiffusion/utils/save_utils.py (`TASK_TEXT_MAPPING`); Mochi Diffusion,
  /// SDImage.swift (`metadata()`); tensor.art (`generation_data`); diffusers, the names of whose
  /// arguments scripts write under `metadata`.
  static let all =
    programs + carried + [
      GeneratorText(keyword: "Description", form: .whole(.prompt, of: "NovelAI")),
      GeneratorText(keyword: "Source", form: .whole(.model, of: "NovelAI")),
    ]

  /// The keywords of text meant for people.
  ///
  /// Programs that copy pictures keep settings in this text, in the form that belongs to another
  /// keyword.
  private static let carriers = ["Comment", "Description"]

  private static let carried = carriers.flatMap { carrier in
    programs.filter { $0.isCarried && $0.keyword != carrier }
      .map { GeneratorText(keyword: carrier, form: $0.form) }
  }

  /// Whether text for people may have this form.
  private var isCarried: Bool { ["parameters", "Comment"].contains(keyword) }

  private static let programs = [
    GeneratorText(
      keyword: "parameters", form: .lines(lineKeys)),
    GeneratorText(
      keyword: "parameters",
      form: .object(
        [
          .seed: ["sui_image_params.seed"], .prompt: ["sui_image_params.prompt"],
          .negative: ["sui_image_params.negativeprompt"], .steps: ["sui_image_params.steps"],
          .cfg: ["sui_image_params.cfgscale"],
          .sampler: ["sui_image_params.sampler", "sui_image_params.comfyuisampler"],
          .model: ["sui_image_params.model"],
        ], marks: ["sui_image_params"])),
    GeneratorText(
      keyword: "parameters",
      form: .object(plainNames, marks: ["base_model", "base_model_name", "steps", "seed"])),
    GeneratorText(
      keyword: "invokeai_metadata",
      form: .object(
        plainNames,
        marks: [
          "positive_prompt", "negative_prompt", "generation_mode", "seed", "steps", "model.name",
        ])),
    GeneratorText(keyword: "invokeai_metadata", form: object(in: "core_metadata")),
    GeneratorText(keyword: "invokeai_metadata", form: object(in: "node")),
    GeneratorText(keyword: "invokeai", form: object(in: "node")),
    GeneratorText(
      keyword: "metadata",
      form: .object(plainNames, marks: ["num_inference_steps", "guidance_scale"])),
    GeneratorText(
      keyword: "generation_data",
      form: .object(
        [
          .seed: ["seed"], .prompt: ["prompt"], .negative: ["negativePrompt"], .steps: ["steps"],
          .cfg: ["cfgScale", "guidance"], .sampler: ["samplerName", "scheduler"],
          .model: ["baseModel.modelFileName", "baseModel.label"],
        ], marks: ["cfgScale", "samplerName", "baseModel", "steps"])),
    GeneratorText(
      keyword: "Description",
      form: .list(
        [
          .seed: "Seed", .prompt: "Include in Image", .negative: "Exclude from Image",
          .steps: "Steps", .cfg: "Guidance Scale", .sampler: "Scheduler", .model: "Model",
        ], others: ["Size", "Upscaler", "Date", "ML Compute Unit", "Quality", "Filename"],
        of: "Mochi Diffusion")),
    GeneratorText(
      keyword: "sd-metadata",
      form: .object(
        [
          .seed: ["image.seed"], .prompt: ["image.prompt"], .negative: ["image.negative_prompt"],
          .steps: ["image.steps"], .cfg: ["image.cfg_scale"], .sampler: ["image.sampler"],
          .model: ["model_weights"],
        ], marks: ["image"], dividesPrompt: true)),
    GeneratorText(
      keyword: "Dream",
      form: .command([
        .seed: ["S", "seed"], .steps: ["s", "steps"], .cfg: ["C", "cfg_scale"],
        .sampler: ["A", "m", "sampler", "sampler_name"], .model: ["model"],
      ])),
    GeneratorText(keyword: "prompt", form: .prompt(at: nil)),
    GeneratorText(keyword: "parameters", form: .prompt(at: "prompt")),
    GeneratorText(keyword: "parameters", form: .prompt(at: nil)),
    GeneratorText(keyword: "workflow", form: .workflow(at: nil)),
    GeneratorText(keyword: "parameters", form: .workflow(at: "workflow")),
    GeneratorText(keyword: "Comment", form: .object(plainNames, marks: ["steps", "num_steps"])),
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
        ], marks: ["Comment.steps"])),
    GeneratorText(
      keyword: "seed",
      form: .texts([
        .seed: "seed", .prompt: "prompt", .negative: "negative_prompt",
        .steps: "num_inference_steps", .cfg: "guidance_scale", .sampler: "sampler_name",
        .model: "use_stable_diffusion_model",
      ])),
    GeneratorText(
      keyword: "Seed",
      form: .texts([
        .seed: "Seed", .prompt: "Prompt", .negative: "Negative Prompt", .steps: "Steps",
        .cfg: "Guidance Scale", .sampler: "Sampler", .model: "Stable Diffusion model",
      ])),
  ]
}

extension GeneratorText.Form {
  /// The settings in the text; none if it has another form.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - texts: All texts of the picture, by keyword.
  /// - Returns: The settings.
  func settings(
    in bytes: [UInt8], among texts: [String: [UInt8]]
  ) -> [GeneratorSetting: String] {
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
      let found = each { setting in
        asked[setting].flatMap { values[$0]?.first }
          ?? (setting == .model ? Self.civitaiModel(in: bytes) : nil)
      }
      // The comment of a photograph may contain lines such as `Model: Ada`, or the steps of a
      // recipe.
      let numbers = [found[.steps], found[.seed]].compactMap(\.self)
      return numbers.contains { Double(decimal: $0) != nil } ? found : [:]
    case .object(let paths, let marks, let dividesPrompt):
      guard marks.contains(where: { json.setting(at: $0) != nil }) else { return [:] }
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
      return json.graph(at: path).flatMap { NodeGraph(prompt: $0) }.settings(each)
    case .workflow(let path):
      return json.graph(at: path).flatMap { NodeGraph(workflow: $0) }.settings(each)
    case .list(let names, let others, let program):
      let list = GeneratorList(bytes, names: Array(names.values) + others, of: program)
      return each { setting in names[setting].flatMap { list?.values[$0] } }
    case .texts(let keywords):
      let found = each { setting in
        keywords[setting].flatMap { texts[$0] }.flatMap { text in
          JSONText(text).fields.isEmpty ? String(decoding: text, as: UTF8.self) : nil
        }
      }
      let numbers = [found[.seed], found[.steps]].compactMap { $0.flatMap { Double(decimal: $0) } }
      return numbers.count == 2 ? found : [:]
    case .whole(let setting, let name):
      guard texts[GeneratorText.program]?.starts(with: name.utf8) == true else { return [:] }
      return each { $0 == setting ? String(decoding: bytes, as: UTF8.self) : nil }
    }
  }
}

extension GeneratorText.Form {
  private static let resources = Array("Civitai resources: ".utf8)

  /// The checkpoint in a list of resources, such as `Civitai resources: [{"type":"checkpoint",…}]`.
  private static func civitaiModel(in bytes: [UInt8]) -> String? {
    guard
      let start = bytes.indices.last(where: {
        bytes[$0] == resources[0] && bytes[$0...].starts(with: resources)
      })
    else { return nil }
    let models = JSONText(Array(bytes[(start + resources.count)...])).elements
    return models.first { $0["type"]?.string?.lowercased() == "checkpoint" }?["modelName"]?.string
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
  /// The settings with the negative prompt taken out of the prompt, unless they already contain a
  /// negative prompt.
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

  /// The quotation mark that ends the prompt at the start of a command: the first one that is
  /// followed by an option or by nothing, or else the last one.
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
  /// The object at a path, which may be written as a string; the value itself if there is no path.
  fileprivate func graph(at path: String?) -> JSONText? {
    guard let path else { return self }
    guard let value = self[path] else { return nil }
    return value.string.map { JSONText(Array($0.utf8)) } ?? value
  }

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
