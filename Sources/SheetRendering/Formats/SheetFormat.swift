internal import SheetFiles
package import SheetImaging
package import SheetLayout
package import SheetModel
package import SheetPictures
package import SheetPlans
package import SystemPackage

/// Encodes a sheet in bands of rows, in any order and in any task.
package protocol BandEncoder: Sendable {
  /// An encoded band of rows.
  associatedtype Band: Sendable

  /// The number of rows of the sheet.
  var height: Int { get }
  /// The number of rows of a band; the last may have fewer.
  var rowsPerBand: Int { get }

  /// The rows from which a band is encoded: its own, and possibly some above them.
  func rowsNeeded(forBand band: Int) -> Range<Int>

  /// Encodes a band from the rows ``rowsNeeded(forBand:)``.
  func encode(band: Int, from rows: Span<UInt8>) throws -> Band

  /// Takes pictures, which must be rendered whole, out of the page; nil if none are taken out.
  var pictures: PDFPagePictures? { get }

  /// The number of bytes held in order to encode the page, not counting bands.
  var heldBytes: Int { get }
}

extension BandEncoder {
  /// The number of bands.
  package var bandCount: Int { (height - 1) / rowsPerBand + 1 }

  /// The rows of a band, from 0 at the top.
  package func rows(ofBand band: Int) -> Range<Int> {
    band * rowsPerBand..<min((band + 1) * rowsPerBand, height)
  }

  package func rowsNeeded(forBand band: Int) -> Range<Int> { rows(ofBand: band) }

  /// The number of bytes a band takes from composing to writing, for rows of `rowBytes`.
  ///
  /// The rows of a band are held as composed, as filtered and as compressed; compressed noise takes
  /// as many bytes as the rows themselves. The last band needs the most rows above its own.
  func bytesInProgress(rowBytes: Int) -> Int {
    3 * (rowsPerBand + rowsNeeded(forBand: bandCount - 1).count - rows(ofBand: bandCount - 1).count)
      * rowBytes
  }

  package var pictures: PDFPagePictures? { nil }

  package var heldBytes: Int { 0 }
}

/// A file of a sheet that is being written, page by page.
///
/// Each page begins, takes its bands from top to bottom, and ends; then the file is finished.
package protocol SheetFile: AnyObject {
  /// The encoder of a page.
  associatedtype Encoder: BandEncoder

  /// Begins a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - colors: The colours of the page, if they are known to be few.
  /// - Returns: The encoder of the page's bands.
  /// - Throws: `Errno` from the system.
  func begin(_ page: SheetPage, _ colors: SheetColors?) throws -> Encoder

  /// Writes the next band of the page.
  ///
  /// - Throws: `Errno` from the system.
  func write(_ band: Encoder.Band) throws

  /// Writes a picture that was taken out of the page, before the bands it was on.
  ///
  /// - Throws: `Errno` from the system.
  func add(_ picture: DetachedPicture) throws

  /// Ends the page, after all of its bands have been written.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - unreadable: The pictures on the page that could not be read, by index.
  ///   - lettering: The `Lettering` used to draw the text of the page.
  /// - Throws: `Errno` from the system.
  func end(
    _ page: SheetPage, unreadable: [Int: UnreadablePicture], _ lettering: Lettering
  ) throws

  /// Writes the part of the file after the last page.
  ///
  /// - Throws: `Errno` from the system.
  func finish() throws
}

extension SheetFile {
  package func add(_ picture: DetachedPicture) throws {
    preconditionFailure("pictures are part of the sheet")
  }

  package func finish() throws {}
}

/// What a file records about its sheet apart from the pixels.
package struct SheetProperties {
  /// The plan of the sheet.
  package var plan: SheetPlan
  /// The name of the file, used if the sheet has no title.
  package var name = "Contact sheet"
  /// The version of the program that makes the file.
  package var version = ""
  /// When the sheet was made; nil to leave that out.
  package var time: CivilTime?
  /// Returns the address that the picture at an index in the plan links to; nil for no link.
  package var link: (_ index: Int) -> [UInt8]? = { _ in nil }
  /// The maximum number of bytes that the encoder of a page may hold; if it would need more, files
  /// get slightly larger.
  package var memory = Int.max

  /// Creates properties without name, version, time or links.
  package init(_ plan: SheetPlan) { self.plan = plan }
}

/// A file format for sheets.
///
/// To add a format, add a folder with its `SheetFile`, and an entry in ``all``.
package struct SheetFormat: Sendable {
  /// The file format that is written.
  package let format: FileFormat
  /// Whether one file contains all pages of a sheet.
  package var holdsPages = false
  /// Whether a file is a picture that an HTML page can show.
  package var isPicture = true
  /// Whether tiles can be links in the file.
  package var hasLinks = false
  /// Whether a file contains text as outlines, if it has any, rather than as pixels.
  var drawsOutlines = false
  /// Whether a file records when it was made, if that is given.
  package var statesTime = false
  /// Whether an encoder might need fewer bits if it knew the colours of a page.
  ///
  /// The second argument is whether the pictures of the page have few colours. Counting colours
  /// means rendering tiles an extra time.
  var takesColors: @Sendable (SheetPlan, _ fewInPictures: Bool) -> Bool = { _, _ in false }
  /// Why a page of this size cannot be written in this format; nil if it can.
  package var problem: @Sendable (PixelSize, PixelFormat) -> FormatProblem? = { _, _ in nil }
  /// Why a page is written with exact pixels although a quality was given; nil if there is no such
  /// reason.
  ///
  /// The closure is nil for a format whose pixels are always or never exact.
  package var exactReason: (@Sendable (PixelSize, PixelFormat) -> FormatProblem?)?
  /// The number of bytes held in order to encode a page in its smallest form; 0 if bands are
  /// written as soon as they are encoded.
  package var heldBytes: @Sendable (SheetPage, SheetPlan) -> Int = { _, _ in 0 }
  /// Whether a quality setting makes files smaller.
  package var hasQuality = false
  /// Whether files can contain exact pixels.
  package var canBeExact = true
  /// Starts a file at a descriptor, which the caller closes.
  package let file: @Sendable (FileDescriptor, SheetProperties) throws -> any SheetFile
  /// Whether a file is a sheet in this format written by this library.
  package let isOwnSheet: @Sendable (FilePath) -> Bool

  /// The name used in messages.
  package var name: String { format.name }

  /// The name with its article.
  package var noun: String { format.noun }

  /// One file per page, each a picture.
  package static let png = SheetFormat(
    format: .png,
    takesColors: { PNGSheetEncoder.takesColors($0.encoding, fewInPictures: $1) },
    file: { PNGSheetFile(to: $0, $1) },
    isOwnSheet: { PNGSheetEncoder.isOwnSheet($0) })

  /// One file per page, each a picture that is small but lossy.
  package static let jpeg = SheetFormat(
    format: .jpeg, problem: { JPEGSheetFile.problem(of: $0, in: $1) },
    heldBytes: { JPEGSheetFile.heldBytes($0.size, $1) }, hasQuality: true,
    canBeExact: false,
    file: { JPEGSheetFile(to: $0, $1) },
    isOwnSheet: { JPEGSheetFile.isOwnSheet($0) })

  /// All pages in one file for printing and sharing, with links and searchable text.
  package static let pdf = SheetFormat(
    format: .pdf, holdsPages: true, isPicture: false, hasLinks: true, drawsOutlines: true,
    statesTime: true,
    takesColors: {
      // In a transparent sheet, colours are stored separately from coverage.
      !$0.format.channels.hasAlpha && PNGSheetEncoder.takesColors($0.encoding, fewInPictures: $1)
    },
    exactReason: { JPEGSheetFile.problem(of: $0, in: $1) },
    heldBytes: { PDFPageEncoder.heldBytes($0, $1) }, hasQuality: true,
    file: { try PDFSheetFile(to: $0, $1) },
    isOwnSheet: { PDFSheetFile.isOwnSheet($0) })

  /// All formats; the first is the default for other file extensions.
  package static let all: [SheetFormat] = [.png, .jpeg, .pdf]

  /// The format for the extension of a file name, or the first format if no format has that
  /// extension; a nil path means standard output.
  package static func named(_ path: FilePath?, in formats: [SheetFormat] = all) -> SheetFormat {
    path.flatMap { path in formats.first { $0.format.names(path.nameBytes) } } ?? formats[0]
  }

  /// The names of all formats, for messages.
  package static let names = all.map(\.name).listed("or")

  /// Whether the file at `path` is a sheet written by this library.
  ///
  /// Reads no pixels, and returns false for a file that cannot be read.
  package static func isOwnSheet(_ path: FilePath) -> Bool {
    all.contains { $0.isOwnSheet(path) }
  }
}

/// Why a sheet cannot be written in a format.
///
/// Descriptions are fragments that name the package of a missing library.
package enum FormatProblem: Equatable, Sendable, CustomStringConvertible {
  /// A page has a side longer than the format allows, in pixels.
  case tooLong(PixelSize, limit: Int)
  /// The format does not support transparency.
  case transparent
  /// The format does not support this many bits per sample.
  case depth(SampleDepth)
  /// The library that writes the format is not installed.
  case missingLibrary(remedy: String)

  /// Whether installing a library would help.
  package var lacksLibrary: Bool { if case .missingLibrary = self { true } else { false } }

  /// The reason, in words.
  package var description: String {
    switch self {
    case .tooLong(let size, let limit):
      "the page is \(size.width) x \(size.height), and neither side may be longer than \(limit) pixels"
    case .transparent: "the background is transparent, and the format has no transparency"
    case .depth(let depth): "samples cannot have \(depth.bits) bits"
    case .missingLibrary(let remedy): "libjpeg-turbo is missing; \(remedy)"
    }
  }
}

extension FilePath {
  /// The path with its extension replaced by the extension of a format.
  package func withSuffix(of format: SheetFormat) -> FilePath {
    let name = nameBytes
    let stem = name.prefix(upTo: name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)
    return removingLastComponent().appending(
      nameBytes: stem + ".\(format.format.extensions[0])".utf8)
  }
}
