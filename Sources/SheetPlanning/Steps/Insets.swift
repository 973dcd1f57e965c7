internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

extension PageMetrics {
  /// Plans the insets on the pictures of all pages.
  func addInsets(to pages: inout [SheetPage], _ pictures: [PictureFacts]) {
    if job.insets.isEmpty { return }
    let lineWidth = lineWidth(ofInsetsOn: pages, pictures)
    let fitBesideLabels = insetsFitBesideLabels(on: pages, pictures, lineWidth)
    for page in pages.indices {
      for tile in pages[page].tiles.indices {
        var planned = pages[page].tiles[tile]
        if fitBesideLabels { planned.label = nil }
        guard let insets = insets(on: planned, pictures, lineWidth) else { continue }
        pages[page].tiles[tile].insets = insets.planned
      }
    }
  }

  /// Whether insets would leave all labels uncovered if they were placed as if there were no
  /// labels.
  ///
  /// Otherwise, all insets are above or below the labels on their pictures, so that insets of equal
  /// regions are the same size on all pictures.
  private func insetsFitBesideLabels(
    on pages: [SheetPage], _ pictures: [PictureFacts], _ lineWidth: Int
  ) -> Bool {
    for page in pages {
      for tile in page.tiles {
        guard let label = tile.label?.area, let image = tile.placement?.image,
          label.overlaps(image)
        else { continue }
        var unlabelled = tile
        unlabelled.label = nil
        let planned = insets(on: unlabelled, pictures, lineWidth)?.planned ?? []
        let covers = planned.contains { inset in
          inset.area.outset(by: PlannedInset.frameWidth(ofLine: inset.lineWidth)).overlaps(label)
        }
        if covers { return false }
      }
    }
    return true
  }

  /// The width of the frames of all insets: the usual width, or less if a picture with insets has
  /// no room for that.
  private func lineWidth(ofInsetsOn pages: [SheetPage], _ pictures: [PictureFacts]) -> Int {
    var width = scale.lineWidthOfInsets
    for page in pages {
      for tile in page.tiles {
        guard let inset = insets(on: tile, pictures, width)?.planned.first else { continue }
        width = min(width, inset.lineWidth)
      }
    }
    return width
  }

  /// The insets on a tile, with lines of at most this width; nil if none are requested.
  private func insets(
    on tile: PlannedTile, _ pictures: [PictureFacts], _ lineWidth: Int
  ) -> TileInsets? {
    let picture = pictures[tile.index]
    guard !picture.overrides.insets.isEmpty, let placement = tile.placement else { return nil }
    if job.insetPosition != .inside {
      return TileInsets(
        of: picture.shownRegions, placement, in: DecoratedCell(tile.cell, decoration),
        lineWidth: lineWidth, most: scale.lineWidthOfInsets)
    }
    return TileInsets(
      of: picture.shownRegions, on: tile, placement,
      lineWidth: lineWidth, radius: job.style.decoration.radius)
  }

  /// The note about pictures on which insets are left out; nil if there are none.
  func noteOnInsets(on pages: [SheetPage], _ pictures: [PictureFacts]) -> Note? {
    if job.insets.isEmpty { return nil }
    var left = Occurrences<PlannedTile>()
    for tile in pages.lazy.flatMap(\.tiles)
    where tile.placement != nil
      && tile.insets.count < pictures[tile.index].overrides.insets.count
    {
      left.add(tile)
    }
    guard let first = left.first,
      let omission = insets(on: first, pictures, lineWidth(ofInsetsOn: pages, pictures))?
        .omission
    else { return nil }
    let name = pictures[first.index].picture.name
    var reason = "the cell does not show the whole region"
    var remedy: Remedy = "\(.scale, "fit") shows whole images"
    if omission == .notEnlarged {
      reason = "an inset would not be larger than the region itself"
      remedy = "choose a smaller region"
      if let image = first.placement?.image, min(image.width, image.height) < 200 {
        remedy = "\(remedy), or make cells larger, as with \(.cell, "400")"
      }
    } else if pictures[first.index].part != nil {
      remedy = "show a larger part with \(.crop)"
    }
    return Note(
      .omittedInsets, about: name,
      "\(left.count.counted("image")) \(left.count == 1 ? "lacks" : "lack") an inset; on "
        + "\(name.path.quoted), \(reason)", remedy: remedy, [.count: left.count])
  }
}

extension TypeScale {
  /// The type size in pixels for each pixel of line width.
  private static let typePerLine = 6.0

  /// The width of the frames of insets on pictures that are large enough.
  var lineWidthOfInsets: Int { max(1, Int((label / Self.typePerLine).rounded())) }
}

extension SheetJob {
  /// Makes room for strips of enlarged regions, if they go beside pictures.
  mutating func addStrips(beside pictures: [PictureGroup]) {
    insetStrips = InsetStrips(at: insetPosition, of: pictures.lazy.flatMap(\.members))
    if let insetStrips { layout = layout.enlargingCells(by: insetStrips.growth) }
  }
}

extension [SheetPage] {
  /// Whether any picture has insets, whose frames are coloured.
  var haveInsets: Bool { contains { page in page.tiles.contains { !$0.insets.isEmpty } } }
}

/// The insets on one picture.
private struct TileInsets {
  /// Why an inset is left out.
  enum Omission {
    /// The region is not on the sheet, or more than a tenth of it is not.
    case hidden
    /// There is no room to show the region larger than it is on the picture.
    case notEnlarged
  }

  /// The insets, in the order of their rules.
  private(set) var planned: [PlannedInset] = []
  /// Why the first omitted inset was omitted; nil if none was.
  private(set) var omission: Omission?

  /// The largest fraction of a picture's width or height that an inset takes up, including its
  /// frame.
  private static let share = 0.4
  /// The smallest factor at which pixels become equal squares, instead of being resampled.
  ///
  /// A smaller factor would be rounded down too far.
  private static let leastFactor = 2
  /// Lines are no wider than the shorter side of their picture divided by this, but at least one
  /// pixel wide.
  private static let lines = 64

  /// Places an inset for each region in a corner of the picture.
  ///
  /// - Parameters:
  ///   - regions: The regions, in pixels of the picture as shown.
  ///   - tile: The tile, with its label and its scale bar.
  ///   - placement: The placement of the picture.
  ///   - lineWidth: The width of frames, if the picture is not too small for that.
  ///   - radius: The radius of the corners of pictures.
  init(
    of regions: [PixelRect], on tile: PlannedTile, _ placement: PicturePlacement, lineWidth: Int,
    radius: Int
  ) {
    let image = placement.image
    let lineWidth = Self.lineWidth(on: image, atMost: lineWidth)
    let frame = PlannedInset.frameWidth(ofLine: lineWidth)
    let margin = Int((0.3 * Double(radius)).rounded(.up))
    let room = image.besideLabel(tile.label?.area).outset(by: -margin)
    var drawn: [(number: Int, region: PixelRect, box: PixelRect, size: PixelSize)] = []
    for (number, region) in regions.enumerated() {
      guard let region = placement.shownPart(of: region) else {
        omission = omission ?? .hidden
        continue
      }
      let box = placement.area(of: region)
      guard let size = Self.size(of: region.size, placement, in: room, frame: frame) else {
        omission = omission ?? .notEnlarged
        continue
      }
      drawn.append((number, region, box, size))
    }
    let boxes = drawn.map { $0.box.outset(by: frame) }
    var taken: [PixelRect] = []
    for (number, region, box, size) in drawn {
      let outer = PixelSize(width: size.width + 2 * frame, height: size.height + 2 * frame)
      let place = Self.corner(
        of: room, for: outer, besides: taken, tile.scaleBar?.outlined, boxes)
      taken.append(place)
      planned.append(
        PlannedInset(
          crop: Rect(region), box: box, area: place.outset(by: -frame),
          color: PlannedInset.colors[number], lineWidth: lineWidth))
    }
  }

  /// Places an inset for each region in the strip beside the picture.
  ///
  /// - Parameters:
  ///   - regions: The regions, in pixels of the picture as shown.
  ///   - placement: The placement of the picture.
  ///   - cell: The cell of the picture, with its strip.
  ///   - lineWidth: The width of frames, if the picture is not too small for that.
  ///   - most: The largest width of frames, for which the strip has room.
  init(
    of regions: [PixelRect], _ placement: PicturePlacement, in cell: DecoratedCell, lineWidth: Int,
    most: Int
  ) {
    let image = placement.image
    let lineWidth = Self.lineWidth(on: image, atMost: lineWidth)
    let frame = PlannedInset.frameWidth(ofLine: lineWidth)
    var drawn: [(number: Int, region: PixelRect)] = []
    for (number, region) in regions.enumerated() {
      if let region = placement.shownPart(of: region) {
        drawn.append((number, region))
      } else {
        omission = omission ?? .hidden
      }
    }
    let shown = Double(image.width) / placement.crop.width
    while !drawn.isEmpty {
      let areas = cell.details(
        drawn.map(\.region.size), beside: image, frame: frame, lineWidth: most)
      guard let areas else {
        omission = omission ?? .notEnlarged
        return
      }
      // Without regions that are not enlarged, there is more room for the others.
      let enlarged = drawn.indices.filter { index in
        let (area, region) = (areas[index], drawn[index].region)
        return Double(area.width * area.height)
          > shown * shown * Double(region.width * region.height)
      }
      if enlarged.count < drawn.count {
        omission = omission ?? .notEnlarged
        drawn = enlarged.map { drawn[$0] }
        continue
      }
      planned = zip(drawn, areas).map { inset, area in
        PlannedInset(
          crop: Rect(inset.region), box: placement.area(of: inset.region), area: area,
          color: PlannedInset.colors[inset.number], lineWidth: lineWidth)
      }
      return
    }
  }

  /// The width of frames on a picture.
  private static func lineWidth(on image: PixelRect, atMost width: Int) -> Int {
    max(1, min(width, min(image.width, image.height) / lines))
  }

  /// The size of an enlarged region; nil if it would not be larger than on the picture.
  private static func size(
    of region: PixelSize, _ placement: PicturePlacement, in room: PixelRect, frame: Int
  ) -> PixelSize? {
    let width = (share * Double(room.width)).rounded(.down) - Double(2 * frame)
    let height = (share * Double(room.height)).rounded(.down) - Double(2 * frame)
    let (columns, rows) = (Double(region.width), Double(region.height))
    let most = (Double(PlannedInset.mostPixels) / (columns * rows)).squareRoot()
    let factor = min(width / columns, height / rows, most)
    let shown = Double(placement.image.width) / placement.crop.width
    let whole = (factor + 1e-9).rounded(.down)
    if whole >= Double(leastFactor), whole > shown {
      return PixelSize(width: region.width * Int(whole), height: region.height * Int(whole))
    }
    guard factor > shown else { return nil }
    return PixelSize(
      width: max(1, Int((factor * columns + 1e-9).rounded(.down))),
      height: max(1, Int((factor * rows + 1e-9).rounded(.down))))
  }

  /// The area for an inset, in the corner where it covers nothing, or else covers the least.
  ///
  /// The lower right corner is preferred, then the lower left, the upper right and the upper left.
  ///
  /// - Parameters:
  ///   - room: The area with the corners.
  ///   - size: The size of the inset with its frame.
  ///   - insets: Other insets, which must not be covered.
  ///   - scaleBar: The scale bar, which is covered only if all other corners are taken.
  ///   - boxes: The regions, which are covered if there is no other place.
  /// - Returns: The area.
  private static func corner(
    of room: PixelRect, for size: PixelSize, besides insets: [PixelRect], _ scaleBar: PixelRect?,
    _ boxes: [PixelRect]
  ) -> PixelRect {
    let (right, bottom) = (room.maxX - size.width, room.maxY - size.height)
    var best: (place: PixelRect, covered: (Int, Int, Int))?
    for (x, y) in [(right, bottom), (room.x, bottom), (right, room.y), (room.x, room.y)] {
      let place = PixelRect(x: x, y: y, width: size.width, height: size.height)
      var covered = (0, 0, 0)
      for inset in insets { covered.0 += place.commonPixels(inset) }
      if let scaleBar { covered.1 = place.commonPixels(scaleBar) }
      for box in boxes { covered.2 += place.commonPixels(box) }
      if best.map({ covered < $0.covered }) ?? true { best = (place, covered) }
    }
    return best?.place ?? room
  }
}

extension PicturePlacement {
  /// The smallest fraction of a region that must be on the sheet for the region to have an inset.
  private static let leastShown = 0.9

  /// The whole pixels of a region that are on the sheet; nil if they are too few.
  ///
  /// A collage without gaps crops pictures by a few pixels, so that a region at the edge of a picture
  /// loses these.
  fileprivate func shownPart(of region: PixelRect) -> PixelRect? {
    let tolerance = 1e-6
    let minX = max(region.x, Int((crop.minX - tolerance).rounded(.up)))
    let minY = max(region.y, Int((crop.minY - tolerance).rounded(.up)))
    let maxX = min(region.maxX, Int((crop.maxX + tolerance).rounded(.down)))
    let maxY = min(region.maxY, Int((crop.maxY + tolerance).rounded(.down)))
    guard minX < maxX, minY < maxY else { return nil }
    let part = PixelRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
    let least = Self.leastShown * Double(region.width) * Double(region.height)
    return Double(part.width) * Double(part.height) >= least ? part : nil
  }

  /// The area of the sheet that a region of the picture covers; all of the region must be shown.
  fileprivate func area(of region: PixelRect) -> PixelRect {
    var area = onSheet(Rect(region)).snapped
    // A region may be narrower than a pixel of the sheet.
    (area.width, area.height) = (max(1, area.width), max(1, area.height))
    area.x = min(area.x, image.maxX - area.width)
    area.y = min(area.y, image.maxY - area.height)
    return area
  }
}

extension PixelRect {
  /// The number of pixels that the two areas share.
  fileprivate func commonPixels(_ other: PixelRect) -> Int {
    let common = intersection(other)
    return common.width * common.height
  }
}
