import SheetFixtures
import SystemPackage
import TestSupport
import Testing

@testable import SheetFiles

@Suite struct FilePathLinksTests {
  @Test(
    "The error about a broken link names the missing file, relative to the link's folder",
    arguments: [
      ("broken", "sub/none"), ("chain", "sub/none"), ("absolute", "sub/none"), ("link", nil),
      ("file", nil), ("none", nil), ("sub", nil), ("loop", nil),
    ])
  func broken(name: String, target: String?) throws {
    let folder = try Self.folder()
    #expect(folder[name].brokenLinkTarget == target.map { folder[$0] })
  }

  /// A folder with links to existing and missing files.
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.write("file")
    try folder.folder("sub/sub")
    for (name, target) in [
      ("link", "sub"), ("deep", "sub/sub"), ("broken", "sub/none"), ("chain", "absolute"),
      ("absolute", "\(folder.path)/sub/none"), ("loop", "loop"), ("sub/up", ".."),
    ] {
      try folder.link(name, to: target)
    }
    return folder
  }
}
