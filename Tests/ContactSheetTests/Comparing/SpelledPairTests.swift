import JPEGFixtures
import SheetFiles
import SheetFixtures
import SheetLayout
import SheetPictures
import SheetPlanning
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

/// Pairs whose names have the same characters but different bytes.
@Suite struct SpelledPairTests {
  private static let composed = "\u{DC}bersicht"
  private static let decomposed = "U\u{308}bersicht"

  private static func pairs(
    _ before: [String], _ after: [String]
  ) async throws -> [Pair<FoundImage>] {
    let folder = TemporaryFolder()
    for name in before { try folder.write("before/\(name)", "b\(name.utf8.count)") }
    for name in after { try folder.write("after/\(name)", "after \(name.utf8.count)") }
    let finder = ImageFinder(search: PictureSearch(), formats: .standard)
    return try await FolderPairs(
      finder, for: ComparisonSettings(with: folder["before"]), workers: 2
    ).pairs(in: [.path(folder["after"])]).pairs
  }

  @Test(
    "Composed and decomposed spellings of a name are the same path, without a note",
    arguments: [(composed, decomposed), (decomposed, composed)])
  func spellings(before: String, after: String) async throws {
    let joined = try await Self.joined("\(before).png", "\(after).png")
    #expect(joined.oldPath == nil)
  }

  @Test(
    "Both spellings of a name are the same path even if the format changed, and the pair keeps the old path",
    .needs(.jpeg))
  func formats() async throws {
    let joined = try await Self.joined("\(Self.composed).png", "\(Self.decomposed).jpg")
    #expect(joined.oldPath != nil)
  }

  /// The pair that these two names form, beside two pictures without a counterpart.
  private static func joined(_ before: String, _ after: String) async throws -> Pair<FoundImage> {
    let pairs = try await pairs([before, "x.png"], [after, "y.png"])
    let joined = pairs.filter { $0.before != nil && $0.after != nil }
    #expect(joined.count == 1 && pairs.count == 3)
    let pair = try #require(joined.first)
    #expect(pair.path.bytes.elementsEqual(after.utf8) && !pair.isRenamed)
    return pair
  }

  @Test(
    "If a folder has both spellings, each is paired with the picture that has the same spelling")
  func both() async throws {
    let names = ["\(Self.composed).png", "\(Self.decomposed).png"]
    let pairs = try await Self.pairs(names, names)
    #expect(pairs.count == 2)
    for pair in pairs {
      #expect(pair.before?.path.nameBytes == pair.after?.path.nameBytes && pair.oldPath == nil)
    }
    #expect(try await Self.pairs(names, [names[0]]).filter { $0.after != nil }.count == 1)
  }
}
