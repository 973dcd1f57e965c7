package import SheetText

/// What the XMP of a picture says of it.
///
/// Source: XMP specification, part 1 (ISO 16684-1), 8.3 (Dublin Core) and 8.4 (XMP basic).
package struct XMPFacts: Equatable, Sendable {
  private let packet: XMPPacket

  /// The facts of a packet.
  package init(_ packet: XMPPacket) {
    self.packet = packet
  }

  /// The number of stars that somebody gave, 0 to 5, or -1 for a rejected picture.
  ///
  /// Source: `xmp:Rating`.
  package var rating: Fact? {
    guard let number = packet.value(of: "xmp:Rating").flatMap({ Double($0) }), -1...5 ~= number
    else { return nil }
    // Without the sign of a negative zero.
    return Fact(number.text(decimals: 1), number: number + 0)
  }

  /// The rating as five stars, filled or not; nil for none.
  package var stars: Fact? {
    guard let number = rating?.number, number >= 0.5 else { return nil }
    let count = Int(number.rounded())
    return Fact(
      String(repeating: "★", count: count) + String(repeating: "☆", count: 5 - count),
      number: number)
  }

  /// The keywords, in their order.
  ///
  /// Source: `dc:subject`.
  package var keywords: [String] { packet.items(of: "dc:subject") }
}
