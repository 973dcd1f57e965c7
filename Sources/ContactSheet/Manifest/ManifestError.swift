internal import SheetText

/// Why a manifest cannot be rendered.
///
/// Descriptions are fragments that read after the file's name and a colon.
public enum ManifestError: Error, Equatable, Sendable {
  /// The file cannot be read.
  case unreadable(reason: String)
  /// It is not JSON.
  case notJSON(reason: String)
  /// It has a version of the format that is not known yet.
  case newer(Int)
  /// A field has no meaning; its path reads like `pages[0].tiles[3].cell.x`.
  case invalid(path: String, reason: String)
  /// A picture is not as large as it was when the plan was made.
  case changed(source: String, planned: String, found: String)
}

extension ManifestError: CustomStringConvertible {
  /// What is wrong, and where.
  public var description: String {
    switch self {
    case .unreadable(let reason): reason.printable
    case .notJSON(let reason): "it is not JSON: \(reason.printable)"
    case .newer(let version):
      "it has version \(version) of the format, and \(SheetManifest.currentVersion) is the newest "
        + "that is known; use a newer contactsheet"
    case .invalid(let path, let reason): "\(path): \(reason.printable)"
    case .changed(let source, let planned, let found):
      "'\(source.printable)' is \(found) pixels, but was \(planned) when the plan was made; plan anew"
    }
  }
}
