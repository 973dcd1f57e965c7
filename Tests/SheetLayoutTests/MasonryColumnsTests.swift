import LayoutFixtures
import SheetLayout
import TestSupport
import Testing

@Suite struct MasonryColumnsTests {
  @Test("Masonry is valid, and items keep their ratios at the columns' width")
  func sound() throws {
    var generator = SeededGenerator(seed: 18)
    for count in itemCounts(from: 0, &generator) {
      let ratios = (0..<count).map { _ in Double.random(in: 0.2...4, using: &generator) }
      let columns = try MasonryColumns(width: 1_600, count: 7, gap: Size(width: 8, height: 5))
      let arrangement = try columns.arrangement(ofRatios: ratios)
      expectValid(arrangement, itemCount: count)
      let keepRatios = zip(arrangement.frames, ratios).allSatisfy { frame, ratio in
        isClose(frame.width, columns.columnWidth) && isClose(frame.width / frame.height, ratio)
      }
      #expect(keepRatios, "\(count) items")
      #expect(arrangement.columns == 7 && arrangement.rows == nil)
    }
  }

  @Test("Each item goes to the shortest column, the leftmost among equals")
  func shortestColumn() throws {
    var generator = SeededGenerator(seed: 19)
    for itemCount in itemCounts(from: 0, &generator) {
      let count = Int.random(in: 1...9, using: &generator)
      // Heights in sixths cause many exact ties.
      let ratios = (0..<itemCount).map { _ in 6 / Double(Int.random(in: 1...12, using: &generator))
      }
      let columns = try MasonryColumns(
        width: 100 * Double(count) + 7 * Double(count - 1), count: count,
        gap: Size(width: 7, height: 4))
      var heights = Array(repeating: 0.0, count: count)
      let frames = try columns.arrangement(ofRatios: ratios).frames
      let areShortest = zip(frames, ratios).allSatisfy { frame, ratio in
        let shortest = heights.min() ?? 0
        let index = heights.firstIndex { $0 < shortest + 1e-5 } ?? 0
        let expected = [Double(index) * 107, heights[index], 100, 100 / ratio]
        heights[index] += 100 / ratio + 4
        return areClose([frame.minX, frame.minY, frame.width, frame.height], expected)
      }
      #expect(areShortest, "\(itemCount) items in \(count) columns")
    }
  }

  @Test("Small items keep their own size, and are aligned as their column specifies")
  func smallItems() throws {
    let columns = try MasonryColumns(width: 210, count: 2, gap: Size(width: 10, height: 5))
    let items = [
      LayoutItem(ratio: 2, maximumWidth: 40), LayoutItem(ratio: 1, maximumWidth: 500),
      LayoutItem(ratio: 1, maximumWidth: 10),
    ]
    let frames = try columns.arrangement(of: items, alignments: [.right, .left]).frames
    expectClose(frames[0], [60, 0, 40, 20])
    expectClose(frames[1], [110, 0, 100, 100])
    expectClose(frames[2], [90, 25, 10, 10])
    expectClose(try columns.arrangement(of: items).frames[0], [30, 0, 40, 20])

    var generator = SeededGenerator(seed: 42)
    for count in itemCounts(from: 1, &generator) {
      let items = [LayoutItem].mixed(count, &generator)
      let columns = try MasonryColumns(width: 1_600, count: 5, gap: Size(width: 8, height: 5))
      let arrangement = try columns.arrangement(of: items)
      expectValid(arrangement, itemCount: count)
      let areRight = zip(arrangement.frames, items).allSatisfy { frame, item in
        isClose(frame.width, min(columns.columnWidth, item.maximumWidth))
          && isClose(frame.width / frame.height, item.ratio)
      }
      #expect(areRight, "\(count) items")
    }
  }

  @Test(
    "Columns that differ only by rounding count as equally tall; larger differences matter",
    arguments: [1, 100, 20_000] as [Double])
  func equallyTall(height: Double) throws {
    let columns = try MasonryColumns(width: 200, count: 2)
    // The sum of some hundred heights has an error of 1e-9 of a pixel; a thousandth is invisible.
    for (difference, isSeen) in [
      (0x1p-30, false), (0x1p-22, false), (0x1p-18, true), (0x1p-10, true), (0.5, true),
    ] {
      let ratios = [height + difference, height, height].map { 100 / $0 }
      let frames = try columns.arrangement(ofRatios: ratios).frames
      #expect(frames[2].minX == (isSeen ? 100 : 0), "\(difference)")
    }
    // Strips ignore the difference as well: the next strip begins below both columns.
    let ratios = [height + 0x1p-30, height, height].map { 100 / $0 }
    #expect(try columns.arrangement(ofRatios: ratios).strips.map(\.items) == [0..<2, 2..<3])
  }

  @Test(
    "A tall item takes at most half of a column, and the others keep their sizes", arguments: 2...8
  )
  func tallItems(count: Int) throws {
    var generator = SeededGenerator(seed: 90)
    let columns = try MasonryColumns(
      width: Double(count) * 250, count: count, gap: Size(width: 8, height: 8))
    for _ in 0..<40 {
      var items = (0..<count * 6).map { _ in
        LayoutItem(ratio: .random(in: 0.6...2, using: &generator))
      }
      let without = try columns.arrangement(of: items).size.height
      #expect(try columns.shortened(items) == items)
      let place = Int.random(in: 0...items.count, using: &generator)
      items.insert(LayoutItem(ratio: 1 / .random(in: 10...100, using: &generator)), at: place)
      let shortened = try columns.shortened(items)
      for index in items.indices where index != place { #expect(shortened[index] == items[index]) }
      let sheet = try columns.arrangement(of: shortened)
      expectValid(sheet, itemCount: items.count)
      let frame = sheet.frames[place]
      #expect(shortened[place].isCropped && isClose(frame.width, columns.columnWidth))
      let whole = try columns.shortened(items, areWhole: true)[place]
      #expect(!whole.isCropped && whole.ratio == items[place].ratio)
      #expect(isClose(whole.maximumWidth / whole.ratio, frame.height))
      #expect(frame.height <= max(0.6 * sheet.size.height, 2.4 * columns.columnWidth + 1e-6))
      #expect(sheet.size.height < 2 * without, "\(sheet.size.height) after \(without)")
    }
  }

  @Test(
    "A tall item that is shortened to fit a page keeps its column's width if most items are lower")
  func pageHeight() throws {
    let columns = try MasonryColumns(width: 600, count: 3)
    var tall = LayoutItem(ratio: 0.1, maximumWidth: 40)
    tall.croppedWidth = 900
    let square = LayoutItem(ratio: 1)
    let among = try columns.shortened([square, tall, square])[1]
    #expect(among.isCropped && among.maximumWidth == 200 && isClose(among.ratio, 0.5))
    let alike = try columns.shortened([tall, tall, square])[1]
    #expect(alike == tall)
    // If half of the items are tall, the other items still show how wide columns are.
    for item in try columns.shortened([tall, square, tall, square]) {
      #expect(item.isCropped == (item.ratio < 1) && min(item.maximumWidth, 200) == 200)
    }
    // A cropped picture that is narrower than the column keeps its own width.
    tall.croppedWidth = 60
    let narrow = try columns.shortened([square, tall, square])[1]
    #expect(narrow.isCropped && narrow.maximumWidth == 60 && isClose(narrow.ratio, 0.15))
  }

  @Test(
    "Items keep their height if all are tall, if there is only one item, or if there is only one column"
  )
  func allTall() throws {
    let three = try MasonryColumns(width: 600, count: 3)
    for ratios in [[0.05], [0.05, 0.05], Array(repeating: 0.05, count: 20)] {
      let items = [LayoutItem](ratios: ratios)
      #expect(try three.shortened(items) == items)
    }
    let mixed = [LayoutItem](ratios: [1, 0.01, 1])
    #expect(try MasonryColumns(width: 600, count: 1).shortened(mixed) == mixed)
  }

  @Test("A strip starts at a height that no item crosses")
  func strips() throws {
    let columns = try MasonryColumns(width: 200, count: 2)
    let arrangement = try columns.arrangement(ofRatios: [1, 0.5, 1, 2, 2, 1])
    #expect(arrangement.strips.map(\.items) == [0..<3, 3..<5, 5..<6])
    #expect(arrangement.strips.map(\.minY) == [0, 200, 250])
  }

  @Test(
    "A hundred thousand items in a thousand columns are arranged quickly",
    .timeLimit(.minutes(1)))
  func many() throws {
    let columns = try MasonryColumns(width: 100_000, count: 1_000)
    let ratios = (0..<100_000).map { 0.5 + Double($0 % 17) / 10 }
    #expect(try columns.arrangement(ofRatios: ratios).frames.count == 100_000)
  }

  @Test("The error about an invalid number says which number is invalid")
  func impossible() {
    #expect(throws: LayoutError.notPositive(.columns, 0)) {
      try MasonryColumns(width: 100, count: 0)
    }
    #expect(throws: LayoutError.tooManyColumns(65_537)) {
      try MasonryColumns(width: 100, count: 65_537)
    }
    #expect(throws: LayoutError.noRoom(Shortage(width: 100, gap: Size(width: 100, height: 0)))) {
      try MasonryColumns(width: 100, count: 2, gap: Size(width: 100, height: 0))
    }
    #expect(throws: LayoutError.notFinite(.pictureRatio, .infinity)) {
      try MasonryColumns(width: 100, count: 2).arrangement(ofRatios: [.infinity])
    }
  }
}
