import ContactSheet
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetText
import Synchronization
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans
@testable import SheetRendering

@Suite struct TileMemoryTests {
  static let rgb = PixelFormat(.rgb, .eight)

  /// The bytes held by open decoders.
  final class Decoders: Sendable {
    private let bytes = Mutex((now: 0, most: 0, opened: 0))
    var most: Int { bytes.withLock { $0.most } }
    var opened: Int { bytes.withLock { $0.opened } }

    func add(_ count: Int) {
      bytes.withLock {
        $0.now += count
        $0.most = max($0.most, $0.now)
        if count > 0 { $0.opened += 1 }
      }
    }
  }

  /// A picture whose decoder holds bytes while it is open.
  ///
  /// Reading fails at `brokenRow`, if there is one.
  struct HeldPicture: PictureSource {
    let name: String
    var size = PixelSize(width: 40, height: 30)
    var orientation = Orientation.upright
    var heldBytes = 0
    var brokenRow: Int?
    let decoders: Decoders

    struct Broken: Error, CustomStringConvertible { let description = "the paint ran out" }

    func header() -> PictureHeader {
      var header = PictureHeader(size: size, format: rgb, orientation: orientation)
      header.heldBytes = heldBytes
      return header
    }

    func rows(as header: PictureHeader) -> sending any PictureRows { Rows(self) }

    final class Rows: PictureRows {
      let picture: HeldPicture
      var row = 0

      init(_ picture: HeldPicture) {
        self.picture = picture
        picture.decoders.add(picture.heldBytes)
      }

      deinit { picture.decoders.add(-picture.heldBytes) }

      func next(_ body: (Span<UInt8>) -> Void) throws {
        if row == picture.brokenRow { throw Broken() }
        let pixels = (0..<picture.size.width).flatMap { x in
          [4 * x, 5 * row, x * row + picture.heldBytes].map { UInt8($0 % 256) }
        }
        body(pixels.span)
        row += 1
      }
    }
  }

  /// Random rows of tiles, small and large, upright and rotated.
  static func page(
    _ generator: inout SeededGenerator
  ) -> (page: SheetPage, pictures: [SheetPicture]) {
    var (tiles, pictures): ([PlannedTile], [SheetPicture]) = ([], [])
    for row in 0..<3 {
      for column in 0..<4 {
        let side = [50, 900, 1300, 1700].randomElement(using: &generator) ?? 50
        let cell = PixelRect(
          x: 2000 * column, y: 1500 * row + Int.random(in: 0...300, using: &generator), width: side,
          height: side)
        let whole = Rect(x: 0, y: 0, width: 40, height: 30)
        tiles.append(
          PlannedTile(
            index: tiles.count, cell: cell, placement: PicturePlacement(image: cell, crop: whole)))
        pictures.append(
          SheetPicture(
            HeldPicture(
              name: "picture",
              orientation: Orientation.allCases.randomElement(using: &generator) ?? .upright,
              heldBytes: [1_000, 9_000_000, 60_000_000].randomElement(using: &generator) ?? 0,
              decoders: Decoders())))
      }
    }
    let size = PixelSize(width: 8000, height: 6000)
    return (SheetPage(number: 1, size: size, tiles: tiles), pictures)
  }

  @Test("The pixels of a label count towards the memory limit while its tile is decoded")
  func labels() {
    let picture = SheetPicture(HeldPicture(name: "a", heldBytes: 1000, decoders: Decoders()))
    var tile = PlannedTile(
      index: 0, cell: PixelRect(x: 0, y: 0, width: 60, height: 80),
      placement: PicturePlacement(
        image: PixelRect(x: 0, y: 0, width: 60, height: 45),
        crop: Rect(x: 0, y: 0, width: 40, height: 30)))
    func decoding() -> Int {
      TileMemory(tile, of: picture, in: Self.rgb, isWhole: false, within: .max).decoding
    }
    let bare = decoding()
    tile.label = PlannedText(
      .label, text: "a", area: PixelRect(x: 0, y: 50, width: 60, height: 16), size: 12,
      alignment: .center, overflow: .end)
    #expect(decoding() == bare + 60 * 16)
  }

  @Test(
    "In whatever order tasks end, the next one eventually starts, and all bytes are returned",
    arguments: 1...40)
  func progress(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let (page, pictures) = Self.page(&generator)
    for limit in [1, 5_000_000, 70_000_000, 150_000_000, .max] {
      let work = TileWork.work(for: page, of: pictures, in: Self.rgb, within: limit)
      var (waiting, memory) = (WaitingTiles(work), MemoryBudget(limit))
      let workers = Int.random(in: 1...16, using: &generator)
      var running: [TileWork] = []
      var ended = 0
      while true {
        while running.count < workers, let next = waiting.next(within: &memory) {
          running.append(next)
        }
        guard !running.isEmpty else { break }
        let finished = running.remove(at: Int.random(in: running.indices, using: &generator))
        memory.giveBack(finished.givenBytes)
        if let tile = finished.streamedTile { waiting.finish(tile) }
        ended += 1
      }
      #expect(waiting.isEmpty && ended == work.count && memory.free == limit)
    }
  }

  /// The pixels of a sheet of large tiles in rows of three, and the decoders of its pictures.
  static func sheet(
    _ held: [Int], turned: Bool, brokenRow: Int? = nil, within limit: Int, workers: Int
  ) async throws -> (rows: [[UInt8]], decoders: Decoders, unreadable: [UnreadablePicture]) {
    let (folder, decoders) = (TemporaryFolder(), Decoders())
    var job = SheetJob(
      sources: held.enumerated().map { index, bytes in
        HeldPicture(
          name: "\(index)", orientation: turned && index % 2 == 0 ? .rightTurn : .upright,
          heldBytes: bytes, brokenRow: index == 1 ? brokenRow : nil, decoders: decoders)
      })
    job.layout = GridLayout(.cell(PixelSize(width: 1250, height: 1150)), shape: .columns(3))
    (job.style.scaling, job.style.enlargement, job.style.filter) = (.stretch, .allowed, .nearest)
    job.encoding.compressionLevel = 0
    job.maximumMemory = ByteLimit(limit)
    let report = try await job.run(to: .file(folder["sheet.png"]), workers: workers)
    return (try SheetPixels(folder["sheet.png"]).rows, decoders, report.unreadable)
  }

  @Test(
    "A sheet has the same pixels with any budget, and its decoders never exceed the budget",
    arguments: [false, true])
  func budgets(turned: Bool) async throws {
    // Decoders that hold less than a tile takes, more than that, and the whole of the lowest limit.
    let held = [900_000, 9_000_000, 7_000_000, 20_000_000]
    for brokenRow in [nil, 17] {
      let free = try await Self.sheet(
        held, turned: turned, brokenRow: brokenRow, within: 1 << 40, workers: 3)
      #expect(free.unreadable.count == (brokenRow == nil ? 0 : 1))
      for limit in [20_000_000, 21_000_000, 33_000_000] {
        let tight = try await Self.sheet(
          held, turned: turned, brokenRow: brokenRow, within: limit, workers: 16)
        let wrong = zip(tight.rows, free.rows).enumerated().first { $1.0 != $1.1 }?.offset
        #expect(wrong == nil && tight.rows.count == free.rows.count, "\(limit)")
        #expect(tight.decoders.most <= limit && tight.unreadable == free.unreadable)
        #expect(tight.decoders.opened >= free.decoders.opened)
      }
    }
  }

  @Test(
    "A large tile is decoded once if the budget has room for it beside any other tiles",
    arguments: [(3, 40_000_000), (1, 10_000_000)])
  func decodedOnce(count: Int, limit: Int) async throws {
    let held = [Int](repeating: 9_000_000, count: count)
    let sheet = try await Self.sheet(held, turned: false, within: limit, workers: 4)
    #expect(sheet.decoders.opened == count)
  }

  @Test("A picture that exceeds the budget gets a placeholder, and the others are shown")
  func refused() async throws {
    let sheet = try await Self.sheet(
      [1_000, 3_000], turned: false, within: 2_000, workers: 2)
    #expect(sheet.unreadable.map(\.name) == ["1"])
    #expect(sheet.unreadable.first?.reason.contains("exceed the budget of 2kB") == true)
    #expect(sheet.decoders.most == 1_000)
  }

  @Test("An overlay is drawn in parts of at most 1 MiB")
  func overlayRows() throws {
    let size = PixelSize(width: 1000, height: 600)
    let picture = SheetPicture(HeldPicture(name: "picture", size: size, decoders: Decoders()))
    let mask = SheetPicture(
      HeldPicture(name: "mask", size: size, brokenRow: 550, decoders: Decoders()))
    let overlay = try #require(picture.with(overlay: mask, .own, opacity: 1)?.overlays.first)
    let placement = PicturePlacement(
      image: PixelRect(x: 0, y: 0, width: 1000, height: 600),
      crop: Rect(x: 0, y: 0, width: 1000, height: 600))
    let renderer = TileRenderer(
      format: Self.rgb, filter: .triangle, isGrayscale: false, sharpening: nil,
      backdrop: .color(.white))
    let drawn = try TileOverlay(
      overlay, over: placement, of: try #require(picture.readableHeader), with: renderer)
    var bytes = [UInt8](repeating: 7, count: 3 * 1000 * 600)
    do {
      try drawn.draw(over: &bytes)
      Issue.record("no error is thrown although the overlay is damaged")
    } catch is HeldPicture.Broken {}
    // At most 262 rows of 4,000 bytes fit into 1 MiB, and the third part is damaged.
    for (row, red) in [(0, 4), (261, 4), (523, 4), (524, 7), (599, 7)] as [(Int, UInt8)] {
      #expect(bytes[3 * (row * 1000 + 1)] == red, "row \(row)")
    }
  }

  @Test("Linear-light values are kept for all possible crops only if the tile is not large")
  func subject() throws {
    let header = PictureHeader(size: PixelSize(width: 8000, height: 2000), format: Self.rgb)
    let renderer = TileRenderer(
      format: Self.rgb, filter: .triangle, isGrayscale: false, sharpening: nil,
      backdrop: .color(.white))
    for (side, isHeld) in [(64, true), (500, true), (1100, false)] {
      let placement = try PicturePlacement(
        of: header.size, in: PixelRect(x: 0, y: 0, width: side, height: side), scaling: .fill,
        alignment: .subject, enlargement: .allowed)
      let search = try #require(
        SubjectSearch(placement, of: header, inside: nil, dividedBy: 1, with: renderer))
      #expect((search.uncut != nil) == isHeld, "\(side)")
      let most = SubjectSearch.mostBytesHeld(
        for: PixelSize(width: side, height: side), of: header, in: Self.rgb)
      #expect(most <= 16 << 20)
      if let uncut = search.uncut {
        #expect(uncut.size.width * uncut.size.height * 12 <= most)
      }
    }
  }
}
