import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// `--orient fit`, `--upscale=3`, mixed cameras and tall matrices on the command line.
@Suite struct TurnedSheetTests {
  private static let (red, blue): ([UInt16], [UInt16]) = ([200, 30, 30], [30, 30, 200])

  /// A picture whose left half is red and whose right half is blue.
  private static func halves(_ width: Int, _ height: Int) -> [UInt8] {
    PNGFixture(
      width: width, height: height, colorType: .rgb,
      samples: (0..<width * height).flatMap { $0 % width < width / 2 ? red : blue }
    ).encoded()
  }

  @Test("A picture rotated left is shown that way, and its plan renders the same bytes")
  func turned() throws {
    let folder = TemporaryFolder()
    try folder.write(Self.halves(90, 40), to: "in/wide.png")
    try folder.write(Self.halves(40, 90), to: "in/tall.png")
    let options = ["in", "--cell", "40x90", "--gap", "0", "--margin", "0", "--columns", "2"]
    let fit = options + ["--orient", "fit"]
    let run = try CommandRun(fit + ["-o", "s.png", "--manifest", "m.json"], in: folder)
    #expect(run.status == 0)
    let sheet = try DecodedSheet(try #require(folder.contents("s.png")))
    #expect(sheet.size == "80x90")
    // tall.png is first. The right side of the other picture is up.
    #expect(sheet.pixel(10, 5) == [200, 30, 30] && sheet.pixel(30, 85) == [30, 30, 200])
    #expect(sheet.pixel(45, 5) == [30, 30, 200] && sheet.pixel(75, 5) == [30, 30, 200])
    #expect(sheet.pixel(45, 85) == [200, 30, 30] && sheet.pixel(75, 85) == [200, 30, 30])
    let manifest = String(decoding: try #require(folder.contents("m.json")), as: UTF8.self)
    #expect(manifest.contains("\"turned\" : true") && manifest.contains("\"version\" : 5"))
    let again = try CommandRun(["--from-plan", "m.json", "-o", "two.png"], in: folder)
    #expect(again.status == 0 && folder.contents("two.png") == folder.contents("s.png"))
    let table = try CommandRun(fit + ["--dry-run"], in: folder)
    #expect(
      String(decoding: table.standardOutput, as: UTF8.self).contains("rotated   1 image\n"))
    let plain = try CommandRun(options + ["--dry-run"], in: folder)
    #expect(!String(decoding: plain.standardOutput, as: UTF8.self).contains("rotated"))
  }

  @Test("--upscale=N enlarges all pictures by the same factor, and must be written with =")
  func factor() throws {
    let folder = TemporaryFolder()
    try folder.write(Self.halves(8, 6), to: "in/a.png")
    try folder.write(Self.halves(100, 90), to: "in/b.png")
    let options = ["in", "--filter", "nearest", "--gap", "0", "--margin", "0", "-o", "s.png"]
    let run = try CommandRun(options + ["--upscale=3", "--columns", "1"], in: folder)
    #expect(run.status == 0)
    let sheet = try DecodedSheet(try #require(folder.contents("s.png")))
    #expect(sheet.size == "300x540")
    // The first picture is in the middle of its cell.
    #expect(sheet.pixel(149, 135) == [200, 30, 30] && sheet.pixel(150, 135) == [30, 30, 200])
    #expect(sheet.pixel(137, 135) == [255, 255, 255] && sheet.pixel(138, 135) == [200, 30, 30])
    let detached = try CommandRun(["in", "--upscale", "3"], in: folder)
    #expect(detached.status == 64)
    #expect(
      detached.standardError.contains(
        "cannot read '3': it does not exist; write --upscale=3 if it is meant as a value"))
    let wrong = try CommandRun(["in", "--upscale=0"], in: folder)
    #expect(wrong.status == 64 && wrong.standardError.contains("a whole number from 1 to 100"))
  }

  @Test("On the HTML page, each block of a tall matrix is a table")
  func tables() throws {
    let folder = TemporaryFolder()
    for row in 10..<70 { try folder.writePicture("in/r\(row)_a.png", width: 60, height: 40) }
    let run = try CommandRun(
      [
        "in", "--layout", "matrix", "--parse", "{r}_{c}", "--rows-by", "{r}", "--columns-by", "{c}",
        "-o", "s.png", "--html", "s.html",
      ], in: folder)
    #expect(run.status == 0)
    let html = String(decoding: try #require(folder.contents("s.html")), as: UTF8.self)
    let tables = html.components(separatedBy: "<table>").dropFirst()
    #expect(tables.count > 2)
    for table in tables {
      let (rows, links) = (
        table.components(separatedBy: "scope=\"row\"").count,
        table.components(separatedBy: "href=\"in/").count
      )
      #expect(rows > 2 && rows == links)
      #expect(table.components(separatedBy: "scope=\"col\"").count == 2)
    }
    for row in 10..<70 { #expect(html.contains(">r\(row)</b>")) }
  }
}
