import SheetImaging
import SheetLayout
import SheetModel
import SheetText
import TestSupport
import Testing

@testable import SheetPlans
@testable import SheetRendering

@Suite struct TileDecorationTests {
  static let gray = PixelFormat(.gray, .eight)

  static let formats = PixelFormat.Channels.allCases.flatMap { channels in
    SampleDepth.allCases.map { PixelFormat(channels, $0) }
  }

  /// A sheet with one tile whose picture is of a single colour.
  struct Sheet {
    var size = PixelSize(width: 9, height: 9)
    var cell = PixelRect(x: 0, y: 0, width: 9, height: 9)
    /// The area of the picture; nil if it takes all the room left for it.
    var image: PixelRect?
    var isEmpty = false
    var format = TileDecorationTests.gray
    var background = Backdrop.color(.white)
    var cellBackground: Backdrop?
    var picture = TileDecorationTests.gray(100)
    var text: PlacedText?
    var decoration = Decoration()

    var area: PixelRect { image ?? DecoratedCell(cell, decoration.room()).pictureArea }

    /// The bytes of the sheet, composed in bands of `rows` rows.
    func compose(inBandsOf rows: Int? = nil) -> [UInt8] {
      let background = BackdropRows(background, width: size.width, in: format)
      let cellBackground = cellBackground.map { BackdropRows($0, width: size.width, in: format) }
      let composer = SheetComposer(
        width: size.width, background: background, cellBackground: cellBackground,
        decoration: TileDecoration(
          decoration, room: decoration.room(), in: format, background: background,
          cellBackground: cellBackground))
      let pixel = picture.pixel(in: format)
      let rowsOfCell = cell.y..<cell.maxY
      var tile =
        isEmpty
        ? TilePixels(emptyCell: cell, rows: rowsOfCell)
        : TilePixels(
          cell: cell, rows: rowsOfCell, image: area,
          bytes: (0..<area.width * area.height).flatMap { _ in pixel })
      tile.texts = [text].compactMap(\.self)
      return stride(from: 0, to: size.height, by: rows ?? size.height).flatMap {
        composer.compose($0..<min($0 + (rows ?? size.height), size.height), of: [tile])
      }
    }

    /// The rows of a grey sheet.
    var rows: [[UInt8]] {
      let bytes = compose()
      return (0..<size.height).map { Array(bytes[$0 * size.width..<($0 + 1) * size.width]) }
    }
  }

  static func gray(_ sample: UInt8) -> Color {
    Color(red: Double(sample) / 255, green: Double(sample) / 255, blue: Double(sample) / 255)
  }

  static func hex(_ sample: UInt8) -> String { gray(sample).hexadecimal }

  @Test("A two-pixel border surrounds a three-pixel picture, and nothing else changes")
  func border() {
    var sheet = Sheet()
    sheet.image = PixelRect(x: 3, y: 3, width: 3, height: 3)
    sheet.decoration.border = Border("2 \(Self.hex(7))")
    let (w, b, p) = (UInt8(255), UInt8(7), UInt8(100))
    #expect(
      sheet.rows == [
        [w, w, w, w, w, w, w, w, w],
        [w, b, b, b, b, b, b, b, w],
        [w, b, b, b, b, b, b, b, w],
        [w, b, b, p, p, p, b, b, w],
        [w, b, b, p, p, p, b, b, w],
        [w, b, b, p, p, p, b, b, w],
        [w, b, b, b, b, b, b, b, w],
        [w, b, b, b, b, b, b, b, w],
        [w, w, w, w, w, w, w, w, w],
      ])
  }

  @Test("Frame, cell, border and picture are nested, from the outside in")
  func nested() {
    var sheet = Sheet(cellBackground: .color(Self.gray(200)))
    sheet.decoration = Decoration(
      padding: 1, border: Border("1 \(Self.hex(7))"), frame: Border("1 \(Self.hex(9))"))
    #expect(sheet.rows[4] == [9, 200, 7, 100, 100, 100, 7, 200, 9])
    #expect(sheet.rows[0] == Array(repeating: 9, count: 9))
    sheet.isEmpty = true
    #expect(sheet.rows[4] == [9, 200, 200, 200, 200, 200, 200, 200, 9])
    sheet.cellBackground = nil
    #expect(sheet.rows[4] == [9, 255, 255, 255, 255, 255, 255, 255, 9])
  }

  @Test("Without decoration, a sheet is the same as from the plain composer")
  func plain() {
    var sheet = Sheet(cellBackground: .color(Self.gray(200)))
    sheet.cell = PixelRect(x: 1, y: 2, width: 6, height: 5)
    sheet.image = PixelRect(x: 2, y: 3, width: 3, height: 4)
    let composer = SheetComposer(
      width: 9, background: BackdropRows(sheet.background, width: 9, in: Self.gray),
      cellBackground: BackdropRows(.color(Self.gray(200)), width: 9, in: Self.gray))
    let tile = TilePixels(
      cell: sheet.cell, rows: 2..<7, image: sheet.area, bytes: [UInt8](repeating: 100, count: 12))
    #expect(firstDifference(sheet.compose(), composer.compose(0..<9, of: [tile])) == nil)
  }

  /// Sheets with all sorts of decoration, in all formats.
  static let sheets: [Sheet] = formats.flatMap { format -> [Sheet] in
    let size = PixelSize(width: 70, height: 64)
    let ink = format.channels.isGray ? gray(30).hexadecimal : "#3050a0ff"
    let veil = format.channels.isGray ? "#00000066" : "#80200080"
    let decorations = [
      Decoration(padding: 6, border: Border("3 \(ink)"), radius: 8),
      Decoration(border: Border("2 \(veil)"), radius: 99, shadow: Shadow("6 \(veil)")),
      Decoration(frame: Border("2 \(ink)"), radius: 9),
      Decoration(
        padding: 2, border: Border("1 \(ink)"), frame: Border("3 \(veil)"), radius: 11,
        shadow: Shadow("5")),
      Decoration(radius: 20),
      Decoration(padding: 4, shadow: Shadow("9")),
      Decoration(padding: 90, border: Border("90"), frame: Border("90"), shadow: Shadow("90")),
    ]
    return decorations.flatMap { decoration in
      [nil, Backdrop.color(gray(220))].map { cellBackground in
        Sheet(
          size: size, cell: PixelRect(x: 5, y: 3, width: 60, height: 57), format: format,
          background: format.channels.hasAlpha ? .color(.clear) : .checker,
          cellBackground: cellBackground, picture: gray(100), decoration: decoration)
      }
    }
  }

  @Test("Nothing is drawn outside the cell")
  func insideCell() {
    for sheet in Self.sheets {
      let pixelBytes = sheet.format.bytesPerPixel
      let background = BackdropRows(sheet.background, width: sheet.size.width, in: sheet.format)
      let bytes = sheet.compose()
      var isUntouched = true
      for y in 0..<sheet.size.height {
        let empty = background[y]
        let start = y * sheet.size.width * pixelBytes
        for byte in 0..<sheet.size.width * pixelBytes {
          let x = byte / pixelBytes
          let isInside =
            sheet.cell.x..<sheet.cell.maxX ~= x && sheet.cell.y..<sheet.cell.maxY ~= y
          if !isInside, bytes[start + byte] != empty[byte] { isUntouched = false }
        }
      }
      #expect(isUntouched, "\(sheet.format) \(sheet.decoration)")
    }
  }

  @Test("The division into bands does not change a pixel")
  func bands() {
    for sheet in Self.sheets {
      let whole = sheet.compose()
      for height in [1, 7] {
        let bands = sheet.compose(inBandsOf: height)
        #expect(firstDifference(bands, whole) == nil, "\(sheet.format) \(sheet.decoration)")
      }
    }
  }

  @Test("Decoration is symmetrical from left to right and, without a shadow, from top to bottom")
  func symmetry() {
    for var sheet in Self.sheets {
      if !sheet.format.channels.hasAlpha { sheet.background = .color(.white) }
      let pixelBytes = sheet.format.bytesPerPixel
      let bytes = sheet.compose()
      let width = sheet.size.width
      func pixel(_ x: Int, _ y: Int) -> ArraySlice<UInt8> {
        bytes[(y * width + x) * pixelBytes..<(y * width + x + 1) * pixelBytes]
      }
      let (cell, isEven) = (sheet.cell, sheet.decoration.shadow == nil)
      for y in cell.y..<cell.maxY {
        let isMirrored = (0..<cell.width).allSatisfy { column in
          let (left, right) = (cell.x + column, cell.maxX - 1 - column)
          return pixel(left, y) == pixel(right, y)
            && (!isEven || pixel(left, y) == pixel(left, cell.maxY - 1 - (y - cell.y)))
        }
        #expect(isMirrored, "\(sheet.format) \(sheet.decoration) row \(y)")
      }
    }
  }

  @Test("Between a round picture and its border, no white of the sheet is visible")
  func noSeams() {
    var sheet = Sheet(
      size: PixelSize(width: 40, height: 40), cell: PixelRect(x: 0, y: 0, width: 40, height: 40))
    sheet.decoration = Decoration(border: Border("4 \(Self.hex(100))"), radius: 12)
    let bordered = sheet.compose()
    // A border in the picture's colour and the picture look like one round box.
    var plain = sheet
    plain.decoration = Decoration(radius: 12)
    #expect(firstDifference(bordered, plain.compose()) == nil)
    // A frame in the cell's colour and its empty cell look like that box as well.
    sheet.decoration = Decoration(frame: Border("4 \(Self.hex(100))"), radius: 12)
    sheet.cellBackground = .color(Self.gray(100))
    sheet.isEmpty = true
    #expect(firstDifference(sheet.compose(), plain.compose()) == nil)
  }

  @Test("A frame with rounded corners clips a picture that fills it")
  func clipped() {
    var sheet = Sheet(
      size: PixelSize(width: 40, height: 40), cell: PixelRect(x: 0, y: 0, width: 40, height: 40))
    sheet.decoration = Decoration(frame: Border("3 black"), radius: 10)
    let rows = sheet.rows
    #expect(rows[0][0] == 255)
    #expect(rows[0][20] == 0 && rows[3][20] == 100 && rows[20][3] == 100)
    // The corner pixel of the picture is on the frame.
    #expect(rows[3][3] == 0)
  }

  @Test("A shadow surrounds a picture, is darkest below it, and does not cover it")
  func shadow() {
    var sheet = Sheet(
      size: PixelSize(width: 60, height: 60), cell: PixelRect(x: 0, y: 0, width: 60, height: 60))
    sheet.decoration = Decoration(padding: 12, shadow: Shadow("8"))
    let rows = sheet.rows
    #expect(rows[30][12..<48].allSatisfy { $0 == 100 })
    let (left, above, below) = (rows[30][11], rows[11][30], rows[48][30])
    #expect(below < left && left < above && above < 255)
    #expect(rows[30][3] == 255 && rows[12 - 7][30] == 255 && rows[48 + 10][30] == 255)
    // The shadow becomes paler with each pixel outwards.
    #expect(zip(rows[30][4..<11], rows[30][5..<12]).allSatisfy { $0 > $1 || $0 == 255 })
    sheet.isEmpty = true
    let isWhite = sheet.compose().allSatisfy { $0 == 255 }
    #expect(isWhite, "a shadow without a picture")
  }

  @Test("Text is drawn over the tile and clipped to the cell")
  func text() {
    let raster = TextRaster(
      size: PixelSize(width: 4, height: 2), coverage: [255, 0, 255, 255, 0, 255, 0, 255])
    var sheet = Sheet()
    sheet.cell = PixelRect(x: 1, y: 1, width: 7, height: 7)
    func text(x: Int, y: Int, plate: Color? = nil) -> PlacedText {
      PlacedText(
        raster, in: PixelRect(x: x, y: y, width: 4, height: 2), .black, plate: plate,
        format: Self.gray)
    }
    sheet.text = text(x: 2, y: 5)
    #expect(sheet.rows[5] == [255, 100, 0, 100, 0, 0, 100, 100, 255])
    #expect(sheet.rows[6] == [255, 100, 100, 0, 100, 0, 100, 100, 255])
    sheet.text = text(x: 6, y: 7, plate: Self.gray(50))
    #expect(sheet.rows[7] == [255, 100, 100, 100, 100, 100, 0, 50, 255])
    #expect(sheet.rows[8] == Array(repeating: 255, count: 9))
    sheet.text = text(x: -2, y: 20)
    #expect(sheet.rows[7] == [255, 100, 100, 100, 100, 100, 100, 100, 255])
  }

  @Test("Borders, plates and text blend as in browsers")
  func weights() {
    let half = Color(red: 0, green: 0, blue: 0, alpha: 128.0 / 255)
    var sheet = Sheet()
    sheet.decoration.border = Border("2 \(half.hexadecimal)")
    #expect(sheet.rows[4] == [127, 127, 100, 100, 100, 100, 100, 127, 127])

    sheet = Sheet(isEmpty: true)
    let raster = TextRaster(size: PixelSize(width: 3, height: 1), coverage: [0, 128, 255])
    sheet.text = PlacedText(
      raster, in: PixelRect(x: 1, y: 4, width: 3, height: 1), .black, format: Self.gray)
    #expect(sheet.rows[4] == [255, 255, 127, 0, 255, 255, 255, 255, 255])
    // The text is on a plate, so it blends with the plate.
    sheet.text = PlacedText(
      raster, in: PixelRect(x: 1, y: 4, width: 5, height: 1), .black, plate: half,
      format: Self.gray)
    #expect(sheet.rows[4] == [255, 127, 127, 63, 0, 127, 255, 255, 255])
  }

  @Test("Text has the colours of its raster")
  func coloredText() {
    let format = PixelFormat(.rgb, .eight)
    var sheet = Sheet(size: PixelSize(width: 2, height: 1))
    sheet.cell = PixelRect(x: 0, y: 0, width: 2, height: 1)
    sheet.format = format
    sheet.isEmpty = true
    let raster = TextRaster(
      size: PixelSize(width: 2, height: 1), coverage: [255, 255],
      glyphColors: [1, 2, 3, 255, 4, 5, 6, 255])
    sheet.text = PlacedText(raster, in: sheet.cell, .black, format: format)
    #expect(sheet.compose() == [1, 2, 3, 4, 5, 6])
  }

  @Test("Decoration of any size fits into the smallest cells", arguments: 1...6)
  func smallCells(side: Int) {
    for decoration in Self.sheets.prefix(14).map(\.decoration) {
      for (width, height) in [(side, side), (side, 40), (40, side)] {
        var sheet = Sheet(size: PixelSize(width: 42, height: 42))
        sheet.cell = PixelRect(x: 1, y: 1, width: width, height: height)
        sheet.decoration = decoration
        #expect(sheet.rows[sheet.area.y + sheet.area.height / 2][0] == 255)
        #expect(firstDifference(sheet.compose(inBandsOf: 3), sheet.compose()) == nil)
      }
    }
  }
}
