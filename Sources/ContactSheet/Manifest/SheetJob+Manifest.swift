internal import SheetLayout
internal import SystemPackage

extension SheetJob {
  /// Creates a job that renders what a manifest says.
  ///
  /// Get the plan from ``SheetManifest/plan(for:overridingOutput:)`` and hand it to
  /// ``SheetJob/render(_:progress:)``.
  ///
  /// - Parameters:
  ///   - manifest: What to render, and how.
  ///   - output: Where the sheet goes instead of the pages' own files.
  /// - Throws: ``ManifestError/invalid(path:reason:)`` for an option without a meaning.
  public init(
    rendering manifest: SheetManifest, output: SheetOutput? = nil
  ) throws(ManifestError) {
    self.init(sources: [], output: output ?? .standardOutput)
    try manifest.options.apply(to: &self)
    origin = manifest
  }
}

extension SheetManifest {
  /// The plan that the manifest describes, of the pages that `job` selects.
  ///
  /// The headers of their pictures are read. A picture that cannot be read now gets what the
  /// job's policy says. One that has another size by now, or could not be read when the plan
  /// was made and can be now, is an error.
  ///
  /// - Parameters:
  ///   - job: What ``SheetJob/init(rendering:output:)`` gave, with the pages that it selects.
  ///   - overridingOutput: Whether pages go to the job's output instead of their own files.
  /// - Returns: A plan of the selected pages only.
  /// - Throws: ``ManifestError``, ``SheetError``, and `CancellationError` when the task is
  ///   cancelled.
  public func plan(
    for job: SheetJob, overridingOutput: Bool
  ) async throws -> SheetPlan {
    let numbers = job.paging.pages ?? 1...max(1, pages.count)
    guard numbers.lowerBound >= 1, numbers.upperBound <= pages.count else {
      throw SheetError.noSuchPage(numbers.upperBound, count: pages.count)
    }
    try numbers.forEach(checkPaths(ofPage:))
    let files = Set(numbers.flatMap { pages[$0 - 1].tiles.map { FilePath($0.source) } })
      .map { PNGFile($0, metadata: job.metadata) }
    let probed = try await files.probed(workers: job.workers)
    var reader = ManifestReader(
      maximumPixels: job.maximumPixels,
      probed: Dictionary(uniqueKeysWithValues: zip(files.map(\.path), probed)))
    let sheets = try numbers.map { number in
      let page = pages[number - 1]
      let output: SheetOutput =
        if overridingOutput {
          job.output.page(number, of: pages.count)
        } else {
          page.file == "-" ? .standardOutput : .file(FilePath(page.file))
        }
      return try reader.sheet(page, number: number, output: output)
    }
    var plan = SheetPlan(
      pictures: reader.pictures, skipped: [], pages: sheets,
      isGray: options.gray && reader.pictures.areGray, grid: nil, tracks: [])
    plan.labelRoom = try options.text?.labelRoom()
    try plan.checkTexts(font: job.texts.font)
    try job.checkOutputs(of: plan, against: [], files.map(\.path))
    return plan
  }

  private func checkPaths(ofPage number: Int) throws(ManifestError) {
    let page = pages[number - 1]
    let path = "pages[\(number - 1)]"
    try Self.check(page.file, at: "\(path).file")
    for (index, tile) in page.tiles.enumerated() {
      try Self.check(tile.source, at: "\(path).tiles[\(index)].source")
    }
  }

  private static func check(_ text: String, at path: String) throws(ManifestError) {
    guard !text.utf8.contains(0) else {
      throw .invalid(path: path, reason: "a path holds no NUL")
    }
  }
}

/// Turns the pages of a manifest into those of a plan, and checks every number on the way.
private struct ManifestReader {
  let maximumPixels: PixelCount
  let probed: [FilePath: ProbedPicture]
  var pictures: [ProbedPicture] = []

  init(maximumPixels: PixelCount, probed: [FilePath: ProbedPicture]) {
    self.maximumPixels = maximumPixels
    self.probed = probed
  }
}

extension ManifestReader {
  mutating func sheet(
    _ page: SheetManifest.Page, number: Int, output: SheetOutput
  ) throws -> SheetPage {
    let path = "pages[\(number - 1)]"
    guard let extent = Extent(width: page.width, height: page.height) else {
      throw ManifestError.invalid(
        path: path, reason: "\(page.width) x \(page.height) is not the size of a sheet")
    }
    let size = Size(width: Double(page.width), height: Double(page.height))
    guard size.width * size.height <= Double(maximumPixels.value) else {
      throw SheetError.tooLarge(size, limit: maximumPixels)
    }
    let sheet = PixelRect(x: 0, y: 0, width: extent.width, height: page.height)
    let tiles = try page.tiles.enumerated().map { index, tile in
      try self.tile(tile, on: sheet, path: "\(path).tiles[\(index)]")
    }
    let texts = try (page.texts ?? []).enumerated().map { index, text in
      try text.planned(in: sheet, path: "\(path).texts[\(index)]")
    }
    return SheetPage(number: number, output: output, size: sheet.size, tiles: tiles, texts: texts)
  }

  private mutating func tile(
    _ tile: SheetManifest.Tile, on sheet: PixelRect, path: String
  ) throws -> PlannedTile {
    let cell = tile.cell.rect
    guard cell.isInside(sheet) else {
      throw ManifestError.invalid(path: "\(path).cell", reason: "it is not inside the sheet")
    }
    guard let picture = probed[FilePath(tile.source)] else {
      preconditionFailure("all pictures of the pages have been probed")
    }
    pictures.append(picture)
    let index = pictures.count - 1
    let label = try tile.label?.planned(in: cell, path: "\(path).label")
    guard let found = picture.size else {
      return PlannedTile(index: index, cell: cell, placement: nil, label: label)
    }
    guard let width = tile.sourceWidth, let height = tile.sourceHeight,
      let image = tile.image?.rect, let crop = tile.crop?.rect
    else {
      throw ManifestError.invalid(
        path: path,
        reason: "'\(tile.source)' can be read, but it is not said where it stands; plan anew")
    }
    guard found == PixelSize(width: width, height: height) else {
      throw ManifestError.changed(
        source: tile.source, planned: "\(width) x \(height)",
        found: "\(found.width) x \(found.height)")
    }
    guard image.isInside(cell) else {
      throw ManifestError.invalid(path: "\(path).image", reason: "it is not inside the cell")
    }
    guard crop.isInside(found) else {
      throw ManifestError.invalid(path: "\(path).crop", reason: "it is not inside the picture")
    }
    return PlannedTile(
      index: index, cell: cell, placement: PicturePlacement(image: image, crop: crop),
      label: label)
  }
}

extension Rect {
  /// Whether this is an area inside a picture of `size`.
  fileprivate func isInside(_ size: PixelSize) -> Bool {
    minX >= 0 && minY >= 0 && width > 0 && height > 0
      && maxX <= Double(size.width) && maxY <= Double(size.height)
  }
}
