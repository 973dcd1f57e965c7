internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SystemPackage

/// Finds the pictures to compare with each other.
///
/// These are two given files, pictures with the same path in two folders, or pictures paired by
/// name.
struct FolderPairs {
  /// The pairs, with the headings of their sides and the notes of the search.
  struct Found {
    var pairs: [Pair<FoundImage>] = []
    /// The headings of columns.
    ///
    /// Each heading is the name of a side's folder if the two names differ. If several folders are
    /// compared with one, the headings are the names of all these folders.
    var sides = ["before", "after"]
    /// The notes about folders and pairs.
    var notes: [Note] = []
    /// The other findings in the folders of the later pictures, such as files that were left out.
    var laterFindings = FoundImages()
  }

  private let finder: ImageFinder
  private let comparison: ComparisonSettings
  private let workers: Int
  private let workingFolder = FilePath.workingFolder

  /// Creates a search that reads `workers` files at once; there must be at least one worker.
  init(_ finder: ImageFinder, for comparison: ComparisonSettings, workers: Int) {
    (self.finder, self.comparison, self.workers) = (finder, comparison, workers)
  }

  /// Finds the pairs in inputs.
  ///
  /// - Throws: ``ContactSheetError``, and `CancellationError` when the task is cancelled.
  func pairs(in inputs: [SheetInput]) async throws -> Found {
    let inputs = try finder.paths(in: inputs)
    let named = inputs.paths
    let before = comparison.before.map { NamedPath(path: $0, mustExist: true) }
    let type = try? before?.path.stat().type
    var found =
      switch (before, type) {
      case (nil, _): try await pairs(among: named)
      case (let before?, .directory?): try await pairs(in: named, before: before.path)
      case (let before?, .regular?): try pair(of: named, before: before)
      case (let before?, _): throw ContactSheetError.noFolderBefore(before.path)
      }
    found.laterFindings.noteLeftOut(of: inputs)
    return found
  }

  /// Finds pairs by name among the inputs, without an earlier folder.
  private func pairs(among named: [NamedPath]) async throws -> Found {
    let found = try finder.images(at: named)
    guard let match = comparison.match, !found.images.isEmpty else {
      throw ContactSheetError.noImages(
        found.emptyFolders, hasPatterns: finder.search.hasPatterns)
    }
    let sides = found.images.map { image in
      let folder = image.folder.map { FilePath(bytes: image.path.bytes(below: $0.input)) }
      let path = folder ?? image.path
      return match.isBefore(path)
        ? Pair(path: path, before: image) : Pair(path: path, after: image)
    }
    return try await joined(sides, Found(laterFindings: found), mustMatch: true)
  }

  /// Pairs one file, or a page of it, with another.
  private func pair(of named: [NamedPath], before: NamedPath) throws(ContactSheetError) -> Found {
    guard named.count == 1, (try? named[0].path.stat().type) == .regular else {
      throw .fileBefore(before.pathOfPage)
    }
    let path = named[0].pathOfPage
    if named[0].path.leads(toFileOf: before.path), named[0].page ?? 0 == before.page ?? 0 {
      throw .comparedWithItself(path)
    }
    let now = try finder.images(at: named)
    let then = try finder.images(at: [before])
    guard let after = now.images.first, let old = then.images.first else { throw .noImages([]) }
    var pair = Pair(path: path, before: old, after: after)
    pair.oldPath = before.pathOfPage
    return Found(pairs: [pair], laterFindings: now)
  }

  /// Finds the pairs of folders.
  ///
  /// A picture in a single folder is paired with the picture at the same path in the earlier
  /// folder. If there are several inputs, the counterpart of each has the same path, but below the
  /// earlier folder instead of the working folder. If none of these counterparts exists, each input
  /// is compared with the whole earlier folder. Pictures found only in the earlier folder count as
  /// removed. A page of a file is compared with the same page of the other file. If lists are given
  /// with a single folder, they name pictures in that folder.
  private func pairs(in inputs: [NamedPath], before: FilePath) async throws -> Found {
    let (named, root) = below(inputs)
    let areFolders = named.allSatisfy { (try? $0.path.stat().type) == .directory }
    var old = try named.map { (path) throws(ContactSheetError) in
      try counterpart(of: path.path, below: root, in: before, isOnly: inputs.count == 1)
    }
    var exists = old.map { (try? $0.path.stat()) != nil }
    let isWhole = areFolders && named.count > 1 && !exists.contains(true)
    if isWhole {
      old = old.map { (before, $0.name) }
      exists = exists.map { _ in true }
    }
    for (now, then) in zip(named, old) where now.path.leads(toFileOf: then.path) {
      throw ContactSheetError.comparedWithItself(now.path)
    }
    // An input whose counterpart exists may itself be missing, because it was removed.
    let nowInputs = named.indices.filter { !exists[$0] || (try? named[$0].path.stat()) != nil }
    let thenInputs = named.indices.filter { exists[$0] }
    // If lists selected pictures on one side only, all the others would count as removed.
    let now = try finder.images(at: nowInputs.map { named[$0] }, listsSelect: false)
    let then = try finder.images(
      at: isWhole
        ? [NamedPath(path: before, mustExist: false)]
        : thenInputs.map {
          NamedPath(path: old[$0].path, page: named[$0].page, mustExist: false)
        })
    func side(_ image: FoundImage, _ input: Int, isBefore: Bool) -> Pair<FoundImage> {
      var image = image
      let name = old[input].name
      let root = isBefore ? old[input].path : named[input].path
      let file = name.pushing(FilePath(bytes: image.path.bytes(below: root)))
      let path = image.page.map(file.page) ?? file
      // Positions include missing inputs, so that the pictures of a row stay together. If the
      // arguments were put into another order, that order is kept.
      if isWhole || isBefore || image.place == image.input { image.place = isWhole ? 0 : input }
      let pair = isBefore ? Pair(path: path, before: image) : Pair(path: path, after: image)
      return isWhole ? pair.moved(toColumn: input, below: name) : pair
    }
    var sides = now.images.map { side($0, nowInputs[$0.input], isBefore: false) }
    for image in then.images {
      let inputs = isWhole ? thenInputs : [thenInputs[image.input]]
      sides += inputs.map { side(image, $0, isBefore: true) }
    }
    guard !sides.isEmpty || comparison.allowsNothing else {
      throw ContactSheetError.noImages(
        now.emptyFolders + then.emptyFolders, hasPatterns: finder.search.hasPatterns,
        isComparing: true)
    }
    var found = Found(laterFindings: now)
    found.laterFindings.searchedFolders += then.searchedFolders
    found.laterFindings.skippedFolders += then.skippedFolders
    found.laterFindings.excluded += then.excluded
    if isWhole {
      let paths = [before] + named.map(\.path)
      let names = paths.compactMap { $0.withoutDots.lastComponent?.string }
      // The last components of the paths if these tell the folders apart, or else the whole paths.
      found.sides =
        (Set(names).count == paths.count ? names : paths.map(\.string)).map(\.oneLine)
      found.notes.append(
        Note(
          .wholeFolder, about: .path(before),
          "\(before.quoted) contains none of the compared folders, so each is compared with all of it"
        ))
    }
    let isOneFolder = inputs.count == 1 && areFolders
    if isOneFolder { found.sides = Self.names(before, named[0].path) ?? found.sides }
    // With several folders, a note already says what each folder is compared with.
    if !isWhole {
      found.notes.append(
        .comparedFolders(isOneFolder ? named[0].path : root, with: before))
    }
    if !named.isEmpty, now.images.count == sides.count, then.images.isEmpty {
      found.notes += [noteOnRoot(of: named, before: before)].compactMap(\.self)
    }
    // All pictures of a list may have been added or removed.
    return try await joined(
      sides, found, mustMatch: isWhole || old.allSatisfy(\.name.isEmpty))
  }

  /// The names of two folders, without the ending they share; nil if nothing is left of one of
  /// them.
  private static func names(_ before: FilePath, _ after: FilePath) -> [String]? {
    let folders = [before, after].map { $0.withoutDots }.withoutCommonEnd
    let names = folders.compactMap { folder in
      folder.lastComponent.flatMap { $0.kind == .regular ? $0.string.oneLine : nil }
    }
    return names.count == 2 ? names : nil
  }

  /// Joins pictures of both sides, each of which is initially a pair with one side missing.
  ///
  /// A ``NameMatch`` leaves out pictures that do not match. If it pairs many later pictures with
  /// one earlier picture, each of the later ones is in a pair of its own.
  ///
  /// - Throws: ``ContactSheetError/severalMatches(_:_:)`` if two files on the same side match,
  ///   unless ``NameMatch`` pairs many with one, and `CancellationError`.
  private func joined(
    _ sides: [Pair<FoundImage>], _ found: Found, mustMatch: Bool
  ) async throws -> Found {
    var found = found
    let (after, before) = (sides.filter { $0.before == nil }, sides.filter { $0.after == nil })
    if let match = comparison.match, !sides.isEmpty {
      func key(_ pair: Pair<FoundImage>) -> NameMatch.Key? {
        match.key(of: pair.path, isBefore: pair.after == nil)
      }
      // An old picture may be found once for each of several folders.
      var leftOut: Set<FilePath> = []
      for (side, isBefore) in [(after, false), (before, true)] {
        var known: [NameMatch.Key: Set<FilePath>] = [:]
        // The names in a message must not depend on the order in which a folder is listed.
        for pair in side.sortedNaturally() {
          let path = pair.shown.path
          guard let key = key(pair) else {
            leftOut.insert(path)
            continue
          }
          guard known[key, default: []].insert(path).inserted else { continue }
          if !match.pairsManyWithOne || isBefore,
            let other = known[key]?.first(where: { $0 != path })
          {
            throw ContactSheetError.severalMatches(other, path)
          }
          found.pairs.append(pair)
        }
      }
      for isBefore in [false, true]
      where !found.pairs.contains(where: { ($0.after == nil) == isBefore }) {
        throw ContactSheetError.nothingFits(
          match, isBefore: isBefore,
          taken: sides.count { ($0.after == nil) != isBefore && match.fitsTwice($0.path) })
      }
      found.notes += [Note(onUnmatched: leftOut), Note(onSidesOf: match)].compactMap(\.self)
      found.pairs.join(manyWithOne: match.pairsManyWithOne, by: found.pairs.map(key))
    } else {
      for side in [after, before] {
        var known: Set<FilePath> = []
        found.pairs += side.filter { known.insert($0.path).inserted }
      }
      found.pairs.join(by: found.pairs.map(\.path))
      // The same name may be composed Unicode on one side and decomposed on the other.
      found.pairs.join(by: found.pairs.map { NormalizedPath($0.path) })
      found.pairs.joinOtherExtensions()
      try await found.pairs.joinRenamed(workers: workers)
    }
    let matched = found.pairs.filter { !$0.isSingle }
    let linked = matched.filter(\.isOneFile)
    if let first = linked.firstByName(\.path)?.path {
      if linked.count == found.pairs.count { throw ContactSheetError.comparedWithItself(first) }
      found.notes.insert(
        Note(
          .linkedPairs, about: .path(first),
          linked.count == 1
            ? "\(first.quoted) is the same file in both folders because of a link, so it "
              + "counts as equal"
            : "in \(linked.count) pairs, both images are the same file because of links, so they "
              + "count as equal; the first is \(first.quoted)", [.count: linked.count]), at: 0)
    }
    func contents(_ side: (Pair<FoundImage>) -> FoundImage?) -> FolderContents? {
      let pairs = found.pairs.filter { side($0) != nil }
      return pairs.firstByName(\.path).map { FolderContents(count: pairs.count, first: $0.path) }
    }
    if mustMatch, matched.isEmpty, let before = contents(\.before), let after = contents(\.after) {
      throw ContactSheetError.nothingInCommon(before: before, after: after)
    }
    return found
  }

  /// The inputs, and the folder to which their paths are relative.
  ///
  /// That folder is the working folder, or, if lists name pictures in it, the only folder among the
  /// inputs.
  private func below(_ inputs: [NamedPath]) -> (named: [NamedPath], root: FilePath) {
    let given = inputs.filter(\.mustExist)
    guard given.count == 1, inputs.count > 1, (try? given[0].path.stat().type) == .directory else {
      return (inputs, workingFolder)
    }
    let folder = given[0].path
    let whole = folder.absolute(in: workingFolder)
    let named = inputs.lazy.filter { !$0.mustExist }.map { input in
      let isBelow = input.path.absolute(in: workingFolder).starts(with: whole)
      return isBelow
        ? input : NamedPath(path: folder.pushing(input.pathOfPage), mustExist: false)
    }
    return (Array(named), whole)
  }

  /// The note that no file has a counterpart at its own path, although some would have one if the
  /// first folders of their paths were left out.
  ///
  /// Nil if that is not so.
  private func noteOnRoot(of named: [NamedPath], before: FilePath) -> Note? {
    let first = named[0].path
    var (folder, rest) = (FilePath(root: first.root), first.components[...])
    while rest.count > 1 {
      folder.append(rest.removeFirst())
      let hasCounterpart = named.contains { input in
        var path = input.path
        guard path.removePrefix(folder), !path.isEmpty else { return false }
        let other = before.pushing(path)
        return (try? other.stat()) != nil && !input.path.leads(toFileOf: other)
      }
      if !hasCounterpart { continue }
      return Note(
        .unpairedFiles, as: .warning, about: .path(first),
        "\(before.quoted) has no "
          + (named.count == 1
            ? "image at the path of \(first.quoted), but has one at that path without the leading \(folder.quoted)"
            : "images at the paths of \(first.quoted(ofCount: named.count)), but has at least one at those paths without the leading \(folder.quoted)"),
        remedy:
          "name that folder, and list images in it with --files-from: contactsheet \(folder.shellWord) --compare \(before.shellWord)"
      )
    }
    return nil
  }

  /// The path of an input's counterpart, and the prefix of the paths of its pairs.
  private func counterpart(
    of path: FilePath, below root: FilePath, in before: FilePath, isOnly: Bool
  ) throws(ContactSheetError) -> (path: FilePath, name: FilePath) {
    if isOnly, (try? path.stat().type) == .directory { return (before, FilePath()) }
    var rest = path.absolute(in: workingFolder)
    guard rest.removePrefix(root), !rest.isEmpty else {
      throw .outsideWorkingFolder(path)
    }
    return (before.pushing(rest), rest)
  }
}

extension Note {
  /// The note on pictures whose names do not fit the templates that pair pictures; nil if there are
  /// none.
  fileprivate init?(onUnmatched paths: Set<FilePath>) {
    guard let first = paths.firstByName(\.self) else { return nil }
    let isOne = paths.count == 1
    self.init(
      .unpairedFiles, about: .path(first),
      "\(first.quoted(ofCount: paths.count)) \(isOne ? "does" : "do") not fit the templates, and "
        + "\(isOne ? "is" : "are") not compared",
      remedy: "if \(isOne ? "it" : "they") should be, compare again with another \(.match)",
      [.count: paths.count])
  }

  /// The note that templates seem to name the earlier pictures on the left; nil if they do not.
  fileprivate init?(onSidesOf match: NameMatch) {
    guard let exchanged = match.exchangedIfMistaken else { return nil }
    let (after, before) = (match.after.source, match.before.source)
    self.init(
      .comparedFolders,
      "the left side names the new images, here '\(after.shortPrintable)', and the right side names "
        + "the old ones, here '\(before.shortPrintable)'",
      remedy: "if it is the other way round, \(giving: .match, exchanged)")
  }

  /// The note that names the folders to which compared paths are relative.
  fileprivate static func comparedFolders(_ after: FilePath, with before: FilePath) -> Note {
    Note(
      .comparedFolders, as: .detail, about: .path(after),
      "paths below \(after.quoted) are compared with those below \(before.quoted)")
  }
}

extension Pair<FoundImage> {
  /// Whether symbolic links lead from both sides to the same file; hard links count as two files.
  fileprivate var isOneFile: Bool {
    guard let before, let after else { return false }
    return before.path.leads(toFileOf: after.path)
  }
}

extension FilePath {
  /// Whether symbolic links lead from both paths to the same file or folder.
  fileprivate func leads(toFileOf other: FilePath) -> Bool {
    guard let identity = FileIdentity(self), identity == FileIdentity(other) else { return false }
    return (try? resolvingLinks() == other.resolvingLinks()) == true
  }
}
