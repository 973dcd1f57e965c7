import FormatFixtures
import JPEGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import TestSupport
import Testing

@testable import SheetPictures

@Suite(.needs(.jpeg))
struct RawFileTests {
  static let none = "the RAW file has no preview that can be shown; convert it to JPEG"

  /// The reason why a file's header or rows cannot be read; nil if they can.
  static func reason(_ bytes: [UInt8]) -> String? {
    do { return try ReadPicture(bytes, "nef").failure } catch { return "\(error)" }
  }

  static func preview(_ width: Int = 40, _ height: Int = 30) -> [UInt8] {
    JPEGFixture(width: width, height: height).encoded()
  }

  /// A first directory that states the offset of a preview.
  ///
  /// A directory below it states the offset of a second preview.
  static func file(
    _ previews: [[UInt8]], places: [Int]? = nil, lengths: [Int]? = nil
  ) -> [UInt8] {
    func directories(_ start: Int) -> [UInt8] {
      var place = start
      let each = previews.enumerated().map { index, preview in
        defer { place += preview.count }
        return ExifFixture([
          513: .longs([places?[index] ?? place]), 514: .longs([lengths?[index] ?? preview.count]),
        ])
      }
      var first = each[0]
      if each.count > 1 { first.entries.append((330, .directory(each[1]))) }
      return first.encoded()
    }
    return directories(directories(0).count) + previews.joined()
  }

  @Test(
    "A RAW file has the rows of its preview JPEG, and its header says that it is a preview",
    arguments: RawFixture.Form.allCases)
  func rows(form: RawFixture.Form) throws {
    let jpeg = Self.preview(61, 37)
    let alone = try ReadPicture(jpeg, "jpg")
    let raw = try ReadPicture(RawFixture(form, preview: jpeg).encoded(), form.rawValue)
    #expect(raw.failure == nil && raw.rows == alone.rows)
    #expect(raw.header.isPreview && !alone.header.isPreview)
    #expect(raw.header.size == alone.header.size && raw.header.isReducible)
  }

  @Test(
    "A preview's own orientation applies, or else the RAW file's if the preview is not yet upright",
    arguments: [
      // Previews are stored as the sensor was held, or upright. A half turn cannot be detected.
      (6, 40, 30, nil, 6), (6, 30, 40, nil, 1), (8, 30, 40, nil, 1), (3, 40, 30, nil, 3),
      (1, 30, 40, nil, 1), (6, 30, 40, 1, 1), (6, 40, 30, 1, 1), (3, 40, 30, 1, 1),
      (6, 40, 30, 6, 6), (5, 30, 30, nil, 5),
    ] as [(Int, Int, Int, Int?, Int)])
  func uprightPreviews(raw: Int, width: Int, height: Int, own: Int?, expected: Int) throws {
    var jpeg = JPEGFixture(width: width, height: height)
    jpeg.markers = own.map { [.exif(orientation: $0)] } ?? []
    let exif = ExifFixture([256: .longs([400]), 257: .longs([300]), 274: .shorts([raw])])
    for form in RawFixture.Form.allCases where form != .head {
      let file = RawFixture(form, preview: jpeg.encoded(), exif: exif).encoded()
      let header = try ReadPicture(file, form.rawValue).header
      #expect(header.orientation.rawValue == expected, "\(form)")
    }
    // The sensor's picture is in a directory below the first one.
    let sensor = ExifFixture([256: .longs([400]), 257: .longs([300])])
    let below = ExifFixture([274: .shorts([raw]), 330: .directory(sensor)])
    let file = RawFixture(.thumbnail, preview: jpeg.encoded(), exif: below).encoded()
    #expect(try ReadPicture(file, "arw").header.orientation.rawValue == expected)
  }

  @Test("The facts and colours of the RAW file override those of its preview")
  func metadata() throws {
    let jpeg = JPEGFixture()
    let exif = ExifFixture([
      274: .shorts([6]), 34665: .directory(ExifFixture([40961: .shorts([2])])),
    ])
    for form in RawFixture.Form.allCases where form != .head && form != .notes {
      let file = RawFixture(form, preview: jpeg.encoded(), exif: exif).encoded()
      let header = try ReadPicture(file, form.rawValue).header
      #expect(header.orientation == .rightTurn, "\(form)")
      #expect(header.colorSpace == .adobeRGB || form == .box || form == .track, "\(form)")
      let without = RawFixture(form, preview: jpeg.encoded()).encoded()
      #expect(try ReadPicture(without, form.rawValue).header.orientation == .upright, "\(form)")
    }
    var turned = jpeg
    turned.markers = [.exif(orientation: 3)]
    let head = RawFixture(.head, preview: turned.encoded()).encoded()
    #expect(try ReadPicture(head, "raf").header.orientation.rawValue == 3)
    // The directories of a CR3 file are in separate boxes.
    var use = MetadataUse()
    use.needs.exif = true
    let box = try ReadPicture(
      RawFixture(.box, preview: jpeg.encoded(), exif: exif).encoded(), "cr3", at: .whole, use)
    #expect(box.header.metadata?.exif?.directory(34665)?.text(36867) == "2026:02:03 04:05:06")
  }

  @Test("The largest preview that is inside the file and meant for viewing is used")
  func largest() throws {
    let (small, large) = (Self.preview(20, 10), Self.preview(50, 40))
    func size(_ file: [UInt8]) throws -> PixelSize { try ReadPicture(file, "dng").header.size }
    #expect(try size(Self.file([small, large])) == PixelSize(width: 50, height: 40))
    #expect(try size(Self.file([large, small])) == PixelSize(width: 50, height: 40))
    var lossless = large
    let frame = try #require(JPEGMarker.frameOffset(in: large))
    lossless[frame - 3] = 0xC3
    #expect(try size(Self.file([small, lossless])) == PixelSize(width: 20, height: 10))
    var deep = large
    deep[frame] = 12
    #expect(try size(Self.file([small, deep])) == PixelSize(width: 20, height: 10))
    let files = Self.file([small, large])
    #expect(try size(Array(files.dropLast())) == PixelSize(width: 20, height: 10))
    #expect(Self.reason(Self.file([lossless])) == Self.none)
  }

  @Test(
    "An unreadable larger preview gets a note, or an error if there is no other preview",
    arguments: [
      (52546, 1, 2, 400, "in JPEG XL"), (52546, 0x10001, 6, 400, "in JPEG XL"),
      (52546, 0, 2, 400, "in JPEG XL"),
      (1, 1, 2, 400, "compressed with method 1"),
      // The sensor's data and a mask, a smaller preview, a JPEG, and invalid sizes.
      (52546, 0, 34892, 400, nil), (1, 0, 2, 400, nil), (52546, 4, 52527, 400, nil),
      (52546, 1, 2, 20, nil), (7, 1, 6, 400, nil), (52546, 1, 2, 0, nil),
    ] as [(Int, Int, Int, Int, String?)])
  func unreadPreviews(
    compression: Int, kind: Int, colors: Int, width: Int, expected: String?
  ) throws {
    let other = ExifFixture([
      254: .longs([kind]), 256: .longs([width]), 257: .longs([30]),
      259: .shorts([compression]), 262: .shorts([colors]),
    ])
    let exif = ExifFixture([330: .directory(other)])
    let raw = RawFixture(.thumbnail, preview: Self.preview(), exif: exif)
    let header = try ReadPicture(raw.encoded(), "dng").header
    #expect(
      header.warnings
        == (expected.map {
          [
            "its preview of \(width)x30 is \($0), which is not supported, so the one of 40x30 is "
              + "shown; convert it to JPEG to show the larger one"
          ]
        } ?? []))
    let alone = expected.map { "its preview is \($0), which is not supported; convert it to JPEG" }
    if width > 30 { #expect(Self.reason(exif.encoded()) == alone ?? Self.none) }
  }

  @Test(
    "A larger JPEG in one strip or tile is shown, and one in several pieces gets a note",
    arguments: [
      (273, 1, 50, 6, false, nil), (324, 1, 50, 6, false, nil), (324, 1, 50, 2, false, nil),
      (273, 2, 50, 6, false, "a JPEG in several strips"),
      (273, 16, 50, 6, false, "a JPEG in several strips"),
      (273, 17, 50, 6, false, "a JPEG in several strips"),
      (324, 2, 50, 6, false, "a JPEG in tiles"), (324, 400, 16, 6, false, "a JPEG in tiles"),
      // The edge of a tile that is larger than the picture is not part of the picture.
      (324, 1, 64, 6, false, "a JPEG in tiles"),
      (273, 1, 50, 6, true, "a JPEG without its tables"),
      (324, 1, 50, 6, true, "a JPEG without its tables"),
    ] as [(Int, Int, Int, Int, Bool, String?)], [6, 7])
  func pieces(
    form: (Int, Int, Int, Int, Bool, String?), compression: Int
  ) throws {
    let (place, count, tileWidth, colors, hasTables, kind) = form
    let (small, large) = (Self.preview(20, 10), Self.preview(50, 40))
    func file(colors: Int, isCopy: Bool = true) -> [UInt8] {
      func directories(_ start: Int) -> [UInt8] {
        var below = ExifFixture([
          254: .longs([isCopy ? 1 : 0]), 256: .longs([50]), 257: .longs([40]),
          259: .shorts([compression]), 262: .shorts([colors]),
          place: .longs([Int](repeating: start, count: count)),
          (place == 273 ? 279 : 325): .longs([Int](repeating: large.count, count: count)),
        ])
        if place == 324 {
          below.entries.append((322, .longs([tileWidth])))
          below.entries.append((323, .longs([40])))
        }
        if hasTables { below.entries.append((347, .shorts([1, 2, 3]))) }
        return ExifFixture([
          330: .directory(below), 513: .longs([start + large.count]),
          514: .longs([small.count]),
        ]).encoded()
      }
      return directories(directories(0).count) + large + small
    }
    let picture = try ReadPicture(file(colors: colors), "dng")
    let size =
      kind == nil ? PixelSize(width: 50, height: 40) : PixelSize(width: 20, height: 10)
    #expect(picture.failure == nil && picture.header.size == size)
    #expect(
      picture.header.warnings
        == (kind.map {
          [
            "its preview of 50x40 is \($0), which is not supported, so the one of 20x10 is shown; "
              + "convert it to JPEG to show the larger one"
          ]
        } ?? []))
    // Sensor data in tiles is no preview.
    if place == 324 {
      let sensor = try ReadPicture(file(colors: 34892, isCopy: false), "dng").header
      #expect(sensor.size == PixelSize(width: 20, height: 10) && sensor.warnings.isEmpty)
    }
    let whole = file(colors: colors)
    for place in stride(from: 8, to: whole.count - large.count - small.count, by: 37) {
      var damaged = whole
      damaged[place] ^= 0x81
      _ = Self.reason(damaged)
    }
  }

  @Test("Preview offsets outside the file, and sizes of 2³¹ bytes, are ignored")
  func outside() {
    let jpeg = Self.preview()
    let count = Self.file([jpeg]).count
    for (place, length) in [
      (0, count), (count, 1), (count - 1, 2), (1 << 31, 1), (0xFFFF_FFFF, 0xFFFF_FFFF),
      (8, 1 << 31),
      (4, 0xFFFF_FFFF), (count, 0), (8, 10),
    ] {
      let file = Self.file([jpeg], places: [place], lengths: [length])
      #expect(Self.reason(file) == Self.none, "\(place) \(length)")
    }
  }

  @Test("Directories that lead to themselves, to nothing or to very many others are ignored")
  func loops() {
    let jpeg = Self.preview()
    var file = Self.file([jpeg])
    // The first directory has two entries. Its next directory is itself, or does not exist.
    for next in [
      [0, 0, 0, 8], [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0, 0, 0, 1],
    ] as [[UInt8]] {
      file.replaceSubrange(34..<38, with: next)
      #expect(Self.reason(file) == nil, "\(next)")
    }
    // The directory has as many entries as possible.
    file.replaceSubrange(8..<10, with: [0xFF, 0xFF])
    #expect(Self.reason(file) == Self.none)
    // Each of many directories leads to itself and to the next one.
    let chain = (0..<500).flatMap { index in
      let place = 8 + 18 * index
      return [0, 1, 1, 74, 0, 4, 0, 0, 0, 1] + RawFixture.word(place) + RawFixture.word(place + 18)
    }
    #expect(Self.reason(Array("MM\0*\0\0\0\u{8}".utf8) + chain) == Self.none)
  }

  @Test("Boxes that are longer than the file, endless or nested too deeply are ignored")
  func boxes() {
    let jpeg = Self.preview()
    let fixture = RawFixture(.track, preview: jpeg).encoded()
    func reason(_ bytes: [UInt8]) -> String? {
      do { return try ReadPicture(bytes, "cr3").failure } catch { return "\(error)" }
    }
    #expect(reason(fixture) == nil)
    #expect(reason(fixture.dropLast()) == Self.none)
    let head = Array(fixture.prefix(24))
    var nested: [UInt8] = []
    for _ in 0..<3000 { nested = RawFixture.box("moov", nested) }
    for body in [
      nested, RawFixture.word(0) + Array("moov".utf8), RawFixture.word(4) + Array("moov".utf8),
      RawFixture.word(1) + Array("moov".utf8) + [UInt8](repeating: 0xFF, count: 8),
      RawFixture.word(0x7FFF_FFFF) + Array("uuid".utf8), Array(repeating: 0, count: 64),
      RawFixture.box(
        "co64", RawFixture.word(0) + RawFixture.word(1) + [UInt8](repeating: 0xFF, count: 8)),
      RawFixture.box("PRVW", [1, 2]), RawFixture.box("CMT1", []),
    ] {
      #expect(reason(head + body) == Self.none)
    }
  }

  @Test("A preview ends where its length says, whatever follows it")
  func bounded() throws {
    let jpeg = Self.preview()
    // The preview is truncated, and the bytes after it belong to another picture.
    let open = Array(jpeg.dropLast(2))
    let rest = (0..<200).flatMap { _ in [UInt8]([0xFF, 0x00, 0x55, 0x12]) }
    #expect(Self.reason(Self.file([open]) + rest + jpeg) == nil)
    let half = Self.file([jpeg], lengths: [jpeg.count / 2])
    #expect(Self.reason(half) == "unexpected end of file")
    #expect(Self.reason(Self.file([jpeg]) + jpeg) == nil)
  }

  @Test(
    "RAW files are recognised by their first bytes, and other files named like RAW files are refused"
  )
  func kinds() throws {
    #expect(try TemporaryFolder.reason("BM......", as: "a.nef") == "it is a BMP, not a RAW")
    #expect(try TemporaryFolder.reason("plain text", as: "a.cr3") == "not a RAW file")
    #expect(try TemporaryFolder.reason("II\u{1A}\0\0\0HEAPCCDR", as: "a.crw") == Self.none)
    for beginning in ["FOVb\u{1}\0\u{2}\0", "\0MRM\0\0\0\0"] {
      let reason = try TemporaryFolder.reason(beginning, as: "a.x3f")
      #expect(reason == "this kind of RAW file is not supported; convert it to JPEG")
    }
    #expect(try TemporaryFolder.reason("", as: "a.dng") == "the file is empty")
    #expect(try TemporaryFolder.reason("II*\0....", as: "a.dng") == Self.none)
    // The first bytes decide, not the name.
    let folder = TemporaryFolder()
    try folder.write(RawFixture(.head, preview: Self.preview()).encoded(), to: "a.png")
    let picture = try SheetPicture(fileAt: folder["a.png"], MetadataUse(), .none, .standard)
    #expect(picture.readableHeader?.isPreview == true)
  }
}
