import SheetFixtures
import SheetImaging
import SheetLayout
import SheetText
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning

@Suite struct DuplicatesTests {
  /// A picture of random patches, or of those of another seed in part, in a size.
  static func picture(
    _ name: String, seed: UInt64, width: Int = 48, height: Int = 32, lighter: Int = 0
  ) throws -> PictureFacts {
    var generator = SeededGenerator(seed: seed)
    let colors = (0..<12 * 8 * 3).map { _ in Int.random(in: 0..<200, using: &generator) }
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<3 {
          bytes.append(
            UInt8(colors[(y * 8 / height * 12 + x * 12 / width) * 3 + channel] + lighter))
        }
      }
    }
    let source = MemoryPicture(
      name: name, size: PixelSize(width: width, height: height),
      format: PixelFormat(.rgb, .eight), bytes: bytes)
    return PictureFacts(try SheetPicture(source).looked())
  }

  /// What the rule says, by comparing all pairs.
  static func reference(_ pictures: [PictureFacts]) -> [Int?] {
    var originals: [Int?] = []
    for index in pictures.indices {
      let picture = pictures[index].picture
      originals.append(
        (0..<index).first { other in
          guard originals[other] == nil, let one = picture.pixelFacts, let size = picture.size,
            let two = pictures[other].picture.pixelFacts,
            let otherSize = pictures[other].picture.size
          else { return false }
          let ratio =
            Double(size.width) / Double(size.height) * Double(otherSize.height)
            / Double(otherSize.width)
          let mean = Double(one.thumbnail.difference(from: two.thumbnail)) / 768
          return mean <= 8 && max(ratio, 1 / ratio) <= 1.02
        })
    }
    return originals
  }

  @Test("Copies are those that comparing all pairs finds", arguments: 1...6 as ClosedRange<UInt64>)
  func reference(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pictures = try (0..<60).map { number in
      try Self.picture(
        "\(number)", seed: UInt64.random(in: 0..<12, using: &generator),
        width: Int.random(in: 47...49, using: &generator),
        lighter: Int.random(in: 0...20, using: &generator))
    }
    let originals = pictures.originals()
    #expect(originals == Self.reference(pictures))
    #expect(originals.contains { $0 != nil } && originals.contains { $0 == nil })
  }

  @Test("A smaller or slightly lighter copy is one, and another shape or picture is none")
  func exact() throws {
    let pictures = try [
      Self.picture("a", seed: 1), Self.picture("b", seed: 1, width: 96, height: 64),
      Self.picture("c", seed: 1, lighter: 7), Self.picture("d", seed: 1, lighter: 9),
      Self.picture("e", seed: 1, width: 32), Self.picture("f", seed: 2),
      Self.picture("g", seed: 1, lighter: 10),
    ]
    // Seven levels from the first, two of another: what is no copy is compared with as well.
    #expect(pictures.originals() == [nil, 0, 0, nil, nil, nil, 3])
  }

  @Test("Copies are marked, or left out with a note that counts them")
  func policies() throws {
    let pictures = try [
      Self.picture("x/a.png", seed: 1), Self.picture("x/b.png", seed: 1),
      Self.picture("y/c.png", seed: 2),
      Self.picture("y/a.png", seed: 1),
    ]
    let shown = pictures.treatingDuplicates(as: .show)
    #expect(shown.pictures.count == 4 && shown.note == nil)
    let marked = pictures.treatingDuplicates(as: .mark)
    #expect(marked.pictures.map { $0.picture.lookalikes?.original } == [nil, "a", nil, "a"])
    #expect(marked.note == nil)
    let skipped = pictures.treatingDuplicates(as: .skip)
    #expect(skipped.pictures.map(\.picture.source.name) == ["x/a.png", "y/c.png"])
    #expect(
      skipped.note?.text
        == "2 of 4 pictures left out as copies of others; the first is b, a copy of a")
    #expect(Array(pictures.dropFirst(2)).treatingDuplicates(as: .skip).note == nil)
  }

  @Test("Thousands of equal pictures, and pictures that cannot be read, are no trouble")
  func many() throws {
    let one = try Self.picture("a", seed: 1)
    let broken = PictureFacts(.broken)
    let many = Array(repeating: one, count: 2000) + [broken, broken]
    let originals = many.originals()
    #expect(originals[0] == nil && originals[1..<2000].allSatisfy { $0 == 0 })
    #expect(originals.suffix(2) == [nil, nil])
  }
}
