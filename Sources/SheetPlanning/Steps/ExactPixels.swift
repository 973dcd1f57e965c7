internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

// Pictures whose pixels should be visible, such as pixel art, and pictures with an exact scale.

extension PictureFacts {
  /// The longest side that pixel art may have, in pixels.
  private static let longestSideOfPixelArt = 128

  /// Whether the picture is pixel art according to its header: it has few colours and few pixels.
  fileprivate var isPixelArt: Bool {
    guard let header = picture.readableHeader, header.hasFewColors else { return false }
    return header.size.longerSide <= Self.longestSideOfPixelArt
  }
}

extension PictureFacts {
  /// Whether the picture is pixel art, or has an alpha channel, as icons and sprites do.
  fileprivate var losesByScaling: Bool {
    isPixelArt || picture.readableHeader?.format.channels.hasAlpha == true
  }
}

extension ArraySlice<PictureFacts> {
  /// The size that holds every picture of pixel art; nil if there is none.
  var pixelArt: PixelSize? { filter(\.isPixelArt).map(\.sizeInCell).holdingAll }
}

extension PageMetrics {
  /// Checks that every picture is drawn at exactly the requested scale, to the nearest pixel.
  ///
  /// - Throws: ``ContactSheetError/inexactScale(_:of:needing:room:_:)`` for the first picture that
  ///   is not.
  func checkScale(of pages: [SheetPage], _ pictures: [PictureFacts]) throws(ContactSheetError) {
    guard let scale = job.exactScale else { return }
    func isExact(_ length: Double, _ drawn: Int, _ factor: Double) -> Bool {
      let tolerance = factor == factor.rounded() ? 1e-6 : 0.5 + 1e-5
      return abs(max(1, length * factor) - Double(drawn)) < tolerance
    }
    // The smallest fraction of its required size at which any picture is drawn.
    var (first, share): (tile: PlannedTile?, Double) = (nil, 1)
    for tile in pages.lazy.flatMap(\.tiles) {
      guard let placement = tile.placement else { continue }
      let (crop, image) = (placement.crop, placement.image)
      let factor = job.ownScale(of: pictures[tile.index])
      if isExact(crop.width, image.width, factor), isExact(crop.height, image.height, factor) {
        continue
      }
      first = first ?? tile
      // A picture also fits if its size is rounded down.
      share = min(
        share, (Double(image.width) + 0.49) / (crop.width * factor),
        (Double(image.height) + 0.49) / (crop.height * factor))
    }
    guard let first, let image = first.placement?.image else { return }
    let picture = pictures[first.index]
    let room = decoratedArea(of: first).size
    let needed = picture.sizeInCell?.scaled(by: job.ownScale(of: picture)) ?? image.size
    var unit = LengthUnit.pixels
    if case .drawn = scale { unit = job.lengthUnit }
    func text(_ size: PixelSize) -> String {
      "\(unit.number(Double(size.width))) x \(unit.number(Double(size.height)))"
    }
    throw .inexactScale(
      scale, of: picture.picture.path ?? picture.picture.name.path,
      needing: "\(text(needed)) \(unit.name)",
      room: hasOwnSizes
        ? "a \(job.layout.name) page gives it \(text(image.size))"
        : "its cell has \(text(room))",
      remedy(for: scale, share: share, isTooTall: needed.height > room.height))
  }

  /// The notes on pictures that are cropped or reduced.
  ///
  /// Pictures may be cropped even if they are shown at their original size or fitted. Small
  /// pictures may be reduced because cells are sized for even smaller ones, and pixel art because
  /// of a given size.
  func notesOnLostPixels(of pages: [SheetPage], on sheet: LaidOutSheet) -> [Note] {
    let pictures = sheet.pictures
    if job.comparison != nil { return [] }
    if job.style.scaling == .none, !traits.showsWholePictures {
      return noteOnCropped(pages, pictures).map { [$0] } ?? []
    }
    guard job.style.scaling == .fit else { return [] }
    if hasAutomaticCells { return noteOnReduced(pages, pictures).map { [$0] } ?? [] }
    let cropped =
      job.layout is MasonryLayout ? noteOnCropped(pages, pictures, areTall: true) : nil
    return [cropped, noteOnReducedArt(pages, of: sheet)].compactMap(\.self)
  }

  /// The note on pixel art that a given size reduces; nil if there is none.
  private func noteOnReducedArt(
    _ pages: [SheetPage], of sheet: LaidOutSheet
  ) -> Note? {
    let pictures = sheet.pictures
    var (count, factor) = (0, 1.0)
    for page in pages {
      for tile in page.tiles where tile.isReduced && pictures[tile.index].isPixelArt {
        guard let placement = tile.placement else { continue }
        let (crop, image) = (placement.crop, placement.image)
        count += 1
        factor = max(
          factor, crop.width / Double(image.width), crop.height / Double(image.height))
      }
    }
    guard count > 0, let art = pictures[...].pixelArt else { return nil }
    let (are, them) = count == 1 ? ("is", "it") : ("are", "them")
    let inset = decoration.insets - spacing.outset
    let cell = PixelSize(
      width: art.width + inset.horizontal, height: art.height + inset.vertical)
    let remedy: Remedy? =
      switch job.layout {
      case is GridLayout where traits.statesCells, is MatrixLayout where traits.statesCells:
        "\(.cell, "\(cell.width)x\(cell.height)")"
      case is RowLayout where traits.statesCells: "\(.rowHeight, art.height)"
      case let matrix as MatrixLayout where job.pagePixelsPerInch == nil:
        matrix.givenExtent.map { _ in "leaving out \(.size)" }
      default: size(of: pages, on: sheet, withCellsEnlargedBy: factor).map { "\(.size, $0)" }
      }
    return Note(
      .reducedPictures,
      "\(count.counted("image")) of pixel art \(are) reduced, because the given size has no room "
        + "for \(them)",
      remedy: remedy.map { "\($0) shows \(them) pixel for pixel" } ?? .fewerOnPages,
      [.count: count])
  }

  private func noteOnCropped(
    _ pages: [SheetPage], _ pictures: [PictureFacts], areTall: Bool = false
  ) -> Note? {
    var (count, areSharp) = (0, false)
    for page in pages {
      for tile in page.tiles {
        guard let crop = tile.placement?.crop, let size = pictures[tile.index].sizeInCell else {
          continue
        }
        if crop.width < Double(size.width) || crop.height < Double(size.height) {
          count += 1
          areSharp = areSharp || pictures[tile.index].losesByScaling
        }
      }
    }
    guard count > 0 else { return nil }
    let (are, them) = count == 1 ? ("is", "it") : ("are", "them")
    let reason =
      areTall
      ? "\(count == 1 ? "it is" : "they are") much taller than the others"
      : "cells have no room for \(them)"
    let largeCells: Remedy =
      "\(.upscale, "1") makes cells that hold \(them), and \(.layout, RowLayout.name) gives each image its own width"
    let remedy: Remedy =
      switch (areTall, job.exactScale) {
      case (true, .some): "\(.layout, GridLayout.name) shows \(them) whole"
      case (false, nil) where areSharp && canHoldAll(pictures, on: pages): largeCells
      case (false, nil)
      where areSharp && (traits.statesCells || job.hasGivenSize || job.paper != nil):
        "without \(givenSetting), \(largeCells)"
      case (false, nil) where canHoldAll(pictures, on: pages):
        "\(.upscale, "1") makes cells that hold \(them), and \(.scale, Scaling.fit.rawValue) makes \(them) smaller"
      default: "\(.scale, Scaling.fit.rawValue) shows \(them) whole"
      }
    return Note(
      .croppedPictures, "\(count.counted("image")) \(are) cropped, because \(reason)",
      remedy: remedy, [.count: count])
  }

  /// The setting that determines the size of cells.
  private var givenSetting: Remedy {
    traits.statesCells ? "\(.cell)" : job.paper == nil ? "\(.size)" : "\(.paper)"
  }

  /// Whether cells would grow to hold every picture at full size: nothing else sets their size, and
  /// the sheet stays within its limit.
  private func canHoldAll(_ pictures: [PictureFacts], on pages: [SheetPage]) -> Bool {
    guard hasAutomaticCells, let largest = pictures.map(\.sizeInCell).holdingAll,
      let count = pages.map(\.tiles.count).max()
    else { return false }
    let pixels = Double(largest.width) * Double(largest.height) * Double(count)
    return pixels * Self.shareOfGaps <= Double(job.maximumPixels.value)
  }

  /// Roughly the largest ratio of a sheet's area to the total area of its cells.
  private static let shareOfGaps = 1.2

  private func noteOnReduced(_ pages: [SheetPage], _ pictures: [PictureFacts]) -> Note? {
    let usual = Int(CellSizeEstimate.usualSide)
    var small: [PixelSize?] = []
    var (count, largest) = (0, (pixels: 0, index: 0))
    for page in pages {
      for tile in page.tiles where tile.isReduced {
        guard let size = pictures[tile.index].sizeInCell else { continue }
        count += 1
        let pixels = size.width * size.height
        if pixels > largest.pixels { largest = (pixels, tile.index) }
        if size.longerSide <= usual { small.append(size) }
      }
    }
    // If most pictures are reduced, the sheet has no room for larger cells.
    guard count * 2 < pictures.count, let cell = small.holdingAll else { return nil }
    let (are, their) = count == 1 ? ("is", "its") : ("are", "their")
    let text = "\(count.counted("image")) \(are) reduced"
    let reason = "because cells are sized for smaller images"
    guard count == small.count else {
      // Cells for the largest pictures would make the sheet many times as large.
      let picture = pictures[largest.index]
      let size = picture.sizeInCell ?? cell
      return Note(
        .reducedPictures, about: picture.picture.name,
        "\(text), \(count == 1 ? "namely" : "the largest of them") "
          + "\(picture.picture.name.path.quoted) (\(size.width) x \(size.height) pixels), \(reason)",
        [.count: count])
    }
    // Labels are outside a cell of a given size; all other decoration is inside it.
    let inside = spacing.outset - decoration.labelInsets
    let width = cell.width + max(0, inside.horizontal)
    let height = cell.height + max(0, inside.vertical)
    return Note(
      .reducedPictures, "\(text), \(reason)",
      remedy: "\(.cell, "\(width)x\(height)") shows all \(their) pixels", [.count: count])
  }

  /// Whether cells have the size that four in five pictures need.
  private var hasAutomaticCells: Bool {
    if let grid = job.layout as? GridLayout, case .automatic = grid.sizing { return true }
    return (job.layout as? MatrixLayout)?.sizing == .automatic
  }

  /// The room for a picture in its cell, beside its label and its strip of details.
  func decoratedArea(of tile: PlannedTile) -> PixelRect {
    let cell = DecoratedCell(tile.cell, decoration)
    let area = cell.pictureArea(besideLabel: tile.label?.area)
    return cell.decoration.strip?.picture(in: area) ?? area
  }

  /// Whether the layout sizes pictures itself, and gives no picture exactly the room that it needs.
  private var hasOwnSizes: Bool { job.layout is CollageLayout || job.layout is TieredLayout }

  /// What to change so that pictures have room at an exact scale; `share` is the smallest fraction
  /// of its required size for which any picture has room.
  private func remedy(for scale: ExactScale, share: Double, isTooTall: Bool) -> Remedy {
    if hasOwnSizes {
      return
        "\(giving: .layout, GridLayout.name), because a \(job.layout.name) page sizes its images itself"
    }
    if job.style.scaling.covers {
      return "leave out \(.scale), which makes images cover their cells"
    }
    let isLimited =
      isTooTall && job.paging.maximumHeight != nil && job.pagePixelsPerInch == nil
    let setting: Remedy =
      if traits.statesCells {
        job.layout is RowLayout ? "\(.rowHeight)" : "\(.cell)"
      } else if isLimited {
        "\(.maxHeight)"
      } else {
        job.paper == nil ? "\(.size)" : "\(.paper)"
      }
    if case .drawn(let scale) = scale, let fitting = scale.rounded(downTimes: share) {
      return "make \(setting) larger, or \(giving: .drawingScale, fitting)"
    }
    return scale == .enlarged(1)
      ? "make \(setting) larger, or leave out \(.upscale)"
      : "make \(setting) larger, or \(scale.setting) smaller"
  }
}
