internal import SheetFiles
internal import SheetPictures
internal import SheetText
internal import SystemPackage

/// An optional library, and whether it is installed.
package struct LibraryReport: Equatable, Sendable {
  package let name: String
  /// What the library is for.
  package private(set) var purpose: String
  /// Why the library cannot be used, and what to do about it; nil if it can be used.
  package let absence: String?
  /// Whether the bytes of a sheet that needs the library depend on the library's version.
  package let changesBytes: Bool

  /// Whether the library can be used.
  package var isInstalled: Bool { absence == nil }

  /// All optional libraries.
  package static var all: [LibraryReport] {
    [
      LibraryReport(
        name: "ISA-L", purpose: "faster decoding of PNGs",
        absence: absence(of: "libisal2", unless: PNGDecoder.isISALPresent), changesBytes: false)
    ] + readers + [
      LibraryReport(
        name: "Little CMS", purpose: "LUT-based and CMYK colour profiles",
        absence: absence(of: LittleCMS.packageName, unless: LittleCMS.installed != nil),
        changesBytes: true),
      LibraryReport(
        name: "Pango", purpose: "text in any font",
        absence: absence(of: PangoLibrary.packageName, unless: PangoLibrary.isInstalled),
        changesBytes: true),
    ]
  }

  /// The files of the libraries in this process, including libpng and zlib; their names end with
  /// versions.
  ///
  /// Libraries that are linked statically have no files.
  package static var files: [String] {
    // Asking for a library loads it.
    _ = (all, PangoLibrary.installed)
    let names = [
      "libisal", "libjpeg", "libwebp.", "libheif", "libtiff", "libgif", "liblcms2", "libpango-1.0",
      "libpng",
      "libz.",
    ]
    let maps = try? FilePath("/proc/self/maps").contents(atMost: 1 << 24)
    let paths = Set(
      String(decoding: maps ?? [], as: UTF8.self).split(separator: "\n").compactMap { line in
        line.firstIndex(of: "/").map { String(line[$0...]) }
      })
    return paths.filter { path in
      let file = FilePath(path).nameBytes
      return names.contains { file.starts(with: $0.utf8) }
    }.sorted()
  }

  /// The libraries that read pictures, each only once.
  private static var readers: [LibraryReport] {
    var reports: [LibraryReport] = []
    for format in FormatTable.standard.formats {
      guard let library = format.reader?.library else { continue }
      if let known = reports.firstIndex(where: { $0.name == library.name }) {
        reports[known].purpose = "\(format.name) and \(reports[known].purpose)"
      } else {
        reports.append(
          LibraryReport(
            name: library.name, purpose: "\(format.name) images",
            absence: library.absence().map { "\($0.reason); \($0.remedy)" }, changesBytes: true))
      }
    }
    return reports
  }

  private static func absence(of packageName: String, unless isInstalled: Bool) -> String? {
    isInstalled ? nil : "not found; install \(packageName)"
  }
}

extension LibraryReport: CustomStringConvertible {
  /// A line such as `Pango: not found; install libpangocairo-1.0-0, for text in any font`.
  package var description: String {
    "\(name): \(absence ?? "found"), for \(purpose)"
  }
}

/// The version of the library and of the command that comes with it.
package enum LibraryVersion {
  /// The version, numbered as in Semantic Versioning.
  package static let current = "1.0.0"
}
