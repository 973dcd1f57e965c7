internal import SheetFiles
internal import SheetPictures
internal import SheetPlanning
internal import SheetText
internal import SystemPackage

/// Finds the pictures that are compared with each other: those of two folders that have one path below
/// them, two files, or pictures that names pair.
struct FolderPairs {
  /// Pairs, and other findings of the search.
  struct Found {
    var pairs: [Pair<FoundImage>] = []
    /// The paths of pairs that are one file, once links are followed.
    var linked: [FilePath] = []
    /// The folders that each are compared with the whole folder before; none where their counterparts
    /// are below it.
    var comparedWithWhole: [FilePath] = []
    /// Other findings in the folders of the pictures as they are.
    var besides = FoundImages()
    /// The folders that were searched, on both sides.
    var searchedFolders: [FilePath] = []
  }

  /// A picture with the path by which it is matched.
  private struct Candidate {
    let path: FilePath
    var image: FoundImage
    /// Where the path begins with one of several folders that are compared with one: which, and its name.
    var column: (index: Int, name: FilePath)?
  }

  private let finder: ImageFinder
  private let comparison: FolderComparison
  private let workingFolder = FilePath.workingFolder

  init(_ finder: ImageFinder, for comparison: FolderComparison) {
    (self.finder, self.comparison) = (finder, comparison)
  }

  /// Finds the pairs in inputs.
  ///
  /// - Throws: ``FindError``.
  func pairs(in inputs: [SheetInput]) throws(FindError) -> Found {
    let named = try NamedPath.all(in: inputs)
    let type = try? comparison.before?.stat().type
    switch (comparison.before, type) {
    case (nil, _): return try pairs(among: named)
    case (let before?, .directory?): return try pairs(in: named, before: before)
    case (let before?, .regular?): return try pair(of: named, before: before)
    case (let before?, _): throw .noFolderBefore(before)
    }
  }

  /// Finds what names pair in inputs alone.
  private func pairs(among named: [NamedPath]) throws(FindError) -> Found {
    let found = try finder.images(at: named)
    let candidates = found.images.map { image in
      let folder = image.folder.map { FilePath(bytes: image.path.bytes(below: $0.value.input)) }
      return Candidate(path: folder ?? image.path, image: image)
    }
    guard let match = comparison.match, !candidates.isEmpty else {
      throw .noImages(found.emptyFolders)
    }
    // A name that both fit is that of a picture as it was, as x-old is for {name}-old and {name}.
    let isBefore = candidates.map { match.key(of: $0.path, isBefore: true) != nil }
    func side(_ wanted: Bool) -> [Candidate] {
      zip(candidates, isBefore).filter { $1 == wanted }.map(\.0)
    }
    return try joined(side(true), side(false), found, found.searchedFolders, mustMatch: true)
  }

  /// Compares one file with another.
  private func pair(of named: [NamedPath], before: FilePath) throws(FindError) -> Found {
    guard named.count == 1, (try? named[0].path.stat().type) == .regular else {
      throw .fileBefore(before)
    }
    let path = named[0].path
    if path.leads(toFileOf: before) { throw .comparedWithItself(path) }
    let now = try finder.images(at: named)
    let then = try finder.images(at: [NamedPath(path: before, mustExist: true)])
    guard let after = now.images.first, let old = then.images.first else { throw .noImages([]) }
    var found = Found(besides: now)
    var pair = Pair(path: path, before: old, after: after)
    pair.oldPath = before
    found.pairs = [pair]
    return found
  }

  /// Finds the pairs of folders.
  ///
  /// One folder alone has its counterpart in the folder before. The counterparts of several inputs are
  /// below that folder as these are below the working folder, or all of it, where none is there; what
  /// is only there was removed.
  private func pairs(
    in named: [NamedPath], before: FilePath
  ) throws(FindError) -> Found {
    let areFolders = named.allSatisfy { (try? $0.path.stat().type) == .directory }
    var counterparts = try named.map { (path) throws(FindError) in
      try counterpart(of: path.path, in: before, isOnly: named.count == 1)
    }
    let areAllWithWhole =
      areFolders && named.count > 1 && !counterparts.contains { Self.isThere($0.path) }
    if areAllWithWhole { counterparts = counterparts.map { (before, $0.name) } }
    for (path, counterpart) in zip(named, counterparts)
    where path.path.leads(toFileOf: counterpart.path) {
      throw .comparedWithItself(path.path)
    }
    let now = try images(at: named, unlessMissing: counterparts.map { Self.isThere($0.path) })
    var then: (images: [(FoundImage, input: Int)], found: FoundImages) = ([], FoundImages())
    // A file that two inputs lead to is found once, so those of each input are looked for alone.
    for group in areAllWithWhole ? counterparts.indices.map({ $0..<$0 + 1 }) : [0..<named.count] {
      let some = try images(
        at: counterparts[group].map { NamedPath(path: $0.path, mustExist: false) },
        unlessMissing: group.map { _ in true })
      then.images += some.images.map { ($0, $1 + group.lowerBound) }
      then.found.searchedFolders += some.found.searchedFolders
      then.found.emptyFolders += some.found.emptyFolders
    }
    func candidate(_ image: FoundImage, _ root: FilePath, _ input: Int) -> Candidate {
      let name = counterparts[input].name
      var candidate = Candidate(
        path: name.pushing(FilePath(bytes: image.path.bytes(below: root))), image: image)
      guard areAllWithWhole else { return candidate }
      candidate.column = (input, name)
      // The pictures of a row stand together.
      candidate.image.place = 0
      return candidate
    }
    let after = now.images.map { image, input in
      var image = image
      // Unless the arguments have an order of their own, places count with those that are missing.
      if image.place == image.input { image.place = input }
      return candidate(image, named[input].path, input)
    }
    let old = then.images.map { image, input in
      var image = image
      image.place = input
      return candidate(image, counterparts[input].path, input)
    }
    guard !after.isEmpty || !old.isEmpty else {
      throw .noImages(now.found.emptyFolders + then.found.emptyFolders)
    }
    // Of a list, all pictures may have been added or removed.
    var found = try joined(
      old, after, now.found, now.found.searchedFolders + then.found.searchedFolders,
      mustMatch: areAllWithWhole || counterparts.allSatisfy(\.name.isEmpty))
    if areAllWithWhole { found.comparedWithWhole = named.map(\.path) }
    return found
  }

  /// Pairs the pictures of two sides.
  private func joined(
    _ before: [Candidate], _ after: [Candidate], _ besides: FoundImages,
    _ searchedFolders: [FilePath], mustMatch: Bool
  ) throws(FindError) -> Found {
    var found = Found(besides: besides, searchedFolders: searchedFolders)
    if let match = comparison.match {
      found.pairs = try paired(before, after, isStrict: true) { candidate, isBefore in
        match.key(of: candidate.path, isBefore: isBefore)
      }
      for (side, isBefore) in [(after, false), (before, true)]
      where !side.contains(where: { match.key(of: $0.path, isBefore: isBefore) != nil }) {
        throw .nothingFits((isBefore ? match.before : match.after).source)
      }
    } else {
      found.pairs = try paired(before, after, isStrict: false) { candidate, _ in candidate.path }
      found.pairs.joinOtherExtensions()
      found.pairs.joinRenamed()
    }
    try check(&found, mustMatch: mustMatch)
    return found
  }

  /// Pairs pictures with the same key, and leaves out those without any.
  ///
  /// Where names pair many with one, each of many has a pair of its own.
  ///
  /// - Throws: ``FindError/severalMatches(_:_:)`` for two of one side, where these are not one file that is
  ///   named twice.
  private func paired<Key: Hashable>(
    _ before: [Candidate], _ after: [Candidate], isStrict: Bool,
    by key: (Candidate, _ isBefore: Bool) -> Key?
  ) throws(FindError) -> [Pair<FoundImage>] {
    var pairs: [Pair<FoundImage>] = []
    var indices: [Key: [Int]] = [:]
    let pairsManyWithOne = isStrict && comparison.match?.pairsManyWithOne == true
    // What a message names does not depend on the order of a folder.
    func ordered(_ side: [Candidate]) -> [Candidate] {
      isStrict ? side.sorted { PathKey.natural($0.path) < .natural($1.path) } : side
    }
    for (candidate, isBefore) in ordered(after).map({ ($0, false) })
      + ordered(before).map({ ($0, true) })
    {
      guard let key = key(candidate, isBefore) else { continue }
      let (image, path) = (candidate.image, candidate.path)
      let known = indices[key, default: []]
      let isAnother =
        pairsManyWithOne && !isBefore && !known.contains { pairs[$0].after?.path == image.path }
      guard !known.isEmpty, !isAnother else {
        indices[key, default: []].append(pairs.count)
        let pair = isBefore ? Pair(path: path, before: image) : Pair(path: path, after: image)
        pairs.append(
          candidate.column.map { pair.moved(toColumn: $0.index, below: $0.name) } ?? pair)
        continue
      }
      for index in known {
        if let known = isBefore ? pairs[index].before : pairs[index].after {
          guard isStrict, !pairsManyWithOne || isBefore, known.path != image.path else { continue }
          throw .severalMatches(known.path, image.path)
        }
        pairs[index].before = image
        if path != pairs[index].path { pairs[index].oldPath = path }
      }
    }
    return pairs
  }

  /// Looks for pairs that are one file, and whether any picture has a counterpart.
  private func check(_ found: inout Found, mustMatch: Bool) throws(FindError) {
    let matched = found.pairs.filter { $0.before != nil && $0.after != nil }
    found.linked = matched.filter(\.isOneFile).map(\.path)
      .sorted { PathKey.natural($0) < PathKey.natural($1) }
    if let linked = found.linked.first, found.linked.count == found.pairs.count {
      throw .comparedWithItself(linked)
    }
    func contents(_ side: (Pair<FoundImage>) -> FoundImage?) -> FindError.FolderContents? {
      let paths = found.pairs.filter { side($0) != nil }.map(\.path)
      return paths.min { PathKey.natural($0) < PathKey.natural($1) }
        .map { FindError.FolderContents(count: paths.count, first: $0) }
    }
    if mustMatch, matched.isEmpty, let before = contents(\.before), let after = contents(\.after) {
      throw .nothingInCommon(before: before, after: after)
    }
  }

  /// Where an input was before, and what the paths of its pairs begin with.
  private func counterpart(
    of path: FilePath, in before: FilePath, isOnly: Bool
  ) throws(FindError) -> (path: FilePath, name: FilePath) {
    if isOnly, (try? path.stat().type) == .directory { return (before, FilePath()) }
    var rest = path.absolute(in: workingFolder)
    guard rest.removePrefix(workingFolder), !rest.isEmpty else {
      throw .outsideWorkingFolder(path)
    }
    return (before.pushing(rest), rest)
  }

  private static func isThere(_ path: FilePath) -> Bool { (try? path.stat()) != nil }

  /// The pictures at those of some paths that are there, with the indices of these, and those that must
  /// be.
  private func images(
    at paths: [NamedPath], unlessMissing mayBeMissing: [Bool]
  ) throws(FindError) -> (images: [(FoundImage, input: Int)], found: FoundImages) {
    let indices = paths.indices.filter { !mayBeMissing[$0] || Self.isThere(paths[$0].path) }
    let found = try finder.images(at: indices.map { paths[$0] })
    return (found.images.map { ($0, indices[$0.input]) }, found)
  }
}

extension Pair<FoundImage> {
  /// Whether links lead from both sides to one file; hard links are two.
  fileprivate var isOneFile: Bool {
    guard let before, let after else { return false }
    return before.path.leads(toFileOf: after.path)
  }
}

extension FilePath {
  /// Whether symbolic links lead from both paths to one file or folder.
  fileprivate func leads(toFileOf other: FilePath) -> Bool {
    guard let identity = FileIdentity(self), identity == FileIdentity(other) else { return false }
    return (try? resolvingLinks() == other.resolvingLinks()) == true
  }
}

extension [Pair<FoundImage>] {
  /// Pairs a removed picture with an added one if their paths differ only in extensions.
  ///
  /// No other pair may have that path.
  fileprivate mutating func joinOtherExtensions() {
    func key(_ pair: Element) -> FilePath {
      var path = pair.path
      path.extension = nil
      return path
    }
    let counts = Dictionary(lazy.map { (key($0), 1) }, uniquingKeysWith: +)
    join { counts[key($0)] == 2 ? key($0) : nil }
  }

  /// Pairs removed pictures with added ones of equal bytes; several copies in the order of their paths.
  ///
  /// It reads only files of equal sizes.
  fileprivate mutating func joinRenamed() {
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

  /// Pairs removed pictures with added ones of one key and one column, the first with the first.
  private mutating func join<Key: Hashable>(
    isRenamed: Bool = false, by key: (Element) -> Key?
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
    for (removed, added) in places.values.flatMap(\.values) {
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
