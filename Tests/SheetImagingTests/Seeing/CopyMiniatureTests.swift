import TestSupport
import Testing

@testable import SheetImaging

@Suite struct CopyMiniatureTests {
  private static let losses: [CopyMiniature.Loss] = [
    .nothing, .detail, .size, .detail.union(.size),
  ]

  static func miniature(
    _ picture: Picture, turned orientation: Orientation = .upright
  ) -> CopyMiniature {
    var rows = MiniatureRows(
      picture.format, .sRGB, width: picture.width, height: picture.height,
      side: CopyMiniature.side)
    for y in 0..<picture.height { rows.add(picture.row(y).span) }
    return CopyMiniature(of: rows, turned: orientation)
  }

  /// Patches with noise, and with one block of 8 x 8 pixels lighter.
  private static func picture(
    _ seed: UInt64, enlarged: Int = 1, noise: Int = 0, lighter: Int = 0
  ) -> Picture {
    let patches = PixelFactsTests.patches(64, 48, seed: seed, size: 8)
    var generator = SeededGenerator(seed: seed)
    return Picture(64 * enlarged, 48 * enlarged, patches.format) { x, y, channel in
      let (x, y) = (x / enlarged, y / enlarged)
      let isChanged = 16..<24 ~= x && 24..<32 ~= y
      let code = Int(patches.bytes[(y * 64 + x) * 3 + channel]) * 3 / 5 + 20
      return code + (isChanged ? lighter : 0) + Int.random(in: -noise...noise, using: &generator)
    }
  }

  @Test(
    "A picture has copies in another size and with noise; a picture with another block is not a copy",
    arguments: 1...6 as ClosedRange<UInt64>)
  func copies(seed: UInt64) {
    let one = Self.miniature(Self.picture(seed))
    func isCopy(_ picture: Picture, _ loss: CopyMiniature.Loss) -> Bool {
      let other = Self.miniature(picture)
      let isCopy = one.isCopy(of: other, losing: loss)
      #expect(isCopy == other.isCopy(of: one, losing: loss))
      return isCopy
    }
    for loss in Self.losses {
      #expect(isCopy(Self.picture(seed), loss))
      #expect(!isCopy(Self.picture(seed, lighter: 60), loss))
      #expect(!isCopy(Self.picture(seed + 1), loss))
      #expect(isCopy(Self.picture(seed, noise: 3), loss) == (loss != .nothing))
    }
    for enlarged in 2...5 { #expect(isCopy(Self.picture(seed, enlarged: enlarged), .size)) }
    #expect(!isCopy(Self.picture(seed, enlarged: 2, lighter: 60), .size))
  }

  @Test(
    "A picture that is stored turned is a copy of the upright one", arguments: Orientation.allCases)
  func turned(orientation: Orientation) {
    let picture = Self.picture(3)
    let upright = Self.miniature(picture)
    #expect(
      Self.miniature(picture, turned: orientation).isCopy(of: upright, losing: .nothing)
        == (orientation == .upright))
    let size = orientation.swapsSides ? (48, 64) : (64, 48)
    var bytes = UprightPixels(orientation, width: 64, height: 48, bytesPerPixel: 3)
    for y in 0..<48 { bytes.setRow(y, to: picture.row(y).span) }
    var turned = picture
    (turned.width, turned.height, turned.bytes) = (size.0, size.1, bytes.bytes)
    #expect(
      Self.miniature(turned).isCopy(
        of: Self.miniature(picture, turned: orientation), losing: .nothing))
  }

  @Test("A shape that only alpha has is distinguished on black and on white")
  func transparent() {
    func icon(_ gray: Int, _ edge: Int) -> CopyMiniature {
      Self.miniature(
        Picture(24, 24, PixelFormat(.rgba, .eight)) { x, _, channel in
          channel < 3 ? gray : x < edge ? 255 : 0
        })
    }
    for loss in Self.losses {
      for gray in [0, 255] {
        #expect(icon(gray, 12).isCopy(of: icon(gray, 12), losing: loss))
        #expect(!icon(gray, 12).isCopy(of: icon(gray, 20), losing: loss))
      }
    }
  }

  @Test("One changed sign of many makes another picture, and noise and another size do not")
  func signs() {
    func text(_ width: Int, isChanged: Bool) -> CopyMiniature {
      var generator = SeededGenerator(seed: UInt64(width))
      return Self.miniature(
        Picture(width, width * 3 / 4, PixelFormat(.rgb, .eight)) { x, y, _ in
          let (x, y) = (x * 256 / width, y * 256 / width)
          let (column, row) = (x % 16, y % 16)
          // The letter E is everywhere, and the letter F in one place.
          let isBar = row == 4 || row == 6 || row == 8 && !(isChanged && x / 16 == 7 && y / 16 == 5)
          let isInk = 4..<8 ~= column && 4..<9 ~= row && (column == 4 || isBar)
          return (isInk ? 10 : 240) + Int.random(in: -2...2, using: &generator)
        })
    }
    for loss in Self.losses where loss != .nothing {
      for width in [512, 768, 1024] {
        #expect(
          text(width, isChanged: false).isCopy(of: text(1024, isChanged: false), losing: loss))
        #expect(
          !text(width, isChanged: true).isCopy(of: text(1024, isChanged: false), losing: loss))
      }
    }
  }

  @Test("Pictures of a few pixels have no noise")
  func few() {
    func icon(_ change: Int) -> CopyMiniature {
      Self.miniature(
        Picture(8, 8, PixelFormat(.rgb, .eight)) { x, y, _ in x * 20 + y * 8 + (x == 3 ? change : 0)
        })
    }
    for loss in Self.losses {
      #expect(icon(2).isCopy(of: icon(0), losing: loss))
      #expect(!icon(3).isCopy(of: icon(0), losing: loss))
    }
  }
}
