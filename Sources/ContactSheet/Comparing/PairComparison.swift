internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SystemPackage

/// Compares pairs of pictures, several at once.
struct PairComparison: Sendable {
  let comparison: ComparisonSettings
  let allowed: AllowedChanges
  /// Whether to measure the structural similarity of pairs.
  let measuresSimilarity: Bool
  /// The maximum number of bytes that all pairs in progress may hold.
  let memory: Int

  /// Compares pairs, leaving out the areas ignored in each of them, and preserves their order.
  ///
  /// - Returns: The pairs with their results, and notes about missing libraries. Pictures that turn
  ///   out to be damaged are marked as such.
  /// - Throws: ``ContactSheetError`` for errors that are not a picture's fault, and
  ///   `CancellationError` when the task is cancelled.
  func compare(
    _ pairs: [Pair<PictureFacts>], ignoring ignored: [IgnoredAreas], workers: Int
  ) async throws -> (pairs: [Pair<PictureFacts>], lacks: [Note]) {
    var (compared, lacks): ([Pair<PictureFacts>], [Note]) = ([], [])
    compared.reserveCapacity(pairs.count)
    try await forEachInOrder(
      Array(zip(pairs, ignored)), workers: workers, within: memory,
      held: { heldBytes($0, ignoring: $1) },
      transform: { try self.compared($0, ignoring: $1) },
      consume: { pair, lack in
        compared.append(pair)
        if let lack { lacks.append(lack) }
      })
    return (compared, lacks)
  }

  /// The total number of bytes held for both sides of a pair.
  private func heldBytes(_ pair: Pair<PictureFacts>, ignoring ignored: IgnoredAreas) -> Int {
    if let before = pair.before?.picture,
      let both = pair.after?.picture.changes(
        from: before, by: comparison.rule, ignoring: ignored)
    {
      let width = measuresSimilarity ? both.size?.width ?? 0 : 0
      return both.takenBytes + PictureErrors.heldBytes(width: width)
    }
    return pair.sides.map(\.picture.takenBytes).max() ?? 0
  }

  private func compared(
    _ pair: Pair<PictureFacts>, ignoring ignored: IgnoredAreas
  ) throws -> (Pair<PictureFacts>, note: Note?) {
    guard let before = pair.before?.picture, let after = pair.after?.picture else {
      return (finished(try decoded(pair), pair.before == nil ? .added : .removed), nil)
    }
    if pair.isRenamed { return (finished(try decoded(pair), .renamed, .unchanged), nil) }
    if before.page ?? 0 == after.page ?? 0, let one = before.path, let other = after.path,
      let end = one.end(ifEqualTo: other)
    {
      let format = FormatTable.standard.named(after.name.path.nameBytes)
      if format?.isRead == false { return (finished(pair, .equal, .unchanged), nil) }
      // A damaged picture, once approved, would pass forever. The header and the end of most files
      // show that the file is complete; pictures on the sheet are read to their ends anyway.
      let isWhole =
        comparison.shown != .all && after.unreadable == nil
        && format?.end.map(end.ends(with:)) == true
      let read = isWhole ? pair : try decoded(pair)
      let isDamaged = read.sides.contains { $0.picture.unreadable != nil }
      if isDamaged { return (finished(read, .unreadable), nil) }
      return try equal(read, ignoring: ignored)
    }
    guard let picture = after.changes(from: before, by: comparison.rule, ignoring: ignored),
      let changes = picture.difference
    else { return (finished(pair, .unreadable), nil) }
    let headers = [before, after].map(\.readableHeader)
    let profiles = headers.map { $0?.unusedProfile }
    if let lacking = zip([before, after], profiles).first(where: { $1?.lacksLibrary == true })?.0 {
      let note = Note(
        .uncompared, as: .warning, about: .path(pair.path),
        "cannot compare \(pair.path.quoted): the colour profile of "
          + "\(lacking.name.path.quoted) needs Little CMS",
        remedy: "install \(LittleCMS.packageName)")
      return (finished(pair, .unreadable), note)
    }
    do {
      guard picture.heldBytes <= memory else {
        throw UnreadablePicture(
          after.name,
          reason: """
            it and the earlier image must both be held in memory whole, and their \
            \(picture.heldBytes) bytes exceed the budget of \(ByteLimit(memory)); raise the budget, \
            or save both as PNGs without interlacing and in the same orientation
            """, excessiveBytes: picture.heldBytes)
      }
      let counts = try changes.counts(measuringSimilarity: measuresSimilarity)
      // A colour profile that cannot be read may describe any colours.
      let haveSameProfile = profiles[0] == profiles[1]
      // The pages or frames that are not compared may differ.
      let isOneOfSeveral = zip([before, after], headers).contains { picture, header in
        picture.page == nil && header?.page != nil || header?.animation != nil
      }
      if counts.areEqual, haveSameProfile, isOneOfSeveral {
        return (finished(pair, .unreadable), Note(onUncomparedPagesOf: pair.path))
      }
      let areEqual = counts.areEqual && haveSameProfile
      let status: FolderComparison.Status =
        areEqual
        ? counts.isIgnored ? .ignored : .equal : counts.isResized ? .resized : .different
      // No rule can allow different profiles that cannot be used, or pixels with different shapes.
      let isAllowable = haveSameProfile && headers[0]?.pixelRatio == headers[1]?.pixelRatio
      return (
        finished(
          pair, status,
          status == .ignored ? nil : ComparedPair.Counts(counts, before.size, after.size),
          areEqual ? nil : picture.changed(in: counts.regions.map(\.area)),
          isAllowable: isAllowable,
          differsUnseen: status == .equal && counts.mostDiffer),
        counts.isMaskUnused ? ignored.mask?.path.map(Note.unusedMask) : nil
      )
    } catch let reason as UnreadablePicture {
      try ignored.throwIfUnusable(reason)
      let damaged = pair.map { facts -> PictureFacts? in
        let picture = facts.picture
        return reason.name == picture.source.name ? facts.with(picture.damaged(reason)) : facts
      }
      return (finished(damaged, .unreadable), nil)
    }
  }

  /// A pair of equal files, with a note if its mask excludes nothing.
  ///
  /// Areas and masks are examined as if the files differed, so that mistakes in them are reported
  /// even if all files are equal.
  private func equal(
    _ pair: Pair<PictureFacts>, ignoring ignored: IgnoredAreas
  ) throws -> (Pair<PictureFacts>, note: Note?) {
    guard !ignored.isEmpty, let before = pair.before?.picture, let after = pair.after?.picture,
      let changes = after.changes(from: before, by: comparison.rule, ignoring: ignored)?.difference
    else { return (finished(pair, .equal, .unchanged), nil) }
    do {
      let exclusion = try changes.exclusion()
      return (
        exclusion.isComplete ? finished(pair, .ignored) : finished(pair, .equal, .unchanged),
        exclusion.isMaskUnused ? ignored.mask?.path.map(Note.unusedMask) : nil
      )
    } catch let reason as UnreadablePicture {
      try ignored.throwIfUnusable(reason)
      throw reason
    }
  }

  /// The pair with its result, which is added to the facts of its pictures.
  ///
  /// Rules may allow the change unless `isAllowable` is false.
  private func finished(
    _ pair: Pair<PictureFacts>, _ status: FolderComparison.Status,
    _ counts: ComparedPair.Counts? = nil,
    _ difference: SheetPicture? = nil, isAllowable: Bool = true, differsUnseen: Bool = false
  ) -> Pair<PictureFacts> {
    var result = ComparedPair(
      .path(pair.path), from: pair.oldPath.map { .path($0) }, status: status, counts: counts)
    if isAllowable, status.isChange,
      allowed.allow(result, at: pair.path, pair.shown.with(result.facts))
    {
      result = result.allowed
    }
    let facts = result.facts
    var pair = pair.map { $0.with(facts) }
    (pair.result, pair.difference) = (result, difference.map(pair.shown.with))
    pair.differsUnseen = differsUnseen
    pair.isShown = result.status.isAccepted ? comparison.shown == .all : comparison.shown != .none
    // Identical files in formats that cannot be read here cannot be shown.
    if result.status.isUnchanged, FormatTable.standard.named(pair.path.nameBytes)?.isRead == false {
      pair.isShown = false
    }
    return pair
  }

  /// The pair, after its pictures have been decoded once to detect damage.
  private func decoded(_ pair: Pair<PictureFacts>) throws -> Pair<PictureFacts> {
    try pair.map { $0.with(try $0.picture.decoded()) }
  }
}

extension IgnoredAreas {
  /// Throws ``ContactSheetError`` if the picture that could not be read is the mask.
  fileprivate func throwIfUnusable(_ picture: UnreadablePicture) throws {
    if let mask, mask.source.name == picture.name {
      throw ContactSheetError.unusableMask(FilePath(picture.name), reason: picture.reason)
    }
  }
}

extension [Pair<PictureFacts>] {
  /// Shows the amount of change on the same scale for all pairs, whether or not they are on the
  /// sheet.
  ///
  /// - Returns: The rule with that scale; `rule` if nothing changed.
  mutating func showHeat(_ rule: ComparisonRule) -> ComparisonRule {
    let rule = rule.showingHeat(upTo: lazy.compactMap { $0.result?.counts?.largest }.max() ?? 0)
    for index in indices {
      guard let difference = self[index].difference else { continue }
      self[index].difference = difference.with(difference.picture.showing(rule))
    }
    return rule
  }
}

extension Note {
  /// The note on pairs that are equal within the tolerance, although most of their pixels differ;
  /// nil if there are no such pairs.
  init?(onUnseenDifferencesOf pairs: [Pair<PictureFacts>]) {
    let unseen = pairs.filter(\.differsUnseen).sortedNaturally()
    func decibels(_ pair: Pair<PictureFacts>) -> Double { pair.result?.errors?.psnr ?? .infinity }
    guard let first = unseen.min(by: { decibels($0) < decibels($1) }) else { return nil }
    let ratio = first.result?.errors.map { " (\($0.psnr.text(decimals: 1)) dB)" } ?? ""
    self.init(
      .unseenDifferences, about: .path(first.path),
      unseen.count == 1
        ? "\(first.path.quoted)\(ratio) is equal within the tolerance, though most of its pixels differ"
        : "\(unseen.count) pairs are equal within the tolerance, though most of their pixels "
          + "differ; the largest difference is in \(first.path.quoted)\(ratio)",
      remedy: "\(.show, "all") \(.list, "{path} {psnr}") lists the differences",
      [.count: unseen.count])
  }

  /// The note on pairs that areas and masks cover completely, so that no part of them is compared;
  /// nil if there are none.
  init?(onCoveredPairs pairs: [Pair<PictureFacts>]) {
    let covered = pairs.filter { $0.result?.status == .ignored }
    guard let first = covered.firstByName(\.path) else { return nil }
    self.init(
      .uncompared, about: .path(first.path),
      "areas and masks cover all of \(first.path.quoted(ofCount: covered.count)), so nothing is "
        + "compared there", [.count: covered.count])
  }

  /// The warning that only the first pages or frames of files were compared, and found equal.
  fileprivate init(onUncomparedPagesOf path: FilePath) {
    self.init(
      .uncompared, as: .warning, about: .path(path),
      "cannot compare all of \(path.quoted): it has several pages or frames, and only the first was "
        + "compared",
      remedy:
        "name a page, as in \(path.page(1).shellQuoted), or save each page or frame as a separate file"
    )
  }

  /// The note about a mask that excludes nothing, such as one painted red.
  fileprivate static func unusedMask(_ path: FilePath) -> Note {
    Note(
      .staleMask, about: .path(path), "the mask \(path.quoted) has no effect",
      remedy: "use opaque black for the parts to ignore")
  }
}

extension ComparisonRule {
  /// The rule with colours for the amount of change; unchanged if there is no change.
  ///
  /// - Parameter largest: The largest colour distance, which is rounded to millionths. The scale
  ///   ends there, or at the next number with two significant digits.
  /// - Returns: The rule.
  fileprivate func showingHeat(upTo largest: Double) -> ComparisonRule {
    let millionths = Int((largest * 1_000_000).rounded())
    guard millionths > 0 else { return self }
    var step = 1
    while millionths >= 100 * step { step *= 10 }
    var rule = self
    let end = Double((millionths + step - 1) / step * step) / 1_000_000
    rule.hottest = end > tolerance ? end : end + Double(step) / 1_000_000
    return rule
  }
}

extension FilePath {
  /// The last bytes of two files if the files are readable and identical; otherwise nil.
  fileprivate func end(ifEqualTo other: FilePath) -> [UInt8]? {
    let end = try? reading { file in
      try other.reading { other -> [UInt8]? in
        guard try file.hasContents(of: other) else { return nil }
        let size = Int(try file.stat().size)
        return try file.bytes(at: max(0, size - Self.endLength), count: min(size, Self.endLength))
      }
    }
    return end ?? nil
  }

  /// The number of bytes to compare; no format has a longer end marker.
  private static var endLength: Int { 16 }
}

extension BidirectionalCollection<UInt8> {
  /// Whether the bytes end with `end`.
  func ends(with end: some Collection<UInt8>) -> Bool { suffix(end.count).elementsEqual(end) }
}
