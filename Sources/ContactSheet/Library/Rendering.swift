internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SheetRendering
internal import SystemPackage

extension Sheet.Plan {
  /// Renders the pages and writes either all of them with their documents, or nothing.
  ///
  /// If anything fails, existing files are left unchanged. The work runs on its own threads and
  /// ends if the task is cancelled.
  ///
  /// - Parameters:
  ///   - output: The destination, or a pattern for several destinations; nil to use the
  ///     destinations in a manifest.
  ///   - overwrite: The existing files that may be replaced.
  ///   - options: The pages, documents and workers.
  ///   - progress: Called after each tile, on one of the run's threads.
  /// - Returns: The pages, and the notes on them.
  /// - Throws: ``ContactSheetError``, and `CancellationError` if the task is cancelled.
  @discardableResult
  public func render(
    to output: String? = nil, overwrite: Sheet.Overwriting = .sheetsOnly,
    options: Sheet.RenderOptions = .init(),
    progress: @escaping @Sendable (Sheet.Progress) -> Void = { _ in }
  ) async throws -> Sheet.Report {
    let output = try output.map { (path) throws(ContactSheetError) in try SheetOutput(path: path) }
    return try await render(to: output, nil, overwrite, options, progress)
  }

  /// Renders the pages to an output in the given format; nil for the format that the output's name
  /// indicates.
  func render(
    to output: SheetOutput?, _ format: SheetFormat?, _ overwrite: Sheet.Overwriting,
    _ options: Sheet.RenderOptions, _ progress: @escaping @Sendable (Sheet.Progress) -> Void
  ) async throws -> Sheet.Report {
    do {
      var request = try options.request(for: self)
      (request.output, request.format) = (output, format)
      request.replacesForeignFiles = overwrite == .anyFile
      // Each run adds its notes to a copy, so that the notes of the plan stay as they are.
      var planned = planned
      planned.notes = Notes()
      planned.notes.add(self.planned.notes.all)
      return try await WorkerThreads.run(workers: request.workers) { [request, planned] _ in
        let run = try await SheetRun(planned, request)
        let report = try await run.render { done, total in
          progress(Sheet.Progress(finishedTiles: done, tiles: total))
        }
        return Sheet.Report(report, run)
      }
    } catch {
      throw ContactSheetError.caught(error)
    }
  }
}

extension Sheet {
  /// The existing files that a sheet may replace; pictures of the sheet are never replaced.
  public enum Overwriting: Sendable {
    /// This library's contact sheets and documents, and empty files.
    case sheetsOnly
    /// Any file.
    case anyFile
  }

  /// The progress of rendering.
  public struct Progress: Hashable, Sendable {
    /// The number of finished tiles.
    public let finishedTiles: Int
    /// The total number of tiles.
    public let tiles: Int

    /// The fraction that is finished, from 0 to 1.
    public var fraction: Double { tiles == 0 ? 1 : Double(finishedTiles) / Double(tiles) }
  }

  /// The settings for rendering that are not properties of the sheet.
  public struct RenderOptions: Sendable {
    /// The numbers of the pages to render; nil for all.
    public var pages: ClosedRange<Int>?
    /// The share of the pages that one of several tasks renders; nil if there is only one task.
    public var shard: Shard?
    /// The path of the manifest, which is the plan with the outcome as JSON; nil for no manifest.
    public var manifest: String?
    /// The path of the depfile for make, ninja and CMake; nil for no depfile.
    public var depfile: String?
    /// The path of the HTML page; nil for no page.
    public var html: String?
    /// The maximum number of base64 bytes for pictures embedded in the HTML page; nil to link to
    /// them instead.
    public var embed: Int?
    /// The folder to which paths in the manifest are relative; nil for the working folder.
    public var root: String?
    /// Whether a file keeps its modification time if its bytes are unchanged.
    public var keepsUnchanged = false
    /// Whether pages that are newer than the plan's file are kept.
    public var skipsExisting = false
    /// The maximum number of bytes of a JPEG or a PDF, which determines its quality; nil if
    /// unlimited.
    public var maxBytes: Int?
    /// Whether PDFs and HTML pages link to the pictures.
    public var includesLinks = true
    /// The number of pictures to decode at once, from 1 to 1024; nil for one per processor.
    public var jobs: Int?

    /// Creates settings that render all pages and write no documents.
    public init() {}

    /// One share of the pages: share 2 of 5 has pages 2, 7, 12 and so on.
    public struct Shard: Hashable, Sendable {
      let number: Int
      let count: Int

      /// Creates the share with a number from 1 to `count`.
      public init(_ number: Int, of count: Int) { (self.number, self.count) = (number, count) }
    }
  }
}

extension Sheet.RenderOptions {
  /// The request that corresponds to these settings.
  ///
  /// - Throws: ``ContactSheetError`` if a number is out of range.
  fileprivate func request(for plan: Sheet.Plan) throws -> RenderRequest {
    var request = RenderRequest()
    if let pages { request.pages = .numbers(pages) }
    if let shard {
      let count = try checked(shard.count, 1...Int.max, .shard)
      request.pages = .shard(try checked(shard.number, 1...count, .shard), of: count)
    }
    for (kind, path) in [
      (DocumentKind.manifest, manifest), (.depfile, depfile), (.html, html),
    ] {
      guard let path else { continue }
      request.documents.append(DocumentRequest(kind, to: try SheetOutput(path: path)))
    }
    request.embeddingLimit = try embed.map { ByteLimit(try checked($0, 1...Int.max, .embed)) }
    request.root = root.map { FilePath($0) }
    request.keepsUnchangedFiles = keepsUnchanged
    request.skipsExisting = skipsExisting
    request.linksPictures = includesLinks
    request.maximumBytes = try maxBytes.map { ByteLimit(try checked($0, 1...Int.max, .maxBytes)) }
    request.workers = try checked(jobs ?? Processors.available, 1...1024, .jobs)
    request.maximumPixels = PixelCount(plan.maxPixels)
    request.maximumMemory = ByteLimit(plan.maxMemory)
    return request
  }
}

extension Sheet {
  /// The outcome of rendering.
  public struct Report: Sendable {
    /// The pages that were written, in order.
    public let pages: [Page]
    /// The paths of pages that were not written because none of their pictures could be read.
    public let unwritten: [String]
    /// The paths of pages that were recent enough to be kept.
    public let kept: [String]
    /// The names of the pictures that could not be read, or could be read only in part.
    public let unreadable: [String]
    /// All notes on the sheet, in the order in which they were made.
    public let issues: [Issue]
    /// The results of a comparison; nil if the run compared nothing.
    public let changes: FolderComparison.Changes?

    /// Whether all pictures could be read to the end.
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
      /// The path of the file, which may also contain other pages.
      public let path: String
      /// The width in pixels.
      public let width: Int
      /// The height in pixels.
      public let height: Int
      /// The number of pictures.
      public let pictures: Int
      /// The size of the file in bytes; nil if it is a pipe or device.
      public let bytes: Int64?
      /// Whether the file already had these bytes.
      public let isUnchanged: Bool

      init(_ page: WrittenPage) {
        (path, width, height) = (page.output.name.text, page.size.width, page.size.height)
        (pictures, bytes, isUnchanged) = (page.pictureCount, page.byteCount, page.isUnchanged)
      }
    }
  }
}

extension Sheet {
  /// A note on a sheet: something worth knowing, or something missing.
  public struct Issue: Hashable, Sendable, CustomStringConvertible {
    /// What the note is about.
    public let kind: Kind
    /// How important the note is.
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
      severity = note.severity
      (subject, text, remedy) = (note.subject, note.text, note.remedy?.description)
    }

    /// How important a note is.
    public typealias Severity = Sheet.Severity

    /// What a note is about, by the name used in the command's reports.
    ///
    /// Names keep their meaning; later versions may add names.
    public struct Kind: RawRepresentable, Hashable, Sendable {
      /// The name of the kind in reports.
      public let rawValue: String

      /// Creates a kind from its name.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// A picture could not be read, or could be read only in part.
      public static let unreadablePicture = Kind(rawValue: "unreadablePicture")
      /// No picture of a page could be read, so the page was not written.
      public static let unwrittenPage = Kind(rawValue: "unwrittenPage")
      /// Pictures lack a fact that a template asks for.
      public static let missingFacts = Kind(rawValue: "missingFacts")
      /// Labels were shortened.
      public static let shortenedLabels = Kind(rawValue: "shortenedLabels")
      /// Labels were left out.
      public static let omittedLabels = Kind(rawValue: "omittedLabels")
      /// A font or some of its characters are missing.
      public static let font = Kind(rawValue: "font")
      /// Sheets written by this library were skipped in a searched folder.
      public static let passedSheets = Kind(rawValue: "passedSheets")
      /// Files in a searched folder could not be read, or are not pictures.
      public static let unreadFiles = Kind(rawValue: "unreadFiles")
    }
  }
}
