extension [FoundImage] {
  /// Up to this total size, small files are kept in memory after their headers are read: to open
  /// and read an icon again takes a third as long as to decode it.
  private static var maximumBytesKept: Double { 32 * 1024 * 1024 }

  /// Reads all headers, several at once, and with them the facts that are asked for.
  ///
  /// - Throws: ``PictureError`` for what is not a file's fault, and `CancellationError` when the task
  ///   is cancelled.
  package func probed(
    _ metadata: MetadataUse, _ asked: AskedFacts, _ formats: FormatTable, workers: Int
  ) async throws -> [SheetPicture] {
    let keepsContents = reduce(0) { $0 + Double($1.size) } <= Self.maximumBytesKept
    var metadata = metadata
    metadata.needs = asked.needs
    return try await probing(self, workers: workers) { [metadata] found in
      let picture = try SheetPicture(
        fileAt: found.path, as: found, metadata, asked, formats, keepsContents: keepsContents)
      guard let raw = found.raw, picture.unreadable != nil else { return picture }
      // A damaged JPEG gives way to the preview of its RAW file.
      let preview = try SheetPicture(fileAt: raw.path, as: raw, metadata, asked, formats)
      return preview.unreadable == nil ? preview : picture
    }
  }
}

/// Makes a picture from each element, several at once, and keeps the order.
///
/// A task makes a `batch`: so many headers that starting the task costs little beside reading them.
///
/// - Throws: What `probe` throws, and `CancellationError` when the task is cancelled.
package func probing<Element: Sendable>(
  _ elements: [Element], workers: Int, batch: Int = 64,
  _ probe: @escaping @Sendable (Element) throws -> SheetPicture
) async throws -> [SheetPicture] {
  var pictures: [SheetPicture] = []
  pictures.reserveCapacity(elements.count)
  try await forEachInOrder(
    stride(from: 0, to: elements.count, by: batch).map { start in
      elements[start..<Swift.min(start + batch, elements.count)]
    },
    workers: workers,
    transform: { try $0.map(probe) },
    consume: { pictures += $0 })
  return pictures
}
