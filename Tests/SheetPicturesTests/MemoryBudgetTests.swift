import FormatFixtures
import PNGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import Synchronization
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct MemoryBudgetTests {
  @Test(
    "Tasks start while bytes for them are left; a task that needs more than the budget runs alone")
  func taking() {
    var memory = MemoryBudget(10)
    let first = [0, 6, 5, 4, 0, 99].map { memory.take($0) }
    #expect(first == [true, true, false, true, true, false])
    memory.giveBack(6)
    memory.giveBack(4)
    let alone = [99, 1, 0].map { memory.take($0) }
    #expect(alone == [true, false, true] && memory.free == 0)
    memory.giveBack(99)
    #expect(memory.free == 10)
  }

  /// The bytes that tasks hold, and the order in which they began.
  struct Held {
    var now = 0
    var most = 0
    var begun: [Int] = []
  }

  /// Transforms elements that hold bytes, and returns how many bytes were held.
  static func run(
    _ bytes: [Int], workers: Int, within limit: Int, untilConsumed: Bool = false
  ) async throws -> Held {
    let held = Mutex(Held())
    var consumed: [Int] = []
    try await forEachInOrder(
      bytes.indices, workers: workers, within: limit, held: { bytes[$0] },
      holdsUntilConsumed: untilConsumed
    ) { index in
      held.withLock {
        $0.now += bytes[index]
        $0.most = max($0.most, $0.now)
        $0.begun.append(index)
      }
      for _ in 0..<(index * 7919 % 13) * 100 { _ = index.hashValue }
      if !untilConsumed { held.withLock { $0.now -= bytes[index] } }
      return index
    } consume: { index in
      if untilConsumed { held.withLock { $0.now -= bytes[index] } }
      consumed.append(index)
    }
    #expect(consumed == Array(bytes.indices))
    return held.withLock { $0 }
  }

  @Test("Together, tasks never hold more than the budget, and all finish", arguments: 1...12)
  func random(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<60).map { _ in
      Bool.random(using: &generator) ? 0 : Int.random(in: 1...100, using: &generator)
    }
    let workers = Int.random(in: 1...16, using: &generator)
    for limit in [100, 130, 250] {
      for untilConsumed in [false, true] {
        let held = try await Self.run(
          bytes, workers: workers, within: limit, untilConsumed: untilConsumed)
        #expect(held.most <= limit)
      }
    }
    // A task that needs more than the whole budget runs alone.
    let alone = try await Self.run(bytes, workers: workers, within: 1)
    #expect(alone.most <= bytes.max() ?? 0)
  }

  @Test("If only one task fits at a time, tasks begin in order")
  func order() async throws {
    let bytes = (0..<40).map { 10 + $0 % 3 }
    let held = try await Self.run(bytes, workers: 16, within: 12)
    #expect(held.begun == Array(bytes.indices))
  }

  static func fixture(
    width: Int, height: Int, bitDepth: Int, colorType: PNGFixture.ColorType
  ) -> PNGFixture {
    PNGFixture(
      width: width, height: height, bitDepth: bitDepth, colorType: colorType,
      samples: [UInt16](repeating: 0, count: width * height * colorType.channels),
      palette: colorType == .palette ? [.init(1, 2, 3)] : [])
  }

  @Test(
    "Half of an interlaced PNG's rows are held in memory while it is read; of other PNGs, none are")
  func interlaced() throws {
    let folder = TemporaryFolder()
    for type in PNGFixture.ColorType.allCases {
      for depth in type.bitDepths {
        for isInterlaced in [false, true] {
          var fixture = Self.fixture(width: 29, height: 23, bitDepth: depth, colorType: type)
          fixture.isInterlaced = isInterlaced
          try folder.write(fixture.encoded(), to: "a.png")
          let header = try PNGFile(folder["a.png"]).header()
          #expect(
            header.heldBytes == (isInterlaced ? 29 * 12 * header.format.bytesPerPixel : 0))
        }
      }
    }
  }

  @Test("A file that needs more memory than when planned counts as a different picture")
  func changed() throws {
    let folder = TemporaryFolder()
    var fixture = Self.fixture(width: 29, height: 23, bitDepth: 8, colorType: .rgb)
    try folder.write(fixture.encoded(), to: "a.png")
    let file = PNGFile(folder["a.png"])
    let header = try file.header()
    fixture.isInterlaced = true
    try folder.write(fixture.encoded(), to: "a.png")
    #expect(throws: PictureChanged.self) { try file.rows(as: header) }
  }

  @Test("A picture that exceeds the budget is refused once its header is read; the others are not")
  func refused() throws {
    let folder = TemporaryFolder()
    var fixture = Self.fixture(width: 29, height: 23, bitDepth: 8, colorType: .rgb)
    fixture.isInterlaced = true
    try folder.write(fixture.encoded(), to: "a.png")
    let picture = SheetPicture(PNGFile(folder["a.png"]))
    #expect(picture.within(1044).readableHeader != nil && picture.heldBytes == 1044)
    let refused = picture.within(1024)
    #expect(
      refused.unreadable?.reason
        == "it must be held in memory, and its 1044 bytes exceed the budget of 1KiB; raise the "
        + "budget, or save it as a PNG without interlacing")
    #expect(refused.within(.max).unreadable != nil && refused.heldBytes == 0)
  }

  @Test(
    "Long rows count against the budget; a picture is refused only if it alone exceeds the budget")
  func rows() {
    func picture(_ width: Int, _ format: PixelFormat) -> PictureHeader {
      PictureHeader(size: PixelSize(width: width, height: 8), format: format)
    }
    let long = picture(1_000_000, PixelFormat(.rgba, .sixteen))
    #expect(long.takenBytes == 110_000_000 && long.neededBytes == 62_000_000)
    #expect(long.refusal(within: 62_000_000) == nil)
    #expect(long.refusal(within: 61_999_999)?.contains("takes 62000000 bytes") == true)
    var interlaced = long
    interlaced.heldBytes = 32_000_000
    #expect(interlaced.refusal(within: 94_000_000) == nil)
    #expect(interlaced.refusal(within: 93_999_999)?.contains("its 94000000 bytes") == true)
    #expect(picture(20_000, PixelFormat(.rgb, .eight)).takenBytes == 0)
    #expect(picture(200_000, PixelFormat(.rgb, .eight)).refusal(within: 1) == nil)
  }

  @Test("Reducing a picture takes memory for each pixel of the result")
  func miniatures() {
    func bytes(_ width: Int, _ height: Int, _ channels: PixelFormat.Channels = .rgb) -> Int {
      PictureHeader(
        size: PixelSize(width: width, height: height), format: PixelFormat(channels, .eight)
      ).miniatureBytes(side: 512)
    }
    #expect(bytes(2000, 2000) == 512 * 512 * 36 && bytes(2000, 1000) == 512 * 256 * 36)
    #expect(bytes(20, 10) == 200 * 36 && bytes(20, 10, .gray) == 200 * 20)
    #expect(bytes(1, 1_000_000) == 512 * 36)
  }

  @Test(
    "Both pictures of a pair count against the budget, and so does the copy of a rotated picture")
  func pairs() throws {
    let size = PixelSize(width: 30, height: 20)
    func both(_ one: Int, _ other: Int, _ orientation: Orientation = .upright) -> Int {
      var headers = (0..<2).map { _ in PictureHeader(size: size, format: PixelFormat(.rgb, .eight))
      }
      (headers[0].heldBytes, headers[1].heldBytes) = (one, other)
      headers[1].orientation = orientation
      let source = StubPicture(size: size)
      return PictureDifference(
        from: (source, headers[0]), to: (source, headers[1]), by: ComparisonRule()
      ).header().heldBytes
    }
    #expect(both(0, 0) == 0 && both(5, 0) == 5 && both(5, 7) == 12)
    #expect(both(5, 7, .mirrored) == 12 + 3 * 600)
  }
}
