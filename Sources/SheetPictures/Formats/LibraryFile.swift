package import SheetFiles
internal import SheetImaging
internal import SheetLayout
package import SheetModel
package import SystemPackage

/// A picture in a file whose format is read by an installed library.
package struct LibraryFile: FileSource, Equatable {
  /// A format that a library reads; formats are declared next to their readers.
  package struct Format: Equatable, Sendable {
    private let name: String
    /// The library that reads the format.
    let library: ReadingLibrary
    private let opening: Opening

    typealias Opening =
      @Sendable (consuming OpenPictureFile, MetadataNeeds, Part)
      throws(PictureFileError) -> any LibraryReader

    /// Which of the pictures in a file to read.
    enum Part: Equatable {
      /// The picture that viewers show.
      case picture
      /// A smaller copy of the picture that viewers show.
      case thumbnail
      /// A page, counted from 0; for formats without pages, the picture.
      case page(Int)
    }

    /// Creates a format with a name, which must be unique.
    init(_ name: String, _ library: ReadingLibrary, opening: @escaping Opening) {
      (self.name, self.library, self.opening) = (name, library, opening)
    }

    /// Opens a file and reads the needed metadata of one of its pictures.
    fileprivate func open(
      _ file: consuming OpenPictureFile, _ needs: MetadataNeeds, _ part: Part
    ) throws(PictureFileError) -> any LibraryReader {
      try library.load(toRead: name)
      return try opening(file, needs, part)
    }

    /// Whether the formats are the same.
    package static func == (one: Format, other: Format) -> Bool { one.name == other.name }
  }

  /// The path of the file.
  package let path: FilePath
  package let metadata: MetadataUse
  private let format: Format
  private var part = Format.Part.picture
  /// How stored numbers are converted to the samples of rows; nil to convert the range from 0 to
  /// full scale.
  var display: NumberDisplay?
  package var bands: Sheet.Bands?

  /// Creates a picture for the file at `path`, without opening it.
  package init(_ path: FilePath, as format: Format, metadata: MetadataUse = MetadataUse()) {
    self.path = path
    self.format = format
    self.metadata = metadata
  }

  /// Reads the shape and colours of the picture from the file, without decoding anything.
  ///
  /// - Throws: `PictureFileError`, ``ContactSheetError/tooManyOpenFiles(limit:)``.
  package func header() throws -> PictureHeader {
    let reader = try reader(metadata.needs)
    var header = reader.pictureHeader(metadata)
    (header.heldBytes, header.isReducible) = (reader.heldBytes, reader.isReducible)
    header.decoderBytes = reader.decoderBytes
    return header
  }

  /// Opens the file.
  ///
  /// The rows of a JPEG are decoded when requested; those of other formats are decoded immediately.
  ///
  /// - Throws: `PictureFileError`, ``PictureChanged``,
  ///   ``ContactSheetError/tooManyOpenFiles(limit:)``.
  package func rows(as header: PictureHeader) throws -> sending any PictureRows {
    try rows(as: header, at: .whole)
  }

  /// Opens the file for decoding at a scale, which takes less time or memory than decoding it at
  /// full size.
  package func rows(
    as header: PictureHeader, at scale: PictureScale
  ) throws -> sending any PictureRows {
    try reader().rows(as: header, at: scale, metadata)
  }

  private func reader(_ needs: MetadataNeeds = MetadataNeeds()) throws -> any LibraryReader {
    let reader = try waitingForDescriptor { () throws(PictureFileError) in
      try format.open(OpenPictureFile(path, below: metadata.root), needs, part)
    }
    guard reader.show(bands) else { throw PictureChanged() }
    if let display { (reader as? any StoredSampleReader)?.display = display }
    return reader
  }
}

extension LibraryFile: BandSource {
  func headerOfBands() throws -> PictureHeader? {
    do { return try header() } catch is PictureChanged { return nil }
  }
}

extension LibraryFile {
  /// The requested page of the file, counted from 0; nil if none was requested.
  package var page: Int? { if case .page(let page) = part { page } else { nil } }

  /// The path, followed by the page number in brackets if a page was requested.
  package var pictureName: FileName { .path(page.map(path.page) ?? path) }

  /// The text of ``pictureName``.
  package var name: String { pictureName.text }

  /// A page of the file.
  package func page(_ index: Int) -> any FileSource {
    var source = self
    source.part = .page(index)
    return source
  }

  /// The smaller copy in the file as a separate picture, with its header.
  ///
  /// - Parameter header: The header of the whole picture.
  /// - Returns: The copy and its header; nil if there is no copy.
  package func thumbnail(of header: PictureHeader) -> (source: any PictureSource, PictureHeader)? {
    guard let size = header.thumbnailSize else { return nil }
    var (source, small) = (self, header)
    source.part = .thumbnail
    (small.size, small.thumbnailSize) = (size, nil)
    return (source, small)
  }
}

/// An open file whose picture a library decodes.
protocol LibraryReader: AnyObject, RowReader {
  var size: PixelSize { get }
  /// Whether the picture can be decoded at every scale.
  var isReducible: Bool { get }
  /// The maximum number of bytes held while the picture is decoded; 0 if it is decoded row by row.
  var heldBytes: Int { get }
  /// The number of further bytes the decoder needs; no picture is refused because of them.
  var decoderBytes: Int { get }

  /// Shows only these stored samples, as colours; nil stands for the samples that are usually
  /// shown.
  ///
  /// This is called once, before anything else. Finding out which samples are usually shown may
  /// require decoding rows.
  ///
  /// - Returns: Whether the picture has these samples without conversion.
  func show(_ bands: Sheet.Bands?) -> Bool

  /// What the picture's samples mean.
  func color(_ use: MetadataUse) -> SourceColor

  /// The header of the picture, before its pixels are decoded.
  func pictureHeader(_ use: MetadataUse) -> PictureHeader

  /// Starts decoding at a supported scale; rows are then read at that scale.
  func start(at scale: PictureScale) throws
}

/// How a file's numbers are shown as samples of 8 or 16 bits.
enum NumberDisplay: Equatable, Sendable {
  /// The interval of numbers from black to white; numbers outside are clamped.
  case interval(SampleInterval)
  /// Numbers are class indices. 8-bit indices are unchanged; otherwise, negative numbers and
  /// numbers above 65,535 are mapped to indices from 1 to 65,535.
  case classes
}

/// A reader for a picture whose samples may be numbers, such as floats.
protocol StoredSampleReader: LibraryReader {
  /// How stored numbers are converted to the samples of rows; nil to convert the range from 0 to
  /// full scale.
  var display: NumberDisplay? { get set }

  /// Reads the numbers of the next row, without alpha; the numbers of transparent pixels are not
  /// finite.
  func readStoredSamples(into numbers: inout MutableSpan<Double>) throws
}

extension LibraryFile {
  /// Passes the stored numbers of all rows to `body`, from top to bottom, pixel by pixel without
  /// alpha.
  ///
  /// - Throws: Errors of the picture, and `CancellationError` when the task is cancelled.
  func forEachRowOfStoredSamples(as header: PictureHeader, _ body: (Span<Double>) -> Void) throws {
    guard let reader = try reader() as? any StoredSampleReader, reader.size == header.size,
      reader.heldBytes <= header.heldBytes
    else { throw PictureChanged() }
    try reader.start(at: .whole)
    let count = header.size.width * header.format.channels.colorCount
    var numbers = [Double](repeating: 0, count: count)
    for row in 0..<header.size.height {
      if row % 64 == 0 { try Task.checkCancellation() }
      var span = numbers.mutableSpan
      try reader.readStoredSamples(into: &span)
      body(numbers.span)
    }
  }
}

extension LibraryReader {
  /// Decoders of most formats allocate so little that it can be ignored.
  var decoderBytes: Int { 0 }

  /// Libraries convert the samples of most formats, so only the converted samples can be shown.
  func show(_ bands: Sheet.Bands?) -> Bool { bands == nil }

  /// Starts decoding the picture at a scale.
  ///
  /// - Throws: `PictureFileError`, ``PictureChanged``.
  fileprivate func rows(
    as header: PictureHeader, at scale: PictureScale, _ use: MetadataUse
  ) throws -> any PictureRows {
    let color = color(use)
    guard header.describes(size, color), heldBytes <= header.heldBytes,
      scale == .whole || isReducible
    else {
      throw PictureChanged()
    }
    try start(at: scale)
    return SourceRows(self, color, width: scale.size(of: header.size).width)
  }
}
