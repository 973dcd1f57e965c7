internal import ContactSheet

/// What `--version` prints.
enum VersionDescription {
  /// The version and the optional libraries; with `isVerbose` by whether bytes of sheets depend on
  /// them.
  static func text(isVerbose: Bool) -> String {
    let version = ["\(CommandDescription.name) \(CommandDescription.version)"]
    let lines = version + (isVerbose ? influences : LibraryReport.all.map(\.description))
    return lines.joined(separator: "\n")
  }

  private static var influences: [String] {
    let libraries = LibraryReport.all
    return [
      "The bytes of a sheet depend on its pictures, its options and this version;",
      "where a sheet needs them, also on",
    ] + libraries.filter(\.changesBytes).map { "  \($0)" } + [
      "  fonts of the machine, where Pango sets a text; --font builtin needs neither",
      "They do not depend on",
    ] + libraries.filter { !$0.changesBytes }.map { "  \($0)" } + [
      "  libpng, zlib, the processor, the number of workers or the locale"
    ]
  }
}
