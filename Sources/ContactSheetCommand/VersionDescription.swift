internal import ContactSheet
internal import SheetModel

/// The text of `--version`.
enum VersionDescription {
  /// The version and the optional libraries.
  ///
  /// With `isVerbose`, libraries on which the bytes of sheets depend are marked.
  static func text(isVerbose: Bool) -> String {
    let version = ["\(CommandDescription.name) \(CommandDescription.version)"]
    let lines = version + (isVerbose ? influences : LibraryReport.all.map(\.description))
    return lines.joined(separator: "\n")
  }

  private static var influences: [String] {
    let libraries = LibraryReport.all
    return [
      "The bytes of a sheet depend on its images, its options and this version,",
      "and, if the sheet needs them, on",
    ] + libraries.filter(\.changesBytes).map { "  \($0)" } + [
      "  installed fonts, if Pango draws text; --font builtin needs neither",
      "They do not depend on",
    ] + libraries.filter { !$0.changesBytes }.map { "  \($0)" } + [
      "  libpng, zlib, the processor, the number of workers or the locale",
      "The libraries are",
    ] + LibraryReport.files.map { "  \($0.printable)" }
  }
}
