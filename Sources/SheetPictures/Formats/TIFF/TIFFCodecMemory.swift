internal import SheetImaging

/// The memory that codecs inside libtiff take for one strip or tile, which libtiff 4.5 does not limit.
///
/// It is found in the heads of the coded data, before libtiff sees them.
struct TIFFCodecMemory {
  /// The bytes for the strip or tile that takes the most.
  private(set) var heldBytes = 0

  /// The most frames and blocks of Zstandard that are looked at.
  private static let mostSteps = 1 << 18
  /// The bytes of strips and tiles that are looked at, beyond twice the file: equal ones share theirs.
  private static let spareBytes = 64 << 20

  /// The most places that are remembered, so that equal ones are read once.
  private static let mostKnown = 1 << 16

  /// The memory for JPEGs.
  ///
  /// The limits on scans of a JPEG file hold for all JPEGs of a picture together.
  ///
  /// - Throws: `PictureFileError`.
  static func jpegs(_ chunks: TIFFChunks) throws(PictureFileError) -> Self {
    var memory = Self()
    var known: [Range<Int>: JPEGScans] = [:]
    var (coefficients, coded, examined) = (0, 0, 0)
    for index in 0..<chunks.count {
      guard let place = chunks.place(of: index) else { break }
      let scans = known[place] ?? JPEGScans(chunks.file[place])
      if known[place] == nil {
        if known.count < mostKnown { known[place] = scans }
        examined += scans.examinedBytes
        guard examined <= 2 * chunks.file.count + spareBytes else {
          throw .malformed(reason: "its parts are longer than the file")
        }
      }
      guard scans.hasSeveralScans else { continue }
      memory.heldBytes = max(memory.heldBytes, scans.heldBytes)
      (coefficients, coded) = (coefficients + scans.coefficients, coded + scans.codedCoefficients)
      try JPEGReader.check(scans: scans.count, coding: coded, of: coefficients)
    }
    return memory
  }

  /// The memory for Zstandard: a window of the decoded bytes, as large as the data say.
  ///
  /// Of a window, no more is used than the `decoded` bytes of a strip or tile.
  static func zstandard(_ chunks: TIFFChunks, decoded: Int) -> Self {
    var most = min(decoded, ZstandardFrames.mostWindow)
    if decoded > ZstandardFrames.blockBytes {
      var (largest, steps) = (0, mostSteps)
      var known: Set<Range<Int>> = []
      for index in 0..<chunks.count {
        guard let place = chunks.place(of: index), steps > 0 else { break }
        guard !known.contains(place) else { continue }
        if known.count < mostKnown { known.insert(place) }
        steps -= 1
        largest = max(
          largest, ZstandardFrames.largestWindow(of: chunks.file[place], steps: &steps))
      }
      if steps > 0 { most = min(most, largest) }
    }
    return Self(heldBytes: most + ZstandardFrames.otherBytes)
  }
}

/// The coded strips or tiles of a TIFF, in the order of the file's tables.
struct TIFFChunks {
  let file: ByteView
  /// The offsets and lengths, as far as the file has them.
  let offsets, lengths: TIFFDirectory.Entry?

  var count: Int { offsets?.count ?? 0 }

  /// The place of one in the file, which is empty if it is outside; nil if the table has no such entry.
  ///
  /// Without a length, it may be all the rest of the file.
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
  /// The largest window that libzstd accepts without being told to.
  static let mostWindow = 128 << 20
  /// The most bytes of a block.
  static let blockBytes = 128 << 10
  /// The context of a decoder, a coded block, and what is added to the window.
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
        // Of a block that repeats one byte, only that is there.
        rest = rest[(head >> 1 & 3 == 1 ? 1 : head >> 3)...]
        if head & 1 == 1 { break }
      }
      if flags & 4 != 0 { rest = rest[4...] }
    }
    return largest
  }
}
