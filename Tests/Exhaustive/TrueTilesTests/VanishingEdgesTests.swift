import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlans
@testable import SheetRendering

@Suite struct VanishingEdgesTests {
  static func plan(_ style: TileStyle, _ encoding: SheetEncoding = SheetEncoding()) -> SheetPlan {
    SheetPlan(
      layout: "grid", pictures: [], pages: [], style: style, metadata: MetadataUse(),
      unreadablePolicy: .placeholder, type: TypeStyle(), encoding: encoding, isGray: false,
      tracks: [])
  }

  static func edges(
    on background: Color = .white, cells: Color? = nil, _ encoding: SheetEncoding = SheetEncoding()
  ) throws -> VanishingEdges {
    let style = TileStyle(
      background: .color(background), cellBackground: cells.map { .color($0) }, edge: .auto)
    return try #require(VanishingEdges(plan(style, encoding)))
  }

  static func gray(_ code: Int) -> Color {
    let value = Double(code) / 255
    return Color(red: value, green: value, blue: value)
  }

  /// A single-coloured picture, 40 by 20, with another colour along the first part of its upper
  /// edge.
  static func picture(_ pixel: [UInt8], _ other: [UInt8], along count: Int) -> [UInt8] {
    (0..<40 * 20).flatMap { 1...count ~= $0 ? other : pixel }
  }

  static let cell = PixelRect(x: 10, y: 10, width: 40, height: 20)

  @Test(
    "An edge vanishes if at least a quarter of it differs from the background by up to 16 of 255")
  func quarter() throws {
    for (ground, near, far, other) in [
      (255, 239, 238, 0), (0, 16, 17, 255), (128, 144, 145, 0),
    ] {
      let edges = try Self.edges(on: Self.gray(ground))
      func vanish(_ codes: [Int], along count: Int) -> Bool {
        let bytes = Self.picture(
          Array(repeating: UInt8(other), count: 3), codes.map(UInt8.init), along: count)
        return edges.vanish(bytes, Self.cell.size, at: Self.cell, in: Self.cell)
      }
      // The outline has 120 pixels.
      #expect(vanish([near, near, near], along: 30) && !vanish([near, near, near], along: 29))
      for channel in 0..<3 {
        var codes = [near, near, near]
        codes[channel] = far
        #expect(!vanish(codes, along: 38), "\(ground), channel \(channel)")
      }
    }
  }

  @Test(
    "In plans of the first versions, an edge vanishes if it differs from the background by up to 6 of 255"
  )
  func firstPlans() throws {
    for (planned, most) in [(PlannedEdge.blending, 16), (.auto, 16), (.hairline, 6)] {
      var style = TileStyle(background: .color(.white))
      style.plannedEdge = planned
      #expect(style.plannedEdge == planned && style.edge == .auto)
      let edges = try #require(VanishingEdges(Self.plan(style)))
      for difference in [0, 6, 7, 16, 17] {
        let bytes = [UInt8](repeating: UInt8(255 - difference), count: 2400)
        #expect(
          edges.vanish(bytes, Self.cell.size, at: Self.cell, in: Self.cell) == (difference <= most),
          "\(planned), \(difference)")
      }
    }
    var rows = TileStyle(background: .color(.white))
    rows.plannedEdge = .rows
    #expect(rows.plannedEdge == .rows && rows.edge == .auto && rows.marksWholeRows)
    // New plans contain neither `auto` nor `hairline`, which only earlier versions wrote.
    #expect(TileStyle(edge: .auto).plannedEdge == .blending)
    #expect(TileStyle(edge: .hairline).plannedEdge == .always)
  }

  @Test("Only with auto does a hairline depend on the edge, and on whether the picture is opaque")
  func always() throws {
    let (automatic, all) = (
      try Self.edges(), try #require(VanishingEdges(Self.plan(TileStyle(edge: .hairline))))
    )
    for (code, isOpaque) in [(250, true), (250, false), (90, true), (90, false)] {
      let bytes = [UInt8](repeating: UInt8(code), count: 2400)
      func marks(_ edges: VanishingEdges) -> Bool {
        edges.mark(bytes, Self.cell.size, at: Self.cell, in: Self.cell, isOpaque: isOpaque)
      }
      #expect(marks(all) && marks(automatic) == (code == 250 && isOpaque), "\(code), \(isOpaque)")
    }
  }

  @Test("An edge vanishes at the same colour distance at 16 bits")
  func wide() throws {
    let edges = try Self.edges(SheetEncoding(depth: .sixteen))
    for (code, vanishes) in [(65_535 - 16 * 257, true), (65_534 - 16 * 257, false)] {
      let pixel = (0..<3).flatMap { _ in [UInt8(code >> 8), UInt8(code & 255)] }
      let bytes = Self.picture(pixel, pixel, along: 1)
      #expect(edges.vanish(bytes, Self.cell.size, at: Self.cell, in: Self.cell) == vanishes)
    }
  }

  @Test(
    "An edge is compared with its cell's background or, at the edges of the cell, with the page's")
  func grounds() throws {
    let edges = try Self.edges(cells: Self.gray(128))
    let (white, grey) = ([UInt8](repeating: 255, count: 2400), [UInt8](repeating: 128, count: 2400))
    let larger = Self.cell.outset(by: 3)
    let size = Self.cell.size
    #expect(edges.vanish(white, size, at: Self.cell, in: Self.cell))
    #expect(!edges.vanish(grey, size, at: Self.cell, in: Self.cell))
    #expect(!edges.vanish(white, size, at: Self.cell, in: larger))
    #expect(edges.vanish(grey, size, at: Self.cell, in: larger))
    // Only the left and right edges of the picture are edges of its cell: a third of the outline.
    var wide = larger
    (wide.x, wide.width) = (Self.cell.x, Self.cell.width)
    #expect(edges.vanish(white, size, at: Self.cell, in: wide))
    let tile = TilePixels(
      cell: wide, rows: wide.y..<wide.maxY, image: Self.cell, bytes: white, vanishes: true)
    var rows = SheetRows(
      0..<60, width: 60,
      background: BackdropRows(.color(.white), width: 60, in: .init(.rgb, .eight)))
    edges.draw(around: tile, into: &rows)
    func code(_ x: Int, _ y: Int) -> UInt8 { rows.bytes[3 * (60 * y + x)] }
    // Black is more legible than white on 128 as well as on 255.
    #expect(code(9, 15) == 224 && code(50, 15) == 224 && code(20, 9) == 113 && code(20, 30) == 113)
  }

  @Test("Hairlines lie outside all pictures, are half a point wide, and are not cut off anywhere")
  func lines() throws {
    var random = SeededGenerator(seed: 62)
    for dpi in [nil, 96, 200, 300, 600] as [Int?] {
      var encoding = SheetEncoding()
      encoding.pixelsPerInch = dpi
      let edges = try Self.edges(encoding)
      #expect(edges.width == [96: 1, 200: 1, 300: 2, 600: 4][dpi ?? 96])
      var tiles: [TilePixels] = []
      for index in 0..<12 {
        let cell = PixelRect(x: index % 4 * 42, y: index / 4 * 42, width: 30, height: 30)
        var image = cell
        (image.width, image.height) = (
          .random(in: 1...30, using: &random), .random(in: 1...30, using: &random)
        )
        (image.x, image.y) = (
          cell.x + .random(in: 0...30 - image.width, using: &random),
          cell.y + .random(in: 0...30 - image.height, using: &random)
        )
        tiles.append(
          TilePixels(
            cell: cell, rows: cell.y..<cell.maxY, image: image,
            bytes: Array(repeating: 250, count: 3 * image.width * image.height),
            vanishes: .random(using: &random)))
      }
      let (width, height) = (156, 114)
      let composer = SheetComposer(
        width: width,
        background: BackdropRows(.color(.white), width: width, in: .init(.rgb, .eight)),
        cellBackground: nil, edges: edges)
      let sheet = composer.compose(0..<height, of: tiles)
      for y in 0..<height {
        #expect(
          composer.compose(y..<y + 1, of: tiles)[...] == sheet[3 * width * y..<3 * width * (y + 1)])
        for x in 0..<width {
          let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
          let expected: UInt8 =
            if tiles.contains(where: { pixel.isInside($0.image) }) {
              250
            } else if tiles.contains(where: {
              $0.vanishes && pixel.isInside($0.image.outset(by: edges.width))
            }) {
              224
            } else {
              255
            }
          #expect(sheet[3 * (y * width + x)] == expected, "\(x), \(y) at \(dpi ?? 0)")
        }
      }
    }
  }

  @Test("In a matrix, a row has hairlines around all opaque pictures if one of them blends in")
  func wholeRows() throws {
    var random = SeededGenerator(seed: 63)
    var style = TileStyle(background: .color(.white), edge: .auto)
    let each = try #require(VanishingEdges(Self.plan(style)))
    style.marksWholeRows = true
    let whole = try #require(VanishingEdges(Self.plan(style)))
    let red = TileBorder.line(try #require(Border("1 red")))
    for _ in 0..<50 {
      let tiles = (0..<12).map { index in
        let cell = PixelRect(x: index % 4 * 42, y: index / 4 * 42, width: 30, height: 30)
        let isOpaque = Int.random(in: 0..<3, using: &random) > 0
        var tile = TilePixels(
          cell: cell, rows: cell.y..<cell.maxY, image: cell, bytes: [],
          vanishes: isOpaque && Int.random(in: 0..<6, using: &random) == 0, isOpaque: isOpaque)
        if Int.random(in: 0..<6, using: &random) == 0 { tile.border = red }
        return tile
      }
      #expect(each.marked(tiles).map(\.vanishes) == tiles.map(\.vanishes))
      for (tile, marked) in zip(tiles, whole.marked(tiles)) {
        let row = tiles.filter { $0.cell.y == tile.cell.y }
        let isMarked = row.contains { $0.vanishes && $0.border == nil }
        #expect(marked.vanishes == (tile.vanishes || isMarked && tile.isOpaque))
        #expect(marked.cell == tile.cell)
      }
    }
  }

  @Test("On black, a hairline is 12 % white; on a colour, it is 12 % closer to black or white")
  func colors() throws {
    for (ground, line) in [
      (Self.gray(0), [31, 31, 31]), (Color(red: 1, green: 0.8, blue: 0), [224, 180, 0]),
      (Color(red: 0, green: 0, blue: 0.5), [31, 31, 143]),
    ] as [(Color, [UInt8])] {
      let edges = try Self.edges(on: ground)
      let background = BackdropRows(.color(ground), width: 9, in: .init(.rgb, .eight))
      var rows = SheetRows(0..<9, width: 9, background: background)
      let cell = PixelRect(x: 3, y: 3, width: 3, height: 3)
      edges.draw(
        around: TilePixels(cell: cell, rows: 3..<6, image: cell, bytes: [], vanishes: true),
        into: &rows)
      #expect(Array(rows.bytes[3 * (9 * 2 + 2)..<3 * (9 * 2 + 3)]) == line)
    }
  }

  @Test(
    "Edges are unmarked without a uniform background or beside decoration, but marked on cropped pictures"
  )
  func unmarked() {
    let border = Border(width: 1)
    for style in [
      TileStyle(edge: .none),
      TileStyle(background: .color(.clear), edge: .auto),
      TileStyle(background: .color(Color.white.withAlpha(0.5)), edge: .auto),
      TileStyle(background: .squares(.white, .black), edge: .auto),
      TileStyle(decoration: Decoration(border: border), edge: .auto),
      TileStyle(decoration: Decoration(frame: border), edge: .auto),
      TileStyle(decoration: Decoration(radius: 3), edge: .auto),
      TileStyle(decoration: Decoration(shadow: Shadow(size: 3)), edge: .auto),
    ] {
      #expect(VanishingEdges(Self.plan(style)) == nil)
    }
    #expect(VanishingEdges(Self.plan(TileStyle(scaling: .stretch, edge: .auto))) != nil)
    // If only single pictures have borders, the edges of the others may still vanish.
    for edge in [Sheet.Edge.auto, .hairline] {
      let style = TileStyle(decoration: Decoration(padding: 2, borderRoom: 3), edge: edge)
      #expect(VanishingEdges(Self.plan(style)) != nil)
    }
    // Only in plans of earlier versions are the edges of cropped pictures unmarked.
    for (planned, isMarked) in [
      (PlannedEdge.blending, true), (.always, true), (.auto, false), (.hairline, false),
    ] {
      var style = TileStyle(scaling: .fill)
      style.plannedEdge = planned
      #expect((VanishingEdges(Self.plan(style)) != nil) == isMarked, "\(planned)")
      style.scaling = .fit
      #expect(VanishingEdges(Self.plan(style)) != nil, "\(planned)")
    }
    #expect(
      VanishingEdges(Self.plan(TileStyle(background: .color(.clear), edge: .hairline))) == nil)
  }
}

/// Rows of pixels without transparency.
@Suite struct OpaqueRowTests {
  @Test("A row is opaque if all of its pixels are", arguments: [SampleDepth.eight, .sixteen])
  func rows(depth: SampleDepth) {
    for channels in PixelFormat.Channels.allCases {
      let format = PixelFormat(channels, depth)
      let opaque = (0..<7).flatMap { _ in
        (0..<format.bytesPerPixel).map { byte -> UInt8 in
          channels.hasAlpha && byte >= format.bytesPerPixel - depth.bytes ? 255 : 0
        }
      }
      let isOpaque = format.isOpaque(opaque.span)
      #expect(isOpaque)
      for index in opaque.indices where opaque[index] == 255 {
        var row = opaque
        row[index] = 254
        let isOpaque = format.isOpaque(row.span)
        #expect(!isOpaque)
      }
    }
  }
}
