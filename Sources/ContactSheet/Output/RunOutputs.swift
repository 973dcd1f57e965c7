internal import SheetFiles
internal import SheetRendering
internal import SystemPackage

/// All outputs of a run, no two of which go to the same place; each is looked at once.
struct RunOutputs: Sendable {
  /// The outputs of the rendered pages, in order; nil where a dry run has not found the folder.
  let pages: [ResolvedOutput?]
  /// The outputs of the documents, in order.
  let documents: [DocumentOutput]

  /// Looks at the outputs of a request.
  ///
  /// Only a single page may go to a pipe, a device or standard output, and no document may go
  /// there with it.
  ///
  /// - Parameters:
  ///   - outputs: The outputs of the rendered pages.
  ///   - request: What is asked for.
  ///   - pages: The pages, for documents that are written for each of them.
  /// - Throws: ``SheetError`` for an output that cannot be written, or would be written twice.
  init(
    _ outputs: [SheetOutput], _ request: SheetRequest, pages: [SheetPage]
  ) throws(SheetError) {
    for output in outputs { try output.checkFormat() }
    (self.pages, documents) = try translating(SheetError.notWritten) { () throws(OutputError) in
      (
        try outputs.map { (output) throws(OutputError) -> ResolvedOutput? in
          do throws(OutputError) {
            return try ResolvedOutput(output)
          } catch .folderMissing where request.isDryRun {
            return nil
          }
        },
        try request.documents.map { (document) throws(OutputError) in
          try document.outputs(for: pages)
        }.flatMap(\.self)
      )
    }
    try checkPlaces()
  }

  private func checkPlaces() throws(SheetError) {
    var places: Set<ResolvedOutput.Place> = []
    for page in pages {
      guard let page else { continue }
      switch page.target {
      case .file:
        guard places.insert(page.place).inserted else { throw .samePage(page.output.name) }
      case .stream, .standardOutput:
        guard pages.count == 1 else {
          guard case .file(let path) = page.output else {
            throw .pagesToStandardOutput(pages.count)
          }
          throw .pagesToStream(pages.count, path)
        }
        places.insert(page.place)
      }
    }
    for document in documents where !places.insert(document.output.place).inserted {
      throw .sameOutput(document.kind, document.output.output.name)
    }
  }

  /// All outputs that are known.
  private var all: [ResolvedOutput] { pages.compactMap(\.self) + documents.map(\.output) }

  /// The places of all outputs.
  var places: Set<ResolvedOutput.Place> { Set(all.map(\.place)) }

  /// Checks that pages only replace contact sheets, and documents only others of their kind.
  ///
  /// - Throws: ``SheetError/notASheet(_:)``, ``SheetError/notADocument(_:_:)``.
  func checkReplaced() throws(SheetError) {
    for page in pages {
      if let path = page?.replacedFile, !SheetFormat.isOwnSheet(path) { throw .notASheet(path) }
    }
    for document in documents { try document.checkReplaced() }
  }

  /// The first picture whose file an output would overwrite.
  ///
  /// Files are compared by device and inode, so it does not matter which path or link leads to
  /// them.
  func firstOverwritten(of pictures: [SheetPicture]) -> FilePath? {
    let identities = Set(all.compactMap(\.status).map(FileIdentity.init))
    guard !identities.isEmpty else { return nil }
    return pictures.lazy.compactMap { picture -> FilePath? in
      guard let path = picture.path, let identity = picture.identity ?? FileIdentity(path)
      else { return nil }
      return identities.contains(identity) ? path : nil
    }.first
  }

  /// Removes the new files that killed runs onto the same outputs have left.
  ///
  /// - Parameters:
  ///   - kept: The pages that stay as they are.
  ///   - names: The names of pages, of which earlier runs may have had more.
  /// - Returns: The old files that they have left, to be removed once the outputs are in place.
  func removeLeftovers(kept: [SheetOutput], _ names: OutputNames?) -> [FilePath] {
    // A page that stays need not be writable.
    Leftovers.remove(of: all + kept.compactMap { try? ResolvedOutput($0) }, names)
  }
}

extension SheetOutput {
  /// Makes sure that the name does not stand for a format that is known, but not written.
  ///
  /// - Throws: ``SheetError/formatNotWritten(_:format:)``.
  func checkFormat() throws(SheetError) {
    guard case .file(let path) = self, SheetFormat.written(as: path) == nil,
      let known = KnownFormat.named(path.nameBytes)
    else { return }
    throw .formatNotWritten(path, format: known.name)
  }
}
