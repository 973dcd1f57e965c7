internal import SheetFiles
internal import SheetPictures
internal import SheetPlanning
internal import SystemPackage

extension [Pair<FoundImage>] {
  /// Pairs what was removed with what was added, where paths differ only in their extensions and nothing
  /// else has such a path.
  mutating func joinOtherExtensions() {
    join { pair -> FilePath? in
      var path = pair.path
      path.extension = nil
      return path
    } whenOnly: {
      $0.count == 1 && $1.count == 1
    }
  }

  /// Pairs what was removed with what was added, where files have the same bytes; several copies by the
  /// order of their paths.
  ///
  /// Only files are read that may have others.
  mutating func joinRenamed() {
    let removed = Set(filter { $0.after == nil }.compactMap(\.before?.size))
    let added = Set(filter { $0.before == nil }.compactMap(\.after?.size))
    let common = removed.intersection(added)
    if common.isEmpty { return }
    join(isRenamed: true) { pair -> [UInt8]? in
      guard let image = pair.before ?? pair.after, image.size > 0, common.contains(image.size)
      else { return nil }
      return try? image.path.reading { try $0.digest }
    }
  }

  /// Pairs what was removed with what was added under the same key, in one column; of several, the first
  /// with the first.
  private mutating func join<Key: Hashable>(
    isRenamed: Bool = false, by key: (Element) -> Key?,
    whenOnly condition: (_ removed: [Int], _ added: [Int]) -> Bool = { _, _ in true }
  ) {
    var places: [Int: [Key: (removed: [Int], added: [Int])]] = [:]
    for (index, pair) in enumerated() where pair.before == nil || pair.after == nil {
      guard let key = key(pair) else { continue }
      if pair.after == nil {
        places[pair.column, default: [:]][key, default: ([], [])].removed.append(index)
      } else {
        places[pair.column, default: [:]][key, default: ([], [])].added.append(index)
      }
    }
    func sorted(_ indices: [Int]) -> [Int] {
      indices.sorted { PathKey.natural(self[$0].path) < .natural(self[$1].path) }
    }
    var joined: Set<Int> = []
    for (removed, added) in places.values.flatMap(\.values) where condition(removed, added) {
      for (removed, added) in zip(sorted(removed), sorted(added)) {
        self[added].before = self[removed].before
        self[added].oldPath = self[removed].path
        self[added].isRenamed = isRenamed
        joined.insert(removed)
      }
    }
    if joined.isEmpty { return }
    self = indices.filter { !joined.contains($0) }.map { self[$0] }
  }
}
