import FormatFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures

@Suite(.needs(.gif)) struct GIFFileTests {
  /// The file of a GIF, or one of its frames.
  private static func file(_ folder: TemporaryFolder, _ page: Int? = nil) -> any FileSource {
    let file = LibraryFile(folder["a.gif"], as: .gif)
    return page.map(file.page) ?? file
  }

  private static func read(_ bytes: [UInt8], _ page: Int? = nil) throws -> ReadPicture {
    let folder = TemporaryFolder()
    try folder.write(bytes, to: "a.gif")
    return try ReadPicture(of: file(folder, page))
  }

  /// The reason why a file's header or rows cannot be read; nil if they can.
  private static func reason(_ bytes: [UInt8], _ page: Int? = nil) -> String? {
    do { return try read(bytes, page).failure } catch { return "\(error)" }
  }

  /// Pixels of four bytes, whether or not the picture has alpha.
  private static func pixels(_ read: ReadPicture) -> [UInt8] {
    let bytes = read.rows.flatMap(\.self)
    if read.header.format.channels == .rgba { return bytes }
    var pixels: [UInt8] = []
    for place in stride(from: 0, to: bytes.count, by: 3) {
      pixels += bytes[place..<place + 3]
      pixels.append(255)
    }
    return pixels
  }

  private static let colors: [[UInt8]] = [
    [200, 10, 20], [30, 210, 40], [50, 60, 220], [9, 9, 9],
  ]

  /// A picture whose rows differ.
  private static func picture() -> GIFFixture.Frame {
    var indices: [UInt8] = []
    for y in 0..<20 {
      for x in 0..<16 { indices.append(UInt8((7 * x + y * (x + 3)) % 4)) }
    }
    return GIFFixture.Frame(width: 16, height: 20, indices: indices)
  }

  @Test("Frames of every kind, read in any order, match a slow reference implementation")
  func frames() throws {
    var random = SeededGenerator(seed: 11)
    for round in 0..<(isThorough ? 1000 : 120) {
      let fixture = GIFFixture.random(&random)
      let folder = TemporaryFolder()
      try folder.write(fixture.encoded(), to: "a.gif")
      let expected = fixture.shown
      let count = expected.count
      let numbers = Array(0..<count)
      for page in numbers + numbers.reversed() + numbers.shuffled(using: &random) {
        let read = try ReadPicture(of: Self.file(folder, page))
        #expect(read.failure == nil, "\(round)")
        #expect(read.header.size == PixelSize(width: fixture.width, height: fixture.height))
        #expect(read.header.page?.index == (count == 1 ? nil : page))
        #expect(read.header.page?.count == (count == 1 ? nil : count))
        #expect(read.header.animation == nil)
        #expect(Self.pixels(read) == expected[page], "\(round), frame \(page)")
      }
      let first = try ReadPicture(of: Self.file(folder))
      #expect(Self.pixels(first) == expected[0] && first.failure == nil)
      #expect(first.header.animation == (count == 1 ? nil : .gif))
      #expect(first.header.page?.count == (count == 1 ? nil : count))
    }
  }

  /// A file with less of the coded pixels of a frame: at most `count` bytes of their first block.
  private static func cut(_ bytes: [UInt8], _ frame: Int, after count: Int) throws -> [UInt8] {
    let start = try GIFContainer(ByteView(bytes)).frames[frame].dataOffset + 1
    var end = start
    while bytes[end] > 0 { end += 1 + Int(bytes[end]) }
    let kept = bytes[start...].dropFirst().prefix(min(count, Int(bytes[start])))
    var shorter = Array(bytes[..<start])
    if !kept.isEmpty {
      shorter.append(UInt8(kept.count))
      shorter += kept
    }
    shorter += bytes[end...]
    return shorter
  }

  @Test("A frame has the same pixels, whichever frames were read before, even if some are damaged")
  func damagedFrames() throws {
    var random = SeededGenerator(seed: 12)
    for round in 0..<(isThorough ? 1000 : 120) {
      var fixture = GIFFixture.random(&random)
      fixture.colors = Array(fixture.colors.prefix(2))
      for number in fixture.frames.indices {
        var frame = fixture.frames[number]
        frame.colors = frame.colors.map { Array($0.prefix(2)) }
        frame.indices = frame.indices.map { $0 % 4 }
        frame.transparent = frame.transparent.map { $0 % 4 }
        fixture.frames[number] = frame
      }
      var bytes = fixture.encoded()
      let count = fixture.frames.count
      if round % 2 == 0 {
        bytes = try Self.cut(
          bytes, random.number(below: count), after: random.number(below: 40))
      }
      let alone = try (0..<count).map { try Self.read(bytes, $0) }
      let folder = TemporaryFolder()
      try folder.write(bytes, to: "a.gif")
      let numbers = Array(0..<count)
      for page in numbers + numbers.reversed() + numbers.shuffled(using: &random) {
        let isSame = try ReadPicture(of: Self.file(folder, page)) == alone[page]
        #expect(isSame, "\(round), frame \(page) of \(count)")
      }
    }
  }

  @Test("Behind a frame that covers the canvas, earlier frames are never visible")
  func coveredFrames() throws {
    var (whole, cover) = (GIFFixture.Frame(width: 16, height: 20), Self.picture())
    var small = GIFFixture.Frame(width: 3, height: 3, index: 1)
    (whole.colors, cover.colors, small.colors) = (Self.colors, Self.colors, Self.colors)
    let fixture = GIFFixture(width: 16, height: 20, colors: [], frames: [whole, cover, small])
    let cut = try Self.cut(fixture.encoded(), 1, after: 9)
    cover.colors = [[200, 10, 20], [30, 210, 40]]
    let short = GIFFixture(width: 16, height: 20, colors: [], frames: [whole, cover, small])
    for bytes in [cut, short.encoded()] {
      let folder = TemporaryFolder()
      try folder.write(bytes, to: "a.gif")
      let inOrder = try (0...2).map { try ReadPicture(of: Self.file(folder, $0)) }
      let isSame = try Self.read(bytes, 2) == inOrder[2]
      #expect(isSame && inOrder[2].rows.count == 20)
      // The last pixel is in the missing part of the file, or has the fourth colour.
      #expect(inOrder[2].rows[19].suffix(3) == [0, 0, 0])
    }
  }

  @Test("The canvas after a damaged frame is kept like any other, together with the error")
  func keptDamage() throws {
    let small = GIFFixture.Frame(width: 3, height: 3, index: 1)
    let frames = [Self.picture(), small, small, small]
    let file = GIFFixture(width: 16, height: 20, colors: Self.colors, frames: frames)
    let (folder, recent) = (TemporaryFolder(), RecentGIFs())
    try folder.write(Self.cut(file.encoded(), 0, after: 9), to: "a.gif")
    for page in 0...2 {
      let reader = try GIFReader(OpenPictureFile(folder["a.gif"]), page: page, recent)
      try reader.start(at: .whole)
      #expect(throws: PictureFileError.endOfFile, "\(page)") { try reader.finish() }
      let next = page + 1
      let kept = try recent.canvas(of: OpenPictureFile(folder["a.gif"]), before: next...next)
      #expect(kept?.damage == .endOfFile, "\(page)")
    }
  }

  @Test("What lies outside the canvas is not decoded, so damage there goes unnoticed")
  func outside() throws {
    let whole = GIFFixture.Frame(width: 4, height: 4)
    func encoded(_ frame: GIFFixture.Frame) -> [UInt8] {
      GIFFixture(width: 4, height: 4, colors: Self.colors, frames: [whole, frame]).encoded()
    }
    for isInterlaced in [false, true] {
      var frame = GIFFixture.Frame(width: 4, height: 1, index: 1)
      (frame.top, frame.isInterlaced) = (3, isInterlaced)
      var bytes = encoded(frame)
      // A height of 60,000 pixels, although there are codes for only one row.
      let place = try GIFContainer(ByteView(bytes)).frames[1].dataOffset
      bytes.replaceSubrange(place - 3..<place - 1, with: [0x60, 0xEA])
      let read = try Self.read(bytes, 1)
      #expect(read.failure == nil)
      for (row, pixels) in read.rows.enumerated() {
        #expect(pixels.prefix(3) == (row == 3 ? [30, 210, 40] : [200, 10, 20]), "row \(row)")
      }
    }
    var beside = GIFFixture.Frame(width: 2, height: 2, index: 1)
    beside.left = 4
    let bytes = encoded(beside)
    #expect(try Self.reason(Self.cut(bytes, 1, after: 0), 1) == nil)
    // If the file ends there, more frames may be missing.
    #expect(Self.reason(bytes.dropLast(3), 1) == "unexpected end of file")
  }

  @Test("A picture has an alpha channel only if part of it may be transparent")
  func alpha() throws {
    var whole = GIFFixture.Frame(width: 8, height: 8, index: 1)
    var part = GIFFixture.Frame(width: 3, height: 3, index: 2)
    func hasAlpha(_ frames: [GIFFixture.Frame]) throws -> Bool {
      let file = GIFFixture(width: 8, height: 8, colors: Self.colors, frames: frames)
      return try Self.read(file.encoded(), frames.count - 1).header.format.channels == .rgba
    }
    #expect(try !hasAlpha([whole]))
    #expect(try hasAlpha([part]))
    #expect(try !hasAlpha([whole, part]))
    #expect(try !hasAlpha([part, whole]))
    part.disposal = 2
    #expect(try hasAlpha([whole, part, GIFFixture.Frame(width: 3, height: 3)]))
    part.disposal = 3
    #expect(try !hasAlpha([whole, part, GIFFixture.Frame(width: 3, height: 3)]))
    whole.disposal = 3
    #expect(try hasAlpha([whole, part]))
    whole.transparent = 3
    #expect(try hasAlpha([whole]))
  }

  @Test("The canvas has room for the first frame, whatever size the header gives")
  func canvas() throws {
    var frame = GIFFixture.Frame(width: 6, height: 5, index: 1)
    (frame.left, frame.top) = (2, 3)
    for (width, height) in [(4, 4), (0, 0), (8, 8)] {
      let file = GIFFixture(width: width, height: height, colors: Self.colors, frames: [frame])
      let read = try Self.read(file.encoded())
      #expect(read.failure == nil && read.header.size == PixelSize(width: 8, height: 8))
      #expect(read.rows[3][8..<12] == [30, 210, 40, 255] && read.rows[2][8..<12] == [0, 0, 0, 0])
    }
  }

  @Test(
    "A truncated file is shown as far as it goes, and missing interlaced rows repeat the row above")
  func truncated() throws {
    for isInterlaced in [false, true] {
      var frame = Self.picture()
      frame.isInterlaced = isInterlaced
      let bytes = GIFFixture(width: 16, height: 20, colors: Self.colors, frames: [frame]).encoded()
      let whole = try Self.read(bytes)
      #expect(whole.failure == nil && whole.rows.count == 20)
      // Many encoders leave out the last byte of the file.
      #expect(try Self.read(bytes.dropLast()) == whole)
      var counts: Set<Int> = []
      for count in 1..<(bytes.count - 1) {
        guard let read = try? Self.read(Array(bytes.prefix(count))) else { continue }
        #expect(read.failure == "unexpected end of file", "\(count)")
        counts.insert(read.rows.count)
        for (row, pixels) in read.rows.enumerated() where pixels != whole.rows[row] {
          let isFilled = isInterlaced && row % 8 != 0 && pixels == read.rows[row - 1]
          #expect(isFilled, "\(count), row \(row)")
        }
      }
      #expect(counts.contains(0) && counts.contains(20), "\(counts)")
    }
  }

  @Test("If the last frame is truncated, the file is incomplete, but the frame before it is whole")
  func missingFrames() throws {
    let frames = [Self.picture(), GIFFixture.Frame(width: 16, height: 20, index: 2)]
    let bytes = GIFFixture(width: 16, height: 20, colors: Self.colors, frames: frames).encoded()
    let cut = Array(bytes.dropLast(9))
    #expect(Self.reason(cut) == "unexpected end of file")
    #expect(Self.reason(cut, 0) == nil)
    #expect(Self.reason(cut, 1) == "unexpected end of file")
    #expect(Self.reason(cut, 2) == "the file has 2 frames; name one from [0] to [1]")
    // Browsers ignore what follows an unknown block.
    #expect(Self.reason(bytes.dropLast() + [0, 1, 2]) == nil)
  }

  @Test("A file that is damaged or truncated at any byte has rows of the right size, or is refused")
  func damaged() throws {
    var random = SeededGenerator(seed: 3)
    var fixture = GIFFixture.random(&random)
    while fixture.frames.count < 3 || fixture.encoded().count > 1000 {
      fixture = GIFFixture.random(&random)
    }
    fixture.xmp = Array("<x/>".utf8)
    let bytes = fixture.encoded()
    let folder = TemporaryFolder()
    var refused = 0
    func check(_ bytes: [UInt8]) throws {
      try folder.write(bytes, to: "a.gif")
      for page in [nil, 0, 1, 2] as [Int?] {
        guard let read = try? ReadPicture(of: Self.file(folder, page), within: 1 << 24),
          read.failure == nil
        else {
          refused += 1
          continue
        }
        let width = read.header.size.width * read.header.format.bytesPerPixel
        #expect(read.rows.count == read.header.size.height)
        #expect(read.rows.allSatisfy { $0.count == width })
      }
    }
    for place in bytes.indices {
      try check(Array(bytes[..<place]))
      for mask: UInt8 in isThorough ? Array(1...255) : [1, 0x80, 0xFF] {
        var damaged = bytes
        damaged[place] ^= mask
        try check(damaged)
      }
    }
    #expect(refused > bytes.count)
  }

  @Test(
    "A file that would take too much memory and a frame that would take too much time are refused")
  func tooLarge() throws {
    let small = GIFFixture.Frame(width: 1, height: 1)
    let large = GIFFixture(width: 65_535, height: 65_535, colors: Self.colors, frames: [small])
    let bytes = 4 * 65_535 * 65_535 + 65_535 + 1 << 17
    #expect(Self.reason(large.encoded())?.contains("its \(bytes) bytes exceed") == true)
    // Frames of almost 2³² pixels each, without coded pixels.
    var frame = GIFFixture.Frame(width: 0, height: 0)
    (frame.colors, frame.transparent) = (Self.colors, 0)
    var block = GIFFixture(width: 1, height: 1, colors: [], frames: [frame]).encoded()[13...]
      .dropLast()
    let size = try #require(block.firstIndex(of: 0x2C)) + 5
    block.replaceSubrange(size..<size + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let first = GIFFixture(width: 1, height: 1, colors: Self.colors, frames: [small]).encoded()
    let file = Array([first.dropLast(), block, block, block, [0x3B]].joined())
    #expect(Self.reason(file, 3) == "there are too many pixels in the frames before it")
    #expect(Self.reason(file, 0) == nil)
    // Small frames take time, too.
    var tiny = block
    tiny.replaceSubrange(size..<size + 4, with: [1, 0, 1, 0])
    let frames = Array(repeating: Array(tiny), count: 70).joined()
    let many = try GIFContainer(
      ByteView(Array([first.dropLast(), block, block, frames + [0x3B]].joined())))
    #expect(many.frames.count == 73 && many.frames.last?.isTooCostly == true)
    #expect(!many.frames[2].isTooCostly)
  }

  @Test("Only a limited number of frames is read")
  func manyFrames() throws {
    let small = GIFFixture.Frame(width: 1, height: 1, index: 1)
    let one = GIFFixture(width: 1, height: 1, colors: Self.colors, frames: [small]).encoded()
    let start = 13 + 3 * Self.colors.count
    let frame = one[start...].dropLast()
    var bytes = Array(one.prefix(start))
    for _ in 0..<70_000 { bytes += frame }
    let container = try GIFContainer(ByteView(bytes))
    #expect(container.frames.count == GIFContainer.maximumFrames && !container.isCut)
    #expect(Self.reason(bytes, GIFContainer.maximumFrames - 1) == nil)
  }

  @Test("A file without frames, colours, pixels or valid codes is refused, and the error says why")
  func contradictions() {
    func reason(
      _ frames: [GIFFixture.Frame], _ colors: [[UInt8]] = Self.colors, side: Int = 4
    ) -> String? {
      Self.reason(
        GIFFixture(width: side, height: side, colors: colors, frames: frames).encoded())
    }
    let frame = GIFFixture.Frame(width: 4, height: 4)
    #expect(reason([]) == "it has no image")
    #expect(reason([frame], []) == "it has no colours")
    let empty = GIFFixture.Frame(width: 0, height: 0)
    #expect(reason([empty], side: 0) == "its image has no pixels")
    #expect(reason([empty, frame]) == nil)
    #expect(Self.reason([]) == "the file is empty")
    #expect(Self.reason(Array("GIF89a".utf8)) == "unexpected end of file")
    #expect(Self.reason(Array("GIX89a........".utf8)) == "not a GIF file")
    // Codes must have 1 to 8 bits.
    var bytes = GIFFixture(width: 4, height: 4, colors: Self.colors, frames: [frame]).encoded()
    for size: UInt8 in [0, 9, 12, 255] {
      bytes[13 + 12 + 8 + 10] = size
      #expect(Self.reason(bytes) == "its compressed data is damaged", "\(size)")
    }
  }

  @Test("The XMP of a GIF is read unless it is larger than a limit")
  func metadata() throws {
    let folder = TemporaryFolder()
    let key = FactKey("title")
    let query = FactQuery([key])
    for spaces in [0, 1, 255, 1000, 1 << 16] {
      var fixture = GIFFixture(
        width: 16, height: 20, colors: Self.colors, frames: [Self.picture()])
      let padding = String(repeating: " ", count: spaces)
      fixture.xmp = Array("<x dc:title='Evening'/>\(padding)".utf8)
      try folder.write(fixture.encoded(), to: "a.gif")
      let picture = try SheetPicture(fileAt: folder["a.gif"], MetadataUse(), query, .standard)
      #expect(picture.size != nil)
      #expect(picture.fact(key)?.text == (spaces < 1 << 16 ? "Evening" : nil), "\(spaces)")
    }
  }
}
