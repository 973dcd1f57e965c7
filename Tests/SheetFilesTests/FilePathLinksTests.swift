import SheetFixtures
import SystemPackage
import TestSupport
import Testing

@testable import SheetFiles

@Suite struct FilePathLinksTests {
  @Test(
    "A path leads to one place, through links and whether or not anything is there",
    arguments: [
      ("file", "file"), ("none", "none"), ("none/none", "none/none"), ("./file", "file"),
      ("sub/../file", "file"), ("none/../file", "file"), ("link", "sub"), ("link/x", "sub/x"),
      ("link/..", ""), ("deep/../x", "sub/x"), ("broken", "sub/none"), ("broken/x", "sub/none/x"),
      ("absolute", "sub/none"), ("chain", "sub/none"), ("sub/up/file", "file"),
    ])
  func destination(name: String, expected: String) throws {
    let folder = try Self.folder()
    let base = try folder.path.resolvingLinks()
    #expect(try folder[name].destination() == base.pushing(FilePath(expected)))
  }

  @Test("Links without an end are no place")
  func loop() throws {
    let folder = try Self.folder()
    #expect(throws: Errno.tooManySymbolicLinkLevels) { try folder["loop"].destination() }
    #expect(folder["loop"].brokenLinkTarget == nil)
  }

  @Test(
    "A link to nothing names what is missing, as seen from where the link is seen from",
    arguments: [
      ("broken", "sub/none"), ("chain", "sub/none"), ("absolute", "sub/none"), ("link", nil),
      ("file", nil), ("none", nil), ("sub", nil),
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
