internal import SheetPNG
internal import SheetText

/// A library that makes sheets better where it is installed, and whether it is.
public struct LibraryReport: Equatable, Sendable {
  /// What the library is called.
  public let name: String
  /// What it is for.
  public let purpose: String
  /// The Debian package that brings it.
  public let packageName: String
  /// Whether it was found.
  public let isInstalled: Bool

  /// The libraries that are looked for.
  public static var all: [LibraryReport] {
    [
      LibraryReport(
        name: "ISA-L", purpose: "decoding in half the time", packageName: "libisal2",
        isInstalled: PNGDecoder.isISALPresent),
      LibraryReport(
        name: "Little CMS", purpose: "colour profiles of tables",
        packageName: LittleCMS.packageName, isInstalled: LittleCMS.installed != nil),
      LibraryReport(
        name: "Pango", purpose: "text in any font", packageName: PangoLibrary.packageName,
        isInstalled: PangoLibrary.isInstalled),
    ]
  }
}

extension LibraryReport: CustomStringConvertible {
  /// A line such as `Little CMS: not found; package liblcms2-2 brings it, for colour profiles`.
  public var description: String {
    isInstalled
      ? "\(name): found, for \(purpose)"
      : "\(name): not found; package \(packageName) brings it, for \(purpose)"
  }
}
