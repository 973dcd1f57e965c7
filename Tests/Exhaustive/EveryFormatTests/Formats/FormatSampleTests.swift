import ColorFixtures
import FormatFixtures
import SheetFiles
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures

/// Properties of every input format: one table has samples of all formats, and each test runs over
/// all of them.
@Suite struct FormatSampleTests {
  static let formats = SampleFormat.available
  static let formatsWithExif = formats.filter(\.carriesExif)

  static func read(
    _ picture: SamplePicture, as format: SampleFormat, at scale: PictureScale = .whole,
    _ metadata: MetadataUse = MetadataUse()
  ) throws -> ReadPicture {
    try ReadPicture(format.encoded(picture), format.ending, at: scale, metadata)
  }

  @Test("Every input format has a sample, which needs the same library as the format")
  func table() {
    for format in FormatTable.standard.formats {
      guard let reader = format.reader else { continue }
      let samples = SampleFormat.all.filter { format.extensions.contains($0.ending.lowercased()) }
      #expect(!samples.isEmpty, "\(format.name)")
      #expect(samples.allSatisfy { $0.library == reader.library?.name }, "\(format.name)")
    }
  }

  @Test(
    "Decoded pixels match those that were encoded, as exactly as the format allows",
    arguments: formats)
  func pixels(format: SampleFormat) throws {
    for (width, height) in [(48, 32), (1, 1), (33, 17)] {
      let picture = SamplePicture(width: width, height: height)
      let read = try Self.read(picture, as: format)
      #expect(read.failure == nil)
      #expect(read.header.size == PixelSize(width: width, height: height))
      #expect(read.header.format.channels == .rgb && read.header.bitsPerSample == 8)
      let (pixels, expected) = (read.rows.joined().map(Int.init), picture.pixels.map(Int.init))
      try #require(pixels.count == expected.count)
      let differences = zip(pixels, expected).map { abs($0 - $1) }
      if format.isExact {
        #expect(differences.allSatisfy { $0 == 0 })
      } else {
        let mean = Double(differences.reduce(0, +)) / Double(differences.count)
        #expect(mean < 4, "\(width) x \(height): \(mean)")
      }
    }
  }

  @Test(
    "A format that can be decoded at a scale gives the whole picture at that scale",
    arguments: formats)
  func scales(format: SampleFormat) throws {
    for (width, height) in [(48, 32), (1, 1), (33, 17)] {
      let picture = SamplePicture(width: width, height: height)
      let whole = try Self.read(picture, as: format)
      for scale in PictureScale.allCases where whole.header.isReducible {
        let size = scale.size(of: whole.header.size)
        let read = try Self.read(picture, as: format, at: scale)
        #expect(read.failure == nil && read.rows.count == size.height, "\(scale)")
        #expect(read.rows.allSatisfy { $0.count == 3 * size.width })
        let means = [read, whole].map { read in
          let bytes = read.rows.joined()
          return bytes.reduce(0) { $0 + Double($1) } / Double(bytes.count)
        }
        #expect(abs(means[0] - means[1]) < 12, "\(scale): \(means)")
      }
      let metadata = MetadataUse()
      let file = try #require(
        FormatTable.standard.named(Array("a.\(format.ending)".utf8)[...])?.reader)
      let folder = TemporaryFolder()
      try folder.write(format.encoded(picture), to: "a.\(format.ending)")
      guard !whole.header.isReducible else { continue }
      #expect(throws: PictureChanged.self) {
        try file.file(folder["a.\(format.ending)"], metadata).rows(as: whole.header, at: .half)
      }
    }
  }

  @Test(
    "The orientation comes from Exif, unless orientations are ignored", arguments: formatsWithExif)
  func orientations(format: SampleFormat) throws {
    for value in 1...8 {
      let picture = SamplePicture(orientation: value)
      let read = try Self.read(picture, as: format)
      let orientation = try #require(Orientation(rawValue: value))
      if format.comesTurned {
        #expect(read.header.orientation == .upright)
        #expect(read.header.size == orientation.upright(PixelSize(width: 48, height: 32)))
      } else {
        #expect(read.header.orientation == orientation)
      }
      #expect(try Self.read(picture, as: format).rows == read.rows)
      let use = MetadataUse(orientation: .ignore)
      #expect(try Self.read(picture, as: format, use).header.orientation == .upright)
    }
  }

  @Test("A colour profile is used, and a damaged one gets a warning", arguments: formatsWithExif)
  func profiles(format: SampleFormat) throws {
    var picture = SamplePicture()
    #expect(try Self.read(picture, as: format).header.colorSpace == .sRGB)
    let profile = ProfileFixture.rgb(ProfileFixture.linear).encoded()
    picture.profile = profile
    let read = try Self.read(picture, as: format)
    #expect(try .curves(read.header.colorSpace) == ICCProfile(profile).model)
    #expect(read.header.colorSpace != .sRGB && read.header.warnings.isEmpty)
    #expect(
      try Self.read(picture, as: format, MetadataUse(color: .ignore)).header.colorSpace == .sRGB)
    picture.profile = Array(profile.prefix(140))
    let damaged = try Self.read(picture, as: format)
    #expect(damaged.header.colorSpace == .sRGB && damaged.header.warnings.count == 1)
    #expect(damaged.header.unusedProfile != nil && damaged.failure == nil)
    #expect(damaged.rows == read.rows)
  }

  @Test(
    "Exif data, XMP and the name of the colour space are read on request",
    arguments: formatsWithExif)
  func metadata(format: SampleFormat) throws {
    var picture = SamplePicture()
    picture.exif = ExifFixture([271: .ascii("Maker"), 274: .shorts([6])])
    picture.xmp = "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"
    #expect(try Self.read(picture, as: format).header.metadata == nil)
    var use = MetadataUse()
    use.needs = MetadataNeeds(exif: true, xmp: true, color: true)
    let found = try #require(try Self.read(picture, as: format, use).header.metadata)
    #expect(found.exif?.text(271) == "Maker")
    #expect(found.xmp.map { String(decoding: $0, as: UTF8.self) } == [picture.xmp])
    #expect(found.colorName == "sRGB")
    use.needs = MetadataNeeds(color: true)
    #expect(
      try Self.read(picture, as: format, use).header.metadata == PictureMetadata(colorName: "sRGB"))
  }

  @Test("A picture that was replaced in the meantime is not shown", arguments: formats)
  func replaced(format: SampleFormat) throws {
    let folder = TemporaryFolder()
    let name = "a.\(format.ending)"
    try folder.write(format.encoded(SamplePicture()), to: name)
    let file = FormatTable.standard.reading(Array(name.utf8)[...]).reader.file(
      folder[name], MetadataUse())
    let header = try file.header()
    try folder.write(format.encoded(SamplePicture(width: 50, height: 32)), to: name)
    #expect(throws: PictureChanged.self) { try file.rows(as: header) }
    try folder.write([], to: name)
    #expect(throws: (any Error).self) { try file.rows(as: header) }
    #expect(throws: (any Error).self) { try file.header() }
  }

  @Test(
    "The rows left in a truncated file match those of the whole file", arguments: formats)
  func truncated(format: SampleFormat) throws {
    let bytes = format.encoded(SamplePicture(width: 64, height: 96))
    let whole = try ReadPicture(bytes, format.ending)
    #expect(whole.failure == nil)
    let folder = TemporaryFolder()
    let name = "a.\(format.ending)"
    var refused = 0
    for length in stride(from: 0, to: bytes.count - 16, by: max(1, bytes.count / 150)) {
      try folder.write(Array(bytes[..<length]), to: name)
      guard let read = try? ReadPicture(folder[name]) else {
        refused += 1
        continue
      }
      #expect(read.header.size == whole.header.size)
      // A truncated progressive file is decoded coarsely; a truncated animation may lack only its
      // second frame.
      let isWhole = read.failure == nil
      #expect(!isWhole || read.rows == whole.rows, "\(length) of \(bytes.count)")
      guard format.description != "progressive JPEG" else { continue }
      #expect(read.rows.elementsEqual(whole.rows.prefix(read.rows.count)), "\(length)")
    }
    #expect(refused > 0)
  }

  @Test(
    "Hundreds of randomly damaged files are read or refused, and none crashes the process",
    arguments: formats)
  func mutated(format: SampleFormat) throws {
    var generator = SeededGenerator(seed: 47)
    var picture = SamplePicture(width: 33, height: 21, orientation: 6)
    picture.profile = ProfileFixture.rgb(ProfileFixture.linear).encoded()
    picture.xmp = "<x/>"
    let original = format.encoded(picture)
    let folder = TemporaryFolder()
    let name = "a.\(format.ending)"
    var use = MetadataUse()
    use.needs = MetadataNeeds(texts: nil, exif: true, xmp: true, color: true)
    let count = isThorough ? 2000 : 500
    var refused = 0
    for _ in 0..<count {
      let bytes = original.mutated(by: &generator)
      try folder.write(bytes, to: name)
      guard let read = try? ReadPicture(folder[name], use) else {
        refused += 1
        continue
      }
      if read.failure != nil { refused += 1 }
      #expect(
        read.rows.allSatisfy {
          $0.count == read.header.size.width * read.header.format.bytesPerPixel
        })
    }
    #expect(refused > count / 10 && refused < count, "\(refused)")
  }
}

extension ReadPicture {
  fileprivate init(_ path: FilePath, _ metadata: MetadataUse) throws {
    try self.init(path, at: .whole, metadata)
  }
}

extension FormatSampleTests {
  fileprivate static func read(
    _ picture: SamplePicture, as format: SampleFormat, _ metadata: MetadataUse
  ) throws -> ReadPicture {
    try read(picture, as: format, at: .whole, metadata)
  }
}
