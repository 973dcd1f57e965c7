extension NodeGraph {
  /// What a node passes on.
  enum Branch {
    /// It does not choose between its inputs.
    case all
    /// It passes on one of its inputs.
    case one(Input)
    /// It passes on an input that the graph does not determine.
    case unknown
  }

  /// The input that a node passes on if it chooses between several: by a switch, by a number, or,
  /// if it has neither, the first that is connected.
  ///
  /// Source: ComfyUI, comfy_extras/nodes_logic.py; ComfyUI-Impact-Pack (`ImpactSwitch`,
  /// `ImpactConditionalBranch`); rgthree-comfy (`Any Switch`, `Context Switch`); ComfyUI-Crystools;
  /// ComfyUI-Easy-Use; ComfyUI_Comfyroll_CustomNodes; was-node-suite-comfyui.
  func branch(of node: Node) -> Branch {
    let byTruth = node.branchesByTruth
    if !byTruth.isEmpty {
      guard let input = node.selector(besides: Set(byTruth.map(\.name)), isByTruth: true),
        let isTrue = scalar(input)?.truth
      else { return .unknown }
      return byTruth.first { $0.isTrue == isTrue }.map { .one($0.input) } ?? .unknown
    }
    guard node.mayChoose else { return .all }
    let numbered = node.numberedInputs
    guard let first = numbered.first, numbered.count > 1 || node["select"] != nil else {
      return .all
    }
    guard let input = node.selector(besides: Set(numbered.map(\.name))) else {
      return .one(first.input)
    }
    guard let wanted = scalar(input) else { return .unknown }
    if let number = Int(wanted), let found = numbered.first(where: { $0.number == number }) {
      return .one(found.input)
    }
    if let found = numbered.first(where: { $0.name.lowercased() == wanted.lowercased() }) {
      return .one(found.input)
    }
    // A switch between two.
    guard let isTrue = wanted.truth, numbered.count == 2,
      Int(wanted) == nil || first.name.last?.isNumber == false
    else { return .unknown }
    return .one(numbered[isTrue ? 0 : 1].input)
  }

  /// The nodes that a node is connected to: only the chosen one if it chooses.
  func links(of node: Node, where isWanted: (String) -> Bool = { _ in true }) -> [String] {
    switch branch(of: node) {
    case .all: return node.links(isWanted)
    case .one(.link(let id)): return [id]
    case .one, .unknown: return []
    }
  }

  /// The maximum number of nodes between a switch and the value that sets it, and the maximum
  /// length of each.
  private static let (maximumSteps, longestNode) = (8, 4096)

  /// The value of an input, which nodes with a single value may set.
  private func scalar(_ input: Input) -> String? {
    var input = input
    for _ in 0..<Self.maximumSteps {
      switch input {
      case .text(let text), .number(let text): return text
      case .flag(let isTrue): return String(isTrue)
      case .link(let id):
        guard let node = node(id, upTo: Self.longestNode) else { return nil }
        let only = node.inputs.count == 1 ? node.inputs[0].input : nil
        let named = ["value", "boolean", "bool", "int", "number"].lazy.compactMap { node[$0] }.first
        guard let next = named ?? only else { return nil }
        input = next
      }
    }
    return nil
  }
}

extension NodeGraph.Node {
  /// The inputs for true and for false, such as `on_true` and `on_false`.
  fileprivate var branchesByTruth: [(name: String, isTrue: Bool, input: NodeGraph.Input)] {
    inputs.compactMap { name, input in
      if case .flag = input { return nil }
      let words = name.lowercased().split { !$0.isLetter }
      if words.contains("true") || words.first == "tt" { return (name, true, input) }
      if words.contains("false") || words.first == "ff" { return (name, false, input) }
      return nil
    }
  }

  /// Whether its name or an input says that it chooses.
  fileprivate var mayChoose: Bool {
    let kind = kind.lowercased()
    return self["select"] != nil || ["switch", "select", "choose"].contains(where: kind.contains)
  }

  /// The names of inputs that choose between others.
  private static let selectors: Set = [
    "select", "selected", "selection", "selector", "index", "input", "switch", "choice", "choose",
    "boolean", "bool", "boolean_number", "condition", "cond", "number", "value",
  ]

  /// The input that chooses between others.
  fileprivate func selector(besides others: Set<String>, isByTruth: Bool = false) -> NodeGraph
    .Input?
  {
    let rest = inputs.filter { !others.contains($0.name) }
    if let named = rest.first(where: { Self.selectors.contains($0.name.lowercased()) }) {
      return named.input
    }
    // Whatever its name, the only number or switch is the one that chooses.
    let scalars = rest.filter {
      switch $0.input {
      case .flag, .number: $0.name != "sel_mode"
      case .link, .text: false
      }
    }
    if scalars.count == 1 { return scalars[0].input }
    return isByTruth && rest.count == 1 ? rest[0].input : nil
  }

  /// The connected inputs and texts whose names differ in a number or a letter at the end, such as
  /// `input1` and `input2`, in order; those with the most common name if there are several.
  var numberedInputs: [(name: String, number: Int, input: NodeGraph.Input)] {
    var families: [(base: String, members: [(name: String, number: Int, input: NodeGraph.Input)])] =
      []
    for (name, input) in inputs {
      switch input {
      case .text(let text) where text.isEmpty: continue
      case .link, .text: break
      case .number, .flag: continue
      }
      guard let (base, number) = name.numbered else { continue }
      if let index = families.firstIndex(where: { $0.base == base }) {
        families[index].members.append((name, number, input))
      } else if families.count < 16 {
        families.append((base, [(name, number, input)]))
      }
    }
    var best: [(name: String, number: Int, input: NodeGraph.Input)] = []
    for family in families where family.members.count > best.count { best = family.members }
    return best.sorted { $0.number < $1.number }
  }
}

extension String {
  /// The name without the number at its end, such as 2 in `input2` and `text_b`; nil if it has none.
  fileprivate var numbered: (base: String, number: Int)? {
    let name = lowercased()
    let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty {
      guard let number = Int(String(digits.reversed())) else { return nil }
      return (String(name.dropLast(digits.count)), number)
    }
    guard let letter = name.utf8.last, UInt8(ascii: "a")...UInt8(ascii: "h") ~= letter,
      name.utf8.count == 1 || name.utf8.dropLast().last == UInt8(ascii: "_")
    else { return nil }
    return (String(name.dropLast()), Int(letter - UInt8(ascii: "a")) + 1)
  }

  /// Whether a switch set to this is on.
  fileprivate var truth: Bool? {
    switch lowercased() {
    case "true", "1", "yes", "on": true
    case "false", "0", "no", "off": false
    default: nil
    }
  }
}
