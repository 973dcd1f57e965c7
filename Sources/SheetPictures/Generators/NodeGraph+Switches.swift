internal import SheetModel

extension NodeGraph {
  /// What is passed on by a switch, which is a node that selects one of several inputs.
  struct Choice {
    /// The selected input; nil if the graph does not determine which one is selected.
    let input: Input?
    /// The node connected to the selected input.
    var link: String? {
      if case .link(let id) = input { id } else { nil }
    }

    static let unknown = Choice(input: nil)
  }

  /// The input that a node passes on if it is a switch; nil if it is not, or if a search starts at
  /// the node.
  ///
  /// Another input, whose value is a boolean, a number or a name, decides which input is selected.
  /// If there is no such input, the first connected input is selected, unless the node has a seed.
  ///
  /// Source: ComfyUI, comfy_extras/nodes_logic.py; ComfyUI-Impact-Pack (`ImpactSwitch`,
  /// `ImpactConditionalBranch`); rgthree-comfy (`Any Switch`, `Context Switch`); ComfyUI-Crystools;
  /// ComfyUI-Easy-Use; ComfyUI_Comfyroll_CustomNodes; was-node-suite-comfyui.
  func choice(of node: Node, isStart: Bool = false) -> Choice? {
    guard !isStart else { return nil }
    let byTruth = node.branchesByTruth
    if !byTruth.isEmpty {
      guard let input = node.selector(besides: Set(byTruth.map(\.name)), isByTruth: true),
        let isTrue = scalar(input)?.truth
      else { return .unknown }
      return Choice(input: byTruth.first { $0.isTrue == isTrue }?.input)
    }
    guard node.mayChoose else { return nil }
    let numbered = node.numberedInputs(mayBeEmpty: true)
    guard let input = node.selector(besides: Set(numbered.map(\.name))) else {
      // Without a selector, empty inputs count as not connected.
      let connected = node.numberedInputs(mayBeEmpty: false)
      guard let first = connected.first, connected.count > 1 || node["select"] != nil else {
        return nil
      }
      return node.choosesByChance ? .unknown : Choice(input: first.input)
    }
    guard let first = numbered.first, numbered.count > 1 || node["select"] != nil else {
      return nil
    }
    guard let wanted = scalar(input) else { return .unknown }
    if let number = Int(wanted), let found = numbered.first(where: { $0.number == number }) {
      return Choice(input: found.input)
    }
    if let found = numbered.first(where: { $0.name.lowercased() == wanted.lowercased() }) {
      return Choice(input: found.input)
    }
    // A boolean that selects one of two inputs.
    guard let isTrue = wanted.truth, numbered.count == 2,
      Int(wanted) == nil || first.name.last?.isNumber == false
    else { return .unknown }
    return Choice(input: numbered[isTrue ? 0 : 1].input)
  }

  /// The nodes that a node is connected to; for a switch, only the one connected to the selected
  /// input.
  func links(of node: Node) -> [String] {
    guard let choice = choice(of: node) else { return node.links() }
    return choice.link.map { [$0] } ?? []
  }

  /// The value of an input, which may come from nodes with a single value.
  private func scalar(_ input: Input) -> String? {
    var (input, found): (Input?, String?) = (input, nil)
    var path: [String] = []
    while let next = input {
      input = nil
      switch next {
      case .text(let text), .number(let text): found = text
      case .flag(let isTrue): found = String(isTrue)
      case .link(let id):
        if let known = switchValues.known[id] {
          found = known
          break
        }
        // In a cycle, the value is unknown.
        switchValues.known[id] = .some(nil)
        path.append(id)
        guard let node = node(id) else { break }
        let only = node.inputs.only?.input
        let named = ["value", "boolean", "bool", "int", "number"].lazy.compactMap { node[$0] }.first
        input = named ?? only
      }
    }
    for id in path { switchValues.known[id] = .some(found) }
    return found
  }
}

/// The values of nodes that control switches, as far as they are known, so that each of these nodes
/// is read only once.
final class SwitchValues {
  fileprivate var known: [String: String?] = [:]
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

  /// Whether the node's class, or an input called `select`, suggests that the node is a switch.
  fileprivate var mayChoose: Bool {
    let kind = kind.lowercased()
    return self["select"] != nil || ["switch", "select", "choose"].contains(where: kind.contains)
  }

  /// The names of inputs that select one of the other inputs.
  private static let selectors: Set = [
    "select", "selected", "selection", "selector", "index", "input", "switch", "choice", "choose",
    "boolean", "bool", "boolean_number", "condition", "cond", "number", "value",
  ]

  /// The input that selects one of the other inputs.
  fileprivate func selector(besides others: Set<String>, isByTruth: Bool = false) -> NodeGraph
    .Input?
  {
    let rest = inputs.filter { !others.contains($0.name) }
    if let named = rest.first(where: { Self.selectors.contains($0.name.lowercased()) }) {
      return named.input
    }
    // If there is only one number or boolean, it selects the input, whatever its name, unless it is
    // a setting.
    let scalars = rest.filter {
      switch $0.input {
      case .flag, .number: $0.name != "sel_mode" && !Self.isSetting($0.name)
      case .link, .text: false
      }
    }
    if scalars.count == 1 { return scalars[0].input }
    return isByTruth ? rest.only?.input : nil
  }

  /// Whether an input with this name is a setting rather than a selection.
  private static func isSetting(_ name: String) -> Bool {
    let name = name.lowercased()
    return (NodeValue.words + ["strength"]).contains(where: name.contains)
  }

  /// Whether the node has a seed, which selects the input if nothing else does.
  fileprivate var choosesByChance: Bool {
    inputs.contains { $0.name.lowercased().contains("seed") }
  }

  /// The connected inputs and texts whose names differ in a number or a letter at the end, such as
  /// `input1` and `input2`, in order.
  ///
  /// If there are several such groups of names, only the largest group is returned.
  func numberedInputs(
    mayBeEmpty: Bool
  ) -> [(name: String, number: Int, input: NodeGraph.Input)] {
    var families: [(base: String, members: [(name: String, number: Int, input: NodeGraph.Input)])] =
      []
    for (name, input) in inputs {
      switch input {
      case .text(let text) where text.isEmpty && !mayBeEmpty: continue
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
  /// The name without the number or letter at its end, and the number, which is 2 for both `input2`
  /// and `text_b`; nil if there is none.
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

  /// The boolean that the text stands for, such as `yes` or `off`; nil if it stands for none.
  fileprivate var truth: Bool? {
    switch lowercased() {
    case "true", "1", "yes", "on": true
    case "false", "0", "no", "off": false
    default: nil
    }
  }
}
