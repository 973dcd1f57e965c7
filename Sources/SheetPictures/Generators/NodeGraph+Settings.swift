extension NodeGraph {
  /// A setting of the sampler that made the picture; nil if unknown.
  ///
  /// Values and prompts are followed along links, through any nodes in between. Each node is
  /// visited once per setting, so cycles end.
  func setting(_ setting: GeneratorSetting, of sampler: String) -> String? {
    switch setting {
    case .seed: value(.seed, of: sampler) { $0 == "noise" }
    case .steps: value(.steps, of: sampler) { ["sigmas", "scheduler"].contains($0) }
    case .cfg:
      value(.cfg, of: sampler) { $0 == "guider" }
        // Models without a negative prompt get their guidance from a node on the way to the prompt.
        ?? value(.guidance, of: sampler) {
          $0 == "guider" || $0 == "positive" || $0.contains("cond")
        }
    case .sampler:
      value(.sampler, of: sampler, through: { $0 == "sampler" }, ownValue: \.samplerOfClass)
    case .prompt: prompt("positive", of: sampler)
    case .negative: prompt("negative", of: sampler)
    case .model: model(of: sampler)
    }
  }

  /// The sampler that started the picture; nil if there is none.
  ///
  /// The search goes from an output to the nearest sampler, and then back to the sampler that
  /// started with noise: later samplers enlarge or refine its picture.
  var sampler: String? {
    var linked: Set<String> = []
    for id in ids { linked.formUnion(node(id)?.links() ?? []) }
    let ends = ids.filter { !linked.contains($0) }
    let saving = ends.filter { node($0)?.kind.contains("Save") == true }
    let isSampler: (String, Node) -> Bool = { $1.isSampler }
    var sampler =
      first(from: saving, isSampler) ?? first(from: ends, isSampler) ?? first(from: ids, isSampler)
    // An online service makes a picture from a prompt alone.
    guard sampler != nil else { return first(from: saving) { $1.makesPictures } }
    var seen: Set<String> = []
    while let last = sampler, seen.insert(last).inserted, seen.count < Self.maximumSamplers,
      let before = first(
        from: node(last)?.links { Node.isPicture($0) } ?? [], isSampler), !seen.contains(before)
    {
      sampler = before
    }
    return sampler
  }

  /// The maximum number of consecutive samplers followed back, since each may require searching all
  /// nodes.
  private static let maximumSamplers = 16

  /// The nearest node that meets a condition, going against the direction of links.
  private func first(
    from starts: [String], _ isFound: (String, Node) -> Bool
  ) -> String? {
    var waiting = starts
    var (place, seen) = (0, Set(starts))
    while place < waiting.count {
      let id = waiting[place]
      place += 1
      guard let node = node(id) else { continue }
      if isFound(id, node) { return id }
      for link in links(of: node) where seen.insert(link).inserted { waiting.append(link) }
    }
    return nil
  }

  /// The file of the model connected to a node.
  private func model(of start: String) -> String? {
    var waiting = [start]
    var seen: Set<String> = []
    while let id = waiting.popLast() {
      guard seen.insert(id).inserted, let node = node(id) else { continue }
      if let name = node.modelName ?? (id == start ? node.service : nil) { return name }
      if let choice = choice(of: node, isStart: id == start) {
        if let link = choice.link { waiting.append(link) }
        continue
      }
      let named = node.links { $0.contains("model") || $0 == "unet" }
      let bundles = node.links { Node.isBundle($0) || $0 == "guider" }
      // A node that merely passes on its input may name it differently.
      let others = named.isEmpty && bundles.isEmpty && node.links().count == 1 ? node.links() : []
      waiting += (named + bundles + others).reversed()
    }
    return nil
  }
}

extension NodeGraph.Node {
  /// Whether the node makes a picture from noise, judged by whether it has a seed, and steps or
  /// prompts.
  fileprivate var isSampler: Bool {
    !kind.contains("Context") && ["seed", "noise_seed", "noise"].contains { self[$0] != nil }
      && ["steps", "sigmas", "positive", "guider"].contains { self[$0] != nil }
  }

  /// Whether the node asks an online service for a picture.
  var makesPictures: Bool { self["seed"] != nil && self["prompt"] != nil && !isSampler }

  /// The model of the online service that the node asks for a picture.
  fileprivate var service: String? {
    guard makesPictures else { return nil }
    for name in ["model", "model_name"] {
      if case .text(let text) = self[name] { return text.trimmed }
    }
    return nil
  }

  /// The name of the model's file or folder, if the node loads a model.
  fileprivate var modelName: String? {
    let others = ["lora", "vae", "clip", "control", "upscale"]
    for (name, input) in inputs {
      guard case .text(let text) = input, !others.contains(where: name.contains) else { continue }
      if Self.modelEndings.contains(where: text.lowercased().hasSuffix) { return text }
    }
    // A model that consists of several files is a folder.
    let kind = kind.lowercased()
    guard kind.contains("load"), !others.contains(where: kind.contains) else { return nil }
    for name in ["ckpt_name", "unet_name", "model_path", "model_name", "model"] {
      if case .text(let text) = self[name] { return text.trimmed }
    }
    return nil
  }
  private static let modelEndings = [
    ".safetensors", ".ckpt", ".gguf", ".sft", ".pt", ".pth", ".bin",
  ]

  /// Whether an input with this name carries several things at once, such as a model with its
  /// prompts.
  static func isBundle(_ name: String) -> Bool {
    ["pipe", "tuple", "context", "ctx"].contains(where: name.contains)
  }

  /// Whether an input with this name holds a picture that a sampler starts from.
  fileprivate static func isPicture(_ name: String) -> Bool {
    ["latent", "image", "samples", "pixels"].contains(where: name.contains)
  }

  /// Whether a condition's input with this name leads to no prompt.
  static func isOther(_ name: String) -> Bool {
    isPicture(name)
      || ["model", "clip", "vae", "control", "mask", "seed", "style"].contains(where: name.contains)
  }
}
