extension NodeGraph {
  /// The prompts for a role, `positive` or `negative`, that lead to a sampler, without duplicates.
  func prompt(_ role: String, of start: String) -> String? {
    var search = PromptSearch(graph: self, role: role)
    let prompts = search.texts(from: start, .sampler).compactMap(\.trimmed).eachOnce
    return prompts.isEmpty ? nil : prompts.joined(separator: ", ").cut(to: PromptSearch.longest)
  }
}

/// A search for the prompts that lead to a sampler.
private struct PromptSearch {
  let graph: NodeGraph
  /// The role of the prompts, `positive` or `negative`.
  let role: String
  /// The number of bytes of nodes and text that may still be read.
  ///
  /// Each part of a joined text is searched for separately, so nodes may be read many times.
  private var left: Int

  init(graph: NodeGraph, role: String) {
    (self.graph, self.role) = (graph, role)
    left = graph.length + Self.maximumRepetition
  }

  /// What is searched for next: the input for the role, conditions, or text.
  enum Part { case sampler, conditions, texts }

  /// The maximum number of bytes of a text; a few more bytes than a picture keeps show that the
  /// text goes on.
  static let longest = FactLength.listed + 4

  /// The maximum number of bytes that are read more than once.
  private static let maximumRepetition = 1 << 20

  /// The maximum number of consecutive nodes that join text.
  private static let maximumJoins = 16

  /// Counts bytes that are about to be read; false if they exceed the limit.
  private mutating func mayRead(_ count: Int) -> Bool {
    guard count <= left else { return false }
    left -= count
    return true
  }

  /// The texts that lead to a node; `joins` contains the nodes that join these texts to others.
  mutating func texts(
    from start: String, _ part: Part, within joins: Set<String> = []
  ) -> [String] {
    var waiting = [(id: start, part: part)]
    var seen = joins
    var found: [String] = []
    while let (id, part) = waiting.popLast(), found.count < 64 {
      guard seen.insert(id).inserted, mayRead(graph.length(of: id)), let node = graph.node(id),
        !node.kind.contains("ZeroOut")
      else { continue }
      if let choice = graph.choice(of: node, isStart: part == .sampler && id == start) {
        if let link = choice.link { waiting.append((link, part)) }
        if case .text(let text) = choice.input, part == .texts {
          found.append(text.cut(to: Self.longest))
        }
        continue
      }
      if let input = Node.names(ofRole: role).lazy.compactMap({ node[$0] }).first {
        switch input {
        case .text(let text): found.append(text.cut(to: Self.longest))
        case .number, .flag: break
        case .link(let link): waiting.append((link, part == .texts ? .texts : .conditions))
        }
        continue
      }
      if part == .sampler {
        if role == "positive", node.makesPictures, let prompt = node["prompt"] {
          if case .text(let text) = prompt { found.append(text.cut(to: Self.longest)) }
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
      if node.replacement != nil || node.joiner(of: texts.count) != nil,
        joins.count < Self.maximumJoins
      {
        found.append(text(of: node, joining: texts.map(\.input), within: joins.union([id])))
        continue
      }
      var shown = false
      for (_, input) in texts {
        if case .text(let text) = input {
          found.append(text.cut(to: Self.longest))
          shown = shown || text.trimmed != nil
        }
      }
      // A display node shows the text it was given, so its inputs need not be followed.
      if shown, node.isDisplay { continue }
      var links: [String] = []
      for case (_, .link(let link)) in texts { links.append(link) }
      let leadsToTexts = !links.isEmpty || part == .texts
      if texts.isEmpty { links = node.links { !Node.isOther($0) } }
      waiting += links.reversed().map { ($0, leadsToTexts ? .texts : .conditions) }
    }
    return found
  }

  private typealias Node = NodeGraph.Node

  /// The text that a node makes by joining other texts, or by replacing a part of one.
  private mutating func text(
    of node: Node, joining inputs: [NodeGraph.Input], within joins: Set<String>
  ) -> String {
    let separator = node.joiner(of: inputs.count) ?? ", "
    var text = ""
    for input in inputs where text.utf8.count < Self.longest {
      let part: String
      switch input {
      case .text(let text), .number(let text): part = text
      case .flag: part = ""
      case .link(let link):
        part = texts(from: link, .texts, within: joins).joined(separator: ", ")
      }
      guard !part.isEmpty else { continue }
      if !text.isEmpty { text += separator.cut(to: Self.longest) }
      text += part.cut(to: Self.longest)
    }
    text = text.cut(to: Self.longest)
    guard let (old, new) = node.replacement, mayRead(text.utf8.count) else { return text }
    return text.replacing(old, with: new, upTo: Self.longest)
  }
}

extension String {
  /// The text, truncated to a number of bytes.
  fileprivate func cut(to count: Int) -> String {
    utf8.count > count ? String(decoding: utf8.prefix(count), as: UTF8.self) : self
  }

  /// The text with every occurrence of `old` replaced, truncated to a number of bytes.
  ///
  /// The time depends only on the length of the text, however often parts of it resemble `old`.
  ///
  /// Source: Knuth, Morris and Pratt, "Fast Pattern Matching in Strings".
  fileprivate func replacing(_ old: String, with new: String, upTo count: Int) -> String {
    let (bytes, old, new) = (Array(utf8), Array(old.utf8), Array(new.utf8))
    guard !old.isEmpty, old.count <= bytes.count else { return cut(to: count) }
    // For each prefix of `old`, by its length: the length of its longest proper prefix that is also
    // its suffix, as in the algorithm of Knuth, Morris and Pratt.
    var shorter = [0, 0]
    var matched = 0
    for byte in old.dropFirst() {
      while matched > 0, old[matched] != byte { matched = shorter[matched] }
      if old[matched] == byte { matched += 1 }
      shorter.append(matched)
    }
    matched = 0
    var result: [UInt8] = []
    for byte in bytes {
      guard result.count < count + old.count else { break }
      while matched > 0, old[matched] != byte { matched = shorter[matched] }
      if old[matched] == byte { matched += 1 }
      result.append(byte)
      if matched == old.count {
        result.removeLast(matched)
        result += new.prefix(count)
        matched = 0
      }
    }
    return String(decoding: result.prefix(count), as: UTF8.self)
  }
}

extension NodeGraph.Node {
  /// The names of inputs with a prompt for a role.
  fileprivate static func names(ofRole role: String) -> [String] {
    [role, "text_\(role)", "\(role)_prompt", "prompt_\(role)"]
  }

  /// The inputs that hold the text of a prompt; if the node generates the prompt from other text,
  /// only the input with the generated text.
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
    // Inputs for parts of a text may have any name with a number, such as `part1`.
    return texts.isEmpty && mayBeNumbered && separator != nil
      ? numberedInputs(mayBeEmpty: false).map { ($0.name, $0.input) } : texts
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

  /// What a node puts between this many texts; nil if it joins none.
  fileprivate func joiner(of count: Int) -> String? {
    guard count > 1 else { return nil }
    if let separator { return separator }
    let kind = kind.lowercased()
    return ["concat", "joinstring", "stringjoin", "textjoin"].contains(where: kind.contains)
      ? "" : nil
  }

  /// The text that a node looks for, and the text that it puts in its place.
  fileprivate var replacement: (old: String, new: String)? {
    guard case .text(let old) = self["find"], case .text(let new) = self["replace"], !old.isEmpty
    else { return nil }
    return (old, new)
  }

  /// Whether the node shows a text, and keeps the text that it showed.
  fileprivate var isDisplay: Bool {
    let kind = kind.lowercased()
    return ["show", "display", "preview"].contains(where: kind.contains)
  }
}
