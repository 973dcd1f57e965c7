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
  /// The copy in the picture's file, where it has pixels enough; shown unless it is damaged.
  private var thumbnail: (source: any PictureSource, PictureHeader, PicturePlacement)?

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
      if !planned.followsSubject,
        let (copy, copied) = (source as? LibraryFile)?.thumbnail(of: header)
      {
        let placed = planned.placement(of: copied.shownSize, insteadOf: header.shownSize)
        let (crop, image) = (placed.crop, placed.image)
        if crop.width >= Double(image.width), crop.height >= Double(image.height) {
          thumbnail = (copy, copied, placed)
        }
      }
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
    if let (source, header, placement) = thumbnail {
      do {
        return try TileInProgress(of: source, as: header, placement, with: renderer)
      } catch let error as PictureError {
        throw error
      } catch {}
    }
    return try TileInProgress(of: source, as: header, placement, scale, with: renderer)
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

extension PicturePlacement {
  /// The placement of a copy of another size.
  fileprivate func placement(of copy: PixelSize, insteadOf whole: PixelSize) -> PicturePlacement {
    // Multiplied first, so that all of the one is all of the other.
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
