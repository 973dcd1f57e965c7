internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

/// Decodes pictures straight into the pixels of their tiles.
struct TileRenderer: Sendable {
  /// The format of the sheet.
  let format: PixelFormat
  var filter: ResampleFilter
  var light = ResampleLight.linear
  /// Whether pictures are shown in shades of grey.
  let isGrayscale: Bool
  /// The sharpening after resampling; nil if there is none.
  var sharpening: UnsharpMask?
  /// The backdrop of transparent pictures: the cell's background over the sheet's.
  var backdrop: Backdrop
  /// Whether a checkerboard starts at each picture, not at the sheet's top left.
  var startsBackdropAtPictures = false
  /// The colour of rows that are missing because a file ends early.
  ///
  /// Nil if truncated pictures count as unreadable.
  var missing: Color?
  /// The colour of diagonal stripes over missing rows, which show that these rows are not part of
  /// the picture; nil for no stripes.
  var missingStripes: Color?
  /// Which edges blend into the background; nil if they are not marked.
  var edges: VanishingEdges?

  /// Whether pictures that are enlarged without interpolation are enlarged by whole factors.
  var growsByWholeFactors = false

  /// The bytes of a pixel in a colour; in a grey format, its luminance.
  func pixel(_ color: Color) -> [UInt8] {
    (format.channels.isGray ? color.gray : color).pixel(in: format)
  }

  /// The filter along one axis of a picture.
  ///
  /// `nearest` keeps pixels square, but drops some of them when reducing, so the default filter is
  /// used along an axis that is reduced. If ``growsByWholeFactors`` is true, it is also used along
  /// an axis that grows by a fractional factor, as in some photographs.
  func filter(from shown: Range<Double>, to count: Int) -> ResampleFilter {
    guard filter == .nearest else { return filter }
    let factor = Double(count) / (shown.upperBound - shown.lowerBound)
    let isWhole = abs(factor - factor.rounded()) < 1e-6
    return factor < 1 || growsByWholeFactors && !isWhole ? TileStyle().filter : filter
  }

  /// The filter along one axis of the picture with this header; colours of classes are never mixed.
  func filter(
    of header: PictureHeader, from shown: Range<Double>, to count: Int
  ) -> ResampleFilter {
    header.hasClassColors ? .nearest : filter(from: shown, to: count)
  }

  /// The sharpening of the picture with this header; nil if there is none.
  func sharpening(of header: PictureHeader) -> UnsharpMask? {
    header.hasClassColors ? nil : sharpening
  }

  /// Whether the colours of the picture with this header become shades of grey.
  func desaturates(_ header: PictureHeader) -> Bool {
    isGrayscale && !header.format.channels.isGray
  }

  /// Where on the sheet a checkerboard starts behind a picture that covers an area.
  func backdropOrigin(behind image: PixelRect) -> (x: Int, y: Int) {
    startsBackdropAtPictures ? (image.x, image.y) : (0, 0)
  }

  /// A painter that does not resample, for a picture that covers an area at its own size; nil if
  /// the picture must be resampled.
  func copier(of header: PictureHeader, in image: PixelRect) -> RowPainter? {
    guard sharpening(of: header) == nil, header.colorSpace == .sRGB, !desaturates(header) else {
      return nil
    }
    return RowPainter(
      from: header.format.channels, to: format, over: backdrop,
      startingAt: backdropOrigin(behind: image))
  }
}

extension TileRenderer {
  /// Starts rendering a picture, the part inside its borders, or an embedded thumbnail with enough
  /// pixels.
  ///
  /// If the thumbnail is damaged, the picture itself is used.
  ///
  /// - Throws: Errors of the picture.
  func begin(
    _ tile: PlannedTile, _ placement: PicturePlacement, of source: any PictureSource,
    as header: PictureHeader
  ) throws -> TileInProgress {
    if let kept = placement.kept, let part = TrimmedPicture(of: source, as: header, kept: kept) {
      return try TileInProgress(
        of: part, as: part.header(), part.placement(placement), slides: tile.followsSubject,
        with: self)
    }
    if !tile.followsSubject,
      let (copy, copied) = (source as? LibraryFile)?.thumbnail(of: header)
    {
      let placed = placement.placement(of: copied.shownSize, insteadOf: header.shownSize)
      if placed.crop.width >= Double(placed.image.width),
        placed.crop.height >= Double(placed.image.height)
      {
        do {
          return try TileInProgress(of: copy, as: copied, placed, with: self)
        } catch let error as ContactSheetError {
          throw error
        } catch {}
      }
    }
    return try TileInProgress(
      of: source, as: header, placement, tile.scale, slides: tile.followsSubject, with: self)
  }
}

extension TileRenderer {
  /// The maximum length of a side of the copy by which the edges of a large tile are judged.
  private static let judgedSide = 512

  /// The edges of a large tile, judged by a small copy of it.
  ///
  /// The tile's first rows are drawn before its last rows are decoded, so the picture is decoded an
  /// extra time. Large tiles are judged this way for all sheet formats, including formats that hold
  /// tiles whole.
  func edges(
    of tile: PlannedTile, _ placement: PicturePlacement, of source: any PictureSource,
    as header: PictureHeader
  ) throws -> TileEdges {
    guard let edges else { return TileEdges() }
    if edges.areAllMarked { return TileEdges(vanish: true) }
    let image = placement.image
    let divisor = (max(image.width, image.height) - 1) / Self.judgedSide + 1
    var small = placement
    small.image.width = max(1, image.width / divisor)
    small.image.height = max(1, image.height / divisor)
    var copy = tile
    (copy.placement, copy.followsSubject) = (small, false)
    if header.isReducible {
      let scale = PictureScale.allCases.last { $0.rawValue <= tile.scale.rawValue * divisor }
      copy.scale = scale ?? .whole
    }
    var inProgress = try begin(copy, small, of: source, as: header)
    let bytes = try inProgress.pixels(ofNextRows: small.image.height)
    let isOpaque = inProgress.isOpaque
    return TileEdges(
      vanish: edges.mark(bytes, small.image.size, at: image, in: tile.cell, isOpaque: isOpaque),
      isOpaque: isOpaque)
  }
}

/// What decides whether a tile has a hairline.
struct TileEdges {
  /// Whether the edges of the picture get a hairline, regardless of the other pictures.
  var vanish = false
  /// Whether the picture is known to be opaque.
  var isOpaque = false
}

extension PicturePlacement {
  /// The placement for a copy of another size.
  func placement(of copy: PixelSize, insteadOf whole: PixelSize) -> PicturePlacement {
    // Multiplied before dividing, so that the whole copy corresponds exactly to the whole picture.
    func scaled(_ place: Double, _ side: Int, _ wholeSide: Int) -> Double {
      place * Double(side) / Double(wholeSide)
    }
    var placement = self
    let x = scaled(crop.minX, copy.width, whole.width)
    let y = scaled(crop.minY, copy.height, whole.height)
    placement.crop = Rect(
      x: x, y: y,
      width: min(scaled(crop.width, copy.width, whole.width), Double(copy.width) - x),
      height: min(scaled(crop.height, copy.height, whole.height), Double(copy.height) - y))
    return placement
  }
}

/// A tile being rendered, row by row as rows are requested.
///
/// It holds a few rows of the source and the strip being painted, never the whole source.
struct TileInProgress: ~Copyable {
  private let picture: any PictureSource
  private let wholeHeader: PictureHeader
  private let scale: PictureScale
  /// The rows of the source; nil once the last row has been read.
  private var source: (any PictureRows)?
  /// The header of the picture at the scale at which it is decoded.
  private let header: PictureHeader
  /// The part of the picture that is drawn, and where, once that is known.
  private(set) var placement: PicturePlacement
  /// The search for the subject until all rows have been read; nil if the crop is known.
  private var search: SubjectSearch?
  /// The error with which the file ended during the search for the subject; nil if there was none.
  private var end: (any Error)?
  private let stored: StoredPlacement
  private let renderer: TileRenderer
  private var sourceRowsLeft: Int
  private let rowCount: Int
  private let takesAllAtOnce: Bool
  /// Whether the rows of the source below the tile are left unread.
  private let skipsRest: Bool
  private var rowsTaken = 0
  /// Why rows of the file are missing from the tile; nil if none are.
  private(set) var missingReason: String?

  /// Whether all pixels read so far are opaque; only tracked if edges are marked.
  private(set) var isOpaque = true

  /// The check for visible samples; nil if they are certain to be visible.
  private var faintness: FaintSamples?
  /// Whether all rows have been read, and their samples are far below full scale.
  private(set) var isFaint = false
  /// Whether all rows have been read, and at least half of their samples exceed full scale.
  private(set) var isClipped = false

  /// Paints rows of a part of the source as tile rows without resampling; nil if they are
  /// resampled.
  private let copier: (painter: RowPainter, part: PixelRect)?
  /// The resampling of rows; nil before the first row.
  ///
  /// Allocating its memory takes longer than finding out that a file has no rows, and a small file
  /// may claim to have a million by a million pixels.
  private var resampling: TileResampling?
  private var painter: TilePainter

  /// The crop in the coordinates of the whole picture, even if the source is only a part of it.
  var wholeCrop: Rect {
    ((picture as? TrimmedPicture)?.wholePlacement(placement) ?? placement).crop
  }

  /// Opens a picture, whose crop slides to its subject if requested.
  ///
  /// If `skipsRest` is true, the rows of the source below the tile are not read.
  ///
  /// - Throws: Errors of the picture.
  init(
    of source: any PictureSource, as header: PictureHeader, _ placement: PicturePlacement,
    _ scale: PictureScale = .whole, slides: Bool = false, skipsRest: Bool = false,
    with renderer: TileRenderer
  ) throws {
    let whole = StoredPlacement(placement, of: header)
    let divisor = (source as? PictureDifference)?.tileDivisor ?? scale.rawValue
    let stored = whole.reduced(by: divisor)
    let difference = try (source as? PictureDifference)?.opened(as: header, dividedBy: divisor)
    self.source = try difference ?? source.rows(as: header, at: scale)
    let overlay = difference.map {
      DifferenceOverlay($0, whole, height: header.size.height, in: renderer.format)
    }
    search =
      slides && difference == nil
      ? SubjectSearch(
        placement, of: header, inside: (source as? TrimmedPicture)?.whole.shownSize,
        dividedBy: divisor, with: renderer) : nil
    (picture, wholeHeader, self.scale, self.placement) = (source, header, scale, placement)
    var header = header
    header.size = header.size.divided(by: divisor)
    (self.header, self.stored, self.renderer) = (header, stored, renderer)
    faintness =
      header.isStretched || difference != nil
      ? nil : FaintSamples(header.format, mayBeInfinite: header.hasUnboundedSamples)
    sourceRowsLeft = header.size.height
    rowCount = placement.image.height
    takesAllAtOnce = !header.orientation.keepsRowOrder
    self.skipsRest = skipsRest
    painter = TilePainter(
      placement.image, from: stored.size, header.orientation,
      bytesPerPixel: renderer.format.bytesPerPixel, overlay: overlay)
    // What is drawn over a difference is computed in step with the rows of the whole picture, and
    // the tile of a subject is cut from rows that have been resampled, so neither is copied.
    if search == nil, let part = stored.copiedPart, difference == nil || part.size == header.size {
      copier = renderer.copier(of: header, in: placement.image).map { ($0, part) }
    } else {
      copier = nil
    }
  }

  /// The pixels of the next rows of the tile, without padding.
  ///
  /// After the last row of the tile, the source is read to its end, unless its remaining rows are
  /// skipped.
  ///
  /// A rotated tile may need the picture's last row for its first, so the whole tile is painted
  /// when its first rows are requested.
  ///
  /// - Parameter count: The number of rows.
  /// - Returns: That many rows of the tile's width.
  /// - Throws: Errors of the picture, and `CancellationError` if the task is cancelled.
  mutating func pixels(ofNextRows count: Int) throws -> [UInt8] {
    defer { rowsTaken += count }
    if takesAllAtOnce, rowsTaken > 0 {
      return painter.pixels(ofRows: rowsTaken..<rowsTaken + count)
    }
    if search != nil { try findSubject() }
    painter.startStrip(of: takesAllAtOnce ? stored.size.height : count)
    let isLast = takesAllAtOnce || rowsTaken + count == rowCount
    do {
      while !painter.isFull, missingReason == nil {
        if try resampling?.paintRow(with: &painter) == true { continue }
        if copier != nil { try painter.prepareRow() }
        try readRow()
      }
      if isLast, missingReason == nil, !skipsRest {
        while sourceRowsLeft > 0 { try readRow() }
        try source?.finish()
      }
    } catch let error as PictureFileError
      where error.leavesPixels && renderer.missing != nil && painter.rowsPainted > 0
    {
      missingReason = "\(error)"
    }
    if isLast { (source, resampling) = (nil, nil) }
    if !painter.isFull, let missing = renderer.missing { paint(missing) }
    return count == rowCount || !takesAllAtOnce
      ? painter.pixels : painter.pixels(ofRows: 0..<count)
  }

  /// Reads all rows to find the crop.
  ///
  /// The tile is cut from held rows, or else the picture is read again.
  private mutating func findSubject() throws {
    do {
      while sourceRowsLeft > 0 { try readRow() }
    } catch let error as PictureFileError where error == .endOfFile && renderer.missing != nil {
      end = error
    }
    guard let search = search.take() else { return }
    let found = search.found(in: header, isComplete: end == nil)
    if search.uncut != nil, resampling?.cut(columns: found.columns, rows: found.rows) == true {
      placement = found.placement
    } else {
      // Only one decoder of the picture is open at a time.
      (source, resampling) = (nil, nil)
      self = try TileInProgress(
        of: picture, as: wholeHeader, found.placement, scale, with: renderer)
    }
  }

  /// Paints the rest of a strip in one colour, with stripes over it.
  private mutating func paint(_ color: Color) {
    let ground = renderer.pixel(color)
    let stripe = renderer.pixel(renderer.missingStripes ?? color)
    let image = placement.image
    let width = max(3, min(image.width, image.height) / 20)
    while !painter.isFull {
      painter.paint { line, bytes in
        let step = line.stepX + line.stepY
        var (place, position) = (0, line.x - image.x + line.y - image.y)
        while place < bytes.count {
          let isStripe = position / width % 2 == 0
          for value in isStripe ? stripe : ground {
            bytes[place] = value
            place += 1
          }
          position += step
        }
      }
    }
  }

  private mutating func readRow() throws {
    if let end { throw end }
    // A check for cancellation takes as long as a row of an icon.
    if sourceRowsLeft % 16 == 0 { try Task.checkCancellation() }
    guard let source else { preconditionFailure("a row after the last one") }
    try source.next { row in
      if isOpaque, renderer.edges != nil { isOpaque = header.format.isOpaque(row) }
      faintness?.add(row)
      search?.add(row, of: header)
      if search != nil, search?.uncut == nil { return }
      if let (copier, part) = copier {
        guard part.rows.contains(header.size.height - sourceRowsLeft) else { return }
        let format = header.format
        let pixels = row.extracting(
          part.x * format.bytesPerPixel..<part.maxX * format.bytesPerPixel)
        painter.paint { line, bytes in
          copier.copy(pixels, of: format.depth, at: line, into: &bytes)
        }
      } else {
        addToResampling(row)
      }
    }
    sourceRowsLeft -= 1
    if sourceRowsLeft == 0 { examineSamples(of: source) }
  }

  /// Finds out, after the last row, whether samples are far below full scale or exceed it.
  private mutating func examineSamples(of source: any PictureRows) {
    let lost = source.lostNumbers
    if let faintness {
      isFaint =
        faintness.areFaint(infiniteCount: lost.infiniteCount)
        || faintness.areZero(infiniteCount: lost.infiniteCount) && lost.hasTiny
    }
    let size = header.size
    let count = size.width * size.height * header.format.channels.colorCount
    isClipped = lost.clippedCount > 0 && 2 * lost.clippedCount >= count
  }

  private mutating func addToResampling(_ row: Span<UInt8>) {
    if resampling == nil {
      resampling = TileResampling(
        of: header, stored, in: placement.image, cutOf: search?.uncut, with: renderer)
    }
    resampling?.add(row)
  }
}
