import SheetFixtures
import SheetPictures
import SheetPlanning
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

/// Moved pictures: removed at one path and added at another with the same bytes.
@Suite struct RenamedPairTests {
  private static func pairs(
    in folder: TemporaryFolder, workers: Int
  ) async throws -> [Pair<FoundImage>] {
    let finder = ImageFinder(search: PictureSearch(), formats: .standard)
    return try await FolderPairs(
      finder, for: ComparisonSettings(with: folder["before"]), workers: workers
    ).pairs(in: [.path(folder["after"])]).pairs
  }

  /// Thirty pictures of the same size that have moved, and one that has not.
  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 10..<40 {
      try folder.write("before/\(number).png", "\(number)")
      try folder.write("after/moved \(99 - number).png", "\(number)")
    }
    try folder.write("before/gone.png", "00")
    return folder
  }

  @Test(
    "Each moved picture is paired with the one that has the same bytes, with any number of workers",
    arguments: [1, 4])
  func moved(workers: Int) async throws {
    let folder = try Self.folder()
    let pairs = try await Self.pairs(in: folder, workers: workers)
    #expect(pairs.count == 31)
    for pair in pairs where pair.after != nil {
      #expect(pair.isRenamed && pair.before != nil)
      #expect(try pair.before?.path.contents() == pair.after?.path.contents(), "\(pair.path)")
    }
    #expect(pairs.first { $0.after == nil }?.path == "gone.png")
  }

  @Test("A cancelled comparison does not go on to read all moved pictures")
  func cancelled() async throws {
    let folder = try Self.folder()
    let search = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await Self.pairs(in: folder, workers: 2).count
    }
    search.cancel()
    await #expect(throws: CancellationError.self) { try await search.value }
  }
}
