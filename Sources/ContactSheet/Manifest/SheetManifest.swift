internal import FoundationEssentials
internal import SheetText
public import SystemPackage

/// The contents of a manifest file: a plan and its outcome, as JSON.
///
/// It tells other programs where the pictures are, and can be edited and rendered again. Rectangles
/// are in whole pixels of the sheet, crops in pixels of the source; tracks are exact. Paths are as
/// they were given, relative to the working directory, unless the plan has a ``PlanRoot``; paths
/// that are not UTF-8 are an error. Keys are in alphabetical order, and there are no time stamps.
/// Where the file's name has a place for a page's number, each page has a manifest of its own.
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
    try outputs.write(
      documents.map { $0.contents(self) }, keepsUnchanged: plan.keepsUnchangedFiles)
  }
}

extension SheetPlan {
  /// Writes the documents about a sheet that is still to be made, perhaps elsewhere.
  ///
  /// - Throws: ``SheetError`` as ``SheetManifest/write(to:)``.
  public func writeDocuments() throws(SheetError) {
    try SheetManifest(self).write(writtenDocuments)
  }

  /// The maximum size of a manifest that is decoded, in bytes: that of about two million pictures.
  ///
  /// A plan takes about a quarter more memory than its manifest has bytes; a file is read piece by
  /// piece, so that reading it takes little beyond that.
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
    let start = ContinuousClock.now
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
      findings.times.add(.planning, since: start)
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
  var isWhitespace: Bool { [0x09, 0x0A, 0x0D, 0x20].contains(self) }
}
