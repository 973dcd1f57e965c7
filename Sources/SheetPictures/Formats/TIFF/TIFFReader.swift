internal import CLibraries
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SystemPackage

/// The pixels of a TIFF file, read with libtiff.
///
/// Strips are read row by row. If there are tiles or planes, one row of tiles is held at a time.
@safe final class TIFFReader {
  private var container: TIFFContainer
  private let file: OpenPictureFile
  /// The requested page; nil for the first.
  private let page: Int?
  private var pointer: OpaquePointer?
  var display: NumberDisplay?

  /// Reads the directory of a page, by default the first.
  init(_ file: consuming OpenPictureFile, page: Int? = nil) throws(PictureFileError) {
    let descriptor = file.descriptor
    self.file = file
    self.page = page
    container = try self.file.header { (view) throws(PictureFileError) in
      guard let page else { return try TIFFContainer(view) }
      let pages = try TIFFPages(view)
      let offsets = pages.offsets(of: descriptor)
      guard !offsets.isEmpty else { throw .endOfFile }
      guard page < offsets.count else { throw .noPage(of: offsets.count) }
      var container = try TIFFContainer(pages, at: offsets[page])
      container.addDescription(pages.directory(at: offsets[0]), ofPage: page)
      return container
    }
  }

  /// The maximum number of bytes held in order to examine samples before the picture is shown.
  private static let maximumBytesToExamine = 64 << 20

  /// Determines from the samples what the fourth sample of each pixel is.
  ///
  /// The fourth sample counts as alpha if it differs between pixels, although an infrared channel
  /// would differ, too. Colours count as premultiplied if they never exceed the fourth sample;
  /// libtiff's RGBA functions take all colours to be premultiplied. In most pictures, the first
  /// rows show that the colours are not premultiplied.
  private func fourthSample() -> TIFFContainer.Alpha {
    guard heldBytes <= Self.maximumBytesToExamine else { return .none }
    container.setAlpha(.straight)
    defer {
      if let pointer = unsafe pointer { unsafe ctiff_close(pointer) }
      unsafe pointer = nil
    }
    var row = [UInt8](repeating: 0, count: bytesPerRow)
    let depth: SampleDepth = container.form.is_deep ? .sixteen : .eight
    var (first, varies, coversColors): (Int?, Bool, Bool) = (nil, false, true)
    do {
      try start(at: .whole)
      for _ in 0..<size.height where !varies || coversColors {
        var span = row.mutableSpan
        try readRow(into: &span)
        let samples = row.span
        for pixel in stride(from: 0, to: row.count, by: 4 * depth.bytes) {
          let alpha = samples.sample(at: pixel + 3 * depth.bytes, depth)
          if first == nil { first = alpha }
          if alpha != first { varies = true }
          for channel in 0..<3
          where samples.sample(at: pixel + channel * depth.bytes, depth) > alpha {
            coversColors = false
          }
        }
      }
    } catch {
      // Damage is reported when the picture is read.
    }
    return varies ? (coversColors ? .associated : .straight) : .none
  }

  private var pageCount: Int {
    let descriptor = file.descriptor
    let count = try? file.header { (view) throws(PictureFileError) in
      let pages = try TIFFPages(view)
      return page == nil ? pages.offsets().count : pages.offsets(of: descriptor).count
    }
    return count ?? 1
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

  func show(_ bands: Sheet.Bands?) -> Bool {
    if let bands { return container.show(bands) }
    if container.mayHaveAlpha { container.setAlpha(fourthSample()) }
    return true
  }

  /// What the picture's samples mean.
  ///
  /// Floats without a profile are linear-light values, as in libvips and HDR programs. But if a
  /// range of them is stretched from black to white, grey floats are taken to be data, which
  /// programs show in the same way as whole numbers. If colour spaces are ignored, all floats are
  /// taken to be data, as in Pillow and ImageMagick.
  func color(_ use: MetadataUse) -> SourceColor {
    let isUsed = use.color == .convert
    let profile = isUsed ? container.metadata.profile : nil
    let pixelCount = size.width * size.height
    guard !container.isInks else {
      return SourceColor(
        inks: .plain, profile: profile, pixelCount: pixelCount, [], library: .installed)
    }
    let isAdobeRGB =
      isUsed && !channels.isGray && !container.showsChosenBands
      && container.metadata.exif?.isAdobeRGB == true
    let isLight =
      isUsed && container.form.is_float && (display == nil || !channels.isGray)
    let space: ColorSpace = isLight ? ColorSpace(.linear) : isAdobeRGB ? .adobeRGB : .sRGB
    return SourceColor(
      profile: profile, else: space,
      PixelFormat(channels, container.form.is_deep ? .sixteen : .eight), pixelCount: pixelCount)
  }

  func pictureHeader(_ use: MetadataUse) -> PictureHeader {
    var header = PictureHeader(
      size, color(use), container.metadata, use, bitsPerSample: container.bitsPerSample)
    (header.isLossy, header.pixelRatio) = (container.isLossy, container.pixelRatio)
    if container.hasUnboundedSamples { header.hasUnboundedSamples = true }
    if container.mayHaveAlpha, container.form.alpha != 0 {
      header.warnings.append(
        "its fourth sample is shown as transparency, although the file does not say what it is")
    }
    // Mapping programs declare bands of any kind as grey with extra samples, and say nothing else
    // about them.
    if container.form.colors == 1, container.palette.isEmpty, container.form.samples > 1,
      container.form.alpha == 0, !container.showsChosenBands
    {
      header.warnings.append(
        "only the first of \(container.form.samples) bands is shown, because the file does not say "
          + "which bands are colours")
    }
    let pageCount = pageCount
    if pageCount > 1 { header.page = PictureHeader.Page(index: page ?? 0, count: pageCount) }
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
        var form = container.form
        switch display {
        case .interval(let range):
          (form.has_display_range, form.low, form.high) = (true, range.low, range.high)
        case .classes: form.shows_classes = true
        case nil: break
        }
        unsafe pointer = ctiff_open(source, form, &status)
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

  var lostNumbers: LostNumbers {
    guard let pointer = unsafe pointer else { return LostNumbers() }
    return unsafe LostNumbers(
      hasTiny: ctiff_has_lost_numbers(pointer), infiniteCount: Int(ctiff_infinite_count(pointer)),
      clippedCount: Int(ctiff_clipped_count(pointer)))
  }

  func finish() {}
}

extension TIFFReader: StoredSampleReader {
  func readStoredSamples(into numbers: inout MutableSpan<Double>) throws {
    precondition(numbers.count == size.width * channels.colorCount, "a row of the wrong length")
    let status = unsafe numbers.withUnsafeMutableBufferPointer { numbers in
      guard let start = numbers.baseAddress, let pointer = unsafe pointer else {
        return ctiff_status.malformed
      }
      return unsafe ctiff_read_numbers(pointer, start)
    }
    try check(status)
  }
}

extension LibraryFile.Format {
  /// TIFF, read by libtiff.
  ///
  /// Unless a page is requested, this is the first picture that is not a smaller copy.
  package static let tiff = Self("TIFF", .libtiff) { file, _, part throws(PictureFileError) in
    if case .page(let page) = part { return try TIFFReader(file, page: page) }
    return try TIFFReader(file)
  }
}

extension ReadingLibrary {
  /// libtiff, which reads TIFF files.
  static let libtiff = ReadingLibrary(
    "libtiff", .tiff, of: "libtiff6 (Debian, Ubuntu)",
    header: ("tiffio.h 4.5", of: "libtiff-dev (Debian, Ubuntu)"))
}
