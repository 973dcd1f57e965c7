import SheetFixtures
import SheetImaging
import SheetLayout
import SheetPictures
import TestSupport
import Testing

@Suite struct PictureDifferenceTests {
  /// A picture of a few colours with edges, some of them antialiased, and perhaps translucent.
  static func random(
    _ width: Int, _ height: Int, translucent: Bool, _ numbers: inout SeededGenerator
  ) -> ReferenceDifference.Picture {
    let colors = (0..<4).map { _ in
      (0..<3).map { _ in Double(numbers.number(below: 256)) }
        + [translucent ? Double([0, 60, 128, 255][numbers.number(below: 4)]) : 255]
    }
    let (slope, offset) = (numbers.number(below: 5) - 2, numbers.number(below: width))
    var pixels: [[Double]] = []
    for y in 0..<height {
      for x in 0..<width {
        let distance = x - offset - slope * y / 2
        var pixel = colors[distance < 0 ? 0 : 1]
        if distance == 0 { pixel = zip(colors[0], colors[1]).map { (($0 + $1) / 2).rounded() } }
        if numbers.number(below: 12) == 0 { pixel = colors[2 + numbers.number(below: 2)] }
        pixels.append(pixel[3] == 0 ? [0, 0, 0, 0] : pixel)
      }
    }
    return .init(width: width, height: height, pixels: pixels)
  }

  /// The picture with some pixels changed, slightly or strongly.
  static func changed(
    _ picture: ReferenceDifference.Picture, _ numbers: inout SeededGenerator
  ) -> ReferenceDifference.Picture {
    var changed = picture
    for index in changed.pixels.indices where numbers.number(below: 3) == 0 {
      let size = [2, 20, 200][numbers.number(below: 3)]
      for channel in 0..<3 {
        let code = changed.pixels[index][channel] + Double(numbers.number(below: size) - size / 2)
        changed.pixels[index][channel] = min(max(code, 0), 255)
      }
      if changed.pixels[index][3] == 0 { changed.pixels[index] = [0, 0, 0, 0] }
    }
    return changed
  }

  @Test("Counts of changed pixels match their definition in double precision, at each vector level")
  func reference() throws {
    var numbers = SeededGenerator(seed: 31)
    var smoothed = 0
    for round in 0..<60 {
      let (width, height) = (1 + numbers.number(below: 40), 1 + numbers.number(below: 30))
      let before = Self.random(width, height, translucent: round % 3 == 0, &numbers)
      let after =
        round % 4 == 0
        ? Self.random(
          1 + numbers.number(below: 40), 1 + numbers.number(below: 30), translucent: false,
          &numbers) : Self.changed(before, &numbers)
      let rule = ComparisonRule(
        tolerance: [0, 0.02, 0.1, 0.5][numbers.number(below: 4)], ignoresSmoothing: round % 2 == 0)
      let expected = ReferenceDifference(before, after, rule)
      // Pixels exactly at the tolerance may be changed or not.
      let near = expected.distances.count { abs($0 - rule.tolerance) < 2e-6 && $0 > 0 }
      for counts in resultsAtEachVectorLevel({
        Result { try PictureDifference(from: before.source, to: after.source, by: rule).counts() }
      }) {
        let counts = try counts.get()
        let common = min(before.width, after.width) * min(before.height, after.height)
        let beyond =
          before.width * before.height + after.width * after.height - 2 * common
        let changed = expected.changes.count { $0 == .changed } + beyond
        #expect(abs(counts.changed - changed) <= near, "round \(round)")
        #expect(abs(counts.smoothed - expected.changes.count { $0 == .smoothed }) <= near)
        #expect(counts.total == common + beyond)
        #expect(counts.isResized == (beyond > 0))
        let largest =
          zip(expected.changes, expected.distances).filter { $0.0 == .changed }
          .map(\.1).max() ?? 0
        #expect(near > 0 || abs(counts.largest - largest) < 2e-6, "round \(round)")
        #expect((counts.box == nil) == (counts.changed == 0))
        smoothed += counts.smoothed
      }
    }
    #expect(smoothed > 100, "antialiased pixels occur")
  }

  @Test(
    "The difference between black and white is 1; at tolerance 0, one level counts as a change"
  )
  func ends() throws {
    func counts(_ before: [Double], _ after: [Double], _ tolerance: Double) throws
      -> DifferenceCounts
    {
      func picture(_ pixel: [Double]) -> MemoryPicture {
        ReferenceDifference.Picture(width: 1, height: 1, pixels: [pixel]).source
      }
      return try PictureDifference(
        from: picture(before), to: picture(after), by: ComparisonRule(tolerance: tolerance)
      ).counts()
    }
    let far = try counts([0, 0, 0, 255], [255, 255, 255, 255], 0.1)
    #expect(abs(far.largest - 1) < 1e-6 && far.changed == 1 && far.share == 1)
    #expect(far.box == PixelRect(x: 0, y: 0, width: 1, height: 1))
    for code in 0..<255 {
      for channel in 0..<3 {
        var pixel: [Double] = [9, 9, 9, 255]
        pixel[channel] = Double(code)
        var other = pixel
        other[channel] += 1
        #expect(try counts(pixel, other, 0).changed == 1, "\(pixel)")
        #expect(try counts(pixel, other, 0.1).changed == 0, "\(pixel)")
      }
    }
    // A white pixel differs from a transparent one, although not over white.
    #expect(try counts([255, 255, 255, 255], [0, 0, 0, 0], 0.1).changed == 1)
    #expect(try counts([255, 255, 255, 0], [0, 90, 0, 0], 0).changed == 0, "both are transparent")
  }

  @Test(
    "A wide and a tall picture take time proportional to their pixels, not to their bounding box")
  func longAndHigh() throws {
    let side = 400_000
    func plain(_ width: Int, _ height: Int, _ code: UInt8) -> MemoryPicture {
      MemoryPicture(
        name: "\(width)", size: PixelSize(width: width, height: height),
        format: PixelFormat(.gray, .eight),
        bytes: [UInt8](repeating: code, count: width * height))
    }
    let difference = try PictureDifference(from: plain(side, 1, 9), to: plain(1, side, 0))
    // Comparing row by row over the bounding box would visit 160 billion pixels.
    let counts = try difference.counts()
    #expect(counts.changed == 2 * side - 2 && counts.total == 2 * side - 1)
    #expect(counts.box == PixelRect(x: 0, y: 0, width: side, height: side))
    #expect(difference.tileDivisor > 1)
    let rows = try difference.opened(as: difference.header(), dividedBy: 20_000)
    var tile: [[UInt8]] = []
    for _ in 0..<20 { try rows.next { row in tile.append(row.indices.map { row[$0] }) } }
    try rows.finish()
    // The faint picture is a very thin line in the first column.
    #expect(tile.allSatisfy { $0 == [UInt8](repeating: 255, count: 60) })
    let common = try PictureDifference(from: plain(64, 64, 9), to: plain(60, 64, 0))
    #expect(common.tileDivisor == 1)
    let halves = try common.opened(as: common.header(), dividedBy: 8)
    try halves.next { row in
      // A tenth of black covers seven and a half squares of 8 x 8 pixels.
      #expect(row.indices.map { row[$0] } == [UInt8](repeating: 229, count: 21) + [242, 242, 242])
    }
  }

  @Test(
    "The box around all changes is in upright coordinates, however the pictures are stored",
    arguments: Orientation.allCases)
  func boxes(_ orientation: Orientation) throws {
    let size = PixelSize(width: 5, height: 3)
    func picture(_ changed: Bool) -> StoredPicture {
      var bytes = [UInt8](repeating: 200, count: 15)
      if changed { (bytes[1 * 5 + 1], bytes[1 * 5 + 2]) = (0, 0) }
      return StoredPicture(size: size, bytes: bytes, orientation: orientation)
    }
    let counts = try PictureDifference(
      from: picture(false), to: picture(true),
      by: ComparisonRule(ignoresSmoothing: false)
    ).counts()
    // The expected box, found by rotating the picture's pixels.
    var upright = UprightPixels(orientation, width: 5, height: 3, bytesPerPixel: 1)
    for row in 0..<3 {
      upright.setRow(row, to: Array(picture(true).bytes[row * 5..<row * 5 + 5]).span)
    }
    let width = orientation.swapsSides ? 3 : 5
    let places = upright.bytes.indices.filter { upright.bytes[$0] == 0 }
    let (columns, rows) = (places.map { $0 % width }, places.map { $0 / width })
    let box = try #require(counts.box)
    #expect(box.x == columns.min() && box.maxX == (columns.max() ?? 0) + 1)
    #expect(box.y == rows.min() && box.maxY == (rows.max() ?? 0) + 1)
    #expect(counts.changed == 2)
  }

  @Test(
    "A rotated picture equals the same picture stored upright", arguments: Orientation.allCases)
  func turned(_ orientation: Orientation) throws {
    let bytes = (0..<15).map { UInt8($0 * 16) }
    let stored = StoredPicture(
      size: PixelSize(width: 5, height: 3), bytes: bytes, orientation: orientation)
    var pixels = UprightPixels(orientation, width: 5, height: 3, bytesPerPixel: 1)
    for row in 0..<3 { pixels.setRow(row, to: Array(bytes[row * 5..<row * 5 + 5]).span) }
    let upright = StoredPicture(
      size: orientation.swapsSides
        ? PixelSize(width: 3, height: 5) : PixelSize(width: 5, height: 3),
      bytes: pixels.bytes, orientation: .upright)
    for (before, after) in [(stored, upright), (upright, stored)] {
      let counts = try PictureDifference(
        from: before, to: after, by: ComparisonRule(tolerance: 0)
      ).counts()
      #expect(counts.areEqual)
    }
  }

  @Test("Colours are compared through their profiles: 16-bit linear light equals 8-bit sRGB")
  func profiles() throws {
    func light(_ code: Int) -> UInt16 {
      UInt16((TransferCurve.sRGB.decoded(Double(code) / 255) * 65_535).rounded())
    }
    let codes = Array(0..<256)
    let size = PixelSize(width: 16, height: 16)
    let sRGB = MemoryPicture(
      name: "codes.png", size: size, format: PixelFormat(.gray, .eight),
      bytes: codes.map { UInt8($0) })
    let linear = MemoryPicture(
      name: "light.png", size: size, format: PixelFormat(.rgb, .sixteen),
      colorSpace: ColorSpace(.linear),
      bytes: codes.flatMap { code -> [UInt8] in
        let sample = [UInt8(light(code) >> 8), UInt8(light(code) & 255)]
        return sample + sample + sample
      })
    let exact = ComparisonRule(tolerance: 0)
    #expect(try PictureDifference(from: sRGB, to: linear, by: exact).counts().areEqual)
    // Without the profile, the same numbers are very different colours.
    let coded = MemoryPicture(
      name: "coded.png", size: size, format: PixelFormat(.rgb, .sixteen), bytes: linear.bytes)
    #expect(try PictureDifference(from: sRGB, to: coded).counts().share > 0.5)
  }

  @Test("A difference picture covers both pictures, in faint grey with coloured changes")
  func picture() throws {
    func plain(_ width: Int, _ height: Int, _ code: UInt8) -> StoredPicture {
      StoredPicture(
        size: PixelSize(width: width, height: height),
        bytes: [UInt8](repeating: code, count: width * height), orientation: .upright)
    }
    let difference = try PictureDifference(from: plain(4, 2, 0), to: plain(3, 3, 0))
    let header = difference.header()
    #expect(header.size == PixelSize(width: 4, height: 3))
    let rows = try difference.rows(as: header)
    var bytes: [[UInt8]] = []
    for _ in 0..<3 {
      try rows.next { row in bytes.append((0..<row.count).map { row[$0] }) }
    }
    try rows.finish()
    let changed: [UInt8] = [205, 0, 135]
    let faint: [UInt8] = [229, 229, 229]
    #expect(bytes[0] == faint + faint + faint + changed)
    // Neither picture reaches into the corner.
    #expect(bytes[2] == changed + changed + changed + [255, 255, 255])
    let counts = try difference.counts()
    #expect(counts.changed == 5 && counts.total == 11 && counts.isResized)
    #expect(counts.box == PixelRect(x: 0, y: 0, width: 4, height: 3))
  }
}

/// A grey picture stored in a given orientation.
struct StoredPicture: PictureSource {
  let name = "stored.png"
  let size: PixelSize
  let bytes: [UInt8]
  let orientation: Orientation

  func header() -> PictureHeader {
    PictureHeader(size: size, format: PixelFormat(.gray, .eight), orientation: orientation)
  }

  func rows(as header: PictureHeader) -> sending any PictureRows {
    MemoryPicture(name: name, size: size, format: PixelFormat(.gray, .eight), bytes: bytes)
      .rows(as: header)
  }
}

extension ReferenceDifference.Picture {
  /// The picture as RGBA, or without alpha if it is opaque.
  var source: MemoryPicture {
    let isOpaque = pixels.allSatisfy { $0[3] == 255 }
    return MemoryPicture(
      name: "memory.png", size: PixelSize(width: width, height: height),
      format: PixelFormat(isOpaque ? .rgb : .rgba, .eight),
      bytes: pixels.flatMap { $0.prefix(isOpaque ? 3 : 4).map { UInt8($0) } })
  }
}
