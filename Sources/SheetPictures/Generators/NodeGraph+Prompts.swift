extension NodeGraph {
  /// The prompts for a role, `positive` or `negative`, that lead to a sampler, without duplicates.
  func prompt(_ role: String, of start: String) -> String? {
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
      switch part == .sampler ? .all : branch(of: node) {
      case .unknown: continue
      case .one(let input):
        if case .link(let link) = input { waiting.append((link, part)) }
        if case .text(let text) = input, part == .texts { found.append(text) }
        continue
      case .all: break
      }
      if let input = Node.names(ofRole: role).lazy.compactMap({ node[$0] }).first {
        switch input {
        case .text(let text): found.append(text)
        case .number, .flag: break
        case .link(let link): waiting.append((link, part == .texts ? .texts : .conditions))
        }
        continue
      }
      if part == .sampler {
        if role == "positive", node.makesPictures, let prompt = node["prompt"] {
          if case .text(let text) = prompt { found.append(text) }
          if case .link(let link) = prompt { waiting.append((link, .texts)) }
          continue
        }
        // A guider whose conditions have no role has a prompt but no negative prompt.
        let conditions = role == "positive" ? node.links(Node.isCondition) : []
        waiting += conditions.reversed().map { ($0, .conditions) }
        if conditions.isEmpty {
          waiting += node.links { $0 == "guider" || Node.isBundle($0) }.reversed()
            .map { ($0, .sampler) }
        }
        continue
      }
      // A text beside a condition describes a part of the picture, or guides something else.
      let conditions = part == .conditions ? node.links(Node.isCondition) : []
      guard conditions.isEmpty else {
        waiting += conditions.reversed().map { ($0, .conditions) }
        continue
      }
      let texts = node.texts(ofRole: role, mayBeNumbered: part == .texts)
      if node.replacement != nil || node.joiner(of: texts.count) != nil, depth < Self.maximumJoins {
        var parts: [String] = []
        for (_, input) in texts {
          switch input {
          case .text(let text): parts.append(text)
          case .number(let number): parts.append(number)
          case .flag: break
          case .link(let link):
            parts.append(
              self.texts(role, from: [(link, .texts)], &seen, depth: depth + 1)
                .joined(separator: ", "))
          }
        }
        var text = parts.filter { !$0.isEmpty }
          .joined(separator: node.joiner(of: texts.count) ?? ", ")
        if let (old, new) = node.replacement { text = text.replacing(old, with: new) }
        found.append(text)
        continue
      }
      var shown = false
      for (_, input) in texts {
        if case .text(let text) = input {
          found.append(text)
          shown = shown || text.trimmed != nil
        }
      }
      // What a node shows is the text it was given.
      if shown, node.isDisplay { continue }
      var links: [String] = []
      for case (_, .link(let link)) in texts { links.append(link) }
      let leadsToTexts = !links.isEmpty || part == .texts
      if texts.isEmpty { links = node.links { !Node.isOther($0) } }
      waiting += links.reversed().map { ($0, leadsToTexts ? .texts : .conditions) }
    }
    return found
  }
}

extension NodeGraph.Node {
  /// The names of inputs with a prompt for a role.
  fileprivate static func names(ofRole role: String) -> [String] {
    [role, "text_\(role)", "\(role)_prompt", "prompt_\(role)"]
  }

  /// The inputs that hold the text of a prompt; only the result if the node makes the prompt from
  /// another text.
  fileprivate func texts(
    ofRole role: String, mayBeNumbered: Bool
  ) -> [(name: String, input: NodeGraph.Input)] {
    let other = role == "positive" ? "negative" : "positive"
    let texts = inputs.filter { name, input in
      if case .flag = input { return false }
      return Self.isText(name) && !name.lowercased().contains(other)
    }
    let results = texts.filter { name, input in
      if case .text(let text) = input {
        name.hasPrefix("populated") && !text.isEmpty
      } else {
        false
      }
    }
    if !results.isEmpty { return results }
    // Parts of a text may have any name with a number, such as `part1`.
    return texts.isEmpty && mayBeNumbered && separator != nil
      ? numberedInputs.map { ($0.name, $0.input) } : texts
  }

  /// Whether an input with this name holds the text of a prompt.
  private static func isText(_ name: String) -> Bool {
    let name = name.lowercased()
    return textPrefixes.contains(where: name.hasPrefix)
      || ["_prompt", "_text"].contains(where: name.hasSuffix) && !name.hasPrefix("system")
        && !name.hasPrefix("wildcard")
  }
  /// The prefixes of the names of inputs with texts, including the separate texts of several
  /// encoders.
  private static let textPrefixes = [
    "text", "string", "prompt", "value", "populated_text", "clip_l", "clip_g", "t5", "mt5", "bert",
    "llama",
  ]

  /// Whether an input with this name holds a condition that has no role.
  fileprivate static func isCondition(_ name: String) -> Bool {
    name.contains("cond") && !name.contains("neg") && !name.contains("second")
      && !name.hasPrefix("empty")
  }

  /// What is put between joined texts.
  private var separator: String? {
    for name in ["delimiter", "separator"] {
      if case .text(let text) = self[name] { return text.replacing("\\n", with: "\n") }
    }
    return nil
  }

  /// What a node puts between a number of texts; nil if it joins none.
  fileprivate func joiner(of count: Int) -> String? {
    guard count > 1 else { return nil }
    if let separator { return separator }
    let kind = kind.lowercased()
    return ["concat", "joinstring", "stringjoin", "textjoin"].contains(where: kind.contains)
      ? "" : nil
  }

  /// What a node looks for in a text, and what it puts in its place.
  fileprivate var replacement: (old: String, new: String)? {
    guard case .text(let old) = self["find"], case .text(let new) = self["replace"], !old.isEmpty
    else { return nil }
    return (old, new)
  }

  /// Whether it shows a text, and keeps what it showed.
  fileprivate var isDisplay: Bool {
    let kind = kind.lowercased()
    return ["show", "display", "preview"].contains(where: kind.contains)
  }
}
