import Foundation
import SheetFixtures
import SystemPackage
import TestSupport
import Testing

@testable import SheetFiles

@Suite struct OpenFolderTests {
  /// An attempt to open a file below a folder.
  enum Outcome: Hashable {
    case file(FileIdentity)
    /// The path leads to a folder, which some calls open and some refuse.
    case folder
    case outside
    case failed(Errno)

    init(_ open: () throws(Errno) -> FileDescriptor) {
      do throws(Errno) {
        let file = try open()
        defer { try? file.close() }
        guard let status = try? file.stat() else { self = .failed(.ioError); return }
        self = status.type == .directory ? .folder : .file(FileIdentity(status))
      } catch {
        self = error == .isDirectory ? .folder : error.isOutside ? .outside : .failed(error)
      }
    }
  }

  /// A folder `root` with files, folders and links of all kinds, and more of them beside it.
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for name in ["root/f", "root/a/f", "root/a/b/f", "out/f", "out/a/f"] { try folder.write(name) }
    let absolute = folder.path.string
    for (name, target) in [
      ("up", ".."), ("a/up", ".."), ("a/b/top", "../.."), ("out", "../out"), ("self", "."),
      ("in", "../root/a"), ("deep", "a/b"), ("a/file", "b/f"), ("slash", "f/"), ("dir", "a/"),
      ("lost", "nothing"), ("gone", "../out/nothing"), ("loop", "loop"), ("pair", "other"),
      ("other", "pair"), ("full", "\(absolute)/root/a"), ("fully", "\(absolute)/root/a/b/f"),
      ("away", "\(absolute)/out/f"), ("home", "/"), ("device", "/dev/null"), ("chain", "full/file"),
      ("round", "\(absolute)/out/../root/deep/top"), ("a/b/out", "../../out"),
    ] { try folder.link("root/\(name)", to: target) }
    try folder.link("beside", to: "root")
    try folder.link("out/back", to: "../root/a")
    return folder
  }

  @Test(
    "A path is below a folder if it really leads there, whether the kernel or our own code resolves it",
    arguments: 0..<40)
  func resolution(seed: Int) throws {
    let folder = try Self.folder()
    let names = [
      "f", "a", "b", "up", "top", "out", "self", "in", "deep", "file", "slash", "dir", "lost",
      "gone", "loop", "pair", "full", "fully", "away", "home", "device", "chain", "round", "back",
      "..", ".", "root", "nothing",
    ]
    var random = SeededGenerator(seed: UInt64(seed))
    for (root, prefix) in [("root", "root"), ("beside", "beside"), ("root", "")] {
      let opened = try OpenFolder(folder[root])
      let real = try folder[root].resolvingLinks()
      for _ in 0..<60 {
        let parts = (0..<Int.random(in: 1...5, using: &random)).map { _ in
          names.randomElement(using: &random) ?? "f"
        }
        let path = folder[([prefix] + parts).filter { !$0.isEmpty }.joined(separator: "/")]
        let byKernel = Outcome { () throws(Errno) in try opened.open(path) }
        let byWalk = Outcome { () throws(Errno) in try opened.open(path, asksKernel: false) }
        #expect(byKernel == byWalk, "\(path)")
        let place = try? path.resolvingLinks()
        switch byWalk {
        case .file(let identity):
          #expect(place?.starts(with: real) == true && identity == FileIdentity(path), "\(path)")
        case .folder: #expect(place?.starts(with: real) == true, "\(path)")
        case .outside, .failed:
          let isThere = place.map { $0.starts(with: real) && $0 != real } == true
          #expect(!isThere, "\(path): \(byWalk)")
        }
      }
    }
  }

  @Test(
    "Links whose real path is longer than PATH_MAX lead to nothing below the folder",
    arguments: [true, false])
  func longLinks(asksKernel: Bool) throws {
    let folder = TemporaryFolder()
    let long = Array(repeating: String(repeating: "n", count: 200), count: 15)
      .joined(separator: "/")
    for name in ["root", "out"] {
      try folder.folder("\(name)/\(long)")
      try folder.link("\(name)/half", to: long)
      try folder.folder("\(name)/half/\(long)")
      try folder.link("\(name)/whole", to: "half/\(long)")
      try folder.write("\(name)/whole/f")
    }
    try folder.link("root/out", to: "../out/whole")
    try folder.link("root/out.png", to: "../out/whole/f")
    let root = try OpenFolder(folder["root"])
    func outcome(_ name: String) -> Outcome {
      Outcome { () throws(Errno) in try root.open(folder[name], asksKernel: asksKernel) }
    }
    defer {
      try? Process.run(URL(filePath: "/bin/rm"), arguments: ["-rf", folder.path.string])
        .waitUntilExit()
    }
    #expect(throws: Errno.self) { try folder["root/whole/f"].resolvingLinks() }
    #expect(outcome("root/whole/f") == FileIdentity(folder["root/whole/f"]).map { .file($0) })
    for name in ["root/out/f", "root/out.png", "root/out/none", "out/whole/f"] {
      #expect(outcome(name) == .outside, "\(name)")
      #expect(throws: Errno.improperLink) { try root.file(at: folder[name]) }
    }
    #expect(outcome("root/whole/none") == .failed(.noSuchFileOrDirectory))
  }

  @Test("The files of an open folder stay in that folder, even if its path then leads elsewhere")
  func held() throws {
    let folder = TemporaryFolder()
    try folder.folder("a")
    try folder.folder("b")
    let held = try OpenFolder(folder["a"]).file(named: "f".utf8)
    try FileManager.default.moveItem(atPath: folder["a"].string, toPath: folder["c"].string)
    try folder.link("a", to: "b")
    try held.opened(.writeOnly, [.create, .closeOnExec]).close()
    #expect(folder.contents("c/f") != nil && folder.contents("b/f") == nil)
    try held.rename(to: held.sibling(named: "g".utf8))
    #expect(try held.folder.entries().map(\.name) == [Array("g".utf8)])
    try held.sibling(named: "g".utf8).unlink()
    #expect(try held.folder.entries().isEmpty && held.status == nil)
  }

  @Test("A link as the last component is followed only on request")
  func lastLink() throws {
    let folder = try Self.folder()
    let root = try OpenFolder(folder["root"])
    #expect(
      try root.file(at: folder["root/away"], followsLast: false).status?.type == .symbolicLink)
    #expect(throws: Errno.improperLink) { try root.file(at: folder["root/away"]) }
    #expect(try root.file(at: folder["root/lost"]).name == "nothing")
    #expect(throws: Errno.improperLink) {
      try root.file(at: folder["root/out/f"], followsLast: false)
    }
  }

  @Test("Only one process at a time can lock a folder")
  func locks() throws {
    let folder = TemporaryFolder()
    let (one, other) = (try OpenFolder(folder.path), try OpenFolder(folder.path))
    #expect(one == other)
    let lock = try #require(try one.lock())
    #expect(try other.lock() == nil)
    try lock.close()
    try #require(try other.lock()).close()
  }
}
