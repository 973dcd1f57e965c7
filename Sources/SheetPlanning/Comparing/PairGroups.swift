internal import SheetFiles
internal import SheetText
internal import SystemPackage

extension SheetJob {
  /// Pairs in the order of the sheet, in groups of which none is empty.
  ///
  /// Paths count below the two folders, so that removed pictures stand where they stood.
  package func groups(of pairs: [PicturePair]) -> [PairGroup] {
    let pairs = order.sorted(pairs, by: \.shown, path: \.path)
    guard let key = paging.groupKey else { return [PairGroup(name: "", pairs: pairs)] }
    var groups: [(name: String, pairs: [PicturePair])] = []
    var positions: [String: Int] = [:]
    for pair in pairs {
      let (name, identity): (String, String)
      switch key {
      case .folder:
        name = pair.shown.fact(FactKey("folder"))?.text ?? ""
        identity = pair.path.folder.string
      case .facts(let template, let otherwise):
        let text = template.text(from: pair.shown.fact)
        name = text.isEmpty ? otherwise : text
        identity = name
      }
      if let position = positions[identity] {
        groups[position].pairs.append(pair)
      } else {
        positions[identity] = groups.count
        groups.append((name, [pair]))
      }
    }
    return groups.map { PairGroup(name: $0.name, pairs: $0.pairs) }
  }
}
