internal import SheetImaging
internal import SheetModel
internal import SheetPlans

// The borders of single pictures, for which all cells have room, so that pictures line up; and the
// backgrounds of single cells.

extension SheetJob {
  /// The border of a single picture in pixels; nil if it is the border of the sheet.
  func border(_ border: PictureBorder) -> TileBorder? {
    guard let line = border.line else {
      return style.decoration.border == nil ? nil : TileBorder.none
    }
    // A table may use units even if the sheet has no density.
    let density = encoding.pixelsPerInch ?? Sheet.Paper.pixelsPerInch
    let most = PixelExtent.maximumSide
    let width = (try? line.width.pixels(perInch: density, in: 1...most)) ?? most
    let own = Border(width: width, color: (line.color ?? Border.defaultColor).roundedTo8Bits)
    return own == style.decoration.border ? nil : own.map(TileBorder.line)
  }
}

extension SheetJob {
  /// The background of a single cell, with colours as in plans; nil if it is the background of all
  /// cells.
  func ownBackground(_ background: Backdrop) -> Backdrop? {
    let rounded = background.roundedTo8Bits
    return rounded == style.cellBackground ?? .clear ? nil : rounded
  }
}

extension [PictureGroup] {
  /// Whether any cell has a colour of its own.
  var haveColoredCells: Bool {
    for group in self {
      for member in group.members {
        if case .color? = member.overrides.cellBackground { return true }
      }
    }
    return false
  }

  /// The width of the widest border of a single picture; 0 if no picture has a border of its own.
  var widestBorder: Int {
    var widest = 0
    for group in self {
      for member in group.members {
        widest = Swift.max(widest, member.overrides.border?.line?.width ?? 0)
      }
    }
    return widest
  }
}

extension [SheetPage] {
  /// Whether all backgrounds of single cells are grey.
  var cellsAreGray: Bool {
    for page in self {
      for tile in page.tiles {
        if tile.cellBackground?.colors.allSatisfy(\.isGray) == false { return false }
      }
    }
    return true
  }

  /// Whether all borders of single pictures are grey.
  var bordersAreGray: Bool {
    for page in self {
      for tile in page.tiles where tile.border?.line?.color.isGray == false { return false }
    }
    return true
  }
}
