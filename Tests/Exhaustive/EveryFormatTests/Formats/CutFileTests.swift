import FormatFixtures
import SheetImaging
import Synchronization
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct CutFileTests {
  /// A file that shrinks after a number of reads.
  private final class CutFile: Sendable {
    private let bytes: [UInt8]
    private let length: Int
    private let readsLeft: Mutex<Int>

    init(_ bytes: [UInt8], to length: Int, afterReads reads: Int) {
      (self.bytes, self.length) = (bytes, length)
      readsLeft = Mutex(reads)
    }

    /// Whether the file was complete at the last read.
    var isWhole: Bool { readsLeft.withLock { $0 >= 0 } }

    var view: ByteView {
      ByteView(size: bytes.count, steps: 10_000) { [self] offset, count in
        let isWhole = readsLeft.withLock { left in
          left -= 1
          return left >= 0
        }
        // Prefetching reads get few bytes, so that there are many reads.
        let least = count == 4096 ? 64 : count
        return Array(bytes.prefix(isWhole ? bytes.count : length).dropFirst(offset).prefix(least))
      }
    }
  }

  /// A JPEG up to the point that states its size.
  private static let preview: [UInt8] = [
    0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0,
  ]

  private static let exif = ExifFixture([
    271: .ascii("A maker whose name is long"),
    34665: .directory(ExifFixture([33434: .rationals([(1, 50)]), 40965: .longs([8])])),
    34853: .directory(ExifFixture([1: .ascii("N")])),
  ])

  private static func check(
    _ file: [UInt8], _ name: String, _ read: (ByteView) throws -> Void
  ) {
    let file = file + [UInt8](repeating: 0, count: 8192)
    var reads = 0
    while true {
      var isWhole = false
      for length in [0, 1, 8, 20, file.count / 2, file.count - 1] {
        let cut = CutFile(file, to: length, afterReads: reads)
        try? read(cut.view)
        isWhole = isWhole || cut.isWhole
      }
      if isWhole { break }
      reads += 1
    }
    #expect(reads > 0, "\(name)")
  }

  @Test(
    "A RAW file that shrinks between any two reads causes no crash",
    arguments: RawFixture.Form.allCases)
  func raw(form: RawFixture.Form) {
    let fixture = RawFixture(
      form, preview: Self.preview, exif: Self.exif, xmp: [UInt8](repeating: 0x20, count: 300))
    Self.check(fixture.encoded(), form.rawValue) { _ = try RawContainer($0) }
  }

  @Test(
    "A TIFF file that shrinks between any two reads causes no crash",
    arguments: TIFFFixture.Coding.allCases)
  func tiff(coding: TIFFFixture.Coding) {
    for isBig in [false, true] {
      var fixture = TIFFFixture()
      (fixture.coding, fixture.isBig) = (coding, isBig)
      let samples = (0..<fixture.width * fixture.height * fixture.samples).map { $0 % 256 }
      Self.check(fixture.encoded(samples), "TIFF") { _ = try TIFFContainer($0) }
    }
  }

  @Test(
    "A HEIC file that shrinks between any two reads causes no crash",
    arguments: HostileHEIF.all(bytes: 20_000))
  func heif(file: HostileHEIF) {
    Self.check(file.bytes, "HEIC") {
      _ = try HEIFContainer($0, MetadataNeeds(exif: true, xmp: true))
    }
  }

  @Test("A GIF that shrinks between any two reads causes no crash")
  func gif() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<10 {
      var fixture = GIFFixture.random(&random)
      fixture.xmp = Array("<x/>".utf8)
      Self.check(fixture.encoded(), "GIF") { _ = try GIFContainer($0) }
    }
  }

  @Test("A WebP file that shrinks between any two reads causes no crash", .needs(.webP))
  func webP() {
    var fixture = WebPFixture(width: 27, height: 19, isLossless: false, hasAlpha: true)
    (fixture.profile, fixture.exif, fixture.xmp) = ([1, 2, 3], [4, 5], [6])
    Self.check(fixture.encoded(), "WebP") { _ = try WebPContainer($0) }
  }
}
