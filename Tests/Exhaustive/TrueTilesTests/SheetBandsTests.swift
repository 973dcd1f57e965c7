import SheetImaging
import SheetLayout
import Testing

@testable import SheetPlans
@testable import SheetRendering

@Suite struct SheetBandsTests {
  /// 1000 rows of 1000 RGB pixels, in some twenty bands.
  static let encoder = PNGSheetEncoder(
    PixelSize(width: 1000, height: 1000), PixelFormat(.rgb, .eight), SheetEncoding())

  static func tile(top: Int, height: Int, left: Int = 0) -> TilePixels {
    TilePixels(
      emptyCell: PixelRect(x: left, y: top, width: 10, height: height), rows: top..<top + height)
  }

  @Test("A band is returned with all of its tiles once no later tile can reach it")
  func bands() {
    var bands = SheetBands(Self.encoder)
    let tiles = (0..<10).map { Self.tile(top: 100 * $0, height: 100) }
    var taken = 0
    func take() {
      while bands.hasNext {
        guard let (band, tiles) = bands.next() else {
          Issue.record("hasNext, but next() is nil")
          return
        }
        #expect(band == taken)
        taken += 1
        let rows = Self.encoder.rowsNeeded(forBand: band)
        let tops = Set(tiles.map(\.cell.y))
        for top in stride(from: 0, to: 1000, by: 100)
        where top < rows.upperBound && top + 100 > rows.lowerBound {
          #expect(tops.contains(top), "band \(band) lacks the tile at \(top)")
        }
      }
      #expect(bands.next() == nil)
    }
    for tile in tiles {
      bands.add(tile)
      take()
      let complete = (0..<Self.encoder.bandCount).count {
        Self.encoder.rows(ofBand: $0).upperBound <= tile.cell.y
      }
      #expect(taken == complete)
    }
    bands.finish()
    take()
    #expect(taken == Self.encoder.bandCount)
    #expect(bands.isEmpty)
  }

  @Test(
    "A band that a tile's hairline reaches waits for that tile, and includes it",
    arguments: [1, 4, 60])
  func reach(reach: Int) {
    var bands = SheetBands(Self.encoder, reach: reach)
    func take() {
      while let (band, tiles) = bands.next() {
        let (rows, tops) = (Self.encoder.rowsNeeded(forBand: band), Set(tiles.map(\.cell.y)))
        for top in stride(from: 0, to: 1000, by: 100)
        where top - reach < rows.upperBound && top + 80 + reach > rows.lowerBound {
          #expect(tops.contains(top), "band \(band) lacks the tile at \(top)")
        }
      }
    }
    for top in stride(from: 0, to: 1000, by: 100) {
      bands.add(Self.tile(top: top, height: 80))
      take()
    }
    bands.finish()
    take()
    #expect(bands.isEmpty)
  }

  @Test("A sheet without tiles has all of its bands at once")
  func empty() {
    var bands = SheetBands(Self.encoder)
    #expect(bands.next() == nil)
    bands.finish()
    var count = 0
    while let (_, tiles) = bands.next() {
      #expect(tiles.isEmpty)
      count += 1
    }
    #expect(count == Self.encoder.bandCount)
  }

  @Test("A tall tile is kept for every band that shows it")
  func tall() {
    var bands = SheetBands(Self.encoder)
    bands.add(Self.tile(top: 0, height: 1000))
    for top in stride(from: 0, to: 1000, by: 50) {
      bands.add(Self.tile(top: top, height: 50, left: 20))
    }
    bands.finish()
    while let (_, tiles) = bands.next() { #expect(tiles.contains { $0.cell.height == 1000 }) }
  }
}
