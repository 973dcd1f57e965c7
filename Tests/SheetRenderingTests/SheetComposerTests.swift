import SheetImaging
import SheetLayout
import Testing

@testable import SheetRendering

@Suite struct SheetComposerTests {
  static let format = PixelFormat(.gray, .eight)

  static func gray(_ sample: UInt8) -> Color {
    Color(red: Double(sample) / 255, green: Double(sample) / 255, blue: Double(sample) / 255)
  }

  /// Composes rows of a grey sheet whose tiles are filled with their number.
  static func compose(
    _ rows: Range<Int>, width: Int, background: Backdrop = .color(.black),
    cellBackground: Backdrop? = nil, _ tiles: [(cell: PixelRect, image: PixelRect)]
  ) -> [[UInt8]] {
    let composer = SheetComposer(
      width: width, background: BackdropRows(background, width: width, in: format),
      cellBackground: cellBackground.map { BackdropRows($0, width: width, in: format) })
    let bytes = composer.compose(
      rows,
      of: tiles.enumerated().map { number, tile in
        TilePixels(
          cell: tile.cell, rows: tile.cell.y..<tile.cell.maxY, image: tile.image,
          bytes: Array(repeating: UInt8(number + 1), count: tile.image.width * tile.image.height))
      })
    return rows.indices.map { row in
      let start = (row - rows.lowerBound) * width
      return Array(bytes[start..<start + width])
    }
  }

  @Test("A sheet without tiles shows its background")
  func empty() {
    #expect(Self.compose(0..<2, width: 3, []) == [[0, 0, 0], [0, 0, 0]])
  }

  static let tiles = [
    (PixelRect(x: 1, y: 1, width: 3, height: 3), PixelRect(x: 1, y: 2, width: 2, height: 1)),
    (PixelRect(x: 5, y: 1, width: 2, height: 2), PixelRect(x: 5, y: 1, width: 2, height: 2)),
    (PixelRect(x: 5, y: 3, width: 3, height: 2), PixelRect(x: 7, y: 4, width: 1, height: 1)),
  ]

  static let sheet: [[UInt8]] = [
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 9, 9, 9, 0, 2, 2, 0],
    [0, 1, 1, 9, 0, 2, 2, 0],
    [0, 9, 9, 9, 0, 9, 9, 9],
    [0, 0, 0, 0, 0, 9, 9, 3],
  ]

  @Test("Images, cells and background are where the plan puts them, in any part of the sheet")
  func places() {
    for first in 0..<5 {
      for end in first + 1...5 {
        let rows = Self.compose(
          first..<end, width: 8, cellBackground: .color(Self.gray(9)), Self.tiles)
        #expect(rows == Array(Self.sheet[first..<end]))
      }
    }
  }

  @Test("The checkerboard continues from row to row and from cell to cell")
  func checker() {
    let dark = Self.gray(51)
    let cell = PixelRect(x: 5, y: 6, width: 7, height: 9)
    let rows = Self.compose(
      0..<19, width: 20, background: .squares(.white, .black),
      cellBackground: .squares(dark, .white),
      [(cell, PixelRect(x: 5, y: 6, width: 0, height: 0))])
    for y in 0..<19 {
      for x in 0..<20 {
        let isFirst = x / 8 % 2 == y / 8 % 2
        let isCell = 5..<12 ~= x && 6..<15 ~= y
        #expect(rows[y][x] == (isCell ? (isFirst ? 51 : 255) : (isFirst ? 255 : 0)))
      }
    }
  }
}
