internal import ArgumentParser
internal import ContactSheet
internal import SheetImaging
internal import SheetText
internal import SystemPackage

/// What is written, and how it is stored.
struct OutputOptions: OptionSection {
  static let title = "Output"
  static let shared = OutputOptions()

  /// Pixels per inch on paper, unless `--dpi` is given.
  static let dpiOnPaper = 300
  private static let orPlan = "or what a plan says"

  let output = Option<String>(
    "output", letter: "o", value: "file", .text, default: "contact-sheet.png", note: orPlan,
    completion: .file(extensions: ["png"]), inProject: .ownSheet,
    """
    The sheet; - is standard output. More pages get a number before the extension, or where \
    %03d stands.
    """, .request { $0.output = try SheetOutput(named: $1) })
  let force = Option(
    "force", onlyOnCommandLine: "it would put files at risk in every run",
    """
    Replace files at --output, --manifest, --depfile and --html that are none of ours; never \
    pictures.
    """, .request { $0.replacesForeignFiles = $1 })
  let keepUnchanged = Option(
    "keep-unchanged",
    "Leave a file and its time as they are where the new one has the same bytes.",
    .request { $0.keepsUnchangedFiles = $1 })
  let compression = Option<Int>(
    "compression", value: "0...9", .number(0...9), default: 6, note: orPlan,
    "0 is fast and large, 9 slow and small.",
    .both {
      $0.encoding.compressionLevel = $1
    } request: {
      $0.compressionLevel = $1
    })
  let depth = Option<SampleDepth>(
    "depth", value: "bits", .choice, default: .eight, note: orPlan, "Bits a sample.",
    .both {
      $0.encoding.depth = $1
    } request: {
      $0.depth = $1
    })
  let dpi = Option<Int?>(
    "dpi", value: "N", .number(1...100_000),
    unset: "not said, \(dpiOnPaper) with --paper, \(orPlan)",
    """
    Say in the file how many pixels make an inch, and measure points and millimetres by it.
    """,
    .both {
      $0.encoding.pixelsPerInch = $1
    } request: {
      $0.pixelsPerInch = $1
    })
}

extension SheetOutput {
  /// The output of a given name.
  init(named path: String) throws(FolderNameError) {
    // A FilePath no longer has the slash.
    guard !path.hasSuffix("/") else { throw FolderNameError(path: path) }
    self = path == "-" ? .standardOutput : .file(FilePath(path))
  }
}

/// An output has the name of a folder.
struct FolderNameError: Error, CustomStringConvertible {
  let path: String

  var description: String { "'\(path.printable)' is a folder name; name a file in it" }
}
