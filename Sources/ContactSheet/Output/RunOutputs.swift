internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SheetRendering
internal import SystemPackage

/// All outputs of a run, each in a different place and examined only once.
struct RunOutputs: Sendable {
  /// The files of the rendered pages, in order.
  let files: [OutputJob]
  /// The documents, in order, not prepared yet.
  let documents: [Document]

  /// Examines the outputs of a request.
  ///
  /// Only a single file may go to a pipe, a device or standard output, and no document may go there
  /// with it.
  ///
  /// - Parameters:
  ///   - pages: The rendered pages.
  ///   - request: The request.
  ///   - root: The folder below which the pages of a plan must stay; nil if they may go anywhere.
  /// - Throws: ``ContactSheetError`` if an output cannot be written, or would be written twice.
  init(
    _ pages: [PageDestination], _ request: RenderRequest, confinedTo root: OpenFolder?
  ) throws {
    if request.format == nil { for page in pages { try page.output.checkFormat() } }
    let folders = OutputFolders()
    let bounds =
      request.output == nil
      ? root.map { .below($0) } ?? .none : try OutputConfinement(confinedTo: request.outputFolder)
    // Consecutive pages with the same destination share a file if its format holds several pages.
    files = try pages.runs { $1.format.holdsPages && $0.output == $1.output }.map { pages in
      let pages = Array(pages)
      do throws(ContactSheetError) {
        return OutputJob(
          pages: pages, resolved: try ResolvedOutput(pages[0].output, within: bounds, folders))
      } catch {
        guard request.isDryRun, error.cause as? Errno == .noSuchFileOrDirectory else { throw error }
        return OutputJob(pages: pages, resolved: nil)
      }
    }
    documents = try request.documents.documents(for: pages.map(\.page), folders)
    try checkPlaces()
  }

  private func checkPlaces() throws(ContactSheetError) {
    var places: Set<ResolvedOutput.Place> = []
    for file in files.compactMap(\.resolved) {
      if !file.isReplaceable, files.count > 1 {
        guard case .file(let path) = file.output else { throw .pagesToStandardOutput(files.count) }
        throw .pagesToStream(files.count, path)
      }
      guard places.insert(file.place).inserted else { throw .samePage(file.output.name.text) }
    }
    for document in documents where !places.insert(document.output.place).inserted {
      throw .sameOutput(document.kind, document.output.output.name.text)
    }
  }

  /// All outputs that have been examined.
  private var all: [ResolvedOutput] { files.compactMap(\.resolved) + documents.map(\.output) }

  var places: Set<ResolvedOutput.Place> { Set(all.map(\.place)) }

  /// Checks that pages replace only contact sheets, and documents only documents of their kind.
  ///
  /// - Parameter replaced: The file that an output replaces: ``ResolvedOutput/replacedFile``, or,
  ///   after rendering, which may take hours, ``ResolvedOutput/newlyReplacedFile``.
  /// - Throws: ``ContactSheetError/notASheet(_:)``, ``ContactSheetError/notADocument(_:_:)``.
  func checkReplaced(_ replaced: (ResolvedOutput) -> FilePath?) throws(ContactSheetError) {
    for file in files {
      if let path = file.resolved.flatMap(replaced), !SheetFormat.isOwnSheet(path) {
        throw .notASheet(path)
      }
    }
    for document in documents { try document.checkReplaced(replaced) }
  }

  /// The first picture or other file that was read and that an output would overwrite.
  ///
  /// Files are compared by device and inode, so it does not matter which path or link leads to
  /// them.
  ///
  /// - Parameters:
  ///   - pictures: The pictures.
  ///   - filesRead: The other files.
  ///   - plan: The file of the rendered plan, which only a plan may replace.
  /// - Returns: The file; nil if there is none.
  func firstOverwritten(
    of pictures: [SheetPicture], _ filesRead: [FilePath], plan: FilePath?
  ) -> FilePath? {
    if let plan, let identity = FileIdentity(plan),
      let output = all.first(where: { $0.status.map(FileIdentity.init) == identity }),
      documents.first(where: { $0.output.place == output.place })?.kind.maker.isOwn(plan) != true
    {
      return plan
    }
    let identities = Set(all.compactMap(\.status).map(FileIdentity.init))
    guard !identities.isEmpty else { return nil }
    func isOverwritten(_ path: FilePath, _ identity: FileIdentity? = nil) -> Bool {
      (identity ?? FileIdentity(path)).map(identities.contains) ?? false
    }
    return pictures.lazy.compactMap { picture -> FilePath? in
      guard let path = picture.path else { return nil }
      return isOverwritten(path, picture.identity) ? path : nil
    }.first ?? filesRead.first { isOverwritten($0) }
  }

  /// The first picture in searched folders that an output would replace; nil if there is none.
  ///
  /// Names determine whether files are pictures. Our own sheets are not pictures.
  ///
  /// Patterns may have excluded the picture, or it may belong to another picture, as a RAW file
  /// belongs to a JPEG.
  func firstPicture(in folders: [FilePath]) -> FilePath? {
    let replaced = all.filter { $0.replacedFile != nil }
    if replaced.isEmpty { return nil }
    let folders = Set(folders.compactMap { FileIdentity($0) })
    return replaced.first { output in
      guard case .file(let file) = output.target, folders.contains(file.folder.identity) else {
        return false
      }
      return FormatTable.standard.named(file.name.bytes[...])?.kind == .picture
        && !SheetFormat.isOwnSheet(file.path)
    }?.replacedFile
  }

  /// Removes the new files that killed runs with these outputs have left behind.
  ///
  /// - Parameters:
  ///   - kept: The pages that stay as they are.
  ///   - names: The names of pages; earlier runs may have had more pages.
  /// - Returns: The old files that were left behind, to be removed once the outputs are in place.
  func removeLeftovers(kept: [SheetOutput], _ names: OutputNames?) -> [FolderFile] {
    // A page that is kept need not be writable.
    Leftovers.remove(of: all + kept.compactMap { try? ResolvedOutput($0) }, names)
  }
}

/// A file of a run, with the pages that it will contain.
struct OutputJob: Sendable {
  /// The pages, all with the same destination and format; there is at least one.
  let pages: [PageDestination]
  /// The examined destination; nil in a dry run if its folder does not exist.
  let resolved: ResolvedOutput?

  var output: SheetOutput { pages[0].output }
  var format: SheetFormat { pages[0].format }
}

extension Collection {
  /// The longest runs of elements in which each one continues the one before it.
  func runs(where continues: (Element, Element) -> Bool) -> [SubSequence] {
    guard !isEmpty else { return [] }
    var runs: [SubSequence] = []
    var start = startIndex
    for (index, next) in zip(indices, indices.dropFirst())
    where !continues(self[index], self[next]) {
      runs.append(self[start..<next])
      start = next
    }
    return runs + [self[start...]]
  }
}
