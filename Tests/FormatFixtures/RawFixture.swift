public import TestSupport

/// Writes files like cameras' RAW files, without sensor data.
///
/// They have directories or boxes, and JPEGs as previews.
public struct RawFixture: Sendable {
  /// Where a file records its preview.
  public enum Form: String, CaseIterable, Sendable {
    /// With the thumbnail tags, in the first directory, as Sony does.
    case thumbnail = "arw"
    /// As a strip, in the first directory, as Canon did.
    case strip = "cr2"
    /// In a directory below the first one, as Nikon does.
    case below = "nef"
    /// As the data of a tag, as Panasonic does.
    case data = "rw2"
    /// In the maker note, as Olympus does.
    case notes = "orf"
    /// In the file's header, as Fujifilm does.
    case head = "raf"
    /// In a box, as Canon does.
    case box = "cr3"
    /// As the sample of a track, as Canon does.
    case track = "CR3"
  }

  /// Where the file records its preview.
  public var form: Form
  /// The bytes of the preview.
  public var preview: [UInt8]
  /// The Exif data of the RAW file itself; in Fujifilm's files, the preview contains it.
  public var exif: ExifFixture
  /// The XMP packet.
  public var xmp: [UInt8]?

  /// A file with a preview.
  public init(
    _ form: Form, preview: [UInt8], exif: ExifFixture = ExifFixture([:]), xmp: [UInt8]? = nil
  ) {
    (self.form, self.preview, self.exif, self.xmp) = (form, preview, exif, xmp)
  }

  /// The bytes of the file.
  public func encoded() -> [UInt8] {
    switch form {
    case .head:
      let head = Array("FUJIFILMCCD-RAW ".utf8) + [UInt8](repeating: 0, count: 68)
      return head + Self.word(160) + Self.word(preview.count) + [UInt8](repeating: 0, count: 68)
        + preview
    case .box, .track: return boxes
    case .thumbnail, .strip, .below, .data, .notes:
      // The offset of the preview depends on the length of the directories, not on their contents.
      let length = directories(previewAt: 0).count
      return directories(previewAt: length) + preview
    }
  }

  private func directories(previewAt place: Int) -> [UInt8] {
    var first = exif
    let extent: [(Int, ExifFixture.Value)] = [
      (513, .longs([place])), (514, .longs([preview.count])),
    ]
    switch form {
    case .strip:
      first.entries += [
        (259, .shorts([6])), (273, .longs([place])), (279, .longs([preview.count])),
      ]
    case .below:
      var below = ExifFixture([:])
      below.entries = extent.map { (tag: $0.0, value: $0.1) }
      first.entries.append((330, .directory(below)))
    case .data:
      first.entries.append(
        (46, .numbers(type: 7, bytes: 1, count: preview.count, preview.map(Int.init))))
    case .notes:
      let notes = olympusNotes.map(Int.init)
      first.entries.append(
        (
          34665,
          .directory(
            ExifFixture([37500: .numbers(type: 7, bytes: 1, count: notes.count, notes)]))
        ))
    default: first.entries += extent.map { (tag: $0.0, value: $0.1) }
    }
    if let xmp {
      first.entries.append((700, .numbers(type: 1, bytes: 1, count: xmp.count, xmp.map(Int.init))))
    }
    var file = first.encoded(littleEndian: true)
    // Some forms have their own signatures.
    if form == .data { file[2] = UInt8(ascii: "U") }
    if form == .notes { file.replaceSubrange(2..<4, with: "RO".utf8) }
    return file
  }

  /// Two directories and the preview, with offsets relative to the beginning of the notes.
  private var olympusNotes: [UInt8] {
    func directory(_ entries: [(tag: Int, value: Int)]) -> [UInt8] {
      let fields = entries.flatMap { tag, value -> [UInt8] in
        WebPFixture.number(tag, 2) + [4, 0] + WebPFixture.number(1, 4)
          + WebPFixture.number(value, 4)
      }
      return WebPFixture.number(entries.count, 2) + fields + [0, 0, 0, 0]
    }
    return Array("OLYMPUS\0II\u{3}\0".utf8) + directory([(0x2020, 30)])
      + directory([(0x101, 60), (0x102, preview.count)]) + preview
  }

  private var boxes: [UInt8] {
    let zeros = [UInt8](repeating: 0, count: 32)
    func uuid(_ start: [UInt8], _ body: [UInt8]) -> [UInt8] {
      Self.box("uuid", start + zeros.prefix(12) + body)
    }
    let head = Self.box("ftyp", Array("crx \0\0\0\u{1}crx isom".utf8))
    let directory = Self.box("CMT1", exif.encoded(littleEndian: true))
    let taken = Self.box(
      "CMT2", ExifFixture([36867: .ascii("2026:02:03 04:05:06")]).encoded(littleEndian: true))
    let canon = uuid([0x85, 0xC0, 0xB6, 0x87], directory + taken)
    let packet = xmp.map { uuid([0xBE, 0x7A, 0xCF, 0xCB], $0) } ?? []
    if form == .box {
      let preview = Self.box("PRVW", Array(zeros.prefix(12)) + Self.word(preview.count) + preview)
      return head + Self.box("moov", canon) + packet
        + uuid([0xEA, 0xF4, 0x2B, 0x5E], Array(zeros.prefix(8)) + preview)
    }
    func movie(_ place: Int) -> [UInt8] {
      let samples =
        Self.box("stsz", Self.word(0) + Self.word(preview.count) + Self.word(1))
        + Self.box("co64", Self.word(0) + Self.word(1) + Self.word(0) + Self.word(place))
      let track = Self.box("mdia", Self.box("minf", Self.box("stbl", samples)))
      return head + Self.box("moov", canon + Self.box("trak", track)) + packet
    }
    return movie(movie(0).count + 8) + Self.box("mdat", preview)
  }

  /// A box with its length and its name.
  public static func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
    word(body.count + 8) + Array(name.utf8) + body
  }

  /// A big-endian number of four bytes.
  public static func word(_ number: Int) -> [UInt8] { WebPFixture.number(number, 4).reversed() }
}
