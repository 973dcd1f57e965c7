/// IPTC datasets to be written.
///
/// Source: IPTC-NAA, "Information Interchange Model" 4.2, 1.5; Adobe, "Photoshop File Formats
/// Specification", "Image Resources".
public struct IPTCFixture: Sendable {
  /// The datasets, preceded by the UTF-8 declaration.
  public let datasets: [UInt8]

  /// Texts for the given dataset numbers in record 2.
  public init(_ texts: [(dataset: Int, text: String)]) {
    datasets =
      [0x1C, 1, 90, 0, 3, 0x1B, 0x25, 0x47]
      + texts.flatMap { Self.dataset($0.dataset, Array($0.text.utf8)) }
  }

  /// A dataset; an extended one if its length is stored in separate bytes.
  public static func dataset(
    _ number: Int, _ bytes: [UInt8], record: UInt8 = 2, lengthBytes: Int? = nil
  ) -> [UInt8] {
    var length: [UInt8] = lengthBytes.map { [0x80, UInt8($0)] } ?? []
    for place in (0..<(lengthBytes ?? 2)).reversed() {
      length.append(UInt8(truncatingIfNeeded: bytes.count >> (8 * place)))
    }
    return [0x1C, record, UInt8(number)] + length + bytes
  }

  /// The datasets as an image resource, between other resources.
  public var resources: [UInt8] {
    Self.resource(0x03ED, "odd", [1, 2, 3]) + Self.resource(0x0404, "", datasets)
      + Self.resource(0x0425, "four", [4])
  }

  /// An image resource with its name.
  public static func resource(_ number: Int, _ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let count = bytes.count
    var resource = Array("8BIM".utf8) + [UInt8(number >> 8), UInt8(number & 0xFF)]
    resource += [UInt8(name.utf8.count)] + name.utf8 + (name.utf8.count % 2 == 0 ? [0] : [])
    resource += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + bytes
    return resource + (count % 2 == 1 ? [0] : [])
  }
}
