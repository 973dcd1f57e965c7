internal import SheetModel
internal import SheetPlans
internal import SheetRendering
internal import SystemPackage

/// How to recognise and make documents of one kind.
struct DocumentMaker: Sendable {
  /// Whether a file is of this kind, and made by this library.
  let isOwn: @Sendable (FilePath) -> Bool
  let making: Making

  /// When a document is made, and from what.
  enum Making: Sendable {
    /// Together with the pages. The document is prepared before the pages are rendered, so that
    /// errors are found in time.
    case withPages(@Sendable (DocumentSubject) throws(ContactSheetError) -> PreparedDocument)
    /// After the run has ended, whether or not it failed.
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

/// Takes the pieces of a document in order.
typealias DocumentOutput = (ArraySlice<UInt8>) throws(ContactSheetError) -> Void

/// What a document made with the pages is about.
struct DocumentSubject {
  let run: SheetRun
  /// The destination of the document.
  let output: SheetOutput
  /// The page that the document is about; nil for all pages.
  let page: SheetPage?
}

/// A document that can be made as soon as the findings about pictures are known.
struct PreparedDocument: Sendable {
  var notes: [Note] = []
  let write:
    @Sendable (
      _ found: TileFindings, _ inside: EmbeddedPage?, _ output: @escaping DocumentOutput
    ) throws(ContactSheetError) -> Void
}

/// A document of a run, and its destination.
struct Document: Sendable {
  let kind: DocumentKind
  let output: ResolvedOutput
  /// The page that the document is about; nil for all pages.
  var page: SheetPage?
  /// The contents; nil if the document is made after the run has ended.
  private(set) var prepared: PreparedDocument?

  /// Checks that a file to be replaced is a document of this kind.
  ///
  /// - Parameter replaced: The file that an output replaces: ``ResolvedOutput/replacedFile`` or
  ///   ``ResolvedOutput/newlyReplacedFile``.
  /// - Throws: ``ContactSheetError/notADocument(_:_:)``.
  func checkReplaced(_ replaced: (ResolvedOutput) -> FilePath?) throws(ContactSheetError) {
    if let path = replaced(output), !kind.maker.isOwn(path) { throw .notADocument(kind, path) }
  }

  /// The document, prepared if it is made with the pages.
  ///
  /// - Throws: ``ContactSheetError`` if the document cannot be made for these pages, for example
  ///   because they have no names.
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
  /// The requested documents with their destinations: one per request, or one per page.
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
