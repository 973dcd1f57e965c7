import ImagingFixtures
import Testing

@testable import SheetImaging

@Suite struct MiniatureTests {
  static func miniature(
    _ picture: Picture, _ space: ColorSpace = .sRGB, over background: Color = .white
  ) -> Miniature {
    var rows = MiniatureRows(
      picture.format, space, width: picture.width, height: picture.height)
    for y in 0..<picture.height { rows.add(picture.row(y).span) }
    return rows.miniature(over: background)
  }

  static let rgb = PixelFormat(.rgb, .eight)

  static func noise(_ width: Int, _ height: Int, _ format: PixelFormat) -> Picture {
    Picture(width, height, format) { x, y, channel in
      (x &* 7919 &+ y &* 104_729 &+ channel &* 31 &+ x &* y &* 13) % (format.depth.maximum + 1)
    }
  }

  @Test(
    "Each pixel of a miniature is the mean of its part of the picture",
    arguments: [(32, 32), (64, 40), (33, 100), (100, 33), (517, 301), (1, 700), (700, 1), (90, 31)])
  func means(width: Int, height: Int) {
    let picture = Self.noise(width, height, Self.rgb)
    let miniature = Self.miniature(picture)
    #expect(max(miniature.width, miniature.height) == 32)
    for y in 0..<miniature.height {
      for x in 0..<miniature.width {
        for channel in 0..<3 {
          var (sum, area) = (0.0, 0.0)
          func covered(_ index: Int, _ place: Int, _ count: Int, _ length: Int) -> Double {
            let (start, end) = (
              Double(place) * Double(length) / Double(count),
              Double(place + 1) * Double(length) / Double(count)
            )
            return max(0, min(end, Double(index + 1)) - max(start, Double(index)))
          }
          for row in 0..<height {
            let rowShare = covered(row, y, miniature.height, height)
            guard rowShare > 0 else { continue }
            for column in 0..<width {
              let share = rowShare * covered(column, x, miniature.width, width)
              sum += share * Double(picture.bytes[(row * width + column) * 3 + channel])
              area += share
            }
          }
          let code = Double(miniature.codes[(y * miniature.width + x) * 3 + channel])
          #expect(abs(code - sum / area) < 0.5001)
        }
      }
    }
  }

  @Test(
    "The miniature of a picture with sides of at most 32 pixels has the same pixels",
    arguments: [(1, 1), (32, 7), (5, 30)])
  func small(width: Int, height: Int) {
    let picture = Self.noise(width, height, Self.rgb)
    let miniature = Self.miniature(picture)
    #expect((miniature.width, miniature.height) == (width, height))
    #expect(miniature.codes == picture.bytes)
  }

  @Test(
    "A mirrored picture has a mirrored miniature",
    arguments: [PixelFormat(.gray, .eight), rgb, PixelFormat(.rgba, .sixteen)])
  func mirrored(format: PixelFormat) {
    let (width, height) = (77, 50)
    let picture = Self.noise(width, height, format)
    let pixel = format.bytesPerPixel
    var mirrored = picture
    for y in 0..<height {
      for x in 0..<width {
        for byte in 0..<pixel {
          mirrored.bytes[(y * width + x) * pixel + byte] =
            picture.bytes[((height - 1 - y) * width + width - 1 - x) * pixel + byte]
        }
      }
    }
    let (one, other) = (Self.miniature(picture), Self.miniature(mirrored))
    let count = one.width * one.height
    for place in 0..<count {
      for channel in 0..<3 {
        #expect(one.codes[3 * place + channel] == other.codes[3 * (count - 1 - place) + channel])
      }
    }
  }

  @Test("Transparent parts of a picture show the background, even at 16 bits per channel")
  func transparent() {
    let clear = Picture(40, 20, PixelFormat(.rgba, .eight)) { _, _, channel in channel == 3 ? 0 : 9
    }
    let blue = Color(red: 0, green: 0, blue: 1)
    let codes = Self.miniature(clear, over: blue).codes
    #expect(codes == codes.indices.map { $0 % 3 == 2 ? 255 : 0 })
    let half = Picture(40, 20, PixelFormat(.grayAlpha, .sixteen)) { _, _, channel in
      channel == 1 ? 0x8080 : 0xFFFF
    }
    for code in Self.miniature(half, over: .black).codes { #expect(abs(Int(code) - 128) <= 1) }
  }

  @Test(
    "8-bit RGBA gives the same miniature as 16 bits with the same high bytes",
    arguments: [1, 31, 97])
  func depths(width: Int) {
    let small = Self.noise(width, 300, PixelFormat(.rgba, .eight))
    var large = small
    large.format = PixelFormat(.rgba, .sixteen)
    large.bytes = small.bytes.flatMap { [$0, 77] }
    #expect(Self.miniature(small) == Self.miniature(large))
  }

  @Test("Pictures in other colour spaces are converted to sRGB")
  func spaces() {
    let linear = Picture(64, 64, Self.rgb) { _, _, _ in 55 }
    // 55 of 255 in linear light is 128 in sRGB.
    for code in Self.miniature(linear, ColorSpace(.linear)).codes {
      #expect(abs(Int(code) - 128) <= 1)
    }
  }

  @Test(
    "Stretched faint samples give the miniature of bright samples",
    arguments: PixelFormat.Channels.allCases)
  func stretched(channels: PixelFormat.Channels) {
    let format = PixelFormat(channels, .sixteen)
    func picture(times factor: Int) -> Picture {
      Picture(90, 40, format) { x, y, channel in
        let code = (x &* 7919 &+ y &* 104_729 &+ channel &* 31) % 256
        return channel == channels.colorCount ? 257 * code : factor * code
      }
    }
    let bright = Self.miniature(picture(times: 257))
    let faint = Self.miniature(
      picture(times: 1), ColorSpace.sRGB.stretched(0, 255.0 / 65_535))
    #expect(faint == bright)
    #expect(Set(faint.codes).count > 3)
  }

  @Test("The rows of a very tall picture are summed without overflow")
  func tall() {
    let white = Picture(2, 30_000, Self.rgb) { _, _, _ in 255 }
    #expect(Set(Self.miniature(white).codes) == [255])
    #expect(Self.miniature(white).height == 32)
  }
}
