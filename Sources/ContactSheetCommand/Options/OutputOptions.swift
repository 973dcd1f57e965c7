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
    help: ArgumentHelp("0 is fast and large, 9 slow and small.", valueName: "0...9"))
  var compression = 6

  @Option(help: ArgumentHelp("Bits a sample: 8 or 16.", valueName: "bits"))
  var depth: SampleDepth = .eight

  @Option(
    help: ArgumentHelp(
      "Say in the file how many pixels make an inch. (default: not said)", valueName: "N"))
  var dpi: Int?

  var destination: SheetOutput { Self.destination(output ?? "contact-sheet.png") }

  var manifestDestination: SheetOutput? { manifest.map(Self.destination) }

  private static func destination(_ path: String) -> SheetOutput {
    path == "-" ? .standardOutput : .file(FilePath(path))
  }

  var encoding: SheetEncoding {
    SheetEncoding(compressionLevel: compression, depth: depth, pixelsPerInch: dpi)
  }

  func validate() throws {
    guard 0...9 ~= compression else {
      throw ValidationError("--compression is 0 to 9, not \(compression).")
    }
    if let dpi, !(1...100_000 ~= dpi) {
      throw ValidationError("--dpi is 1 to 100000, not \(dpi).")
    }
  }
}
