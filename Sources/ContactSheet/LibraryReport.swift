internal import SheetPNG
internal import SheetPictures
internal import SheetText

/// An optional library, and whether it is installed.
public struct LibraryReport: Equatable, Sendable {
  /// The name of the library.
  public let name: String
  /// What it is for.
  public let purpose: String
  /// The Debian package that contains it.
  public let packageName: String
  /// Whether it is installed.
  public let isInstalled: Bool
  /// Whether the bytes of a sheet that needs it depend on its version.
  public let changesBytes: Bool

  /// All optional libraries.
  public static var all: [LibraryReport] {
    [
      LibraryReport(
        name: "ISA-L", purpose: "decoding in half the time", packageName: "libisal2",
        isInstalled: PNGDecoder.isISALPresent, changesBytes: false),
      LibraryReport(
        name: "Little CMS", purpose: "colour profiles of tables",
        packageName: LittleCMS.packageName, isInstalled: LittleCMS.installed != nil,
        changesBytes: true),
      LibraryReport(
        name: "Pango", purpose: "text in any font", packageName: PangoLibrary.packageName,
        isInstalled: PangoLibrary.isInstalled, changesBytes: true),
    ]
  }
}

extension LibraryReport: CustomStringConvertible {
  /// A line such as `Pango: not found; package libpangocairo-1.0-0 brings it, for text in any font`.
  public var description: String {
    isInstalled
      ? "\(name): found, for \(purpose)"
      : "\(name): not found; package \(packageName) brings it, for \(purpose)"
  }
}
