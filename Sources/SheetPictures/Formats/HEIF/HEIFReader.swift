internal import CLibraries
internal import SheetImaging
internal import SheetLayout
internal import SheetModel

/// The pixels of a HEIC or AVIF file, which libheif decodes in one go.
@safe final class HEIFReader {
  private let container: HEIFContainer
  private let file: OpenPictureFile
  /// The thumbnail, if that is decoded instead of the picture.
  private let thumbnail: (number: Int, size: PixelSize)?
  private var picture = unsafe cheif_picture()
  private var nextRow = 0

  /// The maximum number of pixels in a file, over all of its parts.
  ///
  /// More pixels would take too long.
  private static let maximumPixels = 1 << 29

  /// Reads the header of a file in order to decode its picture or its thumbnail.
  init(
    _ file: consuming OpenPictureFile, _ needs: MetadataNeeds, thumbnail isWanted: Bool
  ) throws(PictureFileError) {
    self.file = file
    container = try self.file.header(steps: HEIFContainer.maximumSteps) {
      bytes throws(PictureFileError) in try HEIFContainer(bytes, needs)
    }
    thumbnail = isWanted ? container.thumbnail : nil
  }

  deinit { unsafe cheif_release(&picture) }

  private var isDeep: Bool { container.bitsPerSample > 8 }
  private var bytesPerPixel: Int { (container.hasAlpha ? 4 : 3) * (isDeep ? 2 : 1) }

  /// The number of bytes in the file, plus those of the pixels held by a decoder and by libheif.
  ///
  /// libheif 1.15 has no limit of its own.
  private func heldBytes(pixels: Int, _ form: HEIFPixelForm) -> Int {
    // Colours are held along with alpha while the two are joined.
    pixels * max(form.bytesPerPixel, container.hasAlpha ? 2 * bytesPerPixel : 0) + file.size
  }
}

extension HEIFReader: LibraryReader {
  var size: PixelSize { thumbnail?.size ?? container.size }

  var isReducible: Bool { false }

  var heldBytes: Int { heldBytes(pixels: container.peakPixels, container.pixelForm) }

  /// The bytes of a decoder's tables, and of what it holds for each block.
  var decoderBytes: Int { 8 << 20 + container.peakPixels }

  func color(_ use: MetadataUse) -> SourceColor {
    var space = ColorSpace.sRGB
    var warnings: [String] = []
    let isUsed = use.color == .convert
    if isUsed, container.metadata.profile == nil, let codePoints = container.codePoints {
      do throws(UnusableData) {
        space = try ColorSpace(codePoints, peak: container.lightLevels.peak)
      } catch {
        warnings.append("its colour information is ignored: \(error)")
      }
    }
    return SourceColor(
      profile: isUsed ? container.metadata.profile : nil, else: space,
      PixelFormat(container.hasAlpha ? .rgba : .rgb, isDeep ? .sixteen : .eight),
      pixelCount: container.size.width * container.size.height, warnings)
  }

  func pictureHeader(_ use: MetadataUse) -> PictureHeader {
    var header = PictureHeader(
      container.size, color(use), container.metadata, use,
      bitsPerSample: UInt8(container.bitsPerSample))
    header.orientation = .upright
    header.isLossy = true
    header.thumbnailSize = container.thumbnail?.size
    return header
  }

  /// Decodes the picture, or its thumbnail.
  ///
  /// - Throws: `PictureFileError`, ``PictureChanged``.
  func start(at scale: PictureScale) throws {
    var bytes = try file.bytes(at: 0, count: file.size)
    let items = container.items
    let pixels = try container.decodedPixels(thumbnail: thumbnail?.number, in: bytes)
    let sum = pixels.all.reduce(0, +)
    guard sum <= Self.maximumPixels else {
      throw PictureFileError.unsupported(
        reason: "its parts have \(sum) pixels in total, which exceed the limit of "
          + "\(Self.maximumPixels)")
    }
    let largest = pixels.all.reduce(size.width * size.height, max)
    let held = heldBytes(pixels: largest + pixels.underOthers, pixels.form)
    guard held <= heldBytes else { throw PictureFileError.malformed(reason: Self.sizeMismatch) }
    // If memory runs out, the library's decoders abort the program.
    guard clibrary_has_room(held, 4) else { throw PictureFileError.outOfMemory }
    // Alpha is decoded separately: libheif 1.15 accepts alpha of any size for a picture. The alpha
    // of a tile must have the tile's size.
    let tileAlphas = Set(container.tileAlphas)
    for reference in items.references
    where reference.kind == "auxl" && !tileAlphas.contains(reference.from) {
      bytes[reference.offset + 4] = UInt8(ascii: "-")
    }
    try items.checkBudget()
    if let entry = container.alpha.flatMap({ items.entry(of: $0) })?.body, entry.count > 3 {
      // libheif does not return hidden pictures, and alpha may be hidden.
      bytes[entry.offset + 3] &= 0xFE
    }
    let request = cheif_request(
      thumbnail: UInt32(thumbnail?.number ?? 0), alpha: UInt32(container.alpha ?? 0),
      has_tile_alpha: !tileAlphas.isEmpty,
      is_deep: isDeep, is_premultiplied: container.isPremultiplied)
    var message = [CChar](repeating: 0, count: Int(cheif_message_size))
    let status = unsafe cheif_decode(bytes, bytes.count, request, &picture, &message)
    let reason = String(
      decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    switch status {
    case .ok: break
    case .ended: throw PictureFileError.endOfFile
    case .malformed: throw PictureFileError.malformed(reason: reason)
    case .unsupported: throw PictureFileError.unsupported(reason: reason)
    case .undecoded:
      throw PictureFileError.unsupported(
        reason: """
          libheif has no decoder for it; install libheif-plugin-libde265 for HEIC or \
          libheif-plugin-dav1d for AVIF
          """)
    case .exhausted: throw PictureFileError.outOfMemory
    }
    // libheif rounds a crop at a fraction of a pixel up or down, depending on its version.
    let excess = unsafe (
      width: Int(picture.width) - size.width, height: Int(picture.height) - size.height
    )
    guard 0...1 ~= excess.width, 0...1 ~= excess.height else {
      throw PictureFileError.malformed(reason: Self.sizeMismatch)
    }
    unsafe picture.width = UInt32(size.width)
  }

  private static let sizeMismatch = "its image size does not match its headers"
}

extension HEIFReader: RowReader {
  var bytesPerRow: Int { unsafe Int(picture.width) * bytesPerPixel }

  func readRow(into row: inout MutableSpan<UInt8>) {
    unsafe row.withUnsafeMutableBytes { row in
      guard let start = row.baseAddress else { return }
      unsafe cheif_read_row(&picture, nextRow, start.assumingMemoryBound(to: UInt8.self))
    }
    nextRow += 1
  }

  func finish() {}
}

extension LibraryFile.Format {
  /// HEIC, read by libheif: the primary picture.
  package static let heic: Self = libheif("HEIC")
  /// AVIF, read by libheif: the primary picture.
  package static let avif: Self = libheif("AVIF")

  private static func libheif(_ name: String) -> Self {
    Self(name, .libheif) { file, needs, part throws(PictureFileError) in
      try HEIFReader(file, needs, thumbnail: part == .thumbnail)
    }
  }
}

extension ReadingLibrary {
  /// libheif, which reads HEIC and AVIF files.
  static let libheif = ReadingLibrary(
    "libheif", .heif, of: "libheif1 1.15 or later (Debian, Ubuntu)",
    header: ("libheif/heif.h 1.15", of: "libheif-dev (Debian, Ubuntu)"))
}
