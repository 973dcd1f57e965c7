import SheetLayout
import TestSupport
import Testing

@Suite struct CellDecorationTests {
  typealias Label = CellDecoration.Label

  /// Cells and decorations of all proportions; most of the decorations do not fit.
  static let cases: [(cell: PixelRect, decoration: CellDecoration)] = {
    var generator = SeededGenerator(seed: 61)
    func number(_ range: ClosedRange<Int>) -> Int {
      Int.random(in: 0...3, using: &generator) == 0 ? 0 : Int.random(in: range, using: &generator)
    }
    return (0..<4_000).map { _ in
      let side = Bool.random(using: &generator) ? 20 : 300
      let cell = PixelRect(
        x: number(-50...50), y: number(-50...50), width: 1 + number(0...side),
        height: 1 + number(0...side))
      var decoration = CellDecoration(
        frameWidth: number(1...9), padding: number(1...20), borderWidth: number(1...9))
      if Bool.random(using: &generator) {
        decoration.shadow = .init(
          under: Bool.random(using: &generator) ? .frame : .picture,
          reach: PixelInsets(
            top: number(1...9), left: number(1...12), bottom: number(1...15), right: number(1...12))
        )
      }
      if let position = LabelPosition.allCases.randomElement(using: &generator), number(0...9) > 2 {
        decoration.label = Label(
          position, height: number(1...40), gap: number(1...8),
          width: position.isBeside ? number(1...40) : 0)
      }
      return (cell, decoration)
    }
  }()

  static func contains(_ outer: PixelRect, _ inner: PixelRect) -> Bool {
    outer.x <= inner.x && inner.maxX <= outer.maxX && outer.y <= inner.y && inner.maxY <= outer.maxY
  }

  @Test("The picture keeps at least a pixel, and each part of a cell is inside the part around it")
  func nesting() {
    for (cell, decoration) in Self.cases {
      let decorated = DecoratedCell(cell, decoration)
      let area = decorated.pictureArea
      let inside = decorated.frame.inset(by: PixelInsets(decorated.decoration.frameWidth))
      #expect(area.width >= 1 && area.height >= 1)
      #expect(Self.contains(cell, decorated.frame))
      #expect(Self.contains(inside, decorated.borderBox(around: area)))
      if let label = decorated.labelRoom {
        #expect(label.width >= 1 && label.height >= 1)
        #expect(Self.contains(inside, label))
        switch decorated.decoration.label?.position {
        case .over: #expect(Self.contains(area, label) && label.maxY == area.maxY)
        case .overTop: #expect(Self.contains(area, label) && label.y == area.y)
        case .below, .above, .left, .right, nil:
          #expect(!label.overlaps(decorated.borderBox(around: area)))
        }
      }
    }
  }

  @Test("Shadows stay inside the cell")
  func shadows() {
    for (cell, decoration) in Self.cases {
      let decorated = DecoratedCell(cell, decoration)
      guard let shadow = decorated.decoration.shadow else { continue }
      let owner =
        shadow.owner == .frame
        ? decorated.frame : decorated.borderBox(around: decorated.pictureArea)
      let reach = shadow.reach
      #expect(
        Self.contains(
          cell,
          owner.inset(
            by: PixelInsets(
              top: -reach.top, left: -reach.left, bottom: -reach.bottom, right: -reach.right))))
    }
  }

  @Test("If a cell has room for everything, nothing is left out")
  func roomForAll() {
    for (cell, decoration) in Self.cases {
      let insets = decoration.insets
      let large = PixelRect(
        x: cell.x, y: cell.y, width: insets.horizontal + cell.width,
        height: insets.vertical + cell.height)
      let decorated = DecoratedCell(large, decoration)
      #expect(decorated.decoration == decoration)
      #expect(decorated.pictureArea.size == cell.size)
    }
  }

  @Test("What does not fit is left out in this order: label, padding, shadow, border, frame")
  func order() {
    for (cell, decoration) in Self.cases {
      let fitted = DecoratedCell(cell, decoration).decoration
      let lostLabel = fitted.label != decoration.label
      let lostPadding = fitted.padding < decoration.padding
      let lostShadow = fitted.shadow != decoration.shadow
      let lostBorder = fitted.borderWidth < decoration.borderWidth
      let lostFrame = fitted.frameWidth < decoration.frameWidth
      func leavesNothing(_ change: (inout CellDecoration) -> Void) -> Bool {
        var more = fitted
        change(&more)
        let insets = more.insets
        return insets.horizontal >= cell.width || insets.vertical >= cell.height
      }
      if lostPadding {
        #expect(
          leavesNothing {
            $0.padding += 1
            $0.label = nil
          })
      }
      if lostBorder { #expect(fitted.padding == 0) }
      if lostFrame { #expect(fitted.padding == 0 && fitted.borderWidth == 0) }
      // No decoration that would have fitted is left out.
      if lostLabel { #expect(leavesNothing { $0.label = decoration.label }) }
      if lostPadding { #expect(leavesNothing { $0.padding += 1 }) }
      if lostShadow {
        #expect(
          leavesNothing {
            $0.shadow = decoration.shadow
            $0.padding = 0
          })
      }
      if lostBorder { #expect(leavesNothing { $0.borderWidth += 1 }) }
      if lostFrame { #expect(leavesNothing { $0.frameWidth += 1 }) }
    }
  }

  @Test("A shadow may extend into the gap, but not over another shadow")
  func overhang() {
    var generator = SeededGenerator(seed: 62)
    for (_, decoration) in Self.cases {
      let gap = PixelSize(
        width: Int.random(in: 0...30, using: &generator),
        height: Int.random(in: 0...30, using: &generator))
      let overhang = decoration.overhang(into: gap)
      #expect(overhang.horizontal <= gap.width && overhang.vertical <= gap.height)
      #expect(min(overhang.left, overhang.top, overhang.right, overhang.bottom) >= 0)
      // The part of a shadow in the gap takes no room in the cell, and everything else keeps its
      // room.
      #expect(decoration.shadowReduced(by: overhang).insets + overhang == decoration.insets)
    }
  }

  @Test("The part of a shadow for which the gap has no room takes its space inside the cell")
  func wideShadow() {
    let reach = PixelInsets(top: 6, left: 8, bottom: 10, right: 8)
    var decoration = CellDecoration(shadow: .init(under: .picture, reach: reach))
    func overhang(_ width: Int, _ height: Int) -> PixelInsets {
      decoration.overhang(into: PixelSize(width: width, height: height))
    }
    #expect(overhang(16, 16) == reach)
    #expect(overhang(100, 100) == reach)
    #expect(overhang(9, 8) == PixelInsets(top: 3, left: 4, bottom: 5, right: 5))
    #expect(overhang(0, 0) == PixelInsets(0))
    // Padding is inside the cell, and so is the space between a picture and its label.
    decoration.padding = 7
    #expect(overhang(16, 16) == PixelInsets(top: 0, left: 1, bottom: 3, right: 1))
    decoration.label = Label(.below, height: 16, gap: 4)
    #expect(overhang(16, 16) == PixelInsets(top: 0, left: 1, bottom: 0, right: 1))
    decoration.shadow?.owner = .frame
    #expect(overhang(16, 16) == reach)
  }

  @Test("A cell without decoration is filled by its picture")
  func bare() {
    let cell = PixelRect(x: 3, y: 4, width: 5, height: 6)
    let decorated = DecoratedCell(cell, CellDecoration())
    #expect(decorated.frame == cell)
    #expect(decorated.pictureArea == cell)
    #expect(decorated.labelRoom == nil)
  }

  @Test("The picture's area is its cell without the frame, padding, border and label")
  func sums() {
    let decorated = DecoratedCell(
      PixelRect(x: 10, y: 20, width: 100, height: 80),
      CellDecoration(
        frameWidth: 1, padding: 5, borderWidth: 2, label: Label(.below, height: 16, gap: 4)))
    #expect(decorated.frame == decorated.cell)
    #expect(decorated.labelRoom == PixelRect(x: 16, y: 78, width: 88, height: 16))
    #expect(decorated.pictureArea == PixelRect(x: 18, y: 28, width: 84, height: 44))
  }

  @Test("A picture's shadow falls onto the padding and the gap")
  func shadowOnPadding() {
    let reach = PixelInsets(top: 6, left: 8, bottom: 10, right: 8)
    var decoration = CellDecoration(padding: 9, shadow: .init(under: .picture, reach: reach))
    #expect(decoration.insets == PixelInsets(top: 9, left: 9, bottom: 10, right: 9))
    decoration.label = Label(.below, height: 16, gap: 4)
    #expect(decoration.insets == PixelInsets(top: 9, left: 9, bottom: 9 + 16 + 10, right: 9))
    decoration.shadow?.owner = .frame
    #expect(decoration.insets == PixelInsets(top: 15, left: 17, bottom: 10 + 9 + 16 + 4, right: 17))
  }
}
