import Foundation
import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SheetPlans
import SheetText
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

@Suite struct HTMLPageTests {
  /// A sheet of named pictures, some of them unreadable.
  static func sheet(
    _ names: [String], perPage: Int? = nil, unreadable: Set<Int> = [],
    pages: PageSelection = .all, _ change: (inout SheetJob) throws -> Void = { _ in }
  ) async throws -> SheetRun {
    var job = SheetJob(
      sources: names.enumerated().map { number, name in
        StubPicture(
          name: name,
          size: unreadable.contains(number) ? nil : PixelSize(width: 40, height: 30))
      })
    job.paging.picturesPerPage = perPage
    job.texts.font = .builtin
    try change(&job)
    var request = RenderRequest(output: .file("/tmp/contactsheet-html.png"))
    request.pages = pages
    return try await SheetRun(job.plan(), request)
  }

  static func text(_ sheet: SheetRun, to output: SheetOutput = .file("/tmp/p.html")) -> String {
    var bytes: [UInt8] = []
    let html = HTMLWriter { bytes += $0 }
    HTMLPage(sheet, unreadable: [:], to: output).write(to: html)
    do { try html.finish() } catch { Issue.record(error) }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func tags(_ html: String) -> [Substring] { html.matches(of: /<\/?[a-z0-9]+/).map(\.0) }

  static let hostile = [
    "</style><script>alert(1)</script>", "\" onfocus=\"alert(1)", "'><img src=//evil>", "<!--",
    "]]>", "\u{202E}gnp.x", "\u{0}\u{1B}[31m", "&lt;i&gt;", "\u{FFFD}",
  ]

  @Test("No name, label or title can change the markup")
  func hostileTexts() async throws {
    let count = Self.hostile.count
    func page(_ texts: [String]) async throws -> String {
      let sheet = try await Self.sheet(texts, perPage: 3, unreadable: [0]) { job in
        job.texts.title = try PageTemplate("TITLE")
        job.texts.footer = try PageTemplate("FOOTER")
        job.texts.label = try PictureTemplate("{name}")
      }
      let pages = zip(sheet.pages, texts).map { page, title in
        PageDestination(
          page: SheetPage(
            number: page.page.number, size: page.page.size, tiles: page.page.tiles,
            texts: page.page.texts.map { text in
              PlannedText(
                text.role, text: title, area: text.area, size: text.size, alignment: text.alignment,
                overflow: text.overflow)
            }), output: page.output, format: page.format)
      }
      var changed = sheet
      (changed.pages, changed.renderedPages) = (pages, pages)
      return Self.text(changed)
    }
    let plain = try await page((0..<count).map { "\($0).png" })
    let hostile = try await page(Self.hostile)
    #expect(Self.tags(hostile) == Self.tags(plain))
    #expect(!hostile.contains("<script") && !hostile.contains("onfocus=\""))
    #expect(
      !hostile.unicodeScalars.contains("\u{202E}") && !hostile.unicodeScalars.contains("\u{1B}"))
  }

  @Test(
    "The content security policy allows only the embedded style sheet")
  func policy() async throws {
    let html = Self.text(try await Self.sheet((0..<70).map { "\($0).png" }, perPage: 30))
    let style = try #require(html.firstMatch(of: /<style>([^<]*)<\/style>/)).1
    var digest = SHA256()
    digest.update(Array(style.utf8)[...])
    let policy = try #require(
      html.firstMatch(of: /http-equiv="Content-Security-Policy" content="([^"]*)"/)
    ).1
    #expect(
      policy
        == "default-src 'none'; img-src 'self' file:; style-src 'sha256-"
        + Data(digest.digest()).base64EncodedString() + "'; base-uri 'none'; form-action 'none'")
    #expect(!html.contains("style=") && !html.contains("<script") && !html.contains("//"))
    // The policy applies only to the elements after it.
    #expect(html.matches(of: /<style>/).count == 1)
    #expect(try #require(html.firstRange(of: policy)).lowerBound < style.startIndex)
  }

  @Test("Sheets from the fifth on load lazily, and every sheet has its size and an alt text")
  func pictures() async throws {
    let sheet = try await Self.sheet(["a", "b", "c", "d", "e", "f"], perPage: 1) {
      $0.texts.footer = try PageTemplate("{page} & {pages}")
    }
    let size = sheet.plan.pages[0].size
    let images = Self.text(sheet).matches(of: /<img [^>]*>/).map { String($0.0) }
    #expect(
      images
        == (1...6).map { page in
          "<img src=\"contactsheet-html-00\(page).png\" width=\"\(size.width)\" height=\"\(size.height)\""
            + (page <= 4 ? "" : " loading=\"lazy\"")
            + " alt=\"Contact sheet of 1 image; \(page) &amp; 6\">"
        })
  }

  @Test("The heading is the sheet's title; if there are several pages, each has its own heading")
  func headings() async throws {
    var html = Self.text(try await Self.sheet(["a"]))
    #expect(
      html.contains("<title>Contact sheet</title>") && html.contains("<h1>Contact sheet</h1>"))
    #expect(!html.contains("<h2>") && !html.contains("<nav"))
    #expect(html.contains("<p>1 image</p>"))
    html = Self.text(
      try await Self.sheet(["x/a", "y/b"], perPage: 1) { job in
        job.paging.groupKey = .folder
        job.texts.title = try PageTemplate("Summer\n1 < 2")
        job.texts.heading = try HeadingTemplate("in {folder} {page}")
        job.texts.header = try PageTemplate("page {page}")
      })
    #expect(html.contains("<title>Summer – 1 &lt; 2</title>"))
    #expect(
      html.contains("<h1 class=\"drawn\">Summer – 1 &lt; 2</h1>\n<p>2 images on 2 pages</p>"))
    #expect(html.matches(of: /<h2>(.*)<\/h2>/).map(\.1) == ["Page 1: in x 1", "Page 2: in y 2"])
    #expect(html.contains("alt=\"Contact sheet of 1 image; page 2\">"))
  }

  @Test(
    "A title of any size occurs once, as the heading, which is visible if no sheet shows it")
  func titleOnce() async throws {
    func html(
      _ size: String, width: Int = 500, unreadable: Set<Int> = []
    ) async throws -> String {
      Self.text(
        try await Self.sheet(["a", "b"], perPage: 1, unreadable: unreadable) { job in
          job.layout = RowLayout(extent: .pixels(width))
          job.texts.title = try PageTemplate("Summer")
          job.texts.titleFont = FontChoice("builtin \(size)")
          job.texts.footer = try PageTemplate("the end")
        })
    }
    // The footer is 12 pixels high.
    for size in ["6", "12", "30"] {
      let body = try #require(try await html(size).split(separator: "<body>").last)
      #expect(body.matches(of: /Summer/).count == 1)
      #expect(body.contains("<h1 class=\"drawn\">Summer</h1>"))
      #expect(body.matches(of: /; the end"/).count == 2)
    }
    // One sheet is scaled down too far for its text to be read, and one page has no sheet.
    #expect(try await html("30", width: 3000).contains("<h1>Summer</h1>"))
    #expect(try await html("30", unreadable: [1]).contains("<h1>Summer</h1>"))
  }

  @Test("Each section has its heading above its tiles, and a link to it at the top")
  func sections() async throws {
    let names = ["x <1>/a", "x <1>/b", "x <1>/c", "y/d"]
    let sheet = try await Self.sheet(names, perPage: 2) { job in
      (job.paging.groupKey, job.paging.groupBreak) = (.folder, .section)
      job.texts.title = try PageTemplate("Summer")
    }
    let html = Self.text(sheet)
    #expect(
      html.contains(
        """
        <nav aria-label="Sections">
        <ul>
        <li><a href="#section-1-0">x &lt;1&gt;</a></li>
        <li><a href="#section-2-1">y</a></li>
        </ul>
        </nav>
        """))
    let headings = html.matches(of: /<h2 class="x\d+ y\d+" id="(section-\d-\d)">(.*)<\/h2>\n<b/)
    #expect(headings.map(\.1) == ["section-1-0", "section-2-0", "section-2-1"])
    #expect(headings.map(\.2) == ["x &lt;1&gt;", "x &lt;1&gt; (continued)", "y"])
    // A section's heading is not used as the page's heading.
    #expect(html.contains("<title>Summer</title>") && html.contains("<h2>Page 2</h2>"))
  }

  @Test("A tile's text is its label, or else its name")
  func names() async throws {
    var sheet = try await Self.sheet(["some/a.png", "b.png"]) {
      $0.texts.label = try PictureTemplate("<{name}>\nof {count}")
    }
    #expect(Self.text(sheet).contains("y0\"><span>&lt;a.png&gt; of 2</span></b>"))
    sheet = try await Self.sheet(["some/a.png", "b.png"])
    #expect(Self.text(sheet).contains("y0\"><span>a.png</span></b>"))
    sheet = try await Self.sheet(["1.png", "2.png"]) {
      $0.texts.label = try PictureTemplate("<{name}>")
      $0.parsing = [try NameTemplate("{n}")]
      $0.best = [try BestPictures(parsing: "{n}")]
    }
    var html = Self.text(sheet)
    #expect(html.contains("<span>&lt;1.png&gt;</span>"))
    #expect(html.contains("<span><strong>&lt;2.png&gt;</strong></span>"))
    sheet = try await Self.sheet(["1.png", "2.png"]) {
      $0.texts.label = try PictureTemplate("<{n}> {name} {n}", others: .any)
      $0.parsing = [try NameTemplate("{n}")]
      $0.best = [try BestPictures(parsing: "{n}")]
    }
    html = Self.text(sheet)
    #expect(html.contains("<span>&lt;1&gt; 1.png 1</span>"))
    #expect(
      html.contains(
        "<span>&lt;<strong>2</strong>&gt; 2.png <strong>2</strong></span>"))
  }

  @Test("An unreadable picture links to the reason, and a page of only such pictures has no sheet")
  func unreadable() async throws {
    let sheet = try await Self.sheet(["a", "b", "c", "d"], perPage: 2, unreadable: [1, 2, 3])
    let html = Self.text(sheet)
    #expect(html.contains("<a href=\"#unreadable\">3 could not be read</a>"))
    #expect(html.contains("href=\"#unreadable-1\"><span>b, could not be read</span></a>"))
    #expect(html.contains("<li id=\"unreadable-1\"><bdi>b</bdi><span>: it is broken</span></li>"))
    #expect(html.matches(of: /<li id="unreadable-/).count == 3)
    #expect(html.matches(of: /<img/).count == 1)
    #expect(html.contains("<h2>Page 2</h2>\n<p>None of its images could be read.</p>"))
  }

  @Test("Skipped pictures are also listed on the page")
  func skipped() async throws {
    let sheet = try await Self.sheet(["a", "b"], unreadable: [1]) { $0.unreadablePolicy = .skip }
    let html = Self.text(sheet)
    #expect(html.contains("<li><bdi>b</bdi><span>: it is broken</span></li>"))
    #expect(html.contains("<p>1 image; <a href=\"#unreadable\">1 could not be read</a></p>"))
  }

  @Test("An HTML page shows only the selected pages, with their numbers")
  func selected() async throws {
    let sheet = try await Self.sheet(
      (0..<9).map { "\($0)" }, perPage: 2, unreadable: [0], pages: .numbers(2...3))
    let html = Self.text(sheet)
    #expect(html.matches(of: /<h2>Page (\d)/).map(\.1) == ["2", "3"])
    #expect(html.contains("<p>4 images on 2 pages</p>"))
    #expect(html.matches(of: /href="#page-(\d)"/).map(\.1) == ["2", "3"])
    #expect(!html.contains("unreadable"))
  }

  @Test("A plan always gives the same HTML, and its beginning marks the page as one of ours")
  func bytes() async throws {
    let sheet = try await Self.sheet(["a", "b", "c"], perPage: 2, unreadable: [1])
    let html = Self.text(sheet)
    #expect(Self.text(sheet) == html)
    let folder = TemporaryFolder()
    #expect(HTMLPage.isPage(try folder.write("p.html", html)))
    #expect(!HTMLPage.isPage(try folder.write("q.html", "<!DOCTYPE html>\n<html lang=\"en\">")))
    #expect(!HTMLPage.isPage(folder["none"]))
  }
}
