internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
package import SystemPackage

/// A picture in a PNG file.
struct PNGFile: FileSource, Equatable {
  let path: FilePath
  let metadata: MetadataUse

  /// The data kept from a small file when its header was read.
  private var kept: Kept?

  /// Held by reference to save memory, since nothing is kept from most files.
  private final class Kept: Sendable {
    let contents: [UInt8]
    /// The kept colour, if any; it is in an array because an empty array takes little memory.
    let colors: [SourceColor]

    init(_ contents: [UInt8], _ colors: [SourceColor]) {
      (self.contents, self.colors) = (contents, colors)
    }
  }

  /// Creates a picture for the file at `path`, without opening it.
  init(_ path: FilePath, metadata: MetadataUse = MetadataUse()) {
    self.path = path
    self.metadata = metadata
  }

  /// Whether the paths are equal and the same metadata is used; kept contents do not matter.
  static func == (one: PNGFile, other: PNGFile) -> Bool {
    one.path == other.path && one.metadata == other.metadata
  }

  /// Reads the file's header, and its metadata about shape and colours.
  ///
  /// - Throws: `PictureFileError`, ``ContactSheetError/tooManyOpenFiles(limit:)``.
  func header() throws -> PictureHeader {
    try headerAndColor(of: reader()).0
  }

  /// Reads the file's header.
  ///
  /// Keeps the contents of a small file, so that it need not be read again for its rows.
  ///
  /// - Throws: Errors of ``header()``.
  mutating func headerWithContents() throws -> PictureHeader {
    let reader = try reader()
    let (header, color) = try headerAndColor(of: reader)
    // It takes little time to find out again that a picture is sRGB. A transform may hold large
    // tables; `ProfileTransform` keeps a few transforms anyway.
    let keepsColor = color.space != .sRGB && !color.convertsRows
    kept = reader.contents.map { Kept($0, keepsColor ? [color] : []) }
    return header
  }

  private func headerAndColor(
    of reader: borrowing PNGReader
  ) throws -> (PictureHeader, SourceColor) {
    let color = color(of: reader)
    var header = PictureHeader(reader, color)
    header.isContactSheet = reader.isMarked
    if reader.isAnimated { header.animation = .png }
    if metadata.orientation != .ignore { header.orientation = reader.orientation() }
    var unusual = header.unusual
    unusual.warnings = color.warnings
    unusual.unusedProfile = color.unusedProfile
    unusual.pixelRatio = reader.density().flatMap(PixelRatio.init) ?? .square
    unusual.metadata = reader.pictureMetadata(metadata.needs, color)
    header.unusual = unusual
    return (header, color)
  }

  /// Opens the file; its rows are decoded when requested.
  ///
  /// A small file whose contents were kept is not read again: if it has been replaced in the
  /// meantime, the old picture is shown.
  ///
  /// - Throws: `PictureFileError`, ``PictureChanged``,
  ///   ``ContactSheetError/tooManyOpenFiles(limit:)``.
  func rows(as header: PictureHeader) throws -> sending any PictureRows {
    let reader = try reader(holding: header.heldBytes)
    let color = kept?.colors.first ?? color(of: reader)
    let current = PictureHeader(reader, color)
    guard header.describes(current.size, color), current.heldBytes <= header.heldBytes
    else { throw PictureChanged() }
    return SourceRows(reader, color, width: header.size.width)
  }

  /// The palette: 256 entries of red, green, blue and alpha; nil if the file cannot be read.
  func palette() -> [UInt8]? {
    guard let reader = try? reader() else { return nil }
    return try? reader.palette()
  }

  private func reader(holding byteLimit: Int = 0) throws -> PNGReader {
    if let contents = kept?.contents {
      return try PNGReader(bytes: contents, interlacedByteLimit: byteLimit)
    }
    return try waitingForDescriptor { () throws(PictureFileError) in
      try PNGReader(at: path, below: metadata.root, interlacedByteLimit: byteLimit)
    }
  }

  private func color(of reader: borrowing PNGReader) -> SourceColor {
    switch metadata.color {
    case .ignore: SourceColor(.sRGB, reader.rowFormat)
    case .convert:
      SourceColor(
        reader.colorChunks(), reader.rowFormat,
        pixelCount: reader.header.width * reader.header.height)
    }
  }
}

extension PNGReader: RowReader {}

extension PictureHeader {
  fileprivate init(_ reader: borrowing PNGReader, _ color: SourceColor) {
    self.init(
      size: PixelSize(width: reader.header.width, height: reader.header.height),
      format: color.rowFormat, bitsPerSample: UInt8(reader.header.bitDepth),
      colorSpace: color.space)
    hasFewColors = reader.header.colorType == .palette || reader.header.bitDepth < 8
    if reader.header.isInterlaced { heldBytes = reader.heldBytes }
  }
}

extension PixelRatio {
  /// The aspect ratio of a pixel according to a density; nil for square pixels.
  ///
  /// ffmpeg writes a density without a unit to state the ratio of a pixel's width to its height;
  /// mpv and Photoshop read this ratio. Densities per metre are numbers of pixels, like the
  /// resolutions of a TIFF.
  fileprivate init?(_ density: PNGDensity) {
    if density.isPerMetre {
      self.init(resolutionAlongRows: Double(density.x), alongColumns: Double(density.y))
    } else {
      self.init(columns: density.y, rows: density.x)
    }
  }
}

extension PNGReader {
  /// Opens the file at a path, which must be below `root` unless `root` is nil.
  fileprivate init(
    at path: FilePath, below root: OpenFolder?, interlacedByteLimit: Int
  ) throws(PictureFileError) {
    try self.init(
      descriptor: try Self.descriptor(of: path, below: root),
      interlacedByteLimit: interlacedByteLimit)
  }

  /// Whether a file is marked as a contact sheet, even if libpng rejects it.
  package static func isMarked(fileAt path: FilePath) -> Bool {
    (try? descriptor(of: path, below: nil)).map { isMarked(descriptor: $0) } ?? false
  }

  private static func descriptor(
    of path: FilePath, below root: OpenFolder?
  ) throws(PictureFileError) -> CInt {
    do { return try FileDescriptor.opened(path, below: root).rawValue } catch {
      throw .system(errorNumber: error.rawValue)
    }
  }
}
