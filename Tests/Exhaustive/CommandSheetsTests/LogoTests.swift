import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// An image to the right of the title.
@Suite struct LogoTests {
  /// The areas of the first page, read without our library.
  private struct Plan: Decodable {
    struct Page: Decodable {
      var width, height: Int
      var logo: String?
      var logoArea: Manifest.Rectangle?
      var texts: [Manifest.Text]
      var tiles: [Manifest.Tile]
    }

    var pages: [Page]
  }

  private static func folder(logo: (width: Int, height: Int) = (60, 20)) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 1...6 {
      try folder.writePicture("pics/\(number).png", width: 120, height: 80, color: [90, 90, 90])
    }
    try folder.writePicture(
      "logo.png", width: logo.width, height: logo.height, color: [10, 120, 240])
    return folder
  }

  private static let options = ["pics", "--title", "Studio", "--logo", "logo.png", "--tile", "3x"]

  private static func plan(_ options: [String], in folder: TemporaryFolder) throws -> Plan.Page {
    let run = try CommandRun(options + ["--manifest", "m.json"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let manifest = Data(try #require(folder.contents("m.json")))
    return try #require(try JSONDecoder().decode(Plan.self, from: manifest).pages.first)
  }

  @Test(
    "A logo fits the title's height and ends at the pictures' right edge, and titles make room",
    arguments: ["left", "center", "right"], [(60, 20), (20, 60), (600, 10)])
  func place(alignment: String, size: (Int, Int)) throws {
    let folder = try Self.folder(logo: (size.0, size.1))
    let page = try Self.plan(Self.options + ["--text-align", alignment], in: folder)
    let (area, title) = (try #require(page.logoArea), try #require(page.texts.first))
    let right = page.tiles.map { $0.cell.x + $0.cell.width }.max()
    #expect(area.x + area.width == right)
    #expect(title.area.x + title.area.width <= area.x)
    #expect(area.y >= title.area.y)
    #expect(area.y + area.height <= title.area.y + title.area.height)
    // Rounding moves each edge by up to half a pixel.
    let ratio = Double(size.0) / Double(size.1)
    #expect(abs(area.width - area.height * ratio) <= max(1, ratio))
    if ratio < 4 { #expect(area.height == title.area.height) }
    #expect(area.width <= Double(page.width) / 3)
    let sheet = try DecodedSheet(try #require(folder.contents("contact-sheet.png")))
    #expect(sheet.pixel(Int(area.x), Int(area.y)) == [10, 120, 240])
    let (x, y) = (Int(area.x + area.width) - 1, Int(area.y + area.height) - 1)
    #expect(sheet.pixel(x, y) == [10, 120, 240])
    #expect(sheet.pixel(Int(area.x) - 1, Int(area.y)) == [255, 255, 255])
  }

  @Test(
    "A title beside a wide logo is whole, in one line and as large as without the logo",
    arguments: [("Anna", "logo.png 55px", 300), ("Anna and Paul", "logo.png 150", 900)])
  func wideLogo(title: String, logo: String, width: Int) throws {
    let folder = try Self.folder(logo: (200, 80))
    let options = ["pics", "--title", title, "--size", "\(width)", "--columns", "2"]
    let usual = try #require(try Self.plan(options, in: folder).texts.first)
    let page = try Self.plan(options + ["--logo", logo], in: folder)
    let (area, text) = (try #require(page.logoArea), try #require(page.texts.first))
    #expect(text.text == title && text.size == usual.size)
    #expect(text.area.x + text.area.width <= area.x && text.area.x >= 0)
  }

  @Test("If the logo or the watermark is outside the root of a plan, a note says what to do")
  func outsideRoot() throws {
    let folder = try Self.folder()
    let options =
      Self.options + ["--watermark", "file:logo.png", "-o", "s.png", "--manifest", "m.json"]
    let inside = try CommandRun(options + ["--root", "."], in: folder)
    #expect(inside.status == 0 && inside.standardError.isEmpty, "\(inside.standardError)")
    let run = try CommandRun(options + ["--root", "pics"], in: folder)
    #expect(run.status == 0)
    let messages = ["logo", "watermark"].map {
      "contactsheet: the \($0) 'logo.png' is outside 'pics', and a plan that is rendered with that "
        + "root reads nothing elsewhere; copy the \($0) into that folder and name the copy with --\($0), "
        + "or render the plan without --root\n"
    }
    #expect(run.standardError == messages.joined(), "\(run.standardError)")
    let sheet = folder.contents("s.png")
    #expect(try CommandRun(["--from-plan", "m.json", "-o", "t.png"], in: folder).status == 0)
    #expect(folder.contents("t.png") == sheet)
    let refused = try CommandRun(["--from-plan", "m.json", "--root", "pics"], in: folder)
    #expect(refused.status == 2 && refused.standardError.contains("it is outside 'pics'"))
    // Each page has its own plan, but the note is the same.
    let pages = try CommandRun(
      options.dropLast() + ["m-%d.json", "--per-page", "2", "--root", "pics"], in: folder)
    #expect(pages.status == 0 && pages.standardError.hasPrefix(messages.joined()))
    #expect(pages.standardError.components(separatedBy: " is outside ").count == 3)
  }

  @Test(
    "A rendered plan shows the logo on each page; the logo is an input, and its size must not change"
  )
  func plans() throws {
    let folder = try Self.folder()
    let options = Self.options + ["--per-page", "3", "-o", "s.png"]
    let run = try CommandRun(
      options + ["--manifest", "m.json", "--depfile", "d", "--root", "."], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let (one, two) = (folder.contents("s-001.png"), folder.contents("s-002.png"))
    #expect(one != nil && two != nil)
    #expect(String(decoding: folder.contents("d") ?? [], as: UTF8.self).contains("logo.png"))
    for root in [[], ["--root", "."]] {
      let again = try CommandRun(["--from-plan", "m.json", "-o", "t.png"] + root, in: folder)
      #expect(again.status == 0, "\(again.standardError)")
      #expect(folder.contents("t-001.png") == one && folder.contents("t-002.png") == two)
    }
    try FileManager.default.linkItem(
      at: folder.url.appending(path: "logo.png"), to: folder.url.appending(path: "u-001.png"))
    let replaced = try CommandRun(["--from-plan", "m.json", "-o", "u.png", "--force"], in: folder)
    #expect(replaced.status == 2 && replaced.standardError.contains("both an input and an output"))
    try folder.writePicture("logo.png", width: 61, height: 20)
    let changed = try CommandRun(["--from-plan", "m.json", "-o", "t.png"], in: folder)
    #expect(changed.status == 2)
    #expect(changed.standardError.contains("logo.png': it is 61 x 20 pixels, but was 60 x 20"))
  }

  @Test("A transparent logo shows the background of the sheet")
  func transparent() throws {
    let folder = try Self.folder()
    try folder.write(
      PNGFixture(
        width: 2, height: 2, colorType: .rgba, samples: (0..<4).flatMap { _ in [9, 9, 9, 0] }
      ).encoded(), to: "logo.png")
    let options = Self.options + ["--background", "#204060", "--cell-background", "#ffffff"]
    let page = try Self.plan(options, in: folder)
    let area = try #require(page.logoArea)
    let sheet = try DecodedSheet(try #require(folder.contents("contact-sheet.png")))
    #expect(sheet.pixel(Int(area.x) + 1, Int(area.y) + 1) == [0x20, 0x40, 0x60])
  }

  @Test("An unreadable logo stops the run, and a sheet never replaces its logo")
  func faults() throws {
    let folder = try Self.folder()
    let replaced = try CommandRun(Self.options + ["-o", "logo.png", "--force"], in: folder)
    #expect(replaced.status == 2)
    #expect(replaced.standardError.contains("'logo.png': it is both an input and an output"))
    try folder.write(Array("no picture".utf8), to: "logo.png")
    for name in ["logo.png", "nowhere.png"] {
      let run = try CommandRun(Self.options + ["--logo", name], in: folder)
      #expect(run.status == 2)
      #expect(run.standardError.contains("cannot read '\(name)': "), "\(run.standardError)")
      #expect(!folder.names.contains("contact-sheet.png"))
    }
  }
}
