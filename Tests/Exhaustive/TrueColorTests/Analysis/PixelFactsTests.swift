import ImagingFixtures
import TestSupport
import Testing

@testable import SheetImaging

@Suite struct PixelFactsTests {
  static func facts(
    _ picture: Picture, _ space: ColorSpace = .sRGB, turned orientation: Orientation = .upright
  ) throws -> PixelFacts { try #require(seen(picture, space, turned: orientation)) }

  static func seen(
    _ picture: Picture, _ space: ColorSpace = .sRGB, turned orientation: Orientation = .upright
  ) -> PixelFacts? {
    var rows = MiniatureRows(
      picture.format, space, width: picture.width, height: picture.height, side: PixelFacts.side)
    for y in 0..<picture.height { rows.add(picture.row(y).span) }
    return PixelFacts(of: rows, turned: orientation)
  }

  static let rgb = PixelFormat(.rgb, .eight)

  /// Patches of random colours.
  static func patches(_ width: Int, _ height: Int, seed: UInt64, size: Int = 5) -> Picture {
    var generator = SeededGenerator(seed: seed)
    let colors = (0..<64).map { _ in (0..<3).map { _ in Int.random(in: 0...255, using: &generator) }
    }
    return Picture(width, height, rgb) { x, y, channel in
      colors[(x / size * 7 + y / size * 3) % 64][channel]
    }
  }

  static func flat(_ color: [Int], _ width: Int = 40, _ height: Int = 30) -> Picture {
    Picture(width, height, PixelFormat(color.count == 4 ? .rgba : .rgb, .eight)) { color[$2] }
  }

  /// The picture with its pixels rearranged.
  static func moved(
    _ picture: Picture, _ width: Int, _ height: Int, from place: (Int, Int) -> (x: Int, y: Int)
  ) -> Picture {
    let channels = picture.format.channels.count
    return Picture(width, height, picture.format) { x, y, channel in
      let (x, y) = place(x, y)
      return Int(picture.bytes[(y * picture.width + x) * channels + channel])
    }
  }

  @Test("A mirrored or rotated picture has the same facts", arguments: 1...6 as ClosedRange<UInt64>)
  func turned(seed: UInt64) throws {
    let picture = Self.patches(61, 47, seed: seed)
    let facts = try Self.facts(picture)
    let mirrored = Self.moved(picture, 61, 47) { (60 - $0, $1) }
    // Pixels stored a quarter turn to the left, which are to be rotated to the right.
    let left = Self.moved(picture, 47, 61) { (60 - $1, $0) }
    let others = try [
      Self.facts(mirrored, turned: .mirrored),
      Self.facts(left, turned: .rightTurn),
    ]
    for other in others {
      #expect(other.brightness == facts.brightness && other.contrast == facts.contrast)
      #expect(other.saturation == facts.saturation && other.hue == facts.hue)
      #expect(abs(other.sharpness - facts.sharpness) < 0.03)
      #expect(other.thumbnail.difference(from: facts.thumbnail) < 3 * 256)
    }
    #expect(try Self.facts(mirrored).thumbnail != facts.thumbnail)
  }

  @Test(
    "Doubling a picture's size hardly changes its colour facts",
    arguments: 1...4 as ClosedRange<UInt64>)
  func doubled(seed: UInt64) throws {
    let picture = Self.patches(300, 200, seed: seed, size: 20)
    let facts = try Self.facts(picture)
    let twice = try Self.facts(Self.moved(picture, 600, 400) { ($0 / 2, $1 / 2) })
    #expect(abs(twice.brightness - facts.brightness) < 0.01)
    #expect(abs(twice.contrast - facts.contrast) < 0.02)
    #expect(abs(twice.saturation - facts.saturation) < 0.02)
    #expect(twice.thumbnail.difference(from: facts.thumbnail) < 2 * 768)
  }

  @Test("Inverting a picture inverts its brightness and hue, and keeps its contrast")
  func inverted() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let picture = Self.patches(50, 40, seed: seed)
      var inverted = picture
      inverted.bytes = picture.bytes.map { 255 - $0 }
      let (one, other) = try (
        Self.facts(picture), Self.facts(inverted)
      )
      #expect(abs(one.brightness + other.brightness - 1) < 0.003)
      #expect(abs(one.contrast - other.contrast) < 0.003)
      let hues = try (#require(one.hue), #require(other.hue))
      #expect(abs((hues.0 - hues.1 + 360) % 360 - 180) <= 1)
    }
  }

  @Test("Brightness, contrast, saturation and sharpness are from 0 to 1, and hues are below 360")
  func ranges() throws {
    for seed in 1...40 as ClosedRange<UInt64> {
      let picture = Self.patches(
        Int(seed) % 9 + 1, Int(seed) % 7 + 1, seed: seed, size: Int(seed) % 3 + 1)
      let facts = try Self.facts(picture)
      for share in [facts.brightness, facts.contrast, facts.saturation, facts.sharpness] {
        #expect((0...1).contains(share))
      }
      #expect(facts.hue.map { (0..<360).contains($0) } != false)
    }
  }

  static let colors: [(color: [Int], hue: Int?, saturation: Double, brightness: Double)] = [
    ([255, 0, 0], 0, 1, 54 / 255), ([255, 128, 0], 30, 1, 146 / 255),
    ([255, 255, 0], 60, 1, 237 / 255), ([0, 255, 0], 120, 1, 182 / 255),
    ([0, 255, 255], 180, 1, 201 / 255), ([0, 0, 255], 240, 1, 18 / 255),
    ([255, 0, 255], 300, 1, 73 / 255), ([255, 0, 1], 0, 1, 54 / 255),
    ([200, 100, 100], 0, 0.5, 121 / 255), ([128, 128, 128], nil, 0, 128 / 255),
    ([128, 127, 128], nil, 1 / 128, 127 / 255), ([0, 0, 0], nil, 0, 0),
    ([255, 255, 255], nil, 0, 1),
  ]

  @Test("A picture of one colour has that colour's hue, saturation and luma", arguments: colors)
  func known(color: [Int], hue: Int?, saturation: Double, brightness: Double) throws {
    let facts = try Self.facts(Self.flat(color))
    #expect(facts.hue == hue)
    #expect(facts.saturation == saturation)
    #expect(facts.brightness == brightness)
    #expect(facts.contrast == 0 && facts.sharpness == 0)
    let dominant = facts.thumbnail.dominantColor
    #expect([dominant.red, dominant.green, dominant.blue] == color.map { Double($0) / 255 })
  }

  @Test("Hues match the usual formula to within half a degree")
  func hues() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let color = (0..<3).map { _ in Int.random(in: 0...255, using: &generator) }
      let (red, green, blue) = (Double(color[0]), Double(color[1]), Double(color[2]))
      let (most, range) = (max(red, green, blue), max(red, green, blue) - min(red, green, blue))
      guard range > 3 else { continue }
      let sixths =
        most == red
        ? (green - blue) / range
        : most == green ? 2 + (blue - red) / range : 4 + (red - green) / range
      let expected = (60 * sixths + 360).truncatingRemainder(dividingBy: 360)
      let hue = Double(try #require(Self.facts(Self.flat(color, 2, 2)).hue))
      let distance = abs(hue - expected)
      #expect(min(distance, 360 - distance) <= 0.5, "\(color)")
    }
  }

  @Test("The hue of a picture is its prevailing hue, not the mean of several hues")
  func mostColor() throws {
    // One third red and two thirds blue, beside much grey.
    let picture = Picture(60, 60, Self.rgb) { x, y, channel in
      y < 40 ? 100 : x < 20 ? [255, 0, 0][channel] : [0, 0, 255][channel]
    }
    let facts = try Self.facts(picture)
    #expect(facts.hue == 240)
    #expect(facts.thumbnail.dominantColor.hexadecimal.hasPrefix("#646464"))
  }

  @Test("Equal parts of black and white have the highest contrast, and half the brightness")
  func halves() throws {
    let picture = Picture(80, 60, Self.rgb) { x, _, _ in x < 40 ? 0 : 255 }
    let facts = try Self.facts(picture)
    #expect(facts.brightness == 0.5 && facts.contrast == 1 && facts.hue == nil)
    let quarter = Picture(80, 60, Self.rgb) { x, _, _ in x < 20 ? 255 : 0 }
    // The standard deviation for a quarter is the root of 3/16.
    #expect(abs(try Self.facts(quarter).contrast - 0.75.squareRoot()) < 1e-9)
  }

  @Test(
    "The more a picture is blurred, the less sharp it is", arguments: 1...4 as ClosedRange<UInt64>)
  func blurred(seed: UInt64) throws {
    var picture = Self.patches(120, 90, seed: seed, size: 7)
    var last = try Self.facts(picture).sharpness
    #expect(last > 0.8)
    for _ in 0..<8 {
      let (bytes, width, height) = (picture.bytes, picture.width, picture.height)
      picture = Picture(width, height, Self.rgb) { x, y, channel in
        var sum = 0
        for row in max(0, y - 1)...min(height - 1, y + 1) {
          for column in max(0, x - 1)...min(width - 1, x + 1) {
            sum += Int(bytes[3 * (row * width + column) + channel])
          }
        }
        let rows = min(height - 1, y + 1) - max(0, y - 1) + 1
        let columns = min(width - 1, x + 1) - max(0, x - 1) + 1
        return sum / (rows * columns)
      }
      let sharpness = try Self.facts(picture).sharpness
      #expect(sharpness < last)
      last = sharpness
    }
    #expect(last < 0.4)
  }

  @Test("A picture blurred in one direction, as by camera shake, is not sharp")
  func shaken() throws {
    let sharp = Self.patches(120, 90, seed: 3, size: 4)
    let shaken = Picture(120, 90, Self.rgb) { x, y, channel in
      let columns = max(0, x - 9)...min(119, x + 9)
      return columns.reduce(0) { $0 + Int(sharp.bytes[3 * (y * 120 + $1) + channel]) }
        / columns.count
    }
    let (one, other) = try (Self.facts(sharp), Self.facts(shaken))
    #expect(other.sharpness < 0.4 && one.sharpness > 0.8)
    // Two levels of noise do not make a picture sharp.
    let noise = Picture(120, 90, Self.rgb) { x, y, _ in 100 + (x * 7 + y * 13 + x * y) % 3 }
    #expect(try Self.facts(noise).sharpness == 0)
  }

  @Test("Pixels are weighted by alpha, and a fully transparent picture has no facts")
  func transparent() throws {
    #expect(Self.seen(Self.flat([200, 10, 10, 0])) == nil)
    let half = Picture(40, 40, PixelFormat(.rgba, .eight)) { x, _, channel in
      x < 20 ? [255, 0, 0, 255][channel] : [0, 255, 0, 0][channel]
    }
    let facts = try Self.facts(half)
    #expect(facts.hue == 0 && facts.saturation == 1 && facts.contrast == 0)
    #expect(facts.brightness == 54.0 / 255)
    #expect(facts.thumbnail.dominantColor.hexadecimal.hasPrefix("#ff0000"))
  }

  @Test("For 16-bit pictures and other colour spaces, facts describe the visible colours")
  func encodings() throws {
    let small = Self.patches(90, 70, seed: 5)
    var large = small
    large.format = PixelFormat(.rgb, .sixteen)
    large.bytes = small.bytes.flatMap { [$0, $0] }
    #expect(try Self.facts(large) == Self.facts(small))
    let linear = Self.flat([55, 55, 55])
    #expect(abs(try Self.facts(linear, ColorSpace(.linear)).brightness - 0.5) < 0.01)
  }

  @Test(
    "Pictures of any shape have pixel facts",
    arguments: [(1, 1), (1, 30_000), (30_000, 1), (2, 2), (513, 1), (16, 17)])
  func shapes(width: Int, height: Int) throws {
    let picture = Picture(width, height, Self.rgb) { x, y, _ in (x + y) % 2 * 255 }
    let facts = try Self.facts(picture)
    #expect((0...1).contains(facts.sharpness) && facts.hue == nil)
    // A single pixel has no sharpness, and neither does a picture that shrinks to plain grey.
    #expect((facts.sharpness > 0.5) == (max(width, height) < 1000 && width * height > 1))
  }
}
