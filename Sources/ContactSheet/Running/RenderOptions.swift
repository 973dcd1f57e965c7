package import SheetImaging
package import SheetLayout
package import SheetModel
internal import SheetPictures
package import SheetPlans
package import SheetRendering
package import SystemPackage

/// The settings of a run besides its sheet: pages, destinations, documents, replacements and limits.
package struct RenderOptions: Sendable {
  /// The pages to render.
  package var pages = PageSelection.all
  /// The destination of the sheet; if nil, the destination in a manifest.
  package var output: SheetOutput?
  /// The folder below which the sheet must be regular files, reached through no link; nil if it may
  /// be anywhere.
  package var outputFolder: FilePath?
  /// The format of the sheet; if nil, the format of the output's name, or else PNG.
  package var format: SheetFormat?
  /// Whether tiles are links to their pictures, if the output can hold links.
  package var linksPictures = true
  /// The base64 budget of pictures embedded in a page of HTML; nil if the page links to them.
  ///
  /// If the pictures are larger, the page has copies with fewer pixels.
  package var embeddingLimit: ByteLimit?
  /// The requested documents.
  package var documents: [DocumentRequest] = []
  /// The folder to which the paths in manifests are relative; if nil, the working folder.
  package var root: FilePath?
  /// Files that the sheet depends on besides its pictures and the files of its plan, such as a
  /// configuration.
  package var otherOrigins: [FilePath] = []

  /// Whether files may be replaced that are neither a contact sheet nor one of its documents;
  /// pictures of the sheet are never replaced.
  package var replacesForeignFiles = false
  /// Whether a file keeps its place and its time if the new one has equal bytes and permissions.
  package var keepsUnchangedFiles = false
  /// Whether pages stay that exist and are newer than the plan's manifest.
  ///
  /// A page exists if its file is a contact sheet of any pictures.
  package var skipsExisting = false
  /// Whether nothing is rendered, and only documents are written.
  package var isDryRun = false

  /// The level from 0, fast and large, to 9, slow and small; if nil, the plan's.
  package var compressionLevel: Int?
  /// The quality of the stored pixels; if nil, the plan's.
  package var quality: SheetQuality?
  /// The most bytes of a file; nil if unlimited.
  ///
  /// A JPEG or a PDF has the highest quality that keeps them, from 40 to its quality, or to 100.
  package var maximumBytes: ByteLimit?
  /// The quality of a PDF if a picture of the sheet is a JPEG and nothing else sets a quality.
  ///
  /// Nil if the PDF stays exact. The previews in RAW files are JPEGs.
  package var photographQuality: SheetQuality?
  /// Whether a missing library that a quality needs is an error.
  ///
  /// Otherwise a file is exact if its format can be, with a warning.
  package var requiresQuality = false
  /// The bits per sample; if nil, the plan's.
  package var depth: SampleDepth?
  /// The resolution that the file states; if nil, the plan's.
  package var pixelsPerInch: Int?
  /// The policy on pictures that cannot be read; if nil, the plan's.
  ///
  /// Tiles keep their places, so one whose picture is to be skipped shows a placeholder.
  package var unreadablePolicy: Sheet.UnreadablePictures?

  /// The maximum number of pixels of a page.
  package var maximumPixels = PixelCount.standard
  /// The most bytes that all pictures in progress may hold that cannot be decoded row by row.
  package var maximumMemory = ByteLimit.standardMemory
  /// The number of pictures to decode at once, at least 1.
  package var workers = 2

  /// Asks for all pages of a sheet.
  package init(output: SheetOutput? = nil) {
    self.output = output
  }
}

extension RenderOptions {
  /// The format of the file of an output.
  package func format(of output: SheetOutput) -> SheetFormat {
    format ?? .named(output.names?.path)
  }

  /// Checks a sheet before its pictures are searched: whether its format can hold its pixels.
  ///
  /// - Throws: ``ContactSheetError/notInFormat(_:format:_:)``.
  package func checkFormat(of encoding: SheetEncoding, isOpaque: Bool) throws(ContactSheetError) {
    guard let output else { return }
    let encoding = self.encoding(over: encoding)
    _ = try exactReason(
      PixelSize(width: 1, height: 1), PixelFormat(isOpaque ? .rgb : .rgba, encoding.depth),
      encoding.quality, format(of: output), output)
  }

  /// Checks that a page of a size can be written in a format.
  ///
  /// - Returns: The reason why its pixels are exact in spite of a quality; nil if they need not be.
  /// - Throws: ``ContactSheetError/notInFormat(_:format:_:)``.
  package func exactReason(
    _ size: PixelSize, _ pixels: PixelFormat, _ quality: SheetQuality, _ format: SheetFormat,
    _ output: SheetOutput
  ) throws(ContactSheetError) -> FormatProblem? {
    if let problem = format.problem(size, pixels) {
      throw .notInFormat(output, format: format.name, problem)
    }
    guard quality != .exact, let reason = format.exactReason?(size, pixels) ?? nil else {
      return nil
    }
    if requiresQuality, reason.lacksLibrary {
      throw .notInFormat(output, format: "\(format.name) with a quality", reason)
    }
    return reason
  }

  /// The request with ``photographQuality`` as the quality, if it applies to all pages of a sheet.
  func choosingQuality(
    for plan: SheetPlan, _ pages: [PageDestination], _ pictures: [SheetPicture?]
  ) -> RenderOptions {
    let encoded = plan.with(encoding(over: plan.encoding))
    guard let photographQuality, quality == nil, plan.encoding.quality == .exact,
      pictures.contains(where: { $0?.readableHeader?.isJPEG == true }),
      pages.allSatisfy({ page in
        page.format.exactReason.map { $0(page.page.size, encoded.format) == nil } == true
      })
    else { return self }
    var request = self
    request.quality = photographQuality
    return request
  }

  /// An encoding, with the settings of the request.
  package func encoding(over other: SheetEncoding) -> SheetEncoding {
    SheetEncoding(
      compressionLevel: compressionLevel ?? other.compressionLevel,
      quality: quality ?? other.quality,
      depth: depth ?? other.depth,
      pixelsPerInch: pixelsPerInch ?? other.pixelsPerInch)
  }
}

/// A selection of the pages of a sheet, which are counted from 1.
package enum PageSelection: Equatable, Sendable {
  /// All pages.
  case all
  /// The pages of these numbers, which must all exist.
  case numbers(ClosedRange<Int>)
  /// One of several parts: part 2 of 5 has the pages 2, 7, 12 and so on. It may have no pages.
  case shard(Int, of: Int)
}

extension PageSelection {
  /// The selected pages among all pages.
  package func pages(of all: [PageDestination]) throws(ContactSheetError) -> [PageDestination] {
    switch self {
    case .all: return all
    case .numbers(let numbers):
      for number in [numbers.lowerBound, numbers.upperBound]
      where !all.contains(where: { $0.page.number == number }) {
        throw .noSuchPage(number, known: all.map(\.page.number))
      }
      return all.filter { numbers.contains($0.page.number) }
    case .shard(let number, let count):
      precondition(1...max(count, 1) ~= number, "there is no shard \(number) of \(count)")
      return stride(from: number - 1, to: all.count, by: count).map { all[$0] }
    }
  }
}
