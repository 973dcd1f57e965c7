internal import CLibraries
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SystemPackage

/// The pixels of a TIFF file, over libtiff.
///
/// Strips are read row by row; tiles and planes are held a row of tiles at a time.
@safe final class TIFFReader {
  private let container: TIFFContainer
  private let file: OpenPictureFile
  private var pointer: OpaquePointer?

  /// Reads the directory of the picture.
  init(_ file: consuming OpenPictureFile) throws(PictureFileError) {
    self.file = file
    container = try self.file.header(TIFFContainer.init)
  }

  deinit { if let pointer = unsafe pointer { unsafe ctiff_close(pointer) } }

  private var channels: PixelFormat.Channels {
    let hasAlpha = container.form.alpha != 0
    let isGray = container.form.colors == 1 && container.palette.isEmpty
    return isGray ? (hasAlpha ? .grayAlpha : .gray) : hasAlpha ? .rgba : .rgb
  }

  private func check(_ status: ctiff_status) throws(PictureFileError) {
    switch status {
    case .ok: return
    case .ended: throw .endOfFile
    case .malformed:
      throw .malformed(
        reason: unsafe pointer.map { unsafe String(cString: ctiff_message($0)) } ?? "")
    case .exhausted: throw .outOfMemory
    }
  }
}

extension TIFFReader: LibraryReader {
  var size: PixelSize { container.size }

  var isReducible: Bool { false }

  var heldBytes: Int { container.heldBytes }

  /// The meaning of its samples.
  ///
  /// Floats without a profile are linear light, as in libvips and programs for HDR.
  func color(_ use: MetadataUse) -> SourceColor {
    let isUsed = use.color == .convert
    let profile = isUsed ? container.metadata.profile : nil
    let pixelCount = size.width * size.height
    guard !container.isInks else {
      return SourceColor(
        inks: .plain, profile: profile, pixelCount: pixelCount, [], library: .installed)
    }
    let isAdobeRGB = isUsed && !channels.isGray && container.metadata.exif?.isAdobeRGB == true
    let space: ColorSpace =
      container.form.is_float ? ColorSpace(.linear) : isAdobeRGB ? .adobeRGB : .sRGB
    return SourceColor(
      profile: profile, else: space,
      PixelFormat(channels, container.form.is_deep ? .sixteen : .eight), pixelCount: pixelCount)
  }

  func pictureHeader(_ use: MetadataUse) -> PictureHeader {
    var header = PictureHeader(
      size, color(use), container.metadata, use, bitsPerSample: UInt8(container.form.bits))
    (header.isLossy, header.pixelRatio) = (container.isLossy, container.pixelRatio)
    return header
  }

  func start(at scale: PictureScale) throws(PictureFileError) {
    let directory = container.decodedDirectory
    var status = ctiff_status.exhausted
    unsafe directory.withUnsafeBufferPointer { directory in
      unsafe container.palette.withUnsafeBufferPointer { palette in
        guard let start = directory.baseAddress else { return }
        let source = unsafe ctiff_source(
          descriptor: file.descriptor.rawValue, size: UInt64(file.size), directory: start,
          directory_size: directory.count, is_big_endian: container.isBigEndian,
          palette: palette.isEmpty ? nil : palette.baseAddress,
          allocation_limit: Int64(heldBytes + (64 << 20)))
        unsafe pointer = ctiff_open(source, container.form, &status)
      }
    }
    try check(status)
  }
}

extension TIFFReader: RowReader {
  var bytesPerRow: Int {
    size.width * (container.isInks ? 4 : channels.count) * (container.form.is_deep ? 2 : 1)
  }

  func readRow(into row: inout MutableSpan<UInt8>) throws {
    precondition(row.count == bytesPerRow, "a row of the wrong length")
    let status = unsafe row.withUnsafeMutableBytes { row in
      guard let start = row.baseAddress, let pointer = unsafe pointer else {
        return ctiff_status.malformed
      }
      return unsafe ctiff_read_row(pointer, start.assumingMemoryBound(to: UInt8.self))
    }
    try check(status)
  }

  func finish() {}
}

extension LibraryFile.Format {
  /// A TIFF, by libtiff.
  ///
  /// Of several pictures, it is the first one that is not a smaller copy.
  package static let tiff = Self("TIFF", .libtiff) { file, _, _ throws(PictureFileError) in
    try TIFFReader(file)
  }
}

extension ReadingLibrary {
  /// libtiff, which reads TIFF files.
  static let libtiff = ReadingLibrary(
    "libtiff", .tiff, of: "libtiff6 (Debian, Ubuntu)",
    header: ("tiffio.h 4.5", of: "libtiff-dev (Debian, Ubuntu)"))
}
