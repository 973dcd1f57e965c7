import PNGFixtures
import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPlans
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet
@testable import SheetPictures
@testable import SheetPlanning

/// Sorting by similarity, duplicates and stacks, in complete jobs.
@Suite struct LookalikeTests {
  let folder = TemporaryFolder()

  /// A job for the pictures written to `in`.
  private var job: SheetJob {
    var job = SheetJob(inputs: [.path(folder["in"])])
    job.search.isRecursive = true
    return job
  }

  private func write(_ colors: KeyValuePairs<String, [UInt16]>) throws {
    for (name, color) in colors {
      let samples = (0..<40 * 30).flatMap { _ in color }
      try folder.write(
        PNGFixture(width: 40, height: 30, colorType: .rgb, samples: samples).encoded(),
        to: "in/\(name).png")
    }
  }

  /// Writes a picture of stripes, taken at a given second after noon.
  ///
  /// Steeper stripes make the picture sharper.
  private func writeStripes(
    _ name: String, steepness: Int, second: Int, rating: Int? = nil, base: Int = 100
  ) throws {
    let row = (0..<48).flatMap { x -> [UInt16] in
      let wave = min(6, max(0, 3 + (abs(x % 16 - 8) - 4) * steepness))
      return [UInt16(base), UInt16(base + 8 * wave), UInt16(base)]
    }
    let taken = "2025:07:01 12:00:\(second < 10 ? "0" : "")\(second)"
    let exif = ExifFixture([34665: .directory(ExifFixture([36867: .ascii(taken)]))])
    try folder.write(
      PNGFixture(
        width: 48, height: 32, colorType: .rgb, samples: (0..<32).flatMap { _ in row },
        chunksBeforeData: [
          PNGChunk(type: "eXIf", data: exif.encoded()),
          .internationalText(
            "XML:com.adobe.xmp", rating.map { "<x xmp:Rating='\($0)'/>" } ?? "", compressed: false),
        ]
      ).encoded(), to: "in/\(name).png")
  }

  private func listed(_ job: SheetJob) async throws -> [String] {
    var text = ""
    _ = try await job.list(as: .template(try PictureTemplate("{stem}"))) { text += $0 }
    return text.split(separator: "\n").map(String.init)
  }

  @Test("Sorting by similarity keeps series together and puts damaged pictures last")
  func likeness() async throws {
    try write([
      "a": [250, 0, 0], "b": [0, 0, 250], "c": [245, 5, 0], "d": [0, 10, 250], "e": [240, 0, 10],
    ])
    let file = try folder["in/a.png"].contents()
    try folder.write(Array(file[..<(file.count - 30)]), to: "in/f.png")
    var job = job
    job.order = ImageOrder(by: try SortKey(parsing: "likeness"))
    let lines = try await listed(job)
    #expect(Set(lines.prefix(3)) == ["a", "c", "e"] && lines.last == "f", "\(lines)")
    job.order.isReversed = true
    #expect(try await listed(job) == lines.dropLast().reversed() + ["f"])
    #expect(try await job.plan(workers: 3).plan.pictures.map(\.shownName).last == "f.png")
  }

  @Test("Copies are marked in their labels or hidden, but are inputs in either case")
  func duplicates() async throws {
    // The larger file is the original.
    try write(["a": [250, 2, 0], "b": [0, 0, 250], "c": [250, 0, 0], "d": [9, 9, 9]])
    var job = job
    job.duplicates = .mark
    func labels() async throws -> [String?] {
      try await job.plan().plan.pages.flatMap(\.tiles).map { $0.label?.text }
    }
    #expect(try await labels() == [nil, nil, "= a", nil])
    job.texts.label = try PictureTemplate("{name}")
    #expect(try await labels() == ["a.png", "b.png", "c.png\n= a", "d.png"])
    // Listings name the original with its folder.
    let original = "\(folder["in/a.png"])"
    var lines: [String] = []
    _ = try await job.list(as: .json) { lines += $0.split(separator: "\n").map(String.init) }
    #expect(
      lines.map { $0.contains("\"duplicate-of\":\"\(original)\"") } == [false, false, true, false])
    lines = []
    let notes = Notes()
    _ = try await job.list(
      as: .template(try PictureTemplate("{duplicate-of|-}")), notes: notes
    ) { lines += $0.split(separator: "\n").map(String.init) }
    #expect(lines == ["-", "-", original, "-"] && notes.of(.missingFacts).isEmpty)
    // Which picture is the original does not depend on the order of the sheet.
    job.order.isReversed = true
    #expect(try await labels() == ["d.png", "c.png\n= a", "b.png", "a.png"])
    job.conditions = [try Condition("not stem = a")]
    // Without its original, the picture is not a copy, and its label has no extra line.
    let whole = try await job.plan().plan
    job.duplicates = .show
    #expect(try await job.plan().plan == whole)

    job.conditions = []
    job.duplicates = .skip
    job.sample = .first(3)
    let planned = try await job.plan()
    #expect(planned.plan.pictures.map(\.shownName) == ["d.png", "b.png", "a.png"])
    #expect(
      planned.notes.all.map(\.description) == [
        "\(folder["in/c.png"].quoted) is left out as a copy of \(folder["in/a.png"].quoted)"
      ])
    var request = RenderRequest(output: .file(folder["in/c.png"]))
    request.replacesForeignFiles = true
    await #expect(throws: ContactSheetError.inputIsOutput(folder["in/c.png"])) {
      try await SheetRun(planned, request)
    }
    #expect(try await listed(job) == ["d", "b", "a"])
  }

  @Test("Similar pictures in one folder that were taken in quick succession share a tile")
  func stacks() async throws {
    for (name, steepness, second) in [("a", 1, 2), ("b", 3, 1), ("c", 2, 3), ("d", 2, 9)] {
      try writeStripes(name, steepness: steepness, second: second)
    }
    try writeStripes("e", steepness: 1, second: 4, base: 200)
    try writeStripes("f/g", steepness: 1, second: 2)
    var job = job
    func stacks() async throws -> [[String]] {
      try await job.plan().plan.pictures.map { [$0.name] + $0.stack }
        .map { $0.map { FilePath($0).stem ?? "" } }
    }
    job.stacking = .taken(within: 1)
    #expect(try await stacks() == [["b", "a", "c"], ["d"], ["e"], ["g"]])
    job.stacking = .taken(within: 0.5)
    #expect(try await stacks().count == 6)
    job.stacking = .taken(within: 6)
    // A picture that looks different splits a stack.
    #expect(try await stacks() == [["b", "a", "c"], ["d"], ["e"], ["g"]])
    job.stacking = .likeness
    #expect(try await stacks() == [["b", "a", "c", "d"], ["e"], ["g"]])
    #expect(try await listed(job) == ["b", "e", "g"])
    job.sample = .first(2)
    #expect(try await stacks() == [["b", "a", "c", "d"], ["e"]])
    job.duplicates = .skip
    // A picture taken at a different time is not a copy.
    #expect(try await stacks() == [["b", "a", "c", "d"], ["e"]])
    // Ratings are not used, so no note says that they are unknown.
    #expect(try await job.plan().notes.all.map(\.kind) == [.copies])

    try writeStripes("c", steepness: 2, second: 3, rating: 2)
    try writeStripes("a", steepness: 1, second: 2, rating: 1)
    job.duplicates = .show
    #expect(try await stacks()[0] == ["c", "a", "b", "d"])
  }

  @Test("A plan keeps a stack's hidden pictures and badge, and renders the same bytes")
  func plans() async throws {
    for (second, name) in ["a", "b&", "c"].enumerated() {
      try writeStripes(name, steepness: second + 1, second: second)
    }
    var job = job
    job.stacking = .taken(within: 2)
    job.layout = GridLayout(.cell(PixelSize(width: 120, height: 80)))
    let (sheet, json) = try await SheetPlanCodingTests.planned(job, in: folder)
    #expect(sheet.plan.pages[0].texts.map(\.text) == ["+2"])
    let manifest = try SheetManifest(json: json)
    #expect(manifest.plan == sheet.plan)
    _ = try await SheetPlanCodingTests.render(sheet) {
      $0.output = .file(folder["one.png"])
      $0.documents = [DocumentRequest(.html, to: .file(folder["one.html"]))]
    }
    _ = try await SheetPlanCodingTests.render(PlannedSheet(manifest)) {
      $0.output = .file(folder["two.png"])
      $0.documents = [DocumentRequest(.html, to: .file(folder["two.html"]))]
      $0.workers = 1
    }
    #expect(try folder["one.png"].contents() == folder["two.png"].contents())
    for name in ["one.html", "two.html"] {
      let html = String(decoding: try folder[name].contents(), as: UTF8.self)
      #expect(html.contains("<span>c.png, and 2 more</span>"))
      #expect(
        html.contains(
          "<li><bdi>c.png</bdi><span> and</span> <a href=\"in/a.png\">a.png</a> "
            + "<a href=\"in/b%26.png\">b&amp;.png</a></li>"))
    }
    var request = RenderRequest(output: .file(folder["in/a.png"]))
    request.replacesForeignFiles = true
    await #expect(throws: ContactSheetError.inputIsOutput(folder["in/a.png"])) {
      try await SheetRun(sheet, request)
    }
  }
}
