import ContactSheet
import SheetLayout
import Testing

@testable import ContactSheetCommand

/// What each option of the catalog does to the job and to the request.
@Suite struct OptionEffectTests {
  @Test(
    "An option changes the job, the request, both or neither, exactly as its effect says",
    arguments: OptionCatalog.all.map(\.name))
  func changes(name: String) throws {
    let option = try #require(OptionCatalog.option(named: name))
    let (changesJob, changesRequest) = try Self.changes(by: option)
    // What is a detail of another option changes the job by way of that.
    #expect(changesJob == (option.putIntoJob != nil || option.isSettledByPlan))
    #expect(changesRequest == (option.putIntoRequest != nil))
    #expect(option.isSettledByPlan == (changesJob && !changesRequest))
  }

  @Test("Pictures are scaled as suits the layout, unless --scale says otherwise")
  func usualScaling() throws {
    for kind in LayoutKind.all {
      let layout = ("layout", kind.name)
      #expect(try Self.arguments([layout]).job().style.scaling == kind.usualScaling)
      for scaling in Scaling.allCases {
        for given in [
          [layout, ("scale", scaling.rawValue)], [("scale", scaling.rawValue), layout],
        ] {
          #expect(try Self.arguments(given).job().style.scaling == scaling)
        }
      }
    }
    #expect(LayoutKind.all.filter { $0.usualScaling == .fill }.map(\.name) == ["tiered"])
    #expect(options.tile.scale.facts.toldDefault == "fit, fill for tiered")
  }

  @Test("Beside a plan nothing is asked for that is not given")
  func unasked() throws {
    var request = try Self.arguments([("from-plan", "p")]).request().request
    request.workers = SheetRequest().workers
    #expect(Self.dumped(request) == Self.dumped(SheetRequest()))
  }

  @Test(
    "The text of a default is read as that default",
    arguments: OptionCatalog.all.map(\.name))
  func defaults(name: String) throws {
    let option = try #require(
      Options.sections.flatMap(\.declarations).first { $0.facts.name == name })
    func check(_ option: some DeclaredOption) throws {
      guard let text = option.facts.standard ?? option.facts.nothing else { return }
      let value = try option.facts.reading(text).anyValue
      #expect(Self.dumped(value) == Self.dumped(option.standard), "\(text)")
    }
    try check(option)
  }

  /// What may have to be given with an option before it makes a difference.
  private static let companions: [[(name: String, text: String)]] =
    [
      [], [("label", "{name}")], [("title", "a")], [("group-by", "folder")],
      [("files-from", "list")], [("from-plan", "plan.json")],
      [("layout", "matrix"), ("size", "600")], [("compare", "old")],
      [("html", "page.html")],
    ] + LayoutKind.all.map { [("layout", $0.name)] }

  /// Whether any value of an option makes another job, and another request.
  private static func changes(by option: OptionFacts) throws -> (job: Bool, request: Bool) {
    let texts = [
      "7", "3", "99x66", "A4", "2x3", "+1+1", "red", "2 red", "a", "a=1", "2/3", "{a} => {a}-old",
      "{a}_{b}", "0.3", "a=0.3,0.4", "a=0,0,1,1", "a=2x2",
    ]
    let values =
      option.kind == .flag || option.kind == .flagOrValue
      ? [OptionFacts.flagIsSet, OptionFacts.flagIsTakenBack]
      : (option.choices + texts).filter { (try? option.reading($0)) != nil }
    var changes = (job: false, request: false)
    for companions in companions where !companions.contains(where: { $0.name == option.name }) {
      let without = try arguments(companions)
      let (job, request) = (dumped(try without.job()), dumped(without.request()))
      for value in values {
        let with = try arguments(companions + [(option.name, value)])
        // A word may be that of a fact that nobody has.
        guard ruleBroken(by: with) == nil, let withJob = try? with.job() else { continue }
        if dumped(withJob) != job { changes.job = true }
        if dumped(with.request()) != request { changes.request = true }
      }
      if changes.job || changes.request { break }
    }
    return changes
  }

  /// The arguments that say this on the command line.
  private static func arguments(_ texts: [(name: String, text: String)]) throws -> Arguments {
    Arguments().over([
      try texts.map { name, text in
        let option = try #require(OptionCatalog.option(named: name), "\(name)")
        return Arguments.Entry(option: option, given: [try option.reading(text)])
      }
    ])
  }

  @Test("A text is read where it is given: rules, lengths, job and request take that value")
  func readOnce() throws {
    // Each of these texts says something else than the value, which would show if it were read.
    var arguments = Arguments()
    func give(_ option: some DeclaredOption, _ value: any Sendable) {
      let reading = OptionReading(text: "7", anyValue: value, dependsOnDensity: false)
      arguments.entries.append(Arguments.Entry(option: option.facts, given: [reading]))
    }
    give(options.layout.gap, Spacing(horizontal: 1, vertical: 2))
    give(options.running.jobs, Optional(3))
    give(options.layout.layout, LayoutKind.all[1])
    #expect(ruleBroken(by: arguments)?.contains("has one --gap for both directions") == true)
    #expect(try arguments.job().gap == Spacing(horizontal: 1, vertical: 2))
    #expect(try arguments.job().layout is TieredLayout)
    #expect(arguments.request().request.workers == 3)
    #expect(try arguments.inPixels()[options.layout.gap].vertical == 2)
    for option in OptionCatalog.all where option.takesLengths {
      let texts = ["7", "fixed(7)", "7x7", "7 red"].filter { (try? option.reading($0)) != nil }
      #expect(try texts.allSatisfy { try !option.reading($0).dependsOnDensity })
    }
    #expect(try options.layout.gap.facts.reading("3mm").dependsOnDensity)
  }

  /// All that a value holds, as many of those here cannot be compared.
  private static func dumped(_ value: some Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }
}
