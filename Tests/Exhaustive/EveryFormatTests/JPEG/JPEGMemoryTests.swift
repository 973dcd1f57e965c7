import CLibraries
import FormatFixtures
import JPEGFixtures
import SheetFixtures
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures

/// The memory and time that a JPEG with several scans may take.
@Suite(.needs(.jpeg))
struct JPEGMemoryTests {
  /// Files of every colour space and subsampling, with sides near multiples of blocks and MCUs.
  static let fixtures: [JPEGFixture] = JPEGFixture.Space.allCases.flatMap { space in
    [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (1, 4)].flatMap { sampling in
      [(1, 1), (8, 16), (31, 33), (61, 37), (65, 129)].map { width, height in
        var fixture = JPEGFixture(width: width, height: height, space: space)
        fixture.sampling = sampling
        return fixture
      }
    }
  }

  @Test(
    "A progressive file has the same pixels as the baseline file, at every scale",
    arguments: fixtures)
  func pixels(fixture: JPEGFixture) throws {
    var progressive = fixture
    progressive.isProgressive = true
    let (one, other) = (fixture.encoded(), progressive.encoded())
    for scale in PictureScale.allCases {
      let (expected, read) = (
        try ReadPicture(jpeg: one, at: scale), try ReadPicture(jpeg: other, at: scale)
      )
      #expect(expected.failure == nil && read.failure == nil)
      #expect(read.rows == expected.rows, "at 1/\(scale.rawValue)")
    }
  }

  @Test(
    "At every scale, libjpeg allocates the predicted bytes for coefficients, and none for one scan",
    arguments: fixtures)
  func heldBytes(fixture: JPEGFixture) throws {
    for isProgressive in [false, true] {
      var fixture = fixture
      fixture.isProgressive = isProgressive
      let file = fixture.encoded()
      let held = try ReadPicture(jpeg: file).header.heldBytes
      #expect((held > 0) == isProgressive)
      for scale in PictureScale.allCases {
        #expect(JPEGFixture.coefficientBytes(file, divisor: scale.rawValue) == held)
      }
    }
  }

  @Test("A progressive megapixel takes 2 MB in grey, 3 MB in 4:2:0, 6 MB in 4:4:4 and 8 MB in CMYK")
  func sizes() throws {
    let cases: [(JPEGFixture.Space, (Int, Int), Int)] = [
      (.gray, (1, 1), 2), (.yCbCr, (2, 2), 3), (.yCbCr, (2, 1), 4), (.yCbCr, (1, 1), 6),
      (.cmyk, (1, 1), 8),
    ]
    for (space, sampling, bytes) in cases {
      var fixture = JPEGFixture(width: 64, height: 64, space: space)
      (fixture.sampling, fixture.isProgressive) = (sampling, true)
      let large = try #require(JPEGMarker.resized(fixture.encoded(), width: 1024, height: 1024))
      #expect(try header(large).heldBytes == bytes << 20)
    }
  }

  @Test(
    "A progressive file is read if the budget is exactly the bytes that it needs, but not one byte less"
  )
  func budget() throws {
    var fixture = JPEGFixture(width: 64, height: 64)
    fixture.isProgressive = true
    let folder = TemporaryFolder()
    try folder.write(fixture.encoded(), to: "a.jpg")
    try folder.write(RawFixture(.strip, preview: fixture.encoded()).encoded(), to: "a.cr2")
    for (name, format, remedy) in [
      ("a.jpg", .jpeg, ", or save it as a baseline JPEG"), ("a.cr2", .raw, ""),
    ] as [(String, LibraryFile.Format, String)] {
      let picture = SheetPicture(LibraryFile(folder[name], as: format))
      #expect(picture.heldBytes == 64 * 64 * 3)
      #expect(picture.within(12_288).readableHeader != nil)
      let refused = try #require(picture.within(12_287).unreadable)
      #expect(
        refused.reason
          == "it must be held in memory, and its 12288 bytes exceed the budget of 12287B; "
          + "raise the budget\(remedy)")
      #expect(refused.note.remedy?.value(of: .maxMemory) == "12288")
    }
  }

  @Test("A file that has become progressive since planning counts as a different picture")
  func changed() throws {
    let folder = TemporaryFolder()
    var fixture = JPEGFixture()
    try folder.write(fixture.encoded(), to: "a.jpg")
    let file = LibraryFile(folder["a.jpg"], as: .jpeg)
    let header = try file.header()
    fixture.isProgressive = true
    try folder.write(fixture.encoded(), to: "a.jpg")
    #expect(throws: PictureChanged.self) { try file.rows(as: header) }
  }

  @Test("A small file that claims 65,500 x 65,500 pixels is refused after its header")
  func claims() throws {
    var fixture = JPEGFixture(width: 64, height: 64)
    (fixture.isProgressive, fixture.sampling) = (true, (1, 1))
    let file = try #require(
      JPEGMarker.resized(fixture.encoded(), width: 65_500, height: 65_500))
    // 8,188 blocks per side, in three channels.
    let held = 8188 * 8188 * 3 * 128
    let header = try header(file)
    #expect(header.heldBytes == held)
    #expect(header.refusal(within: 1 << 30)?.contains("its \(held) bytes exceed") == true)
  }

  /// The limits for a picture so large that only the number of passes over its coefficients
  /// matters.
  static func limits(scans: UInt32 = 1000, coefficients: UInt64 = 0, passes: UInt32) -> cjpeg_limits
  {
    cjpeg_limits(
      file_bytes: .max, marker_bytes: 0, scans: scans, scan_coefficients: coefficients,
      passes: passes)
  }

  /// The status of decoding a file within limits.
  static func status(_ file: [UInt8], _ limits: cjpeg_limits) throws -> cjpeg_status {
    let folder = TemporaryFolder()
    try folder.write(file, to: "a.jpg")
    let descriptor = try FileDescriptor.open(folder["a.jpg"], .readOnly)
    defer { try? descriptor.close() }
    try ReadingLibrary.libjpeg.load(toRead: "JPEG")
    let reader = try #require(
      cjpeg_reader_create(descriptor.rawValue, limits, cjpeg_extras()))
    defer { cjpeg_reader_destroy(reader) }
    var header = cjpeg_header()
    let status = cjpeg_reader_read_header(reader, &header)
    return status == .ok ? cjpeg_reader_start(reader, 8) : status
  }

  /// A file whose last scan, a refinement, is repeated.
  static func repeating(_ file: [UInt8], _ count: Int) throws -> [UInt8] {
    let last = try #require(
      file.indices.dropLast().last { file[$0...].starts(with: [0xFF, 0xDA]) })
    let end = file.count - 2
    let scans = repeatElement(file[last..<end], count: count).joined()
    return Array(file[..<end]) + Array(scans) + [0xFF, 0xD9]
  }

  @Test("Encoders code each coefficient at most 6 times, in all colour spaces", arguments: fixtures)
  func usualScans(fixture: JPEGFixture) throws {
    var fixture = fixture
    fixture.isProgressive = true
    #expect(try Self.status(fixture.encoded(), Self.limits(passes: 6)) == .ok)
  }

  @Test("A picture whose coefficients are coded more often than allowed is refused")
  func passes() throws {
    var fixture = JPEGFixture(width: 40, height: 32, space: .gray)
    (fixture.isProgressive, fixture.sampling) = (true, (1, 1))
    // Six scans, all of the only channel. The picture has one colour, so another refinement still
    // fits.
    let file = fixture.encoded([UInt8](repeating: 90, count: 40 * 32))
    let ten = try Self.repeating(file, 4)
    #expect(try Self.status(ten, Self.limits(passes: 10)) == .ok)
    #expect(try Self.status(ten, Self.limits(passes: 9)) == .endless)
    // Small pictures may be coded in more passes, up to a limit on scans.
    let coefficients = UInt64(10 * 40 * 32)
    #expect(try Self.status(ten, Self.limits(coefficients: coefficients, passes: 1)) == .ok)
    #expect(
      try Self.status(ten, Self.limits(coefficients: coefficients - 1, passes: 1)) == .endless)
    #expect(try Self.status(ten, Self.limits(scans: 9, passes: 10)) == .endless)
  }

  @Test("A subsampled channel counts only for the coefficients it has")
  func subsampled() throws {
    var fixture = JPEGFixture(width: 64, height: 64)
    fixture.isProgressive = true
    // Two of the ten scans cover all channels, four luma, and four subsampled chroma.
    let coded = 2 * 1.5 + 4 * 1 + 4 * 0.25
    let coefficients = UInt64(coded * 64 * 64)
    let file = fixture.encoded()
    #expect(try Self.status(file, Self.limits(coefficients: coefficients, passes: 1)) == .ok)
    #expect(
      try Self.status(file, Self.limits(coefficients: coefficients - 1, passes: 1)) == .endless)
  }

  @Test("A file with more than 1,000 scans is refused, and the error says why")
  func endless() throws {
    var fixture = JPEGFixture(width: 16, height: 16, space: .gray)
    fixture.isProgressive = true
    let file = fixture.encoded([UInt8](repeating: 90, count: 256))
    #expect(try ReadPicture(jpeg: Self.repeating(file, 994)).failure == nil)
    #expect(
      try ReadPicture(jpeg: Self.repeating(file, 995)).failure
        == "it has more scans than any image needs; save it as a baseline JPEG")
  }

  /// The header of a file whose pixels are not decoded.
  private func header(_ file: [UInt8]) throws -> PictureHeader {
    let folder = TemporaryFolder()
    try folder.write(file, to: "a.jpg")
    return try LibraryFile(folder["a.jpg"], as: .jpeg).header()
  }
}
