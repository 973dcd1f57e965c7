import SheetFixtures
import SheetLayout
import SheetModel
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Aggregates in headings and titles, and emphasised labels.
@Suite struct AggregateTests {
  /// Pictures whose names are the given values.
  ///
  /// The pictures of each first letter are a group.
  static func job(_ names: [String]) throws -> SheetJob {
    var job = SheetJob(
      sources: names.map { StubPicture(name: "\($0).png", size: PixelSize(width: 9, height: 9)) })
    job.parsing = [try NameTemplate("{set}_{value}")]
    job.paging.groupKey = try GroupKey(parsing: "{set}")
    return job
  }

  static func texts(_ job: SheetJob, _ role: TextRole) throws -> [String] {
    try job.sheetPlan().pages.flatMap { $0.texts.filter { $0.role == role }.map(\.text) }
  }

  @Test(
    "The minimum, maximum and mean of a group match those of a sorted list",
    arguments: [false, true])
  func groups(haveSections: Bool) throws {
    var generator = SeededGenerator(seed: 43)
    for _ in 0..<40 {
      var values: [String: [Int]] = [:]
      for _ in 0..<Int.random(in: 1..<20, using: &generator) {
        let set = ["a", "b", "c"].randomElement(using: &generator) ?? ""
        values[set, default: []].append(Int.random(in: -99...99, using: &generator))
      }
      var job = try Self.job(values.flatMap { set, values in values.map { "\(set)_\($0)" } })
      if haveSections { job.paging.groupBreak = .section }
      job.texts.heading = try HeadingTemplate(
        "{group} {count}/{total} {value.first} {value.last} {value.min} {value.max} {value.mean:.2f}",
        others: .any)
      job.texts.title = try PageTemplate("{count} {total} {value.min} {value.max} {value.mean:.2f}")
      func statistics(_ values: [Int]) -> String {
        let mean = Double(values.reduce(0, +)) / Double(values.count)
        let (least, most) = (values.min() ?? 0, values.max() ?? 0)
        return "\(least) \(most) \(mean.text(decimals: 2, keepsZeros: true))"
      }
      let all = values.values.flatMap(\.self)
      let headings = values.map { set, values in
        "\(set) \(values.count)/\(all.count) \(values.min() ?? 0) \(values.max() ?? 0) "
          + statistics(values)
      }
      let texts = try Self.texts(job, .heading)
      #expect(Set(texts) == Set(headings))
      #expect(
        try Set(Self.texts(job, .title)) == ["\(all.count) \(all.count) \(statistics(all))"])
    }
  }

  @Test("Text is compared as in sorting, and comes after numbers; missing values are ignored")
  func textsInOrder() throws {
    var job = try Self.job(["a_run 10", "a_run 9", "a_Omar", "a_Ömer", "a_7", "b"])
    job.texts.heading = try HeadingTemplate(
      "{value.first}, {value.last}, {value.max}, {value.mean}", others: .any)
    #expect(try Self.texts(job, .heading) == ["7, run 10, 7, 7", ", , , "])
  }

  @Test("In headings, a column called total takes precedence over the number of all pictures")
  func ownTotal() throws {
    var job = try Self.job(["a_1", "a_2", "b_3"])
    job.texts.heading = try HeadingTemplate("{total}", others: .any)
    #expect(try Self.texts(job, .heading) == ["3", "3"])
    job.parsing = [try NameTemplate("{set}_{total}")]
    #expect(try Self.texts(job, .heading) == ["3"])
    job.texts.heading = try HeadingTemplate("{total.max} of {count}", others: .any)
    #expect(try Self.texts(job, .heading) == ["2 of 2", "3 of 1"])
  }

  @Test("An aggregate that needs numbers gets a note if there are none")
  func notes() throws {
    var job = try Self.job(["a_x", "a_y"])
    job.texts.footer = try PageTemplate("{value.mean}{value.first}")
    #expect(
      try job.planned().notes.map(\.description) == [
        "{value.mean} needs numbers, and no image has one"
      ])
  }

  @Test("--best is an error if all values are text, and gives a note if all are missing")
  func bestOfTexts() throws {
    var job: SheetJob
    for (value, remedy) in [("x", "correct these values"), ("0,5", "with a decimal point")] {
      job = try Self.job(["a_na", "a_\(value)", "b_y"])
      job.best = [try BestPictures(parsing: "value")]
      let error = try #require(throws: ContactSheetError.self) { try job.planned() }
      #expect(
        "\(error)".contains(
          "'{value}' is '\(value)' for 'a_\(value).png', and no image has a number"),
        "\(error)")
      #expect("\(error)".contains(remedy), "\(error)")
    }
    job = try Self.job(["a_na", "a_-"])
    job.best = [try BestPictures(parsing: "value")]
    #expect(
      try job.planned().notes.map(\.description) == [
        "no label is emphasised, because no image has a number for '{value}'"
      ])
  }

  @Test(
    "A --best template that gives text, or falls back to text if a number is missing, is refused",
    arguments: [
      "name", "{path}", "least {camera}", "{value|0,5}", "{value|O}", "{value|n/a}", "{value|-}",
      "{value|{rating|none}}",
    ])
  func neverBest(text: String) {
    #expect(throws: TemplateError.self) { try BestPictures(parsing: text) }
  }

  @Test(
    "The error about a misspelt column in a title or a footer suggests the nearest column",
    arguments: [\SheetTexts.title, \.header, \.footer])
  func misspelt(text: any WritableKeyPath<SheetTexts, PageTemplate?> & Sendable) throws {
    var job = try Self.job(["a_1"])
    job.texts[keyPath: text] = try PageTemplate("{valeu.max}")
    let error = try #require(throws: ContactSheetError.self) { try job.checkTokens(nil) }
    #expect("\(error)".contains("there is no token {valeu.max} (did you mean {value.max}?)"))
  }
}

@Suite struct BestPicturesTests {
  /// The names of the pictures whose labels are emphasised.
  static func best(_ job: SheetJob, _ best: String) throws -> Set<String> {
    var job = job
    job.best = [try BestPictures(parsing: best)]
    job.texts.label = try PictureTemplate("{stem}")
    let plan = try job.sheetPlan()
    let labels = plan.pages.flatMap(\.tiles).compactMap(\.label)
    #expect(labels.count == plan.pictures.count)
    return Set(labels.filter(\.isEmphasized).map(\.text))
  }

  @Test("The largest or the smallest of each group is best; all tied pictures are emphasised")
  func groups() throws {
    let job = try AggregateTests.job(["a_1", "a_10", "a_9", "b_-3", "b_-2", "b_-2.0", "c_x", "c"])
    #expect(try Self.best(job, "{value}") == ["a_10", "b_-2", "b_-2.0"])
    #expect(try Self.best(job, "value") == ["a_10", "b_-2", "b_-2.0"])
    #expect(try Self.best(job, "least {value}") == ["a_1", "b_-3"])
    #expect(try Self.best(job, "least value") == ["a_1", "b_-3"])
    var whole = job
    whole.paging.groupKey = nil
    #expect(try Self.best(whole, "{value|99}") == ["c"])
  }

  @Test("The best value of each row of a matrix is the one that a simple search finds")
  func rows() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<30 {
      var best: [Int: (names: [String], value: Int)] = [:]
      var names: [String] = []
      for row in 0..<4 {
        for column in 0..<5 where Bool.random(using: &generator) {
          let value = Int.random(in: 0..<6, using: &generator)
          let name = "\(row)_\(column)_\(value)"
          names.append(name)
          if value > best[row]?.value ?? -1 { best[row] = ([], value) }
          if value == best[row]?.value { best[row]?.names.append(name) }
        }
      }
      guard !names.isEmpty else { continue }
      names.shuffle(using: &generator)
      var job = SheetJob(
        sources: names.map { StubPicture(name: "\($0).png", size: PixelSize(width: 9, height: 9)) })
      job.parsing = [try NameTemplate("{row_}_{column_}_{value}")]
      job.layout = MatrixLayout(
        MatrixAxes(
          rows: MatrixAxis(try PictureTemplate("{row_}", others: .any), values: nil),
          columns: MatrixAxis(try PictureTemplate("{column_}", others: .any), values: nil)))
      #expect(try Self.best(job, "{value}") == Set(best.values.flatMap(\.names)))
    }
  }

  /// The emphasised parts of labels by file name; the whole text of labels emphasised as a whole.
  private static func parts(
    _ names: [String], _ label: String, _ best: [String]
  ) throws -> [String: [String]] {
    var job = SheetJob(
      sources: names.map { StubPicture(name: "\($0).png", size: PixelSize(width: 300, height: 9)) })
    job.parsing = [try NameTemplate("{set}_{psnr}_{err}")]
    job.best = try best.map { try BestPictures(parsing: $0) }
    job.texts.label = try PictureTemplate(label, others: .any)
    let plan = try job.sheetPlan()
    var found: [String: [String]] = [:]
    for tile in plan.pages.flatMap(\.tiles) {
      guard let label = tile.label else { continue }
      let scalars = Array(label.text.unicodeScalars)
      let parts = label.emphasis.map { String(String.UnicodeScalarView(scalars[$0])) }
      let all = label.isEmphasized ? [label.text] : parts
      if !all.isEmpty { found[plan.pictures[tile.index].name] = all }
    }
    return found
  }

  @Test("In a label with several facts, each fact is emphasised separately, by its own rule")
  func severalFacts() throws {
    let names = ["a_31_0.2", "b_30_0.1", "c_31_0.3", "d_9_0.1"]
    #expect(
      try Self.parts(names, "{set}\\n{psnr:.1f} dB / {err}", ["{psnr}", "least {err}"]) == [
        "a_31_0.2.png": ["31.0"], "b_30_0.1.png": ["0.1"], "c_31_0.3.png": ["31.0"],
        "d_9_0.1.png": ["0.1"],
      ])
    let both = try Self.parts(["a_2_1", "b_1_2"], "{err} {psnr} {set}", ["psnr", "least {err}"])
    #expect(both == ["a_2_1.png": ["1", "2"]])
    // The same values elsewhere in a label are not emphasised.
    #expect(
      try Self.parts(["a_7_7", "b_6_8"], "{err} {psnr}", ["{psnr}"]) == ["a_7_7.png": ["7"]])
  }

  @Test("A label that shows only the fact, or does not show it, is emphasised as a whole")
  func wholeLabels() throws {
    let names = ["a_31_0.2", "b_30_0.1"]
    let best = ["{psnr}", "least {err}"]
    #expect(try Self.parts(names, "{psnr} dB", ["{psnr}"]) == ["a_31_0.2.png": ["31 dB"]])
    #expect(try Self.parts(names, "{set}", best).count == 2)
    #expect(
      try Self.parts(names, "{set} {psnr}", best) == [
        "a_31_0.2.png": ["31"], "b_30_0.1.png": ["b 30"],
      ])
    #expect(
      try Self.parts(names, "{set} {psnr+PSNR {psnr}}", best)["a_31_0.2.png"] == ["PSNR 31"])
  }

  @Test("A note names each of several templates that give no number")
  func noNumbers() throws {
    var job = try AggregateTests.job(["a_1", "a_2"])
    job.parsing = [try NameTemplate("{set}_{value}"), try NameTemplate("{set}_{value}_{other}")]
    job.best = [try BestPictures(parsing: "value"), try BestPictures(parsing: "other")]
    #expect(
      try job.planned().notes.of(.noneBest).map(\.description) == [
        "no best value is emphasised, because no image has a number for '{other}'"
      ])
  }

  @Test("The text of a `--best` rule parses to the same rule")
  func description() throws {
    for text in ["{psnr}", "least {rmse}", "{a|0}", "{column:best of run}"] {
      #expect(try "\(BestPictures(parsing: text))" == text)
    }
    #expect(try "\(BestPictures(parsing: "least"))" == "{least}")
  }
}
