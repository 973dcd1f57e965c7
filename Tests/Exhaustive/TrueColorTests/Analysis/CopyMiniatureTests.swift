import Glibc
import ImagingFixtures
import TestSupport
import Testing

@testable import SheetImaging

@Suite struct CopyMiniatureTests {
  static func miniature(
    _ picture: Picture, turned orientation: Orientation = .upright
  ) -> CopyMiniature {
    var rows = MiniatureRows(
      picture.format, .sRGB, width: picture.width, height: picture.height,
      side: CopyMiniature.side)
    for y in 0..<picture.height { rows.add(picture.row(y).span) }
    return CopyMiniature(of: rows, turned: orientation)
  }

  /// Patches with noise, and one lighter block of 8 x 8 pixels.
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
    "A resized or noisy picture is a copy if such losses are allowed; one with a changed block is not",
    arguments: 1...6 as ClosedRange<UInt64>)
  func copies(seed: UInt64) {
    let one = Self.miniature(Self.picture(seed))
    func isCopy(_ picture: Picture, _ loss: CopyMiniature.Loss) -> Bool {
      let other = Self.miniature(picture)
      let difference = one.difference(from: other, losing: loss)
      #expect(difference == other.difference(from: one, losing: loss))
      return difference != nil
    }
    for loss in CopyMiniature.Loss.allCases {
      #expect(isCopy(Self.picture(seed), loss))
      #expect(!isCopy(Self.picture(seed, lighter: 60), loss))
      #expect(!isCopy(Self.picture(seed + 1), loss))
      #expect(isCopy(Self.picture(seed, noise: 3), loss) == (loss != .nothing))
    }
    for enlarged in 2...5 { #expect(isCopy(Self.picture(seed, enlarged: enlarged), .size)) }
    #expect(!isCopy(Self.picture(seed, enlarged: 2, lighter: 60), .size))
  }

  @Test(
    "A picture stored rotated is a copy of the same picture stored upright",
    arguments: Orientation.allCases)
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

  @Test("Shapes that exist only in the alpha channel are told apart, on black and on white")
  func transparent() {
    func icon(_ gray: Int, _ edge: Int) -> CopyMiniature {
      Self.miniature(
        Picture(24, 24, PixelFormat(.rgba, .eight)) { x, _, channel in
          channel < 3 ? gray : x < edge ? 255 : 0
        })
    }
    for loss in CopyMiniature.Loss.allCases {
      for gray in [0, 255] {
        #expect(icon(gray, 12).isCopy(of: icon(gray, 12), losing: loss))
        #expect(!icon(gray, 12).isCopy(of: icon(gray, 20), losing: loss))
      }
    }
  }

  @Test("One changed character among many makes a different picture; noise and resizing do not")
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
    let one = text(1024, isChanged: false)
    for width in [512, 768, 1024] {
      let (same, other) = (text(width, isChanged: false), text(width, isChanged: true))
      for loss in CopyMiniature.Loss.allCases where loss != .nothing {
        #expect(same.isCopy(of: one, losing: loss))
        #expect(!other.isCopy(of: one, losing: loss))
      }
    }
  }

  /// A picture with its pixels replaced.
  private static func remade(
    _ picture: Picture, _ width: Int, _ height: Int, _ code: (Int, Int, Int) -> Double
  ) -> Picture {
    Picture(width, height, picture.format) { x, y, channel in
      min(255, max(0, Int(code(x, y, channel).rounded())))
    }
  }

  private static func code(_ picture: Picture, _ x: Int, _ y: Int, _ channel: Int) -> Double {
    Double(picture.bytes[(y * picture.width + x) * 3 + channel])
  }

  /// A smaller picture, resized with a triangle filter twice as wide as the pixel step.
  private static func resized(_ picture: Picture, by factor: Double) -> Picture {
    func taps(_ index: Int, of count: Int, in length: Int) -> [(place: Int, weight: Double)] {
      let step = Double(length) / Double(count)
      let center = (Double(index) + 0.5) * step
      let weights = (0..<length).map { index -> Double in
        let distance = abs(Double(index) + 0.5 - center)
        return max(0, 1 - distance / step)
      }
      let sum = weights.reduce(0, +)
      return weights.indices.filter { weights[$0] > 0 }.map { ($0, weights[$0] / sum) }
    }
    let width = Int((Double(picture.width) * factor).rounded())
    let height = Int((Double(picture.height) * factor).rounded())
    let columns = (0..<width).map { taps($0, of: width, in: picture.width) }
    let rows = (0..<height).map { taps($0, of: height, in: picture.height) }
    return remade(picture, width, height) { x, y, channel in
      var sum = 0.0
      for row in rows[y] {
        for column in columns[x] {
          sum += row.weight * column.weight * code(picture, column.place, row.place, channel)
        }
      }
      return sum
    }
  }

  /// A picture whose 8 x 8 cosine coefficients are quantised, the finer ones more coarsely, as in
  /// JPEG.
  private static func compressed(_ picture: Picture, step: Double) -> Picture {
    let waves = (0..<8).map { frequency in
      (0..<8).map { place -> Double in
        let angle = Double(frequency) * (Double(place) + 0.5) * .pi / 8
        return cos(angle) * (frequency == 0 ? 0.125 : 0.25).squareRoot()
      }
    }
    var codes = [Double](repeating: 0, count: picture.bytes.count)
    for top in stride(from: 0, to: picture.height, by: 8) {
      for left in stride(from: 0, to: picture.width, by: 8) {
        for channel in 0..<3 {
          for v in 0..<8 {
            for u in 0..<8 {
              let size = step * Double(2 + u + v) / 2
              var sum = 0.0
              for place in 0..<64 {
                let (x, y) = (place % 8, place / 8)
                sum += waves[u][x] * waves[v][y] * code(picture, left + x, top + y, channel)
              }
              let rounded = (sum / size).rounded() * size
              for place in 0..<64 {
                let (x, y) = (place % 8, place / 8)
                codes[((top + y) * picture.width + left + x) * 3 + channel] +=
                  rounded * waves[u][x] * waves[v][y]
              }
            }
          }
        }
      }
    }
    return remade(picture, picture.width, picture.height) {
      codes[($1 * picture.width + $0) * 3 + $2]
    }
  }

  /// Patches, optionally with a badge, or with part of them in another hue of the same brightness.
  private static func icon(_ seed: UInt64, badge: Bool = false, hue: Bool = false) -> Picture {
    let base = picture(seed)
    return remade(base, base.width, base.height) { x, y, channel in
      let sample = code(base, x, y, channel)
      if badge, 44..<52 ~= x, 20..<28 ~= y { return sample > 95 ? sample - 90 : sample + 90 }
      if hue, 32..<56 ~= x, 16..<40 ~= y { return sample + [40, -16, 40][channel] }
      return sample
    }
  }

  @Test(
    "A resized or compressed picture is a copy; a picture with a badge or another hue is not",
    arguments: 1...6 as ClosedRange<UInt64>)
  func lossy(seed: UInt64) {
    let icon = Self.icon(seed)
    let one = Self.miniature(icon)
    let others = [Self.icon(seed, badge: true), Self.icon(seed, hue: true)].map {
      Self.miniature($0)
    }
    var copies = [0.35, 0.5, 0.7, 0.9].map {
      (Self.resized(icon, by: $0), CopyMiniature.Loss.size)
    }
    copies += [8.0, 12].map { (Self.compressed(icon, step: $0), .detail) }
    copies.append((Self.compressed(copies[1].0, step: 8), .detail))
    for (copy, loss) in copies {
      let copy = Self.miniature(copy)
      let difference = one.difference(from: copy, losing: loss)
      #expect(difference != nil && difference == copy.difference(from: one, losing: loss))
      for other in others { #expect(!copy.isCopy(of: other, losing: loss)) }
    }
  }

  @Test("A small change in one place is not noise, but a change of the same amount everywhere is")
  func peaks() {
    func text(_ change: Int, _ isChanged: (Int, Int) -> Bool) -> CopyMiniature {
      Self.miniature(
        Picture(192, 144, PixelFormat(.rgb, .eight)) { x, y, _ in
          let isInk = 4..<8 ~= x % 16 && 4..<9 ~= y % 16 && x % 2 == 0
          let isEnd = x % 16 == 6 && y % 16 == 8
          return (isInk ? 10 : 240) + (isEnd && isChanged(x / 16, y / 16) ? change : 0)
        })
    }
    let one = text(0) { _, _ in false }
    for loss in [CopyMiniature.Loss.size, .detail] {
      #expect(one.isCopy(of: text(90) { ($0 + $1) % 2 == 0 }, losing: loss))
      #expect(!one.isCopy(of: text(90) { ($0, $1) == (7, 5) }, losing: loss))
    }
  }

  @Test("In tiny pictures, even a small difference is not taken for noise")
  func few() {
    func icon(_ change: Int) -> CopyMiniature {
      Self.miniature(
        Picture(8, 8, PixelFormat(.rgb, .eight)) { x, y, _ in x * 20 + y * 8 + (x == 3 ? change : 0)
        })
    }
    for loss in CopyMiniature.Loss.allCases {
      #expect(icon(2).isCopy(of: icon(0), losing: loss))
      #expect(!icon(3).isCopy(of: icon(0), losing: loss))
    }
  }
}

extension CopyMiniature {
  fileprivate func isCopy(of other: CopyMiniature, losing loss: Loss) -> Bool {
    difference(from: other, losing: loss) != nil
  }
}
