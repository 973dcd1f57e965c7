import Foundation
import TestSupport
import Testing

@testable import SheetImaging

@Suite struct SubjectProfileTests {
  /// A grey ground with a patch of stripes at some columns and rows.
  static func picture(
    _ width: Int, _ height: Int, patch: (x: Range<Int>, y: Range<Int>)
  ) -> Picture {
    Picture(width, height, MiniatureTests.rgb) { x, y, channel in
      patch.x.contains(x) && patch.y.contains(y)
        ? ((x / 9 + y / 7) % 2 == 0 ? 230 : 40 * channel) : 120 + y / 8
    }
  }

  static func profile(_ picture: Picture, _ side: SubjectProfile.Side) -> SubjectProfile {
    SubjectProfile(of: MiniatureTests.miniature(picture), along: side)
  }

  /// The rule in plain doubles, with the cosine of the C library and both transforms undone.
  private func referencePlace(
    _ miniature: Miniature, _ side: SubjectProfile.Side, _ share: Double
  ) -> (place: Double, isClear: Bool) {
    func matrix(_ count: Int) -> [[Double]] {
      var rows = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
      for frequency in 0..<count {
        let norm = (Double(frequency == 0 ? 1 : 2) / Double(count)).squareRoot()
        for index in 0..<count {
          let angle = Double.pi * Double((2 * index + 1) * frequency) / Double(2 * count)
          rows[frequency][index] = norm * cos(angle)
        }
      }
      return rows
    }
    let (width, height) = (miniature.width, miniature.height)
    let (down, along) = (matrix(height), matrix(width))
    var profile = [Double](repeating: 0, count: side == .width ? width : height)
    var isClear = true
    for channel in 0..<3 {
      var values = [[Double]](repeating: [Double](repeating: 0, count: width), count: height)
      for y in 0..<height {
        for x in 0..<width {
          let place = (y * width + x) * 3
          let red = Double(miniature.codes[place])
          let green = Double(miniature.codes[place + 1])
          let blue = Double(miniature.codes[place + 2])
          values[y][x] =
            [2 * (red + green + blue), 6 * (red - green), 6 * blue - 3 * (red + green)][
              channel]
        }
      }
      var signs = [[Double]](repeating: [Double](repeating: 0, count: width), count: height)
      for v in 0..<height {
        for u in 0..<width {
          var sum = 0.0
          for y in 0..<height {
            for x in 0..<width { sum += down[v][y] * along[u][x] * values[y][x] }
          }
          if abs(abs(sum) - 3) < 0.01 { isClear = false }
          signs[v][u] = abs(sum) <= 3 ? 0 : sum > 0 ? 1 : -1
        }
      }
      for y in 0..<height {
        for x in 0..<width {
          var sum = 0.0
          for v in 0..<height {
            for u in 0..<width { sum += down[v][y] * along[u][x] * signs[v][u] }
          }
          profile[side == .width ? x : y] += sum * sum
        }
      }
    }
    let total = profile.reduce(0, +)
    func sum(_ place: Double) -> Double {
      var sum = 0.0
      for (index, part) in profile.enumerated() {
        let covered = place * Double(profile.count) - Double(index)
        sum += part * min(max(covered, 0), 1)
      }
      return sum / total
    }
    let scores = (0...64).map { j -> Double in
      let start = (1 - share) * Double(j) / 64
      let t = Double(j) / 32 - 1
      return sum(start + share) - sum(start) - 0.1 * t * t
    }
    let best = scores.indices.max { scores[$0] < scores[$1] } ?? 32
    if scores.indices.contains(where: { $0 != best && scores[best] - scores[$0] < 1e-9 }) {
      isClear = false
    }
    return (Double(best) / 64, isClear)
  }

  @Test("Places are those of the rule in plain doubles")
  func reference() {
    var compared = 0
    var generator = SeededGenerator(seed: 44)
    for (width, height) in [(20, 12), (32, 24), (11, 29), (32, 1), (64, 48)] {
      for _ in 0..<3 {
        let x = Int.random(in: 0..<max(1, width - 4), using: &generator)
        let y = Int.random(in: 0..<max(1, height - 4), using: &generator)
        let noise = Int.random(in: 1...40, using: &generator)
        let picture = Picture(width, height, MiniatureTests.rgb) { column, row, channel in
          (x..<x + 6).contains(column) && (y..<y + 6).contains(row)
            ? 250 - 90 * channel : 90 + (column * 31 + row * 17 + channel * 5) % noise
        }
        let miniature = MiniatureTests.miniature(picture)
        for side in [SubjectProfile.Side.width, .height] {
          let profile = SubjectProfile(of: miniature, along: side)
          for share in [0.25, 0.5, 2.0 / 3] {
            let (place, isClear) = referencePlace(miniature, side, share)
            guard isClear else { continue }
            compared += 1
            #expect(profile.place(ofPart: share) == place, "\(width) x \(height) \(side) \(share)")
          }
        }
      }
    }
    #expect(compared > 40)
  }

  @Test("The place is where the subject is", arguments: [0, 40, 100, 160, 200])
  func subject(start: Int) {
    let picture = Self.picture(240, 160, patch: (start..<start + 40, 60..<110))
    let share = 2.0 / 3
    let place = Self.profile(picture, .width).place(ofPart: share)
    let first = place * (1 - share) * 240
    #expect(first <= Double(start) + 4 && first + share * 240 >= Double(start + 36), "\(first)")
    #expect(Self.profile(picture, .height).place(ofPart: 1) == 0.5)
  }

  @Test("A mirrored picture has the mirrored place, and one turned round too")
  func mirrored() {
    for start in [3, 30, 77, 150] {
      let picture = Self.picture(200, 140, patch: (start..<start + 35, 20..<70))
      var turned = picture
      let pixels = stride(from: 0, to: picture.bytes.count, by: 3).map {
        picture.bytes[$0..<$0 + 3]
      }
      turned.bytes = pixels.reversed().flatMap(\.self)
      for side in [SubjectProfile.Side.width, .height] {
        let (one, other) = (Self.profile(picture, side), Self.profile(turned, side))
        for share in [0.3, 0.5, 0.7] {
          #expect(one.place(ofPart: share) == 1 - other.place(ofPart: share))
        }
      }
    }
  }

  @Test("A picture twice as large has about the same place")
  func scaled() {
    for start in [3, 30, 77, 150] {
      let picture = Self.picture(200, 140, patch: (start..<start + 35, 20..<70))
      let large = Picture(400, 280, MiniatureTests.rgb) { x, y, channel in
        Int(picture.bytes[((y / 2) * 200 + x / 2) * 3 + channel])
      }
      #expect(Self.profile(picture, .width) == Self.profile(large, .width))
    }
  }

  /// The share of a patch that a part of half the width keeps, of a picture in a multiple of a size.
  private static func kept(times scale: Double, of random: (x: Double, y: Double, width: Double))
    -> Double
  {
    let (width, height) = (Int(150 * scale), Int(90 * scale))
    let subject = (random.x..<random.x + random.width, random.y..<random.y + 0.4)
    let picture = Picture(width, height, MiniatureTests.rgb) { column, row, channel in
      let (x, y) = ((Double(column) + 0.5) / Double(width), (Double(row) + 0.5) / Double(height))
      let isDark = (Int(x * 40) + Int(y * 24)) % 2 == 0
      return subject.0.contains(x) && subject.1.contains(y)
        ? (isDark ? 40 * channel : 220) : Int(100 + 60 * y + 20 * sin(9 * x))
    }
    let start = profile(picture, .width).place(ofPart: 0.5) / 2
    let overlap = min(start + 0.5, subject.0.upperBound) - max(start, subject.0.lowerBound)
    return max(0, overlap) / random.width
  }

  @Test("In pictures of another size, less than two points more or less of the subject is kept")
  func sizes() {
    var generator = SeededGenerator(seed: 2)
    let subjects = (0..<24).map { _ in
      let width = Double.random(in: 0.1...0.4, using: &generator)
      return (
        x: Double.random(in: 0...1 - width, using: &generator),
        y: Double.random(in: 0...0.6, using: &generator), width: width
      )
    }
    let kept = subjects.map { Self.kept(times: 1, of: $0) }
    for scale in [0.5, 1.37, 2] {
      let changes = zip(subjects, kept).map { abs(Self.kept(times: scale, of: $0) - $1) }
      let mean = changes.reduce(0, +) / Double(changes.count)
      #expect(mean < 0.02, "\(scale): \(mean)")
    }
    #expect(kept.reduce(0, +) > 0.9 * Double(kept.count))
  }

  @Test("Pictures without a subject keep the middle")
  func flat() {
    let formats = PixelFormat.Channels.allCases.flatMap { channels in
      SampleDepth.allCases.map { PixelFormat(channels, $0) }
    }
    for (width, height) in [(1, 1), (1, 30_000), (3000, 2), (90, 60)] {
      for format in formats {
        for code in [0, 1, format.depth.maximum / 2, format.depth.maximum] {
          let picture = Picture(width, height, format) { _, _, _ in code }
          for side in [SubjectProfile.Side.width, .height] {
            #expect(Self.profile(picture, side).place(ofPart: 0.4) == 0.5)
          }
        }
      }
    }
  }

  @Test("A part of nearly all of a side keeps the middle, and one of nothing has a place")
  func shares() {
    let profile = Self.profile(Self.picture(240, 160, patch: (0..<40, 0..<40)), .width)
    #expect(profile.place(ofPart: 0.98) == 0.5)
    #expect(profile.place(ofPart: 0.9) < 0.5)
    #expect(0...1 ~= profile.place(ofPart: 0))
  }

  @Test("All vector levels give the same sums")
  func levels() {
    let picture = MiniatureTests.noise(100, 70, PixelFormat(.rgba, .eight))
    let profiles = resultsAtEachVectorLevel { Self.profile(picture, .width) }
    #expect(profiles.allSatisfy { $0 == profiles[0] })
  }
}
