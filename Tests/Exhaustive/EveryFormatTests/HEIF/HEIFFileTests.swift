import ColorFixtures
import FormatFixtures
import Foundation
import SheetFixtures
import SheetImaging
import SheetLayout
import Synchronization
import TestSupport
import Testing

@testable import SheetPictures

@Suite(.needs(.heif))
struct HEIFFileTests {
  /// The reason why a file's header or rows cannot be read; nil if they can.
  static func reason(_ bytes: [UInt8]) -> String? {
    do { return try ReadPicture(bytes, "heic").failure } catch { return "\(error)" }
  }

  /// The samples of all rows, as integers.
  static func samples(_ read: ReadPicture) -> [Int] {
    let bytes = read.rows.joined().map(Int.init)
    guard read.header.format.depth == .sixteen else { return bytes }
    return stride(from: 0, to: bytes.count, by: 2).map { bytes[$0] << 8 | bytes[$0 + 1] }
  }

  static func fixture(
    _ isAV1: Bool, _ bits: Int, hasAlpha: Bool = false, isGrid: Bool = false
  ) -> HEIFFixture {
    var fixture = HEIFFixture(width: 70, height: 50, isAV1: isAV1, bits: bits, isGrid: isGrid)
    fixture.hasAlpha = hasAlpha
    return fixture
  }

  @Test(
    "Pixels match libheif's at 8, 10 and 12 bits, with alpha and in tiles",
    arguments: [
      fixture(false, 8), fixture(false, 10), fixture(false, 12), fixture(true, 8),
      // The AV1 encoder of libheif 1.15 ends the process at 10 bits.
      fixture(true, 12), fixture(false, 8, hasAlpha: true),
      fixture(true, 12, hasAlpha: true), fixture(false, 8, isGrid: true),
    ])
  func pixels(fixture: HEIFFixture) throws {
    let file = fixture.encoded()
    let isDeep = fixture.bits > 8
    let (width, expected, bits) = HEIFFixture.decoded(file, isDeep: isDeep)
    try #require(width == 70 && expected.count == 4 * 70 * 50 && bits == fixture.bits)
    let read = try ReadPicture(file, "heic")
    #expect(read.failure == nil)
    #expect(
      read.header.format
        == PixelFormat(fixture.hasAlpha ? .rgba : .rgb, isDeep ? .sixteen : .eight))
    #expect(read.header.bitsPerSample == fixture.bits && !read.header.isReducible)
    let samples = Self.samples(read)
    let all = expected.enumerated().filter { fixture.hasAlpha || $0.offset % 4 != 3 }
    let scaled = all.map {
      isDeep ? (Double($0.element) * 65535 / Double(1 << bits - 1)) : Double($0.element)
    }
    try #require(samples.count == scaled.count)
    #expect(zip(samples, scaled).allSatisfy { abs(Double($0) - $1) <= (isDeep ? 1 : 0) })
    // The decoded samples also match those that were encoded, apart from coding losses.
    let original = fixture.pattern.enumerated().filter { fixture.hasAlpha || $0.offset % 4 != 3 }
    let sum = zip(all, original).reduce(0) { $0 + abs(Int($1.0.element) - Int($1.1.element)) }
    #expect((sum / all.count) >> (fixture.bits - 8) < 5)
  }

  @Test(
    "Each tile may have its own alpha, which is ignored unless all tiles have alpha",
    arguments: [8, 12])
  func tileAlpha(bits: Int) throws {
    var fixture = Self.fixture(bits > 8, bits, isGrid: true)
    fixture.hasTileAlpha = true
    let read = try ReadPicture(fixture.encoded(), "avif")
    #expect(read.failure == nil && read.header.format.channels == .rgba)
    let (samples, shift) = (Self.samples(read), bits > 8 ? 16 - bits : 0)
    let original = fixture.pattern.map { Int($0) << shift }
    try #require(samples.count == original.count)
    let sum = zip(samples, original).reduce(0) { $0 + abs($1.0 - $1.1) }
    #expect((sum / samples.count) >> (bits > 8 ? 8 : 0) < 5)
    let alphas = samples.indices.filter { $0 % 4 == 3 }
    #expect(alphas.allSatisfy { abs(samples[$0] - original[$0]) >> (bits > 8 ? 8 : 0) < 8 })
    // One tile's alpha now belongs to another picture.
    var file = fixture.encoded()
    let name = try #require(file.indices.first { file[$0...].starts(with: Array("auxl".utf8)) })
    file[name] = UInt8(ascii: "x")
    #expect(try ReadPicture(file, "avif").header.format.channels == .rgb)
  }

  @Test("Identical tiles may share their bytes", arguments: [false, true])
  func sharedBytes(isAV1: Bool) throws {
    var fixture = HEIFFixture(width: 384, height: 256, isAV1: isAV1, isGrid: true)
    let gray = [UInt16](repeating: 90, count: 4 * 384 * 256)
    let alone = fixture.encoded(gray)
    let whole = try ReadPicture(alone, "avif")
    fixture.sharesBytes = true
    let file = fixture.encoded(gray)
    #expect(file.count < alone.count)
    let read = try ReadPicture(file, "avif")
    #expect(read.failure == nil)
    let isSame = read.rows == whole.rows
    #expect(isSame)
  }

  @Test("Losslessly encoded pictures are decoded to within 1 of the original samples")
  func exact() throws {
    var fixture = HEIFFixture(width: 64, height: 64, isAV1: true)
    fixture.isLossless = true
    let expected = fixture.pattern.enumerated().filter { $0.offset % 4 != 3 }.map {
      Int($0.element)
    }
    let samples = Self.samples(try ReadPicture(fixture.encoded(), "avif"))
    #expect(
      zip(samples, expected).allSatisfy { abs($0 - $1) <= 1 } && samples.count == expected.count)
  }

  @Test(
    "A picture is rotated as its file says, and contradictory Exif data is ignored",
    arguments: 1...8
  )
  func turned(value: Int) throws {
    var fixture = HEIFFixture(width: 64, height: 64)
    // The corners have four colours.
    fixture.width = 80
    let samples = (0..<64).flatMap { y in
      (0..<80).flatMap { x -> [UInt16] in
        [x < 40 ? 40 : 200, y < 32 ? 60 : 180, 100, 255]
      }
    }
    fixture.orientation = value
    fixture.exif = ExifFixture([274: .shorts([value % 8 + 1])]).encoded()
    let read = try ReadPicture(fixture.encoded(samples), "heic")
    let orientation = try #require(Orientation(rawValue: value))
    #expect(read.header.orientation == .upright)
    #expect(read.header.size == orientation.upright(PixelSize(width: 80, height: 64)))
    func isRight(_ x: Int, _ y: Int) -> (Bool, Bool) {
      (read.rows[y][3 * x] > 120, read.rows[y][3 * x + 1] > 120)
    }
    let (right, bottom) = (read.header.size.width - 5, read.header.size.height - 5)
    // The stored corners that Exif's rules put at the upper left and the upper right: whether each
    // is on the right, and whether it is at the bottom.
    let corners: [Int: ((Bool, Bool), (Bool, Bool))] = [
      1: ((false, false), (true, false)), 2: ((true, false), (false, false)),
      3: ((true, true), (false, true)), 4: ((false, true), (true, true)),
      5: ((false, false), (false, true)), 6: ((false, true), (false, false)),
      7: ((true, true), (true, false)), 8: ((true, false), (true, true)),
    ]
    let expected = try #require(corners[value])
    #expect(isRight(4, 4) == expected.0 && isRight(right, 4) == expected.1)
    #expect(isRight(4, bottom) != isRight(4, 4) && isRight(right, bottom) != isRight(right, 4))
  }

  @Test("Premultiplied colours are divided by alpha")
  func premultiplied() throws {
    var fixture = HEIFFixture(width: 64, height: 64)
    fixture.hasAlpha = true
    let samples = (0..<64 * 64).flatMap { _ in [50, 100, 20, 128] as [UInt16] }
    let straight = try ReadPicture(fixture.encoded(samples), "heic")
    fixture.isPremultiplied = true
    let divided = try ReadPicture(fixture.encoded(samples), "heic")
    let (one, other) = (Array(straight.rows[9][..<4]), Array(divided.rows[9][..<4]))
    #expect(one[3] == other[3] && abs(Int(one[3]) - 128) < 4)
    for channel in 0..<3 {
      let expected = (Int(one[channel]) * 255 + Int(one[3]) / 2) / Int(one[3])
      #expect(Int(other[channel]) == min(255, expected))
    }
  }

  @Test(
    "Colours come from a profile, or else from code points (with a peak for PQ), or else are sRGB")
  func colors() throws {
    func header(_ change: (inout HEIFFixture) -> Void) throws -> PictureHeader {
      var fixture = HEIFFixture(width: 64, height: 64)
      change(&fixture)
      return try ReadPicture(fixture.encoded(), "heic").header
    }
    #expect(try header { $0.codePoints = [2, 2, 6] }.colorSpace == .sRGB)
    let pq = CodePoints(primaries: 9, transfer: 16)
    #expect(try header { $0.codePoints = [9, 16, 9] }.colorSpace == ColorSpace(pq))
    let levels = try header {
      $0.codePoints = [9, 16, 9]
      $0.properties = [("clli", [0x02, 0x58, 0, 100])]
    }
    #expect(try levels.colorSpace == ColorSpace(pq, peak: 600))
    let mastered = try header {
      $0.codePoints = [9, 18, 9]
      $0.properties = [
        ("mdcv", [UInt8](repeating: 0, count: 16) + RawFixture.word(5_000_000) + RawFixture.word(1))
      ]
    }
    #expect(
      try mastered.colorSpace == ColorSpace(CodePoints(primaries: 9, transfer: 18), peak: 500))
    let unknown = try header { $0.codePoints = [99, 13, 6] }
    #expect(unknown.colorSpace == .sRGB)
    #expect(unknown.warnings.count == 1, "\(unknown.warnings)")
    let profile = ProfileFixture.rgb(ProfileFixture.linear).encoded()
    let both = try header { ($0.codePoints, $0.profile) = ([9, 16, 9], profile) }
    #expect(try .curves(both.colorSpace) == ICCProfile(profile).model)
  }

  @Test(
    "A thumbnail is used if it is a smaller copy with the same aspect ratio, and the picture is opaque"
  )
  func thumbnails() throws {
    func file(_ change: (inout HEIFFixture) -> Void = { _ in }) -> [UInt8] {
      var fixture = HEIFFixture(width: 200, height: 150)
      fixture.thumbnail = (40, 30)
      change(&fixture)
      return fixture.encoded()
    }
    let folder = TemporaryFolder()
    func copy(_ bytes: [UInt8]) throws -> (source: any PictureSource, PictureHeader)? {
      try folder.write(bytes, to: "a.heic")
      let file = LibraryFile(folder["a.heic"], as: .heic)
      return file.thumbnail(of: try file.header())
    }
    let (small, header) = try #require(try copy(file()))
    #expect(header.size == PixelSize(width: 40, height: 30))
    let rows = try small.rows(as: header)
    var sum = 0
    for _ in 0..<30 { try rows.next { row in sum += row.count } }
    #expect(sum == 3 * 40 * 30)
    #expect(try copy(file { $0.orientation = 6 })?.1.size == PixelSize(width: 30, height: 40))
    #expect(try copy(file { $0.thumbnail = (40, 40) }) == nil)
    #expect(try copy(file { $0.hasAlpha = true }) == nil)
    #expect(try copy(file { $0.thumbnail = (200, 150) }) == nil)
  }

  @Test(
    "A file that would take too much memory, or claims a width or height of 2³¹, is never decoded")
  func tooLarge() throws {
    var fixture = HEIFFixture(width: 64, height: 64, bits: 10)
    fixture.requestedSize = (20_000, 20_000)
    let file = fixture.encoded()
    #expect(
      Self.reason(file)
        == "it must be held in memory, and its \(18 * 20_032 * 20_032 + file.count) bytes exceed "
        + "the budget of 1GiB; raise the budget, or save it as a PNG without interlacing"
    )
    for side in [0, 1 << 31, 1 << 32 - 1] {
      fixture.requestedSize = (side, side)
      #expect(Self.reason(fixture.encoded()) == "it has no image to show")
    }
    // The coded picture is smaller than the file declares.
    fixture.requestedSize = (100, 64)
    #expect(Self.reason(fixture.encoded()) == "its image size does not match its headers")
  }

  @Test(
    "A HEIC damaged in the middle is recognised as damaged",
    arguments: [0, 1, 2], [8, 64, 512])
  func damage(kind: Int, count: Int) throws {
    var generator = SeededGenerator(seed: 11)
    // Noise takes so many bytes that most of the file is pixels.
    let samples = (0..<4 * 320 * 240).map { place in
      place % 4 == 3 ? 255 : UInt16.random(in: 0...255, using: &generator)
    }
    let file = HEIFFixture(width: 320, height: 240).encoded(samples)
    #expect(Self.reason(file) == nil)
    try #require(file.count > 10_000)
    var damaged = file
    // The coded pixels are the end of the file.
    for place in file.count * 5 / 8..<file.count * 5 / 8 + count {
      damaged[place] = kind == 0 ? 0 : kind == 1 ? 0xFF : .random(in: 0...255, using: &generator)
    }
    #expect(Self.reason(damaged) == "its pixels are damaged")
  }

  @Test("A truncated file, or one without a still picture, is refused with an error that says so")
  func contradictions() throws {
    let file = HEIFFixture().encoded()
    #expect(Self.reason([]) == "the file is empty")
    #expect(Self.reason(Array(file[..<7])) == "unexpected end of file")
    #expect(Self.reason(Array(file[..<40])) == "unexpected end of file")
    #expect(Self.reason(Array(file.dropLast())) == "unexpected end of file")
    #expect(Self.reason(Array("RIFF....WEBP....".utf8)) == "not a HEIF file")
    let video = RawFixture.box("ftyp", Array("avis\0\0\0\0msf1avis".utf8))
    #expect(
      Self.reason(video + RawFixture.box("moov", []))
        == "it has no still image; save one of its images as a separate file")
    #expect(
      Self.reason(video + RawFixture.box("meta", [0, 0, 0, 0]))
        == "it has no image to show")
    // One box is shorter than its own header, and one is too large for memory.
    #expect(Self.reason(video + [0, 0, 0, 4] + Array("moov".utf8)) == "its boxes are damaged")
    #expect(
      Self.reason(video + [0x7F, 0, 0, 0] + Array("meta".utf8))
        == "its description of images is larger than 16 MiB")
  }

  /// The lengths of boxes, each with a byte to fill the box with.
  private static let fillings = (0...20).flatMap { count in
    ([0, 1, 0x7F, 0xFF] as [UInt8]).map { (count, $0) }
  }

  @Test("Boxes with wrong lengths are read or refused, and none crashes the process")
  func shortBoxes() throws {
    let head = RawFixture.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
    let noPicture = "it has no image to show"
    for name in ["pitm", "iinf", "iloc", "iref", "iprp", "idat"] {
      for (count, byte) in Self.fillings {
        let box = RawFixture.box(name, [UInt8](repeating: byte, count: count))
        #expect(Self.reason(head + RawFixture.box("meta", [0, 0, 0, 0] + box)) == noPicture)
      }
    }
    // The contents of the boxes, and of a picture's properties.
    let primary = RawFixture.box("pitm", [0, 0, 0, 0, 0, 1])
    let item = RawFixture.box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array("hvc1".utf8))
    let items = RawFixture.box("iinf", [0, 0, 0, 0, 0, 1] + item)
    for (count, byte) in Self.fillings {
      let bytes = [UInt8](repeating: byte, count: count)
      let properties = ["ispe", "irot", "clap", "auxC", "colr", "hvcC", "av1C", "clli", "mdcv"]
        .flatMap { RawFixture.box($0, bytes) }
      let lists: [[UInt8]] = [
        RawFixture.box("iinf", [0, 0, 0, 0, 0, 1] + RawFixture.box("infe", bytes)),
        RawFixture.box("iref", [0, 0, 0, 0] + RawFixture.box("dimg", bytes)),
        items
          + RawFixture.box(
            "iprp",
            RawFixture.box("ipco", properties)
              + RawFixture.box(
                "ipma", [0, 0, 0, 0] + RawFixture.word(1) + [0, 1, 9] + Array(1...9))),
        items + RawFixture.box("iprp", RawFixture.box("ipco", []) + RawFixture.box("ipma", bytes)),
      ]
      for list in lists {
        #expect(Self.reason(head + RawFixture.box("meta", [0, 0, 0, 0] + primary + list)) != nil)
      }
    }
  }

  @Test("Lists that claim four billion entries take no time, and reference loops end")
  func longLists() throws {
    let file = HEIFFixture().encoded()
    for name in ["ipma", "iloc", "iinf"] {
      var longer = file
      let place = try #require(
        longer.indices.first { longer[$0...].starts(with: Array(name.utf8)) })
      longer.replaceSubrange(place + 8..<place + 12, with: [255, 255, 255, 255])
      _ = Self.reason(longer)
    }
    var loop = HEIFFixture(width: 70, height: 50, isGrid: true).encoded()
    // The picture's tiles are the picture itself.
    let place = try #require(loop.indices.first { loop[$0...].starts(with: Array("dimg".utf8)) })
    for index in 0..<2 { loop[place + 9 + 2 * index] = loop[place + 5] }
    #expect(Self.reason(loop) == "its image is made of too many images, or of itself")
  }

  @Test(
    "Lists of extents and of properties take little more memory than they take bytes in the file")
  func compactLists() async {
    // Items with 65,535 extents that take no bytes, and items with 255 properties.
    await #expect(processExitsWith: .success) {
      try Self.limitMemory(toFurther: 128 << 20)
      let extents = (0..<2000).flatMap { item -> [UInt8] in
        [UInt8(item >> 8), UInt8(item & 255), 0, 0, 255, 255]
      }
      let locations = RawFixture.box("iloc", [0, 0, 0, 0, 0, 0, 7, 208] + extents)
      let associations = (0..<8000).flatMap { item -> [UInt8] in
        [UInt8(item >> 8), UInt8(item & 255), 255] + [UInt8](repeating: 1, count: 255)
      }
      let properties = RawFixture.box(
        "iprp",
        RawFixture.box("ipco", RawFixture.box("ispe", [UInt8](repeating: 0, count: 12)))
          + RawFixture.box("ipma", [0, 0, 0, 0, 0, 0, 31, 64] + associations))
      let items = HEIFItems(ByteView([0, 0, 0, 0] + locations + properties))
      precondition(Array(items.properties(of: 7999)).count == 255)
    }
  }

  @Test(
    "A file with many references to items with many properties is refused",
    arguments: ["thmb", "auxl"])
  func manyReferences(kind: String) throws {
    let file = HostileHEIF.references(kind, count: 4000, properties: 300)
    let view = ByteView(file.bytes, steps: HEIFContainer.maximumSteps)
    let error = #expect(throws: PictureFileError.self) {
      _ = try HEIFContainer(view, MetadataNeeds())
    }
    #expect(error?.description == "its description of images is longer than any image needs")
  }

  @Test("Exif data that is referred to many times is read once")
  func manyDescriptions() throws {
    let file = HostileHEIF.descriptions(count: 4000, exifBytes: 1_000_000).bytes
    let read = Reads()
    let view = ByteView(size: file.count, steps: HEIFContainer.maximumSteps) { offset, count in
      read.bytes.add(count, ordering: .relaxed)
      return Array(file[offset..<min(offset + count, file.count)])
    }
    _ = try HEIFContainer(view, MetadataNeeds(exif: true))
    #expect(read.bytes.load(ordering: .relaxed) < 2 * file.count)
  }

  private final class Reads: Sendable {
    let bytes = Atomic(0)
  }

  @Test(
    "Lists that need far more work than their size suggests are refused in bounded time and memory",
    arguments: HostileHEIF.all(bytes: 200_000))
  func hostileLists(file: HostileHEIF) async {
    await #expect(processExitsWith: .success) { [bytes = file.bytes as [UInt8]] in
      try Self.limitMemory(toFurther: 64 << 20)
      let needs = MetadataNeeds(exif: true, xmp: true)
      _ = try? HEIFContainer(ByteView(bytes, steps: HEIFContainer.maximumSteps), needs)
    }
  }

  @Test(
    "Lists take at most four times as much memory as they take bytes in the file", arguments: 0...4)
  func memoryOfLists(list: Int) async {
    await #expect(processExitsWith: .success) { [list = list as Int] in
      // Items have no properties or no extents; or there are very many properties, items or
      // references.
      let (name, head, entry): (String, [UInt8], [UInt8]) = [
        ("ipma", [0, 0, 0, 0] + RawFixture.word(1 << 20), [0, 7, 0]),
        ("iloc", [2, 0, 0, 0, 0, 0] + RawFixture.word(1 << 20), [0, 0, 0, 7, 0, 0, 0, 0, 0, 0]),
        ("ipco", [], RawFixture.box("skip", [])),
        ("iinf", [0, 0, 0, 0, 0, 0], RawFixture.box("infe", [])),
        ("iref", [0, 0, 0, 0], RawFixture.box("thmb", [0, 1])),
      ][list]
      let count = (4 << 20) / entry.count
      let box = RawFixture.box(name, head + (0..<count).flatMap { _ in entry })
      let isProperty = name.hasPrefix("ip")
      let view = ByteView([0, 0, 0, 0] + (isProperty ? RawFixture.box("iprp", box) : box))
      try Self.limitMemory(toFurther: 4 * 4 << 20 + 1 << 20)
      precondition(HEIFItems(view).bytes.count > 4 << 20)
    }
  }

  @Test("A picture cropped at a fraction of a pixel has the size that libheif gives it")
  func partsOfPixels() throws {
    func crop(_ width: Int, _ height: Int) -> [UInt8] {
      RawFixture.word(width) + RawFixture.word(2) + RawFixture.word(height) + RawFixture.word(2)
        + RawFixture.word(0) + RawFixture.word(1) + RawFixture.word(0) + RawFixture.word(1)
    }
    for (width, height) in [(99, 81), (100, 80), (101, 63)] {
      var fixture = HEIFFixture(width: 64, height: 64)
      fixture.properties = [("clap", crop(width, height))]
      let read = try ReadPicture(fixture.encoded(), "heic")
      #expect(read.failure == nil)
      #expect(read.header.size == PixelSize(width: width / 2, height: height / 2))
    }
  }

  @Test("A file whose item table states an invalid size of offsets counts as ambiguous")
  func sizesOfOffsets() {
    func items(_ sizes: UInt8) -> HEIFItems {
      HEIFItems(ByteView([0, 0, 0, 0] + RawFixture.box("iloc", [0, 0, 0, 0, sizes, 0, 0, 0])))
    }
    #expect(!items(0x44).isAmbiguous && !items(0x80).isAmbiguous)
    #expect(items(0x24).isAmbiguous && items(0x4F).isAmbiguous)
  }
}

extension HEIFFileTests {
  /// Limits the memory of this process to `bytes` more than it uses now.
  static func limitMemory(toFurther bytes: UInt64) throws {
    let pages =
      try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      .split(separator: " ").first.flatMap { UInt64($0) } ?? 0
    let limit = rlim_t(pages * UInt64(getpagesize()) + bytes)
    var limits = rlimit(rlim_cur: limit, rlim_max: limit)
    precondition(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limits) == 0)
  }
}
