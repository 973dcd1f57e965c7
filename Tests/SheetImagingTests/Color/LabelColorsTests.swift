import SheetImaging
import Testing

/// The colours in which the class indices of a segmentation are shown.
@Suite struct LabelColorsTests {
  private static func color(_ index: Int) -> [Int] {
    LabelColors.samples[3 * index..<3 * index + 3].map(Int.init)
  }

  @Test("No two of 65,536 classes share a colour, and only class 0 is black")
  func distinct() {
    #expect(Self.color(0) == [0, 0, 0])
    let colors = Set((0..<LabelColors.count).map(Self.color))
    #expect(colors.count == 1 << 16)
  }

  @Test("The colours of the first classes are bright and far apart")
  func apart() {
    for index in 1..<41 {
      let color = Self.color(index)
      #expect((color.max() ?? 0) >= 150, "\(index): \(color)")
      for other in 0..<index {
        let distance = zip(color, Self.color(other)).map { abs($0 - $1) }.max() ?? 0
        #expect(distance >= 20, "\(index) \(color) and \(other) \(Self.color(other))")
      }
    }
  }

  @Test("The colours of any two of the 256 8-bit classes differ visibly in at least one channel")
  func eightBits() {
    for index in 1..<256 {
      for other in 0..<index {
        let distance = zip(Self.color(index), Self.color(other)).map { abs($0 - $1) }.max() ?? 0
        #expect(distance >= 10, "\(index) and \(other)")
      }
    }
  }
}
