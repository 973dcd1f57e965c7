internal import SheetPictures
internal import SheetPlanning
internal import SystemPackage

/// Compares pairs of pictures, several at once.
struct PairComparison: Sendable {
  let comparison: FolderComparison

  /// What was found of a pair; a picture that turned out to be damaged says so.
  struct Result: Sendable {
    var pictures: Pair<SheetPicture>
    /// What changed, as a picture; nil where that is not known.
    var difference: SheetPicture?
    let finding: ComparedPair
    /// What could not be compared for want of a library, as a complete message; nil for nothing.
    var lack: String?
  }

  /// Compares pairs, each but for a part, and keeps their order.
  ///
  /// - Throws: ``PictureError`` for what is not a picture's fault, and `CancellationError` when the
  ///   task is cancelled.
  func compare(
    _ pairs: [Pair<SheetPicture>], ignoring ignored: [IgnoredPart], workers: Int
  ) async throws -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(pairs.count)
    try await forEachInOrder(
      Array(zip(pairs, ignored)), workers: workers,
      transform: { try compared($0, ignoring: $1) }, consume: { results.append($0) })
    return results
  }

  private func compared(
    _ pair: Pair<SheetPicture>, ignoring ignored: IgnoredPart
  ) throws -> Result {
    guard let before = pair.before, let after = pair.after else { return try single(pair) }
    func result(
      _ status: ComparedPair.Status, _ counts: ComparedPair.Counts? = nil,
      _ difference: SheetPicture? = nil
    ) -> Result {
      Result(
        pictures: pair, difference: difference,
        finding: ComparedPair(
          path: pair.path.string, oldPath: pair.oldPath?.string, status: status, counts: counts))
    }
    if pair.isRenamed {
      var renamed = result(comparison.names(pair.path) ? .allowed : .renamed, .unchanged)
      renamed.pictures = try pair.map { try $0.decoded() }
      return renamed
    }
    if let one = before.path, let other = after.path, one.hasContents(of: other) {
      var equal = result(.equal, .unchanged)
      // Shown, they are read all the same, and what is damaged is to be known now.
      if comparison.shown == .all { equal.pictures = try pair.map { try $0.decoded() } }
      return equal
    }
    guard let picture = after.changes(from: before, by: comparison.rule, ignoring: ignored),
      let changes = picture.difference
    else { return result(.unreadable) }
    let headers = [before, after].map(\.readableHeader)
    let profiles = headers.map { $0?.unusedProfile }
    if let lacking = zip([before, after], profiles).first(where: { $1?.lacksLibrary == true })?.0 {
      var uncompared = result(.unreadable)
      uncompared.lack =
        "cannot compare \(pair.path.quoted): the colour profile of "
        + "\(FilePath(lacking.source.name).quoted) needs Little CMS; install "
        + LittleCMS.packageName
      return uncompared
    }
    do {
      let counts = try changes.counts()
      // What nobody can read may mean anything.
      let areAlike = profiles[0] == profiles[1]
      let status: ComparedPair.Status =
        counts.areEqual && areAlike
        ? .equal
        : areAlike && isAllowed(counts, at: pair.path, headers)
          ? .allowed : counts.isResized ? .resized : .different
      return result(
        status, ComparedPair.Counts(counts, before.size, after.size),
        status == .equal ? nil : picture)
    } catch let reason as UnreadablePicture {
      if let mask = ignored.mask, mask.source.name == reason.name {
        throw SheetError.notFound(
          .unusableMask(FilePath(reason.name), reason: reason.reason))
      }
      var damaged = result(.unreadable)
      if reason.name == before.source.name { damaged.pictures.before = before.damaged(reason) }
      if reason.name == after.source.name { damaged.pictures.after = after.damaged(reason) }
      return damaged
    }
  }

  /// Whether so much may change in a pair; never the shape of its pixels, which no count tells of.
  private func isAllowed(
    _ counts: DifferenceCounts, at path: FilePath, _ headers: [PictureHeader?]
  ) -> Bool {
    headers[0]?.pixelRatio == headers[1]?.pixelRatio
      && comparison.allowedChange(of: path)?.covers(changed: counts.changed, share: counts.share)
        == true
  }

  /// A picture without another.
  private func single(_ pair: Pair<SheetPicture>) throws -> Result {
    Result(
      pictures: try pair.map { try $0.decoded() }, difference: nil,
      finding: ComparedPair(
        path: pair.path.string, status: pair.before == nil ? .added : .removed))
  }
}

extension FilePath {
  /// Whether two files have the same bytes; not where one cannot be read.
  fileprivate func hasContents(of other: FilePath) -> Bool {
    let isSame = try? reading { file in
      try other.reading { try file.hasContents(of: $0) }
    }
    return isSame ?? false
  }
}
