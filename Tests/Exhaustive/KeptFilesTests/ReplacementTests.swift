import Foundation
import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

/// All targets of a set are replaced, or none.
@Suite struct ReplacementTests {
  let folder = TemporaryFolder()

  /// Replaces outputs together; calls `happens` once the new files are complete.
  func replace(_ outputs: [ResolvedOutput], when happens: () throws -> Void) throws {
    var set = OutputSet()
    for output in outputs { try set.add([Array("new".utf8)[...]], to: output) }
    try happens()
    try set.commit()
  }

  @Test(
    "If any target cannot be replaced, the other old files stay, and no new file is left",
    arguments: 1...4, 0..<4)
  func allOrNone(count: Int, failing: Int) throws {
    guard failing < count else { return }
    let names = (0..<count).map { "\($0)" }
    for existing in [0b0000, 0b0101, 0b1010, 0b1111] {
      let folder = TemporaryFolder()
      let old = names.filter { existing >> Int($0)! & 1 == 1 }
      for name in old { try folder.write(name, "old") }
      let identities = old.map { FileIdentity(folder[$0]) }
      let outputs = try names.map { try ResolvedOutput(.file(folder[$0])) }
      let output = folder[names[failing]]
      #expect(throws: ContactSheetError.isFolder(output)) {
        try replace(outputs) {
          // No file can replace a folder, and the folder must not be moved elsewhere.
          try? FileManager.default.removeItem(atPath: output.string)
          try folder.folder(names[failing])
        }
      }
      #expect(folder.names == Set(old + [names[failing]]))
      for (name, identity) in zip(old, identities) where name != names[failing] {
        #expect(FileIdentity(folder[name]) == identity)
        #expect(folder.text(name) == "old")
      }
    }
  }

  /// Replaces one file with another, without an output.
  func replacement(keepsOld: Bool = true) throws -> Replacement {
    try folder.write("part", "new")
    var file = try held("part")
    return try Replacement(of: held("a"), by: &file, keepingAs: keepsOld ? held("kept") : nil)
  }

  func held(_ name: String) throws -> FolderFile {
    try OpenFolder(folder.path).file(named: name.utf8)
  }

  @Test("The old file is kept until the replacement is finished")
  func finished() throws {
    try folder.write("a", "old")
    let replacement = try replacement()
    #expect(folder.text("a") == "new" && folder.text("kept") == "old")
    replacement.finish()
    #expect(folder.names == ["a"] && folder.text("a") == "new")
  }

  @Test("Undoing a replacement restores the old files")
  func undone() throws {
    try folder.write("a", "old")
    #expect(try replacement().undo())
    #expect(folder.names == ["a"] && folder.text("a") == "old")
    try held("a").unlink()
    #expect(try replacement().undo())
    #expect(folder.names == [])
  }

  @Test(
    "In a sticky folder, another user's file stays and nothing is left beside it",
    .needs(.givingFilesAway))
  func sticky() throws {
    try folder.write("a", "old")
    try folder.write("part", "new")
    #expect(chmod(folder[""].string, 0o1777) == 0)
    #expect(chmod(folder["a"].string, 0o666) == 0)
    #expect(chown(folder["a"].string, 1234, 1234) == 0)
    #expect(chown(folder["part"].string, 4321, 4321) == 0)
    var file = try held("part")
    let (target, kept) = (file.sibling(named: "a".utf8), file.sibling(named: "kept".utf8))
    do {
      // The raw system call affects only this thread.
      typealias SetUser = @convention(c) (uid_t) -> CInt
      let setUser = unsafeBitCast(try #require(dlsym(nil, "setfsuid")), to: SetUser.self)
      _ = setUser(4321)
      defer { _ = setUser(0) }
      #expect(throws: Errno.notPermitted) {
        _ = try Replacement(of: target, by: &file, keepingAs: kept)
      }
      try file.unlink()
    }
    #expect(folder.names == ["a"] && folder.text("a") == "old")
  }

  @Test("If two runs write the same files at once, all files are from the run that ends last")
  func twoRuns() async throws {
    let names = (0..<24).map { "\($0)" }
    for _ in 0..<40 {
      await withTaskGroup { group in
        for text in ["one", "two"] {
          group.addTask {
            do {
              var set = OutputSet()
              for name in names {
                try set.add([Array(text.utf8)[...]], to: ResolvedOutput(.file(folder[name])))
              }
              try set.commit()
            } catch {
              Issue.record("\(error)")
            }
          }
        }
      }
      #expect(Set(names.map { folder.text($0) }).count == 1)
      #expect(folder.names == Set(names))
    }
  }

  @Test("A file that cannot be restored is reported")
  func notUndone() throws {
    try folder.write("a", "old")
    let kept = try replacement()
    try held("kept").unlink()
    #expect(!kept.undo())
    #expect(try !replacement(keepsOld: false).undo())
    #expect(folder.names == ["a"] && folder.text("a") == "new")
  }

  @Test("Two files can be exchanged, and exchanging with a missing file throws")
  func exchanged() throws {
    try folder.write("a", "new")
    try folder.write("b", "old")
    let a = try held("a")
    try a.exchange(with: a.sibling(named: "b".utf8))
    #expect(folder.text("a") == "old" && folder.text("b") == "new")
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try a.exchange(with: a.sibling(named: "c".utf8))
    }
  }
}
