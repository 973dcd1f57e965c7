internal import CLibraries
internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SystemPackage

/// A JPEG file being read with libjpeg.
///
/// Baseline files are read row by row, in a few hundred kilobytes. For a progressive file, libjpeg
/// holds all coefficients whatever the scale, but produces only the pixels of that scale.
@safe final class JPEGReader {
  /// Limits for files that may be hostile.
  ///
  /// A scan takes 1.2 ns for each of its coefficients, even if a few bytes code them all. Encoders
  /// code each coefficient up to 6 times. With a limit of 16 times, the time is bounded by the
  /// memory allowed for the picture: 10 s per GiB.
  private static let limits = cjpeg_limits(
    file_bytes: .max, marker_bytes: 16 << 20, scans: 1000, scan_coefficients: 1_200_000_000,
    passes: 16)

  /// The header: the part of the file before its first scan.
  private(set) var header = cjpeg_header()
  private(set) var markers = JPEGMarkers()
  /// Whether the JPEG is the preview of a RAW file; the RAW file's metadata then overrides the
  /// preview's own.
  let isPreview: Bool
  /// A larger preview of the RAW file in an unsupported format; nil if there is none.
  private let unsupportedPreview: UnsupportedPreview?

  private let file: OpenPictureFile
  private let pointer: OpaquePointer
  private var rowBytes = 0

  /// Reads the header of a file, or of the preview in a RAW file.
  ///
  /// The needed XMP and comments are read as well.
  init(
    _ file: consuming OpenPictureFile, isRaw: Bool = false, _ needs: MetadataNeeds
  ) throws(PictureFileError) {
    self.file = file
    isPreview = isRaw
    let raw =
      isRaw ? try self.file.header(steps: RawContainer.maximumSteps, RawContainer.init) : nil
    unsupportedPreview = raw?.unsupportedPreview
    var limits = Self.limits
    if let raw {
      limits.file_bytes = UInt64(raw.preview.length)
      do { try self.file.descriptor.seek(offset: Int64(raw.preview.offset), from: .start) } catch {
        throw .system(errorNumber: Errno(error).rawValue)
      }
    }
    let extras = cjpeg_extras(
      xmp: needs.xmp,
      comments: needs.settings || needs.texts?.contains(JPEGMarkers.commentKeyword) ?? true
        || needs.textKeys.contains { $0.keyword == JPEGMarkers.commentKeyword })
    guard
      let pointer = unsafe cjpeg_reader_create(self.file.descriptor.rawValue, limits, extras)
    else { throw .outOfMemory }
    unsafe self.pointer = pointer
    try check(unsafe cjpeg_reader_read_header(pointer, &header))
    for index in 0..<header.marker_count {
      let marker = unsafe cjpeg_reader_get_marker(pointer, index)
      unsafe markers.add(
        marker.code, Array(UnsafeBufferPointer(start: marker.bytes, count: marker.count)))
    }
    markers.parseExif()
    if let raw { markers.add(raw.metadata, sensorSize: raw.sensorSize, previewSize: size) }
  }

  deinit { unsafe cjpeg_reader_destroy(pointer) }

  /// The stored width and height in pixels.
  var size: PixelSize { PixelSize(width: Int(header.width), height: Int(header.height)) }

  /// Starts decoding at a scale.
  ///
  /// If there are several scans, all of them are decoded.
  func start(at scale: PictureScale) throws(PictureFileError) {
    rowBytes = scale.size(of: size).width * Int(header.channels)
    try check(unsafe cjpeg_reader_start(pointer, CUnsignedInt(scale.rawValue)))
  }

  private func check(_ status: cjpeg_status) throws(PictureFileError) {
    switch status {
    case .ok: return
    case .malformed, .damaged: throw .malformed(reason: message)
    case .ended: throw .endOfFile
    case .unsupported: throw .unsupported(reason: message)
    case .endless: throw Self.endless
    case .overloaded:
      let limit = Int(Self.limits.marker_bytes).inBinaryUnits
      throw .unsupported(
        reason: "its profile, Exif data and comments together take more than \(limit)")
    case .refused: throw .system(errorNumber: unsafe cjpeg_reader_error_number(pointer))
    case .exhausted: throw .outOfMemory
    }
  }

  private var message: String { unsafe String(cString: cjpeg_reader_message(pointer)) }

  private static let endless = PictureFileError.unsupported(
    reason: "it has more scans than any image needs; save it as a baseline JPEG")

  /// Applies the limits of this reader to scans that another library decodes.
  static func check(
    scans: Int, coding codedCoefficients: Int, of coefficients: Int
  ) throws(PictureFileError) {
    let most = max(Int(limits.scan_coefficients), Int(limits.passes) * coefficients)
    guard scans <= limits.scans, codedCoefficients <= most else { throw endless }
  }
}

extension JPEGReader: RowReader {
  /// The size of a row at the scale at which decoding was started.
  var bytesPerRow: Int { rowBytes }

  /// Reads the next row.
  ///
  /// libjpeg fills missing or damaged pixels with grey, and warns, so the picture ends at the first
  /// row with a warning. In a file whose last scans are missing, rows are coarse instead.
  func readRow(into row: inout MutableSpan<UInt8>) throws {
    precondition(row.count == rowBytes, "a row of the wrong length")
    try unsafe row.withUnsafeMutableBytes { bytes throws(PictureFileError) in
      guard let start = bytes.baseAddress else { return }
      try check(
        unsafe cjpeg_reader_read_row(pointer, start.assumingMemoryBound(to: UInt8.self)))
    }
  }

  /// Checks that no second picture follows, and that no scan is missing.
  func finish() throws {
    try check(unsafe cjpeg_reader_finish(pointer))
  }
}

extension JPEGReader: LibraryReader {
  var isReducible: Bool { true }

  /// The bytes of the coefficients of a picture with several scans.
  var heldBytes: Int { Int(header.coefficient_bytes) }

  /// The header of the picture, from the file's header and its markers.
  func pictureHeader(_ metadata: MetadataUse) -> PictureHeader {
    let color = color(metadata)
    let said = FileMetadata(
      exif: markers.exif, xmp: metadata.needs.xmp ? markers.xmp : [], iptc: markers.iptc,
      profile: try? markers.profile?.get())
    var known = PictureHeader(size, color, said, metadata)
    (known.isLossy, known.isJPEG, known.isPreview) = (true, true, isPreview)
    if let larger = unsupportedPreview {
      known.warnings.append(
        "its preview of \(larger.size.width)x\(larger.size.height) is \(larger.kind), which is "
          + "not supported, so the one of \(size.width)x\(size.height) is shown; convert "
          + "it to JPEG to show the larger one")
    }
    if metadata.orientation != .ignore, let own = markers.previewOrientation {
      known.orientation = own
    }
    if markers.exif == nil { known.pixelRatio = PixelRatio(header) ?? .square }
    known.isContactSheet = markers.exif?.text(Self.programTag) == PNGWriter.mark.value
    known.metadata?.texts = markers.comments.map {
      PictureText(keyword: JPEGMarkers.commentKeyword, text: $0)
    }
    if metadata.needs.resolution {
      known.metadata?.resolution = StatedResolution(
        densityOfJFIF: header.density_x, unit: header.density_unit)
    }
    known.metadata?.textValues = markers.values(of: metadata.needs.textKeys)
    return known
  }

  /// The Exif tag Software.
  private static let programTag = 0x0131

  /// What the samples mean, according to the profile or else the Exif data.
  func color(_ metadata: MetadataUse) -> SourceColor {
    let pixelCount = size.width * size.height
    var warnings: [String] = []
    var unused: UnusedProfile?
    var profile: [UInt8]?
    var exif: TIFFDirectory?
    if metadata.color == .convert {
      exif = markers.exif
      switch markers.profile {
      case .success(let whole): profile = whole
      case .failure(let error):
        warnings.append("its colour profile is ignored: \(error)")
        unused = UnusedProfile(markers.profileBytes, lacksLibrary: false)
      case nil: break
      }
    }
    guard let channels = PixelFormat.Channels(rawValue: Int(header.channels)), channels != .rgba
    else {
      return SourceColor(
        inks: .inverted, profile: profile,
        pixelCount: pixelCount, warnings, library: .installed)
    }
    let isAdobeRGB = profile == nil && !channels.isGray && exif?.isAdobeRGB == true
    return SourceColor(
      profile: profile, else: isAdobeRGB ? .adobeRGB : .sRGB, PixelFormat(channels, .eight),
      pixelCount: pixelCount, warnings, unused: unused)
  }
}

extension PixelRatio {
  /// The aspect ratio of a pixel according to a JFIF density without a unit; nil if the density has
  /// a unit, or if there is no JFIF marker.
  ///
  /// JFIF 1.02 calls the numbers "the pixel aspect ratio"; ffmpeg writes the width and height of a
  /// pixel.
  fileprivate init?(_ header: cjpeg_header) {
    guard header.density_unit == 0, header.density_x > 0, header.density_y > 0 else { return nil }
    self.init(columns: UInt32(header.density_y), rows: UInt32(header.density_x))
  }
}

extension LibraryFile.Format {
  /// JPEG, read by libjpeg-turbo.
  package static let jpeg = Self("JPEG", .libjpeg) { file, needs, _ throws(PictureFileError) in
    try JPEGReader(file, needs)
  }
}

extension ReadingLibrary {
  /// libjpeg-turbo, which reads and writes JPEG files.
  package static let libjpeg = ReadingLibrary(
    "libjpeg-turbo", .jpeg, of: "libjpeg62-turbo (Debian) or libjpeg-turbo8 (Ubuntu)",
    header: ("jpeglib.h", of: "libjpeg-dev (Debian, Ubuntu)"))
}
