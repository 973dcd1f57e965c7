import CommandFixtures
import Foundation
import TestSupport
import Testing

/// File names that are not UTF-8: plans, lists and pages keep all their bytes.
@Suite(.needs(.namesOfAnyBytes)) struct ForeignNameTests {
  static let names: [[UInt8]] = [[0xFF], [0x63, 0x61, 0x66, 0xE9], [0xE4, 0x25, 0x20, 0x3F]]

  /// A folder with a picture of each name in each of the given folders.
  ///
  /// The pictures of a folder without a width are damaged.
  static func folder(_ subfolders: [String: Int?]) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for (subfolder, width) in subfolders {
      for (number, name) in names.enumerated() {
        if let width {
          try folder.writePicture("\(subfolder)/p.png", width: width + number)
        } else {
          try folder.write([1, 2, 3], to: "\(subfolder)/p.png")
        }
        let path = Array(folder.url.path.utf8) + Array("/\(subfolder)/".utf8)
        let new = path + name + Array(".png".utf8) + [0]
        try #require(
          rename(folder.url.path + "/\(subfolder)/p.png", new.map { CChar(bitPattern: $0) }) == 0)
      }
    }
    return folder
  }

  static func object(_ bytes: [UInt8]?) throws -> [String: Any] {
    let bytes = try #require(bytes)
    return try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  static func links(_ page: [UInt8]?) throws -> Set<Substring> {
    let html = String(decoding: try #require(page), as: UTF8.self)
    return Set(html.matches(of: /(?:href|src)="([^"#]*%[^"]*)"/).map(\.1))
  }

  static let addresses = ["%FF.png", "caf%E9.png", "%E4%25%20%3F.png"]

  @Test(
    "A plan stores invalid names as text and as bytes and can be rendered, and pages link to them")
  func plan() throws {
    let folder = try Self.folder(["pics": 20])
    let run = try CommandRun(
      ["pics", "-o", "s.png", "--manifest", "m.json", "--html", "p.html"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let pages = try #require(Self.object(folder.contents("m.json"))["pages"] as? [[String: Any]])
    let tiles = try #require(pages[0]["tiles"] as? [[String: Any]])
    let sourceBytes = Set(tiles.compactMap { $0["sourceBytes"] as? String })
    let prefix = Array("pics/".utf8)
    #expect(
      sourceBytes
        == Set(
          Self.names.map {
            Data(prefix + $0 + Array(".png".utf8)).base64EncodedString()
          }))
    #expect(tiles.allSatisfy { ($0["source"] as? String)?.contains("\u{FFFD}") == true })
    let expected = Set(Self.addresses.map { "pics/\($0)"[...] })
    #expect(try Self.links(folder.contents("p.html")) == expected)

    let again = try CommandRun(
      ["--from-plan", "m.json", "-o", "t.png", "--html", "q.html", "--manifest", "n.json"],
      in: folder)
    #expect(again.status == 0, "\(again.standardError)")
    #expect(folder.contents("t.png") == folder.contents("s.png"))
    #expect(try Self.links(folder.contents("q.html")) == expected)

    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "plans"), withIntermediateDirectories: true)
    try CommandRun(
      ["pics", "-o", "u.png", "--manifest", "plans/r.json", "--root", "pics"], in: folder)
    let elsewhere = try CommandRun(
      ["--from-plan", "plans/r.json", "--root", "pics", "-o", "v.png"], in: folder)
    #expect(elsewhere.status == 0, "\(elsewhere.standardError)")
    #expect(folder.contents("v.png") == folder.contents("s.png"))
  }

  @Test("A plan of pairs contains both names, and its page links to both")
  func pairs() throws {
    let folder = try Self.folder(["old": 20, "new": 30])
    let run = try CommandRun(
      [
        "new", "--compare", "old", "-o", "s.png", "--manifest", "m.json", "--html", "p.html",
        "--report", "r.json",
      ], in: folder)
    #expect(run.status == 3, "\(run.standardError)")
    for (document, keys) in [
      ("m.json", ["source", "comparedWith", "path"]), ("r.json", ["path"]),
    ] {
      let names = try NamesInJSON(#require(folder.contents(document)))
      #expect(names.whole == Set(keys) && names.broken == [], "\(document)")
    }
    let expected = Set(
      ["old", "new"].flatMap { side in Self.addresses.map { "\(side)/\($0)"[...] } })
    #expect(try Self.links(folder.contents("p.html")) == expected)
    let again = try CommandRun(
      ["--from-plan", "m.json", "-o", "t.png", "--html", "q.html"], in: folder)
    #expect(again.status == 0, "\(again.standardError)")
    #expect(folder.contents("t.png") == folder.contents("s.png"))
    #expect(try Self.links(folder.contents("q.html")) == expected)
  }

  @Test("Lists and reports contain the bytes of invalid names; valid names are stored only as text")
  func listing() throws {
    let folder = try Self.folder(["pics": 20])
    try folder.writePicture("pics/text.png")
    let lines = try CommandRun(["pics", "--list"], in: folder).text.split(separator: "\n")
    let sourceBytes = try lines.map { try Self.object(Array($0.utf8))["sourceBytes"] as? String }
    #expect(sourceBytes.count == 4 && sourceBytes.count { $0 == nil } == 1)
    for name in Self.names {
      let path = Array("pics/".utf8) + name + Array(".png".utf8)
      #expect(sourceBytes.contains(Data(path).base64EncodedString()))
    }
    let damaged = try Self.folder(["pics": nil])
    try damaged.writePicture("pics/text.png")
    try CommandRun(["pics", "-o", "s.png", "--report", "r.json"], in: damaged)
    let report = try Self.object(damaged.contents("r.json"))
    let unreadable = try #require(report["unreadable"] as? [[String: Any]])
    #expect(unreadable.count == Self.names.count)
    #expect(unreadable.allSatisfy { $0["sourceBytes"] is String })
  }
}
