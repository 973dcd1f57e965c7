import CommandFixtures
import Foundation
import JPEGFixtures
import PNGFixtures
import SheetFiles
import SheetPictures
import TestSupport
import Testing

/// The HTML page with `--embed`, which needs no other files.
@Suite struct EmbeddedPageTests {
  static let options = ["pics", "--cell", "20", "--per-page", "2", "-o", "s.png", "--html"]

  static func page(_ folder: TemporaryFolder, _ name: String = "p.html") throws -> String {
    String(decoding: try #require(folder.contents(name)), as: UTF8.self)
  }

  /// The pictures embedded in a page, in order, with their names.
  static func pictures(_ html: String) throws -> [(type: String, bytes: [UInt8])] {
    try html.matches(of: /src="data:([^;]*);base64,([^"]*)"/).map {
      (String($0.1), Array(try #require(Data(base64Encoded: String($0.2)))))
    }
  }

  /// A picture that no encoder can make small.
  static func noise(_ width: Int, _ height: Int) -> [UInt8] {
    var state: UInt32 = 7
    let samples = (0..<width * height * 3).map { _ -> UInt16 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt16(state >> 24)
    }
    return PNGFixture(width: width, height: height, colorType: .rgb, samples: samples).encoded()
  }

  static let noise = noise(120, 80)

  /// The digest of an element's text, as stated in a content security policy.
  static func digest(_ element: String, in html: String) throws -> String {
    let text = try #require(html.components(separatedBy: "<\(element)>").last)
      .components(separatedBy: "</\(element)>")[0]
    var digest = SHA256()
    digest.update(Array(text.utf8)[...])
    return "'sha256-\(Data(digest.digest()).base64EncodedString())'"
  }

  /// The URLs that a page loads or links to, except links within it.
  static func addresses(_ html: String) -> [String] {
    html.matches(of: /(href|src)="([^"]*)"/).map { String($0.2) }
      .filter { !$0.hasPrefix("#") && !$0.hasPrefix("data:") }
  }

  @Test("The sheets and all pictures are embedded byte by byte, and links stay within the page")
  func whole() throws {
    let folder = try HTMLRunTests.folder()
    let run = try CommandRun(Self.options + ["p.html", "--embed"], in: folder)
    #expect(run.status == 0 && run.standardError.isEmpty, "\(run.standardError)")
    let html = try Self.page(folder)
    let files = ["s-001.png", "s-002.png", "pics/a.png", "pics/b.png", "pics/c.png"]
    let pictures = try Self.pictures(html)
    #expect(pictures.map(\.type) == Array(repeating: "image/png", count: 5))
    #expect(try pictures.map(\.bytes) == files.map { try #require(folder.contents($0)) })
    #expect(Self.addresses(html).isEmpty)
    let ids = Set(html.matches(of: /\ id="([^"]*)"/).map { String($0.1) })
    let links = html.matches(of: /href="#([^"]*)"/).map { String($0.1) }
    #expect(ids.isSuperset(of: links) && links.contains("picture-2"), "\(links)")
    #expect(folder.names == ["pics", "p.html", "s-001.png", "s-002.png"])
  }

  @Test("A picture of several blocks is embedded byte by byte, and so are the pictures after it")
  func large() throws {
    let folder = TemporaryFolder()
    let pictures = [Self.noise(320, 210), Self.noise(170, 100), Self.noise]
    for (name, picture) in zip(["a", "b", "c"], pictures) {
      try folder.write(picture, to: "pics/\(name).png")
    }
    try CommandRun(Self.options + ["p.html", "--embed"], in: folder)
    let inside = try Self.pictures(try Self.page(folder)).suffix(3).map(\.bytes)
    #expect(pictures[0].count > 3 << 16 && inside.map(\.count) == pictures.map(\.count))
    #expect(zip(inside, pictures).allSatisfy { $0 == $1 }, "the bytes differ")
  }

  @Test("The content security policy allows only the page's own style, script and pictures")
  func policy() throws {
    let folder = try HTMLRunTests.folder()
    try CommandRun(Self.options + ["p.html", "--embed"], in: folder)
    let html = try Self.page(folder)
    let policy = try #require(html.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/))
    #expect(
      try String(policy.1) == "default-src 'none'; img-src data:; script-src "
        + "\(Self.digest("script", in: html)); style-src \(Self.digest("style", in: html)); "
        + "base-uri 'none'; form-action 'none'")
    #expect(html.matches(of: /<script/).count == 1 && html.matches(of: /<style/).count == 1)
    #expect(!html.contains("style=\"") && html.matches(of: /\ on[a-z]+="/).isEmpty)
  }

  @Test("No file name can change the markup of the page")
  func hostile() throws {
    func tags(_ names: [String]) throws -> [String] {
      let folder = TemporaryFolder()
      for name in names { try folder.writePicture("pics/\(name).png") }
      try CommandRun(Self.options + ["p.html", "--embed"], in: folder)
      return try Self.page(folder).matches(of: /<\/?[a-z0-9]+/).map { String($0.0) }
    }
    #expect(
      try tags(["1", "2", "3"]) == tags(["<script>alert(1)<", "\" onload=\"x", "'><img src"]))
  }

  @Test("Any number of workers gives the same bytes, even with smaller copies")
  func same() throws {
    let folder = TemporaryFolder()
    for name in ["a", "b", "c"] {
      try folder.write(Self.noise, to: "pics/\(name).png")
    }
    for limit in ["50MB", "30k"] {
      var pages: [String] = []
      for jobs in ["1", "3"] {
        let options = ["p.html", "--force", "--embed=\(limit)", "--jobs", jobs]
        #expect(try CommandRun(Self.options + options, in: folder).status == 0)
        pages.append(try Self.page(folder))
      }
      #expect(pages[0] == pages[1])
    }
  }

  @Test(
    "If images exceed the limit, smaller copies keep within it, and a note says so",
    arguments: [40, 400])
  func limit(kilobytes: Int) throws {
    let folder = TemporaryFolder()
    for name in ["a", "b", "c"] {
      try folder.write(Self.noise, to: "pics/\(name).png")
    }
    let sources = try Self.characters(
      ["a", "b", "c"].map { try #require(folder.contents("pics/\($0).png")) })
    let options = ["p.html", "--embed=\(kilobytes)k"]
    let run = try CommandRun(Self.options + options, in: folder)
    #expect(run.status == 0)
    let html = try Self.page(folder)
    let pictures = try Self.pictures(html)
    #expect(Self.characters(pictures.map(\.bytes)) <= kilobytes * 1000)
    let isLarger = sources > kilobytes * 1000
    #expect(run.standardError.contains("smaller in the page") == isLarger, "\(run.standardError)")
    #expect(html.contains("shown smaller here") == isLarger)
    // The page states the size of the original pictures.
    #expect(html.matches(of: /120 × 80 pixels/).count == pictures.count - 2)
  }

  private static func characters(_ pictures: [[UInt8]]) -> Int {
    pictures.reduce(0) { $0 + Data($1).base64EncodedString().count }
  }

  @Test(
    "The page shows why a picture is unreadable, and embeds the decoded part of a truncated picture"
  )
  func unreadable() throws {
    let folder = try HTMLRunTests.folder()
    try folder.write(Array("no picture".utf8), to: "pics/b.png")
    let run = try CommandRun(Self.options + ["p.html", "--embed"], in: folder)
    #expect(run.status == 1)
    let html = try Self.page(folder)
    #expect(try Self.pictures(html).count == 4)
    #expect(html.contains("href=\"#unreadable-1\""))
  }

  @Test("Without links, only the sheets are embedded, and the run's plan gives the same page")
  func plans() throws {
    let folder = try HTMLRunTests.folder()
    try CommandRun(Self.options + ["p.html", "--embed", "--manifest", "plan.json"], in: folder)
    let html = try Self.page(folder)
    try CommandRun(["--from-plan", "plan.json", "--html", "q.html", "--embed"], in: folder)
    #expect(try Self.page(folder, "q.html") == html)
    try CommandRun(Self.options + ["-", "--embed", "--keep-unchanged"], in: folder)
    let printed = try CommandRun(Self.options + ["-", "--embed", "--keep-unchanged"], in: folder)
    #expect(printed.text == html)
    try CommandRun(Self.options + ["p.html", "--embed", "--no-links"], in: folder)
    #expect(try Self.pictures(try Self.page(folder)).count == 2)
  }

  @Test(
    "A rotated JPEG is embedded unchanged, as browsers rotate it; other formats become JPEGs",
    .needs(.jpeg))
  func photographs() throws {
    let folder = TemporaryFolder()
    let photo = JPEGFixture(width: 200, height: 120).encoded()
    try folder.write(photo, to: "pics/a.jpg")
    try CommandRun(Self.options + ["p.html", "--embed"], in: folder)
    var pictures = try Self.pictures(try Self.page(folder))
    #expect(pictures.map(\.type) == ["image/png", "image/jpeg"])
    #expect(pictures[1].bytes == photo)
    let limit = ["p.html", "--embed=\(photo.count)"]
    try CommandRun(Self.options + limit, in: folder)
    pictures = try Self.pictures(try Self.page(folder))
    #expect(pictures.last?.type == "image/jpeg" && pictures.last?.bytes != photo)
  }

  /// Two folders with pictures that were changed, enlarged, left alone, removed and added.
  private static func pairs() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.write(noise, to: "old/<i>.png")
    try folder.writePicture("now/<i>.png", width: 120, height: 80)
    try folder.writePicture("old/grown.png", width: 20)
    try folder.writePicture("now/grown.png", width: 30)
    for side in ["old", "now"] { try folder.writePicture("\(side)/same.png") }
    try folder.writePicture("old/gone.png")
    try folder.writePicture("now/new.png", width: 40)
    return folder
  }

  private static let comparing = ["now", "--compare", "old", "-o", "s.png", "--html", "p.html"]

  @Test(
    "Pairs that differ are embedded with their status and changed share; other pairs are only listed"
  )
  func comparison() throws {
    let folder = try Self.pairs()
    #expect(try CommandRun(Self.comparing + ["--embed"], in: folder).status == 3)
    let html = try Self.page(folder)
    let articles = html.matches(
      of: /<article class="([a-z]+)" data-share="([0-9.]+)" tabindex="-1">\n<h2>(.*)<\/h2>/)
    #expect(
      articles.map { "\($0.3) \($0.1)" } == [
        "&lt;i&gt;.png different", "gone.png removed", "grown.png resized", "new.png added",
        "same.png equal",
      ])
    #expect(articles.map { Double($0.2) ?? -1 > 0 } == [true, true, true, true, false])
    let facts = html.matches(of: /<p>((?:resized|added|equal).*)<\/p>/).map(\.1)
    #expect(facts == ["resized from 20 x 24 to 30 x 24, 33.3 %, 240 pixels", "added", "equal"])
    let pictures = try Self.pictures(html)
    let files = ["old/<i>", "now/<i>", nil, "old/gone", "old/grown", "now/grown", nil, "now/new"]
    #expect(pictures.count == files.count)
    for (picture, file) in zip(pictures, files) {
      if let file {
        #expect(try picture.bytes == #require(folder.contents("\(file).png")), "\(file)")
      } else {
        #expect(try ["120x80", "30x24"].contains(DecodedSheet(picture.bytes).size))
      }
    }
    #expect(Self.addresses(html).isEmpty && html.contains("2 of 3 pairs differ"))
    let policy = try #require(html.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)).1
    #expect(try policy.contains(Self.digest("style", in: html)))
    #expect(try policy.contains(Self.digest("script", in: html)))
    // Pictures of different sizes are overlaid pixel by pixel.
    #expect(html.contains("\n.w1{--w:30px;--r:30/24;--a:100%;--b:66.6667cqw}\n"))
    #expect(html.contains("<section class=\"sides both w1\">"))
    // Only the style sheet hides pairs by status.
    for status in Set(articles.map(\.1)) {
      #expect(html.contains("#show-\(status):not(:checked)) #pairs>.\(status){display:none}"))
      #expect(html.contains("id=\"show-\(status)\"\(status == "equal" ? "" : " checked")>"))
    }
  }

  @Test(
    "To keep within the limit, both pictures of a pair are scaled by the same factor"
  )
  func limitedPairs() throws {
    let folder = try Self.pairs()
    let options = ["--embed=20k"]
    let run = try CommandRun(Self.comparing + options, in: folder)
    #expect(run.status == 3 && run.standardError.contains("3 images are smaller in the page"))
    let html = try Self.page(folder)
    let pictures = try Self.pictures(html)
    #expect(Self.characters(pictures.map(\.bytes)) <= 20_000)
    let sizes = try pictures.prefix(3).map { try DecodedSheet($0.bytes).size }
    #expect(Set(sizes).count == 1 && sizes[0] != "120x80", "\(sizes)")
    try CommandRun(Self.comparing + options + ["--jobs", "3"], in: folder)
    #expect(try Self.page(folder) == html)
  }

  @Test("The difference image of a wide and a tall picture is limited to about a megapixel")
  func wideAndHigh() throws {
    let folder = TemporaryFolder()
    let side = 6000
    try folder.writePicture("before/a.png", width: side, height: 1)
    try folder.writePicture("after/a.png", width: 1, height: side)
    let run = try CommandRun(
      ["after", "--compare", "before", "-o", "s.png", "--html", "p.html", "--embed"], in: folder)
    #expect(run.status == 3, "\(run.standardError)")
    let pictures = try Self.pictures(Self.page(folder))
    #expect(!pictures.isEmpty)
    for picture in pictures {
      let header = try PNGReader(bytes: picture.bytes).header
      #expect(header.width * header.height <= 1_100_000)
    }
  }

  @Test("A page made from a plan shows the sheet and its tiles, but no comparison")
  func comparedPlan() throws {
    let folder = try Self.pairs()
    try CommandRun(Self.comparing + ["--manifest", "plan.json"], in: folder)
    try CommandRun(["--from-plan", "plan.json", "--html", "q.html", "--embed"], in: folder)
    let pictures = try Self.pictures(try Self.page(folder, "q.html"))
    #expect(pictures.count == 9 && pictures[0].bytes == folder.contents("s.png"))
  }
}
