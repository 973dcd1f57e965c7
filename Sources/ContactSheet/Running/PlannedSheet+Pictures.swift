internal import SheetFiles
internal import SheetImaging
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SystemPackage

extension PlannedSheet {
  /// Checks that the pages of a confined plan stay in its folder, before any of its files is read.
  ///
  /// Destinations given by the request are not confined.
  func checkConfinement(
    of pages: [PageDestination], _ request: RenderRequest
  ) throws(ContactSheetError) {
    guard let root = confinement else { return }
    let names =
      namesOfLogos(on: pages)
      + pages.lazy.flatMap(\.page.tiles).flatMap { plan.pictures[$0.index].filesRead }
    if let path = root.firstOutside(names) {
      throw .pictureOutsideRoot(path, root: root.folder)
    }
    guard request.output == nil else { return }
    if let path = root.firstOutside(pages.lazy.compactMap(\.output.names?.path)) {
      throw .pageOutsideRoot(path, root: root.folder)
    }
  }

  /// The files that the plan reads, including those of pages that this run does not render.
  var filesOfAllPages: [FilePath] {
    plan.pages.compactMap(\.logo?.source.path) + [plan.watermark?.source.path].compactMap(\.self)
      + plan.pictures.flatMap(\.filesRead).map(\.fileAndPage.file)
  }

  /// The paths of the pages' logos, and of the watermark picture.
  func namesOfLogos(on pages: [PageDestination]) -> [FilePath] {
    pages.compactMap(\.page.logo?.source.path)
      + [watermark(on: pages)?.source.path].compactMap(\.self)
  }

  /// The watermark picture of the given pages; nil if they have none.
  private func watermark(on pages: [PageDestination]) -> PlannedWatermark? {
    let isMarked = pages.contains { $0.page.tiles.contains { $0.watermark != nil } }
    return isMarked ? plan.watermark : nil
  }

  /// The pages' logo, which is one picture; nil if they have none.
  ///
  /// - Throws: ``ContactSheetError/changed(_:planned:found:)`` if its size is not the planned one,
  ///   and ``ContactSheetError/unreadable(_:)``.
  func probedLogo(
    of pages: [PageDestination], within limit: Int
  ) throws(ContactSheetError) -> SheetPicture? {
    guard let logo = pages.lazy.compactMap(\.page.logo).first else { return nil }
    return try probed(logo.source, planned: logo.size, within: limit, as: .logo)
  }

  /// The watermark picture; nil if there is none.
  ///
  /// - Throws: The same errors as for the logo.
  func probedWatermark(
    of pages: [PageDestination], within limit: Int
  ) throws(ContactSheetError) -> SheetPicture? {
    guard let watermark = watermark(on: pages) else { return nil }
    return try probed(watermark.source, planned: watermark.size, within: limit, as: .watermark)
  }

  private func probed(
    _ source: FileName, planned size: PixelSize, within limit: Int, as setting: Setting
  ) throws(ContactSheetError) -> SheetPicture {
    var metadata = plan.metadata
    metadata.root = confinement?.opened
    let picture = try SheetPicture(
      readableFileAt: source.path, metadata, within: limit, as: setting)
    if let found = picture.size, found != size {
      throw .changed(source.text, planned: size, found: found)
    }
    return picture
  }

  /// The pictures; the headers of those on the given pages have been read.
  func probed(
    for pages: [PageDestination], workers: Int
  ) async throws -> [SheetPicture?] {
    // A file that is on the sheet more than once is read only once.
    struct Source: Hashable {
      let name: FileName
      let page: Int?
      let bands: Sheet.Bands?
      let stretch: SampleStretch?
      let colormap: Sheet.Colormap?
      let counterpart: PlannedCounterpart?
      let overlays: [PlannedOverlay]
    }
    var places: [Source: [Int]] = [:]
    for index in pages.lazy.flatMap(\.page.tiles).map(\.index) where pictures[index] == nil {
      let picture = plan.pictures[index]
      let source = Source(
        name: picture.source, page: picture.page, bands: picture.bands, stretch: picture.stretch,
        colormap: picture.colormap, counterpart: picture.counterpart, overlays: picture.overlays)
      places[source, default: []].append(index)
    }
    guard !places.isEmpty else { return pictures }
    try checkSupplied(places.values.lazy.flatMap(\.self).sorted())
    let indices = Array(places.values)
    let requested = FactQuery([])
    var metadata = plan.metadata
    metadata.root = confinement?.opened
    let probed = try await probing(indices, workers: workers) { [plan, metadata] in
      try plan.pictures[$0[0]].probed(metadata, requested, comparedBy: plan.comparison?.rule)
    }
    var all = pictures
    for (indices, picture) in zip(indices, probed) {
      for index in indices { all[index] = picture }
    }
    return all
  }
}

extension PlannedPicture {
  /// The picture with this name, after its header has been read.
  ///
  /// - Throws: ``ContactSheetError/changed(_:planned:found:)`` if its size is not the planned one,
  ///   ``ContactSheetError/unplanned(_:)`` if it could not be read when the plan was made, and
  ///   errors that are not the picture's fault.
  fileprivate func probed(
    _ metadata: MetadataUse, _ requested: FactQuery, comparedBy rule: ComparisonRule?
  ) throws(ContactSheetError) -> SheetPicture {
    func picture(_ path: FilePath, _ page: Int?) throws(ContactSheetError) -> SheetPicture {
      try SheetPicture(fileAt: path, page: page, metadata, requested, FormatTable.standard)
    }
    func picture(_ name: FileName) throws(ContactSheetError) -> SheetPicture {
      let (file, page) = name.path.fileAndPage
      return try picture(file, page)
    }
    if let absence { return SheetPicture(absent: name, showing: absence) }
    var probed = try picture(source.path, page)
    if let rule, let counterpart, probed.unreadable == nil {
      let other = try picture(counterpart.source)
      let mask = try counterpart.maskSource.map(picture)
      if let damage = mask?.unreadable { throw .unreadable(damage) }
      probed =
        probed.changes(
          from: other, by: rule,
          ignoring: IgnoredAreas(areas: counterpart.ignored, mask: mask)) ?? other
    }
    probed = try shown(probed, metadata)
    guard let found = probed.size else { return probed }
    guard let size else { throw .unplanned(name) }
    guard found == size else { throw .changed(name, planned: size, found: found) }
    return probed
  }

  /// An upright picture as this planned picture shows it: with its bands, stretched, in colours,
  /// with its overlays, and rotated.
  ///
  /// - Throws: ``ContactSheetError`` if bands are missing, or if an overlay is not the planned one.
  func shown(
    _ picture: SheetPicture, _ metadata: MetadataUse
  ) throws(ContactSheetError) -> SheetPicture {
    var shown = picture
    if let bands, picture.readableHeader != nil {
      guard let banded = try picture.showing(bands) else {
        throw .fewerBands(source.text, planned: bands)
      }
      shown = banded
    }
    if let stretch { shown = shown.stretched(by: stretch) }
    if let colormap { shown = shown.colored(in: colormap) }
    for overlay in overlays { shown = try overlaid(shown, overlay, metadata) }
    return shown.turned(turn)
  }

  /// An upright picture with an overlay of this planned picture.
  ///
  /// - Throws: ``ContactSheetError/changed(_:planned:found:)`` if the size of the overlay is not the
  ///   planned one, or does not fit the picture, ``ContactSheetError/unplanned(_:)`` if the overlay
  ///   could not be read when the plan was made, and errors that are not the overlay's fault.
  private func overlaid(
    _ picture: SheetPicture, _ overlay: PlannedOverlay, _ metadata: MetadataUse
  ) throws(ContactSheetError) -> SheetPicture {
    let source = overlay.source
    let drawn = try SheetPicture(fileAt: source.path, metadata, .none, .standard)
    if let found = drawn.size {
      guard let size = overlay.size else { throw .unplanned(source.text) }
      guard found == size else { throw .changed(source.text, planned: size, found: found) }
    }
    let overlaid = picture.with(
      overlay: drawn, overlay.colors, in: overlay.color, opacity: overlay.opacity)
    if let overlaid { return overlaid }
    // If the picture's shape is not the planned one, that is reported instead.
    guard let found = drawn.size, let shown = picture.size, picture.turned(turn).size == size else {
      return picture
    }
    throw .changed(source.text, planned: shown, found: found)
  }
}
