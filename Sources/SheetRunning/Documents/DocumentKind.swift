package import SystemPackage

/// A kind of file about a sheet: its name, its option, and the functions that recognise and make
/// it.
///
/// To add one, add a file with its value, and the value to ``all``.
package struct DocumentKind: Sendable {
  /// The name, which is also the name of its option.
  package let name: String
  /// The name in a message, as in `is not a depfile`.
  package let noun: String
  /// The text of its option in the help.
  package let help: String
  /// The usual ending of its files, without the dot.
  package let fileExtension: String
  /// The subject of the document.
  package let scope: Scope
  /// Whether it names the files of pages, so that pages must have file names.
  package var namesPages = false
  /// Whether it shows the pages, so that their format must be a picture for browsers.
  package var showsPages = false
  /// Whether a page's number in its name requests a file for each page.
  package var isByPage = false
  /// Whether a dry run writes it.
  package var isInDryRun = true
  /// Whether it contains the digests of pages.
  var needsDigests = false

  /// Whether a file is of this kind, and made by this library.
  let isOwn: @Sendable (FilePath) -> Bool
  let making: Making

  /// The subject of a document.
  package enum Scope: Sendable {
    /// All pages of the sheet, rendered or not.
    case sheet
    /// The pages that a run renders.
    case renderedPages
    /// The run itself.
    case run
  }

  /// The time at which a document is made, and its inputs.
  enum Making: Sendable {
    /// With the pages; it is prepared before they are rendered, so that errors are known in time.
    case withPages(@Sendable (DocumentSubject) throws(SheetError) -> PreparedDocument)
    /// When the run has ended, whether it failed or not.
    case afterRun(@Sendable (RunOutcome) -> DocumentPieces)
  }

  /// All kinds, in the order in which they are written.
  package static let all: [DocumentKind] = [.manifest, .depfile, .html, .report]
}

extension DocumentKind: Equatable {
  /// Whether two kinds have one name.
  package static func == (one: DocumentKind, other: DocumentKind) -> Bool { one.name == other.name }
}

/// A requested document.
package struct DocumentRequest: Sendable {
  /// The kind of the document.
  package var kind: DocumentKind
  /// The destination of the document.
  package var output: SheetOutput
  /// The folder below which it must be a regular file, reached through no link; nil if it may be
  /// anywhere.
  package var folder: FilePath?

  /// Whether it requests a document of each page, by its name.
  var isByPage: Bool { kind.isByPage && output.names?.hasPattern == true }

  /// Asks for a document.
  package init(_ kind: DocumentKind, to output: SheetOutput) {
    self.kind = kind
    self.output = output
  }
}

/// The contents of a document, piece by piece.
typealias DocumentPieces = AnySequence<ArraySlice<UInt8>>

/// The subject of a document that is made with the pages.
struct DocumentSubject {
  let sheet: ResolvedSheet
  let outputs: RunOutputs
  /// The destination of the document.
  let output: SheetOutput
  /// The page of the document; nil if it is about all of them.
  let page: SheetPage?
}

/// A document that can be made as soon as the findings in the pictures are known.
struct PreparedDocument: Sendable {
  /// The notes on it.
  var notes: [Note] = []
  let contents: @Sendable (_ found: TileFindings, _ inside: EmbeddedPage?) -> DocumentPieces
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
  /// - Throws: ``SheetError/notADocument(_:_:)``.
  func checkReplaced() throws(SheetError) {
    if let path = output.replacedFile, !kind.isOwn(path) { throw .notADocument(kind, path) }
  }

  /// The document, prepared if it is made with the pages.
  ///
  /// - Throws: ``SheetError`` if it cannot hold its contents.
  func prepared(for sheet: ResolvedSheet, _ outputs: RunOutputs) throws(SheetError) -> Document {
    guard case .withPages(let prepare) = kind.making else { return self }
    if kind.namesPages, sheet.renderedPages.contains(where: { $0.output == .standardOutput }) {
      throw .sheetWithoutName(kind)
    }
    if kind.showsPages, let page = sheet.renderedPages.first(where: { !$0.format.isPicture }) {
      throw .pagesNotShown(kind, page.output, format: page.format.noun)
    }
    var document = self
    document.prepared = try prepare(
      DocumentSubject(sheet: sheet, outputs: outputs, output: output.output, page: page))
    return document
  }
}

extension [DocumentRequest] {
  /// The documents of requests, with their destinations: one each, or one for each page.
  func documents(
    for pages: [SheetPage], _ folders: OutputFolders = OutputFolders()
  ) throws(OutputError) -> [Document] {
    var documents: [Document] = []
    for request in self {
      let bounds = try OutputBounds(confinedTo: request.folder)
      func resolved(_ output: SheetOutput) throws(OutputError) -> ResolvedOutput {
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
