import FormatFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import TestSupport
import Testing

@testable import SheetPictures

@Suite("Coded pictures in HEIF", .needs(.heif))
struct CodedPicturesTests {
  /// A list of bits.
  ///
  /// Each byte starts with its most significant bit.
  private struct Bits {
    var bits: [Bool] = []

    mutating func add(_ value: Int, _ count: Int) {
      for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
    }

    /// Appends a number in the Exp-Golomb code of H.265, 9.2.
    mutating func addExponential(_ value: Int) {
      let length = Int.bitWidth - (value + 1).leadingZeroBitCount
      add(value + 1, 2 * length - 1)
    }

    var bytes: [UInt8] {
      stride(from: 0, to: bits.count, by: 8).map { start in
        (0..<8).reduce(0) {
          $0 << 1 | (start + $1 < bits.count && bits[start + $1] ? 1 : 0)
        }
      }
    }
  }

  private static func short(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }

  /// The parameter set of an HEVC stream with a number of temporal layers.
  private static func parameterSet(_ width: Int, _ height: Int, layers: Int = 0) -> [UInt8] {
    var bits = Bits()
    bits.add(0, 4)
    bits.add(layers, 3)
    bits.add(1, 1)
    bits.add(0, 88 + 8)
    for layer in 0..<layers { bits.add(layer % 4, 2) }
    if layers > 0 { bits.add(0, 2 * (8 - layers)) }
    for layer in 0..<layers { bits.add(0, 88 * (layer % 4 / 2) + 8 * (layer % 2)) }
    for number in [0, 1, width, height] { bits.addExponential(number) }
    // Within a NAL unit, two zero bytes never come before a byte below 4.
    var bytes: [UInt8] = [33 << 1, 1]
    for byte in bits.bytes {
      if byte < 4, bytes.suffix(2) == [0, 0] { bytes.append(3) }
      bytes.append(byte)
    }
    return bytes
  }

  private static func configuration(_ set: [UInt8]) -> [UInt8] {
    [UInt8](repeating: 0, count: 21) + [3, 1, 33, 0, 1] + short(set.count) + set
  }

  /// The header of an AV1 stream: the short form, or one with all optional parts.
  private static func header(_ width: Int, _ height: Int, isShort: Bool) -> [UInt8] {
    var bits = Bits()
    bits.add(0, 3)
    bits.add(isShort ? 3 : 0, 2)
    if isShort {
      bits.add(9, 5)
    } else {
      bits.add(1, 1)
      bits.add(7, 32)
      bits.add(9, 32)
      bits.add(1, 1)
      bits.addExponential(500)
      bits.add(1, 1)
      bits.add(11, 5)
      bits.add(77, 32)
      bits.add(99, 10)
      bits.add(1, 1)
      bits.add(1, 5)
      for level in [9, 5] {
        bits.add(3, 12)
        bits.add(level, 5)
        if level > 7 { bits.add(1, 1) }
        bits.add(1, 1)
        bits.add(12345, 25)
        bits.add(1, 1)
        bits.add(9, 4)
      }
    }
    bits.add(15, 4)
    bits.add(16 - 1, 4)
    bits.add(width - 1, 16)
    bits.add(height - 1, 16)
    return [1 << 3 | 2, UInt8(bits.bytes.count)] + bits.bytes
  }

  /// A file that declares one picture of 64 x 64 pixels.
  ///
  /// All its data is in the box that declares it.
  static func file(
    _ kind: String, _ property: (name: String, body: [UInt8])?, _ data: [UInt8],
    claims length: Int? = nil
  ) -> [UInt8] {
    let properties =
      RawFixture.box("ispe", [0, 0, 0, 0] + RawFixture.word(64) + RawFixture.word(64))
      + (property.map { RawFixture.box($0.name, $0.body) } ?? [])
    let item = RawFixture.box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array(kind.utf8) + [0])
    return RawFixture.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
      + RawFixture.box(
        "meta",
        [0, 0, 0, 0] + RawFixture.box("pitm", [0, 0, 0, 0, 0, 1])
          + RawFixture.box("iinf", [0, 0, 0, 0, 0, 1] + item)
          + RawFixture.box(
            "iloc",
            [1, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1] + RawFixture.word(0)
              + RawFixture.word(length ?? data.count))
          + RawFixture.box(
            "iprp",
            RawFixture.box("ipco", properties)
              + RawFixture.box(
                "ipma",
                [0, 0, 0, 0] + RawFixture.word(1) + [0, 1]
                  + (property == nil ? [1, 1] : [2, 1, 2]))
          ) + RawFixture.box("idat", data))
  }

  /// The numbers of pixels that are decoded for a file's picture.
  private static func pixels(_ file: [UInt8]) throws -> [Int] {
    let container = try HEIFContainer(ByteView(file), MetadataNeeds())
    return try container.items.decodedPixels(
      of: [container.items.primary] + [container.alpha].compactMap(\.self), in: ByteView(file)
    ).all
  }

  @Test("Pixels are counted as encoded, for a picture, its tiles and its alpha")
  func counted() throws {
    for isAV1 in [false, true] {
      var fixture = HEIFFixture(width: 200, height: 150, isAV1: isAV1)
      #expect(try Self.pixels(fixture.encoded()) == [208 * 160])
      fixture.hasAlpha = true
      #expect(try Self.pixels(fixture.encoded()) == [208 * 160, 208 * 160])
      let grid = HEIFFixture(width: 200, height: 150, isAV1: isAV1, isGrid: true)
      let tiles = [Int](repeating: 64 * 64, count: 4 * 3)
      #expect(try Self.pixels(grid.encoded()) == [200 * 150] + tiles)
    }
  }

  @Test("The size stated in a stream is used, whatever the form of its header", arguments: 0...6)
  func stated(layers: Int) throws {
    for (width, height) in [(1, 1), (70, 50), (255, 256), (8192, 4320), (65535, 65536)] {
      let expected = [width * height]
      let set = Self.parameterSet(width, height, layers: layers)
      let parameters = ("hvcC", Self.configuration(set))
      #expect(try Self.pixels(Self.file("hvc1", parameters, [])) == expected)
      // The size is in the stream itself, after a smaller one in the configuration.
      let small = ("hvcC", Self.configuration(Self.parameterSet(1, 1)))
      let unit = RawFixture.word(set.count) + set
      #expect(try Self.pixels(Self.file("hvc1", small, unit)) == expected)
      for isShort in [true, false] {
        let header = Self.header(width, height, isShort: isShort)
        #expect(
          try Self.pixels(Self.file("av01", ("av1C", [0, 0, 0, 0] + header), [])) == expected)
        #expect(try Self.pixels(Self.file("av01", ("av1C", [0, 0, 0, 0]), header)) == expected)
      }
    }
  }

  @Test("A file that would take too much memory or time is refused before decoding")
  func hostile() throws {
    func reason(_ file: [UInt8]) -> String? { HEIFFileTests.reason(file) }
    let huge = ("hvcC", Self.configuration(Self.parameterSet(60_000, 60_000)))
    #expect(reason(Self.file("hvc1", huge, []))?.contains("exceed the limit of 536870912") == true)
    let header = Self.header(60_000, 60_000, isShort: true)
    #expect(
      reason(Self.file("av01", ("av1C", [0, 0, 0, 0]), header))?.contains("exceed the limit")
        == true)
    // There are many pictures one after another, the first of which would be shown.
    let large = ("hvcC", Self.configuration(Self.parameterSet(4000, 4000)))
    let picture: [UInt8] = RawFixture.word(3) + [19 << 1, 1, 0x80]
    let row = (0..<200).flatMap { _ in picture }
    #expect(reason(Self.file("hvc1", large, row))?.contains("exceed the limit") == true)
    let frames = Self.header(4000, 4000, isShort: true) + (0..<200).flatMap { _ in [0x32, 0] }
    #expect(
      reason(Self.file("av01", ("av1C", [0, 0, 0, 0]), frames))?.contains("exceed the limit")
        == true)
    // One picture has tiles and is larger than declared. Another is an overlay of pictures.
    let canvas = Self.short(60_000) + Self.short(60_000)
    #expect(
      reason(Self.file("grid", nil, [0, 0, 0, 0] + canvas))?.contains("exceed the limit") == true)
    #expect(
      reason(Self.file("iovl", nil, [UInt8](repeating: 0, count: 10) + canvas))?
        .contains("exceed the limit") == true)
    #expect(
      reason(Self.file("hvc1", huge, [], claims: 1 << 31)) == "its parts are longer than the file")
    #expect(
      reason(Self.file("hvc1", ("hvcC", []), [])) == "the number of its pixels is unknown")
    #expect(
      reason(Self.file("jpeg", nil, [0xFF, 0xD8]))
        == "its pixels are encoded neither as HEVC nor as AV1; save the image as HEIC or AVIF")
  }

  @Test("A million three-byte NAL units take little more memory than the file")
  func smallUnits() async {
    await #expect(processExitsWith: .success) {
      let set = ("hvcC", Self.configuration(Self.parameterSet(64, 64)))
      let unit: [UInt8] = RawFixture.word(3) + [40 << 1, 1, 0]
      let file = Self.file("hvc1", set, (0..<1_000_000).flatMap { _ in unit })
      try HEIFFileTests.limitMemory(toFurther: 48 << 20)
      let pixels = try Self.pixels(file)
      precondition(pixels == [64 * 64])
    }
  }

  @Test("The canvas below overlaid pictures counts against the memory limit as well")
  func overlays() {
    let side = RawFixture.word(12_000)
    let header: [UInt8] = [0, 0, 0, 0] + Self.header(12_000, 12_000, isShort: true)
    let canvas =
      [0, 1] + [UInt8](repeating: 0, count: 8) + side + side
      + [UInt8](repeating: 0, count: 16)
    func entry(_ item: UInt8, _ kind: String) -> [UInt8] {
      RawFixture.box("infe", [2, 0, 0, 0, 0, item, 0, 0] + Array(kind.utf8) + [0])
    }
    // One picture of 144 megapixels is laid twice over a canvas of its size.
    let boxes =
      RawFixture.box("pitm", [0, 0, 0, 0, 0, 1])
      + RawFixture.box("iinf", [0, 0, 0, 0, 0, 2] + entry(1, "iovl") + entry(2, "av01"))
      + RawFixture.box("iref", [0, 0, 0, 0] + RawFixture.box("dimg", [0, 1, 0, 2, 0, 2, 0, 2]))
      + RawFixture.box(
        "iloc",
        [1, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1] + RawFixture.word(0)
          + RawFixture.word(canvas.count))
      + RawFixture.box(
        "iprp",
        RawFixture.box(
          "ipco",
          RawFixture.box("ispe", [0, 0, 0, 0] + side + side) + RawFixture.box("av1C", header))
          + RawFixture.box(
            "ipma", [0, 0, 0, 0] + RawFixture.word(2) + [0, 1, 1, 1] + [0, 2, 2, 1, 2]))
      + RawFixture.box("idat", canvas)
    let file =
      RawFixture.box("ftyp", Array("avif\0\0\0\0mif1avif".utf8))
      + RawFixture.box("meta", [0, 0, 0, 0] + boxes)
    #expect(
      HEIFFileTests.reason(file)
        == "it must be held in memory, and its "
        // Its configuration declares 4:4:4 chroma.
        + "\(2 * 14 * 12_032 * 12_032 + file.count) bytes exceed the budget of 1GiB; "
        + "raise the budget, or save it as a PNG without interlacing")
  }

  @Test("A file states how many pixels must be decoded, and is refused if its stream has more")
  func statedPixels() throws {
    for (list, layers): ([UInt8]?, Int) in [
      (nil, 1), ([0, 0, 9, 0, 0, 0, 0], 2), ([0, 0, 9, 0, 9, 0, 9], 4),
      ([1] + RawFixture.word(9) + RawFixture.word(9) + RawFixture.word(0), 3),
    ] {
      let file = Self.file("av01", list.map { ("a1lx", $0) }, [])
      #expect(try HEIFContainer(ByteView(file), MetadataNeeds()).peakPixels == layers * 64 * 64)
    }
    let wrong = "its image size does not match its headers"
    for (side, isRefused) in [(64, false), (65, true)] {
      let set = Self.parameterSet(side, 64)
      let reason = HEIFFileTests.reason(Self.file("hvc1", ("hvcC", Self.configuration(set)), []))
      #expect((reason == wrong) == isRefused, "\(reason ?? "")")
    }
  }

  @Test("A file that states a value twice is not decoded, since a decoder may use the other value")
  func twice() {
    let entry = RawFixture.box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array("hvc1".utf8))
    let place: [UInt8] = [0, 1, 0, 0, 0, 1] + RawFixture.word(9) + RawFixture.word(9)
    let boxes = [
      RawFixture.box("pitm", [0, 0, 0, 0, 0, 1]),
      RawFixture.box("iinf", [0, 0, 0, 0, 0, 1] + entry),
      RawFixture.box("iloc", [0, 0, 0, 0, 0x44, 0, 0, 1] + place), RawFixture.box("iref", []),
      RawFixture.box("iprp", []), RawFixture.box("idat", []),
    ]
    let all = [0, 0, 0, 0] + boxes.flatMap(\.self) + RawFixture.box("free", [])
    #expect(!HEIFItems(ByteView(all + RawFixture.box("free", []))).isAmbiguous)
    for box in boxes { #expect(HEIFItems(ByteView(all + box)).isAmbiguous) }
    for box in [
      RawFixture.box("iinf", [0, 0, 0, 0, 0, 2] + entry + entry),
      RawFixture.box("iloc", [0, 0, 0, 0, 0x44, 0, 0, 2] + place + place),
    ] { #expect(HEIFItems(ByteView([0, 0, 0, 0] + box)).isAmbiguous) }
    let message = "it describes its images twice"
    let file = HEIFFixture().encoded()
    #expect(HEIFFileTests.reason(file + RawFixture.box("meta", [0, 0, 0, 0])) == message)
    #expect(HEIFFileTests.reason(file + RawFixture.box("free", [0, 0, 0, 0])) == nil)
  }

  @Test("Alpha that is encoded smaller than declared is never read beyond its end")
  func smallAlpha() {
    for isAV1 in [false, true] {
      var fixture = HEIFFixture(width: 192, height: 128, isAV1: isAV1)
      (fixture.hasAlpha, fixture.hasSmallAlpha) = (true, true)
      #expect(HEIFFileTests.reason(fixture.encoded()) == "its pixels do not match its headers")
    }
  }
}
