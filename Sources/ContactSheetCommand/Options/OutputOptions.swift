internal import ArgumentParser
internal import ContactSheet
internal import SheetImaging
internal import SystemPackage

/// What is written, and where.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      The sheet; - is standard output. More pages get a number before the extension, or where \
      %03d stands. (default: contact-sheet.png, or what a plan says)
      """,
      valueName: "file"),
    completion: .file(extensions: ["png"]))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write what stands where as JSON; - is standard output.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var manifest: String?

  @Flag(help: "Decode nothing; print the plan, with --manifest as JSON.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "0 is fast and large, 9 slow and small. (default: 6, or what a plan says)",
      valueName: "0...9"))
  var compression: Int?

  @Option(help: ArgumentHelp("Bits a sample. (default: 8, or what a plan says)", valueName: "bits"))
  var depth: SampleDepth?

  @Option(
    help: ArgumentHelp(
      """
      Say in the file how many pixels make an inch, and measure points and millimetres by it. \
      (default: not said, 300 with --paper, or what a plan says)
      """,
      valueName: "N"))
  var dpi: Int?

  /// Where the sheet goes.
  ///
  /// - Throws: ``FolderNameError``.
  func destination() throws(FolderNameError) -> SheetOutput {
    try Self.destination(output ?? Self.standard)
  }

  /// Where the manifest goes, if one is wanted.
  ///
  /// - Throws: ``FolderNameError``.
  func manifestDestination() throws(FolderNameError) -> SheetOutput? {
    guard let manifest else { return nil }
    return try Self.destination(manifest)
  }

  /// What the sheet is called where nothing else is said.
  static let standard = "contact-sheet.png"

  /// Where a sheet or manifest goes that the command line calls `path`.
  ///
  /// - Throws: ``FolderNameError``.
  static func destination(_ path: String) throws(FolderNameError) -> SheetOutput {
    if path == "-" { return .standardOutput }
    // A FilePath no longer has the slash.
    guard !path.hasSuffix("/") else { throw FolderNameError(path: path) }
    return .file(FilePath(path))
  }

  /// Changes what was asked for of how the sheet is stored.
  func apply(to encoding: inout SheetEncoding) {
    if let compression { encoding.compressionLevel = compression }
    if let depth { encoding.depth = depth }
    if let dpi { encoding.pixelsPerInch = dpi }
  }

  func validate() throws {
    if let compression, !(0...9 ~= compression) {
      throw ValidationError("--compression is 0 to 9, not \(compression).")
    }
    if let dpi, !(1...100_000 ~= dpi) {
      throw ValidationError("--dpi is 1 to 100000, not \(dpi).")
    }
  }
}

/// A file has the name of a folder.
struct FolderNameError: Error, CustomStringConvertible {
  let path: String

  var description: String { "'\(path)' is a folder name; name a file in it" }
}
