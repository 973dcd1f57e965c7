import SheetImaging
import SheetLayout
import TestSupport
import Testing

@testable import SheetPictures

/// Parts of pictures that are not compared.
@Suite struct IgnoredAreasTests {
  /// A grey picture in upright orientation.
  struct Upright {
    let (width, height): (Int, Int)
    var codes: [UInt8]

    init(_ width: Int, _ height: Int, _ code: () -> UInt8) {
      (self.width, self.height) = (width, height)
      codes = (0..<width * height).map { _ in code() }
    }

    /// The picture stored in a given orientation.
    func stored(_ orientation: Orientation) -> StoredPicture {
      let size =
        orientation.swapsSides
        ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
      var bytes: [UInt8] = []
      for row in 0..<size.height {
        let line = orientation.line(ofRow: row, width: size.width, height: size.height)
        for column in 0..<size.width {
          bytes.append(
            codes[(line.y + column * line.stepY) * width + line.x + column * line.stepX])
        }
      }
      return StoredPicture(size: size, bytes: bytes, orientation: orientation)
    }
  }

  static func difference(
    _ before: StoredPicture, _ after: StoredPicture, ignoring ignored: IgnoredAreas
  ) -> PictureDifference {
    PictureDifference(
      from: (before, before.header()), to: (after, after.header()),
      by: ComparisonRule(tolerance: 0, ignoresSmoothing: false), ignoring: ignored)
  }

  @Test(
    "Only pixels outside ignored parts count, however the pictures are stored",
    arguments: Orientation.allCases)
  func property(_ orientation: Orientation) throws {
    var numbers = SeededGenerator(seed: UInt64(orientation.rawValue))
    var ignoredChanges = 0
    for round in 0..<30 {
      let (width, height) = (1 + numbers.number(below: 30), 1 + numbers.number(below: 30))
      // The changes are close together, further apart, or single.
      let codes = 2 + round % 3 * 60
      func picture(_ codes: Int) -> Upright {
        Upright(width, height) { numbers.number(below: codes) == 0 ? 0 : 40 }
      }
      let (before, after, mask) = (picture(codes), picture(codes), picture(2))
      let areas = (0..<numbers.number(below: 3)).map { _ in
        let (x, y) = (numbers.number(below: width), numbers.number(below: height))
        return PixelRect(
          x: x, y: y, width: 1 + numbers.number(below: width - x),
          height: 1 + numbers.number(below: height - y))
      }
      // A mask's stored orientation may differ from its picture's.
      let ignored = IgnoredAreas(
        areas: areas,
        mask: round % 2 == 0 ? nil : SheetPicture(mask.stored(Orientation.allCases[round % 8])))
      func isIgnored(_ index: Int) -> Bool {
        let (x, y) = (index % width, index / width)
        return ignored.mask != nil && mask.codes[index] == 0
          || areas.contains { ($0.x..<$0.maxX).contains(x) && ($0.y..<$0.maxY).contains(y) }
      }
      let differing = before.codes.indices.filter { before.codes[$0] != after.codes[$0] }
      ignoredChanges += differing.count(where: isIgnored)
      // Both pictures are stored in the same orientation, or one of them is upright.
      for other in [orientation, .upright] {
        let counts = try Self.difference(
          before.stored(other), after.stored(orientation), ignoring: ignored
        ).counts()
        let expected = differing.filter { !isIgnored($0) }
        #expect(counts.changed == expected.count, "round \(round), \(other)")
        #expect(counts.box?.x == expected.map { $0 % width }.min())
        #expect(counts.box?.y == expected.map { $0 / width }.min())
        #expect(counts.total == width * height)
        let regions = ReferenceRegion.all(among: expected.map { ($0 % width, $0 / width) })
        #expect(counts.regions.map(ReferenceRegion.init) == regions, "round \(round), \(other)")
      }
    }
    #expect(ignoredChanges > 100, "some changes are in ignored parts")
  }

  @Test("Parts that only one picture has can be ignored as well, and are hatched")
  func beyond() throws {
    let (before, after) = (Upright(12, 4) { 0 }, Upright(8, 9) { 0 })
    let ignored = IgnoredAreas(areas: [
      PixelRect(x: 6, y: 0, width: 4, height: 2), PixelRect(x: 0, y: 3, width: 3, height: 3),
    ])
    let difference = Self.difference(
      before.stored(.upright), after.stored(.upright), ignoring: ignored)
    let counts = try difference.counts()
    // Pixels in only one picture: 4 x 4 and 8 x 5, of which 2 x 2 and 3 x 2 are ignored.
    #expect(counts.changed == 16 + 40 - 4 - 6)
    let header = difference.header()
    let rows = try difference.rows(as: header)
    var colors: [[UInt8]: Int] = [:]
    for _ in 0..<header.size.height {
      try rows.next { row in
        for x in 0..<header.size.width {
          colors[[row[3 * x], row[3 * x + 1], row[3 * x + 2]], default: 0] += 1
        }
      }
    }
    try rows.finish()
    #expect(colors[[205, 0, 135]] == counts.changed)
    #expect(colors[[150, 150, 150]] == 3, "about every sixth pixel of 8 + 9")
  }
}

extension IgnoredAreasTests {
  @Test(
    "Areas are clipped to the pictures, and those that are empty or outside ignore nothing",
    arguments: Orientation.allCases)
  func outside(_ orientation: Orientation) throws {
    let (before, after) = (Upright(12, 9) { 0 }, Upright(12, 9) { 200 })
    for (area, count) in [
      (PixelRect(x: 10_000, y: 0, width: 10_000, height: 5), 0),
      (PixelRect(x: 0, y: 0, width: 10_000, height: 10_000), 108),
      (PixelRect(x: 10, y: 4, width: 10_000, height: 2), 4),
      (PixelRect(x: 5, y: 5, width: 0, height: 0), 0),
      (PixelRect(x: -5, y: -5, width: 10, height: 10), 25),
      (PixelRect(x: 0, y: 0, width: -5, height: -5), 0),
      (PixelRect(x: 100, y: 100, width: -10_000, height: 4), 0),
    ] {
      let difference = Self.difference(
        before.stored(orientation), after.stored(orientation),
        ignoring: IgnoredAreas(areas: [area]))
      var rows = try IgnoredRows(difference.ignored, of: difference)
      for _ in 0..<difference.size.height {
        let ignored = try rows.next()
        #expect(ignored.count <= difference.size.width, "\(area)")
      }
      #expect(try difference.counts().changed == 108 - count, "\(area)")
    }
  }
}

extension ReferenceRegion {
  fileprivate init(_ region: DifferenceCounts.Region) {
    self.init(
      x: region.area.x, y: region.area.y, width: region.area.width, height: region.area.height,
      changed: region.changed)
  }
}
