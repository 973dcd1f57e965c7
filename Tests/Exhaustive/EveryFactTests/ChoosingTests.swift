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

/// Conditions on the pictures of ``FactUseTests``: the attic, the cellar, and one without metadata.
@Suite struct ChoosingTests {
  let use: FactUseTests

  init() throws { use = try FactUseTests() }

  /// The first letters of the chosen pictures' names: `a`, `c` and `z`.
  private func chosen(_ conditions: String...) async throws -> String {
    var job = use.job
    job.conditions = try conditions.map { try Condition($0) }
    job.order = .natural
    var lines: [String] = []
    do {
      _ = try await job.list(as: .template(try PictureTemplate("{name}"))) { lines.append($0) }
    } catch let error as ContactSheetError where error.code == .noPictures {
      return ""
    }
    return String(lines.joined().split(separator: "\n").compactMap(\.first).sorted())
  }

  /// How each picture compares with a value: `<`, `=` or `>`, or `-` if it lacks the fact.
  ///
  /// The keys are facts of the three pictures.
  static let values: [(key: String, value: String, places: String)] = [
    ("name", "cellar_4spp.png", "<=>"), ("stem", "cellar_4spp", "<=>"), ("folder", "b", "=<>"),
    ("width", "60", "<=<"), ("height", "42", "<=<"), ("megapixels", "0.00252", "<=<"),
    ("aspect", "1.1", ">><"), ("depth", "16", "<=<"), ("profile", "'gamma 1'", ">=>"),
    ("modified", "2001-09-10", "<=>"), ("text:Title", "\"TITLE 2\"", "<=-"),
    ("text:parameters:Seed", "72", "<=-"), ("taken", "2022-08", "<=-"),
    ("camera", "'canon 2d'", "<=-"), ("lens", "'Lens 2'", "<=-"), ("exposure", "1/200s", ">=-"),
    ("aperture", "f/5.6", "<=-"), ("iso", "200", "<=-"), ("focal", "100 mm", "<=-"),
    ("artist", "'Artist 2'", "<=-"), ("copyright", "'Copyright 2'", "<=-"),
    ("description", "'Of 2'", "<=-"), ("comment", "'Comment 2'", "<=-"),
    ("position", "'2.0000, 2.0000'", "<=-"), ("ppi", "508", "<=-"),
    ("rating", "2", "<=-"), ("stars", "2", "<=-"),
    ("keywords", "K2", "<=-"), ("title", "'Title 2'", "<=-"), ("color-label", "red", "<=-"),
    ("location", "'Place 2'", "<=-"), ("city", "'City 2'", "<=-"),
    ("country", "'Country 2'", "<=-"),
    ("seed", "72", "<=-"), ("prompt", "'Cat 2'", "<=-"), ("negative", "'Dog 2'", "<=-"),
    ("steps", "22", "<=-"), ("cfg", "2", "<=-"), ("sampler", "'Sampler 2'", "<=-"),
    ("model", "'Model 2'", "<=-"),
    ("people", "'Person 2'", "<=-"), ("brightness", "0.2", "<>>"), ("contrast", "0.2", "<>>"),
    ("saturation", "0.5", "<><"), ("hue", "0", "=>>"), ("sharpness", "0.2", "<>>"),
    ("dominant", "'#1'", "<>>"), ("scene", "cellar", "<=-"), ("spp", "4", ">=-"),
    ("score", "10", "<=-"), ("column:exact match", "yes", "<=-"),
  ]

  @Test("Conditions compare each fact with a value, using each operator", arguments: values)
  func comparisons(key: String, value: String, places: String) async throws {
    let fact = "{\(key)}"
    func pictures(_ signs: String) -> String {
      String(zip("acz", places).filter { signs.contains($1) }.map(\.0))
    }
    #expect(try await chosen("\(fact) = \(value)") == pictures("="))
    #expect(try await chosen("\(fact) != \(value)") == pictures("<>"))
    #expect(try await chosen("\(fact) < \(value)") == pictures("<"))
    #expect(try await chosen("\(fact) <= \(value)") == pictures("<="))
    #expect(try await chosen("\(fact) > \(value)") == pictures(">"))
    #expect(try await chosen("\(fact) >= \(value)") == pictures(">="))
    #expect(try await chosen(fact) == pictures("<=>"))
    #expect(try await chosen("not \(fact)") == pictures("-"))
    #expect(try await chosen("\(fact) ~ *") == pictures("<=>"))
    #expect(try await chosen("\(fact) ~ ''") == "")
  }

  @Test("The table of these tests contains every fact except those that depend on the folder")
  func allFacts() {
    let tested = Set(Self.values.map(\.key)).union(["path", "size"])
    #expect(tested == Set(FactUseTests.keys.map { "\($0)" }))
  }

  @Test("Conditions can compare paths, numbers of bytes, and ratios as displayed")
  func ofThisFolder() async throws {
    let path = use.folder["a/cellar_4spp.png"]
    #expect(try await chosen("path = '\(path)'") == "c")
    #expect(try await chosen("path > '\(path)'") == "az")
    #expect(try await chosen("path ~ '*/A/*'") == "c")
    #expect(try await chosen("size > 0.01kB and size < 1GB") == "acz")
    #expect(try await chosen("size >= 1 MB") == "")
    #expect(try await chosen("aspect = 1:1") == "z")
    #expect(try await chosen("aspect > 4:3") == "ac")
  }

  @Test(
    "Conditions can compare facts with each other, and several conditions must all be met",
    arguments: [
      (["width > height"], "ac"), (["width = height"], "z"), (["iso > width"], "ac"),
      (["taken > modified"], "ac"), (["taken < modified"], ""), (["scene = rating"], ""),
      (["scene != rating"], "ac"), (["width > 10", "not score < 0"], "c"),
      (["width > 10", "width > 30", "name ~ c*"], "c"), (["rating = 1 or not rating"], "az"),
      (["camera ~ \"Canon*\" and Iso <= 100"], "a"), (["camera ~ '[a-d]anon ?d'"], "ac"),
      (["name ~ '\\*'"], ""), (["name ~ ''"], ""), (["taken = 2021 or taken = 2022-08-31"], "ac"),
      (["taken > 2021"], "c"), (["taken >= 2021 and taken <= 2021"], "a"),
      (["taken = '2021-08-31 09:15'"], "a"), (["taken = 2021-08-31T09:15:01"], ""),
      (["{column:exact match} = {column:exact match}"], "ac"), (["name ~ {name}"], "acz"),
      (["name ~ {path}"], ""), (["not name ~ {scene}"], "acz"),
    ])
  func several(conditions: [String], expected: String) async throws {
    var job = use.job
    job.conditions = try conditions.map { try Condition($0) }
    if expected.isEmpty {
      await #expect(throws: ContactSheetError.self) { try await job.plan() }
    } else {
      let names = try await job.plan().plan.pictures.map(\.shownName)
      #expect(String(names.compactMap(\.first).sorted()) == expected)
    }
  }

  @Test(
    "A list of values meets a condition if any of its items does, and is unequal if no item is equal"
  )
  func lists() async throws {
    let folder = TemporaryFolder()
    for (name, keywords) in [("a", ["garden", "Rome, Italy"]), ("c", ["may"]), ("z", [])] {
      let items = keywords.map { "<rdf:li>\($0)</rdf:li>" }.joined()
      try folder.write(
        PNGFixture(
          width: 1, height: 1, bitDepth: 8, colorType: .gray, samples: [0],
          chunksBeforeData: [
            .internationalText(
              "XML:com.adobe.xmp", "<x><dc:subject>\(items)</dc:subject></x>", compressed: false)
          ]
        ).encoded(), to: "\(name).png")
    }
    func chosen(_ condition: String) async throws -> String {
      var job = SheetJob(inputs: [.path(folder.path)])
      job.conditions = [try Condition(condition)]
      return try await job.plan().plan.pictures.map(\.shownName).compactMap(\.first).map {
        String($0)
      }.joined()
    }
    #expect(try await chosen("keywords = GARDEN") == "a")
    #expect(try await chosen("keywords = 'rome, italy'") == "a")
    #expect(try await chosen("keywords != garden") == "c")
    #expect(try await chosen("keywords ~ 'r*'") == "a")
    #expect(try await chosen("keywords > n") == "a")
    #expect(try await chosen("keywords < n") == "ac")
    #expect(try await chosen("not keywords") == "z")
    #expect(try await chosen("keywords = {keywords}") == "ac")
    #expect(try await chosen("stem != {keywords}") == "ac")
  }

  @Test(
    "A note gives the number of chosen pictures; if there are none, an error names the condition")
  func matchNotes() async throws {
    var job = use.job
    job.conditions = [try Condition("width > 30")]
    let notes = Notes()
    _ = try await job.list(as: .json, notes: notes) { _ in }
    for notes in try await [job.plan().notes, notes] {
      #expect(notes.of(.chosen).map(\.text) == ["1 of 3 images chosen"])
    }
    job.conditions = try ["width > 5", "rating > 2", "iso"].map { try Condition($0) }
    await #expect {
      try await job.plan()
    } throws: {
      "\($0)"
        == "cannot choose images: none of the 3 images meets 'rating > 2'; change conditions, or print the facts with list"
    }
    job.conditions = try ["width = 30", "width = 60"].map { try Condition($0) }
    await #expect {
      try await job.plan()
    } throws: {
      "\($0)"
        == "cannot choose images: none of the 3 images meets 'width = 30' and 'width = 60'; change conditions, or print the facts with list"
    }
    job.conditions = [try Condition("width = 30 and tkaen")]
    await #expect {
      try await job.plan()
    } throws: {
      "\($0)".hasPrefix(
        "cannot read the condition 'width = 30 and tkaen', at character 16: there is no fact 'tkaen' "
          + "(did you mean taken?)")
    }
  }

  @Test(
    "Conditions apply before sorting, groups, limits and pages, and the limit after sorting"
  )
  func order() async throws {
    var job = use.job
    job.order = ImageOrder(by: try SortKey(parsing: "width"), isReversed: true)
    job.sample = .first(2)
    #expect(try await use.names(job) == ["cellar_4spp.png", "attic_016spp.png"])
    job.conditions = [try Condition("width < 60")]
    #expect(try await use.names(job) == ["attic_016spp.png", "zz.png"])
    job.sample = .first(1)
    job.paging.groupKey = .folder
    job.texts.heading = try HeadingTemplate("{group}")
    let plan = try await job.plan().plan
    #expect(plan.pages.count == 1 && plan.pages[0].texts.map(\.text) == ["b"])
    var lines = ""
    _ = try await job.list(as: .template(try PictureTemplate("{name} {count}"))) { lines += $0 }
    #expect(lines == "attic_016spp.png 1\n")
  }

  @Test("Conditions read only the facts that they need, and do not store them in the plan")
  func reads() async throws {
    var job = use.job
    job.conditions = [try Condition("width > 30")]
    #expect(FactQuery(try job.choice(nil).keys).needs == MetadataNeeds())
    job.conditions = [try Condition("rating = 2 and width < iso")]
    let needs = FactQuery(try job.choice(nil).keys).needs
    #expect(needs == MetadataNeeds(exif: true, xmp: true))
    #expect(try await job.plan().plan.pictures.allSatisfy(\.facts.isEmpty))
  }

  @Test("A picture that is not chosen is still an input, and nothing overwrites it")
  func rejected() async throws {
    var job = use.job
    job.conditions = [try Condition("width = 30")]
    let output = use.folder["c/zz.png"]
    var request = RenderRequest(output: .file(output))
    request.replacesForeignFiles = true
    let planned = try await job.plan()
    await #expect(throws: ContactSheetError.inputIsOutput(output)) {
      try await SheetRun(planned, request)
    }
  }

  @Test("A table column or a --parse part takes precedence over a newer token of the same name")
  func columnsFirst() async throws {
    try use.folder.write(
      Array("path,Width of it,k\na/cellar_4spp.png,3,x\nb/attic_016spp.png,4,y\n".utf8),
      to: "table.csv")
    #expect(try await chosen("{column:width of it} = 4") == "a")
    #expect(try await chosen("K = x") == "c")
    #expect(try await chosen("k = l") == "")
  }
}
