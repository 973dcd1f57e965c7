internal import SheetImaging
internal import SheetLayout

/// The memory that codecs inside libtiff take for one strip or tile, which libtiff 4.5 does not
/// limit.
///
/// It is determined from the headers of the coded data, before libtiff sees them. The result is the
/// number of bytes for the strip or tile that takes the most.
enum TIFFCodecMemory {
  /// The maximum number of Zstandard frames and blocks to examine.
  private static let maximumSteps = 1 << 18
  /// The number of bytes of strips and tiles to examine, in addition to twice the file size, since
  /// identical strips or tiles may share their bytes in the file.
  private static let spareBytes = 64 << 20

  /// The maximum number of positions in the file that are remembered, so that bytes shared by
  /// several strips or tiles are read once.
  private static let maximumRemembered = 1 << 16

  /// The maximum total number of coefficients in all JPEGs, far more than any picture has.
  ///
  /// A file of a few megabytes may name one large JPEG as millions of strips.
  private static let maximumCoefficients = 1 << 48

  /// The memory needed for JPEGs.
  ///
  /// The limits on the scans of a JPEG file apply to the total of all JPEGs of a picture.
  ///
  /// - Throws: `PictureFileError`.
  static func jpegs(_ chunks: TIFFChunks) throws(PictureFileError) -> Int {
    var heldBytes = 0
    var known: [Range<Int>: JPEGScans] = [:]
    var (coefficients, coded, examined) = (0, 0, 0)
    for index in 0..<chunks.count {
      guard let place = chunks.place(of: index) else { break }
      let scans = known[place] ?? JPEGScans(chunks.file[place])
      if known[place] == nil {
        if known.count < maximumRemembered { known[place] = scans }
        examined += scans.examinedBytes
        guard examined <= 2 * chunks.file.count + spareBytes else {
          throw .malformed(reason: "its parts are longer than the file")
        }
      }
      guard scans.hasSeveralScans else { continue }
      heldBytes = max(heldBytes, scans.heldBytes)
      (coefficients, coded) = (coefficients + scans.coefficients, coded + scans.codedCoefficients)
      guard coefficients <= maximumCoefficients else {
        throw .malformed(reason: "its parts have more pixels than the image")
      }
      try JPEGReader.check(scans: scans.count, coding: coded, of: coefficients)
    }
    return heldBytes
  }

  /// The memory needed for Zstandard: a window of decoded bytes, as large as the data demands.
  ///
  /// A window never holds more than the `decoded` bytes of a strip or tile.
  static func zstandard(_ chunks: TIFFChunks, decoded: Int) -> Int {
    var most = min(decoded, ZstandardFrames.maximumWindow)
    if decoded > ZstandardFrames.blockBytes,
      let largest = largest(of: chunks, ZstandardFrames.largestWindow(of:steps:))
    {
      most = min(most, largest)
    }
    return most + ZstandardFrames.otherBytes
  }

  /// The memory needed for LZMA: a dictionary as large as the data demands.
  static func lzma(_ chunks: TIFFChunks) -> Int {
    let largest =
      largest(of: chunks, XZStream.largestDictionary(of:steps:)) ?? XZStream.maximumDictionary
    return largest + XZStream.otherBytes
  }

  /// The memory needed for WebP: tables, as many as the data demands.
  static func webP(_ chunks: TIFFChunks, size: PixelSize) -> Int {
    let largest = largest(of: chunks) { stream, steps in
      guard let tables = try? WebPContainer(stream).tables else { return 0 }
      // Reading the prefix codes of a stream takes longer than reading a few bytes.
      steps -= 16 + tables.examinedBytes / 256
      return tables.heldBytes
    }
    return largest ?? WebPPrefixCodes.mostBytes(of: size)
  }

  /// The largest number found in any strip or tile, each of which is read once; nil if there are
  /// too many to examine.
  private static func largest(
    of chunks: TIFFChunks, _ find: (_ stream: ByteView, _ steps: inout Int) -> Int
  ) -> Int? {
    var (largest, steps) = (0, maximumSteps)
    var known: Set<Range<Int>> = []
    for index in 0..<chunks.count {
      guard let place = chunks.place(of: index), steps > 0 else { break }
      guard !known.contains(place) else { continue }
      if known.count < maximumRemembered { known.insert(place) }
      steps -= 1
      largest = max(largest, find(chunks.file[place], &steps))
    }
    return steps > 0 ? largest : nil
  }
}

/// The coded strips or tiles of a TIFF, in the order of the file's tables.
struct TIFFChunks {
  let file: ByteView
  /// The offsets and lengths, as far as they are in the file.
  let offsets, lengths: TIFFDirectory.Entry?

  var count: Int { offsets?.count ?? 0 }

  /// The range of a chunk in the file, empty if it is outside; nil if the table has no such entry.
  ///
  /// If the table gives no length, or a length of 0, the range extends to the end of the file.
  func place(of index: Int) -> Range<Int>? {
    guard let offsets, let start = offsets.number(at: index * offsets.width, offsets.width)
    else { return nil }
    guard 0..<file.count ~= start else { return file.count..<file.count }
    let length = lengths.flatMap { entry in
      index < entry.count ? entry.number(at: index * entry.width, entry.width) : nil
    }
    let rest = file.count - start
    return start..<start + min(length.map { $0 > 0 ? $0 : rest } ?? rest, rest)
  }
}

/// Frames of Zstandard.
///
/// Source: RFC 8878, 3.1.1.
private enum ZstandardFrames {
  /// The largest window that libzstd accepts by default.
  static let maximumWindow = 128 << 20
  /// The maximum number of bytes in a block.
  static let blockBytes = 128 << 10
  /// The bytes of a decoder's context, of a coded block, and of what libzstd adds to the window.
  static let otherBytes = 512 << 10

  /// The largest window of all frames.
  static func largestWindow(of stream: ByteView, steps: inout Int) -> Int {
    var (rest, largest) = (stream, 0)
    rest.isBigEndian = false
    while steps > 0, let mark = rest.take(4) {
      steps -= 1
      if mark & ~15 == 0x184D_2A50, let length = rest.take(4) {
        rest = rest[length...]
        continue
      }
      guard mark == 0xFD2F_B528, let flags = rest.take(1) else { break }
      let isWhole = flags & 0x20 != 0
      if !isWhole, let code = rest.take(1) {
        let base = 1 << (10 + code >> 3)
        largest = max(largest, base + base / 8 * (code & 7))
      }
      rest = rest[[0, 1, 2, 4][flags & 3]...]
      let width = flags >> 6 == 0 ? (isWhole ? 1 : 0) : 1 << (flags >> 6)
      if isWhole {
        // A size in two bytes counts from 256.
        largest = max(largest, (rest.number(at: 0, width) ?? 0) + (width == 2 ? 256 : 0))
      }
      rest = rest[width...]
      while steps > 0, let head = rest.take(3) {
        steps -= 1
        // A block that repeats one byte contains only that byte.
        rest = rest[(head >> 1 & 3 == 1 ? 1 : head >> 3)...]
        if head & 1 == 1 { break }
      }
      if flags & 4 != 0 { rest = rest[4...] }
    }
    return largest
  }
}

/// An LZMA stream in xz format.
///
/// Source: The .xz File Format 1.2.1, sections 2 to 5, and LZMA2 as liblzma decodes it.
private enum XZStream {
  /// The largest dictionary that a stream can request.
  static let maximumDictionary = 1 << 32 - 1
  /// The bytes of the decoder itself, without its dictionary.
  static let otherBytes = 256 << 10
  /// The number of the LZMA2 filter.
  private static let lzma2 = 0x21

  /// The largest dictionary of all blocks; 0 if the data is damaged before any block requests a
  /// dictionary.
  static func largestDictionary(of stream: ByteView, steps: inout Int) -> Int {
    guard stream.prefix(6).elementsEqual([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
      let check = stream.number(at: 7, 1)
    else { return 0 }
    // From 1 on, check IDs come in groups of three; the checks of each group are twice as long as
    // in the group before.
    let checkBytes = check & 15 == 0 ? 0 : 4 << ((check & 15 - 1) / 3)
    var (rest, largest) = (stream[12...], 0)
    // A block starts with its size; the index starts with 0.
    while steps > 0, let size = rest.number(at: 0, 1), size > 0 {
      steps -= 1
      let header = rest[0..<4 * (size + 1)]
      largest = max(largest, dictionary(of: header))
      let start = rest.offset
      rest = rest[header.count...]
      skipChunks(of: &rest, steps: &steps)
      let length = rest.offset - start
      rest = rest[((4 - length % 4) % 4 + checkBytes)...]
    }
    return largest
  }

  /// The dictionary requested by the header of a block; 0 if there is none.
  private static func dictionary(of header: ByteView) -> Int {
    var rest = header[1...]
    guard let flags = rest.take(1) else { return 0 }
    for size in [0x40, 0x80] where flags & size != 0 { _ = variable(&rest) }
    for _ in 0...(flags & 3) {
      guard let filter = variable(&rest), let length = variable(&rest),
        let properties = rest.take(part: length)
      else { return 0 }
      guard filter == lzma2, let code = properties.number(at: 0, 1) else { continue }
      return code >= 40 ? maximumDictionary : (2 | code & 1) << (code / 2 + 11)
    }
    return 0
  }

  /// Skips chunks to the end of their block.
  private static func skipChunks(of rest: inout ByteView, steps: inout Int) {
    while steps > 0, let control = rest.take(1), control > 0 {
      steps -= 1
      if control < 0x80 {
        guard let size = rest.bigEndianPair(at: 0) else { return }
        rest = rest[(2 + size + 1)...]
      } else {
        guard let size = rest.bigEndianPair(at: 2) else { return }
        rest = rest[(4 + (control >= 0xC0 ? 1 : 0) + size + 1)...]
      }
    }
  }

  /// A number with seven bits per byte, least significant first.
  private static func variable(_ rest: inout ByteView) -> Int? {
    var number = 0
    for place in 0..<8 {
      guard let byte = rest.take(1) else { return nil }
      number |= (byte & 0x7F) << (7 * place)
      if byte & 0x80 == 0 { return number }
    }
    return nil
  }
}

extension ByteView {
  /// A number of two bytes, most significant first, whatever the file's byte order.
  fileprivate func bigEndianPair(at offset: Int) -> Int? {
    number(at: offset, 1).flatMap { high in number(at: offset + 1, 1).map { high << 8 | $0 } }
  }
}
