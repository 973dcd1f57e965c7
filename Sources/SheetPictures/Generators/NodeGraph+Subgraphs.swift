/// The nodes of a workflow, in which each node that stands for a subgraph is replaced by the nodes
/// of the subgraph.
///
/// The id of a node in a subgraph follows the id of the node that stands for the subgraph, as in
/// the API format: `57:3`.
///
/// Source: ComfyUI_frontend, src/lib/litegraph/src/subgraph (`SUBGRAPH_INPUT_ID`,
/// `SUBGRAPH_OUTPUT_ID`), and its types/serialisation.ts (`ExportedSubgraph`).
struct FlatWorkflow {
  private(set) var nodes: [(id: String, json: JSONText)] = []
  /// The values that links carry, by ``linkKey(_:besides:)``.
  private(set) var origins: [String: NodeGraph.Input] = [:]
  private var definitions: [String: Graph] = [:]
  /// The number of nodes, links and inputs that may still be added from subgraphs, which may
  /// contain each other many times, or themselves.
  private var stepsLeft = 1 << 14
  /// The number of bytes of nodes that may still be read or added because of subgraphs.
  private var bytesLeft: Int

  private static let maximumDepth = 8
  /// The maximum number of bytes of nodes that are read or added more than once.
  private static let maximumRepetition = 1 << 20

  init(_ workflow: JSONText) {
    let subgraphs = (workflow["definitions.subgraphs"]?.elements ?? []).compactMap { json in
      json["id"]?.shortID.map { (id: $0, json: json) }
    }
    bytesLeft = workflow.count + Self.maximumRepetition
    let ids = Set(subgraphs.map(\.id))
    for (id, json) in subgraphs where definitions[id] == nil {
      definitions[id] = Graph(json, subgraphs: ids)
    }
    add(Graph(workflow, subgraphs: ids), "", inputs: [], depth: 0)
  }

  /// The key of a link with this number in the graph of a node.
  static func linkKey(_ number: String, besides node: String) -> String {
    node.lastIndex(of: ":").map { node[...$0] + number } ?? number
  }

  /// Adds the nodes of a graph, with a prefix before their ids; `inputs` says what is connected to
  /// each input of a subgraph.
  private mutating func add(
    _ graph: Graph, _ prefix: String, inputs: [NodeGraph.Input?], depth: Int
  ) {
    for link in graph.links where origins[prefix + link.number] == nil {
      let origin = origin(link.start, in: graph, prefix, inputs, depth)
      if let origin { origins[prefix + link.number] = origin }
    }
    for node in graph.nodes {
      guard let definition = definition(of: node.id, in: graph, depth) else {
        nodes.append((prefix + node.id, node.json))
        continue
      }
      guard mayAdd(definition, for: node.json) else { continue }
      let whole = NodeGraph.Node(inWorkflow: node.json) { origins[prefix + $0] }
      let values = Dictionary(whole.inputs.map { ($0.name, $0.input) }) { first, _ in first }
      add(
        definition, "\(prefix)\(node.id):", inputs: definition.inputs.map { values[$0] },
        depth: depth + 1)
    }
  }

  /// Whether a subgraph may be added for the node that stands for it.
  private mutating func mayAdd(_ graph: Graph, for node: JSONText) -> Bool {
    let steps = graph.nodes.count + graph.links.count + graph.inputs.count + 1
    let bytes = graph.ownLength + node.count
    guard steps <= stepsLeft, bytes <= bytesLeft else { return false }
    stepsLeft -= steps
    bytesLeft -= bytes
    return true
  }

  /// The subgraph for which a node stands; nil if it is an ordinary node.
  private func definition(of id: String, in graph: Graph, _ depth: Int) -> Graph? {
    guard depth < Self.maximumDepth else { return nil }
    return graph.subgraphs[id].flatMap { definitions[$0] }
  }

  /// What is carried by a link that starts at this output of a node, or of a node in the subgraph
  /// for which that node stands; nil if unknown.
  private func origin(
    _ start: Graph.Output, in graph: Graph, _ prefix: String, _ inputs: [NodeGraph.Input?],
    _ depth: Int
  ) -> NodeGraph.Input? {
    if start.node == Graph.inputNode {
      return inputs.indices.contains(start.slot) ? inputs[start.slot] : nil
    }
    guard let definition = definition(of: start.node, in: graph, depth) else {
      return .link(prefix + start.node)
    }
    return definition.outputs[start.slot].flatMap {
      origin($0, in: definition, "\(prefix)\(start.node):", [], depth + 1)
    }
  }
}

extension JSONText {
  /// The maximum length of an id in bytes; ids of subgraphs have 36.
  ///
  /// The id of a node in a subgraph includes the ids of all nodes that contain it.
  fileprivate static let longestID = 64

  /// The text of an id; nil if it is too long, or if the value is something else.
  fileprivate var shortID: String? {
    scalar.flatMap { $0.utf8.count <= Self.longestID ? $0 : nil }
  }
}

/// A workflow or a subgraph, as it is written.
private struct Graph {
  /// The output of a node.
  struct Output {
    let node: String
    let slot: Int
  }

  static let inputNode = "-10"
  private static let outputNode = "-20"

  let nodes: [(id: String, json: JSONText)]
  /// The number of bytes of the nodes, except those that stand for subgraphs.
  let ownLength: Int
  /// For each node that stands for a subgraph and is not bypassed, the subgraph's id.
  let subgraphs: [String: String]
  let links: [(number: String, start: Output)]
  /// The names of a subgraph's inputs.
  let inputs: [String]
  /// The node outputs that lead out of a subgraph, keyed by the number of the subgraph's output.
  let outputs: [Int: Output]

  init(_ json: JSONText, subgraphs ids: Set<String>) {
    nodes = (json["nodes"]?.elements ?? []).compactMap { node in
      node["id"]?.shortID.map { ($0, node) }
    }
    var subgraphs: [String: String] = [:]
    if !ids.isEmpty {
      for (id, node) in nodes {
        guard let kind = node["type"]?.string, ids.contains(kind), subgraphs[id] == nil,
          !NodeGraph.Node.isBypassed(mode: node["mode"]?.scalar)
        else { continue }
        subgraphs[id] = kind
      }
    }
    self.subgraphs = subgraphs
    var ownLength = 0
    for (id, node) in nodes where subgraphs[id] == nil { ownLength += node.count }
    self.ownLength = ownLength
    inputs = (json["inputs"]?.elements ?? []).map { $0["name"]?.string ?? "" }
    var links: [(number: String, start: Output)] = []
    var outputs: [Int: Output] = [:]
    for link in json["links"]?.elements ?? [] {
      // A link's number, the node and output where it starts, and the node and input where it ends;
      // in a subgraph, each of these values has a name.
      let parts =
        link.isObject
        ? ["id", "origin_id", "origin_slot", "target_id", "target_slot"].map { link[$0]?.scalar }
        : link.elements.prefix(5).map(\.scalar)
      guard parts.count > 1, let number = parts[0], let node = parts[1],
        number.utf8.count <= JSONText.longestID
      else { continue }
      func slot(_ index: Int) -> Int {
        parts.count > index ? parts[index].flatMap { Int($0) } ?? 0 : 0
      }
      let start = Output(node: node, slot: slot(2))
      links.append((number, start))
      if parts.count > 3, parts[3] == Self.outputNode, outputs[slot(4)] == nil {
        outputs[slot(4)] = start
      }
    }
    (self.links, self.outputs) = (links, outputs)
  }
}
