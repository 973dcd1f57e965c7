internal import SheetLayout
internal import SheetPictures
internal import SheetPlans

/// What a tile shows: a picture, or what is left of one without its borders.
struct ShownPicture {
  private let source: any PictureSource
  private let header: PictureHeader
  private let scale: PictureScale
  /// Which part of that is drawn where.
  let placement: PicturePlacement
  /// Whether the placement is not the tile's, or may still change.
  private let isFound: Bool

  /// Finds what a tile shows: looks for borders where they are to be trimmed.
  ///
  /// - Parameters:
  ///   - tile: The tile.
  ///   - picture: Its picture.
  ///   - header: The header of that.
  ///   - room: The furniture around pictures.
  ///   - renderer: What renders the tile.
  /// - Throws: What the picture throws, ``PictureError/unplanned(_:)``, and `CancellationError` when the
  ///   task is cancelled.
  init(
    in tile: PlannedTile, of picture: SheetPicture, as header: PictureHeader, _ room: CellFurniture,
    with renderer: TileRenderer
  ) throws {
    let planned = try tile.placement(of: picture)
    let (source, trimming) = (picture.source, tile.trimming)
    let trimmed =
      if let trimming {
        try TrimmedPicture(
          finding: trimming.tolerance, of: source, as: header,
          showsIncomplete: renderer.missing != nil)
      } else {
        planned.kept.flatMap { TrimmedPicture(of: source, as: header, kept: $0) }
      }
    isFound = trimming != nil || planned.followsSubject
    guard let trimmed else {
      (self.source, self.header, scale, placement) = (source, header, tile.scale, planned)
      return
    }
    (self.source, self.header, scale) = (trimmed, trimmed.header(), .whole)
    guard let trimming else {
      placement = trimmed.placement(planned)
      return
    }
    let found = try trimming.placement(
      of: self.header.shownSize, at: trimmed.kept, in: header.shownSize,
      area: FurnishedCell(tile.cell, room).pictureArea(besideLabel: tile.label?.area))
    // As it is read from a manifest, so that pixels are the same to the last bit.
    placement = trimmed.placement(trimmed.wholePlacement(found))
  }

  /// Begins to render the tile.
  ///
  /// - Throws: What the picture throws.
  func tile(with renderer: TileRenderer) throws -> TileInProgress {
    try TileInProgress(of: source, as: header, placement, scale, with: renderer)
  }

  /// The placement of the whole picture, where it was found in its pixels.
  ///
  /// - Parameter placement: That of what is shown.
  /// - Returns: The placement; nil where it is the tile's.
  func found(_ placement: PicturePlacement) -> PicturePlacement? {
    guard isFound else { return nil }
    var found = (source as? TrimmedPicture)?.wholePlacement(placement) ?? placement
    found.followsSubject = false
    return found
  }
}

extension TrimmedPicture {
  /// A placement of the whole picture as one of what is left.
  fileprivate func placement(_ whole: PicturePlacement) -> PicturePlacement {
    let (kept, size, crop) = (kept, header().shownSize, whole.crop)
    let (x, y) = (Double(size.width) / kept.width, Double(size.height) / kept.height)
    var placement = whole
    placement.kept = nil
    placement.crop = Rect(
      x: (crop.minX - kept.minX) * x, y: (crop.minY - kept.minY) * y, width: crop.width * x,
      height: crop.height * y)
    return placement
  }

  /// A placement of what is left as one of the whole picture.
  fileprivate func wholePlacement(_ placement: PicturePlacement) -> PicturePlacement {
    let (kept, size, crop) = (kept, header().shownSize, placement.crop)
    let (x, y) = (kept.width / Double(size.width), kept.height / Double(size.height))
    let (minX, minY) = (kept.minX + crop.minX * x, kept.minY + crop.minY * y)
    var whole = placement
    whole.kept = kept
    whole.crop = Rect(
      x: minX, y: minY, width: min(crop.width * x, kept.maxX - minX),
      height: min(crop.height * y, kept.maxY - minY))
    return whole
  }
}
