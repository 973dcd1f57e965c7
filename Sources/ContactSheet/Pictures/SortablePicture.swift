internal import SheetLayout
internal import SystemPackage

/// A picture with what it may be sorted and grouped by.
struct SortablePicture: Sendable {
  let picture: ProbedPicture
  let facts: SortFacts

  init(_ found: FoundImage, _ picture: ProbedPicture) {
    self.picture = picture
    facts = SortFacts(found, width: picture.size?.width, height: picture.size?.height)
  }
}

extension [FoundImage] {
  /// Reads all headers, several at once.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func probed(_ metadata: MetadataUse, workers: Int) async throws -> [SortablePicture] {
    let files = map { PNGFile($0.path, metadata: metadata) }
    return zip(self, try await files.probed(workers: workers)).map(SortablePicture.init)
  }
}

extension [PNGFile] {
  /// So many headers cost as much as it does to hand out a task.
  private static var batch: Int { 64 }

  /// Reads all headers, several at once.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func probed(workers: Int) async throws -> [ProbedPicture] {
    var pictures: [ProbedPicture] = []
    pictures.reserveCapacity(count)
    let batches = stride(from: 0, to: count, by: Self.batch).map { start in
      self[start..<Swift.min(start + Self.batch, count)]
    }
    try await forEachInOrder(
      batches, concurrency: Concurrency(workers: workers),
      transform: { $0.map { ProbedPicture($0) } },
      consume: { pictures += $0 })
    return pictures
  }
}
