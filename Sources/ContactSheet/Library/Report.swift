internal import SheetFacts
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans
internal import SheetRunning

extension Sheet {
  /// The outcome of rendering.
  public struct Report: Sendable {
    /// The pages that were written, in order.
    public let pages: [Page]
    /// The paths of pages that were not written, because none of their pictures can be read.
    public let unwritten: [String]
    /// The paths of pages that were new enough and stayed.
    public let kept: [String]
    /// The names of the pictures that could not be read, or not to their end.
    public let unreadable: [String]
    /// All notes on the sheet, in the order of their arrival.
    public let issues: [Issue]
    /// The results of a comparison; nil if the run compared nothing.
    public let changes: FolderComparison.Changes?

    /// Whether all pictures could be read to their end.
    public var isComplete: Bool { unreadable.isEmpty }

    init(_ report: SheetReport, _ run: SheetRun) {
      let issues = run.notes.all.map(Issue.init)
      pages = report.pages.map(Page.init)
      unwritten = report.unwrittenPages.map(\.name.text)
      kept = report.keptPages.map(\.name.text)
      unreadable = report.unreadable.map(\.name)
      self.issues = issues
      changes = run.comparison.map { FolderComparison.Changes($0.pairs, issues: issues) }
    }

    /// A page that was written.
    public struct Page: Hashable, Sendable {
      /// The path of the file, which may hold other pages too.
      public let path: String
      /// The width in pixels.
      public let width: Int
      /// The height in pixels.
      public let height: Int
      /// The number of pictures.
      public let pictures: Int
      /// The size of the file in bytes; nil if it is a pipe or device.
      public let bytes: Int64?
      /// Whether the file had these bytes before.
      public let isUnchanged: Bool

      init(_ page: WrittenPage) {
        (path, width, height) = (page.output.name.text, page.size.width, page.size.height)
        (pictures, bytes, isUnchanged) = (page.pictureCount, page.byteCount, page.isUnchanged)
      }
    }
  }
}

extension Sheet {
  /// A note on a sheet: something to know, or something that is missing.
  public struct Issue: Hashable, Sendable, CustomStringConvertible {
    /// The subject matter.
    public let kind: Kind
    /// The importance.
    public let severity: Severity
    /// The file or picture; nil if there is none.
    public let subject: String?
    /// The message, without a remedy.
    public let text: String
    /// The remedy; nil if there is none.
    public let remedy: String?

    /// The message and the remedy.
    public var description: String { remedy.map { "\(text); \($0)" } ?? text }

    init(_ note: Note) {
      kind = Kind(rawValue: note.kind.rawValue)
      severity = note.severity.word()
      (subject, text, remedy) = (note.subject, note.text, note.remedy)
    }

    /// The importance of a note.
    public enum Severity: String, CaseIterable, Sendable {
      /// Worth knowing on request.
      case detail
      /// Worth knowing.
      case note
      /// Another machine may make a different sheet.
      case warning
      /// Something is missing or failed.
      case error
    }

    /// The subject matter, by the name that reports of the command have.
    ///
    /// A name keeps its meaning; later versions add names.
    public struct Kind: RawRepresentable, Hashable, Sendable {
      /// The name.
      public let rawValue: String

      /// Creates a kind from its name.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// A picture could not be read, or not to its end.
      public static let unreadablePicture = Kind(rawValue: "unreadablePicture")
      /// No picture of a page could be read, so the page was not written.
      public static let unwrittenPage = Kind(rawValue: "unwrittenPage")
      /// Pictures lack a fact that a template names.
      public static let missingFacts = Kind(rawValue: "missingFacts")
      /// Labels are shortened.
      public static let shortenedLabels = Kind(rawValue: "shortenedLabels")
      /// Labels are left out.
      public static let omittedLabels = Kind(rawValue: "omittedLabels")
      /// A font or some of its characters are missing.
      public static let font = Kind(rawValue: "font")
      /// Sheets of this library in a searched folder are passed over.
      public static let passedSheets = Kind(rawValue: "passedSheets")
      /// Files in a searched folder cannot be read, or are not pictures.
      public static let unreadFiles = Kind(rawValue: "unreadFiles")
    }
  }
}
