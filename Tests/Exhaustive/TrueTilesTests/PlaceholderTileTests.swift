import SheetFixtures
import SheetImaging
import SheetLayout
import SheetPictures
import SheetPlans
import Testing

@testable import SheetRendering

@Suite struct PlaceholderTileTests {
  static let rgb = PixelFormat(.rgb, .eight)

  static let grounds: [Color] =
    stride(from: 0, through: 1, by: 0.05).map { Color(red: $0, green: $0, blue: $0) }
    + [
      Color(red: 0.2, green: 0.4, blue: 0.8), Color(red: 0.9, green: 0.1, blue: 0.1),
      Color(red: 1, green: 1, blue: 0), Color(red: 0, green: 0, blue: 0.3, alpha: 0.5), .clear,
    ]

  static func tile(_ width: Int, _ height: Int, on ground: Color = .white) -> PlaceholderTile {
    let size = PixelSize(width: width, height: height)
    let side = PlaceholderTile.crossSide(in: size, em: 12)
    return PlaceholderTile(
      size: size, colors: .init(on: ground),
      cross: PixelRect(
        x: (width - side) / 2, y: (height - side) / 2, width: side, height: side))
  }

  /// The red of each pixel, row by row.
  static func reds(_ tile: PlaceholderTile) -> [[UInt8]] {
    let bytes = tile.pixels(ofRows: 0..<tile.size.height, in: rgb)
    return (0..<tile.size.height).map { y in
      (0..<tile.size.width).map { bytes[3 * (y * tile.size.width + $0)] }
    }
  }

  @Test("The box is close in colour to its background, and text on it is legible")
  func colors() {
    for ground in Self.grounds {
      let colors = PlaceholderTile.Colors(on: ground)
      let seen = ground.composed(over: .white)
      #expect(colors.paper.isOpaque && colors.ink.isOpaque)
      #expect(colors.paper != seen && colors.paper.contrast(with: seen) < 1.6, "\(ground)")
      #expect(colors.ink.contrast(with: colors.paper) >= 4.5, "\(ground)")
      #expect(colors.paper.isGray || !seen.isGray)
    }
  }

  @Test(
    "A placeholder does not look like a blank picture: it has a complete edge and a cross",
    arguments: [8, 16, 64, 256, 1000])
  func visible(side: Int) {
    for ground in [Color.white, .black, Color(red: 0.5, green: 0.5, blue: 0.5)] {
      let tile = Self.tile(side, side, on: ground)
      let rows = Self.reds(tile)
      let corner = rows[0][0]
      let paper = rows[side / 8][side / 8]
      #expect(abs(Int(corner) - Int(paper)) > 12)
      for index in 0..<side {
        let edge = [rows[0][index], rows[side - 1][index], rows[index][0], rows[index][side - 1]]
        #expect(edge == Array(repeating: corner, count: 4), "at \(index)")
      }
      let middle = rows[side / 2].map { abs(Int($0) - Int(paper)) }.dropFirst(3).dropLast(3).max()
      #expect(try! #require(middle) > 25, "\(ground)")
    }
  }

  @Test("A placeholder is inconspicuous: nearly all of it is plain", arguments: [64, 256, 1000])
  func quiet(side: Int) {
    let rows = Self.reds(Self.tile(side, side))
    let paper = rows[side / 8][side / 8]
    let plain = rows.joined().count { $0 == paper }
    #expect(Double(plain) > 0.88 * Double(side * side))
    // The colour is a grey, lighter than earlier ones that stood out too much on sheets.
    #expect(paper > 230)
  }

  @Test("A cross is square, smaller than its tile, and the same however the tile is divided")
  func cross() {
    for (width, height) in [(1, 1), (2, 9), (9, 2), (16, 16), (400, 20), (31, 200)] {
      let tile = Self.tile(width, height)
      #expect(tile.cross.width < min(width, height))
      #expect(tile.cross.width == tile.cross.height)
      let all = tile.pixels(ofRows: 0..<height, in: Self.rgb)
      let strips = (0..<height).flatMap { tile.pixels(ofRows: $0..<$0 + 1, in: Self.rgb) }
      #expect(strips == all)
      let rows = Self.reds(tile)
      #expect(rows.map { Array($0.reversed()) } == rows || (width - tile.cross.width) % 2 == 1)
    }
  }

  @Test("The edge of a placeholder follows rounded corners")
  func round() {
    var tile = Self.tile(100, 100)
    let square = Self.reds(tile)
    tile.radius = 20
    let round = Self.reds(tile)
    #expect(round[50] == square[50])
    // On the diagonal, the edge is at the circle; pixels outside are not visible.
    let depth = 20 - 20 / 2.0.squareRoot()
    let diagonal = (0..<30).map { round[$0][$0] }
    #expect(diagonal.lastIndex(of: diagonal[0]) == Int(depth))
  }
}
