internal import SheetImaging
internal import SheetLayout
internal import SheetPictures

extension ManifestJSON.Tile {
  /// The tile and its picture; whether it lies on its page is checked with that.
  func checked(_ path: String) throws(ManifestError) -> ManifestJSON.CheckedTile {
    let cell = try cell.checked(path + ".cell")
    guard cell.width > 0, cell.height > 0 else {
      throw .invalid(path: path + ".cell", reason: "it has no area")
    }
    guard let scale = PictureScale.allCases.first(where: { $0.fraction == scale ?? 1 }) else {
      throw .invalid(path: path + ".scale", reason: "it is none of 1, 0.5, 0.25 and 0.125")
    }
    var (size, placement): (PixelSize?, PicturePlacement?)
    switch (sourceWidth, sourceHeight, image, crop) {
    case (nil, nil, nil, nil): break
    case (let width?, let height?, let image?, let crop?):
      let picture = PixelSize(
        width: try width.checked(1...Extent.maximumSide, path + ".sourceWidth"),
        height: try height.checked(1...Extent.maximumSide, path + ".sourceHeight"))
      size = picture
      let shown = try crop.checked(path + ".crop", inside: picture)
      let kept = try kept?.checked(path + ".kept", inside: picture)
      if let kept, !shown.isInside(kept) {
        throw .invalid(path: path + ".crop", reason: "it is not inside 'kept'")
      }
      placement = PicturePlacement(
        image: try image.checked(path + ".image", inside: cell, "the cell"), crop: shown,
        followsSubject: align?.wrappedValue == .subject, kept: kept)
    default:
      throw .invalid(
        path: path,
        reason: "sourceWidth, sourceHeight, image and crop go together: all of them or none")
    }
    return (
      PlannedTile(
        index: try (index ?? 0).checked(0...Extent.maximumSide, path + ".index"), cell: cell,
        placement: placement, scale: scale,
        label: try label?.checked(path + ".label", .label, inside: cell, "the cell"),
        trimming: placement == nil || kept != nil ? nil : try trim?.checked(path + ".trim")),
      PlannedPicture(
        .text(try source.checkedPath(path + ".source")), counterpart: try counterpart(path),
        stack: try (stack ?? []).checkedEach(path + ".stack") {
          (name, path) throws(ManifestError) in try name.checkedPath(path)
        }, size: size, isPreview: preview ?? false,
        facts: (facts ?? [:]).map { PlannedFact(key: $0, value: $1) })
    )
  }
}

extension ManifestJSON.Trim {
  func checked(_ path: String) throws(ManifestError) -> BorderTrimming {
    let focus = try focus.map { (place) throws(ManifestError) in
      guard let focus = Focus(x: place.x, y: place.y) else {
        throw .invalid(path: path + ".focus", reason: "its numbers are not from 0 to 1")
      }
      return focus
    }
    return BorderTrimming(
      tolerance: try tolerance.checked(
        0...BorderTrimming.largestTolerance, path + ".tolerance"),
      scaling: scale, alignment: align, enlargement: upscale, focus: focus)
  }
}

extension Rect {
  fileprivate func isInside(_ other: Rect) -> Bool {
    minX >= other.minX && minY >= other.minY && maxX <= other.maxX && maxY <= other.maxY
  }
}

extension ManifestJSON.Tile {
  private func counterpart(_ path: String) throws(ManifestError) -> PlannedCounterpart? {
    guard let comparedWith else { return nil }
    return PlannedCounterpart(
      name: try comparedWith.checkedPath(path + ".comparedWith"),
      ignored: try (ignored ?? []).checkedEach(path + ".ignored") {
        (area, path) throws(ManifestError) in
        let most = PixelRect(x: 0, y: 0, width: Extent.maximumSide, height: Extent.maximumSide)
        return try area.checked(path, inside: most, "any picture")
      }, mask: try mask?.checkedPath(path + ".mask"))
  }
}

extension ManifestJSON.Text {
  func checked(
    _ path: @autoclosure () -> String, _ role: TextRole, inside area: PixelRect, _ noun: String
  ) throws(ManifestError) -> PlannedText {
    PlannedText(
      role, text: text, shown: shown,
      area: try self.area.checked(path() + ".area", inside: area, noun),
      font: try font?.parsed(path() + ".font", as: "a font"),
      size: try size.checked(TypeScale.limits, path() + ".size"), alignment: align,
      overflow: overflow, isEmphasized: emphasized ?? false)
  }
}

extension ManifestJSON.EmptyCell {
  func checked(_ path: String, inside sheet: PixelRect) throws(ManifestError) -> PlannedEmptyCell {
    let cell = try cell.checked(path + ".cell", inside: sheet, "the sheet")
    return PlannedEmptyCell(
      cell, text: try text?.checked(path + ".text", .note, inside: cell, "the cell"))
  }
}

extension PageGrid {
  func checked(_ path: String) throws(ManifestError) -> PageGrid {
    _ = try rows.checked(0...Extent.maximumSide, path + ".rows")
    _ = try columns.checked(0...Extent.maximumSide, path + ".columns")
    return self
  }
}

extension PageBlock {
  func checked(_ path: String) throws(ManifestError) -> PageBlock {
    _ = try row.checked(1...Extent.maximumSide, path + ".row")
    _ = try column.checked(1...Extent.maximumSide, path + ".column")
    return self
  }
}

extension ManifestJSON.Track {
  func checked(_ path: String) throws(ManifestError) -> Column {
    let bounds = -LayoutError.maximumLength...LayoutError.maximumLength
    return Column(
      x: try x.checked(bounds, path + ".x"), width: try width.checked(bounds, path + ".width"))
  }
}

extension ManifestJSON.Pair {
  func checked(_ path: String) throws(ManifestError) -> ComparedPair {
    ComparedPair(
      path: try self.path.checkedPath(path + ".path"),
      oldPath: try from?.checkedPath(path + ".from"), status: status, counts: try counts(path))
  }

  private func counts(_ path: String) throws(ManifestError) -> ComparedPair.Counts? {
    guard let changed else { return nil }
    return ComparedPair.Counts(
      changed: try changed.checked(0...Int.max, path + ".changed"),
      smoothed: try (smoothed ?? 0).checked(0...Int.max, path + ".smoothed"),
      share: try share.required(path + ".share").checked(0...1, path + ".share"),
      largest: try largest.required(path + ".largest").checked(0...100, path + ".largest"),
      box: try box?.checked(path + ".box"),
      regions: try (regions ?? []).checkedEach(path + ".regions") {
        (region, path) throws(ManifestError) in try region.checked(path)
      }, sizes: try sizes(path))
  }

  private func sizes(_ path: String) throws(ManifestError) -> ComparedPair.Counts.Sizes? {
    guard let before, let after else { return nil }
    return ComparedPair.Counts.Sizes(
      before: try before.checked(path + ".before"), after: try after.checked(path + ".after"))
  }
}

extension ManifestJSON.Region {
  fileprivate func checked(_ path: String) throws(ManifestError) -> DifferenceCounts.Region {
    DifferenceCounts.Region(
      area: try ManifestJSON.Area(x: x, y: y, width: width, height: height).checked(path),
      changed: try changed.checked(1...Int.max, path + ".changed"))
  }
}

extension ManifestJSON.Size {
  fileprivate func checked(_ path: String) throws(ManifestError) -> PixelSize {
    PixelSize(
      width: try width.checked(1...Extent.maximumSide, path + ".width"),
      height: try height.checked(1...Extent.maximumSide, path + ".height"))
  }
}

extension ManifestJSON.Options {
  /// The rule by which pictures are compared; nil where none are.
  func rule() throws(ManifestError) -> ComparisonRule? {
    guard let tolerance else { return nil }
    var rule = ComparisonRule(
      tolerance: try tolerance.checked(0...1, "options.tolerance"),
      ignoresSmoothing: ignoreAntialiasing ?? true)
    rule.hottest = try heat?.checked(tolerance.nextUp...100, "options.heat")
    return rule
  }

  func style() throws(ManifestError) -> TileStyle {
    let amount = try sharpen?.checked(UnsharpMask.amounts, "options.sharpen")
    return TileStyle(
      scaling: scale, alignment: align, enlargement: upscale ? .allowed : .never, filter: filter,
      sharpening: amount.flatMap(UnsharpMask.init(amount:)),
      background: try background.color("options.background", Backdrop.init(parsing:)),
      cellBackground: try cellBackground?.color("options.cellBackground", Backdrop.init(parsing:)),
      furniture: try furniture?.checked("options.furniture") ?? Furniture(),
      emptyCells: empty?.wrappedValue)
  }

  func encoding() throws(ManifestError) -> SheetEncoding {
    guard let depth = SampleDepth(rawValue: depth) else {
      throw .invalid(path: "options.depth", reason: "\(depth) is not 8 or 16")
    }
    let quality = try quality?.checked(1...100, "options.quality")
    return SheetEncoding(
      compressionLevel: try compression.checked(0...9, "options.compression"),
      quality: quality.map { .level($0) } ?? .exact, depth: depth,
      pixelsPerInch: try dpi?.checked(1...100_000, "options.dpi"))
  }
}

extension ManifestJSON.TypeStyle {
  func checked(_ path: String) throws(ManifestError) -> TypeStyle {
    let bounds = 0...Extent.maximumSide
    let height = try labelHeight?.checked(bounds, path + ".labelHeight")
    let gap = try labelGap?.checked(bounds, path + ".labelGap")
    return TypeStyle(
      font: try font.parsed(path + ".font", as: "a font"),
      color: try color?.color(path + ".color", Color.init(parsing:)),
      labelColor: try labelColor?.color(path + ".labelColor", Color.init(parsing:)),
      label: labelPosition.map {
        CellFurniture.Label($0.wrappedValue, height: height ?? 0, gap: gap ?? 0)
      })
  }
}

extension ManifestJSON.Furniture {
  func checked(_ path: String) throws(ManifestError) -> Furniture {
    let (bounds, line) = (0...Extent.maximumSide, "a width and a colour")
    return Furniture(
      padding: try padding.checked(bounds, path + ".padding"),
      border: try border?.parsed(path + ".border", as: line),
      frame: try frame?.parsed(path + ".frame", as: line),
      radius: try radius.checked(bounds, path + ".radius"),
      shadow: try shadow?.parsed(path + ".shadow", as: line))
  }
}
