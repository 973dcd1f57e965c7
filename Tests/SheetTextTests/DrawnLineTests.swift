import SheetLayout
import SheetModel
import Testing
import TextFixtures

@testable import SheetText

@Suite struct DrawnLineTests {
  /// The built-in font, and Pango's if it is installed.
  private static let faces: [any Typeface] =
    [StrokeFace(size: 16)] + [PangoFace("Sans", size: 16)].compactMap { $0 }

  @Test("Wrapped lines together contain all words, and each line is on its own row")
  func broken() {
    for face in Self.faces {
      let text = "one two three four five six seven eight nine ten"
      let needed = face.lines(face.box(text, width: 90, lines: 100, .left, .wrap)).count
      #expect(needed > 1)
      for count in 1...needed + 1 {
        let lines = face.lines(face.box(text, width: 90, lines: count, .left, .wrap))
        #expect(lines.count <= count)
        let words = lines.flatMap { $0.text.split(separator: " ") }
        let shown = words.joined(separator: " ")
        #expect(count < needed ? shown.contains("…") && lines.count == count : shown == text)
        #expect(
          zip(lines, lines.dropFirst()).allSatisfy { $1.baseline == $0.baseline + face.lineHeight })
      }
    }
  }

  @Test("Text in parentheses stays on one line that has room for it")
  func parentheses() {
    for face in Self.faces {
      for text in ["PSNR (2.0 / %)", "PSNR (2.0 / %) of all", "error [1 - 2] (3 / 4)"] {
        for width in 60...200 {
          let lines = face.lines(face.box(text, width: width, lines: 9, .left, .wrap)).map(\.text)
          let whole = face.lines(face.box("(2.0 / %)", width: width, lines: 9, .left, .wrap))
          if whole.count > 1 { continue }
          #expect(
            lines.allSatisfy { $0.filter("([".contains).count == $0.filter(")]".contains).count },
            "\(lines) in \(width)")
        }
      }
    }
  }

  @Test("Lines report the position of their pixels", arguments: Sheet.TextAlignment.allCases)
  func ink(alignment: Sheet.TextAlignment) throws {
    for face in Self.faces {
      let box = face.box("Hxh\nxx", width: 200, lines: 2, alignment, .end)
      let raster = face.raster(box)
      for (row, line) in face.lines(box).enumerated() {
        let columns = (0..<200).filter { x in
          (row * face.lineHeight..<(row + 1) * face.lineHeight).contains {
            raster.coverage[$0 * 200 + x] > 64
          }
        }
        let (first, last) = (try #require(columns.first), try #require(columns.last))
        #expect(abs(first - line.x) <= 3 && abs(last + 1 - line.x - line.width) <= 3)
      }
    }
  }

  @Test("The lines of any text are inside its box", arguments: 0..<4)
  func anyText(seed: UInt64) {
    var random = RandomText(seed: seed)
    for _ in 0..<60 {
      let text = random.unicodeText()
      for face in Self.faces {
        let box = random.box(text, in: face)
        let lines = face.lines(box)
        #expect(lines.count <= max(1, box.size.height / face.lineHeight))
        #expect(lines.allSatisfy { $0.width >= 0 && box.text.utf8.count * 3 >= $0.text.utf8.count })
      }
    }
  }
}
