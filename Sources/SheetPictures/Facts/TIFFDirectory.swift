internal import SheetImaging
internal import SheetModel

/// A TIFF directory (IFD): entries, each with a numeric tag and a value.
///
/// It may belong to Exif data, a TIFF, a BigTIFF, or a RAW file based on TIFF.
///
/// Nothing is parsed in advance: entries are looked up when requested. If several entries have the
/// same tag, the first is used. A truncated directory ends with its last whole entry.
///
/// Source: TIFF 6.0, section 2 (header, directory and field types); the BigTIFF proposal of
/// libtiff; Exif 2.32 (CIPA DC-008), 4.6; Exif 3.0, 4.6.2 (the type UTF-8).
struct TIFFDirectory: Equatable, Sendable {
  /// The file in its byte order; offsets are relative to the start of the file.
  private let file: ByteView
  /// Whether counts and offsets have eight bytes.
  private let isBig: Bool
  private let offset: Int
  private let table: ByteView
  /// The tags of the directory's entries, in order.
  private let tags: [UInt16]
  /// The offset of the next directory; 0 if there is none.
  let next: Int
  /// Directories that were added to this one, by tag; their offsets may be relative to other bytes.
  private var elsewhere: [Int: TIFFDirectory] = [:]
  /// The index of the page that this directory describes, if the first page's directory describes
  /// that page as well; nil otherwise.
  private(set) var describedPage: Int?
  /// Directories that supply entries missing in this one.
  private var others: [TIFFDirectory] = []

  /// The maximum number of entries in a directory; no camera writes more.
  private static let maximumEntries = 1024

  /// Creates the first directory, which describes the picture itself; nil if there is none.
  ///
  /// - Parameter exif: A TIFF header and directories. In JPEG files, and in files from some PNG
  ///   writers, they follow `Exif\0\0`, or a variant of it.
  init?(exif: [UInt8]) {
    let bytes = ByteView(SegmentHeader.exif(in: exif).map { Array($0) } ?? exif)
    guard let file = bytes.inTIFFOrder, file.number(at: 2, 2) == 42,
      let offset = file.number(at: 4, 4)
    else { return nil }
    self.init(file, isBig: false, offset)
  }

  /// Creates the directory at an offset in a file; nil if there is none.
  init?(at offset: Int, in file: ByteView, isBig: Bool = false) {
    guard offset > 0, let count = file.number(at: offset, isBig ? 8 : 2),
      count <= Self.maximumEntries
    else { return nil }
    self.init(file, isBig: isBig, offset)
  }

  private init(_ file: ByteView, isBig: Bool, _ offset: Int) {
    (self.file, self.isBig, self.offset) = (file, isBig, offset)
    var rest = file[offset...]
    let (count, width) = (rest.take(isBig ? 8 : 2) ?? 0, isBig ? 20 : 12)
    let length = min(count, rest.count / width) * width
    table = rest[0..<length]
    let (bytes, isBigEndian) = (table.bytes, file.isBigEndian)
    tags = stride(from: 0, to: bytes.count - 1, by: width).map { start in
      let (first, second) = (UInt16(bytes[start]), UInt16(bytes[start + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    next = count <= rest.count / width ? rest.number(at: length, isBig ? 8 : 4) ?? 0 : 0
  }

  var isBigEndian: Bool { file.isBigEndian }

  /// The number of bytes that the directory's entries take up.
  var byteCount: Int { table.count }

  // MARK: Numbers

  /// The number under a tag; nil if there is none, if there are several, or if the value is of
  /// another kind.
  ///
  /// Integers of all sizes are accepted, signed or unsigned, as TIFF requires of readers, although
  /// Exif fixes the type for each tag.
  func number(_ tag: Int) -> Int? {
    guard let entry = entry(tag), entry.count == 1 else { return nil }
    return entry.firstNumber
  }

  /// The unsigned numbers under a tag, at most 16 of them; empty if any of these is missing.
  func numbers(_ tag: Int) -> [Int] {
    guard let entry = entry(tag), entry.isWhole, !entry.isSigned else { return [] }
    let (count, width) = (min(entry.count, 16), entry.width)
    let numbers = (0..<count).compactMap { entry.value.number(at: $0 * width, width) }
    return numbers.count == count ? numbers : []
  }

  /// The unsigned number under a tag; nil if there are none or several.
  func unsigned(_ tag: Int) -> Int? { numbers(tag).only }

  /// The fraction under a tag, the first if there are several; nil if there is none, or if its
  /// denominator is zero.
  func rational(_ tag: Int) -> Double? { rationals(tag, count: 1)?.first }

  /// The first `count` fractions under a tag; nil if there are fewer, or if a denominator is zero.
  ///
  /// `count` must be at least 1.
  func rationals(_ tag: Int, count: Int) -> [Double]? {
    guard let entry = entry(tag), entry.count >= count, entry.isRational else { return nil }
    let fractions = (0..<count).compactMap { entry.fraction($0) }
    return fractions.count == count ? fractions : nil
  }

  /// All numbers under a tag, of whatever type, at most 16; nil for a number that is unknown or
  /// infinite.
  ///
  /// Cameras and programs use types other than those that Exif prescribes: fractions may be stored
  /// as integers, floating-point numbers or text. ExifTool reads all of these.
  func values(_ tag: Int) -> [Double?] {
    guard let entry = entry(tag) else { return [] }
    if entry.isText || entry.type == 7 && entry.count != 1 {
      return text(tag).map(\.recordedNumbers) ?? []
    }
    return (0..<min(entry.count, 16)).map { entry.value(at: $0) }
  }

  // MARK: Types

  func has(_ tag: Int) -> Bool {
    tags.contains(UInt16(truncatingIfNeeded: tag)) || others.contains { $0.has(tag) }
  }

  func isText(_ tag: Int) -> Bool { entry(tag)?.isText ?? false }

  // MARK: Bytes and text

  /// The bytes under a tag; nil if there are none, or too many.
  func bytes(_ tag: Int) -> [UInt8]? {
    entry(tag).flatMap { $0.length <= PictureMetadata.limit ? $0.value.bytes : nil }
  }

  /// The text under a tag, up to the terminating NUL; nil if there is none.
  func text(_ tag: Int) -> String? { texts(tag, maximum: 1)?.first }

  /// The text under a tag, or the beginning of one that is too long to be copied; nil if there is
  /// none.
  func beginning(ofText tag: Int) -> String? {
    guard let entry = entry(tag), entry.isText else { return nil }
    let bytes = entry.value.prefix(Self.maximumValueBytes.each)
    let text = bytes.prefix { $0 != 0 }
    let isCut = text.count == bytes.count && text.count < entry.length
    return bytes.isEmpty
      ? nil : String(ofUnknownEncoding: isCut ? text.withoutCutCharacter : text)
  }

  /// The NUL-terminated texts under a tag; nil if there are none.
  ///
  /// At most `maximum` texts are read; `maximum` must be at least 1. The texts should be ASCII.
  /// They are read as UTF-8, or else as Windows-1252, even if their type is UNDEFINED.
  func texts(_ tag: Int, maximum: Int) -> [String]? {
    guard let entry = entry(tag), entry.isText || entry.type == 7 else { return nil }
    return entry.bytes?.split(separator: 0, maxSplits: maximum, omittingEmptySubsequences: false)
      .prefix(maximum).map { String(ofUnknownEncoding: $0) }
  }

  /// The text under a tag used by Windows: UTF-16 in a value of any type, little-endian whatever
  /// the file's byte order.
  ///
  /// Source: Microsoft, "System.Keywords" and other properties of photographs: tags 40091 to 40095.
  func windowsText(_ tag: Int) -> String? {
    entry(tag)?.rawBytes.map { String(exifUTF16: $0[...], isBigEndian: false) }
  }

  /// The text under a tag that starts with a mark for its encoding, such as UserComment; nil if it
  /// cannot be read.
  func markedText(_ tag: Int) -> String? {
    entry(tag).flatMap { entry in
      entry.rawBytes.flatMap { String(exifMarked: $0, isBigEndian: entry.value.isBigEndian) }
    }
  }

  // MARK: Other directories

  /// The directory that a tag refers to; nil if there is none.
  func directory(_ tag: Int) -> TIFFDirectory? {
    let own = ownEntry(tag).flatMap { $0.count == 1 ? $0.firstNumber : nil }
    var directory = elsewhere[tag] ?? own.map { TIFFDirectory(file, isBig: isBig, $0) }
    for other in others.compactMap({ $0.directory(tag) }) {
      if directory?.complete(with: other) == nil { directory = other }
    }
    return directory
  }

  /// Adds a directory that supplies entries missing here and in the subdirectories.
  mutating func complete(with other: TIFFDirectory) { others.append(other) }

  /// The directory of the first page, if that describes this page; nil otherwise.
  var describing: TIFFDirectory? { elsewhere[TIFFTag.description] }

  /// Adds the directory of the first page, which also describes this page; `page` is the index of
  /// this page.
  mutating func add(describing first: TIFFDirectory, ofPage page: Int) {
    (elsewhere[TIFFTag.description], describedPage) = (first, page)
  }

  /// Adds a directory under a tag.
  ///
  /// The offsets in that directory are relative to its own bytes.
  mutating func add(_ directory: TIFFDirectory, under tag: Int) {
    elsewhere[tag] = directory
  }

  /// A copy of the directory and its subdirectories as Exif data, which does not refer to the file.
  ///
  /// The file itself may be larger than memory, with its directories at the end.
  var exif: TIFFDirectory {
    func below(_ directory: TIFFDirectory, _ tag: Int) -> TIFFDirectory? {
      directory.unsigned(tag).flatMap { TIFFDirectory(at: $0, in: file, isBig: isBig) }
    }
    let others = [TIFFTag.exif, TIFFTag.gps].compactMap { below(self, $0) }
    let all =
      [self] + others
      + others.flatMap { other in
        [TIFFTag.gps, TIFFTag.interoperability].compactMap { below(other, $0) }
      }
    return TIFFDirectory(file.held(all.flatMap(\.ranges)), isBig: isBig, offset)
  }

  /// The maximum number of bytes copied from each value, and the maximum total from all values of a
  /// directory; pixels, profiles and layers are larger.
  ///
  /// Only the beginning of a longer text is copied.
  private static let maximumValueBytes = (each: 64 << 10, all: 1 << 20)

  /// The byte ranges of the file that belong to this directory alone.
  private var ranges: [Range<Int>] {
    var left = Self.maximumValueBytes.all
    let values = stride(from: 0, to: table.count, by: entryLength).lazy.compactMap(entry(at:))
    return [file[offset...].offset..<table.offset + table.count]
      + values.compactMap { entry in
        let (most, isLong) = (
          Self.maximumValueBytes.each, entry.length > Self.maximumValueBytes.each
        )
        let length = min(entry.length, most)
        guard !isLong || entry.isText, length <= left else { return nil }
        left -= length
        return entry.value.offset..<entry.value.offset + min(entry.value.count, most)
      }
  }

  /// A BigTIFF directory with some of the entries.
  ///
  /// The values keep their offsets.
  func entries(_ tags: [Int]) -> [UInt8] {
    func bytes(_ number: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    var table: [UInt8] = []
    for tag in tags.sorted() {
      guard let entry = entry(tag), entry.length <= file.count else { continue }
      table += bytes(tag, 2) + bytes(entry.type, 2) + bytes(entry.count, 8)
      let value = entry.length <= 8 ? entry.value.bytes : bytes(entry.value.offset, 8)
      table += value + [UInt8](repeating: 0, count: 8 - value.count)
    }
    return bytes(table.count / 20, 8) + table + bytes(0, 8)
  }

  // MARK: Entries

  /// A value with its type.
  struct Entry {
    let type: Int
    let count: Int
    /// The bytes of the value that are in the file.
    let value: ByteView

    /// The number of bytes of the value.
    var length: Int { count * width }

    /// The number of bytes in each number of the value.
    var width: Int {
      switch type {
      case 3, 8: 2
      case 4, 9, 11, 13: 4
      case 5, 10, 12, 16, 17, 18: 8
      default: 1
      }
    }

    /// Whether the type is BYTE, SHORT, LONG, IFD, LONG8, IFD8, SBYTE, SSHORT or SLONG.
    var isWhole: Bool { [1, 3, 4, 13, 16, 18].contains(type) || isSigned && !isRational }
    var isSigned: Bool { [6, 8, 9, 10].contains(type) }
    var isRational: Bool { type == 5 || type == 10 }
    /// Whether the type is ASCII or UTF-8.
    var isText: Bool { type == 2 || type == 129 }

    /// The bytes of a value that consists of bytes or characters; nil if there are none.
    var bytes: [UInt8]? {
      // BYTE, SBYTE and UNDEFINED.
      guard isText || [1, 6, 7].contains(type), count > 0 else { return nil }
      return value.count == count && value.bytes.count == count ? value.bytes : nil
    }

    /// The bytes of a value of any type; nil if there are none.
    var rawBytes: [UInt8]? {
      guard count > 0, length <= PictureMetadata.limit, value.count == length else { return nil }
      let bytes = value.bytes
      return bytes.count == length ? bytes : nil
    }

    var firstNumber: Int? { isWhole && count > 0 ? number(at: 0, width) : nil }

    /// A fraction in the value; nil if it is missing, or if its denominator is zero.
    func fraction(_ index: Int) -> Double? {
      guard let numerator = number(at: 8 * index, 4),
        let denominator = number(at: 8 * index + 4, 4), denominator != 0
      else { return nil }
      return Double(numerator) / Double(denominator)
    }

    /// A number in the value, of any type but text; nil if it is missing, unknown or infinite.
    fileprivate func value(at index: Int) -> Double? {
      switch type {
      case 5, 10: return fraction(index)
      case 11:
        let number = value.number(at: 4 * index, 4).map { Float(bitPattern: UInt32($0)) }
        return number.flatMap { $0.isFinite ? Double($0) : nil }
      case 12, 17:
        let halves = [0, 4].compactMap { value.number(at: 8 * index + $0, 4) }
        guard halves.count == 2 else { return nil }
        let (high, low) = value.isBigEndian ? (halves[0], halves[1]) : (halves[1], halves[0])
        let bits = UInt64(high) << 32 | UInt64(low)
        let number = type == 12 ? Double(bitPattern: bits) : Double(Int64(bitPattern: bits))
        return number.isFinite ? number : nil
      // ExifTool reads a single undefined byte as a number, too.
      case 7: return value.number(at: index, 1).map { Double($0) }
      default: return isWhole ? number(at: width * index, width).map { Double($0) } : nil
      }
    }

    /// A number in the value, with its sign.
    func number(at offset: Int, _ width: Int) -> Int? {
      value.number(at: offset, width).map { number in
        let isNegative = isSigned && number >> (8 * width - 1) == 1
        return isNegative ? number - 1 << (8 * width) : number
      }
    }
  }

  private var entryLength: Int { isBig ? 20 : 12 }

  /// The entry with a tag, from the first directory that has one; nil if there is none.
  func entry(_ tag: Int) -> Entry? {
    if let own = ownEntry(tag) { return own }
    for other in others {
      if let entry = other.entry(tag) { return entry }
    }
    return nil
  }

  private func ownEntry(_ tag: Int) -> Entry? {
    guard let wanted = UInt16(exactly: tag), let index = tags.firstIndex(of: wanted) else {
      return nil
    }
    return entry(at: index * entryLength)
  }

  private func entry(at start: Int) -> Entry? {
    let width = isBig ? 8 : 4
    // No file has 2⁴⁸ values.
    guard let type = table.number(at: start + 2, 2), let count = table.number(at: start + 4, width),
      count < 1 << 48
    else { return nil }
    let field = table[start + 4 + width..<start + 4 + 2 * width]
    let length = Entry(type: type, count: count, value: field).length
    // Short values are in the entry itself.
    guard length > width else { return Entry(type: type, count: count, value: field[0..<length]) }
    return field.number(at: 0, width).map {
      Entry(type: type, count: count, value: file[$0..<$0 + length])
    }
  }
}

extension ByteView {
  /// The file in the byte order of its TIFF header; nil if it has no such header.
  var inTIFFOrder: ByteView? {
    var file = self
    file.isBigEndian = prefix(2).elementsEqual("MM".utf8)
    return file.isBigEndian || prefix(2).elementsEqual("II".utf8) ? file : nil
  }
}
