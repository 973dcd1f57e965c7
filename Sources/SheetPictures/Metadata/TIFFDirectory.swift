internal import SheetPNG

/// A directory of a TIFF or BigTIFF, or of a RAW file that is one in all but its name.
///
/// Source: TIFF 6.0, section 2; the BigTIFF proposal of libtiff.
struct TIFFDirectory {
  private struct Entry {
    let type: Int
    let count: Int
    /// The place of the value, or of the value's place.
    let place: Int
    let field: [UInt8]

    /// The number of bytes of the value.
    var length: Int { count * (TIFFDirectory.bytesByType[type] ?? 1) }
  }

  let isBigEndian: Bool
  private let isBig: Bool
  /// The place from which offsets count: 0, except in notes of a maker.
  private let base: Int
  private var entries: [Int: Entry] = [:]
  /// The place of the next directory.
  private(set) var next = 0

  /// No directory of a camera has more entries.
  private static let mostEntries = 1024
  /// The sizes of values that are not bytes.
  private static let bytesByType = [
    3: 2, 4: 4, 5: 8, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8,
  ]
  /// The types of whole numbers without a sign.
  private static let numberTypes: Set = [1, 3, 4, 13, 16, 18]

  /// A directory at an offset; nil if there is none in the file.
  init?(
    at offset: Int, isBigEndian: Bool, isBig: Bool = false, base: Int = 0,
    in file: borrowing OpenPictureFile
  ) throws(PictureFileError) {
    (self.isBigEndian, self.isBig, self.base) = (isBigEndian, isBig, base)
    guard offset > 0, offset < file.size else { return nil }
    let start = base + offset
    // A BigTIFF has counts and places of eight bytes.
    let (headLength, width) = isBig ? (8, 8) : (2, 4)
    let head = try file.bytes(at: start, count: headLength)
    let count = number(head[...])
    guard head.count == headLength, count <= Self.mostEntries else { return nil }
    let (entryLength, tableStart) = (4 + 2 * width, start + headLength)
    let table = try file.bytes(at: tableStart, count: entryLength * count + width)
    for index in 0..<min(count, table.count / entryLength) {
      let entry = table[entryLength * index..<entryLength * (index + 1)]
      let (tag, length) = (number(entry.prefix(2)), number(entry.dropFirst(4).prefix(width)))
      guard entries[tag] == nil, length < 1 << 48 else { continue }
      entries[tag] = Entry(
        type: number(entry.dropFirst(2).prefix(2)), count: length,
        place: tableStart + entryLength * (index + 1) - width, field: Array(entry.suffix(width)))
    }
    if table.count == entryLength * count + width { next = number(table.suffix(width)) }
  }

  /// A number; sums of two never overflow.
  private func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.number(isBigEndian: isBigEndian) & (1 << 62 - 1)
  }

  /// The number in some bytes, as the file writes it.
  private func bytes(_ number: Int, count: Int) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  /// The whole numbers under a tag, at most 16 of them.
  func numbers(
    _ tag: Int, in file: borrowing OpenPictureFile
  ) throws(PictureFileError) -> [Int] {
    guard let entry = entries[tag], Self.numberTypes.contains(entry.type), entry.count > 0 else {
      return []
    }
    let (size, count) = (entry.length / entry.count, min(entry.count, 16))
    let bytes = try value(tag, upTo: count * size, in: file)
    guard bytes.count == count * size else { return [] }
    return (0..<count).map { number(bytes[$0 * size..<($0 + 1) * size]) }
  }

  /// The one number under a tag; nil if there are none or several.
  func number(_ tag: Int, in file: borrowing OpenPictureFile) throws(PictureFileError) -> Int? {
    guard entries[tag]?.count == 1 else { return nil }
    return try numbers(tag, in: file).first
  }

  /// The place in the file and the number of the bytes of a tag.
  func extent(_ tag: Int) -> (offset: Int, length: Int)? {
    entries[tag].map { entry in
      let isInside = entry.length <= entry.field.count
      return (isInside ? entry.place : base + number(entry.field[...]), entry.length)
    }
  }

  /// The first bytes of a tag's value; fewer if the file ends before.
  func value(
    _ tag: Int, upTo count: Int = .max, in file: borrowing OpenPictureFile
  ) throws(PictureFileError) -> [UInt8] {
    guard let entry = entries[tag], let extent = extent(tag) else { return [] }
    let count = min(count, extent.length)
    guard entry.length > entry.field.count else { return Array(entry.field.prefix(count)) }
    return try file.bytes(at: extent.offset, count: count)
  }

  /// The directory that a tag leads to.
  func directory(
    _ tag: Int, in file: borrowing OpenPictureFile
  ) throws(PictureFileError) -> TIFFDirectory? {
    guard let offset = try number(tag, in: file) else { return nil }
    return try TIFFDirectory(
      at: offset, isBigEndian: isBigEndian, isBig: isBig, base: base, in: file)
  }
}

extension TIFFDirectory {
  /// A copy as Exif data, with the directories below it.
  ///
  /// The file itself may be larger than memory, and its directories may be at its end.
  func exif(in file: borrowing OpenPictureFile) throws(PictureFileError) -> ExifDirectory? {
    var exif = try copy(in: file)
    for tag in [34665, 34853] {
      guard let below = try directory(tag, in: file), var copied = try below.copy(in: file) else {
        continue
      }
      if let interoperability = try below.directory(40965, in: file)?.copy(in: file) {
        copied.add(interoperability, under: 40965)
      }
      exif?.add(copied, under: tag)
    }
    return exif
  }

  /// Adds XMP and IPTC, unless they are known already.
  func addTexts(
    to metadata: inout FileMetadata, in file: borrowing OpenPictureFile
  ) throws(PictureFileError) {
    if metadata.xmp.isEmpty { metadata.xmp = [try bytes(700, in: file)].compactMap(\.self) }
    if metadata.iptc == nil { metadata.iptc = try bytes(33723, in: file) }
  }

  /// The bytes under a tag; nil if there are none, or too many.
  func bytes(_ tag: Int, in file: borrowing OpenPictureFile) throws(PictureFileError) -> [UInt8]? {
    guard let extent = extent(tag), extent.length <= FileMetadata.limit else { return nil }
    return try value(tag, in: file)
  }

  /// The most bytes of a value that is copied: pixels, profiles and layers are more.
  private static let mostValueBytes = 64 << 10

  /// A copy of this directory alone.
  private func copy(in file: borrowing OpenPictureFile) throws(PictureFileError) -> ExifDirectory? {
    // Values never share bytes, except in damaged files.
    var left = min(1 << 20, file.size)
    var table: [UInt8] = []
    var values: [UInt8] = []
    let kept = entries.filter { $0.value.length <= Self.mostValueBytes }.sorted { $0.key < $1.key }
    for (tag, entry) in kept {
      let value = try value(tag, upTo: left, in: file)
      left -= value.count
      guard value.count == entry.length else { continue }
      table += bytes(tag, count: 2) + bytes(entry.type, count: 2) + bytes(entry.count, count: 4)
      if value.count > 4 {
        table += bytes(8 + 2 + 12 * kept.count + 4 + values.count, count: 4)
        values += value
      } else {
        table += value + [UInt8](repeating: 0, count: 4 - value.count)
      }
    }
    table += [UInt8](repeating: 0, count: 12 * kept.count - table.count)
    return ExifDirectory(
      Array((isBigEndian ? "MM" : "II").utf8) + bytes(42, count: 2) + bytes(8, count: 4)
        + bytes(kept.count, count: 2) + table + bytes(0, count: 4) + values)
  }

  /// A directory of a BigTIFF with some of the entries, whose values stay in their places.
  func entries(_ tags: [Int], in file: borrowing OpenPictureFile) throws(PictureFileError)
    -> [UInt8]
  {
    var table: [UInt8] = []
    for tag in tags.sorted() {
      guard let entry = entries[tag], let extent = extent(tag), extent.length <= file.size else {
        continue
      }
      table += bytes(tag, count: 2) + bytes(entry.type, count: 2) + bytes(entry.count, count: 8)
      if extent.length <= 8 {
        let value = try value(tag, in: file)
        table += value + [UInt8](repeating: 0, count: 8 - value.count)
      } else {
        table += bytes(extent.offset, count: 8)
      }
    }
    return bytes(table.count / 20, count: 8) + table + bytes(0, count: 8)
  }
}
