internal import FoundationEssentials
internal import SheetText
public import SystemPackage

/// The contents of a manifest file: a plan and its outcome, as JSON.
///
/// It tells other programs where the pictures are, and can be edited and rendered again. Rectangles
/// are in whole pixels of the sheet, crops in pixels of the source; tracks are exact. Paths are as
/// they were given, relative to the working directory, unless the plan has a ``PlanRoot``; paths
/// that are not UTF-8 are an error. Keys
/// are in alphabetical order, and there are no time stamps. Where the file's name has a place for a
/// page's number, each page has a manifest of its own.
public struct SheetManifest: Sendable {
  /// The format version that this library writes, and the newest that it reads.
  public static let currentVersion = 1

  /// The plan.
  public let plan: SheetPlan
  /// The pictures that turned out to be unreadable, by their index in the plan.
  public let unreadable: [Int: UnreadablePicture]

  /// Creates a manifest of a plan and the outcome of rendering it.
  public init(_ plan: SheetPlan, unreadable: [Int: UnreadablePicture] = [:]) {
    var all = unreadable
    for (index, picture) in plan.pictures.enumerated() {
      if let known = picture.unreadable { all[index] = known }
    }
    self.init(of: plan, all)
  }

  private init(of plan: SheetPlan, _ unreadable: [Int: UnreadablePicture]) {
    self.plan = plan
    self.unreadable = unreadable
  }

  /// The manifest of one of the plan's pages, for somebody who is to render that alone.
  ///
  /// Skipped pictures, which are on no page, are in that of page 1.
  func only(_ page: SheetPage) -> SheetManifest {
    var plan = plan
    plan.pages = [page]
    plan.grid = page.grid
    if page.number > 1 { plan.skipped = [] }
    let found = page.tiles.compactMap { tile in
      unreadable[tile.index].map { (tile.index, $0) }
    }
    return SheetManifest(of: plan, Dictionary(found) { first, _ in first })
  }
}

extension SheetManifest {
  /// The manifest as JSON in UTF-8.
  public func json() -> [UInt8] { Array(ManifestPieces(self).joined()) }

  /// Writes the manifest, or those of the selected pages, completely or not at all; see
  /// ``OutputFile``.
  ///
  /// - Throws: ``SheetError/notWritten(_:)``, and ``SheetError/notADocument(_:_:)`` where it would
  ///   replace another kind of file and the plan does not allow it.
  public func write(to output: SheetOutput) throws(SheetError) {
    try write(SheetDocument.manifests(of: plan, to: output))
  }

  /// Writes documents, all of them or none.
  fileprivate func write(_ documents: [SheetDocument]) throws(SheetError) {
    let outputs = try ResolvedOutputs(pages: [], documents: documents)
    if !plan.replacesForeignFiles { try outputs.checkReplaced() }
    do throws(OutputError) {
      Leftovers.remove(of: outputs.documents)
      var files = OutputSet(keepsUnchanged: plan.keepsUnchangedFiles)
      for (document, output) in zip(documents, outputs.documents) {
        try files.add(document.contents(self), to: output)
      }
      try files.commit()
    } catch {
      throw .notWritten(error)
    }
  }
}

extension SheetPlan {
  /// Writes the documents about a sheet that is still to be made, perhaps elsewhere.
  ///
  /// - Throws: ``SheetError`` as ``SheetManifest/write(to:)``.
  public func writeDocuments() throws(SheetError) {
    try SheetManifest(self).write(documents)
  }

  /// The maximum size of a manifest that is decoded, in bytes: that of about two million pictures.
  ///
  /// Decoding takes about three and a half times the size of the manifest.
  public static let maximumManifestSize = 1 << 30

  /// Decodes the plan in a manifest.
  ///
  /// - Throws: ``ManifestError``, which names the invalid field.
  public init(json: [UInt8]) throws(ManifestError) {
    var reader = ManifestReader()
    try reader.take(json[...])
    try self.init(reader.frame())
  }

  /// Decodes the plan in a manifest file, which is read piece by piece.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - root: What the plan's relative paths count from; nil for the folder that the plan names, or
  ///     else the working folder.
  /// - Throws: ``SheetError/plan(_:_:)``, and ``SheetError/noRoot(_:reason:)`` where the folder that
  ///   the plan names is not there.
  public init(contentsOf path: FilePath, root: PlanRoot? = nil) throws(SheetError) {
    do {
      var reader = ManifestReader()
      var fault: ManifestError?
      try path.reading { file in
        try file.forEachChunk(atMost: Self.maximumManifestSize) { chunk in
          do throws(ManifestError) { try reader.take(chunk) } catch { fault = error }
          return fault == nil
        }
      }
      if let fault { throw fault }
      let frame = try reader.frame()
      let root = try root ?? frame.root.map { try PlanRoot(path.folder.pushing(FilePath($0))) }
      try self.init(frame, root: root)
      findings.origins = [path]
    } catch let error as ManifestError {
      throw .plan(path, error)
    } catch let error as SheetError {
      throw error
    } catch {
      throw .plan(path, .unreadable(reason: "\(error)"))
    }
  }
}

extension SheetManifest {
  /// Whether the file at `path` is a manifest, of any version and perhaps edited.
  ///
  /// What stands ahead of the pages tells, so that a large manifest need not be read.
  static func isManifest(_ path: FilePath) -> Bool {
    guard let bytes = try? path.beginning(upTo: 1 << 16),
      let pages = bytes.firstRange(of: #""pages""#.utf8),
      let last = bytes[..<pages.lowerBound].lastIndex(where: { !$0.isWhitespace })
    else { return false }
    // Without the comma behind it, what stands there is an object of its own.
    let beginning = bytes[..<last] + [UInt8(ascii: "}")]
    return (try? JSONDecoder().decode(RecognizedManifest.self, from: Data(beginning))) != nil
  }
}

/// What all manifests have ahead of their pages, and no other file does.
private struct RecognizedManifest: Decodable {
  struct Options: Decodable { let onError: String }

  let layout: String
  let options: Options
}

extension UInt8 {
  /// Whether JSON ignores the byte between values.
  fileprivate var isWhitespace: Bool { [0x09, 0x0A, 0x0D, 0x20].contains(self) }
}

/// Why a manifest cannot be rendered.
///
/// Descriptions are fragments to follow the file's name and a colon.
public enum ManifestError: Error, Equatable, Sendable {
  /// The file cannot be read.
  case unreadable(reason: String)
  /// It is not JSON.
  case notJSON(reason: String)
  /// Its format version is newer than this library.
  case newer(Int)
  /// A field is missing or invalid; its path is like `pages[0].tiles[3].cell.x`.
  case invalid(path: String, reason: String)
}

extension ManifestError: CustomStringConvertible {
  /// A fragment: what is wrong, and where.
  public var description: String {
    switch self {
    case .unreadable(let reason): reason.printable
    case .notJSON(let reason): "it is not JSON: \(reason.printable)"
    case .newer(let version):
      "it has version \(version) of the format, and \(SheetManifest.currentVersion) is the newest "
        + "that is known; use a newer contactsheet"
    case .invalid(let path, let reason): "\(path): \(reason.printable)"
    }
  }

  /// What an error in decoding says of a manifest.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - parents: The path of the list whose elements were decoded; empty for the whole manifest.
  ///   - first: The index of the first of them.
  init(_ error: DecodingError, in parents: String = "", from first: Int = 0) {
    func path(_ keys: [any CodingKey]) -> String {
      guard let index = keys.first?.intValue, !parents.isEmpty else { return Self.path(keys) }
      return "\(parents)[\(first + index)]" + Self.path(keys.dropFirst(), isWhole: false)
    }
    switch error {
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      self = .notJSON(
        reason: context.underlyingError.map { "\($0)" } ?? context.debugDescription)
    case .dataCorrupted(let context):
      self = .invalid(path: path(context.codingPath), reason: context.debugDescription)
    case .keyNotFound(let key, let context):
      self = .invalid(path: path(context.codingPath + [key]), reason: "it is missing")
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      self = .invalid(
        path: path(context.codingPath), reason: "it is not \(Self.words(for: type))")
    @unknown default:
      self = .notJSON(reason: "\(error)")
    }
  }

  /// A path in JavaScript syntax, such as `pages[0].tiles[3].cell.x`, or the rest of one.
  private static func path(_ keys: some Collection<any CodingKey>, isWhole: Bool = true) -> String {
    if isWhole, keys.isEmpty { return "the top level" }
    var path = ""
    for key in keys {
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += isWhole && path.isEmpty ? key.stringValue : ".\(key.stringValue)"
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
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}
