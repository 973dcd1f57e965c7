import SheetFiles
import SheetFixtures
import SheetLayout
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

/// A set that keeps files whose bytes are unchanged.
@Suite struct UnchangedFileTests {
  let folder = TemporaryFolder()

  /// Writes `bytes`; returns whether the earlier file still exists.
  func isKept(
    writing bytes: [UInt8], keepsUnchanged: Bool = true, before: () throws -> Void = {}
  ) throws -> Bool {
    let path = folder["sheet.png"]
    let old = try path.stat()
    var files = OutputSet(keepsUnchanged: keepsUnchanged)
    let file = try files.opened(try ResolvedOutput(.file(path)))
    try file.write(bytes)
    try before()
    let isUnchanged = try files.add(file)
    try files.commit()
    #expect(folder.contents("sheet.png") == bytes)
    #expect(folder.names.count == 1)
    let new = try path.stat()
    let isKept = new.inode == old.inode && new.modified == old.modified
    #expect(isKept == isUnchanged)
    return isKept
  }

  @Test(
    "A file whose bytes are unchanged is kept, whatever its size",
    arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])
  func same(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try folder.write(bytes, to: "sheet.png")
    #expect(try isKept(writing: bytes))
    #expect(try !isKept(writing: bytes, keepsUnchanged: false))
  }

  @Test(
    "A file that another run replaces meanwhile is replaced, so all files are from the same run")
  func otherRun() throws {
    try folder.write([1], to: "1.png")
    try folder.write([1], to: "2.png")
    func set(_ contents: [UInt8], then body: () throws -> Void = {}) throws {
      var files = OutputSet(keepsUnchanged: true)
      for (name, byte) in zip(["1.png", "2.png"], contents) {
        let file = try files.opened(try ResolvedOutput(.file(folder[name])))
        try file.write([byte])
        try files.add(file)
      }
      try body()
      try files.commit()
    }
    try set([1, 2]) { try set([3, 3]) }
    #expect(folder.contents("1.png") == [1] && folder.contents("2.png") == [2])
    #expect(folder.names.count == 2)
  }

  @Test("A file is replaced if a single byte in any block is changed, missing or extra")
  func other() throws {
    var bytes = [UInt8](repeating: 7, count: 131_072)
    try folder.write(bytes, to: "sheet.png")
    for index in [0, 65_535, 65_536, 131_071] {
      bytes[index] += 1
      #expect(try !isKept(writing: bytes))
    }
    #expect(try !isKept(writing: bytes + [0]))
    #expect(try !isKept(writing: bytes))
  }

  @Test("A file whose permissions have changed is replaced")
  func permissions() throws {
    try folder.write([1, 2], to: "sheet.png")
    #expect(try isKept(writing: [1, 2]))
    let kept = try isKept(writing: [1, 2]) {
      let file = try FileDescriptor.open(folder["sheet.png"], .readOnly)
      try file.closeAfter { try file.setPermissions([.ownerReadWrite, .otherExecute]) }
    }
    #expect(!kept)
  }

  @Test("The target of a link is kept, and so is the link")
  func link() throws {
    let inner = TemporaryFolder()
    try inner.write([1, 2], to: "target.png")
    try folder.link("sheet.png", to: inner["target.png"].string)
    let old = try inner["target.png"].stat()
    #expect(try isKept(writing: [1, 2]))
    #expect(try inner["target.png"].stat().inode == old.inode)
    #expect(try folder["sheet.png"].stat(followTargetSymlink: false).type == .symbolicLink)
    #expect(inner.names == ["target.png"])
  }
}
