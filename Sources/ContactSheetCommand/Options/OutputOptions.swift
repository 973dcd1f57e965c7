internal import ContactSheet
internal import SheetFiles
internal import SheetImaging
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetRendering
internal import SystemPackage

/// The file of the sheet, and how it is encoded.
struct OutputOptions: OptionSection {
  var output: String?
  var noLinks: Bool?

  static let title = "Output"

  /// The default quality of a PDF with JPEGs.
  static let photographQuality = SheetQuality.level(90)
  /// The default path of the sheet.
  static let defaultOutput = "contact-sheet.png"
  private static let orPlan = "unless a plan says otherwise"
  static let isFixedByPlan = false
  @OptionListBuilder static var options: [Option] {
    Option(
      "output", \.output.output, letter: "o", value: "file",
      .file("png", "jpg", "pdf", inProject: .sheet),
      default: Self.defaultOutput, note: Self.orPlan,
      """
      Write the sheet to this PNG, JPEG or PDF; - writes a PNG to standard output; jpeg:- and \
      pdf:- write a JPEG or a PDF there. With several PNG or JPEG pages, a number goes before the \
      extension or replaces %03d. A PDF holds all pages, unless its name contains %d. {group} or \
      {folder} in the name makes a sheet for each group of --group-by; with --group-by '{stem}', \
      each sheet is the thumbnail of a single image.
      """)
    Option(
      "force", \.[\.request.replacesForeignFiles],
      onlyOnCommandLine: "it would put files at risk in every run",
      """
      Let \((["output"] + DocumentKind.allCases.map(\.name)).map { "--\($0)" }.listed("and")) \
      replace files that contactsheet did not create. Images in searched folders are never \
      replaced.
      """)
    Option(
      "keep-unchanged", \.[\.request.keepsUnchangedFiles],
      """
      Leave a file and its timestamp alone if the contents would not change. ninja then needs \
      restat = 1, and make needs a stamp file; otherwise they run the command again each time.
      """)
    Option(
      "compression", \.request.compressionLevel, value: "0-9", .number(0...9), default: 6,
      note: Self.orPlan,
      "Set the level of lossless compression, from 0 (fast and large) to 9 (slow and small).")
    Option(
      "quality", \.request.quality, value: "1-100|exact", .quality, default: .exact,
      note: "but 90 in a JPEG and in a PDF with JPEG or RAW images, \(Self.orPlan)",
      """
      Set the quality of a JPEG or PDF; below 90, chroma is subsampled (4:2:0). A PNG is always \
      exact.
      """)
    Option(
      "max-bytes", \.request.maximumBytes, value: "bytes",
      .written("a number of bytes, at least 1, such as 5MB or 500k"), unset: Option.none,
      """
      Limit the size of a JPEG or PDF, as in 5MB. The quality is the highest that fits, from 40 up \
      to --quality.
      """)
    Option(
      "depth", \.request.depth, value: "bits", .choice, default: .eight, note: Self.orPlan,
      "Set the bits per channel; a JPEG always has 8.")
    Option(
      "dpi", \.request.pixelsPerInch, value: "N", .number(1...100_000),
      unset:
        "none, or \(Sheet.Paper.pixelsPerInch) with --paper or a length with a unit, \(Self.orPlan)",
      """
      Set the resolution, in pixels per inch. It is written to the file, and used to convert \
      points and millimetres to pixels.
      """)
    Option(
      "no-links", \.output.noLinks,
      """
      Leave the links to images out of PDFs and the HTML page. A PDF links only to images in \
      its folder and below.
      """)
  }

  static let rules: [OptionRule] = [
    .needs(
      .any("no-links"),
      {
        $0.sheetName.written.hasLinks || $0.plan.fromPlan != nil
          || $0.has(.documents { kind, _ in kind.showsPages })
      }
    ) { _ in "only a PDF and --html have links; leave it out" },
    .needs(
      .any("max-bytes"), { $0.sheetName.written.hasQuality || $0.plan.fromPlan != nil }
    ) { _ in "a PNG is always exact; name a JPEG or a PDF with --output" },
    .excludes(.given("quality") { $0.request.quality == .exact }, .any("max-bytes")) { _, _ in
      "a file with exact pixels cannot be made smaller; leave out --quality"
    },
  ]
}

extension ValueParser where Value == SheetQuality {
  fileprivate static var quality: Self {
    written(
      "a whole number from 1 to 100, or 'exact'",
      { text in
        if text == "exact" { return .exact }
        return Int(text).flatMap { (1...100).contains($0) ? .level($0) : nil }
      }, text: { $0.level.map { "\($0)" } ?? "exact" })
  }
}

/// The name of a sheet, optionally after a format as in ImageMagick: `pdf:-`.
struct SheetName {
  /// The format before the path; nil if there is none.
  let format: SheetFormat?
  let path: String

  init(_ text: String) {
    let format = SheetFormat.all.first { text.lowercased().hasPrefix("\($0.name.lowercased()):") }
    self.format = format
    path = format.map { String(text.dropFirst($0.name.count + 1)) } ?? text
  }

  /// Whether the sheet goes to standard output.
  var isStandardOutput: Bool { path == "-" }

  var written: SheetFormat { format ?? .named(FilePath(path)) }

  /// Whether all pages certainly go into one file; false if that depends on what is at the path.
  var isOneFile: Bool { written.holdsPages && !OutputNames(FilePath(path)).hasPattern }
}

extension RawOptions {
  var sheetName: SheetName { SheetName(output.output ?? OutputOptions.defaultOutput) }

  /// An argument that was probably meant as the value of `--output`, because no file has that name;
  /// quoted for a shell.
  ///
  /// Only the last argument can be meant, because that is where many programs expect their output.
  /// It must have the extension of a sheet. Nil if `--output` is given, and for a single picture,
  /// whose name may be misspelt.
  func outputMeant(by path: FilePath) -> String? {
    let format = SheetFormat.named(path)
    guard output.output == nil, sheet.inputs.last == path.string,
      format.format.names(path.nameBytes), sheet.inputs.count > 1 || !format.isPicture,
      path.printable == path.string, !path.string.hasPrefix("-"),
      // A pattern that the shell has left as it is because no file matches it.
      !path.string.contains(where: "*?[".contains)
    else { return nil }
    return path.string.shellWord
  }
}

extension SheetOutput {
  /// The output with a given name.
  init(named path: String) throws(ContactSheetError) {
    self = path == "-" ? .standardOutput : try SheetOutput(path: path)
  }
}
