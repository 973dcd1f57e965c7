import SheetLayout
import SheetPlanning
import SheetPlans
import Testing

@testable import ContactSheet
@testable import ContactSheetCommand

/// How each option of the catalog changes the job and the request.
@Suite struct OptionEffectTests {
  @Test(
    "A plan fixes exactly the options that change the job but not how the job is run",
    arguments: OptionCatalog.all.map(\.name))
  func changes(name: String) throws {
    let option = try #require(OptionCatalog.option(named: name))
    let (changesJob, changesRequest) = try Self.changes(by: option)
    #expect(option.isFixedByPlan == (changesJob && !changesRequest))
    let isOfCommand = [
      "list", "quiet", "verbose", "preset", "config", "no-config", "require", "print-config",
      "completions",
      "man",
      "version", "usage",
    ].contains(name)
    #expect(isOfCommand == (!changesJob && !changesRequest))
  }

  @Test("Pictures are scaled as the layout requires unless --scale is given")
  func defaultScaling() throws {
    for kind in LayoutKind.allCases {
      let layout = ("layout", kind.rawValue)
      #expect(try Self.options([layout]).resolved().job.style.scaling == kind.defaultScaling)
      for scaling in Scaling.allCases {
        for given in [
          [layout, ("scale", scaling.rawValue)], [("scale", scaling.rawValue), layout],
        ] {
          #expect(try Self.options(given).resolved().job.style.scaling == scaling)
        }
      }
    }
    #expect(LayoutKind.allCases.filter { $0.defaultScaling == .fill } == [.tiered])
    #expect(OptionCatalog.known("scale").shownDefault == "fit, or fill for tiered")
  }

  @Test("With a plan, options that are not given change nothing")
  func unasked() throws {
    var request = try Self.options([("from-plan", "p")]).resolved().request
    request.workers = RenderRequest().workers
    #expect(Self.dumped(request) == Self.dumped(RenderRequest()))
  }

  @Test(
    "The text of each default value parses to that value", arguments: OptionCatalog.all.map(\.name))
  func defaults(name: String) throws {
    let option = OptionCatalog.known(name)
    // A name for the output applies to one sheet only. Without --no-upscale, images are enlarged to
    // fit some cells on paper; a given scaling crops nothing, and a given label is used instead of
    // a table's.
    guard let text = option.standard ?? option.nothing,
      !["output", "upscale", "scale", "label"].contains(name)
    else { return }
    let (with, without) = try (Self.options([(name, text)]).resolved(), RawOptions().resolved())
    #expect(Self.dumped(with.job) == Self.dumped(without.job), "\(text)")
  }

  /// Options that may need another option before they have an effect.
  private static let companions: [[(name: String, text: String)]] =
    [
      [], [("label", "{name}")], [("title", "a")], [("group-by", "folder")],
      [("files-from", "list")], [("from-plan", "plan.json")], [("table", "table.csv")],
      [("layout", "matrix"), ("size", "600")], [("compare", "old")],
      [("html", "page.html")], [("colormap", "viridis")], [("inset", "0,0,9,9")],
    ] + LayoutKind.allCases.map { [("layout", $0.rawValue)] }

  /// The jobs and requests that result from the companions alone.
  private static let alone = Result {
    try companions.map { texts in
      let resolved = try options(texts).resolved()
      return (job: dumped(resolved.job), request: dumped(resolved.request))
    }
  }

  /// Whether any value of an option changes the job, and whether any changes the request.
  private static func changes(by option: Option) throws -> (job: Bool, request: Bool) {
    let texts = [
      "7", "3", "99x66", "A4", "2x3", "+1+1", "red", "2 red", "a", "a=1", "2/3", "{a} => {a}-old",
      "{a}_{b}", "0.3", "a=0.3,0.4", "a=0,0,1,1", "a=2x2", "a=+1h", "a=right", "auto", "{width}",
      "7 px",
    ]
    let values =
      option.isFlag
      ? [Option.isSet, Option.isUnset]
      : (option.choices + texts).filter { (try? option.check($0)) != nil }
    var changes = (job: false, request: false)
    for (companions, alone) in zip(companions, try alone.get())
    where !companions.contains(where: { $0.name == option.name }) {
      for value in values {
        let given = try options(companions + [(option.name, value)])
        // A value may name a fact that no picture has.
        guard ruleBroken(by: given) == nil, let with = try? given.resolved() else { continue }
        changes.job = changes.job || dumped(with.job) != alone.job
        changes.request = changes.request || dumped(with.request) != alone.request
      }
      if changes.job || changes.request { break }
    }
    return changes
  }

  /// The options of a command line with these names and values.
  private static func options(_ texts: [(name: String, text: String)]) throws -> RawOptions {
    var options = RawOptions()
    for (name, text) in texts { try options.set(OptionCatalog.known(name), [text]) }
    return options
  }

  @Test("Lengths with units follow the sheet's density; plain numbers do not")
  func densities() throws {
    let options = try parsed(["--gap", "1in", "--dpi", "100", "--margin", "7"])
    let job = try options.resolved().job
    #expect(job.gap == PixelSpacing(horizontal: 100, vertical: 100) && job.margin.vertical == 7)
  }

  /// A dump of a value, since many values here cannot be compared.
  private static func dumped(_ value: some Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }
}
