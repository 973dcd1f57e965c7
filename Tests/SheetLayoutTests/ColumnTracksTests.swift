import LayoutFixtures
import SheetLayout
import TestSupport
import Testing

@Suite struct ColumnTracksTests {
  /// Lists of up to five tracks of all kinds.
  private func randomTracks(_ generator: inout SeededGenerator) -> [ColumnTrack] {
    (0..<Int.random(in: 1...5, using: &generator)).map { _ in
      let minimum = Double(Int.random(in: 1...90, using: &generator))
      let maximum = minimum + Double(Int.random(in: 0...200, using: &generator))
      let sizing: [ColumnTrack.Sizing] = [
        .fixed(minimum), .flexible(minimum: minimum), .adaptive(minimum: minimum),
        .flexible(minimum: minimum, maximum: maximum),
        .adaptive(minimum: minimum, maximum: maximum),
      ]
      return ColumnTrack(
        sizing[Int.random(in: 0..<sizing.count, using: &generator)],
        spacing: Bool.random(using: &generator)
          ? Double(Int.random(in: 0...20, using: &generator)) : nil)
    }
  }

  @Test(
    "Columns that fit are inside the sheet without touching, and fixed columns keep their width")
  func columnsThatFit() throws {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<500 {
      let list = randomTracks(&generator)
      let tracks = try ColumnTracks(list)
      let width = tracks.sufficientWidth + Double.random(in: 0...600, using: &generator)
      let columns = try tracks.columns(width: width).columns
      #expect(columns[0].x >= -1e-9)
      #expect(columns[columns.count - 1].x + columns[columns.count - 1].width <= width + 1e-6)
      for (column, next) in zip(columns, columns.dropFirst()) {
        #expect(column.x + column.width <= next.x + 1e-9)
      }
      for track in list {
        if case .fixed(let width) = track.sizing {
          #expect(columns.contains { $0.width == width })
        }
      }
    }
  }

  @Test("The maximum number of columns is accepted with room left for part of another column")
  func mostColumns() throws {
    let tracks = try ColumnTracks([ColumnTrack(.adaptive(minimum: 1))], spacing: 0)
    let most = LayoutError.maximumColumns
    #expect(try tracks.columns(width: Double(most) + 0.5).columns.count == most)
    #expect(throws: LayoutError.tooManyColumns(Double(most + 1))) {
      try tracks.columns(width: Double(most) + 1)
    }
  }

  @Test("Columns fit at their smallest sufficient width, but not at a smaller width")
  func sufficientWidth() throws {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<500 {
      let list = randomTracks(&generator)
      let tracks = try ColumnTracks(list)
      let width = tracks.sufficientWidth
      _ = try tracks.columns(width: width)
      let isAdaptive = list.contains { if case .adaptive = $0.sizing { true } else { false } }
      guard !isAdaptive else { continue }
      #expect(throws: LayoutError.tracksTooWide(width, sheetWidth: width - 0.01)) {
        try tracks.columns(width: width - 0.01)
      }
    }
  }

  @Test(
    "With an adaptive track last, columns fill the width unless an adaptive track has a maximum")
  func fillsWidth() throws {
    var generator = SeededGenerator(seed: 10)
    for _ in 0..<300 {
      let list = randomTracks(&generator) + [ColumnTrack(.adaptive(minimum: 30))]
      let tracks = try ColumnTracks(list)
      let width = tracks.sufficientWidth + Double.random(in: 0...600, using: &generator)
      let columns = try tracks.columns(width: width).columns
      let isCapped = list.contains {
        if case .adaptive(_, let maximum) = $0.sizing { maximum < .infinity } else { false }
      }
      let last = columns[columns.count - 1]
      if !isCapped {
        #expect(isClose(columns[0].x, 0) && isClose(last.x + last.width, width))
      }
    }
  }

  @Test("All cells of an adaptive track are equal, and as many as fit")
  func adaptiveCells() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      let minimum = Double.random(in: 1...90, using: &generator)
      let spacing = Double.random(in: 0...20, using: &generator)
      let width = Double.random(in: 1...2_000, using: &generator)
      let columns = try ColumnTracks(
        [ColumnTrack(.adaptive(minimum: minimum), spacing: spacing)]
      ).columns(width: width).columns
      #expect(Set(columns.map(\.width)).count == 1)
      let count = Double(columns.count)
      #expect(columns.count == 1 || count * minimum + (count - 1) * spacing <= width + 1e-6)
      #expect((count + 1) * minimum + count * spacing > width - 1e-6)
    }
  }

  @Test("Columns that fit a width exactly are recognised as fitting, despite decimal fractions")
  func exactFit() throws {
    for count in 1...60 {
      for tenths in [1, 3, 7, 11, 33, 101] {
        let minimum = Double(tenths) * 0.1
        let width = Double(count) * minimum + Double(count - 1) * 0.7
        let tracks = try ColumnTracks([ColumnTrack(.adaptive(minimum: minimum), spacing: 0.7)])
        #expect(try tracks.columns(width: width).columns.count == count)
      }
    }
  }

  @Test("Rows of items with ratios are valid, and each item is as wide as its column")
  func ratios() throws {
    var generator = SeededGenerator(seed: 12)
    for count in itemCounts(from: 0, &generator) {
      let ratios = (0..<count).map { _ in Double.random(in: 0.3...3, using: &generator) }
      let list = [
        ColumnTrack(.fixed(70), alignment: .bottom), ColumnTrack(.adaptive(minimum: 90)),
        ColumnTrack(.flexible(), alignment: .top),
      ]
      let columns = try ColumnTracks(list).columns(width: 600)
      let arrangement = try columns.arrangement(ofRatios: ratios, rowGap: 5)
      expectValid(arrangement, itemCount: count)
      let fillColumns = arrangement.frames.enumerated().allSatisfy { index, frame in
        isClose(frame.width, columns.columns[index % columns.columns.count].width)
          && isClose(frame.width / frame.height, ratios[index])
      }
      #expect(fillColumns, "\(count) items")
      let areAsTallAsTallest = arrangement.strips.allSatisfy { strip in
        isClose(arrangement.frames[strip.items].map(\.height).max() ?? 0, strip.height)
      }
      #expect(areAsTallAsTallest, "\(count) items")
      #expect(arrangement.columns == columns.columns.count)
      #expect(arrangement.rows == arrangement.strips.count)
    }
  }

  @Test("The error about an invalid number says which number is invalid")
  func impossible() throws {
    #expect(throws: LayoutError.noTracks) { try ColumnTracks([]) }
    #expect(throws: LayoutError.minimumOverMaximum(50, 40)) {
      try ColumnTracks([ColumnTrack(.flexible(minimum: 50, maximum: 40))])
    }
    #expect(throws: LayoutError.negative(.trackWidth, -1)) {
      try ColumnTracks([ColumnTrack(.fixed(-1))])
    }
    #expect(throws: LayoutError.negative(.trackSpacing, -1)) {
      try ColumnTracks([ColumnTrack(.fixed(1), spacing: -1)])
    }
    #expect(throws: LayoutError.endlessColumns) {
      try ColumnTracks([ColumnTrack(.adaptive(minimum: 0), spacing: 0)])
    }
    #expect(throws: LayoutError.notFinite(.trackMinimum, .infinity)) {
      try ColumnTracks([ColumnTrack(.adaptive(minimum: .infinity))])
    }
    let one = try ColumnTracks([ColumnTrack(.adaptive(minimum: 1e-9), spacing: 0)])
    #expect(throws: LayoutError.notFinite(.sheetWidth, .infinity)) {
      try one.columns(width: .infinity)
    }
    #expect(throws: LayoutError.self) { try one.columns(width: 1_000) }
    let overflowing = try ColumnTracks([
      ColumnTrack(.flexible(minimum: 50)), ColumnTrack(.flexible(minimum: 120)),
    ])
    #expect(throws: LayoutError.tracksTooWide(248, sheetWidth: 200)) {
      try overflowing.columns(width: 200)
    }
    let adaptive = try ColumnTracks([ColumnTrack(.adaptive(minimum: 100))])
    #expect(throws: LayoutError.tracksTooWide(100, sheetWidth: -24)) {
      try adaptive.columns(width: -24)
    }
    let columns = try overflowing.columns(width: 248)
    #expect(throws: LayoutError.notPositive(.pictureRatio, 0)) {
      try columns.arrangement(ofRatios: [1, 0])
    }
    #expect(throws: LayoutError.negative(.verticalGap, -1)) {
      try columns.arrangement(ofRatios: [], rowGap: -1)
    }
  }
}

@Suite struct ColumnTracksVectorTests {
  struct Vector: Decodable, Sendable {
    struct Track: Decodable, Sendable {
      var kind: String
      var size: Double?
      var min: Double?
      var max: Double?
      var spacing: Double?
    }
    struct Input: Decodable, Sendable {
      var columns: [Track]
      var width: Double
    }
    var id: String
    var `in`: Input
    var gridWidth: Double
    var widths: [Double]
    var x: [Double]
  }

  static let vectors = try! VectorFile<Vector>.vectors(in: "columns")

  @Test(
    "Every worked example gives the expected result, and what overflows in SwiftUI is refused",
    arguments: vectors)
  func vector(_ vector: Vector) throws {
    let tracks = try ColumnTracks(
      vector.in.columns.map { track in
        let sizing: ColumnTrack.Sizing =
          switch track.kind {
          case "fixed": .fixed(try #require(track.size))
          case "flexible": .flexible(minimum: track.min ?? 10, maximum: track.max ?? .infinity)
          default: .adaptive(minimum: try #require(track.min), maximum: track.max ?? .infinity)
          }
        return ColumnTrack(sizing, spacing: track.spacing)
      })
    let width = vector.in.width
    guard vector.gridWidth <= width else {
      #expect(throws: LayoutError.tracksTooWide(tracks.sufficientWidth, sheetWidth: width)) {
        try tracks.columns(width: width)
      }
      return
    }
    let columns = try tracks.columns(width: width).columns
    #expect(areClose(columns.map(\.width), vector.widths))
    #expect(areClose(columns.map(\.x), vector.x))
  }

  @Test("The file of worked examples is complete")
  func complete() {
    #expect(Self.vectors.count == 15)
    #expect(Self.vectors.count { $0.gridWidth > $0.in.width } == 6)
  }
}

@Suite struct AdaptiveVectorTests {
  struct Vector: Decodable, Sendable {
    struct Input: Decodable, Sendable {
      var slot: Double
      var min: Double
      var max: Double?
      var spacing: Double
    }
    var id: String
    var `in`: Input
    var count: Int
    var cell: Double
  }

  @Test(
    "Every worked example gives the expected result",
    arguments: try! VectorFile<Vector>.vectors(in: "adaptive"))
  func vector(_ vector: Vector) throws {
    let input = vector.in
    let track = ColumnTrack(
      .adaptive(minimum: input.min, maximum: input.max ?? .infinity), spacing: input.spacing)
    let columns = try ColumnTracks([track]).columns(width: input.slot).columns
    #expect(columns.count == vector.count)
    #expect(columns.allSatisfy { isClose($0.width, vector.cell) })
  }

  @Test("Small items keep their own size, aligned as their column or the sheet specifies")
  func smallItems() throws {
    let tracks = [ColumnTrack(.fixed(100), alignment: .bottomRight), ColumnTrack(.fixed(100))]
    let columns = try ColumnTracks(tracks, spacing: 10).columns(width: 210)
    let items = [
      LayoutItem(ratio: 2, maximumWidth: 40), LayoutItem(ratio: 1), LayoutItem(ratio: 1),
      LayoutItem(ratio: 1, maximumWidth: 30),
    ]
    let frames = try columns.arrangement(of: items, rowGap: 5, alignment: .topLeft).frames
    expectClose(frames[0], [60, 80, 40, 20])
    expectClose(frames[1], [110, 0, 100, 100])
    expectClose(frames[3], [110, 105, 30, 30])
  }
}
