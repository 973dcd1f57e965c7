import SheetFixtures
import SheetPictures
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet
@testable import SheetFiles

@Suite struct RelativeLinksTests {
  private static func link(
    from page: FilePath?, to file: FilePath, in folder: FilePath = "/home/me/work"
  ) -> String {
    RelativeLinks(from: page, workingFolder: folder).link(to: file)
  }

  @Test(
    "Links are relative to the page's folder",
    arguments: [
      ("page.html", "a.png", "a.png"), ("./page.html", "a/../b.png", "b.png"),
      ("page.html", "pics/sub/a.png", "pics/sub/a.png"), ("out/page.html", "a.png", "../a.png"),
      ("out/site/page.html", "out/s.png", "../s.png"),
      ("out/page.html", "outer/a.png", "../outer/a.png"),
      ("page.html", "../a.png", "../a.png"), ("../page.html", "a.png", "work/a.png"),
      ("../out/page.html", "a.png", "../work/a.png"),
      ("../../page.html", "./pics//a.png", "me/work/pics/a.png"),
      ("page.html", "/home/me/work/a.png", "a.png"),
      ("/home/me/out/page.html", "a.png", "../work/a.png"),
      ("/srv/page.html", "/srv/a.png", "a.png"),
      ("/srv/page.html", "a.png", "../home/me/work/a.png"),
      ("/page.html", "/../a.png", "a.png"), ("a b/page.html", "ü/a b.png", "../%C3%BC/a%20b.png"),
      ("page.html", "a:b.png", "a%3Ab.png"), ("page.html", "..a/...png", "..a/...png"),
    ] as [(FilePath, FilePath, String)])
  func links(page: FilePath, file: FilePath, link: String) {
    #expect(Self.link(from: page, to: file) == link)
  }

  @Test("On standard output, links are relative to the working folder")
  func standardOutput() {
    #expect(Self.link(from: nil, to: "pics/a.png") == "pics/a.png")
  }

  @Test("Bytes of a name that are not UTF-8 are kept in its link")
  func bytes() {
    #expect(Self.link(from: "p", to: FilePath(bytes: [0xE4, 0x2F, 0xFF])) == "%E4/%FF")
  }

  @Test("After a symbolic link, '..' is the parent of its target, and links are kept")
  func symbolicLinks() throws {
    let folder = TemporaryFolder()
    try folder.folder("real/deep/out")
    try folder.link("out", to: "real/deep/out")
    let real = try folder.path.resolvingLinks()
    #expect(Self.link(from: "page.html", to: "out/../a.png", in: real) == "real/deep/a.png")
    #expect(Self.link(from: "out/../page.html", to: "a.png", in: real) == "../../a.png")
    #expect(Self.link(from: "out/page.html", to: "out/a.png", in: real) == "a.png")
    #expect(Self.link(from: "page.html", to: "out/a.png", in: real) == "out/a.png")
  }

  @Test("The path of the working folder is absolute")
  func workingFolder() {
    #expect(FilePath.workingFolder.isAbsolute)
    #expect(FileIdentity(FilePath.workingFolder) == FileIdentity("."))
  }

  @Test(
    "Any path can be recovered from its URL, which has only unreserved characters, slashes and escapes"
  )
  func address() throws {
    let all = Array(UInt8(1)...255)
    let address = Array(String(addressOf: all).utf8)
    let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/%"
    #expect(address.allSatisfy { plain.utf8.contains($0) })
    var bytes: [UInt8] = []
    var rest = address[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      bytes.append(try #require(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)))
      rest = rest.dropFirst(2)
    }
    #expect(bytes == all)
    #expect(String(addressOf: "a b%20ä?.png".utf8) == "a%20b%2520%C3%A4%3F.png")
    #expect(String(addressOf: [0xE4, 0xFF]) == "%E4%FF")
  }
}
