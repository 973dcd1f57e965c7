/// The ComfyUI nodes that made a picture, and the links between them.
///
/// A node is read when a search reaches it.
///
/// Source: ComfyUI, "Workflow JSON" and the format of its API; its frontend,
/// `addValueControlWidgets`.
struct NodeGraph {
  /// What is connected to an input of a node.
  enum Input: Equatable {
    case text(String)
    case number(String)
    case flag(Bool)
    /// The value of another node, identified by its id.
    case link(String)
  }

  /// Widget values that say how the next number is chosen, and are not inputs.
  static let controls: Set = ["fixed", "increment", "decrement", "randomize", "increment-wrap"]

  /// A node: its class, and its inputs by name.
  struct Node {
    var kind = ""
    var inputs: [(name: String, input: Input)] = []

    subscript(name: String) -> Input? { inputs.first { $0.name == name }?.input }

    /// The nodes that the inputs with wanted names are connected to.
    func links(_ isWanted: (String) -> Bool = { _ in true }) -> [String] {
      inputs.compactMap { name, input in
        if case .link(let id) = input, isWanted(name) { id } else { nil }
      }
    }
  }

  private let nodes: [String: JSONText]
  /// What is known about the values that control switches.
  let switchValues = SwitchValues()
  /// The ids of all nodes, in file order.
  let ids: [String]
  /// What the links of a workflow carry, by ``FlatWorkflow/linkKey(_:besides:)``; nil for the API
  /// format, whose inputs name nodes directly.
  private let origins: [String: Input]?

  /// Reads the graph in API format, from the text under `prompt`; nil if the text is not such a
  /// graph.
  init?(prompt: JSONText) {
    let fields = prompt.fields.filter { $0.value["class_type"] != nil }
    guard !fields.isEmpty else { return nil }
    nodes = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
    ids = fields.map(\.name)
    origins = nil
  }

  /// Reads the graph in a `workflow`; nil if the text is not such a graph.
  init?(workflow: JSONText) {
    let flat = FlatWorkflow(workflow)
    guard !flat.nodes.isEmpty else { return nil }
    nodes = Dictionary(flat.nodes.map { ($0.id, $0.json) }) { first, _ in first }
    ids = flat.nodes.map(\.id)
    origins = flat.origins
  }

  /// The number of bytes to read for a node.
  func length(of id: String) -> Int { nodes[id]?.count ?? 0 }

  /// The number of bytes of all nodes; those of a subgraph count once, however often it is used.
  var length: Int {
    var ranges: Set<Range<Int>> = []
    var length = 0
    for json in nodes.values where ranges.insert(json.range).inserted { length += json.count }
    return length
  }

  /// A node; nil if there is none with this id.
  func node(_ id: String) -> Node? {
    guard let json = nodes[id] else { return nil }
    guard let origins else { return Node(inPrompt: json) }
    return Node(inWorkflow: json) { origins[FlatWorkflow.linkKey($0, besides: id)] }
  }
}

extension NodeGraph.Node {
  /// The names of a node's widgets in the order in which old versions list their values, without
  /// the rules for the next seed; nil if they are not known.
  ///
  /// Source: ComfyUI, nodes.py and comfy_extras (`INPUT_TYPES`); efficiency-nodes-comfyui.
  private static func widgetNames(_ kind: String, _ values: [JSONText]) -> [String]? {
    if let names = knownWidgets[kind] { return names }
    // If the seed is followed by a rule for the next one, the rest is in the order of KSampler,
    // whoever made the sampler.
    guard values.count >= 5, values[1].string.map(NodeGraph.controls.contains) == true,
      values[2].isNumber, values[3].isNumber, values[4].string != nil
    else { return nil }
    return knownWidgets["KSampler"]
  }

  private static let knownWidgets: [String: [String]] = [
    "KSampler": ["seed", "steps", "cfg", "sampler_name", "scheduler", "denoise"],
    "KSamplerAdvanced": [
      "add_noise", "noise_seed", "steps", "cfg", "sampler_name", "scheduler", "start_at_step",
      "end_at_step", "return_with_leftover_noise",
    ],
    "SamplerCustom": ["add_noise", "noise_seed", "cfg"], "RandomNoise": ["noise_seed"],
    "KSamplerSelect": ["sampler_name"], "BasicScheduler": ["scheduler", "steps", "denoise"],
    "KarrasScheduler": ["steps", "sigma_max", "sigma_min", "rho"],
    "ExponentialScheduler": ["steps", "sigma_max", "sigma_min"],
    "SDTurboScheduler": ["steps", "denoise"], "AlignYourStepsScheduler": ["model_type", "steps"],
    "CFGGuider": ["cfg"], "FluxGuidance": ["guidance"],
    "CheckpointLoaderSimple": ["ckpt_name"], "UNETLoader": ["unet_name", "weight_dtype"],
    "CLIPTextEncode": ["text"], "CLIPTextEncodeFlux": ["clip_l", "t5xxl", "guidance"],
    "CLIPTextEncodeSDXL": [
      "width", "height", "crop_w", "crop_h", "target_width", "target_height", "text_g", "text_l",
    ],
    "CLIPTextEncodeSDXLRefiner": ["ascore", "width", "height", "text"],
    "LoraLoader": ["lora_name", "strength_model", "strength_clip"],
    "ImpactSwitch": ["select"], "ComfySwitchNode": ["switch"],
    "StringConcatenate": ["string_a", "string_b", "delimiter"],
    "KSampler (Efficient)": ["seed", "steps", "cfg", "sampler_name", "scheduler", "denoise"],
  ]

  fileprivate init(inPrompt json: JSONText) {
    for (name, value) in json.fields {
      switch name {
      case "class_type": kind = value.string ?? ""
      case "inputs":
        inputs = value.fields.compactMap { name, value in
          NodeGraph.Input(value).map { (name, $0) }
        }
      default: break
      }
    }
  }

  /// Reads a node of a workflow; `origin` says what the link with a given number carries.
  init(inWorkflow json: JSONText, _ origin: (String) -> NodeGraph.Input?) {
    var widgets: [String?] = []
    var values: [JSONText] = []
    var named: [(String, NodeGraph.Input)] = []
    var mode = ""
    for (name, value) in json.fields {
      switch name {
      case "type": kind = value.string ?? ""
      case "mode": mode = value.scalar ?? ""
      case "inputs":
        for input in value.elements {
          guard let name = input["name"]?.string else { continue }
          let origin = input["link"]?.scalar.flatMap { origin($0) }
          if let origin { inputs.append((name, origin)) }
          if let widget = input["widget.name"]?.string {
            widgets.append(origin == nil ? widget : nil)
          }
        }
      case "widgets_values":
        values = value.elements
        named = value.fields.compactMap { name, value in
          NodeGraph.Input(value).map { (name, $0) }
        }
      default: break
      }
    }
    if Self.isBypassed(mode: mode) {
      kind = ""
      return
    }
    let linked = Set(inputs.map(\.name))
    inputs += named.filter { !linked.contains($0.0) }
    if values.count > widgets.count, !widgets.isEmpty {
      // The extra values say how the next number is chosen.
      values =
        values.prefix(1)
        + values.dropFirst().filter { $0.string.map(NodeGraph.controls.contains) != true }
    }
    if widgets.isEmpty || widgets.count != values.count, let names = Self.widgetNames(kind, values)
    {
      let controlled = values.filter { $0.string.map(NodeGraph.controls.contains) != true }
      // In the first versions, the seed is followed by a boolean instead of a rule.
      let known = controlled.enumerated().filter { !($0.offset == 1 && $0.element.isBoolean) }
      for (name, value) in zip(names, known.map(\.element)) where !linked.contains(name) {
        if let input = NodeGraph.Input(value) { inputs.append((name, input)) }
      }
    } else if widgets.isEmpty {
      // Old versions do not name widgets.
      inputs += values.compactMap { NodeGraph.Input($0).map { ("value", $0) } }
    } else if widgets.count == values.count {
      inputs += zip(widgets, values).compactMap { name, value in
        name.flatMap { name in NodeGraph.Input(value).map { (name, $0) } }
      }
    }
  }

  /// Whether a node with this mode passes on its input.
  static func isBypassed(mode: String?) -> Bool { mode == "2" || mode == "4" }
}

extension NodeGraph.Input {
  /// Reads a string, a number, a boolean, or a list of a node and the number of its output; nil for
  /// anything else.
  fileprivate init?(_ value: JSONText) {
    if let text = value.string {
      self = .text(text)
    } else if let number = value.scalar {
      self = .number(number)
    } else if value.isBoolean {
      self = .flag(value.isTrue)
    } else if let text = value["content"]?.string {
      // The name of a file, next to its preview.
      self = .text(text)
    } else {
      let parts = value.elements
      guard parts.count == 2, let node = parts[0].scalar, parts[1].string == nil,
        parts[1].scalar != nil
      else { return nil }
      self = .link(node)
    }
  }
}
