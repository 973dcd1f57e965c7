internal import SheetLayout
internal import SystemPackage

/// A picture with what it may be sorted and grouped by.
struct SortablePicture: Sendable {
  let picture: ProbedPicture
  let facts: SortFacts

  init(_ found: FoundImage, _ metadata: MetadataUse) {
    picture = ProbedPicture(PNGFile(found.path, metadata: metadata))
    facts = SortFacts(found, width: picture.size?.width, height: picture.size?.height)
  }
}

extension [FoundImage] {
  /// So many headers cost as much as it does to hand out a task.
  private static var batch: Int { 64 }

  /// Reads all headers, several at once.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func probed(_ metadata: MetadataUse, workers: Int) async throws -> [SortablePicture] {
    var pictures: [SortablePicture] = []
    pictures.reserveCapacity(count)
    let batches = stride(from: 0, to: count, by: Self.batch).map { start in
      self[start..<Swift.min(start + Self.batch, count)]
    }
    try await forEachInOrder(
      batches, concurrency: Concurrency(workers: workers),
      transform: { $0.map { SortablePicture($0, metadata) } },
      consume: { pictures += $0 })
    return pictures
  }
}
