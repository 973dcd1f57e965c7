internal import SheetFiles
internal import SheetModel
internal import SystemPackage

/// Short names that tell folders apart.
struct FolderNames {
  /// The name of each folder: the last component of its path, or as many components as distinguish
  /// it, without the ending that all paths share.
  let names: [FilePath: String]
  /// The ending shared by all paths, which is left out of the names; nil if there is none.
  let sharedEnd: String?

  /// Names the folders with these absolute paths.
  init(of paths: [FilePath]) {
    var parts = Dictionary(
      paths.map { ($0, $0.components.map(\.string)[...]) }, uniquingKeysWith: { one, _ in one })
    var shared: [String] = []
    while parts.count > 1, parts.values.allSatisfy({ $0.count > 1 }),
      let last = parts.values.first?.last, parts.values.allSatisfy({ $0.last == last })
    {
      shared.insert(last, at: 0)
      parts = parts.mapValues { $0.dropLast() }
    }
    var lengths = parts.mapValues { _ in 1 }
    func name(_ path: FilePath) -> String {
      let end = (parts[path] ?? []).suffix(lengths[path] ?? 1)
      return end.isEmpty ? "/" : end.joined(separator: "/")
    }
    while true {
      let ambiguous = Dictionary(grouping: parts.keys, by: name).values.filter { $0.count > 1 }
        .joined()
      let longer = ambiguous.filter { (lengths[$0] ?? 1) < (parts[$0]?.count ?? 0) }
      if longer.isEmpty { break }
      for path in longer { lengths[path, default: 1] += 1 }
    }
    names = Dictionary(uniqueKeysWithValues: parts.keys.map { ($0, name($0)) })
    sharedEnd = shared.isEmpty ? nil : shared.joined(separator: "/").oneLine
  }
}
