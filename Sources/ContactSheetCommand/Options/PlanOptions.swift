internal import ContactSheet
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetRendering

/// The plan as data, and which part of it is rendered.
struct PlanOptions: OptionSection {
  /// How pictures are listed, if a list is requested instead of a sheet.
  var list: ListingForm?
  /// The plan that is rendered; nil if the sheet is planned in this run.
  var fromPlan: String?
  var root: String?
  var page, shard: PageSelection?
  /// The files about a sheet, by their options.
  var documents: [String: String] = [:]

  static let title = "Plan"

  /// The number of bytes for embedded pictures if `--embed` has no value.
  static let usualEmbedding = ByteLimit(50_000_000)
  static let isFixedByPlan = false
  @OptionListBuilder static var options: [Option] {
    Option(
      "dry-run", \.[\.request.isDryRun], onlyOnCommandLine: "with it no run would write a sheet",
      "Decode nothing; print the plan, or with --manifest write its JSON.")
    Option(
      "list", \.plan.list, value: "template",
      .flag(or: .parsed { .template(try PictureTemplate($0, others: .any)) }, alone: .json),
      onlyOnCommandLine: "with it no run would write a sheet",
      """
      Make no sheet; print all facts of each picture, or with --compare of each pair: a JSON \
      object per line, or a line by a template, as in --list='{path}\\t{taken}\\t{camera}'.
      """)
    // The files about a sheet, in the order of ``DocumentKind``.
    DocumentKind.allCases.map { kind in
      Option(
        kind.name, \.plan.documents[kind.name], value: "file",
        .file(kind.fileExtension, inProject: .output), kind.help)
    }
    Option(
      "embed", \.request.embeddingLimit, value: "N",
      .flag(or: .written("a number of bytes from 1, such as 50MB"), alone: Self.usualEmbedding),
      nothing: Option.isUnset, limit: { ($0 ?? Self.usualEmbedding).value },
      """
      Put all pictures into the page of --html, which then needs no other file and shows them one \
      by one. They may have \(Self.usualEmbedding), or the size that --embed=20MB gives; smaller \
      copies replace pictures that are too large.
      """)
    Option(
      "from-plan", \.plan.fromPlan, value: "file", .file("json"),
      onlyOnCommandLine: "it names the inputs of a single run",
      """
      Render a manifest of an earlier run or of --dry-run; only options of Plan, Output and \
      Running may be given with it. Other options of a --preset or a configuration are ignored.
      """)
    Option(
      "root", \.plan.root, value: "folder", .folder,
      onlyOnCommandLine: "it is a folder of a single machine",
      """
      The folder to which paths in plans are relative. --manifest writes paths below it as \
      relative ones. --from-plan reads relative paths from it, and refuses paths outside of it.
      """)
    Option(
      "page", \.plan.page, value: "N|N-M", .pages, unset: "all",
      "Render only one page, or the pages from N to M.")
    Option(
      "shard", \.plan.shard, value: "I/N", .shard,
      onlyOnCommandLine: "it is the part of a single run",
      """
      Render only the pages I, I+N, I+2N and so on, as one of N tasks numbered from 1; a task for \
      which no page is left does nothing.
      """)
    Option(
      "skip-existing", \.[\.request.skipsExisting],
      "With --from-plan, keep pages that exist and are newer than the plan's file.")
  }

  static let rules: [OptionRule] = [
    .either("page", "shard", "both select pages"),
    .needs(
      .any("skip-existing"), "from-plan", because: "as pages are compared with the plan's file"),
    .excludes(
      .any("shard", "skip-existing"),
      .documents { $0.scope == .sheet && !($0.isByPage && $1.hasPattern) }
    ) {
      "\($1.flag) describes all pages, and a run with \($0.flag) knows only its own; write it once, "
        + "with --dry-run"
    },
    .needs(.any("root"), { $0.has(.any(DocumentKind.manifest.name, "from-plan")) }) { _ in
      "paths in a plan are relative to it; give --manifest or --from-plan, too"
    },
    .excludes(.any("skip-existing"), .documents { kind, _ in kind.scope == .renderedPages }) {
      "\($1.flag) describes the pages that a run renders, and --skip-existing leaves some out; leave "
        + "out one of them"
    },
    .idle(.any("dry-run", "from-plan", "page", "shard"), .any("list"), makesNoSheet),
    .excludes(.any("list"), .documents { _, _ in true }) {
      "\($1.flag) describes a sheet, and \($0.flag) makes none; leave out one of them"
    },
    .idle(.documents { kind, _ in !kind.isInDryRun }, .any("dry-run"), makesNoSheet),
    .excludes(.any("shard"), .given("output") { $0.sheetName.isOneFile }) { _, output in
      "\(output.texts[0]) holds all pages, and --shard has several tasks, which cannot write one "
        + "file; give each page its own, as in --output sheet-%d.pdf"
    },
    .excludes(
      .documents { $0.isByPage && $1.hasPattern }, .given("output") { $0.sheetName.isOneFile }
    ) {
      "\($0.flag) describes each page alone, and \($1.texts[0]) holds all of them; give each page "
        + "its own, as in --output sheet-%d.pdf"
    },
    .excludes(
      .documents { kind, _ in kind.showsPages },
      .given("output") { !$0.sheetName.written.isPicture }
    ) { document, output in
      let sheet = SheetName(output.texts[0]).written
      return "\(document.flag) shows pictures, and \(output.texts[0]) is \(sheet.noun)"
        + (sheet.hasLinks ? ", which has links itself" : "") + "; leave out one of them"
    },
    .needs(.any("embed"), { $0.has(.documents { kind, _ in kind.showsPages }) }) { _ in
      "it puts pictures into the page of --html; name one"
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
