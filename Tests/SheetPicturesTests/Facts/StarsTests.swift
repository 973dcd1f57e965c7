import SheetModel
import Testing

@testable import SheetPictures

@Suite struct StarsTests {
  @Test(
    "A rating is shown as stars, but 0 and a rejection have no stars",
    arguments: [
      ("5", "★★★★★"), ("4", "★★★★☆"), ("1", "★☆☆☆☆"), ("2.5", "★★★☆☆"), ("0", nil), ("-1", nil),
      ("", nil),
    ])
  func stars(rating: String, expected: String?) {
    let packet = XMPPacket(Array("<x xmp:Rating='\(rating)'/>".utf8))
    #expect(Fact(starsOf: MetadataSources(sidecars: XMPFacts([packet])).rating)?.text == expected)
  }
}
