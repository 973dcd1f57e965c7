internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

// Part of step 4 of planning: pictures in equal cells are rotated by 90° if they then fill more of
// their cells.

extension PageMetrics {
  /// The factor by which the covered area must grow for pictures to be laid out in the less common
  /// orientation, wide or tall.
  private static let leastGain = 1.01
  /// The factor by which the shown area of a picture must grow for the picture to be rotated.
  ///
  /// In nearly square cells, rotating changes little, and rotated pictures are hard to view.
  private static let leastGainOfPicture = 1.1

  /// Lays pictures out, and rotates those that then fill more of their cells, if the job asks for
  /// it.
  ///
  /// Cells may follow from the shapes of pictures, so two layouts are tried: one with all pictures
  /// wide, and one with all pictures tall. On paper, nobody wants to turn the page for most of the
  /// pictures, so the layout that rotates the fewest is used, unless the rows and columns of a page
  /// are given.
  func laidOutToFit(_ grouped: GroupedPictures) throws(ContactSheetError) -> LaidOutSheet {
    guard job.turnsToFit, traits.hasEqualCells else {
      return try laidOut(grouped)
    }
    let sizes = grouped.pictures.lazy.compactMap {
      $0.overrides.turn == nil ? $0.picture.uprightSize : $0.picture.size
    }
    let wide = sizes.count { $0.width > $0.height }
    let areWide = wide >= sizes.count { $0.width < $0.height }
    let usual = try laidOut(grouped, areWide: areWide)
    guard let other = try? laidOut(grouped, areWide: !areWide) else { return usual }
    let gains = coveredPixels(of: other) > Self.leastGain * coveredPixels(of: usual)
    guard job.pagePixelsPerInch != nil, (job.layout as? GridLayout)?.shape?.isFull != true else {
      return gains ? other : usual
    }
    func turnedCount(_ sheet: LaidOutSheet) -> Int {
      sheet.pictures.count { $0.picture.turn != .auto }
    }
    let (turned, otherTurned) = (turnedCount(usual), turnedCount(other))
    return otherTurned < turned || otherTurned == turned && gains ? other : usual
  }

  /// Lays all pictures out in one orientation, wide or tall, and again if some of them then need a
  /// different rotation.
  private func laidOut(
    _ grouped: GroupedPictures, areWide: Bool
  ) throws(ContactSheetError) -> LaidOutSheet {
    var grouped = grouped
    for index in grouped.pictures.indices {
      if grouped.pictures[index].overrides.turn != nil { continue }
      let size = grouped.pictures[index].picture.uprightSize
      let isTurned =
        size.map { $0.width != $0.height && ($0.width > $0.height) != areWide } ?? false
      grouped.pictures[index].turn(isTurned ? .left : .auto)
    }
    let sheet = try laidOut(grouped)
    var hasChanged = false
    for page in sheet.pages {
      for position in page.items.indices {
        let place = page.picture(at: position)
        let index = sheet.order[place]
        guard grouped.pictures[index].overrides.turn == nil,
          let size = sheet.pictures[place].picture.uprightSize
        else { continue }
        let wanted: Sheet.Turn =
          try gainsByTurning(
            size, in: box(at: position, on: page), mostEnlarged: mostEnlarged(sheet.pictures[place])
          )
          ? .left : .auto
        hasChanged = hasChanged || grouped.pictures[index].picture.turn != wanted
        grouped.pictures[index].turn(wanted)
      }
    }
    return hasChanged ? try laidOut(grouped) : sheet
  }

  /// The size of the picture's area in a cell of a page.
  private func box(
    at position: Int, on page: LaidOutPage
  ) throws(ContactSheetError) -> PixelSize {
    try decoratedCell(of: page.arrangement.frames[position]).cell.pictureArea.size
  }

  /// Whether rotating a picture fills clearly more of a box, or crops clearly less of it.
  private func gainsByTurning(
    _ picture: PixelSize, in box: PixelSize, mostEnlarged: Double
  ) -> Bool {
    shownArea(of: picture.swapped, in: box, mostEnlarged: mostEnlarged)
      >= Self.leastGainOfPicture * shownArea(of: picture, in: box, mostEnlarged: mostEnlarged)
  }

  /// How much of a picture a box shows: the area that it covers there or, if it always covers the
  /// box, the fraction of it that is not cropped.
  private func shownArea(
    of picture: PixelSize, in box: PixelSize, mostEnlarged: Double
  ) -> Double {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let (across, down) = (Double(box.width) / width, Double(box.height) / height)
    switch job.style.scaling {
    case .fill, .stretch: return min(across, down) / max(across, down)
    case .none: return width * min(1, across) * height * min(1, down)
    case .fit:
      let factor = min(across, down, mostEnlarged)
      return width * height * factor * factor
    }
  }

  /// The largest factor by which a picture is enlarged.
  private func mostEnlarged(_ picture: PictureFacts) -> Double {
    job.style.keepsSmall ? job.ownScale(of: picture) : .infinity
  }

  /// The number of pixels that whole pictures cover in their cells.
  func coveredPixels(of sheet: LaidOutSheet) -> Double {
    var pixels = 0.0
    for page in sheet.pages {
      for position in page.items.indices {
        let picture = sheet.pictures[page.picture(at: position)]
        guard let size = picture.shownSize,
          let box = try? box(at: position, on: page)
        else { continue }
        let (width, height) = (Double(size.width), Double(size.height))
        let factor = min(
          Double(box.width) / width, Double(box.height) / height,
          mostEnlarged(picture))
        pixels += width * height * factor * factor
      }
    }
    return pixels
  }
}

extension SheetJob {
  /// Whether pictures are rotated if they then fill more of their cells.
  var turnsToFit: Bool { metadata.orientation == .fit }
}

extension PictureFacts {
  /// Rotates the upright picture.
  mutating func turn(_ turn: Sheet.Turn) {
    if picture.turn != turn { self = with(picture.turned(turn)) }
  }
}
