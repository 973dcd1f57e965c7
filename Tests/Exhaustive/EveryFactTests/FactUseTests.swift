import Foundation
import PNGFixtures
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

/// Every fact, with everything that takes a template.
@Suite struct FactUseTests {
  /// The keys of all facts, of a text chunk, of a part of names, and of two columns.
  ///
  /// These keys are left out because none of the pictures has them: `raw`, which needs a RAW file
  /// beside a JPEG; `duplicate-of`, which needs a copy; `frame`, which needs a file with several
  /// pages; and `pixel-size`, which needs a micrograph. `alpha` is left out because it has the same
  /// value in all pictures that have it.
  static let keys =
    FactQuery.everything.keys.filter {
      !["raw", "duplicate-of", "frame", "pixel-size", "alpha"].contains($0.name)
    }
    + [
      FactKey("text", "Title"), FactKey("text", "parameters:Seed"), FactKey("scene"),
      FactKey("spp"), FactKey("score"), FactKey("column", "exact match"),
    ]

  let folder = TemporaryFolder()
  let job: SheetJob

  /// Creates three pictures: two that differ in every fact, and one without the optional facts.
  init() throws {
    for (index, name) in ["b/attic_016spp.png", "a/cellar_4spp.png"].enumerated() {
      let number = index + 1
      let side = 10 * number
      let exif = ExifFixture([
        270: .ascii("Of \(number)"), 271: .ascii("Canon"), 272: .ascii("Canon \(number)D"),
        315: .ascii("Artist \(number)"), 33432: .ascii("Copyright \(number)"),
        34665: .directory(
          ExifFixture([
            33434: .rationals([(1, 100 * number)]), 33437: .rationals([(28 * number, 10)]),
            34855: .shorts([100 * number]), 36867: .ascii("202\(number):08:31 09:15:00"),
            37386: .rationals([(50 * number, 1)]), 42036: .ascii("Lens \(number)"),
          ])),
        34853: .directory(
          ExifFixture([
            1: .ascii("N"), 2: .rationals([(number, 1), (0, 1), (0, 1)]), 3: .ascii("E"),
            4: .rationals([(number, 1), (0, 1), (0, 1)]),
          ])),
      ])
      // Each picture has two halves; the second picture is brighter, more colourful and sharper.
      let halves: [[UInt16]] = [[25, 17, 17, 18, 17, 17], [20, 200, 255, 10, 60, 90]]
      let samples = (0..<3 * side * (2 * side + number)).flatMap { place -> ArraySlice<UInt16> in
        let isLeft = place % (3 * side) < 3 * side / 2
        return halves[index][isLeft ? 0..<3 : 3..<6]
      }
      let file = PNGFixture(
        width: 3 * side, height: 2 * side + number, bitDepth: 8 * number, colorType: .rgb,
        samples: samples.map { number == 1 ? $0 : 257 * $0 },
        chunksBeforePalette: [.gamma(number == 1 ? 43_181 : 100_000)],
        chunksBeforeData: [
          .density(x: UInt32(10_000 * number), y: UInt32(10_000 * number)),
          PNGChunk(type: "eXIf", data: exif.encoded()), .text("Title", "Title \(number)"),
          .internationalText(
            "XML:com.adobe.xmp",
            """
            <x xmp:Rating='\(number)' dc:title='Title \(number)' xmp:Label='\(number == 1 ? "Blue" : "Red")'
            exif:UserComment='Comment \(number)' photoshop:City='City \(number)' photoshop:Country='Country \(number)'
            Iptc4xmpCore:Location='Place \(number)'><dc:subject><rdf:li>k\(number)</rdf:li></dc:subject>
            <MPRI:Regions><rdf:Bag><rdf:li MPReg:PersonDisplayName='Person \(number)'/></rdf:Bag>
            </MPRI:Regions></x>
            """,
            compressed: false),
        ],
        chunksAfterData: [
          .text(
            "parameters",
            """
            Cat \(number)
            Negative prompt: Dog \(number)
            Steps: 2\(number), Seed: 7\(number), CFG scale: \(number), Sampler: Sampler \(number), \
            Model: Model \(number)
            """)
        ])
      try folder.write(file.encoded(), to: name)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1e9 + Double(index) * 86_400)],
        ofItemAtPath: folder[name].string)
    }
    try folder.write(pictureFile(5, 5), to: "c/zz.png")
    try folder.write(
      Array(
        """
        path,score,exact match
        b/attic_016spp.png,-0.5,no
        a/cellar_4spp.png,10,yes
        """.utf8), to: "table.csv")
    var job = SheetJob(inputs: [.path(folder.path)])
    job.search.isRecursive = true
    job.parsing = [try NameTemplate("{scene}_{spp:1}spp")]
    job.table = .file(folder["table.csv"])
    self.job = job
  }

  static func template(_ key: FactKey) throws -> PictureTemplate {
    try PictureTemplate("{\(key)}", others: .any)
  }

  /// The names of a job's pictures, in order.
  func names(_ job: SheetJob) async throws -> [String] {
    try await job.plan().plan.pictures.map(\.shownName)
  }

  @Test(
    "The help's examples of facts, except free text, have the form in which facts are printed"
  )
  func samples() async throws {
    /// The text with each number replaced by 9, each empty star by a full one, and each colour by
    /// its length.
    func form(_ text: String) -> String {
      if text.hasPrefix("#") { return "#\(text.count)" }
      return text.replacing(/[0-9]+(\.[0-9]+)?/, with: "9").replacing("☆", with: "★")
    }
    var lines: [String] = []
    for sample in PictureTokens.samples {
      let (token, key) = (sample.token, FactKey(sample.token.name))
      let isFree =
        token.parameter == .none && !["position", "stars", "dominant"].contains(key.name)
      // The fixture is smaller than 1 MB, and its ratio is not 3:2.
      guard !isFree, Self.keys.contains(key), !["size", "aspect"].contains(key.name) else {
        continue
      }
      lines = []
      _ = try await job.list(as: .template(try Self.template(key))) {
        lines += $0.split(separator: "\n").map(String.init)
      }
      #expect(lines.contains { form($0) == form(sample.text) }, "\(key): \(lines)")
    }
    #expect(!lines.isEmpty)
  }

  @Test(
    "Every fact works in labels, manifests and lists, and is omitted where a picture lacks it",
    arguments: keys)
  func inEveryOutput(key: FactKey) async throws {
    var job = job
    job.texts.label = try PictureTemplate("{\(key)|none}", others: .any)
    let planned = try await job.plan()
    let labels = planned.plan.pages[0].tiles.map { $0.label?.text }
    #expect(Set(labels).count >= 2 && labels.allSatisfy { $0?.isEmpty == false }, "\(labels)")
    for (picture, label) in zip(planned.plan.pictures, labels) {
      #expect(picture.facts.map(\.key) == (label == "none" ? [] : ["\(key)"]))
      if case .text(let text)? = picture.facts.first?.value { #expect(text == label) }
    }
    #expect(planned.notes.of(.missingFacts).isEmpty)
    #expect(
      try JSONDecoder().decode(SheetPlan.self, from: Data(JSONEncoder().encode(planned.plan)))
        == planned.plan)

    var lines: [String] = []
    let report = try await job.list(as: .template(try Self.template(key))) { lines.append($0) }
    #expect(report.unreadable.isEmpty)
    #expect(
      lines.joined() == labels.map { ($0 == "none" ? "" : $0 ?? "") + "\n" }.joined(), "\(lines)")
    // Part of a text chunk can be used, but it is not listed on its own.
    guard key != FactKey("text", "parameters:Seed") else { return }
    lines = []
    _ = try await job.list(as: .json) { lines.append($0) }
    for (line, label) in zip(lines.joined().split(separator: "\n"), labels) {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      // Listing pictures decodes no pixels to get a fact.
      let isListed = label != "none" && !key.isOfPixels
      #expect((object["\(key)"] != nil) == isListed, "\(line)")
    }
  }

  @Test(
    "Pictures can be sorted by any fact; pictures without that fact come last, even in reverse order",
    arguments: keys)
  func sorts(key: FactKey) async throws {
    var job = job
    job.order = ImageOrder(by: .facts(try Self.template(key)))
    let order = try await names(job)
    job.order.isReversed = true
    let reversed = try await names(job)
    let isMissing = try await lacksFact(key)
    let known = isMissing ? Array(order.dropLast()) : order
    #expect(isMissing == false || order.last == "zz.png")
    #expect(reversed == known.reversed() + (isMissing ? ["zz.png"] : []))
    // The second of the two has the larger number, or the later text.
    let rank = ["aspect", "exposure", "profile", "folder", "name", "path", "stem", "scene", "spp"]
      .contains(key.name)
    if !rank {
      #expect(known.filter { $0 != "zz.png" } == ["attic_016spp.png", "cellar_4spp.png"])
    }
    if key.name == "spp" { #expect(known == ["cellar_4spp.png", "attic_016spp.png"]) }
  }

  @Test(
    "Pictures can be grouped by any fact, which appears in the group's heading", arguments: keys)
  func groups(key: FactKey) async throws {
    var job = job
    job.paging.groupKey = try GroupKey(parsing: "{\(key)}")
    job.texts.heading = try HeadingTemplate("{group}/{\(key)|none}", others: .any)
    let headings = try await job.plan().plan.pages.map { $0.texts[0].text }
    #expect(Set(headings).count == headings.count && headings.count >= 2)
    // In a heading, `page` and `count` are facts of the page, and `folder` is the folder of all its
    // pictures.
    guard key.name != "size" else { return }
    for heading in headings where !heading.hasSuffix("/none") {
      let parts = heading.split(separator: "/")
      #expect(parts.count.isMultiple(of: 2), "\(heading)")
      #expect(parts.prefix(parts.count / 2) == parts.suffix(parts.count / 2), "\(heading)")
    }
    if try await lacksFact(key) { #expect(headings.last == "no \(key)/none") }
  }

  @Test(
    "Any fact can be a weight, limited to 0.01 to 100 and to at least a fifth of the mean",
    arguments: keys)
  func weighs(key: FactKey) async throws {
    var job = job
    job.weights = [
      PictureRule(source: "", pictures: .all, value: .facts(try Self.template(key)))
    ]
    let known = PictureFactsBuilder(
      try await job.plan().pictures.compactMap(\.self), table: try job.requirements().table,
      parsing: job.parsing)
    let numbers = known.pictures.map { $0.fact(key)?.number }
    let weights = try JobRules(job, nil).weights.weights(of: known.pictures)
    let least = weights.min()
    #expect(zip(weights, numbers).allSatisfy { $1 == nil || $0 == $1 || $0 == least })
    let beyond = weights.filter { !PictureWeight.range.contains($0) }
    let notes = try await job.plan().notes.of(.limitedWeights)
    #expect(notes.map { $0.measures[.count] } == (beyond.isEmpty ? [] : [beyond.count]))
  }

  @Test("Facts that no picture has, names that do not match and unused rows get one note each")
  func notes() async throws {
    var job = job
    job.texts.label = try PictureTemplate("{text:Nothing|-}{text:Nothing}")
    try folder.write(Array("path,score\nnone.png,1\n".utf8), to: "table.csv")
    let notes = try await job.plan().notes.all
    let table = "'\(folder["table.csv"])'"
    #expect(notes.map(\.kind) == [.unmatchedRows, .unmatchedNames, .missingFacts])
    #expect(
      notes.map(\.description) == [
        "a row of \(table) is not used: line 2, 'none.png', which matches no image (column 1 of path, score)",
        "1 of 3 names does not match '{scene}_{spp:1}spp', so no facts are extracted from it; the image is "
          + "'\(folder["c/zz.png"])'",
        "no image has {text:Nothing}",
      ])
  }

  @Test("A job without facts reads only what the layout needs")
  func nothingAsked() async throws {
    var job = job
    (job.parsing, job.table) = ([], nil)
    // If no order is given, a note may name cameras whose times interleave.
    var exif = MetadataNeeds()
    exif.exif = true
    #expect(job.requestedFacts.needs == exif)
    #expect(job.requestedFacts.keys.isEmpty)
    job.order = ImageOrder(by: .natural)
    #expect(job.requestedFacts.needs == MetadataNeeds())
    let plan = try await job.plan().plan
    #expect(plan.pictures.allSatisfy { $0.facts.isEmpty })
    #expect(try !String(decoding: JSONEncoder().encode(plan), as: UTF8.self).contains("\"facts\""))
  }

  /// Whether the picture without metadata lacks a fact.
  private func lacksFact(_ key: FactKey) async throws -> Bool {
    var lines = ""
    _ = try await job.list(as: .template(try PictureTemplate("{name}{\(key)}", others: .any))) {
      lines += $0
    }
    return lines.split(separator: "\n").contains("zz.png")
  }
}

@Suite struct FactGuideTests {
  @Test("The guide's table lists every token and nothing else")
  func table() throws {
    let guide = try String(
      contentsOf: Repository.root.appending(
        path: ".github/guide/reference/templates.md"),
      encoding: .utf8)
    let part = try #require(guide.components(separatedBy: "## Tokens").last)
    let rows = part.components(separatedBy: "## Template syntax")[0].split(separator: "\n")
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }
    let documented = rows.flatMap { row in
      row.split(separator: "|", omittingEmptySubsequences: false)[2].matches(of: /\{([a-z-]+)/).map
      {
        String($0.output.1)
      }
    }
    // The user names the parts of names and the columns.
    let others = ["scene", "spp", "score"]
    #expect(Set(documented) == Set(PictureTokens.all.map(\.name) + others))
  }
}
