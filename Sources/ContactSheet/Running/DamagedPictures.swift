internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans

/// Some pictures turned out to be damaged and must be left out.
struct DamagedPictures: Error {
  /// All pictures of the plan, each of which has been decoded once.
  let all: [SheetPicture]
}

extension SheetRun {
  /// Decodes all pictures first if files go to pipes, because the bytes in a pipe cannot be taken
  /// back.
  ///
  /// - Throws: ``DamagedPictures`` if any of the pictures are damaged, and can still be left out.
  func checkPicturesForPipes() async throws {
    guard basis != nil, outputs.files.contains(where: { $0.resolved?.isReplaceable == false })
    else { return }
    let pictures = try await decoded(renderedPages, [:])
    if pictures.contains(where: { $0.unreadable != nil }) { throw DamagedPictures(all: pictures) }
  }

  /// The run, planned again without the damaged pictures.
  func planned(again pictures: [SheetPicture]) async throws -> SheetRun {
    guard let basis else { preconditionFailure("the places of tiles are fixed") }
    // Copies are made again, of the pictures that are left.
    let originals = pictures.indices.filter { !copies.contains($0) }.map { pictures[$0] }
    var run = try await SheetRun(basis.plan(again: originals + skipped), request)
    (run.notes, run.basis) = (notes, nil)
    return run
  }

  /// An error that names all unreadable pictures of the pages, if `error` is about one of them;
  /// otherwise `error` itself.
  ///
  /// The pictures are decoded once more, so that a folder can be repaired in one go.
  func namingAll(besides error: ContactSheetError) async throws -> ContactSheetError {
    guard let first = error.cause as? UnreadablePicture else { return error }
    let unreadable = try await decoded(renderedPages, [:]).compactMap(\.unreadable)
    return unreadable.contains { $0.name == first.name } ? .unreadable(all: unreadable) : error
  }

  /// The pictures of the plan; those on the given pages, other than copies, are decoded, and marked
  /// if they are damaged.
  func decoded(
    _ pages: some Sequence<PageDestination>, _ found: [Int: UnreadablePicture]
  ) async throws -> [SheetPicture] {
    let left = Set(pages.flatMap(\.page.tiles).map(\.index))
    let pictures = pictures.enumerated().compactMap { index, picture in
      picture.map { ($0, found[index], left.contains(index) && !copies.contains(index)) }
    }
    return try await decoding(
      pictures, workers: request.workers, within: request.maximumMemory.value,
      held: { picture, damage, isLeft in isLeft && damage == nil ? picture.takenBytes : 0 }
    ) { picture, damage, isLeft in
      if let damage { return picture.damaged(damage) }
      return isLeft ? try picture.decoded() : picture
    }
  }
}

extension SheetJob {
  /// If `error` is about pictures with damaged headers, and other headers can be read, an error
  /// that names all unreadable pictures; otherwise `error` itself.
  func namingAll(
    of pictures: [SheetPicture], besides error: ContactSheetError, workers: Int
  ) async throws -> ContactSheetError {
    guard error.cause is UnreadablePicture || error.cause is UnreadablePictures,
      pictures.contains(where: { $0.damage == nil }),
      pictures.contains(where: { $0.damage != nil })
    else { return error }
    let all = try await decoding(
      pictures, workers: workers, within: maximumMemory.value,
      held: { $0.damage == nil ? $0.takenBytes : 0 }
    ) { $0.damage == nil ? try $0.decoded() : $0 }
    return .unreadable(all: all.compactMap { $0.damage ?? $0.unreadable })
  }
}

extension SheetPicture {
  /// The picture, after it has been read once to see whether it is damaged.
  ///
  /// - Throws: ``ContactSheetError`` for errors that are not the picture's fault, and
  ///   `CancellationError` when the task is cancelled.
  func decoded() throws -> SheetPicture {
    for picture in [self] + overlays.map(\.shown) {
      let source = picture.source
      let result = try picture.reading { try source.forEachRow(as: $0) { _ in } }
      if case .failure(let damage) = result { return damaged(damage) }
    }
    return self
  }
}
