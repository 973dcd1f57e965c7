internal import SheetModel

/// Why a manifest cannot be rendered.
///
/// Descriptions are fragments that follow the file's name and a colon.
package enum ManifestError: Error, Equatable, Sendable {
  /// The file cannot be read.
  case unreadable(reason: String)
  /// The file is not JSON.
  case notJSON(reason: String)
  /// The file is JSON, but has no format version.
  case notPlan
  /// The file's format version is not ``SheetManifest/version``.
  case otherVersion(Int)
  /// A field is missing or invalid; its path looks like `pages[0].tiles[3].cell.x`.
  case invalid(path: String, reason: String)
}

extension ManifestError: CustomStringConvertible {
  /// A fragment: what is wrong, and where.
  package var description: String {
    switch self {
    case .unreadable(let reason): reason.printable
    case .notJSON(let reason): "it is not JSON: \(reason.printable)"
    case .notPlan: "it is JSON, but not a plan"
    case .otherVersion(let version):
      "it has format version \(version), but only version \(SheetManifest.version) can be read"
    case .invalid(let path, let reason): "\(path): \(reason.printable)"
    }
  }

  /// Translates an error from decoding a manifest.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - parents: The path of the list whose elements were decoded; empty for the whole manifest.
  ///   - first: The index of the first of these elements.
  init(_ error: DecodingError, in parents: String = "", from first: Int = 0) {
    func path(_ keys: [any CodingKey]) -> String {
      guard let index = keys.first?.intValue, !parents.isEmpty else { return Self.path(keys) }
      return Self.path(keys.dropFirst(), after: "\(parents)[\(first + index)]")
    }
    switch error {
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      let reason = context.underlyingError.map { "\($0)" } ?? context.debugDescription
      self = .notJSON(reason: reason.hasSuffix(".") ? String(reason.dropLast()) : reason)
    case .dataCorrupted(let context):
      self = .invalid(path: path(context.codingPath), reason: context.debugDescription)
    case .keyNotFound(let key, let context)
    where key.stringValue == "version" && context.codingPath.isEmpty && parents.isEmpty:
      self = .notPlan
    case .keyNotFound(let key, let context):
      self = .invalid(path: path(context.codingPath + [key]), reason: "it is missing")
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      self = .invalid(
        path: path(context.codingPath), reason: "it is not \(Self.words(for: type))")
    @unknown default:
      self = .notJSON(reason: "\(error)")
    }
  }

  /// A path in JavaScript syntax, such as `pages[0].tiles[3].cell.x`.
  private static func path(
    _ keys: some Collection<any CodingKey>, after parents: String = ""
  ) -> String {
    var path = parents
    for key in keys {
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return path.isEmpty ? "the top level" : path
  }

  private static func words(for type: Any.Type) -> String {
    switch type {
    case is Int.Type: "a whole number"
    case is Double.Type: "a number"
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}
