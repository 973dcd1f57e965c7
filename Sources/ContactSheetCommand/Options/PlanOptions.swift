internal import ArgumentParser
internal import ContactSheet
internal import SheetText
internal import SystemPackage

/// The plan as data, and what of it is rendered.
struct PlanOptions: OptionSection {
  static let title = "Plan"

  /// How much of pictures `--embed` alone puts into a page.
  private static let usualEmbedding = ByteLimit(50_000_000)

  let dryRun = Option(
    "dry-run", onlyOnCommandLine: "with it no run would write a sheet",
    "Decode nothing; print the plan, with --manifest as JSON.", .request { $0.isDryRun = $1 })
  let list = Option<ListingForm?>(
    "list", value: "template",
    .flag(or: .parsed { .template(try PictureTemplate($0, others: .any)) }, alone: .json),
    onlyOnCommandLine: "with it no run would write a sheet",
    """
    Make no sheet; print all facts of each picture, or with --compare of each pair, a JSON object a \
    line, or a line by a template, as --list='{path}\\t{taken}\\t{camera}'.
    """, .command)
  /// The files about a sheet, in the order of ``DocumentKind/all``.
  let documents = DocumentKind.all.map { kind in
    Option<String?>(
      kind.name, value: "file",
      .file(kind.fileExtension, inProject: kind.isByPage ? .ownSheet : .ownFile), kind.help,
      .request { request, path in
        guard let path else { return }
        request.documents.append(DocumentRequest(kind, to: try SheetOutput(named: path)))
      })
  }
  let embed = Option<ByteLimit?>(
    "embed", value: "N",
    .flag(or: .written("a number of bytes from 1, such as 50MB"), alone: Self.usualEmbedding),
    nothing: OptionFacts.flagIsTakenBack, limit: { ($0 ?? Self.usualEmbedding).value },
    """
    Put all pictures into the page of --html, so that it needs no file beside it, to be looked at one \
    by one. There may be \(Self.usualEmbedding) of them, or as much as --embed=20MB says; where they are \
    larger, smaller copies are.
    """, .request { $0.embeddingLimit = $1 })
  let fromPlan = Option<String?>(
    "from-plan", value: "file", .file("json"),
    onlyOnCommandLine: "it names what a single run is about",
    """
    Render a manifest of an earlier run or --dry-run instead; only options of Plan, Output and \
    Running go with it. Of a --preset or a configuration only these are taken.
    """,
    // Then --output has no default: the plan says where its pages go.
    .request { if $1 != nil { ($0.output, $0.format) = (nil, nil) } })
  let root = Option<String?>(
    "root", value: "folder", .folder,
    onlyOnCommandLine: "it says where a single machine has its pictures",
    """
    Count the paths in plans from this folder: with --manifest those below it are written relative \
    to it, and --from-plan reads relative ones so, and refuses what is outside of it.
    """, .request { $0.root = $1.map { FilePath($0) } })
  let page = Option<PageSelection?>(
    "page", value: "N|N-M", .pages, unset: "all",
    "Render only one page, or the pages from N to M.",
    .request { if let pages = $1 { $0.pages = pages } })
  let shard = Option<PageSelection?>(
    "shard", value: "I/N", .shard,
    onlyOnCommandLine: "it says which part of the work a single run does",
    """
    Render only the pages I, I+N, I+2N and so on, as one of N tasks numbered from 1; a task for \
    which no page is left does nothing.
    """, .request { if let pages = $1 { $0.pages = pages } })
  let skipExisting = Option(
    "skip-existing",
    "With --from-plan, keep pages that exist and are newer than the plan's file.",
    .request { $0.skipsExisting = $1 })
}
