internal import SystemPackage

/// The files about a sheet that are asked for besides its pages, and where they go.
public struct SheetDocuments: Sendable {
  /// Where the manifest goes; nil for no manifest.
  ///
  /// With a place for the number in its name, as ``OutputNames`` describes, each page has one.
  public var manifest: SheetOutput?
  /// What the paths in the manifest count from; nil for the working folder.
  public var root: PlanRoot?
  /// The depfile; nil for none.
  public var depfile: Depfile?
  /// Where the HTML page goes that shows the sheet with links to its pictures; nil for none.
  public var html: SheetOutput?
  /// Where a report of the run will go; nil for none.
  ///
  /// It is a ``RunReport``, which the caller writes when the run has ended. Where one is asked for,
  /// nothing else may go there, and each ``WrittenPage`` has a ``WrittenPage/digest``.
  public var report: SheetOutput?

  /// Creates a request for no documents.
  public init() {}
}

/// What a file about a sheet is.
public enum DocumentKind: String, Sendable {
  /// The plan and its outcome as JSON.
  case manifest
  /// What the sheet was made from, as a rule of Make.
  case depfile
  /// The sheets with links to their pictures, as a page for people.
  case html
  /// What came of a run, as JSON.
  case report

  /// Whether it names the files of the pages, so that these need names.
  var namesSheet: Bool { self == .depfile || self == .html }

  /// The kind in a message, as in `is not a depfile`.
  var noun: String {
    switch self {
    case .manifest, .depfile, .report: "a \(rawValue)"
    case .html: "an HTML page"
    }
  }

  /// Whether the file at `path` is of this kind, and made by this library.
  func isOwn(_ path: FilePath) -> Bool {
    switch self {
    case .manifest: SheetManifest.isManifest(path)
    case .depfile: MakeRule.isRule(path)
    case .html: HTMLPieces.isPage(path)
    case .report: RunReport.isReport(path)
    }
  }
}

/// A file about a sheet, written when the pages are complete.
///
/// To add a kind, add a case to ``DocumentKind``, a function here and an entry in
/// ``SheetPlan/writtenDocuments``.
struct SheetDocument: Sendable {
  let kind: DocumentKind
  let output: SheetOutput
  /// Makes the contents of the file, piece by piece, from the plan and the outcome of rendering it.
  let contents: @Sendable (SheetManifest) -> AnySequence<ArraySlice<UInt8>>

  /// The plan and its outcome as JSON, or those of each selected page where the name says so.
  static func manifests(of plan: SheetPlan, to output: SheetOutput) -> [SheetDocument] {
    guard let names = output.names, names.hasPattern, let pages = try? plan.selectedPages() else {
      return [SheetDocument(kind: .manifest, output: output) { AnySequence(ManifestPieces($0)) }]
    }
    return zip(pages, output.pages(pages.map(\.number))).map { page, output in
      SheetDocument(kind: .manifest, output: output) {
        AnySequence(ManifestPieces($0.only(page)))
      }
    }
  }

  /// What the pages were made from, as a rule of Make.
  static func depfile(to output: SheetOutput) -> SheetDocument {
    SheetDocument(kind: .depfile, output: output) { $0.plan.rule?.pieces ?? AnySequence([]) }
  }

  /// The sheets with links to their pictures, as a page for people.
  static func html(to output: SheetOutput) -> SheetDocument {
    SheetDocument(kind: .html, output: output) { AnySequence(HTMLPieces($0, to: output)) }
  }

  /// The place of a report, which is written when the run has ended; see ``RunReport``.
  static func report(to output: SheetOutput) -> SheetDocument {
    SheetDocument(kind: .report, output: output) { _ in AnySequence([]) }
  }
}

extension SheetPlan {
  /// The documents that are written with the pages.
  var writtenDocuments: [SheetDocument] {
    (documents.manifest.map { SheetDocument.manifests(of: self, to: $0) } ?? [])
      + [
        (documents.depfile?.output).map(SheetDocument.depfile(to:)),
        documents.html.map(SheetDocument.html(to:)),
      ].compactMap(\.self)
  }

  /// All documents of the run, of which a report is written when it has ended.
  var allDocuments: [SheetDocument] {
    writtenDocuments + [documents.report.map(SheetDocument.report(to:))].compactMap(\.self)
  }
}
