import Foundation
import ImagingFixtures
import TestSupport
import Testing

@testable import SheetImaging

@Suite struct SubjectProfileTests {
  /// A grey background with a patch of stripes at the given columns and rows.
  static func picture(
    _ width: Int, _ height: Int, patch: (x: Range<Int>, y: Range<Int>)
  ) -> Picture {
    Picture(width, height, MiniatureTests.rgb) { x, y, channel in
      patch.x.contains(x) && patch.y.contains(y)
        ? ((x / 9 + y / 7) % 2 == 0 ? 230 : 40 * channel) : 120 + y / 8
    }
  }

  /// The profile of an upright picture.
  static func profile(_ picture: Picture, _ side: SubjectProfile.Side) -> SubjectProfile {
    SubjectProfile(of: MiniatureTests.miniature(picture), along: side)
  }

  /// The lengths of the shortest paths from the border, found step by step.
  static func borderDistances(_ levels: [[Double]]) -> [[Double]] {
    let (rows, columns) = (levels.count, levels[0].count)
    var distances = levels.indices.map { y in
      (0..<columns).map { x in
        y == 0 || y == rows - 1 || x == 0 || x == columns - 1 ? 0 : Double.infinity
      }
    }
    var isChanged = true
    while isChanged {
      isChanged = false
      for y in 0..<rows {
        for x in 0..<columns {
          for (v, u) in [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
          where levels.indices ~= v && 0..<columns ~= u {
            let length = distances[v][u] + abs(levels[v][u] - levels[y][x])
            if length < distances[y][x] { (distances[y][x], isChanged) = (length, true) }
          }
        }
      }
    }
    return distances
  }

  /// The rule for the positions of subjects, in plain double arithmetic.
  ///
  /// It uses the C library's cosine, and reverses both transforms.
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
    let count = side == .width ? width : height
    var (squares, depth) = (
      [Double](repeating: 0, count: count), [Double](repeating: 0, count: count)
    )
    var isClear = true
    for channel in 0..<2 {
      var values = [[Double]](repeating: [Double](repeating: 0, count: width), count: height)
      var (across, skin) = (values, values)
      for y in 0..<height {
        for x in 0..<width {
          let place = (y * width + x) * 3
          let red = Double(miniature.codes[place])
          let green = Double(miniature.codes[place + 1])
          let blue = Double(miniature.codes[place + 2])
          let sum = red + green + blue
          values[y][x] = channel == 0 ? 2 * sum : 6 * (red - blue)
          let (position, length) = side == .width ? (y, height) : (x, width)
          let share = (Double(position) + 0.5) / Double(length)
          across[y][x] = min(share, 1 - share)
          let (r, g) = (red / max(sum, 1), green / max(sum, 1))
          let warmth = min(max((red - blue) / max(sum, 1) / 0.03, 0), 1)
          let ellipse = 1 - pow((r - 0.41) / 0.12, 2) - pow((g - 0.315) / 0.05, 2)
          skin[y][x] = max(0, ellipse) * warmth
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
      let distances = Self.borderDistances(values)
      for y in 0..<height {
        for x in 0..<width {
          var sum = 0.0
          for v in 0..<height {
            for u in 0..<width { sum += down[v][y] * along[u][x] * signs[v][u] }
          }
          let index = side == .width ? x : y
          squares[index] += sum * sum * (1 + 20 * skin[y][x]) * across[y][x]
          if channel == 0 { depth[index] += distances[y][x] * across[y][x] }
        }
      }
    }
    func smooth(_ sums: [Double]) -> [Double] {
      let profile = (0..<count).map { (index: Int) -> Double in
        let (before, after) = (sums[max(index - 1, 0)], sums[min(index + 1, count - 1)])
        return before + 2 * sums[index] + after
      }
      let total = profile.reduce(0, +)
      return profile.map { total > 0 ? $0 / total : 0 }
    }
    let (found, filled) = (smooth(squares), smooth(depth))
    let whole = filled.contains { $0 > 0 } ? 1.5 : 1
    let profile = zip(found, filled).map { ($0 + $1 / 2) / whole }
    func sum(_ place: Double) -> Double {
      var sum = 0.0
      for (index, part) in profile.enumerated() {
        let covered = place * Double(profile.count) - Double(index)
        sum += part * min(max(covered, 0), 1)
      }
      return sum
    }
    let scores = (0...64).map { j -> Double in
      let start = (1 - share) * Double(j) / 64
      let (end, margin, t) = (start + share, share / 16, Double(j) / 32 - 1)
      let shown =
        side == .width
        ? sum(end - margin) - sum(start + margin)
        : sum(end) - sum(start) - (sum(start) - sum(start - margin))
      return shown - 0.25 * share * (1 - share) * t * t
    }
    let best = scores.indices.max { scores[$0] < scores[$1] } ?? 32
    if scores.indices.contains(where: { $0 != best && scores[best] - scores[$0] < 1e-5 }) {
      isClear = false
    }
    return (Double(best) / 64, isClear)
  }

  @Test("Subjects are found in the same places as by a reference in plain double arithmetic")
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

  @Test(
    "The chosen part contains the subject, wherever the subject is",
    arguments: [0, 40, 100, 160, 200])
  func subject(start: Int) {
    let picture = Self.picture(240, 160, patch: (start..<start + 40, 60..<110))
    let share = 2.0 / 3
    let place = Self.profile(picture, .width).place(ofPart: share)
    let first = place * (1 - share) * 240
    #expect(first <= Double(start) + 4 && first + share * 240 >= Double(start + 36), "\(first)")
    #expect(Self.profile(picture, .height).place(ofPart: 1) == 0.5)
  }

  /// The profile of an upright picture, and the profile of the picture stored upside down and
  /// mirrored.
  private static func turned(
    _ width: Int, _ height: Int, _ codes: [UInt8], _ side: SubjectProfile.Side
  ) -> (SubjectProfile, SubjectProfile) {
    let pixels = stride(from: 0, to: codes.count, by: 3).map { codes[$0..<$0 + 3] }
    let turned = Miniature(
      width: width, height: height, codes: pixels.reversed().flatMap(\.self))
    return (
      SubjectProfile(of: Miniature(width: width, height: height, codes: codes), along: side),
      SubjectProfile(of: turned, along: side, running: side == .width ? .across : .up)
    )
  }

  @Test("Mirroring a picture, or storing it upside down, mirrors the place of its subject")
  func mirrored() {
    for start in [3, 30, 77, 150] {
      let picture = Self.picture(200, 140, patch: (start..<start + 35, 20..<70))
      let miniature = MiniatureTests.miniature(picture)
      for side in [SubjectProfile.Side.width, .height] {
        let (one, other) = Self.turned(
          miniature.width, miniature.height, miniature.codes, side)
        for share in [0.3, 0.5, 0.7] {
          #expect(one.place(ofPart: share) == 1 - other.place(ofPart: share))
        }
      }
    }
  }

  @Test("Mirroring skin-coloured noise, which has the largest sums, mirrors its subject's place")
  func mirroredNoise() {
    var generator = SeededGenerator(seed: 60)
    for (width, height) in [(32, 32), (32, 21), (7, 32)] {
      let levels = (0..<width * height).map { _ in Int.random(in: 0...5, using: &generator) }
      let codes = levels.flatMap { level in [3, 2, 1].map { UInt8(level * $0 * 17) } }
      for side in [SubjectProfile.Side.width, .height] {
        let (one, other) = Self.turned(width, height, codes, side)
        for share in [0.3, 0.5, 0.7] {
          #expect(one.place(ofPart: share) == 1 - other.place(ofPart: share))
        }
      }
    }
  }

  @Test("Storing a picture on its side does not change the place of its subject")
  func stored() {
    var generator = SeededGenerator(seed: 13)
    for (width, height) in [(32, 21), (20, 32), (9, 5)] {
      let upright = (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &generator)
      }
      // Columns become rows.
      var codes: [UInt8] = []
      for x in 0..<width {
        for y in 0..<height {
          let place = 3 * (y * width + x)
          codes += upright[place..<place + 3]
        }
      }
      let (one, other) = (
        Miniature(width: width, height: height, codes: upright),
        Miniature(width: height, height: width, codes: codes)
      )
      #expect(
        SubjectProfile(of: one, along: .width, running: .across)
          == SubjectProfile(of: other, along: .height, running: .across))
      #expect(
        SubjectProfile(of: one, along: .height, running: .down)
          == SubjectProfile(of: other, along: .width, running: .down))
    }
  }

  @Test("Distances from the border match the lengths of paths found step by step")
  func borderDistances() {
    var generator = SeededGenerator(seed: 7)
    for (columns, rows) in [(1, 1), (2, 9), (3, 3), (32, 21), (21, 32), (32, 32), (5, 32)] {
      for largest in [1, 9, 765] {
        let levels = (0..<rows).map { _ in
          (0..<columns).map { _ in Int32.random(in: 0...Int32(largest), using: &generator) }
        }
        let rest = [Int32](repeating: 0, count: Miniature.side - columns)
        let found = BorderDistance(
          over: levels.flatMap { $0 + rest }, columns: columns, rows: rows
        ).distances
        let expected = Self.borderDistances(levels.map { $0.map(Double.init) })
        #expect(found == expected.flatMap { $0.map { Int32($0) } + rest }, "\(columns) x \(rows)")
      }
    }
  }

  @Test("The shortest paths are found even through a maze, where they turn most often")
  func maze() {
    let side = Miniature.side
    // Every second ring is a wall, with a gap alternately at the top and at the bottom.
    let levels = (0..<side).map { y in
      (0..<side).map { x in
        let ring = min(x, y, side - 1 - x, side - 1 - y)
        let isGap = x == 16 && y == (ring % 4 == 1 ? ring : side - 1 - ring)
        return ring % 2 == 1 && !isGap ? 700 : Double(ring)
      }
    }
    let found = BorderDistance(
      over: levels.flatMap { $0.map { Int32($0) } }, columns: side, rows: side
    ).distances
    let expected = Self.borderDistances(levels).flatMap { $0.map { Int32($0) } }
    #expect(found == expected && found.contains { 1..<100 ~= $0 })
  }

  @Test("A subject taller than the crop loses its bottom rather than its top")
  func top() {
    var generator = SeededGenerator(seed: 21)
    var places: [Double] = []
    for top in 1...12 {
      // A figure without skin, whose lower half mirrors its upper half.
      let half = (0..<16 * 21).map { place in
        let isFigure = 6..<15 ~= place % 21 && place / 21 >= top / 2
        return isFigure ? UInt8.random(in: 40...200, using: &generator) : 120
      }
      let rows = (0..<32).map { Array(half[21 * min($0, 31 - $0)..<21 * (min($0, 31 - $0) + 1)]) }
      let codes = rows.flatMap { $0.flatMap { [$0, $0, $0] } }
      let miniature = Miniature(width: 21, height: 32, codes: codes)
      let (down, up) = (
        SubjectProfile(of: miniature, along: .height, running: .down),
        SubjectProfile(of: miniature, along: .height, running: .up)
      )
      for share in [0.3, 4.0 / 9, 0.6] {
        let place = down.place(ofPart: share)
        #expect(up.place(ofPart: share) == 1 - place, "\(top) \(share): \(place)")
        places.append(place)
      }
    }
    #expect(places.count { $0 < 0.5 } > 2 * places.count { $0 > 0.5 }, "\(places)")
  }

  @Test(
    "Brightening or darkening a picture hardly changes the place of its subject",
    arguments: [0.4, 0.7, 1.1])
  func brightness(factor: Double) {
    for start in [10, 60, 150] {
      let picture = Self.picture(240, 160, patch: (start..<start + 40, 60..<110))
      var other = picture
      other.bytes = picture.bytes.map { UInt8((factor * Double($0)).rounded()) }
      let places = [picture, other].map { Self.profile($0, .width).place(ofPart: 0.5) }
      #expect(abs(places[0] - places[1]) <= 0.1, "\(places)")
    }
  }

  @Test("A smooth subject is shown whole, though only its outline stands out")
  func filled() {
    for start in [10, 40, 70] {
      let picture = Picture(200, 100, MiniatureTests.rgb) { x, y, _ in
        let (u, v) = (Double(x - start - 40) / 40, Double(y - 50) / 35)
        return u * u + v * v < 1 ? 210 : 60 + y / 4
      }
      let first = 100 * Self.profile(picture, .width).place(ofPart: 0.5)
      #expect(first <= Double(start) + 2 && first + 100 >= Double(start) + 78, "\(start): \(first)")
    }
  }

  /// The first row that a 3:2 crop keeps.
  ///
  /// The picture has a head in rows 3 to 9 above a body with much detail.
  private static func firstRow(withHead color: [Int]) -> Double {
    let codes = (0..<32 * 21).flatMap { index in
      let (x, y) = (index % 21, index / 21)
      if 7..<14 ~= x && 3..<10 ~= y { return color.map(UInt8.init) }
      let isDark = (7 * x * x + 13 * y * y + 5 * x * y) % 211 <= 105
      return [UInt8](repeating: 3..<18 ~= x && y >= 14 ? (isDark ? 20 : 220) : 120, count: 3)
    }
    let profile = SubjectProfile(of: Miniature(width: 21, height: 32, codes: codes), along: .height)
    return 32 * (1 - 4.0 / 9) * profile.place(ofPart: 4.0 / 9)
  }

  static let skins = [
    [255, 226, 205], [246, 205, 175], [232, 184, 150], [205, 150, 112], [165, 112, 76],
    [120, 76, 50], [82, 52, 36], [48, 31, 22],
  ]

  @Test("A head of any skin colour is kept above a busy body", arguments: skins)
  func head(color: [Int]) {
    #expect(Self.firstRow(withHead: color) <= 3)
    let gray = color.reduce(0, +) / 3
    for other in [[gray, gray, gray], color.reversed()] {
      #expect(Self.firstRow(withHead: other) >= 10, "\(other)")
    }
  }

  @Test("Among equal subjects, the one in the horizontal middle is kept, not the one at an edge")
  func middle() {
    for edge in [0, 60] {
      for isAbove in [false, true] {
        let picture = Picture(80, 120, MiniatureTests.rgb) { x, y, _ in
          let first = isAbove == (y < 60) ? 30 : edge
          let isSubject = first..<first + 20 ~= x && (20..<40 ~= y || 80..<100 ~= y)
          return isSubject ? (x / 5 + y / 5) % 2 * 200 + 20 : 120
        }
        let place = Self.profile(picture, .height).place(ofPart: 0.4)
        #expect(isAbove ? place < 0.4 : place > 0.6, "\(edge) \(place)")
      }
    }
  }

  @Test("Doubling a picture's size does not change the place of its subject")
  func scaled() {
    for start in [3, 30, 77, 150] {
      let picture = Self.picture(200, 140, patch: (start..<start + 35, 20..<70))
      let large = Picture(400, 280, MiniatureTests.rgb) { x, y, channel in
        Int(picture.bytes[((y / 2) * 200 + x / 2) * 3 + channel])
      }
      #expect(Self.profile(picture, .width) == Self.profile(large, .width))
    }
  }

  /// The fraction of a patch that a crop of half the width keeps, in a scaled picture.
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

  @Test("Resizing changes the kept part of a subject by under two percentage points on average")
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

  @Test("Pictures without a subject are cropped to the middle")
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

  @Test("A crop that keeps nearly a whole side is centred, and an empty crop has a valid position")
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

extension SubjectProfile {
  /// The profile of a miniature that is stored upright.
  fileprivate init(of miniature: Miniature, along side: Side) {
    self.init(of: miniature, along: side, running: side == .width ? .across : .down)
  }
}
