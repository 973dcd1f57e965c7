internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SystemPackage

// Joins pictures of both sides into pairs.

extension Pair<FoundImage> {
  /// Whether a side is missing.
  var isSingle: Bool { before == nil || after == nil }
}

extension [Pair<FoundImage>] {
  /// Pairs a removed picture with an added one if their paths differ only in extension.
  ///
  /// There must be no third picture whose path differs only in extension.
  mutating func joinOtherExtensions() {
    func key(_ pair: Element) -> NormalizedPath {
      var path = pair.path
      path.extension = nil
      return NormalizedPath(path)
    }
    let counts = Dictionary(lazy.map { (key($0), 1) }, uniquingKeysWith: +)
    join(by: map { counts[key($0)] == 2 ? key($0) : nil })
  }

  /// Pairs removed pictures with identical added ones; several copies are paired in the order of
  /// their paths.
  ///
  /// Only files with the same size are read, several at once.
  ///
  /// - Throws: `CancellationError`.
  mutating func joinRenamed(workers: Int) async throws {
    let removed = Set(filter { $0.after == nil }.compactMap(\.before?.size))
    let added = Set(filter { $0.before == nil }.compactMap(\.after?.size))
    let common = removed.intersection(added)
    if common.isEmpty { return }
    let candidates = enumerated().compactMap { index, pair -> (index: Int, path: FilePath)? in
      guard pair.isSingle, let image = pair.before ?? pair.after, image.size > 0, image.page == nil,
        common.contains(image.size)
      else { return nil }
      return (index, image.path)
    }
    let digests = try await decoding(candidates.map(\.path), workers: workers) { path in
      try? path.reading { try $0.digest }
    }
    var keys = [AnyHashable?](repeating: nil, count: count)
    for (candidate, digest) in zip(candidates, digests) { keys[candidate.index] = digest }
    join(isRenamed: true, by: keys)
  }

  /// Pairs removed pictures with added ones that have the same key and column.
  ///
  /// The first removed picture is paired with the first added one, the second with the second, and
  /// so on. If `manyWithOne` is true, all added pictures with the same key are paired with the
  /// removed one. A pair whose key is nil is not joined.
  mutating func join(
    isRenamed: Bool = false, manyWithOne: Bool = false, by keys: [AnyHashable?]
  ) {
    var places: [Int: [AnyHashable: (removed: [Int], added: [Int])]] = [:]
    for (index, pair) in enumerated() where pair.isSingle {
      guard let key = keys[index] else { continue }
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
    for (removed, added) in places.values.flatMap(\.values) where !removed.isEmpty {
      let removed = manyWithOne ? added.map { _ in removed[0] } : sorted(removed)
      for (removed, added) in zip(removed, sorted(added)) {
        self[added].before = self[removed].before
        let (path, old) = (self[added].path, self[removed].path)
        if NormalizedPath(path) != NormalizedPath(old) { self[added].oldPath = old }
        self[added].isRenamed = isRenamed
        joined.insert(removed)
      }
    }
    if joined.isEmpty { return }
    self = indices.filter { !joined.contains($0) }.map { self[$0] }
  }
}

extension Array {
  /// The pairs in natural order of their paths.
  func sortedNaturally<Side>() -> [Pair<Side>] where Element == Pair<Side> {
    sorted { PathKey.natural($0.path) < .natural($1.path) }
  }
}
