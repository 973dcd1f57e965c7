import Glibc
import SheetFixtures
import SystemPackage
import TestSupport
import Testing

@testable import SheetFiles

@Suite struct FileContentsTests {
  @Test("A file or a pipe may have as many bytes as the limit allows and not one more")
  func limit() throws {
    let folder = TemporaryFolder()
    let bytes = [UInt8](repeating: 1, count: 3000)
    let file = folder["file"]
    try folder.write(bytes, to: "file")
    #expect(try file.contents(atMost: 3000) == bytes)
    #expect(throws: ContentsError.tooLarge(limit: 2999)) {
      _ = try file.contents(atMost: 2999)
    }
    for limit in [3000, 2999] {
      let (readEnd, writeEnd) = try FileDescriptor.pipe()
      try writeEnd.writeAll(bytes)
      try writeEnd.close()
      let contents = Result { try readEnd.contents(atMost: limit) }
      #expect((try? contents.get()) == (limit == 3000 ? bytes : nil))
      try readEnd.close()
    }
  }

  @Test("An endless file is not read beyond the limit")
  func endless() throws {
    let file = try FileDescriptor.open("/dev/zero", .readOnly)
    _ = try file.closeAfter {
      #expect(throws: ContentsError.tooLarge(limit: 1 << 20)) {
        _ = try file.contents(atMost: 1 << 20)
      }
    }
  }

  @Test("A file that is not regular is refused at once, even a pipe without a writer")
  func special() throws {
    let folder = TemporaryFolder()
    #expect(mkfifo(folder["pipe"].string, 0o600) == 0)
    try folder.link("link", to: "/dev/zero")
    for name in ["pipe", "link"] {
      #expect(throws: ContentsError.notARegularFile) {
        _ = try folder[name].contents(atMost: 1)
      }
      #expect(!folder[name].begins(with: [0]))
    }
    #expect(throws: ContentsError.system(.isDirectory)) {
      _ = try folder[""].contents(atMost: 1)
    }
  }

  @Test(
    "A limit is shown in the largest binary unit that divides it, or else in bytes",
    arguments: [
      (1 << 30, "1 GiB"), (64 << 20, "64 MiB"), (1 << 14, "16 KiB"), (1000, "1000 bytes"),
    ])
  func units(limit: Int, size: String) {
    #expect("\(ContentsError.tooLarge(limit: limit))" == "it is larger than \(size)")
  }

  @Test("A missing file gives the system's error")
  func system() {
    let folder = TemporaryFolder()
    #expect(throws: ContentsError.system(.noSuchFileOrDirectory)) {
      _ = try folder["none"].contents(atMost: 1)
    }
  }
}
