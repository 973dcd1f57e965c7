internal import FoundationEssentials
public import SystemPackage

extension SheetManifest {
  /// The manifest as JSON, in UTF-8, for people and programs.
  public func json() -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(self)) + Array("\n".utf8)
    } catch {
      preconditionFailure("a manifest holds nothing that JSON cannot: \(error)")
    }
  }

  /// Reads a manifest from JSON.
  ///
  /// - Throws: ``ManifestError``, which names the place.
  public init(json: [UInt8]) throws(ManifestError) {
    let decoder = JSONDecoder()
    let data = Data(json)
    do {
      // Another version may have other fields: it comes first.
      let version = try decoder.decode(Versioned.self, from: data).version
      guard version <= Self.currentVersion else { throw ManifestError.newer(version) }
      guard version >= 1 else {
        throw ManifestError.invalid(path: "version", reason: "\(version) is not a version")
      }
      self = try decoder.decode(Self.self, from: data)
    } catch let error as DecodingError {
      throw ManifestError(error)
    } catch let error as ManifestError {
      throw error
    } catch {
      throw .notJSON(reason: "\(error)")
    }
  }

  /// Reads the manifest in a file.
  ///
  /// - Throws: ``SheetError/plan(_:_:)``.
  public init(contentsOf path: FilePath) throws(SheetError) {
    do {
      try self.init(json: try path.contents())
    } catch let error as ManifestError {
      throw .plan(path, error)
    } catch {
      throw .plan(path, .unreadable(reason: "\(error)"))
    }
  }

  private struct Versioned: Decodable {
    let version: Int
  }

  /// Writes the manifest, with the guarantees of a sheet.
  ///
  /// - Throws: ``SheetError/notWritten(_:)``.
  public func write(to output: SheetOutput) throws(SheetError) {
    do throws(OutputError) {
      try written(to: output).commit()
    } catch {
      throw .notWritten(error)
    }
  }

  /// Writes the manifest into a file that does not take its place yet.
  func written(to output: SheetOutput) throws(OutputError) -> OutputFile {
    let file = try output.opened()
    try file.write(json())
    return file
  }
}

extension ManifestError {
  fileprivate init(_ error: DecodingError) {
    switch error {
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      self = .notJSON(reason: context.reason)
    case .dataCorrupted(let context):
      self = .invalid(path: Self.path(context.codingPath), reason: context.debugDescription)
    case .keyNotFound(let key, let context):
      self = .invalid(path: Self.path(context.codingPath + [key]), reason: "it is missing")
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      self = .invalid(
        path: Self.path(context.codingPath), reason: "it is not \(Self.words(for: type))")
    @unknown default:
      self = .notJSON(reason: "\(error)")
    }
  }

  /// A path as JavaScript writes it, such as `pages[0].tiles[3].cell.x`.
  private static func path(_ keys: [any CodingKey]) -> String {
    guard !keys.isEmpty else { return "the top level" }
    var path = ""
    for key in keys {
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return path
  }

  private static func words(for type: Any.Type) -> String {
    switch type {
    case is Int.Type: "a whole number"
    case is Double.Type: "a number"
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is any Collection.Type where !(type is [String: Any].Type): "a list"
    default: "an object"
    }
  }
}

extension DecodingError.Context {
  /// What the parser found, with the place.
  fileprivate var reason: String {
    underlyingError.map { "\($0)" } ?? debugDescription
  }
}
