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
  /// Files of so many bytes together are kept as they were fetched with their headers: opening
  /// and reading an icon again takes a third as long as decoding it.
  private static var mostBytesKept: Double { 32 * 1024 * 1024 }

  /// Reads all headers, several at once.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func probed(_ metadata: MetadataUse, workers: Int) async throws -> [SortablePicture] {
    let files = map { PNGFile($0.path, metadata: metadata) }
    let keepsContents = reduce(0) { $0 + Double($1.size) } <= Self.mostBytesKept
    let pictures = try await files.probed(keepingContents: keepsContents, workers: workers)
    return zip(self, pictures).map(SortablePicture.init)
  }
}

extension [PNGFile] {
  /// So many headers cost as much as it does to hand out a task.
  private static var batch: Int { 64 }

  /// Reads all headers, several at once.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func probed(keepingContents: Bool = false, workers: Int) async throws -> [ProbedPicture] {
    var pictures: [ProbedPicture] = []
    pictures.reserveCapacity(count)
    let batches = stride(from: 0, to: count, by: Self.batch).map { start in
      self[start..<Swift.min(start + Self.batch, count)]
    }
    try await forEachInOrder(
      batches, concurrency: Concurrency(workers: workers),
      transform: { $0.map { ProbedPicture($0, keepingContents: keepingContents) } },
      consume: { pictures += $0 })
    return pictures
  }
}
