import FormatFixtures
import SheetFixtures
import SheetImaging
import TestSupport
import Testing

@testable import SheetPictures

/// The bytes that libheif and its decoders use, which are estimated before they see a file.
@Suite struct HEIFMemoryTests {
  @Test("4:4:4 chroma, deep samples and film grain each take more bytes per pixel")
  func forms() {
    func bytes(_ isDeep: Bool, _ hasFullColors: Bool, _ hasGrain: Bool) -> Int {
      HEIFPixelForm(hasFullColors: hasFullColors, isDeep: isDeep, hasGrain: hasGrain).bytesPerPixel
    }
    #expect(bytes(false, false, false) == 7 && bytes(false, false, true) == 9)
    #expect(bytes(false, true, false) == 14 && bytes(false, true, true) == 17)
    #expect(bytes(true, false, false) == 18 && bytes(true, false, true) == 18)
    #expect(bytes(true, true, false) == 25 && bytes(true, true, true) == 31)
  }

  /// The form of an AV1 picture whose sequence header has these bits after its size.
  ///
  /// The sequence has a reduced header, for a picture of 16 x 16 pixels.
  private static func form(profile: Int, colors: String, flags: UInt8) throws -> HEIFPixelForm {
    func binary(_ number: Int, _ count: Int) -> String {
      let digits = String(number, radix: 2)
      return String(repeating: "0", count: count - digits.count) + digits
    }
    // A still picture with a reduced header, its level and its sides; then six coding tools.
    var bits = binary(profile, 3) + "11" + "00000" + "0011" + "0011" + "1111" + "1111" + "000000"
    bits += colors + "1"
    bits += String(repeating: "0", count: (8 - bits.count % 8) % 8)
    var sequence: [UInt8] = []
    for start in stride(from: 0, to: bits.count, by: 8) {
      let digits = bits.dropFirst(start).prefix(8)
      sequence.append(UInt8(digits, radix: 2) ?? 0)
    }
    let stream = [0x0A, UInt8(sequence.count)] + sequence + [0x32, 1, 0]
    let file = CodedPicturesTests.file("av01", ("av1C", [0x81, 0, flags, 0]), stream)
    return try HEIFContainer(ByteView(file), MetadataNeeds()).pixelForm
  }

  @Test("4:4:4 chroma and film grain are found in the stream, whatever the file declares")
  func streams() throws {
    let subsampled: UInt8 = 0x0C
    // 8 bits, colours without a description, their range and sample position, one more flag, and
    // grain or none.
    #expect(
      try Self.form(profile: 0, colors: "0" + "0" + "0" + "0" + "00" + "0" + "0", flags: subsampled)
        == HEIFPixelForm())
    #expect(
      try Self.form(profile: 0, colors: "0" + "0" + "0" + "0" + "00" + "0" + "1", flags: subsampled)
        == HEIFPixelForm(hasGrain: true))
    #expect(
      try Self.form(profile: 1, colors: "0" + "0" + "0" + "0" + "1", flags: subsampled)
        == HEIFPixelForm(hasFullColors: true, hasGrain: true))
    #expect(
      try Self.form(profile: 1, colors: "1" + "0" + "0" + "0" + "0", flags: 0)
        == HEIFPixelForm(hasFullColors: true, isDeep: true))
    // Grey has neither the chroma sample position nor the last flag.
    #expect(
      try Self.form(profile: 0, colors: "0" + "1" + "0" + "0" + "1", flags: 0x1C)
        == HEIFPixelForm(hasGrain: true))
  }

  @Test(
    "A HEIC or AVIF picture holds as many bytes as its decoded pixels and the file take",
    .needs(.heif))
  func held() throws {
    for isAV1 in [false, true] {
      let fixture = HEIFFixture(width: 128, height: 64, isAV1: isAV1)
      let file = fixture.encoded()
      let folder = TemporaryFolder()
      try folder.write(file, to: "a.heic")
      let header = try LibraryFile(folder["a.heic"], as: .heic).header()
      let form = try HEIFContainer(ByteView(file), MetadataNeeds()).pixelForm
      #expect(header.heldBytes == 128 * 64 * form.bytesPerPixel + file.count)
      #expect(header.takenBytes == header.heldBytes + 8 << 20 + 128 * 64)
      #expect(!form.isDeep && !form.hasGrain)
    }
  }
}
