import ContactSheet
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans
@testable import SheetRendering

/// Sheets of few colours are written with fewer bits per pixel and keep their colours.
@Suite struct PNGPackingTests {
  private static let rgb = PixelFormat(.rgb, .eight)

  /// Pixels of different colours: `count` greys starting at `first`, each lighter by `step`.
  private static func grays(_ count: Int, step: Int, from first: Int = 0) -> [UInt8] {
    (0..<count).flatMap { [UInt8](repeating: UInt8(first + $0 * step), count: 3) }
  }

  private static func packing(
    _ pixels: [UInt8], _ format: PixelFormat = rgb, pixelCount: Int = 1_000_000
  ) throws -> PNGPacking? {
    var colors = SheetColors(bytesPerPixel: format.bytesPerPixel)
    try colors.add(pixels.span)
    return PNGPacking(colors, of: format, pixelCount: pixelCount)
  }

  @Test("Greys have as few bits as represent them exactly")
  func grays() throws {
    #expect(try Self.packing(Self.grays(2, step: 255))?.format == .gray(1))
    #expect(try Self.packing(Self.grays(1, step: 1))?.format == .gray(1))
    #expect(try Self.packing(Self.grays(4, step: 85))?.format == .gray(2))
    #expect(try Self.packing(Self.grays(16, step: 17))?.format == .gray(4))
    #expect(try Self.packing(Self.grays(256, step: 1))?.format == .gray(8))
    // No grey of few bits has exactly this lightness.
    let odd = try #require(try Self.packing(Self.grays(2, step: 1, from: 99)))
    #expect(odd.format.palette?.colors.map(\.red) == [99, 100])
    #expect(odd.format.bitsPerSample == 1)
  }

  @Test(
    "Non-grey colours become palette entries: the background first, then those that are not opaque"
  )
  func indices() throws {
    let pixels: [UInt8] = [
      255, 0, 0, 255, 0, 0, 255, 255, 0, 255, 0, 128, 9, 9, 9, 0, 1, 1, 1, 255,
    ]
    let packing = try #require(try Self.packing(pixels, PixelFormat(.rgba, .eight)))
    #expect(packing.format.bitsPerSample == 4)
    #expect(packing.format.palette?.colors.map(\.alpha) == [255, 0, 128, 255, 255])
    #expect(packing.format.palette?.colors.map(\.red) == [255, 9, 0, 1, 0])
    #expect(try packing.packed(pixels.span, width: 5) == [0x04, 0x21, 0x30])
  }

  @Test("A sheet's corner colour is the first colour of its first part that has pixels")
  func corner() throws {
    var colors = SheetColors(bytesPerPixel: 1)
    #expect(colors.corner == nil)
    for part: [UInt8] in [[], [3, 1], [2, 9]] {
      var below = SheetColors(bytesPerPixel: 1)
      try below.add(part.span)
      try colors.add(below)
    }
    #expect(colors.corner == 3)
    try colors.add([7].span)
    #expect(colors.corner == 3)
  }

  @Test("Counting stops with an error once there are too many colours for a palette to save bits")
  func counting() throws {
    var colors = SheetColors(bytesPerPixel: 3)
    try colors.add(Self.grays(256, step: 1).span)
    #expect(colors.pixels.count == 256)
    #expect(throws: TooManyColors.self) { try colors.add([1, 2, 3].span) }
    var other = SheetColors(bytesPerPixel: 3)
    try other.add([1, 2, 3].span)
    #expect(throws: TooManyColors.self) { try other.add(colors) }
    // Pixels of one byte are packed into half a byte each.
    var gray = SheetColors(bytesPerPixel: 1)
    try gray.add([UInt8](0..<16).span)
    #expect(throws: TooManyColors.self) { try gray.add([16].span) }
  }

  @Test("A palette that takes more bytes than it saves is not written")
  func smallSheet() throws {
    let colors: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    #expect(try Self.packing(colors, pixelCount: 40) == nil)
    #expect(try Self.packing(colors, pixelCount: 50)?.format.bitsPerSample == 2)
    #expect(try Self.packing(Self.grays(3, step: 1), pixelCount: 40)?.format == .gray(8))
    // An 8-bit grey sheet does not become smaller as 8-bit grey.
    #expect(try Self.packing([1, 2], PixelFormat(.gray, .eight), pixelCount: 2) == nil)
  }

  @Test("A colour that was not counted gives an error, and never becomes another pixel's colour")
  func newColor() throws {
    let packing = try #require(try Self.packing(Self.grays(2, step: 255)))
    #expect(throws: ContactSheetError.changedColors) {
      try packing.packed([255, 255, 255, 0, 0, 1].span, width: 2)
    }
  }

  /// A picture of squares in the given colours, each 8 pixels wide.
  private static func squares(_ colors: [[UInt8]], hasFewColors: Bool) -> any PictureSource {
    let row = colors.flatMap { color in (0..<8).flatMap { _ in color } }
    let channels = PixelFormat.Channels(rawValue: colors[0].count) ?? .rgb
    return FewColors(
      picture: MemoryPicture(
        name: "squares", size: PixelSize(width: 8 * colors.count, height: 8),
        format: PixelFormat(channels, .eight), bytes: (0..<8).flatMap { _ in row }),
      hasFewColors: hasFewColors)
  }

  /// A picture in memory whose header says whether it has few colours.
  private struct FewColors: PictureSource {
    let picture: MemoryPicture
    let hasFewColors: Bool
    var name: String { picture.name }

    func header() throws -> PictureHeader {
      var header = picture.header()
      header.hasFewColors = hasFewColors
      return header
    }

    func rows(as header: PictureHeader) throws -> sending any PictureRows {
      picture.rows(as: picture.header())
    }
  }

  /// The file of a sheet that shows pictures at their own size, and its pixels.
  private static func sheet(
    of pictures: [any PictureSource], level: Int, depth: SampleDepth = .eight, workers: Int = 2,
    background: Backdrop = .color(.white)
  ) async throws -> (header: PNGHeader, bytes: [UInt8], pixels: [[UInt8]]) {
    let folder = TemporaryFolder()
    var job = SheetJob(sources: pictures)
    job.layout = GridLayout(.cell(PixelSize(width: 64, height: 8)))
    job.style.background = background
    job.encoding = SheetEncoding(compressionLevel: level, depth: depth)
    _ = try await job.run(to: .file(folder["s.png"]), workers: workers)
    let bytes = try folder["s.png"].contents()
    var reader = try PNGReader(bytes: bytes)
    var pixels: [[UInt8]] = []
    var row = [UInt8](repeating: 0, count: reader.bytesPerRow)
    for _ in 0..<reader.header.height {
      var span = row.mutableSpan
      try reader.readRow(into: &span)
      let size = reader.rowFormat.bytesPerPixel
      pixels += stride(from: 0, to: row.count, by: size).map { start in
        let pixel = Array(row[start..<start + size])
        return pixel.count < 3 ? [pixel[0], pixel[0], pixel[0]] + pixel.dropFirst() : pixel
      }
    }
    return (reader.header, bytes, pixels)
  }

  private static let fewColors: [[UInt8]] = [[255, 0, 0], [0, 99, 0], [0, 0, 0], [1, 2, 3]]

  @Test(
    "A sheet of few colours is indexed from level 7 on, with the same pixels as at other levels")
  func thoroughLevels() async throws {
    let pictures = [Self.squares(Self.fewColors, hasFewColors: false)]
    let plain = try await Self.sheet(of: pictures, level: 6)
    #expect(plain.header.colorType == .rgb)
    for level in 7...9 {
      let packed = try await Self.sheet(of: pictures, level: level)
      #expect(packed.header.colorType == .palette)
      #expect(packed.header.bitDepth == 4)
      #expect(packed.pixels == plain.pixels)
    }
  }

  @Test("If all pictures have few colours, the sheet is indexed at every level", arguments: 0...9)
  func everyLevel(level: Int) async throws {
    let pictures = [
      Self.squares(Self.fewColors, hasFewColors: true),
      Self.squares([[7, 7, 7]], hasFewColors: true),
    ]
    let packed = try await Self.sheet(of: pictures, level: level)
    #expect(packed.header.colorType == .palette)
    let one = try await Self.sheet(of: pictures, level: level, workers: 1)
    #expect(one.bytes == packed.bytes)
  }

  @Test("A single picture of many colours or 16 bits keeps a sheet from being indexed")
  func notPacked() async throws {
    let many = (0..<8).map { [UInt8]([UInt8($0 * 30), 5, 9]) }
    let gradient = MemoryPicture(
      name: "many", size: PixelSize(width: 64, height: 8), format: Self.rgb,
      bytes: (0..<512).flatMap { index -> [UInt8] in [UInt8(index / 2), UInt8(index % 256), 0] })
    for level in [6, 9] {
      let sheet = try await Self.sheet(
        of: [Self.squares(many, hasFewColors: true), gradient], level: level)
      #expect(sheet.header.colorType == .rgb)
    }
    let deep = try await Self.sheet(
      of: [Self.squares(many, hasFewColors: true)], level: 9, depth: .sixteen)
    #expect(deep.header.bitDepth == 16)
  }

  @Test(
    "Black-and-white pictures make a 1-bit sheet, or a 2-bit palette over a transparent background")
  func oneBit() async throws {
    let pictures = [Self.squares([[0], [255], [0]], hasFewColors: true)]
    let sheet = try await Self.sheet(of: pictures, level: 6)
    #expect(sheet.header.bitDepth == 1)
    #expect(sheet.header.colorType == .gray)
    let open = try await Self.sheet(of: pictures, level: 6, background: .color(.clear))
    #expect(open.header.colorType == .palette)
    #expect(open.header.bitDepth == 2)
    #expect(Set(open.pixels.map { $0[3] }) == [0, 255])
  }
}

extension PNGRowFormat {
  fileprivate static func gray(_ bits: Int) -> PNGRowFormat {
    PNGRowFormat(channels: 1, bitsPerSample: bits)
  }
}
