import Foundation
import SheetFiles
import SheetFixtures
import SheetLayout
import SheetPictures
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

@Suite struct LeftoverFilesTests {
  let folder = TemporaryFolder()

  func resolved(_ name: String) throws -> ResolvedOutput {
    try ResolvedOutput(.file(folder[name]))
  }

  /// A name that a run may have used for `target`.
  func leftover(
    _ target: String, _ run: RunName = .random(), _ kind: TemporaryName.Kind = .part
  ) -> String {
    var name = TemporaryName(for: target.utf8, run)
    name.kind = kind
    return String(decoding: name.bytes, as: UTF8.self)
  }

  @Test(
    "Leftovers of a run's outputs are removed; leftovers of other outputs, and similar names, stay")
  func removed() throws {
    let (dead, other, link, subfolder) = (
      leftover("s.png"), leftover("t.png"), leftover("s.png"), leftover("s.png")
    )
    try folder.write(dead)
    try folder.write(other)
    try folder.write("file")
    try folder.link(link, to: "file")
    try folder.folder(subfolder)
    #expect(Leftovers.remove(of: [try resolved("s.png")]).isEmpty)
    #expect(folder.names == [other, "file", link, subfolder])
  }

  @Test("Pages of an earlier run with more pages are leftovers of the same output")
  func pages() throws {
    let (page, other) = (leftover("s-012.png"), leftover("t-012.png"))
    try folder.write(page)
    try folder.write(other)
    _ = Leftovers.remove(of: [try resolved("s-001.png")], OutputNames(folder["s.png"]))
    #expect(folder.names == [other])
  }

  @Test("A file that is being written is not a leftover")
  func inUse() throws {
    let output = try resolved("s.png")
    let set = OutputSet()
    let file = try set.opened(output)
    try file.write("new".utf8)
    let before = folder.names
    _ = Leftovers.remove(of: [output])
    #expect(folder.names == before)
    try file.commit()
    #expect(folder.names == ["s.png"])
  }

  @Test("A run's finished files are not leftovers, although only the first is still open")
  func finished() throws {
    let outputs = try ["a", "b", "c"].map(resolved)
    var set = OutputSet()
    for output in outputs {
      let file = try set.opened(output)
      try file.write("new".utf8)
      try set.add(file)
    }
    let before = folder.names
    #expect(before.count == 3)
    for output in outputs { _ = Leftovers.remove(of: [output]) }
    #expect(folder.names == before)
    try set.commit()
    #expect(folder.names == ["a", "b", "c"])
  }

  @Test("The files of one run are told apart from those of another")
  func runs() throws {
    let (living, dead) = (RunName.random(), RunName.random())
    let names = [leftover("a", living), leftover("b", living), leftover("b", dead)]
    for name in names { try folder.write(name) }
    let first = try FileDescriptor.open(folder[names[0]], .readWrite)
    #expect(first.lock() == .taken)
    _ = Leftovers.remove(of: [try resolved("b")])
    #expect(folder.names == [names[0], names[1]])
    try first.close()
    _ = Leftovers.remove(of: [try resolved("b")])
    #expect(folder.names == [names[0]])
  }

  @Test(
    "Old files of dead runs stay until all new files are in place, even if one new file fails")
  func oldFiles() throws {
    let dead = RunName.random()
    let names = [leftover("a", dead, .old), leftover("b", dead, .old)]
    for name in names + [leftover("a", dead), leftover("b", dead)] { try folder.write(name) }
    let other = leftover("c", .random(), .old)
    try folder.write(other)
    for name in ["a", "b"] { try folder.write(name, "old") }

    let outputs = try ["a", "b"].map(resolved)
    func set() -> OutputSet { OutputSet(removing: Leftovers.remove(of: outputs)) }
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      var set = set()
      for output in outputs { try set.add(["new".utf8.map(\.self)[...]], to: output) }
      throw Failure()
    }
    #expect(folder.names == Set(names + ["a", "b", other]))
    var second = set()
    for output in outputs { try second.add(["new".utf8.map(\.self)[...]], to: output) }
    #expect(Set(names).isSubset(of: folder.names))
    try second.commit()
    #expect(folder.names == ["a", "b", other])
  }

  @Test("Old files of a live run are not leftovers")
  func oldFilesInUse() throws {
    let run = RunName.random()
    let names = [leftover("a", run), leftover("b", run, .old)]
    for name in names { try folder.write(name) }
    let first = try FileDescriptor.open(folder[names[0]], .readWrite)
    #expect(first.lock() == .taken)
    #expect(Leftovers.remove(of: [try resolved("b")]).isEmpty)
    try first.close()
    #expect(Leftovers.remove(of: [try resolved("b")]).map(\.path) == [folder[names[1]]])
    #expect(folder.names == Set(names))
  }
}
