internal import FoundationEssentials
internal import SheetFiles
internal import SheetModel
internal import SheetPlans
internal import SheetRendering
internal import SystemPackage

extension DocumentMaker {
  /// The plan and its outcome as JSON; one per page if the name has a page number.
  static let manifest = DocumentMaker(
    isOwn: SheetManifest.isManifest,
    making: .withPages { (subject) throws(ContactSheetError) in
      try subject.checkManifest()
      let notes = subject.notesOnLogos
      return PreparedDocument(notes: notes) { (found, _, output) throws(ContactSheetError) in
        for piece in subject.manifest(with: found).pieces { try output(piece) }
      }
    })
}

extension DocumentSubject {
  /// The manifest of the sheet, or of one page, from which that page can be rendered alone.
  ///
  /// Skipped pictures, which are on no page, are in the manifest of page 1.
  func manifest(with found: TileFindings) -> SheetManifest {
    let run = run
    let isOfAll = page == nil
    let pages = run.pages.filter { isOfAll || $0.page.number == page?.number }
    var plan = run.plan
    var (unreadable, crops) = (run.unreadableByIndex(with: found.unreadable), found.crops)
    // A manifest of one page has only that page's pictures, which are numbered by their positions.
    let ofPage = page?.tiles.map(\.index)
    if let ofPage, let planned = plan.pages.first(where: { $0.number == page?.number }) {
      plan = plan.only(planned)
      func renumbered<Value>(_ all: [Int: Value]) -> [Int: Value] {
        Dictionary(
          uniqueKeysWithValues: ofPage.enumerated().compactMap { place, index in
            all[index].map { (place, $0) }
          })
      }
      (unreadable, crops) = (renumbered(unreadable), renumbered(crops))
    }
    if let root = run.root {
      plan = plan.renamingPictures { index, name in
        run.path(of: ofPage?[index] ?? index).map { .path(root.path(to: $0)) } ?? name
      } others: {
        .path(root.path(to: $0.path))
      }
    }
    return SheetManifest(
      plan, fileNames: pages.map { name(of: $0.output) }, rootName: rootName,
      unreadable: unreadable,
      skipped: page.map { $0.number == 1 } ?? true ? run.leftOut : [], crops: crops)
  }

  private func name(of output: SheetOutput) -> FileName {
    guard let root = run.root, case .file(let path) = output else { return output.name }
    return .path(root.path(to: path))
  }

  /// The folder to which paths are relative, as named in the manifest.
  private var rootName: FileName? {
    output.names.flatMap { try? run.root?.name(in: $0.path) }.map { .path($0) }
  }

  /// Checks that all pictures of the manifest are below the root.
  fileprivate func checkManifest() throws(ContactSheetError) {
    // A plan with pictures outside its root could not be rendered with that root.
    let pages = page.map { [$0] } ?? run.plan.pages
    if let root = run.root,
      let path = root.firstOutside(run.paths(of: pages.lazy.flatMap(\.tiles)))
    {
      throw .pictureOutsideRoot(path, root: root.folder)
    }
  }
}

extension DocumentSubject {
  /// The notes on a logo and on a watermark picture outside the root, which would prevent the plan
  /// from being rendered with that root.
  fileprivate var notesOnLogos: [Note] {
    guard let root = run.root else { return [] }
    let pages = page.map { [$0] } ?? run.plan.pages
    let files: [(noun: String, path: FilePath?, setting: Setting)] = [
      ("logo", pages.lazy.compactMap(\.logo).first?.source.path, .logo),
      ("watermark", run.watermark == nil ? nil : run.plan.watermark?.source.path, .watermark),
    ]
    return files.compactMap { noun, path, setting -> Note? in
      guard let path, root.firstOutside([path]) != nil else { return nil }
      return Note(
        .outsideRoot, about: .path(path),
        "the \(noun) \(path.quoted) is outside \(root.folder.quoted), and a plan that is rendered "
          + "with that root reads nothing elsewhere",
        remedy: """
          copy the \(noun) into that folder and name the copy with \(setting), or render the plan \
          without \(.root)
          """)
    }
  }
}

extension SheetManifest {
  /// Whether the file at `path` is a manifest of any version, possibly edited.
  ///
  /// A manifest is recognised by the keys before the pages, so that a large manifest need not be
  /// read to its end. The manifest of a matrix starts with its columns. There may be many columns,
  /// with any headings, so only the first column is checked.
  static func isManifest(_ path: FilePath) -> Bool {
    guard let bytes = try? path.beginning(upTo: 1 << 16) else { return false }
    func begins<Beginning: Decodable>(
      _: Beginning.Type, _ bytes: ArraySlice<UInt8>, _ end: String
    ) -> Bool {
      (try? JSONDecoder().decode(Beginning.self, from: Data(bytes + end.utf8))) != nil
    }
    if let pages = bytes.firstRange(of: #""pages""#.utf8),
      let comma = bytes[..<pages.lowerBound].lastIndex(where: { !$0.isWhitespace }),
      begins(RecognizedManifest.self, bytes[..<comma], "}")
    {
      return true
    }
    guard bytes.firstRange(of: #""columns""#.utf8) != nil else { return false }
    let ends = bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: "}") }
    return ends.prefix(100).contains { begins(RecognizedMatrix.self, bytes[...$0], "]}") }
  }
}

/// The keys that all manifests have before their pages, and no other file has.
private struct RecognizedManifest: Decodable {
  struct Options: Decodable { let onError: String }

  let layout: String
  let options: Options
}

/// The first column of a matrix, with keys that no other file has.
private struct RecognizedMatrix: Decodable {
  struct Column: Decodable {
    struct Area: Decodable { let x, y, width, height: Int }

    let area: Area
    let heading: String
    let page: Int
  }

  let columns: [Column]
}
