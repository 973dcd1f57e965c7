import FormatFixtures
import JPEGFixtures
import SheetFixtures
import TestSupport
import Testing

@testable import SheetPictures

/// Strips whose damage libtiff only warns about, filling in other pixels.
@Suite(.needs(.tiff))
struct TIFFDamageTests {
  /// A file with one strip, and its codec.
  struct Sample: Sendable, CustomStringConvertible {
    let description: String
    let fixture: TIFFFixture
    let strip: [UInt8]
  }

  static let faxes = [2, 3, 4].map { coding in
    let (fixture, strip) = TIFFFixture.fax(coding: coding)
    return Sample(description: "fax of coding \(coding)", fixture: fixture, strip: strip)
  }

  /// JPEGs with one scan and with several.
  static let jpegs = [false, true].map { isProgressive in
    var picture = JPEGFixture(width: 48, height: 32)
    picture.isProgressive = isProgressive
    var fixture = TIFFFixture()
    (fixture.width, fixture.height, fixture.stripHeight, fixture.colors) = (48, 32, 32, 6)
    fixture.entries = [(259, .shorts([7])), (530, .shorts([2, 2]))]
    return Sample(
      description: isProgressive ? "progressive JPEG" : "JPEG", fixture: fixture,
      strip: JPEGFixture.isAvailable ? picture.encoded() : [])
  }

  static func check(_ sample: Sample) throws {
    let whole = try ReadPicture(sample.fixture.file([sample.strip]), "tif")
    #expect(whole.failure == nil && whole.rows.count == sample.fixture.height)
    let lost = sample.strip.count / 3
    var random = SeededGenerator(seed: 3)
    let kept = Array(sample.strip.dropLast(lost))
    let noise = (0..<lost).map { _ in UInt8(random.number(below: 256)) }
    for (damage, strip) in [
      ("cut", kept), ("zeroed", kept + [UInt8](repeating: 0, count: lost)),
      ("noise", kept + noise),
    ] {
      let read = try ReadPicture(sample.fixture.file([strip]), "tif")
      #expect(read.failure?.isEmpty == false, "\(sample), \(damage)")
    }
  }

  @Test(
    "A fax strip whose end is missing, zeroed or replaced by noise counts as incomplete",
    arguments: faxes)
  func fax(sample: Sample) throws { try Self.check(sample) }

  @Test(
    "A JPEG strip whose end is missing, zeroed or replaced by noise counts as incomplete",
    .needs(.jpeg), arguments: jpegs)
  func jpeg(sample: Sample) throws { try Self.check(sample) }

  @Test("A truncated fax is shown as far as it can be decoded")
  func cutFax() throws {
    let (fixture, strip) = TIFFFixture.fax(coding: 4)
    let read = try ReadPicture(fixture.file([Array(strip.prefix(1))]), "tif")
    #expect(read.failure == "unexpected end of file" && read.rows.count == 8)
  }
}
