internal import SheetLayout
internal import SystemPackage

/// A picture with the facts that it can be sorted and grouped by.
struct SortablePicture: Sendable {
  let picture: SheetPicture
  let facts: SortFacts

  init(_ found: FoundImage, _ picture: SheetPicture) {
    self.picture = picture
    facts = SortFacts(found, width: picture.size?.width, height: picture.size?.height)
  }
}

extension [FoundImage] {
  /// Up to this total size, small files are kept in memory after their headers are read: to open
  /// and read an icon again takes a third as long as to decode it.
  private static var maximumBytesKept: Double { 32 * 1024 * 1024 }

  /// Reads all headers, several at once.
  ///
  /// - Throws: ``SheetError`` for what is not a file's fault, and `CancellationError` when the task is cancelled.
  func probed(
    _ metadata: MetadataUse, _ formats: [PictureFormat], workers: Int
  ) async throws -> [SortablePicture] {
    let keepsContents = reduce(0) { $0 + Double($1.size) } <= Self.maximumBytesKept
    let pictures = try await probing(self, workers: workers) {
      try SheetPicture($0, metadata, formats, keepsContents: keepsContents)
    }
    return zip(self, pictures).map(SortablePicture.init)
  }
}

/// Makes a picture from each element, several at once, and keeps the order.
///
/// - Throws: What `probe` throws, and `CancellationError` when the task is cancelled.
func probing<Element: Sendable>(
  _ elements: [Element], workers: Int,
  _ probe: @escaping @Sendable (Element) throws -> SheetPicture
) async throws -> [SheetPicture] {
  // So many headers to a task that starting the task costs little beside reading them.
  let batch = 64
  var pictures: [SheetPicture] = []
  pictures.reserveCapacity(elements.count)
  try await forEachInOrder(
    stride(from: 0, to: elements.count, by: batch).map { start in
      elements[start..<min(start + batch, elements.count)]
    },
    concurrency: Concurrency(workers: workers),
    transform: { try $0.map(probe) },
    consume: { pictures += $0 })
  return pictures
}

extension [SortablePicture] {
  /// Groups the pictures by folder; folders are in the order of their first pictures.
  ///
  /// Existing folders are compared by device and inode, others by path.
  func groupedByFolder() -> [[SortablePicture]] {
    var groups: [[SortablePicture]] = []
    var positions: [Folder: Int] = [:]
    var folders: [FilePath: Folder] = [:]
    for picture in self {
      let path = picture.facts.path.folder
      let folder = folders[path] ?? FileIdentity(path).map(Folder.existing) ?? .missing(path)
      folders[path] = folder
      if let position = positions[folder] {
        groups[position].append(picture)
      } else {
        positions[folder] = groups.count
        groups.append([picture])
      }
    }
    return groups
  }
}

private enum Folder: Hashable {
  case existing(FileIdentity)
  case missing(FilePath)
}
