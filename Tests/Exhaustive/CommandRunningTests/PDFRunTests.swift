import CommandFixtures
import Foundation
import TestSupport
import Testing

/// Runs that write PDFs: which pages a file contains, and which files are kept.
@Suite struct PDFRunTests {
  static let options = ["pics", "--cell", "32", "--per-page", "3"]

  private static func folder() throws -> (folder: TemporaryFolder, whole: [UInt8]) {
    let folder = try PictureFolders.ten()
    let run = try CommandRun(options + ["-o", "s.pdf", "--manifest", "m.json"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    return (folder, try #require(folder.contents("s.pdf")))
  }

  /// The number of pages in a file: each contains a picture, whose dictionary is stored
  /// uncompressed.
  private static func pageCount(_ bytes: [UInt8]) -> Int {
    String(decoding: bytes, as: UTF8.self).components(separatedBy: "/Subtype/Image/Width ").count
      - 1
  }

  @Test("All pages are in one file, the same with any number of workers and from a plan")
  func oneFile() throws {
    let (folder, whole) = try Self.folder()
    #expect(folder.names == ["pics", "s.pdf", "m.json"])
    #expect(Self.pageCount(whole) == 4)
    #expect(whole.starts(with: "%PDF-1.5\n%".utf8) && whole.suffix(6).elementsEqual("%%EOF\n".utf8))
    for options in [
      Self.options + ["--jobs", "1"], Self.options + ["--jobs", "7"], ["--from-plan", "m.json"],
    ] {
      #expect(try CommandRun(options + ["-o", "s.pdf"], in: folder).status == 0)
      #expect(folder.contents("s.pdf") == whole)
    }
  }

  @Test("Standard output and pipes get the same bytes as a file, apart from the file's name")
  func streams() throws {
    let (folder, _) = try Self.folder()
    let options = Self.options + ["--title", "T"]
    try CommandRun(options + ["-o", "s.pdf"], in: folder)
    let whole = try #require(folder.contents("s.pdf"))
    for name in ["pdf:-", "PDF:-"] {
      let run = try CommandRun(options + ["-o", name], in: folder)
      #expect(run.status == 0 && Array(run.standardOutput) == whole, "\(run.standardError)")
    }
    let words = options.map { "'\($0)'" }.joined(separator: " ")
    let status = try CommandRun.statusOfShell(
      "mkfifo p.pdf && (cat p.pdf > read & \"$0\" \(words) -o p.pdf; s=$?; wait; exit $s)",
      in: folder)
    #expect(status == 0 && folder.contents("read") == whole)
    let png = try CommandRun(["pics", "-o", "png:other.pdf"], in: folder)
    #expect(png.status == 0 && folder.contents("other.pdf")?.starts(with: [0x89]) == true)
  }

  @Test("With a placeholder for the page number, each page gets its own file, even from shards")
  func files() throws {
    let (folder, _) = try Self.folder()
    try CommandRun(Self.options + ["-o", "s-%d.pdf"], in: folder)
    let names = (1...4).map { "s-\($0).pdf" }
    let whole = names.map { folder.contents($0) }
    #expect(whole.allSatisfy { Self.pageCount($0 ?? []) == 1 })
    for name in names { try folder.remove(name) }
    for shard in ["2/3", "1/3", "3/3"] {
      let run = try CommandRun(
        ["--from-plan", "m.json", "-o", "s-%d.pdf", "--shard", shard], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
    }
    #expect(names.map { folder.contents($0) } == whole)
  }

  @Test(
    "An option that would write part of a file is refused, and the error suggests a remedy",
    arguments: [
      (options + ["-o", "s.pdf", "--shard", "1/2"], 64, "as in --output sheet-%d.pdf"),
      (options + ["-o", "pdf:-", "--shard", "1/2"], 64, "as in --output sheet-%d.pdf"),
      (["--from-plan", "m.json", "--shard", "1/2"], 2, "as in sheet-%d.pdf"),
      (["--from-plan", "m.json", "--page", "2"], 2, "name a file for these"),
      (options + ["-o", "s.pdf", "--manifest", "m-%d.json"], 64, "as in --output sheet-%d.pdf"),
      (options + ["-o", "s.pdf", "--html", "h.html"], 64, "--html shows PNG and JPEG sheets"),
      (["--from-plan", "m.json", "--html", "h.html"], 2, "an HTML page: it shows images"),
      (["pics", "--no-links"], 64, "--no-links here: only a PDF and --html have links"),
      (["pics", "-o", "s.tiff"], 2, "name it 's.png', 's.jpg' or 's.pdf'"),
      (["pics", "-o", "s.svg"], 2, "sheets are PNG, JPEG or PDF files, not SVG"),
    ])
  func refused(arguments: [String], status: Int32, message: String) throws {
    let (folder, whole) = try Self.folder()
    let run = try CommandRun(arguments, in: folder)
    #expect(run.status == status && run.standardError.contains(message), "\(run.standardError)")
    #expect(folder.contents("s.pdf") == whole && folder.names == ["pics", "s.pdf", "m.json"])
  }

  @Test("A PDF of some pages has the name given by -o; a PDF of all pages may have the plan's name")
  func selection() throws {
    let (folder, whole) = try Self.folder()
    for (arguments, pages) in [
      (Self.options + ["--page", "2-3", "-o", "p.pdf"], 2),
      (["--from-plan", "m.json", "--page", "2", "-o", "p.pdf"], 1),
      (["--from-plan", "m.json", "--page", "1-4", "-o", "p.pdf"], 4),
    ] {
      let run = try CommandRun(arguments, in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      #expect(Self.pageCount(folder.contents("p.pdf") ?? []) == pages)
    }
    #expect(try CommandRun(["--from-plan", "m.json", "--page", "1-4"], in: folder).status == 0)
    #expect(folder.contents("s.pdf") == whole)
  }

  @Test("A plan made for PNGs can be rendered as a PDF, and vice versa")
  func fromPlan() throws {
    let (folder, whole) = try Self.folder()
    try CommandRun(Self.options + ["-o", "s.png", "--manifest", "png.json"], in: folder)
    let run = try CommandRun(["--from-plan", "png.json", "-o", "s.pdf"], in: folder)
    #expect(run.status == 0 && folder.contents("s.pdf") == whole)
    #expect(try CommandRun(["--from-plan", "m.json", "-o", "t.png"], in: folder).status == 0)
    #expect(folder.contents("t-002.png") == folder.contents("s-002.png"))
  }

  @Test("An unchanged file is kept, and so is a file newer than the plan")
  func kept() throws {
    let (folder, _) = try Self.folder()
    let stamp = try FileStamp("s.pdf", in: folder)
    let unchanged = try CommandRun(
      Self.options + ["-o", "s.pdf", "--keep-unchanged", "-v"], in: folder)
    #expect(
      unchanged.standardError.components(separatedBy: "would not change").count == 2)
    try folder.touch("m.json", -100)
    let existing = try CommandRun(["--from-plan", "m.json", "--skip-existing", "-v"], in: folder)
    #expect(existing.standardError.components(separatedBy: "is newer than the plan").count == 2)
    #expect(try FileStamp("s.pdf", in: folder) == stamp)
    try folder.touch("m.json", 100)
    #expect(try CommandRun(["--from-plan", "m.json", "--skip-existing"], in: folder).status == 0)
    #expect(try FileStamp("s.pdf", in: folder) != stamp)
  }

  @Test("Only our own PDFs are replaced, by sheets of any format")
  func replaced() throws {
    let (folder, whole) = try Self.folder()
    let text = String(decoding: whole.prefix(40), as: UTF8.self)
    #expect(text.split(separator: "\n")[1].hasSuffix(" contactsheet"))
    for foreign in [
      Array("%PDF-1.5\n%\u{E2}\n1 0 obj\n".utf8), Array("%PDF-1.7\n".utf8) + whole.dropFirst(9),
      Array(whole.prefix(20)), Array("hello".utf8),
    ] {
      try folder.write(foreign, to: "f.pdf")
      let run = try CommandRun(["pics", "-o", "f.pdf"], in: folder)
      #expect(run.status == 2 && run.standardError.contains("is not a contact sheet"))
      #expect(folder.contents("f.pdf") == foreign)
    }
    #expect(try CommandRun(["pics", "-o", "f.pdf", "--force"], in: folder).status == 0)
    #expect(try CommandRun(["pics", "-o", "f.pdf", "--title", "x"], in: folder).status == 0)
    try folder.write(try #require(folder.contents("f.pdf")), to: "pics/1.png")
    let run = try CommandRun(["pics/2.png", "-o", "pics/2.png"], in: folder)
    #expect(run.status == 2)
  }

  @Test(
    "A page without readable pictures has placeholders; if no page has a readable one, the old file stays"
  )
  func unreadable() throws {
    let (folder, whole) = try Self.folder()
    for number in [4, 5, 6] { try folder.write(Array("x".utf8), to: "pics/\(number).png") }
    let run = try CommandRun(Self.options + ["-o", "s.pdf", "--report", "r.json"], in: folder)
    #expect(run.status == 1)
    let new = try #require(folder.contents("s.pdf"))
    #expect(new != whole && Self.pageCount(new) == 4)
    struct Report: Decodable {
      struct Page: Decodable { var file: String, bytes: Int, pictures: Int, unreadable: Int }
      var pages: [Page]
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(folder.contents("r.json") ?? []))
    #expect(report.pages.map(\.unreadable) == [0, 3, 0, 0])
    #expect(report.pages.allSatisfy { $0.file == "s.pdf" && $0.bytes == new.count })
    for number in 1...10 { try folder.write(Array("x".utf8), to: "pics/\(number).png") }
    #expect(try CommandRun(Self.options + ["-o", "s.pdf"], in: folder).status == 2)
    #expect(
      folder.contents("s.pdf") == new && folder.names == ["pics", "s.pdf", "m.json", "r.json"])
  }

  @Test("A depfile names the file once")
  func depfile() throws {
    let (folder, _) = try Self.folder()
    try CommandRun(Self.options + ["-o", "s.pdf", "--depfile", "s.d"], in: folder)
    let rule = String(decoding: folder.contents("s.d") ?? [], as: UTF8.self)
    #expect(rule.hasPrefix("s.pdf:  \\\n") && rule.split(separator: "s.pdf").count == 1, "\(rule)")
  }
}
