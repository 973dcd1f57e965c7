import CPNGShims
import SheetImaging

// The metadata of a file. Nothing is cached: each call reads it again.

/// The number of pixels per unit of length, from a pHYs chunk.
struct PNGDensity: Equatable, Hashable, Sendable {
  /// Pixels per unit along rows.
  let x: UInt32
  /// Pixels per unit along columns.
  let y: UInt32
  /// Whether the unit is the metre; otherwise only the ratio is meaningful.
  let isPerMetre: Bool

  init(x: UInt32, y: UInt32, isPerMetre: Bool) {
    (self.x, self.y, self.isPerMetre) = (x, y, isPerMetre)
  }
}

extension PNGReader {
  /// The maximum length of chunks other than IDAT, and of decompressed text and profiles: 16 MiB.
  static var maximumChunkBytes: Int { Int(cpng_maximum_chunk) }

  /// The maximum number of text chunks read from a file, and their maximum total size.
  private static let maximumTexts = (count: 64, bytes: 64 * 1024 * 1024)

  /// What samples mean, according to the chunks before the pixels.
  func colorChunks() -> PNGColorChunks {
    PNGColorChunks(chunks.beforePixels, in: source)
  }

  /// The first undamaged pHYs chunk before the pixels.
  func density() -> PNGDensity? {
    for chunk in chunks.beforePixels where chunk.type == .density && chunk.count == 9 {
      guard var data = source.data(of: chunk).map({ ByteView($0) }), let x = data.take(4),
        let y = data.take(4)
      else { continue }
      return PNGDensity(x: UInt32(x), y: UInt32(y), isPerMetre: data.take(1) == 1)
    }
    return nil
  }

  /// Whether an acTL chunk before the pixels announces several frames.
  ///
  /// Source: PNG specification (third edition), 11.3.6.1.
  var isAnimated: Bool {
    for chunk in chunks.beforePixels where chunk.type == .animation && chunk.count == 8 {
      if var data = source.data(of: chunk).map({ ByteView($0) }), let frames = data.take(4) {
        return frames > 1
      }
    }
    return false
  }

  /// The first undamaged eXIf chunk, or compressed zxIf chunk: a TIFF header and directories.
  ///
  /// The third edition requires the chunk to precede the pixels. The extension that introduced the
  /// chunk did not, so in older files it may follow the pixels. Finding it there usually takes a
  /// few reads of some kilobytes, however large the picture is. If the lengths of IDAT chunks vary,
  /// each is examined, up to 65,536 of them.
  ///
  /// Source: Extensions to the PNG 1.2 Specification, version 1.5.0, eXIf.
  package func exif() -> [UInt8]? {
    exif(in: chunks.beforePixels) ?? exif(in: chunks.afterPixels(in: source))
  }

  private func exif(in chunks: [ChunkIndex.Chunk]) -> [UInt8]? {
    for chunk in chunks {
      switch chunk.type {
      case .exif: if let data = source.data(of: chunk) { return data }
      case .compressedExif: if let data = source.compressedExif(in: chunk) { return data }
      default: break
      }
    }
    return nil
  }

  /// The selected text chunks, in file order; no others are decompressed.
  ///
  /// Damaged chunks, and compressed ones that exceed 16 MiB, are left out. Only the first 64
  /// selected chunks are read, up to 64 MiB in total.
  ///
  /// Looking for text chunks after the pixels takes as long as in ``exif()``; calling both
  /// functions takes no longer than calling one of them.
  ///
  /// - Parameters:
  ///   - selection: The chunks to read.
  ///   - limit: The maximum number of bytes to decompress of each chunk, in the file's encoding.
  /// - Returns: The text of the chunks, truncated to the limit.
  func texts(
    _ selection: TextSelection, upTo limit: Int = maximumChunkBytes
  ) -> [PNGText] {
    var texts: [PNGText] = []
    forEachText(selection, upTo: limit) { pieces in
      if let text = PNGText(&pieces) { texts.append(text) }
      return true
    }
    return texts
  }

  /// Reads the same chunks as ``texts(_:upTo:)``, and damaged ones as well, piece by piece.
  ///
  /// - Parameters:
  ///   - selection: The chunks to read.
  ///   - limit: The maximum number of bytes to decompress of each chunk.
  ///   - read: Reads as much of a text chunk as it needs; returns whether more chunks are wanted.
  func forEachText(
    _ selection: TextSelection, upTo limit: Int = maximumChunkBytes,
    _ read: (inout PNGTextPieces) -> Bool
  ) {
    let wanted = [chunks.beforePixels, chunks.afterPixels(in: source)].joined().lazy.filter {
      $0.type.isText && $0.count <= Self.maximumChunkBytes
        && selection.includes($0.keyword.map(String.init(latin1:)))
    }
    var bytesLeft = Self.maximumTexts.bytes
    for chunk in wanted.prefix(Self.maximumTexts.count) where bytesLeft > 0 {
      let limit = min(limit, bytesLeft)
      guard var pieces = PNGTextPieces(chunk, in: source, upTo: limit) else { continue }
      let goesOn = read(&pieces)
      bytesLeft -= pieces.bytesRead
      if !goesOn { return }
    }
  }

  /// Whether the file has the mark of our sheets before its pixels.
  package var isMarked: Bool { chunks.hasMark(in: source) }

  /// Whether a file has the mark of our sheets, even if libpng refuses it: a sheet may be taller
  /// than libpng allows.
  package static func isMarked(descriptor: CInt) -> Bool {
    guard let source = try? PNGSource(descriptor: descriptor),
      (try? source.checkSignature()) != nil, let chunks = try? ChunkIndex(source)
    else { return false }
    return chunks.hasMark(in: source)
  }
}

extension PNGSource {
  /// The data of a zxIf chunk; nil if it is damaged.
  ///
  /// A zero and the number of bytes are followed by compressed data.
  ///
  /// Source: ExifTool, PNG.pm; the chunk was proposed, but never adopted.
  fileprivate func compressedExif(in chunk: ChunkIndex.Chunk) -> [UInt8]? {
    guard let head = part(of: chunk, from: 0, upTo: 5).map({ ByteView($0) }),
      head.number(at: 0, 1) == 0, let count = head.number(at: 1, 4),
      count <= PNGReader.maximumChunkBytes,
      var pieces = ChunkPieces(of: chunk, in: self, from: 5, isCompressed: true)
    else { return nil }
    var data: [UInt8] = []
    while data.count < count, let piece = try? pieces.next(), !piece.isEmpty {
      data += piece.prefix(count - data.count)
    }
    return pieces.end() && data.count == count ? data : nil
  }
}

extension ChunkIndex {
  fileprivate func hasMark(in source: borrowing PNGSource) -> Bool {
    let mark = PNGWriter.mark
    for chunk in beforePixels
    where chunk.type == .text && chunk.keyword?.elementsEqual(mark.keyword.utf8) == true {
      if source.data(of: chunk) == Array(mark.keyword.utf8) + [0] + mark.bytes { return true }
    }
    return false
  }
}
