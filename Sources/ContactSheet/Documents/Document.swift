internal import SheetModel
internal import SheetPlans
internal import SheetRendering
internal import SystemPackage

/// The functions that recognise and make the documents of a kind.
struct DocumentMaker: Sendable {
  /// Whether a file is of this kind, and made by this library.
  let isOwn: @Sendable (FilePath) -> Bool
  let making: Making

  /// The time at which a document is made, and its inputs.
  enum Making: Sendable {
    /// With the pages; it is prepared before they are rendered, so that errors are known in time.
    case withPages(@Sendable (DocumentSubject) throws(ContactSheetError) -> PreparedDocument)
    /// When the run has ended, whether it failed or not.
    case afterRun(@Sendable (RunOutcome) -> DocumentPieces)
  }
}

extension DocumentKind {
  /// The maker of documents of this kind.
  var maker: DocumentMaker {
    switch self {
    case .manifest: .manifest
    case .depfile: .depfile
    case .html: .html
    case .report: .report
    }
  }
}

/// The contents of a document, piece by piece.
typealias DocumentPieces = AnySequence<ArraySlice<UInt8>>

/// Takes the pieces of a document in their order.
typealias DocumentOutput = (ArraySlice<UInt8>) throws(ContactSheetError) -> Void

/// The subject of a document that is made with the pages.
struct DocumentSubject {
  let run: SheetRun
  /// The destination of the document.
  let output: SheetOutput
  /// The page of the document; nil if it is about all of them.
  let page: SheetPage?
}

/// A document that can be made as soon as the findings in the pictures are known.
struct PreparedDocument: Sendable {
  /// The notes on it.
  var notes: [Note] = []
  /// Writes the document.
  let write:
    @Sendable (
      _ found: TileFindings, _ inside: EmbeddedPage?, _ output: @escaping DocumentOutput
    ) throws(ContactSheetError) -> Void
}

/// A document of a run, and its destination.
struct Document: Sendable {
  let kind: DocumentKind
  let output: ResolvedOutput
  /// The page of the document; nil if it is about all of them.
  var page: SheetPage?
  /// The contents; nil if the document is made after the run has ended.
  private(set) var prepared: PreparedDocument?

  /// Checks that a replaced file is a document of this kind.
  ///
  /// - Throws: ``ContactSheetError/notADocument(_:_:)``.
  func checkReplaced() throws(ContactSheetError) {
    if let path = output.replacedFile, !kind.maker.isOwn(path) { throw .notADocument(kind, path) }
  }

  /// The document, prepared if it is made with the pages.
  ///
  /// - Throws: ``ContactSheetError`` if it cannot hold its contents.
  func prepared(for run: SheetRun) throws(ContactSheetError) -> Document {
    guard case .withPages(let prepare) = kind.maker.making else { return self }
    if kind.namesPages, run.renderedPages.contains(where: { $0.output == .standardOutput }) {
      throw .sheetWithoutName(kind)
    }
    if kind.showsPages, let page = run.renderedPages.first(where: { !$0.format.isPicture }) {
      throw .pagesNotShown(kind, page.output, format: page.format.noun)
    }
    var document = self
    document.prepared = try prepare(
      DocumentSubject(run: run, output: output.output, page: page))
    return document
  }
}

extension [DocumentRequest] {
  /// The documents of requests, with their destinations: one each, or one for each page.
  func documents(
    for pages: [SheetPage], _ folders: OutputFolders = OutputFolders()
  ) throws(ContactSheetError) -> [Document] {
    var documents: [Document] = []
    for request in self {
      let bounds = try OutputConfinement(confinedTo: request.folder)
      func resolved(_ output: SheetOutput) throws(ContactSheetError) -> ResolvedOutput {
        try ResolvedOutput(output, within: bounds, folders)
      }
      guard request.isByPage else {
        documents.append(Document(kind: request.kind, output: try resolved(request.output)))
        continue
      }
      for (page, output) in zip(pages, request.output.pages(pages.map(\.number))) {
        documents.append(Document(kind: request.kind, output: try resolved(output), page: page))
      }
    }
    return documents
  }
}
