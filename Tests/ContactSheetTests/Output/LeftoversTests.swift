import Foundation
import SheetFiles
import SheetFixtures
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

@Suite struct LeftoversTests {
  let folder = TemporaryFolder()

  func resolved(_ name: String) throws -> ResolvedOutput {
    try ResolvedOutput(.file(folder[name]))
  }

  /// A name that a run might have used for `target`.
  func leftover(_ target: String, _ run: RunName = .random()) -> String {
    String(decoding: TemporaryName(for: target.utf8, run).bytes, as: UTF8.self)
  }

  @Test("Leftovers of the outputs go; those of others, and what only looks like one, stay")
  func removed() throws {
    let (dead, other, link, subfolder) = (
      leftover("s.png"), leftover("t.png"), leftover("s.png"), leftover("s.png")
    )
    try folder.write(dead)
    try folder.write(other)
    try folder.write("file")
    try folder.link(link, to: "file")
    try folder.folder(subfolder)
    Leftovers.remove(of: [try resolved("s.png")])
    #expect(folder.names == [other, "file", link, subfolder])
  }

  @Test("Pages of an earlier run that had more are leftovers of the same output")
  func pages() throws {
    let (page, other) = (leftover("s-012.png"), leftover("t-012.png"))
    try folder.write(page)
    try folder.write(other)
    Leftovers.remove(of: [try resolved("s-001.png")], OutputNames(folder["s.png"]))
    #expect(folder.names == [other])
  }

  @Test("A file that is being written is no leftover")
  func inUse() throws {
    let output = try resolved("s.png")
    let set = OutputSet()
    let file = try set.opened(output)
    try file.write("new".utf8)
    let before = folder.names
    Leftovers.remove(of: [output])
    #expect(folder.names == before)
    try file.commit()
    #expect(folder.names == ["s.png"])
  }

  @Test("Finished files of a run are none, although only its first is still open")
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
    for output in outputs { Leftovers.remove(of: [output]) }
    #expect(folder.names == before)
    try set.commit()
    #expect(folder.names == ["a", "b", "c"])
  }

  @Test("Files of one run are told from those of another")
  func runs() throws {
    let (living, dead) = (RunName.random(), RunName.random())
    let names = [leftover("a", living), leftover("b", living), leftover("b", dead)]
    for name in names { try folder.write(name) }
    let first = try FileDescriptor.open(folder[names[0]], .readWrite)
    #expect(first.lock() == .taken)
    Leftovers.remove(of: [try resolved("b")])
    #expect(folder.names == [names[0], names[1]])
    try first.close()
    Leftovers.remove(of: [try resolved("b")])
    #expect(folder.names == [names[0]])
  }
}
