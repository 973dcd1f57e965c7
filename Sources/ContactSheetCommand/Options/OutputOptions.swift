internal import ArgumentParser
internal import ContactSheet
internal import SheetImaging

/// The plan as data, and what of it is rendered.
struct PlanOptions: OptionSection {
  static let title = "Plan"
  static let isSettledByPlan = false
  static let shared = PlanOptions()

  let dryRun = Option(
    "dry-run", onlyOnCommandLine: "with it no run would write a sheet",
    "Decode nothing; print the plan, with --manifest as JSON.")
  let manifest = Option<String?>(
    "manifest", value: "file", .text, completion: .file(extensions: ["json"]),
    inProject: .ownSheet,
    "Write what stands where as JSON, with %03d a file for each page; - is standard output.")
  let depfile = Option<String?>(
    "depfile", value: "file", .text, completion: .file(extensions: ["d"]), inProject: .ownFile,
    "Write what the sheet was made from as a rule for make and ninja.")
  let html = Option<String?>(
    "html", value: "file", .text, completion: .file(extensions: ["html"]), inProject: .ownFile,
    "Write a page that shows the sheets with links to their pictures; - is standard output.")
  let fromPlan = Option<String?>(
    "from-plan", value: "file", .text, completion: .file(extensions: ["json"]),
    onlyOnCommandLine: "it names what a single run is about",
    """
    Render a manifest of an earlier run or --dry-run instead; only options of Plan, Output and \
    Running go with it. Of a --preset or a configuration only these are taken.
    """)
  let root = Option<String?>(
    "root", value: "folder", .text, completion: .directory,
    onlyOnCommandLine: "it says where a single machine has its pictures",
    """
    Count the paths in plans from this folder: with --manifest those below it are written relative \
    to it, and --from-plan reads relative ones so.
    """)
  let page = Option<PageSelection?>(
    "page", value: "N|N-M", .pages, unset: "all",
    "Render only one page, or the pages from N to M.")
  let shard = Option<PageSelection?>(
    "shard", value: "I/N", .shard,
    onlyOnCommandLine: "it says which part of the work a single run does",
    """
    Render only the pages I, I+N, I+2N and so on, as one of N tasks numbered from 1; a task for \
    which no page is left does nothing.
    """)
  let skipExisting = Option(
    "skip-existing",
    "With --from-plan, leave pages as they are that are there and newer than the plan's file.")
}

/// What is written, and how it is stored.
struct OutputOptions: OptionSection {
  static let title = "Output"
  static let isSettledByPlan = false
  static let shared = OutputOptions()

  /// The pixels of an inch on paper, where `--dpi` is not given.
  static let dpiOnPaper = 300
  private static let orPlan = "or what a plan says"

  let output = Option<String>(
    "output", letter: "o", value: "file", .text, default: "contact-sheet.png", note: orPlan,
    completion: .file(extensions: ["png"]), inProject: .ownSheet,
    """
    The sheet; - is standard output. More pages get a number before the extension, or where \
    %03d stands.
    """)
  let force = Option(
    "force", onlyOnCommandLine: "it would put files at risk in every run",
    """
    Replace files at --output, --manifest, --depfile and --html that are none of ours; never \
    pictures.
    """)
  let keepUnchanged = Option(
    "keep-unchanged",
    "Leave a file and its time as they are where the new one has the same bytes.")
  let compression = Option<Int>(
    "compression", value: "0...9", .number(0...9), default: "6", note: orPlan,
    "0 is fast and large, 9 slow and small.")
  let depth = Option<SampleDepth>(
    "depth", value: "bits", .choice, default: "8", note: orPlan, "Bits a sample.")
  let dpi = Option<Int?>(
    "dpi", value: "N", .number(1...100_000),
    unset: "not said, \(dpiOnPaper) with --paper, \(orPlan)",
    """
    Say in the file how many pixels make an inch, and measure points and millimetres by it.
    """)
}
