import ContactSheet

/// The layouts that an application offers for its albums.
enum AlbumLayout: String, CaseIterable {
  case grid, mosaic, columns, newspaper, rows, masonry, wall, table, spiral

  /// The layout for pages of a given width.
  func layout(isWide: Bool) -> Sheet.Layout {
    switch self {
    case .grid:
      let ratio: Sheet.CellRatio = isWide ? .fixed(3.0 / 2) : 1.0
      return .grid(columns: isWide ? 6 : 3, ratio: ratio, search: isWide ? .byColumns : .compact)
    case .mosaic: return isWide ? .tiered(Sheet.Tier.standard) : .tiered([.oneLarge, .threeSmall])
    case .columns:
      return .columns(
        [.fixed(320, spacing: 16), .flexible(minimum: 200), .flexible(minimum: 200)],
        ratio: .automatic)
    case .newspaper:
      let track: Sheet.Track = .adaptive(minimum: 240, maximum: 360, spacing: 12)
      return .columns([track])
    case .rows: return .rows(height: isWide ? 320 : 160, lastRow: .justified)
    case .masonry: return .masonry([.adaptive(minimum: 300)], isFlush: true)
    case .wall: return .collage
    case .table:
      return .matrix(
        rows: "{scene}", columns: "{method}", columnValues: ["ours", "gt=Ground truth"],
        isTransposed: !isWide, rowHeading: .above, onClash: .stack,
        cell: Sheet.Extent(width: 256))
    case .spiral: return .custom(Mirrored(of: Spiral()))
    }
  }
}

/// Another layout, from right to left.
struct Mirrored: PageLayout {
  let original: any PageLayout

  init(of original: any PageLayout) { self.original = original }

  func arrangement(of request: Sheet.LayoutRequest) throws -> Sheet.Arrangement {
    var arrangement = try original.arrangement(of: request)
    for index in arrangement.frames.indices {
      arrangement.frames[index].x = arrangement.size.width - arrangement.frames[index].maxX
    }
    return arrangement
  }
}

/// A layout with one row of pictures of the same height.
struct FilmStrip: PageLayout {
  func arrangement(of request: Sheet.LayoutRequest) throws -> Sheet.Arrangement {
    let ratios = request.ratios
    let room = request.width - Double(ratios.count - 1) * request.gap.width
    let height = min(room / ratios.reduce(0, +), request.height ?? .infinity)
    var x = 0.0
    let frames = ratios.map { ratio in
      let frame = Sheet.Rect(x: x, y: 0, width: ratio * height, height: height)
      x = frame.maxX + request.gap.width
      return frame
    }
    var arrangement = Sheet.Arrangement(
      size: Sheet.Size(width: request.width, height: height), frames: frames)
    (arrangement.rows, arrangement.columns) = (1, request.pictures.count)
    return arrangement
  }
}
