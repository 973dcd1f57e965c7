import CommandFixtures
import Foundation
import TestSupport
import Testing

/// The contents of the `--html` page, where it is written, and when it is refused.
@Suite struct HTMLRunTests {
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for name in ["a.png", "b.png", "c.png"] { try folder.writePicture("pics/\(name)") }
    return folder
  }

  static let options = ["pics", "--cell", "20", "--per-page", "2", "-o", "s.png", "--html"]

  private func page(_ folder: TemporaryFolder, _ name: String = "p.html") throws -> String {
    String(decoding: try #require(folder.contents(name)), as: UTF8.self)
  }

  private func targets(_ html: String) -> [String] {
    html.matches(of: /(href|src)="([^"#]*)"/).map { String($0.2) }
  }

  @Test("The page shows all sheets and links to the pictures, relative to itself")
  func links() throws {
    let folder = try Self.folder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "out/site"), withIntermediateDirectories: true)
    let run = try CommandRun(Self.options + ["out/site/p.html"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    #expect(run.standardOutput.isEmpty)
    let found = targets(try page(folder, "out/site/p.html"))
    #expect(
      found
        == [
          "s-001.png", "pics/a.png", "pics/b.png", "s-001.png", "s-002.png", "pics/c.png",
          "s-002.png",
        ].map { "../../\($0)" })
  }

  @Test("On standard output, the page's links are relative to the working folder")
  func standardOutput() throws {
    let folder = try Self.folder()
    let run = try CommandRun(Self.options + ["-"], in: folder)
    #expect(run.status == 0)
    try CommandRun(Self.options + ["p.html"], in: folder)
    #expect(run.text == (try page(folder)))
    let both = try CommandRun(Self.options + ["-", "--manifest", "-"], in: folder)
    #expect(both.status == 2)
    #expect(both.standardError.contains("choose another name for --html"), "\(both.standardError)")
  }

  @Test(
    "The page of a comparison names the compared files in its title and says how much differs",
    arguments: [
      ("a/now --compare a/old", "a/now against a/old"),
      ("a/now/1.png --compare a/old/1.png", "a/now against a/old"),
      ("a/now/1.png --compare a/old/2.png", "a/now/1.png against a/old/2.png"),
      ("a/old b --compare a/now", "a/old, b against a/now"),
      ("a/now/1.png --compare b", ". against b"),
      ("a/now --compare a/<i>", "a/now against a/&lt;i&gt;"),
      ("@/a/now --compare @/a/old", "now against old"),
      ("@/a/now --compare a/old", "now against a/old"),
      ("names --match={t}-new_=>_{t}-old", "Comparison"),
      ("a/now --compare a/old --title Mine", "Mine"),
    ])
  func comparisonTitle(arguments: String, title: String) throws {
    let folder = TemporaryFolder()
    for (number, name) in ["a/old/1", "a/now/1", "a/old/2", "a/<i>/1", "b/1", "b/a/now/1"]
      .enumerated()
    {
      try folder.writePicture("\(name).png", width: 20 + number)
    }
    for name in "pqrs" {
      for (side, width) in [("old", 20), ("new", 30)] {
        try folder.writePicture("names/\(name)-\(side).png", width: width)
      }
    }
    for embedding in [[], ["--embed"]] {
      let run = try CommandRun(
        arguments.split(separator: " ").map {
          String($0).replacing("_=>_", with: " => ").replacing("@", with: folder.url.path)
        }
          + ["-o", "s.png", "--html", "p.html", "--manifest", "plan.json"] + embedding, in: folder)
      #expect(run.status == 3, "\(run.standardError)")
      let html = try page(folder)
      #expect(html.contains("<title>\(title)</title>"), "\(html.prefix(600))")
      #expect(
        html.firstMatch(of: /<p>(\d+ of \d+ pairs differs?|the only pair differs)/) != nil,
        "\(html.suffix(600))")
    }
    try CommandRun(["--from-plan", "plan.json", "--html", "q.html"], in: folder)
    #expect(try page(folder, "q.html").contains("<title>\(title)</title>"))
  }

  @Test("The slider compares pictures of different sizes pixel by pixel, at the same position")
  func wiping() throws {
    let folder = TemporaryFolder()
    for (side, size) in [("old", (20, 24)), ("new", (30, 18))] {
      try folder.writePicture("\(side)/a.png", width: size.0, height: size.1)
      try folder.writePicture("\(side)/b.png", width: size.1, height: size.0)
    }
    let options = ["--compare", "old", "-o", "s.png", "--manifest", "plan.json", "--html"]
    try CommandRun(["new"] + options + ["p.html"], in: folder)
    let html = try page(folder)
    let rules = [
      ".w0{--w:30px;--r:30/24;--a:100%;--b:66.6667cqw}",
      ".w1{--w:24px;--r:24/30;--a:75%;--b:100cqw}",
    ]
    #expect(html.contains("\n\(rules.joined(separator: "\n"))\n"))
    for (number, (name, size)) in [("a.png", (20, 24)), ("b.png", (24, 20))].enumerated() {
      #expect(
        html.contains(
          """
          <h2>new/\(name)</h2>
          <p><a href="old/\(name)">before</a>
          <a href="new/\(name)">after</a>
          </p>
          <section class="sides both w\(number)">
          <figure class="before">
          <img src="old/\(name)" width="\(size.0)" height="\(size.1)" alt="before"
          """))
    }
    #expect(html.contains("id=\"view-wipe\" checked") && !html.contains("view-difference\""))
    #expect(!html.contains("<script") && !html.contains("script-src"))
    try CommandRun(["--from-plan", "plan.json", "--html", "q.html"], in: folder)
    #expect(try page(folder, "q.html") == html)
  }

  @Test(
    "The first pairs load with the page, and later pairs once visible; icons are side by side",
    arguments: [[], ["--embed"]])
  func loading(embedding: [String]) throws {
    let folder = TemporaryFolder()
    for (side, color) in [("old", 9 as UInt16), ("new", 200)] {
      for number in 1...40 {
        try folder.writePicture(
          "\(side)/\(number).png", width: 16, height: 16, color: [color, 9, 9])
      }
    }
    let options = ["new", "--compare", "old", "-o", "s.png", "--html", "p.html"] + embedding
    try CommandRun(options, in: folder)
    let articles = try page(folder).components(separatedBy: "<article").dropFirst()
    #expect(articles.count == 40)
    #expect(articles.map { $0.contains("loading=\"lazy\"") } == (0..<40).map { $0 >= 32 })
    #expect(try page(folder).contains("<section id=\"pairs\" class=\"small\""))
    try folder.writePicture("new/41.png", width: 300)
    try folder.writePicture("old/41.png", width: 300, color: [1, 2, 3])
    try CommandRun(options, in: folder)
    #expect(try page(folder).contains("<section id=\"pairs\" aria-label"))
  }

  @Test(
    "Linked and embedded pairs have the same markup, apart from URLs and the results of comparing")
  func oneMarkup() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("old/a.png", width: 20)
    try folder.writePicture("new/a.png", width: 30)
    func article(_ options: [String]) throws -> (markup: String, rules: Set<String>) {
      try CommandRun(
        ["new", "--compare", "old", "-o", "s.png", "--html", "p.html"] + options, in: folder)
      let html = try page(folder)
      let start = try #require(html.range(of: "<article"))
      let end = try #require(html.range(of: "</article>"))
      var markup = String(html[start.lowerBound..<end.upperBound])
      for pattern in [
        #"(?s)<figure class="difference">.*?</figure>\n"#, #"(?s)<p>.*?</p>\n"#, #"src="[^"]*""#,
        #" class="resized" data-share="[^"]*""#, "new/",
      ] {
        markup = markup.replacingOccurrences(
          of: pattern, with: "", options: .regularExpression)
      }
      // The script of a page with embedded pictures names classes as well.
      let style = html.components(separatedBy: "</style>")[0]
      return (
        markup, Set(style.split(separator: "\n").filter { $0.contains(".both") }.map(String.init))
      )
    }
    let (linked, inside) = (try article([]), try article(["--embed"]))
    #expect(linked.markup == inside.markup)
    #expect(linked.rules == inside.rules && linked.rules.count > 5)
  }

  @Test("A dry run, a plan from another machine and any number of workers give the same bytes")
  func same() throws {
    let folder = try Self.folder()
    try CommandRun(Self.options + ["p.html"], in: folder)
    let expected = try page(folder)
    for arguments in [
      Self.options + ["q.html", "--jobs", "1"], Self.options + ["q.html", "--dry-run"],
      Self.options + ["q.html", "--dry-run", "--manifest", "plan.json"],
      ["--from-plan", "plan.json", "--html", "q.html"],
      ["--from-plan", "plan.json", "--html", "q.html", "--dry-run"],
    ] {
      try? FileManager.default.removeItem(at: folder.url.appending(path: "q.html"))
      let run = try CommandRun(arguments, in: folder)
      #expect(run.status == 0 && run.standardOutput.isEmpty, "\(run.standardError)")
      #expect(try page(folder, "q.html") == expected, "\(arguments)")
    }
    #expect(folder.names.contains("plan.json"))
  }

  @Test("With --page, the HTML page shows only that page, with the number it has in the plan")
  func selectedPage() throws {
    let folder = try Self.folder()
    try CommandRun(Self.options + ["p.html", "--page", "2"], in: folder)
    #expect(targets(try page(folder)) == ["s-002.png", "pics/c.png", "s-002.png"])
    #expect(folder.names == ["pics", "p.html", "s-002.png"])
  }

  @Test("Damage found while decoding is shown on the page, and the exit status is 1")
  func unreadable() throws {
    let folder = try Self.folder()
    let whole = try #require(folder.contents("pics/b.png"))
    try folder.write(Array(whole.prefix(43)), to: "pics/b.png")
    #expect(try CommandRun(Self.options + ["p.html"], in: folder).status == 1)
    let html = try page(folder)
    #expect(html.contains("href=\"#unreadable-1\"><span>b.png, could not be read</span>"))
    #expect(html.contains("<li id=\"unreadable-1\"><bdi>pics/b.png</bdi><span>: "))
    #expect(!targets(html).contains("pics/b.png"))
  }

  @Test("Only our own page is replaced, and never by another output of the run")
  func replaced() throws {
    let folder = try Self.folder()
    let mine = Array("<!DOCTYPE html><title>mine</title>".utf8)
    try folder.write(mine, to: "p.html")
    var run = try CommandRun(Self.options + ["p.html"], in: folder)
    #expect(run.status == 2)
    #expect(
      run.standardError.contains(
        "'p.html': it exists and is not an HTML page of a contact sheet; use --force to replace it"
      ))
    #expect(folder.contents("p.html") == mine)
    #expect(try CommandRun(Self.options + ["p.html", "--force"], in: folder).status == 0)
    let first = try FileStamp("p.html", in: folder)
    #expect(try CommandRun(Self.options + ["p.html"], in: folder).status == 0)
    let second = try FileStamp("p.html", in: folder)
    #expect(first != second)
    #expect(try CommandRun(Self.options + ["p.html", "--keep-unchanged"], in: folder).status == 0)
    #expect(try FileStamp("p.html", in: folder) == second)
    run = try CommandRun(Self.options + ["./s-001.png"], in: folder)
    #expect(run.standardError.contains("choose another name for --html"), "\(run.standardError)")
    run = try CommandRun(Self.options + ["pics/a.png", "--force"], in: folder)
    #expect(run.standardError.contains("is both an input and an output"))
  }

  @Test("If a run fails, the page stays unchanged")
  func failure() throws {
    let folder = try Self.folder()
    #expect(try CommandRun(Self.options + ["p.html"], in: folder).status == 0)
    let before = try page(folder)
    try folder.writePicture("pics/d.png")
    let failing = Self.options + ["p.html", "--manifest", "/dev/full"]
    #expect(try CommandRun(failing, in: folder).status == 2)
    #expect(try page(folder) == before)
  }

  @Test("An HTML page for a sheet without a file name is refused")
  func unnamed() throws {
    let folder = try Self.folder()
    try CommandRun(["pics", "--dry-run", "--manifest", "plan.json", "-o", "-"], in: folder)
    let run = try CommandRun(["--from-plan", "plan.json", "--html", "p.html"], in: folder)
    #expect(run.status == 2)
    #expect(run.standardOutput.isEmpty)
    #expect(
      run.standardError.contains("which has no name; name a file with --output"),
      "\(run.standardError)")
  }

  @Test("The working folder is written as the path by which it was entered")
  func enteredFolder() throws {
    let folder = try Self.folder()
    let status = try CommandRun.statusOfShell(
      """
      mkdir real && mv pics real && ln -s real link && cd link &&
        "$0" "$PWD/pics" --cell 20 -o s.png --html p.html
      """, in: folder)
    #expect(status == 0)
    #expect(
      targets(try page(folder, "real/p.html"))
        == ["s.png", "pics/a.png", "pics/b.png", "pics/c.png", "s.png"])
  }

  @Test("The page is valid UTF-8 even if names are not", .needs(.namesOfAnyBytes))
  func bytes() throws {
    let folder = try Self.folder()
    let status = try CommandRun.statusOfShell(
      """
      cp pics/a.png $'pics/\\xE4.png' && "$0" pics -o s.png --html p.html
      """, in: folder)
    #expect(status == 0)
    #expect(targets(try page(folder)).contains("pics/%E4.png"))
    #expect(String(validating: try #require(folder.contents("p.html")), as: UTF8.self) != nil)
  }
}
