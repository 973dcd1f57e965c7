internal import SheetPNG

/// The directories of a RAW file that is a TIFF in all but its name.
///
/// Source: TIFF 6.0, section 2; DNG 1.6; Exif 2.32, 4.5.4 (thumbnails).
struct RawDirectory {
  private let isBigEndian: Bool
  /// What offsets count from: the beginning of the file, but for notes of a maker.
  private let base: Int
  private var entries: [Int: (type: Int, count: Int, place: Int, value: [UInt8])] = [:]
  /// Where the next directory is.
  private(set) var next = 0

  /// No directory of a camera has more entries.
  private static let mostEntries = 1024

  init?(
    at offset: Int, isBigEndian: Bool, base: Int = 0, in file: borrowing OpenPictureFile
  ) throws(PictureFileError) {
    (self.isBigEndian, self.base) = (isBigEndian, base)
    let start = base + offset
    let head = try file.bytes(at: start, count: 2)
    guard offset > 0, head.count == 2 else { return nil }
    let count = number(head[...])
    guard count <= Self.mostEntries else { return nil }
    let table = try file.bytes(at: start + 2, count: 12 * count + 4)
    for index in 0..<min(count, table.count / 12) {
      let entry = table[12 * index..<12 * (index + 1)]
      let fields = (entry.prefix(2), entry.dropFirst(2).prefix(2), entry.dropFirst(4).prefix(4))
      let tag = number(fields.0)
      guard entries[tag] == nil else { continue }
      entries[tag] = (
        number(fields.1), number(fields.2), start + 2 + 12 * index + 8, Array(entry.suffix(4))
      )
    }
    if table.count == 12 * count + 4 { next = number(table.suffix(4)) }
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.number(isBigEndian: isBigEndian)
  }

  /// The numbers of 16 or 32 bits under a tag, at most 16 of them.
  func numbers(
    _ tag: Int, in file: borrowing OpenPictureFile
  ) throws(PictureFileError) -> [Int] {
    guard let entry = entries[tag], let size = [3: 2, 4: 4, 13: 4][entry.type] else { return [] }
    let count = min(entry.count, 16)
    let bytes =
      entry.count * size <= 4
      ? entry.value : try file.bytes(at: base + number(entry.value[...]), count: count * size)
    guard bytes.count >= count * size else { return [] }
    return (0..<count).map { number(bytes[$0 * size..<($0 + 1) * size]) }
  }

  /// The one number under a tag; nil for none or several.
  func number(_ tag: Int, in file: borrowing OpenPictureFile) throws(PictureFileError) -> Int? {
    guard entries[tag]?.count == 1 else { return nil }
    return try numbers(tag, in: file).first
  }

  /// Where the bytes of a tag are in the file, and how many.
  func extent(_ tag: Int) -> (offset: Int, length: Int)? {
    entries[tag].map { entry in
      (entry.count <= 4 ? entry.place : base + number(entry.value[...]), entry.count)
    }
  }
}

extension RawPreviews {
  /// Looks through all directories that hang together, each once.
  mutating func search(
    directoriesOf file: borrowing OpenPictureFile
  ) throws(PictureFileError) -> FileMetadata {
    let head = try file.bytes(at: 0, count: 8)
    let isBigEndian = head.starts(with: "MM".utf8)
    guard head.count == 8, isBigEndian || head.starts(with: "II".utf8) else {
      throw head.count < 8
        ? .endOfFile
        : .unsupported(reason: "a RAW file of a kind that is not read; convert it to JPEG")
    }
    let first = head.suffix(4).number(isBigEndian: isBigEndian)
    var metadata = FileMetadata()
    var seen: Set<Int> = []
    var waiting = [first]
    while let offset = waiting.popLast() {
      guard seen.count < Self.mostPlaces, seen.insert(offset).inserted,
        let directory = try RawDirectory(at: offset, isBigEndian: isBigEndian, in: file)
      else { continue }
      waiting.append(directory.next)
      // Directories of pictures below this one, and the Exif data.
      waiting += try directory.numbers(Tag.below, in: file)
      try add(
        directory.number(Tag.jpegOffset, in: file), directory.number(Tag.jpegLength, in: file))
      if [6, 7].contains(try directory.number(Tag.compression, in: file)) {
        try add(
          directory.number(Tag.stripOffset, in: file), directory.number(Tag.stripLength, in: file))
      }
      if let whole = directory.extent(Tag.panasonicJPEG) { add(whole.offset, whole.length) }
      if let exif = try directory.number(Tag.exif, in: file) {
        try addOlympus(exif, isBigEndian, in: file)
        if metadata.exif == nil {
          metadata.exif = try Self.exif(of: file, head, atLeast: max(first, exif))
        }
      }
      if let packet = directory.extent(Tag.xmp), metadata.xmp.isEmpty,
        packet.length <= FileMetadata.limit
      {
        metadata.xmp = [try file.bytes(at: packet.offset, count: packet.length)]
      }
      if let iptc = directory.extent(Tag.iptc), metadata.iptc == nil,
        iptc.length <= FileMetadata.limit / 4
      {
        // Some count it in numbers of four bytes; no dataset begins in what is too much.
        metadata.iptc = try file.bytes(at: iptc.offset, count: 4 * iptc.length)
      }
    }
    if metadata.exif == nil { metadata.exif = try Self.exif(of: file, head, atLeast: first) }
    return metadata
  }

  private enum Tag {
    static let compression = 259
    static let stripOffset = 273
    static let stripLength = 279
    static let below = 330
    static let jpegOffset = 513
    static let jpegLength = 514
    static let xmp = 700
    static let iptc = 33723
    static let panasonicJPEG = 46
    static let exif = 34665
    static let makerNote = 37500
    static let olympusCamera = 0x2020
    static let olympusOffset = 0x101
    static let olympusLength = 0x102
  }

  /// The directories of the file as Exif data: its beginning, up to what lies behind an offset.
  private static func exif(
    of file: borrowing OpenPictureFile, _ head: [UInt8], atLeast offset: Int
  ) throws(PictureFileError) -> ExifDirectory? {
    let count = min(max(256 << 10, offset + 64 << 10), FileMetadata.limit)
    var bytes = try file.bytes(at: 0, count: count)
    // Some cameras have marks of their own in the place of 42.
    bytes.replaceSubrange(2..<4, with: head[0] == UInt8(ascii: "M") ? [0, 42] : [42, 0])
    return ExifDirectory(bytes)
  }

  /// Adds the preview that is told of in Olympus's notes alone, where offsets count from the notes.
  ///
  /// Source: the ExifTool documentation, "Olympus Tags".
  private mutating func addOlympus(
    _ exif: Int, _ isBigEndian: Bool, in file: borrowing OpenPictureFile
  ) throws(PictureFileError) {
    guard let exif = try RawDirectory(at: exif, isBigEndian: isBigEndian, in: file),
      let note = exif.extent(Tag.makerNote)
    else { return }
    let mark = try file.bytes(at: note.offset, count: 10)
    let start =
      mark.starts(with: "OLYMPUS\0".utf8) ? 12 : mark.starts(with: "OM SYSTEM".utf8) ? 16 : nil
    guard let start,
      let own = try RawDirectory(at: start, isBigEndian: isBigEndian, base: note.offset, in: file),
      let place = try own.number(Tag.olympusCamera, in: file),
      let camera = try RawDirectory(
        at: place, isBigEndian: isBigEndian, base: note.offset, in: file)
    else { return }
    let offset = try camera.number(Tag.olympusOffset, in: file)
    add(offset.map { note.offset + $0 }, try camera.number(Tag.olympusLength, in: file))
  }
}
