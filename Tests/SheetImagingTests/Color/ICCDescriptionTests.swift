import ColorFixtures
import TestSupport
import Testing

@testable import SheetImaging

@Suite struct ICCDescriptionTests {
  private static let profile = ProfileFixture.rgb(ProfileFixture.sRGBCurve)

  private func description(_ tag: [UInt8]) -> String? {
    ICCProfile.description(of: Self.profile.described(tag).encoded())
  }

  private func localized(_ texts: [(language: String, text: String)]) -> String? {
    description(ProfileFixture.localizedText(texts.map { ($0.language, Array($0.text.utf16)) }))
  }

  @Test("A description in a version 2 profile ends at its count, or at an earlier NUL")
  func plainText() {
    func text(_ text: String) -> String? {
      description(ProfileFixture.plainText(Array(text.utf8)))
    }
    #expect(text("Adobe RGB (1998)\0") == "Adobe RGB (1998)")
    #expect(text("Adobe RGB (1998)") == "Adobe RGB (1998)")
    #expect(text("a\0b\0") == "a")
    #expect(text("\0") == "")
    #expect(text("") == "")
    #expect(description(ProfileFixture.plainText([0x61, 0xE4, 0])) == "a\u{FFFD}")
  }

  @Test("If there are several languages, the English description is used, or else the first")
  func localizedText() {
    #expect(localized([("de", "Farben"), ("en", "Colours"), ("en", "Colors")]) == "Colours")
    #expect(localized([("de", "Anzeige P3"), ("fr", "Affichage P3")]) == "Anzeige P3")
    #expect(localized([("ja", "色\u{1F3A8}")]) == "色\u{1F3A8}")
    #expect(localized([("en", "a\0b")]) == "a")
    #expect(localized([("en", "")]) == "")
  }

  @Test("A missing profile, or one without a description, gives nil")
  func missing() {
    #expect(ICCProfile.description(of: Self.profile.encoded()) == nil)
    #expect(ICCProfile.description(of: []) == nil)
    #expect(description([]) == nil)
    #expect(description(Array("text".utf8) + [0, 0, 0, 0] + Array("Display P3\0".utf8)) == nil)
  }

  @Test("CMYK profiles have a description as well")
  func inks() {
    var inks = Self.profile.described("Coated FOGRA39")
    (inks.colorSpace, inks.deviceClass, inks.connectionSpace) = ("CMYK", "prtr", "Lab ")
    #expect(ICCProfile.description(of: inks.encoded()) == "Coated FOGRA39")
  }

  @Test(
    "A description whose count exceeds its tag gives no text",
    arguments: [85, 0x7FFF_FFFF, 0xFFFF_FFFF])
  func plainCounts(count: Int) {
    // The tag has room for 84 bytes: six letters, and the 78 bytes after them.
    #expect(description(ProfileFixture.plainText(Array("colour".utf8), count: count)) == nil)
    #expect(description(ProfileFixture.plainText(Array("colour".utf8), count: 84)) == "colour")
  }

  @Test(
    "A description whose numbers lead beyond its tag gives no text",
    arguments: [
      // The number of texts, the size of a record, and the length and offset of the first one.
      (8, 3), (8, 0), (8, 0xFFFF_FFFF), (12, 11), (12, 0), (12, 0xFFFF_FFFF), (20, 11), (20, 14),
      (20, 0xFFFF_FFFF), (20, 0xFFFF_FFFE), (24, 30), (24, 0xFFFF_FFFF), (24, 0xFFFF_FFFE),
    ])
  func localizedNumbers(place: Int, value: Int) {
    var tag = ProfileFixture.localizedText([("en", Array("colour".utf16))])
    tag.replaceSubrange(
      place..<place + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) })
    #expect(description(tag) == nil)
  }

  @Test("Unpaired surrogates in a description are replaced")
  func surrogates() {
    let tag = ProfileFixture.localizedText([("en", [0xD83C, 0x61, 0xDFA8])])
    #expect(description(tag) == "\u{FFFD}a\u{FFFD}")
  }

  @Test("A description is cut off after 256 characters")
  func long() {
    let text = String(repeating: "a", count: 10_000)
    let expected = String(repeating: "a", count: 256)
    #expect(description(ProfileFixture.plainText(Array(text.utf8))) == expected)
    #expect(localized([("en", text)]) == expected)
  }

  @Test("No truncated tag, and no flipped bit in one, causes a crash")
  func damage() {
    let tags = [
      ProfileFixture.plainText(Array("colour\0".utf8)),
      ProfileFixture.localizedText([("de", [0x61]), ("en", [0x62, 0x63])]),
    ]
    for tag in tags {
      for damaged in Array(tag.truncations) + Array(tag.bitFlips) {
        let text = description(damaged.bytes) ?? ""
        #expect(!text.unicodeScalars.contains("\0"), "\(damaged)")
      }
    }
  }
}
