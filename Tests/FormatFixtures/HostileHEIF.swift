/// HEIC files with one picture of 64 x 64 pixels.
///
/// A careless reader spends far more on their lists than their size suggests.
public struct HostileHEIF: Sendable, CustomStringConvertible {
  /// The name in the test log.
  public let description: String
  /// The bytes of the file.
  public let bytes: [UInt8]

  /// A file with lists.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - items: The kinds of the items from number 2 on.
  ///   - references: The reference boxes.
  ///   - properties: Items, and the indices of their properties: 1 is the size of the picture.
  ///   - locations: The body of `iloc`.
  ///   - data: Bytes at the end of the file.
  private init(
    _ name: String, items: [String] = [], references: [UInt8] = [],
    properties: [(item: Int, indices: [UInt8])] = [], locations: [UInt8] = [], data: [UInt8] = []
  ) {
    let kinds = (["hvc1"] + items).enumerated().flatMap { index, kind in
      RawFixture.box(
        "infe", [2, 0, 0, 0] + Self.short(index + 1) + [0, 0] + Array(kind.utf8) + [0])
    }
    let size = RawFixture.box("ispe", [0, 0, 0, 0] + RawFixture.word(64) + RawFixture.word(64))
    let lists = ([(item: 1, indices: [1])] + properties).flatMap {
      Self.short($0.item) + [UInt8($0.indices.count)] + $0.indices
    }
    description = name
    bytes =
      RawFixture.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
      + RawFixture.box(
        "meta",
        [0, 0, 0, 0] + RawFixture.box("pitm", [0, 0, 0, 0, 0, 1])
          + RawFixture.box("iinf", [0, 0, 0, 0] + Self.short(items.count + 1) + kinds)
          + RawFixture.box("iref", [0, 0, 0, 0] + references)
          + RawFixture.box("iloc", locations)
          + RawFixture.box(
            "iprp",
            RawFixture.box("ipco", size)
              + RawFixture.box(
                "ipma", [0, 0, 0, 0] + RawFixture.word(properties.count + 1) + lists)))
      + data
  }

  private static func short(_ number: Int) -> [UInt8] {
    [UInt8(number >> 8 & 255), UInt8(number & 255)]
  }

  /// Many references to the picture from an item with many properties.
  public static func references(_ kind: String, count: Int, properties: Int) -> HostileHEIF {
    HostileHEIF(
      "references \(kind)",
      references: (0..<count).flatMap { _ in RawFixture.box(kind, [0, 2, 0, 1, 0, 1]) },
      properties: (0..<properties).map { _ in (2, [UInt8](repeating: 1, count: 255)) })
  }

  /// Many references from one item with Exif data of the given length.
  public static func descriptions(count: Int, exifBytes: Int) -> HostileHEIF {
    HostileHEIF(
      "descriptions", items: ["Exif"],
      references: (0..<count).flatMap { _ in RawFixture.box("cdsc", [0, 2, 0, 1, 0, 1]) },
      locations: [0, 0, 0, 0, 0x44, 0, 0, 1, 0, 2, 0, 0, 0, 1] + RawFixture.word(0)
        + RawFixture.word(exifBytes), data: [UInt8](repeating: 0, count: exifBytes))
  }

  /// Items with 65,535 extents that take no bytes.
  public static func extents(count: Int) -> HostileHEIF {
    HostileHEIF(
      "extents",
      locations: [0, 0, 0, 0, 0, 0] + short(count)
        + (0..<count).flatMap { short($0) + [0, 0, 255, 255] })
  }

  /// Items with one property each.
  public static func associations(count: Int) -> HostileHEIF {
    HostileHEIF("associations", properties: (0..<count).map { ($0, [1]) })
  }

  /// One file of each kind, each of at most the given number of bytes.
  public static func all(bytes: Int) -> [HostileHEIF] {
    let each = (bytes - 1024) / 2
    return ["thmb", "auxl", "cdsc"].map {
      .references($0, count: each / 14, properties: each / 258)
    } + [
      .descriptions(count: each / 14, exifBytes: each), .extents(count: min(each / 6, 65_535)),
      .associations(count: min(each / 4, 65_535)),
    ]
  }
}
