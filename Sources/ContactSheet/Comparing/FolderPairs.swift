internal import SheetFiles
internal import SystemPackage

/// Finds the pictures of two folders that have one path below them.
struct FolderPairs {
  struct Found {
    var pairs: [Pair<FoundImage>] = []
    /// The paths of pairs that are one file, once links are followed.
    var linked: [FilePath] = []
    /// What was found besides, in the folders of the pictures as they are.
    var besides = FoundImages()
    /// The folders that were searched, those of the pictures as they were too.
    var searchedFolders: [FilePath] = []
  }

  private let finder: ImageFinder
  /// The folder of the pictures as they were.
  private let before: FilePath
  private let workingFolder = FilePath.workingFolder

  init(_ finder: ImageFinder, before: FilePath) { (self.finder, self.before) = (finder, before) }

  /// Finds the pairs in inputs.
  ///
  /// One folder alone has its counterpart in the folder before. The counterparts of several inputs are
  /// below that folder as these are below the working folder; what is only there was removed.
  ///
  /// - Throws: ``FindError``.
  func pairs(in inputs: [SheetInput]) throws(FindError) -> Found {
    guard (try? before.stat().type) == .directory else { throw .noFolderBefore(before) }
    let named = try NamedPath.all(in: inputs)
    let counterparts = try named.map { (path) throws(FindError) in
      try counterpart(of: path.path, isOnly: named.count == 1)
    }
    for (path, counterpart) in zip(named, counterparts)
    where path.path.leads(toFileOf: counterpart.path) {
      throw .comparedWithItself(path.path)
    }
    let now = try images(at: named, unlessMissing: counterparts.map { Self.isThere($0.path) })
    let then = try images(
      at: counterparts.map { NamedPath(path: $0.path, mustExist: false) },
      unlessMissing: counterparts.map { _ in true })

    var found = Found(
      besides: now.found, searchedFolders: now.found.searchedFolders + then.found.searchedFolders)
    var indices: [FilePath: Int] = [:]
    func add(
      _ image: FoundImage, _ root: FilePath, _ input: Int,
      _ side: WritableKeyPath<Pair<FoundImage>, FoundImage?>
    ) {
      let path = counterparts[input].name.pushing(FilePath(bytes: image.path.bytes(below: root)))
      if let index = indices[path] {
        // A file that is named twice is one picture.
        found.pairs[index][keyPath: side] = found.pairs[index][keyPath: side] ?? image
        return
      }
      indices[path] = found.pairs.count
      var pair = Pair<FoundImage>(path: path)
      pair[keyPath: side] = image
      found.pairs.append(pair)
    }
    for (image, input) in now.images {
      var image = image
      // Unless the arguments have an order of their own, places count with those that are missing.
      if image.place == image.input { image.place = input }
      add(image, named[input].path, input, \.after)
    }
    for (image, input) in then.images {
      var image = image
      image.place = input
      add(image, counterparts[input].path, input, \.before)
    }
    guard !found.pairs.isEmpty else {
      throw .noImages(now.found.emptyFolders + then.found.emptyFolders)
    }
    // Of a list, all pictures may have been added or removed.
    try check(&found, mustMatch: counterparts.allSatisfy(\.name.isEmpty))
    return found
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
    of path: FilePath, isOnly: Bool
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
