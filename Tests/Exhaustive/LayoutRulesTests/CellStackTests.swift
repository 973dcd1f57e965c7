import SheetLayout
import TestSupport
import Testing

/// Several items in one cell of a matrix.
@Suite struct CellStackTests {
  private static func stack(_ generator: inout SeededGenerator) -> CellStack {
    func side(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &generator))
    }
    return CellStack(
      line: side(0...30), gap: Size(width: side(0...9), height: side(0...9)),
      minimum: Size(width: side(1...80), height: side(1...60)))
  }

  @Test(
    "As many equal frames as fit are placed below the line of text, without overlap")
  func frames() {
    var generator = SeededGenerator(seed: 631)
    for round in 0..<400 {
      let stack = Self.stack(&generator)
      let cell = Rect(
        x: Double(round % 7), y: Double(round % 5),
        width: Double(Int.random(in: 40...400, using: &generator)),
        height: Double(Int.random(in: 40...400, using: &generator)))
      let count = Int.random(in: 2...(round % 3 == 0 ? 5_000 : 12), using: &generator)
      let room = stack.room(for: count, in: cell.size)
      #expect((1...count).contains(room))
      let frames = stack.frames(of: room, in: cell)
      #expect(frames.count == room)
      #expect(Set(frames.map(\.size)).count == 1)
      let top = stack.line(in: cell).map { $0.maxY + stack.gap.height } ?? cell.minY
      let areInside = frames.allSatisfy {
        $0.minX >= cell.minX && $0.maxX <= cell.maxX + 1e-6 && $0.minY >= top
          && $0.maxY <= cell.maxY + 1e-6 && $0.width > 0 && $0.height > 0
      }
      #expect(areInside, "\(round)")
      let areApart = frames.indices.allSatisfy { index in
        frames[..<index].suffix(30).allSatisfy { other in
          frames[index].minX >= other.maxX + stack.gap.width
            || other.minX >= frames[index].maxX + stack.gap.width
            || frames[index].minY >= other.maxY + stack.gap.height
        }
      }
      #expect(areApart, "\(round)")
      // No frame is too small if two or more fit, and nothing that fits is hidden.
      let (width, height) = (frames[0].width, frames[0].height)
      #expect(width >= min(stack.minimum.width, cell.width).rounded(.down))
      #expect(height >= min(stack.minimum.height, cell.maxY - top).rounded(.down))
      if room < count {
        #expect(width < 2 * stack.minimum.width + stack.gap.width)
        #expect(height < 2 * stack.minimum.height + stack.gap.height)
      }
    }
  }

  @Test(
    "Adding items never hides an item that fitted, and a larger cell has room for at least as many")
  func growth() {
    var generator = SeededGenerator(seed: 632)
    for _ in 0..<300 {
      let stack = Self.stack(&generator)
      let cell = Size(
        width: Double(Int.random(in: 40...300, using: &generator)),
        height: Double(Int.random(in: 40...300, using: &generator)))
      let rooms = (2...60).map { stack.room(for: $0, in: cell) }
      #expect(zip(rooms, rooms.dropFirst()).allSatisfy { $0 <= $1 })
      let larger = Size(width: cell.width + 50, height: cell.height + 50)
      #expect(zip(rooms, 2...60).allSatisfy { $0 <= stack.room(for: $1, in: larger) })
    }
  }

  @Test("In all cells of a matrix, items are as large as in the fullest cell")
  func equalSizes() {
    var generator = SeededGenerator(seed: 634)
    for _ in 0..<300 {
      var stack = Self.stack(&generator)
      stack.fullest = Int.random(in: 2...60, using: &generator)
      let cell = Rect(
        x: 0, y: 0, width: Double(Int.random(in: 40...300, using: &generator)),
        height: Double(Int.random(in: 40...300, using: &generator)))
      let fullest = stack.frames(of: stack.room(for: stack.fullest, in: cell.size), in: cell)
      for count in 1...stack.fullest {
        let room = stack.room(for: count, in: cell.size)
        #expect(room == min(count, fullest.count))
        // A row that is not full moves to the middle.
        let frames = stack.frames(of: room, in: cell)
        #expect(frames.map(\.minY) == fullest.prefix(room).map(\.minY))
        #expect(frames.allSatisfy { $0.size == fullest[0].size })
      }
    }
  }

  @Test(
    "Items that keep their ratios have equal gaps and are centred below the line of text"
  )
  func shapes() throws {
    var generator = SeededGenerator(seed: 635)
    for round in 0..<400 {
      let plain = Self.stack(&generator)
      let ratio = Double.random(in: 0.3...3, using: &generator)
      let inset = Size(width: Double(round % 4), height: Double(round % 3))
      var stack = CellStack(
        line: plain.line, gap: Size(width: plain.gap.width, height: plain.gap.width),
        minimum: plain.minimum,
        shapes: ItemShapes(
          ratios: ratio...ratio,
          largest: round.isMultiple(of: 2)
            ? Size(width: 40, height: 40 / ratio) : Size(width: Double.infinity, height: .infinity),
          inset: inset))
      let cell = Rect(
        x: 3, y: 5, width: Double(Int.random(in: 60...400, using: &generator)),
        height: Double(Int.random(in: 60...400, using: &generator)))
      let count = Int.random(in: 2...30, using: &generator)
      stack.fullest = count
      let frames = stack.frames(of: stack.room(for: count, in: cell.size), in: cell)
      let top = stack.line(in: cell)?.minY ?? frames[0].minY
      let comment: Comment = "\(round)"
      let (left, right) = (frames.map(\.minX).min() ?? 0, frames.map(\.maxX).max() ?? 0)
      let bottom = frames.map(\.maxY).max() ?? 0
      #expect(abs(left - cell.minX - (cell.maxX - right)) <= 1, comment)
      #expect(abs(top - cell.minY - (cell.maxY - bottom)) <= 1, comment)
      #expect(left >= cell.minX && right <= cell.maxX && top >= cell.minY, comment)
      #expect(bottom <= cell.maxY, comment)
      if let line = stack.line(in: cell) {
        #expect(abs(frames[0].minY - line.maxY - stack.gap.height) < 1e-6, comment)
      }
      // A frame is as close to the shape of its item as whole pixels allow.
      let (width, height) = (frames[0].width - inset.width, frames[0].height - inset.height)
      #expect(
        width <= height * ratio + 1 + ratio && height <= width / ratio + 1 + 1 / ratio, comment)
    }
  }

  @Test("Nine items in a cell of 300 x 200 form three rows of three below the line of text")
  func example() throws {
    var stack = CellStack(
      line: 15, gap: Size(width: 3, height: 5), minimum: Size(width: 30, height: 30))
    stack.fullest = 9
    let cell = Rect(x: 100, y: 50, width: 300, height: 200)
    // One of the two pixels that are left is above the line.
    #expect(stack.line(in: cell) == Rect(x: 100, y: 51, width: 300, height: 15))
    let frames = stack.frames(of: stack.room(for: 9, in: cell.size), in: cell)
    #expect(frames.count == 9)
    #expect(frames[0] == Rect(x: 100, y: 71, width: 98, height: 56))
    #expect(frames[4] == Rect(x: 201, y: 132, width: 98, height: 56))
    // (300 + 3) / 33 columns and (180 + 5) / 35 rows.
    #expect(stack.room(for: 10_000, in: cell.size) == 9 * 5)
    #expect(stack.line(in: Rect(x: 0, y: 0, width: 300, height: 34)) == nil)
  }
}
