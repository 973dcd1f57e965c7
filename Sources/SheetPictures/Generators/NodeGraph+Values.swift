/// A value that is searched for in a graph: how inputs with it are named, and what it looks like.
struct NodeValue {
  /// The names of inputs that always have this value; the first is preferred.
  let names: [String]
  /// Parts of the names of inputs that have this value in a node with several values; the first is
  /// preferred.
  let parts: [String]
  /// Whether the value is a number rather than text.
  var isNumber = true

  static let seed = NodeValue(names: ["seed", "noise_seed"], parts: ["seed"])
  static let steps = NodeValue(names: ["steps"], parts: ["step"])
  static let cfg = NodeValue(names: ["cfg", "cfg_scale", "cfg_conds"], parts: ["cfg", "guidance"])
  /// What models without a negative prompt have instead of ``cfg``.
  static let guidance = NodeValue(
    names: ["guidance", "guidance_scale", "embedded_guidance_scale"], parts: ["guidance"])
  static let sampler = NodeValue(names: ["sampler_name"], parts: ["sampler"], isNumber: false)

  /// Parts of the names of inputs with settings.
  static let words = ["seed", "step", "cfg", "guidance", "sampler", "scheduler", "denoise"]
  /// Words in the names of inputs that limit or modify a value.
  private static let modifiers: Set = [
    "start", "end", "at", "refiner", "rescale", "min", "max", "mode", "type", "control",
  ]

  /// The names of inputs of nodes with a single value.
  private var plainNames: [String] {
    isNumber ? ["value", "int", "float", "number"] : ["value", "string", "text"]
  }

  /// Whether an input may lead to the value.
  private func accepts(_ input: NodeGraph.Input) -> Bool {
    if case .link = input { true } else { isLiteral(input) }
  }

  /// Whether an input itself may be the value.
  private func isLiteral(_ input: NodeGraph.Input) -> Bool {
    switch input {
    case .number: isNumber
    case .text(let text):
      isNumber
        ? text.trimmed.map { "-.0123456789".contains($0.first ?? " ") && Double($0) != nil }
          ?? false
        : Double(text) == nil && !NodeGraph.controls.contains(text)
    case .link, .flag: false
    }
  }

  /// In a node with several values, the input whose name says that it has this value.
  private func named(of node: NodeGraph.Node) -> NodeGraph.Input? {
    for part in parts {
      for (name, input) in node.inputs where accepts(input) {
        if name.lowercased().contains(part), Self.modifiers.isDisjoint(with: name.wordsOfName) {
          return input
        }
      }
    }
    return nil
  }

  /// The input of a node that has the value; nil if there is none, or if several inputs may have
  /// it.
  ///
  /// If the node is connected to an input for the value (`isValue`), its own input may have any
  /// name.
  func input(of node: NodeGraph.Node, isValue: Bool) -> NodeGraph.Input? {
    for name in names {
      if let input = node[name], accepts(input) { return input }
    }
    guard isValue || node.kind.contains("Guider") else { return nil }
    if let named = named(of: node) { return named }
    guard isValue else { return nil }
    for name in plainNames {
      let plain = node.inputs.filter { $0.name.lowercased() == name && accepts($0.input) }
      if plain.count == 1 { return plain[0].input }
      // Old workflows do not name the values of a node.
      if plain.count > 1 { return nil }
    }
    let literals = node.inputs.filter { isLiteral($0.input) }
    guard literals.count == 1, node.links().isEmpty else { return nil }
    // Even the only number of a node may be another setting.
    let name = literals[0].name.lowercased()
    return node.inputs.count == 1 || !Self.words.contains(where: name.contains)
      ? literals[0].input : nil
  }

  /// The node whose value `node`, which lacks the value itself, passes on unchanged: the only node
  /// that it is connected to.
  ///
  /// Empty if `node` is connected to none or to several, or computes with a number of its own.
  func passedOn(by node: NodeGraph.Node) -> [String] {
    let links = node.links()
    let computes = isNumber && node.inputs.contains { isLiteral($0.input) }
    return links.count == 1 && !computes ? links : []
  }
}

extension NodeGraph {
  /// A value of a node, or of a node that it is connected to.
  ///
  /// If a node does not have it, the search continues along the inputs that may lead to it, and
  /// through nodes with a single input, such as reroutes. If the last node was reached through an
  /// input that may lead to the value, the class of that node may itself stand for the value
  /// (`ownValue`).
  func value(
    _ wanted: NodeValue, of start: String, through leadsOn: (String) -> Bool,
    ownValue: (Node) -> String? = { _ in nil }
  ) -> String? {
    var waiting = [(id: start, isValue: false, mayStandForIt: false)]
    var seen: Set<String> = []
    while let (id, isValue, mayStandForIt) = waiting.popLast() {
      guard seen.insert(id).inserted, let node = node(id) else { continue }
      if let choice = choice(of: node, isStart: id == start) {
        if let link = choice.link {
          waiting.append((link, isValue, mayStandForIt))
        } else if isValue, let input = choice.input,
          let text = wanted.input(of: Node(inputs: [("value", input)]), isValue: true)?.literal
        {
          return text
        }
        continue
      }
      if let input = wanted.input(of: node, isValue: isValue) {
        if let text = input.literal { return text }
        if case .link(let link) = input { waiting.append((link, true, false)) }
        continue
      }
      var links: [(id: String, isValue: Bool, mayStandForIt: Bool)] = []
      for case (let name, .link(let link)) in node.inputs
      where leadsOn(name) || Node.isBundle(name) {
        links.append((link, isValue, leadsOn(name)))
      }
      if links.isEmpty, id != start {
        if mayStandForIt, let own = ownValue(node) { return own }
        let others =
          isValue ? wanted.passedOn(by: node) : node.inputs.count == 1 ? node.links() : []
        waiting += others.map { ($0, isValue, mayStandForIt) }
      }
      waiting += links.reversed()
    }
    return nil
  }
}

extension String {
  /// The words of a name such as `start_at_step` or `minSeed`, in lower case.
  fileprivate var wordsOfName: [String] {
    var words = [""]
    var isAfterSmall = false
    for letter in self {
      if !letter.isLetter || letter.isUppercase && isAfterSmall { words.append("") }
      if letter.isLetter { words[words.count - 1] += letter.lowercased() }
      isAfterSmall = letter.isLowercase
    }
    return words
  }
}

extension NodeGraph.Input {
  /// The text or the digits of a number.
  fileprivate var literal: String? {
    switch self {
    case .text(let text), .number(let text): text
    case .link, .flag: nil
    }
  }
}

extension NodeGraph.Node {
  /// The name of the sampler that a node's class stands for, such as `dpmpp_2m_sde` for
  /// `SamplerDPMPP_2M_SDE`; nil if it stands for none.
  ///
  /// Source: ComfyUI, comfy_extras/nodes_custom_sampler.py.
  var samplerOfClass: String? {
    guard kind.hasPrefix("Sampler"), !kind.hasPrefix("SamplerCustom"), !kind.contains("Select")
    else { return nil }
    var name = ""
    let letters = Array(kind.dropFirst("Sampler".count).prefix(64))
    for (index, letter) in letters.enumerated() {
      // A word starts after a lower-case letter, and with the last of several capitals.
      let startsWord =
        index > 0 && letter.isUppercase
        && (letters[index - 1].isLowercase
          || letters[index - 1].isUppercase && index + 1 < letters.count
            && letters[index + 1].isLowercase)
      name += (startsWord ? "_" : "") + letter.lowercased()
    }
    name = String(name.drop { $0 == "_" || $0 == " " }).replacing("cfgpp", with: "cfg_pp")
      .replacing("cfg++", with: "cfg_pp").replacing("adaptative", with: "adaptive")
    if name == "seeds2" { name = "seeds_2" }
    if self["noise_device"] == .text("gpu"), name.hasSuffix("sde") { name += "_gpu" }
    return name.trimmed
  }
}
