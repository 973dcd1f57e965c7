import SheetImaging
import SheetLayout
import Testing

@testable import ContactSheet

@Suite struct SheetComposerTests {
  static func backdrop(_ sample: UInt8, width: Int, _ channels: PixelFormat.Channels = .gray)
    -> BackdropRows
  {
    let gray = Double(sample) / 255
    return BackdropRows(
      .color(Color(red: gray, green: gray, blue: gray)), width: width,
      in: PixelFormat(channels, .eight))
  }

  /// A sheet of grey bytes whose tiles are filled with their number.
  static func compose(
    _ size: PixelSize, cellBackground: UInt8? = nil,
    _ tiles: [(cell: PixelRect, image: PixelRect)]
  ) -> [[UInt8]] {
    var rows: [[UInt8]] = []
    var composer = SheetComposer(
      size: size, background: backdrop(0, width: size.width),
      cellBackground: cellBackground.map { backdrop($0, width: size.width) })
    func emit(_ row: Span<UInt8>) { rows.append(row.indices.map { row[$0] }) }
    for (number, tile) in tiles.enumerated() {
      composer.add(
        TilePixels(
          cell: tile.cell, image: tile.image,
          bytes: Array(repeating: UInt8(number + 1), count: tile.image.width * tile.image.height)),
        emit: emit)
    }
    composer.finish(emit: emit)
    return rows
  }

  @Test("A sheet without tiles is background")
  func empty() {
    #expect(
      Self.compose(PixelSize(width: 3, height: 2), []) == [[0, 0, 0], [0, 0, 0]])
  }

  @Test("Images, cells and background stand where the plan has them")
  func places() {
    let rows = Self.compose(
      PixelSize(width: 8, height: 5), cellBackground: 9,
      [
        (PixelRect(x: 1, y: 1, width: 3, height: 3), PixelRect(x: 1, y: 2, width: 2, height: 1)),
        (PixelRect(x: 5, y: 1, width: 2, height: 2), PixelRect(x: 5, y: 1, width: 2, height: 2)),
        (PixelRect(x: 5, y: 3, width: 3, height: 2), PixelRect(x: 7, y: 4, width: 1, height: 1)),
      ])
    #expect(
      rows == [
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 9, 9, 9, 0, 2, 2, 0],
        [0, 1, 1, 9, 0, 2, 2, 0],
        [0, 9, 9, 9, 0, 9, 9, 9],
        [0, 0, 0, 0, 0, 9, 9, 3],
      ])
  }

  @Test("Rows leave as soon as no later tile can reach them")
  func rowsLeaveEarly() {
    var emitted = 0
    var composer = SheetComposer(
      size: PixelSize(width: 4, height: 100), background: Self.backdrop(0, width: 4, .rgb),
      cellBackground: nil)
    for top in stride(from: 0, to: 100, by: 10) {
      let cell = PixelRect(x: 0, y: top, width: 4, height: 10)
      composer.add(TilePixels(emptyCell: cell)) { row in
        #expect(row.count == 12)
        emitted += 1
      }
      #expect(emitted == top)
    }
    composer.finish { _ in emitted += 1 }
    #expect(emitted == 100)
  }

  @Test("A tall tile stays while rows of small ones pass beside it")
  func tallBesideSmall() {
    let rows = Self.compose(
      PixelSize(width: 2, height: 4),
      [
        (PixelRect(x: 0, y: 0, width: 1, height: 4), PixelRect(x: 0, y: 0, width: 1, height: 4)),
        (PixelRect(x: 1, y: 0, width: 1, height: 2), PixelRect(x: 1, y: 0, width: 1, height: 2)),
        (PixelRect(x: 1, y: 2, width: 1, height: 2), PixelRect(x: 1, y: 2, width: 1, height: 2)),
      ])
    #expect(rows == [[1, 2], [1, 2], [1, 3], [1, 3]])
  }

  @Test("Squares go on from row to row and from cell to cell")
  func checker() {
    let format = PixelFormat(.gray, .eight)
    let size = PixelSize(width: 20, height: 19)
    let white = Color.white
    let dark = Color(red: 0.2, green: 0.2, blue: 0.2)
    var rows: [[UInt8]] = []
    var composer = SheetComposer(
      size: size, background: BackdropRows(.checker(white, .black), width: 20, in: format),
      cellBackground: BackdropRows(.checker(dark, white), width: 20, in: format))
    let cell = PixelRect(x: 5, y: 6, width: 7, height: 9)
    func emit(_ row: Span<UInt8>) { rows.append(row.indices.map { row[$0] }) }
    composer.add(TilePixels(emptyCell: cell), emit: emit)
    composer.finish(emit: emit)
    for y in 0..<19 {
      for x in 0..<20 {
        let isFirst = x / 8 % 2 == y / 8 % 2
        let isCell = 5..<12 ~= x && 6..<15 ~= y
        #expect(rows[y][x] == (isCell ? (isFirst ? 51 : 255) : (isFirst ? 255 : 0)))
      }
    }
  }
}
