internal import ContactSheet
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetRendering

/// The plan as data, and which part of it is rendered.
struct PlanOptions: OptionSection {
  /// The form of the list that is requested instead of a sheet; nil for a sheet.
  var list: ListingForm?
  /// The plan that is rendered; nil if the sheet is planned in this run.
  var fromPlan: String?
  var root: String?
  var page, shard: PageSelection?
  /// The paths of the files about a sheet, by the names of their options.
  var documents: [String: String] = [:]

  static let title = "Plan"

  /// The number of bytes for embedded pictures if `--embed` has no value.
  static let defaultEmbedding = ByteLimit(50_000_000)
  static let isFixedByPlan = false
  @OptionListBuilder static var options: [Option] {
    Option(
      "dry-run", \.[\.request.isDryRun], onlyOnCommandLine: "with it, no run would write a sheet",
      """
      Plan the sheet without rendering it, and print the plan, or write it as JSON with \
      --manifest.
      """)
    Option(
      "list", \.plan.list, value: "template",
      .flag(or: .parsed { .template(try PictureTemplate($0, others: .any)) }, alone: .json),
      onlyOnCommandLine: "with it, no run would write a sheet",
      """
      Print the facts of each image or, with --compare, of each pair, instead of making a sheet. \
      Each line is a JSON object, or follows a template, as in \
      --list='{path}\\t{taken}\\t{camera}'.
      """)
    // The files about a sheet, in the order of ``DocumentKind``.
    DocumentKind.allCases.map { kind in
      Option(
        kind.name, \.plan.documents[kind.name], value: "file",
        .file(kind.fileExtension, inProject: .output), kind.help)
    }
    Option(
      "embed", \.request.embeddingLimit, value: "bytes",
      .flag(
        or: .written("a number of bytes, at least 1, such as 50MB"), alone: Self.defaultEmbedding),
      nothing: Option.isUnset, limit: { ($0 ?? Self.defaultEmbedding).value },
      """
      Put all images into the HTML page, which then needs no other files; a click on a tile opens \
      its image. Together, the embedded images take at most \(Self.defaultEmbedding), or the given \
      size, as in --embed=20MB; if they do not fit, large ones are replaced by smaller copies.
      """)
    Option(
      "from-plan", \.plan.fromPlan, value: "file", .file("json"),
      onlyOnCommandLine: "it names the inputs of a single run",
      """
      Render a plan written by --manifest. Only Plan, Output and Running options can be combined \
      with it; others in a --preset or configuration file are ignored.
      """)
    Option(
      "root", \.plan.root, value: "folder", .folder,
      onlyOnCommandLine: "it depends on the machine",
      """
      Make paths in plans relative to this folder, which can then be moved. --manifest writes \
      paths inside the folder relative to it; --from-plan resolves paths from the folder, and \
      refuses any that lead outside.
      """)
    Option(
      "page", \.plan.page, value: "N|N-M", .pages, unset: "all",
      "Render only page N, or pages N to M.")
    Option(
      "shard", \.plan.shard, value: "I/N", .shard,
      onlyOnCommandLine: "it is for a single run",
      """
      Render every Nth page, starting with page I, as one of N tasks. A task with no pages left \
      does nothing.
      """)
    Option(
      "skip-existing", \.[\.request.skipsExisting],
      "Keep pages that are newer than the plan. Needs --from-plan.")
  }

  static let rules: [OptionRule] = [
    .either("page", "shard", "both select pages"),
    .needs(
      .any("skip-existing"), "from-plan", because: "since it compares pages with the plan"),
    .excludes(
      .any("shard", "skip-existing"),
      .documents { $0.scope == .sheet && !($0.isByPage && $1.hasPattern) }
    ) {
      "\($1.flag) describes all pages, but a run with \($0.flag) covers only its own; write it "
        + "once, with --dry-run"
    },
    .needs(.any("root"), { $0.has(.any(DocumentKind.manifest.name, "from-plan")) }) { _ in
      "paths in a plan are relative to it; add --manifest or --from-plan"
    },
    .excludes(.any("skip-existing"), .documents { kind, _ in kind.scope == .renderedPages }) {
      "\($1.flag) describes the pages that a run renders, but --skip-existing skips some of them; "
        + "leave out one of the options"
    },
    .idle(.any("dry-run", "from-plan", "page", "shard"), .any("list"), makesNoSheet),
    .excludes(.any("list"), .documents { _, _ in true }) {
      "\($1.flag) describes a sheet, and \($0.flag) makes none; leave out one of them"
    },
    .idle(.documents { kind, _ in !kind.isInDryRun }, .any("dry-run"), makesNoSheet),
    .excludes(.any("shard"), .given("output") { $0.sheetName.isOneFile }) { _, output in
      "\(output.texts[0]) holds all pages, and the tasks of --shard cannot share a file; "
        + "write each page to its own file, as in --output sheet-%d.pdf"
    },
    .excludes(
      .documents { $0.isByPage && $1.hasPattern }, .given("output") { $0.sheetName.isOneFile }
    ) {
      "\($0.flag) describes each page alone, and \($1.texts[0]) holds all of them; write each page "
        + "to its own file, as in --output sheet-%d.pdf"
    },
    .excludes(
      .documents { kind, _ in kind.showsPages },
      .given("output") { !$0.sheetName.written.isPicture }
    ) { document, output in
      let sheet = SheetName(output.texts[0]).written
      return "\(document.flag) shows PNG and JPEG sheets, and \(output.texts[0]) is \(sheet.noun)"
        + (sheet.hasLinks ? ", which has links itself" : "") + "; leave out one of them"
    },
    .needs(.any("embed"), { $0.has(.documents { kind, _ in kind.showsPages }) }) { _ in
      "it puts images into the HTML page; add --html"
    },
    .idle(.any("embed"), .any("dry-run"), makesNoSheet),
    .excludes(
      .documents { kind, _ in kind.namesPages },
      .given("output") { $0.sheetName.isStandardOutput }
    ) { document, _ in
      "\(document.flag) needs the name of the sheet's file, and --output - has none; name a file"
    },
  ]

  private static let makesNoSheet = "makes no sheet"
}
