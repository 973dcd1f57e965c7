package import SystemPackage

/// A kind of document about a sheet.
///
/// Its name is also the name of its option. To add a kind, add a case with its properties, and a
/// `DocumentMaker` that recognises and makes documents of this kind.
package enum DocumentKind: String, CaseIterable, Sendable {
  /// The plan and its outcome as JSON; one per page if the name has a page number.
  case manifest
  /// The files from which the rendered pages were made, as a make rule.
  case depfile
  /// An HTML page that shows the sheets to people.
  case html
  /// The outcome of a run, as JSON for other programs.
  case report

  /// What a document is about.
  package enum Scope: Sendable {
    /// All pages of the sheet, rendered or not.
    case sheet
    /// The pages that a run renders.
    case renderedPages
    /// The run itself.
    case run
  }
}

extension DocumentKind {
  /// The name, which is also the name of the option.
  package var name: String { rawValue }

  /// The name in a message, as in `is not a depfile`.
  package var noun: String { self == .html ? "an HTML page" : "a \(name)" }

  /// The text for the option in the help.
  package var help: String {
    switch self {
    case .manifest:
      """
      Write the plan of the sheet as JSON. %03d in the name makes a file for each page; - is \
      standard output.
      """
    case .depfile:
      """
      Write a rule for make, ninja and CMake that lists the files from which the sheet was made. \
      Makefiles need .DELETE_ON_ERROR: as well, since a sheet is written even if images cannot be \
      read.
      """
    case .html:
      "Write an HTML page that shows the sheet with links to its images; - is standard output."
    case .report:
      "Write the outcome of the run as JSON, even if it fails; - is standard output."
    }
  }

  /// The usual extension of files of this kind, without the dot.
  package var fileExtension: String {
    switch self {
    case .manifest, .report: "json"
    case .depfile: "d"
    case .html: "html"
    }
  }

  /// What the document is about.
  package var scope: Scope {
    switch self {
    case .manifest, .html: .sheet
    case .depfile: .renderedPages
    case .report: .run
    }
  }

  /// Whether the document contains the names of page files, so that pages must have file names.
  package var namesPages: Bool { self == .depfile || self == .html }

  /// Whether the document shows the pages, so that their format must be one that browsers show.
  package var showsPages: Bool { self == .html }

  /// Whether a page number in the document's name requests a file for each page.
  package var isByPage: Bool { self == .manifest }

  /// Whether a dry run writes the document.
  package var isInDryRun: Bool { self != .depfile }

  /// Whether the document contains the digests of pages.
  var needsDigests: Bool { self == .report }
}

/// A requested document.
package struct DocumentRequest: Sendable {
  package var kind: DocumentKind
  /// The destination of the document.
  package var output: SheetOutput
  /// The folder below which the document must be a regular file, reached without links; nil for no
  /// restriction.
  package var folder: FilePath?

  /// Whether the output's name requests a document for each page.
  package var isByPage: Bool { kind.isByPage && output.names?.hasPattern == true }

  /// Requests a document.
  package init(_ kind: DocumentKind, to output: SheetOutput) {
    self.kind = kind
    self.output = output
  }
}
