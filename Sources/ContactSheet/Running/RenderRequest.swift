package import SheetImaging
package import SheetLayout
package import SheetModel
internal import SheetPictures
package import SheetPlans
package import SheetRendering
package import SystemPackage

/// The settings of a run apart from its sheet: pages, destinations, documents, replacements and
/// limits.
package struct RenderRequest: Sendable {
  /// The pages to render.
  package var pages = PageSelection.all
  /// The destination of the sheet; nil for the destination in a manifest.
  package var output: SheetOutput?
  /// The folder below which all files of the sheet must be regular files, reached without links;
  /// nil if they may be anywhere.
  package var outputFolder: FilePath?
  /// The format of the sheet; nil for the format that the output's name indicates, or PNG if it
  /// indicates none.
  package var format: SheetFormat?
  /// Whether tiles link to their pictures, if the output can hold links.
  package var linksPictures = true
  /// The limit on base64 bytes for pictures embedded in an HTML page; nil to link to them instead.
  ///
  /// If the pictures are larger, the page has copies with fewer pixels.
  package var embeddingLimit: ByteLimit?
  /// The requested documents.
  package var documents: [DocumentRequest] = []
  /// The folder to which paths in manifests are relative; nil for the working folder.
  package var root: FilePath?
  /// Files on which the sheet depends apart from its pictures and the files of its plan, such as a
  /// configuration file.
  package var otherOrigins: [FilePath] = []

  /// Whether files that are neither contact sheets nor their documents may be replaced; pictures of
  /// the sheet are never replaced.
  package var replacesForeignFiles = false
  /// Whether an existing file is kept, with its timestamp, if the new one has the same bytes and
  /// permissions.
  package var keepsUnchangedFiles = false
  /// Whether pages that exist and are newer than the plan's manifest are kept.
  ///
  /// A page exists if its file is a contact sheet, whatever pictures it shows.
  package var skipsExisting = false
  /// Whether nothing is rendered and only documents are written.
  package var isDryRun = false

  /// The compression level, from 0 (fast, large files) to 9 (slow, small files); nil for the plan's
  /// level.
  package var compressionLevel: Int?
  /// The quality of the stored pixels; nil for the plan's quality.
  package var quality: SheetQuality?
  /// The maximum number of bytes of a file; nil if unlimited.
  ///
  /// A JPEG or a PDF gets the highest quality at which it stays within this limit. The quality is
  /// at least 40, and at most the quality set for the sheet, or 100 if none is set.
  package var maximumBytes: ByteLimit?
  /// The quality of a PDF if a picture on the sheet is a JPEG and nothing else sets a quality.
  ///
  /// Nil if the PDF stays lossless. Previews in RAW files count as JPEGs.
  package var photographQuality: SheetQuality?
  /// Whether the run fails if a library that a quality needs is missing.
  ///
  /// Otherwise there is a warning, and the file is lossless if its format allows that.
  package var requiresQuality = false
  /// The bits per sample; nil for the plan's depth.
  package var depth: SampleDepth?
  /// The resolution that the file states; nil for the plan's resolution.
  package var pixelsPerInch: Int?
  /// What to do about pictures that cannot be read; nil for the policy of the plan.
  ///
  /// Tiles keep their positions, so a tile whose picture is to be skipped shows a placeholder.
  package var unreadablePolicy: Sheet.UnreadablePictures?

  /// The maximum number of pixels of a page.
  package var maximumPixels = PixelCount.standard
  /// The maximum number of bytes in memory for all pictures in progress that cannot be decoded row
  /// by row.
  package var maximumMemory = ByteLimit.standardMemory
  /// The number of pictures to decode at once, at least 1.
  package var workers = 2

  /// Creates settings for all pages of a sheet.
  package init(output: SheetOutput? = nil) {
    self.output = output
  }
}

extension RenderRequest {
  /// The format of an output's file.
  package func format(of output: SheetOutput) -> SheetFormat {
    format ?? .named(output.names?.path)
  }

  /// Checks, before pictures are searched for, whether the format of a sheet can hold its pixels.
  ///
  /// - Throws: ``ContactSheetError/notInFormat(_:format:_:)``.
  package func checkFormat(of encoding: SheetEncoding, isOpaque: Bool) throws(ContactSheetError) {
    guard let output else { return }
    let encoding = self.encoding(over: encoding)
    _ = try exactReason(
      PixelSize(width: 1, height: 1), PixelFormat(isOpaque ? .rgb : .rgba, encoding.depth),
      encoding.quality, format(of: output), output)
  }

  /// Checks that a page of this size can be written in a format.
  ///
  /// - Returns: Why the page is lossless although a quality is given; nil if it need not be
  ///   lossless.
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

  /// The request with ``photographQuality`` as its quality, if that applies to all pages of a
  /// sheet.
  func choosingQuality(
    for plan: SheetPlan, _ pages: [PageDestination], _ pictures: [SheetPicture?]
  ) -> RenderRequest {
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

  /// An encoding, changed by the settings of the request.
  package func encoding(over other: SheetEncoding) -> SheetEncoding {
    SheetEncoding(
      compressionLevel: compressionLevel ?? other.compressionLevel,
      quality: quality ?? other.quality,
      depth: depth ?? other.depth,
      pixelsPerInch: pixelsPerInch ?? other.pixelsPerInch)
  }
}

/// A selection of a sheet's pages, which are counted from 1.
package enum PageSelection: Equatable, Sendable {
  /// All pages.
  case all
  /// The pages with these numbers, which must all exist.
  case numbers(ClosedRange<Int>)
  /// One of several shares: share 2 of 5 has pages 2, 7, 12 and so on. It may have no pages.
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
