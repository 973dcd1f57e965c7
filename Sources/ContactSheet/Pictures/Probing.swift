internal import SheetLayout
internal import SystemPackage

/// A picture with what it may be sorted and grouped by.
struct SortablePicture: Sendable {
  let picture: SheetPicture
  let facts: SortFacts

  init(_ found: FoundImage, _ picture: SheetPicture) {
    self.picture = picture
    facts = SortFacts(found, width: picture.size?.width, height: picture.size?.height)
  }
}

extension [FoundImage] {
  /// Files of this many bytes together are kept as they were fetched with their headers: opening
  /// and reading an icon again takes a third as long as decoding it.
  private static var maximumBytesKept: Double { 32 * 1024 * 1024 }

  /// Reads all headers, several at once.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func probed(
    _ metadata: MetadataUse, _ formats: [PictureFormat], workers: Int
  ) async throws -> [SortablePicture] {
    let keepsContents = reduce(0) { $0 + Double($1.size) } <= Self.maximumBytesKept
    let pictures = try await probing(self, workers: workers) {
      SheetPicture($0, metadata, formats, keepsContents: keepsContents)
    }
    return zip(self, pictures).map(SortablePicture.init)
  }
}

/// Makes a picture of each element, several at once, and keeps their order.
///
/// - Throws: What `probe` throws, and `CancellationError` when the task is cancelled.
func probing<Element: Sendable>(
  _ elements: [Element], workers: Int,
  _ probe: @escaping @Sendable (Element) throws -> SheetPicture
) async throws -> [SheetPicture] {
  // This many headers cost as much as it does to hand out a task.
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
  /// The pictures of each folder together, folders in the order of their first pictures.
  ///
  /// A folder is the same whichever path leads to it; one that does not exist is its path.
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
