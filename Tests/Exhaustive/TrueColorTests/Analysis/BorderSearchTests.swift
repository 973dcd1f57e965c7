import TestSupport
import Testing

@testable import SheetImaging

@Suite struct BorderSearchTests {
  /// A picture given by its samples, row by row and pixel by pixel.
  struct Drawing {
    let format: PixelFormat
    let (width, height): (Int, Int)
    var samples: [Int]

    init(_ format: PixelFormat, _ width: Int, _ height: Int, color: [Int]) {
      (self.format, self.width, self.height) = (format, width, height)
      samples = (0..<width * height).flatMap { _ in color }
    }

    /// A picture drawn with letters, each of which stands for a grey.
    init(_ rows: [String], _ greys: [Character: Int]) {
      self.init(PixelFormat(.gray, .eight), rows[0].count, rows.count, color: [0])
      samples = rows.joined().map { greys[$0] ?? 0 }
    }

    subscript(x: Int, y: Int) -> [Int] {
      get {
        Array(
          samples[
            (y * width + x) * format.channels.count..<(y * width + x + 1) * format.channels.count])
      }
      set {
        let start = (y * width + x) * format.channels.count
        samples.replaceSubrange(start..<start + newValue.count, with: newValue)
      }
    }

    /// The part inside the border as `x y width height`; nil if there is none.
    func rest(_ tolerance: Int = 0) -> [Int]? {
      var search = BorderSearch(format, width: width, height: height, tolerance: tolerance)
      let length = width * format.channels.count
      for y in 0..<height {
        let row = samples[y * length..<(y + 1) * length].flatMap { sample in
          format.depth == .eight ? [UInt8(sample)] : [UInt8(sample >> 8), UInt8(sample & 255)]
        }
        search.add(row.span)
      }
      return search.rest.map {
        [$0.columns.lowerBound, $0.rows.lowerBound, $0.columns.count, $0.rows.count]
      }
    }
  }

  private static let formats = PixelFormat.Channels.allCases.flatMap { channels in
    SampleDepth.allCases.map { PixelFormat(channels, $0) }
  }

  @Test("The part inside the border is found, whatever it shows", arguments: formats)
  func padded(format: PixelFormat) {
    var noise = SeededGenerator(seed: 44)
    let maximum = format.depth.maximum
    for _ in 0..<60 {
      let (width, height) = (1 + noise.number(below: 9), 1 + noise.number(below: 9))
      let pads = (0..<4).map { _ in noise.number(below: 5) }
      var border = (0..<format.channels.count).map { _ in noise.number(below: maximum + 1) }
      let isTransparent = format.channels.hasAlpha && noise.number(below: 2) == 0
      if isTransparent { border[border.count - 1] = 0 }
      var drawing = Drawing(
        format, width + pads[0] + pads[1], height + pads[2] + pads[3], color: border)
      // One pixel at each edge of the content is enough, since all corners of the picture belong to
      // the border.
      guard pads.allSatisfy({ $0 > 0 }) else { continue }
      var other = border.map { maximum - $0 }
      if other == border { other[0] = border[0] ^ 1 }
      if format.channels.hasAlpha { other[other.count - 1] = max(1, maximum / 2) }
      let (left, top) = (pads[0], pads[2])
      drawing[left, top + noise.number(below: height)] = other
      drawing[left + width - 1, top + noise.number(below: height)] = other
      drawing[left + noise.number(below: width), top] = other
      drawing[left + noise.number(below: width), top + height - 1] = other
      #expect(drawing.rest() == [left, top, width, height])
      if isTransparent {
        // The colours of fully transparent pixels have no influence.
        for x in 0..<drawing.width { drawing[x, 0][0] = noise.number(below: maximum + 1) }
        #expect(drawing.rest() == [left, top, width, height])
      }
    }
  }

  @Test(
    "The border has a colour that at least three corners share",
    arguments: [
      (["....", ".#..", "...."], [1, 1, 1, 1]), (["...#", ".#..", "...."], [1, 0, 3, 2]),
      (["#...", ".#..", "...."], [0, 0, 2, 2]), (["....", "..#.", "...#"], [2, 1, 2, 2]),
      (["....", "..#.", "#..."], [0, 1, 3, 2]),
      (["...#", ".#..", "#..."], [0, 0, 4, 3]), (["####", ".#..", "...."], [0, 0, 4, 3]),
      (["o..#", ".#..", "...."], [0, 0, 4, 3]), (["#...", "....", "...#"], [0, 0, 4, 3]),
      // Thin lines and single pixels are content, not noise.
      ([".....", "..#..", ".....", "....."], [2, 1, 1, 1]), (["...", "###", "..."], [0, 1, 3, 1]),
      (["...", "...", "...", "..#"], [2, 3, 1, 1]),
    ] as [([String], [Int])])
  func corners(rows: [String], rest: [Int]) {
    let drawing = Drawing(rows, [".": 200, "#": 90, "o": 30])
    #expect(drawing.rest() == rest)
    // The result is the same if the picture is upside down.
    let flipped = Drawing(rows.reversed(), [".": 200, "#": 90, "o": 30])
    #expect(flipped.rest() == [rest[0], rows.count - rest[1] - rest[3], rest[2], rest[3]])
    let mirrored = Drawing(rows.map { String($0.reversed()) }, [".": 200, "#": 90, "o": 30])
    #expect(mirrored.rest() == [rows[0].count - rest[0] - rest[2], rest[1], rest[2], rest[3]])
  }

  @Test(
    "A picture that consists only of border has no inner part",
    arguments: [(1, 1), (1, 300), (7, 1), (5, 4)])
  func allBorder(width: Int, height: Int) {
    for format in Self.formats {
      let color = (0..<format.channels.count).map { 40 + $0 }
      #expect(Drawing(format, width, height, color: color).rest() == nil)
      if format.channels.hasAlpha {
        var drawing = Drawing(format, width, height, color: color.dropLast() + [0])
        #expect(drawing.rest() == nil)
        drawing[width / 2, height / 2] = color
        if width * height > 4 { #expect(drawing.rest() == [width / 2, height / 2, 1, 1]) }
      }
    }
  }

  @Test(
    "Samples within the tolerance of the border's colour are border, and samples beyond it are not")
  func tolerances() {
    for (depth, unit) in [(SampleDepth.eight, 1), (.sixteen, 257)] {
      for tolerance in [0, 1, 10, 60] {
        for channel in 0..<3 {
          for sign in [1, -1] {
            let format = PixelFormat(.rgb, depth)
            var drawing = Drawing(format, 6, 5, color: [100 * unit, 120 * unit, 140 * unit])
            drawing[3, 2] = [0, 255 * unit, 0]
            drawing[1, 1][channel] += sign * tolerance * unit
            #expect(drawing.rest(tolerance) == [3, 2, 1, 1])
            drawing[1, 1][channel] += sign
            #expect(drawing.rest(tolerance) == [1, 1, 3, 2])
            // Corners may differ by the tolerance as well.
            drawing[1, 1] = drawing[0, 1]
            drawing[5, 0][channel] += sign * tolerance * unit
            drawing[0, 4] = [0, 0, 0]
            #expect(drawing.rest(tolerance) == [0, 2, 4, 3])
            drawing[5, 0][channel] += sign
            #expect(drawing.rest(tolerance) == [0, 0, 6, 5])
          }
        }
      }
    }
    #expect(Drawing(["#.", "o#"], [".": 0, "#": 255, "o": 9]).rest(255) == nil)
  }

  @Test(
    "A transparent corner is part of a coloured border; with two such corners, there is no border"
  )
  func transparentCorner() {
    let (clear, white, red) = ([7, 7, 7, 0], [255, 255, 255, 255], [255, 0, 0, 255])
    var drawing = Drawing(PixelFormat(.rgba, .eight), 6, 6, color: white)
    drawing[3, 3] = red
    drawing[0, 0] = clear
    drawing[1, 0] = clear
    #expect(drawing.rest() == [3, 3, 1, 1])
    drawing[5, 5] = clear
    // Two corners are white, and two are transparent.
    #expect(drawing.rest() == [0, 0, 6, 6])
  }
}
