extension NodeGraph {
  /// A setting of the sampler that made the picture; nil if unknown.
  ///
  /// Values and prompts are followed along links, through any nodes in between. Each node is
  /// visited once per setting, so cycles end.
  func setting(_ setting: GeneratorSetting, of sampler: String) -> String? {
    switch setting {
    case .seed: value(["seed", "noise_seed"], of: sampler) { $0 == "noise" }
    case .steps: value(["steps"], of: sampler) { ["sigmas", "scheduler"].contains($0) }
    case .cfg:
      value(["cfg", "cfg_scale"], of: sampler) { $0 == "guider" }
        // Models without a negative prompt get their guidance from a node on the way to the prompt.
        ?? value(["guidance", "guidance_scale", "embedded_guidance_scale"], of: sampler) {
          $0 == "guider" || $0 == "positive" || $0.contains("cond")
        }
    case .sampler: value(["sampler_name"], of: sampler, isNumber: false) { $0 == "sampler" }
    case .prompt: prompt("positive", of: sampler)
    case .negative: prompt("negative", of: sampler)
    case .model: model(of: sampler)
    }
  }

  /// The sampler that started the picture; nil if there is none.
  ///
  /// From an output, the nearest sampler is followed back to the one that started with noise: later
  /// ones enlarge or refine its picture.
  var sampler: String? {
    var linked: Set<String> = []
    for id in ids { linked.formUnion(node(id)?.links() ?? []) }
    let ends = ids.filter { !linked.contains($0) }
    let saving = ends.filter { node($0)?.kind.contains("Save") == true }
    let isSampler: (String, Node) -> Bool = { $1.isSampler }
    var sampler =
      first(from: saving, isSampler) ?? first(from: ends, isSampler) ?? first(from: ids, isSampler)
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
      for link in node.links() where seen.insert(link).inserted { waiting.append(link) }
    }
    return nil
  }

  // MARK: Values

  /// The value under the first of several names, in a node or along links.
  ///
  /// If a node has none of the names, the search continues behind the inputs that lead on, and
  /// through nodes with a single input, such as reroutes.
  private func value(
    _ names: [String], of start: String, isNumber: Bool = true, through leadsOn: (String) -> Bool
  ) -> String? {
    var waiting = [(id: start, isValue: false)]
    var seen: Set<String> = []
    while let (id, isValue) = waiting.popLast() {
      guard seen.insert(id).inserted, let node = node(id) else { continue }
      let inputNames = names + (isValue ? Node.valueNames : [])
      if let input = inputNames.lazy.compactMap({ node[$0] }).first {
        switch input {
        case .text(let text), .number(let text): return text
        case .link(let link): waiting.append((link, true))
        }
        continue
      }
      if isValue, let only = node.onlyValue(named: names, isNumber: isNumber) { return only }
      let links = node.links { isValue || leadsOn($0) || Node.isBundle($0) }
      let others = links.isEmpty && id != start && node.inputs.count == 1 ? node.links() : []
      waiting += (links + others).reversed().map { ($0, isValue) }
    }
    return nil
  }

  /// The file of the model connected to a node.
  private func model(of start: String) -> String? {
    var waiting = [start]
    var seen: Set<String> = []
    while let id = waiting.popLast() {
      guard seen.insert(id).inserted, let node = node(id) else { continue }
      if let name = node.modelName { return name }
      let named = node.links { $0.contains("model") || $0 == "unet" }
      let bundles = node.links { Node.isBundle($0) || $0 == "guider" }
      // A node that merely passes on its input may name it differently.
      let others = named.isEmpty && bundles.isEmpty && node.links().count == 1 ? node.links() : []
      waiting += (named + bundles + others).reversed()
    }
    return nil
  }

  // MARK: Prompts

  /// The prompts for a role, `positive` or `negative`, that lead to a sampler, without duplicates.
  private func prompt(_ role: String, of start: String) -> String? {
    var seen: Set<String> = []
    let found = texts(role, from: [(start, .sampler)], &seen, depth: 0)
    let prompts = found.compactMap(\.trimmed).eachOnce
    return prompts.isEmpty ? nil : prompts.joined(separator: ", ")
  }

  /// What is searched for next: the input for the role, conditions, or texts.
  private enum Part { case sampler, conditions, texts }

  /// The maximum number of consecutive nodes that join texts.
  private static let maximumJoins = 16

  private func texts(
    _ role: String, from starts: [(id: String, part: Part)], _ seen: inout Set<String>, depth: Int
  ) -> [String] {
    var waiting = starts
    var found: [String] = []
    while let (id, part) = waiting.popLast(), found.count < 64 {
      guard seen.insert(id).inserted, let node = node(id), !node.kind.contains("ZeroOut") else {
        continue
      }
      if let input = Node.names(ofRole: role).lazy.compactMap({ node[$0] }).first {
        switch input {
        case .text(let text): found.append(text)
        case .number: break
        case .link(let link): waiting.append((link, part == .texts ? .texts : .conditions))
        }
        continue
      }
      guard part != .sampler else {
        // A guider with a single condition has a prompt but no negative one.
        if role == "positive", case .link(let link) = node["conditioning"] {
          waiting.append((link, .conditions))
        } else {
          waiting += node.links { $0 == "guider" || Node.isBundle($0) }.reversed()
            .map { ($0, .sampler) }
        }
        continue
      }
      let texts = node.inputs.filter { Node.isText($0.name) }
      if let separator = node.joiner, depth < Self.maximumJoins {
        let parts = texts.map { _, input in
          switch input {
          case .text(let text): text
          case .number(let number): number
          case .link(let link):
            self.texts(role, from: [(link, .texts)], &seen, depth: depth + 1)
              .joined(separator: ", ")
          }
        }
        found.append(parts.filter { !$0.isEmpty }.joined(separator: separator))
        continue
      }
      for (_, input) in texts { if case .text(let text) = input { found.append(text) } }
      var links = node.links(Node.isText)
      let leadsToTexts = !links.isEmpty || part == .texts
      if texts.isEmpty {
        let conditions = node.links { $0.contains("cond") }
        links = conditions.isEmpty ? node.links { !Node.isOther($0) } : conditions
      }
      waiting += links.reversed().map { ($0, leadsToTexts ? .texts : .conditions) }
    }
    return found
  }
}

extension NodeGraph.Node {
  /// Whether it makes a picture from noise: it has a seed, and steps or prompts.
  fileprivate var isSampler: Bool {
    ["seed", "noise_seed", "noise"].contains { self[$0] != nil }
      && ["steps", "sigmas", "positive", "guider"].contains { self[$0] != nil }
  }

  /// The names of inputs that hold the value of a node with a single value.
  fileprivate static let valueNames = [
    "value", "seed", "noise_seed", "int", "float", "number", "string", "text",
  ]

  /// The value of a node with one number or text, or with one whose name contains a wanted name,
  /// such as `seed_num`.
  fileprivate func onlyValue(named names: [String], isNumber: Bool) -> String? {
    var (all, numbers, named) = ([String](), [String](), [String]())
    for (name, input) in inputs {
      switch input {
      case .text(let text): all.append(text)
      case .number(let number):
        all.append(number)
        numbers.append(number)
        if names.contains(where: name.lowercased().contains) { named.append(number) }
      case .link: break
      }
    }
    if all.count == 1 { return all[0] }
    guard isNumber else { return nil }
    return named.first ?? (numbers.count == 1 ? numbers[0] : nil)
  }

  /// What a node that joins texts puts between them; nil if it joins none.
  fileprivate var joiner: String? {
    guard inputs.filter({ Self.isText($0.name) }).count > 1 else { return nil }
    for name in ["delimiter", "separator"] {
      if case .text(let text) = self[name] { return text.replacing("\\n", with: "\n") }
    }
    let kind = kind.lowercased()
    guard ["concat", "joinstring", "stringjoin", "textjoin"].contains(where: kind.contains) else {
      return nil
    }
    return ""
  }

  /// The name of its file, if it loads a model.
  fileprivate var modelName: String? {
    inputs.lazy.compactMap { name, input -> String? in
      guard case .text(let text) = input,
        !["lora", "vae", "clip", "control", "upscale"].contains(where: name.contains),
        Self.modelEndings.contains(where: text.lowercased().hasSuffix)
      else { return nil }
      return text
    }.first
  }
  private static let modelEndings = [
    ".safetensors", ".ckpt", ".gguf", ".sft", ".pt", ".pth", ".bin",
  ]

  /// The names of inputs with a prompt for a role.
  fileprivate static func names(ofRole role: String) -> [String] {
    [role, "text_\(role)", "\(role)_prompt", "prompt_\(role)"]
  }

  /// Whether an input with this name holds the text of a prompt.
  fileprivate static func isText(_ name: String) -> Bool {
    textNames.contains(where: name.lowercased().hasPrefix)
  }
  /// The prefixes of the names of inputs with texts, including the separate texts of several
  /// encoders.
  private static let textNames = [
    "text", "string", "prompt", "value", "populated_text", "clip_l", "clip_g", "t5", "mt5", "bert",
    "llama",
  ]

  /// Whether an input with this name carries several things at once, such as a model with its
  /// prompts.
  fileprivate static func isBundle(_ name: String) -> Bool {
    name.contains("pipe") || name.contains("tuple") || name.contains("context")
  }

  /// Whether an input with this name holds a picture that a sampler starts from.
  fileprivate static func isPicture(_ name: String) -> Bool {
    ["latent", "image", "samples", "pixels"].contains(where: name.contains)
  }

  /// Whether a condition's input with this name leads to no prompt.
  fileprivate static func isOther(_ name: String) -> Bool {
    isPicture(name)
      || ["model", "clip", "vae", "control", "mask", "seed", "style"].contains(where: name.contains)
  }
}
