internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
internal import SheetPlanning
internal import SheetRendering
internal import SystemPackage

/// Takes pictures for a page of HTML, as files have them or as copies.
///
/// A picture is copied if a limit or browsers ask for it.
struct PictureEmbedding: ~Copyable {
  /// The file in which the pictures wait.
  let file: TemporaryFile
  /// The number of bands to encode at once.
  let workers: Int
  /// The number of bytes in the file.
  private var end: Int64 = 0

  init(in file: TemporaryFile, workers: Int) { (self.file, self.workers) = (file, workers) }

  /// The quality of lossy copies, as usual for photographs on the web.
  private static let quality = 85
  /// A picture of which less than this is left, on its longer side in pixels, is left out.
  private static let leastSide = 16

  /// Takes groups of pictures.
  ///
  /// Pictures of one group are scaled by one factor, so that they can be compared.
  ///
  /// If all together are too large, each group gets an equal budget. The rest that small groups leave
  /// goes to larger groups.
  ///
  /// - Parameters:
  ///   - groups: The pictures; nil if one is missing.
  ///   - limit: The number of characters for all of them.
  /// - Returns: The groups, without pictures that cannot be read or have no room.
  /// - Throws: `Errno` if the file cannot be written, and `CancellationError` when the task is
  ///   cancelled.
  mutating func embed(
    _ groups: [[SheetPicture?]], limit: Int
  ) async throws -> [[EmbeddedPicture?]] {
    let needs = groups.map(\.need)
    let share = Self.share(of: limit, needs)
    // The budget that is kept for the groups that follow.
    var kept = needs.reduce(0) { $0 + min($1, share) }
    var (left, embedded) = (limit, [[EmbeddedPicture?]]())
    for (group, need) in zip(groups, needs) {
      kept -= min(need, share)
      let pictures = try await embed(group, need: need, room: left - kept)
      left -= pictures.reduce(0) { $0 + ($1?.characterCount ?? 0) }
      embedded.append(pictures)
    }
    return embedded
  }

  /// The largest room for each group so that all have room, if they take no more than they need.
  static func share(of limit: Int, _ needs: [Int]) -> Int {
    var left = limit
    for (number, need) in needs.sorted().enumerated() {
      let share = left / (needs.count - number)
      if need > share { return share }
      left -= need
    }
    return .max
  }

  /// Takes a group, made as small as its room asks for.
  private mutating func embed(
    _ group: [SheetPicture?], need: Int, room: Int
  ) async throws -> [EmbeddedPicture?] {
    let start = end
    let longest = group.compactMap { $0?.size }.map { max($0.width, $0.height) }.max() ?? 0
    var scale = min(
      1, (Double(room) / Double(max(need, 1))).squareRoot(), group.largestDifferenceScale)
    while scale * Double(longest) >= Double(min(Self.leastSide, longest)), longest > 0 {
      var pictures: [EmbeddedPicture?] = []
      for picture in group { pictures.append(try await embed(picture, scale)) }
      let taken = pictures.reduce(0) { $0 + ($1?.characterCount ?? 0) }
      if taken <= room { return pictures }
      try remove(from: start)
      scale *= min(0.9, (Double(room) / Double(taken)).squareRoot())
    }
    return group.map { _ in nil }
  }

  /// Takes a picture; nil if it is missing or cannot be read.
  private mutating func embed(
    _ picture: SheetPicture?, _ scale: Double
  ) async throws -> EmbeddedPicture? {
    guard let picture, let size = picture.size else { return nil }
    let start = end
    var mediaType = picture.mediaType
    do {
      if scale == 1, mediaType != nil, let path = picture.path {
        // Another picture of another size would not fit the place of this one.
        guard try picture.source.header().size == picture.readableHeader?.size else { return nil }
        try path.reading(below: picture.root) { try file.descriptor.append($0) }
      } else {
        mediaType = try await render(picture, size.scaled(by: scale))
      }
    } catch  where !(error is Errno || error is CancellationError) {
      try remove(from: start)
      return nil
    }
    end = try file.descriptor.stat().size
    return mediaType.map {
      EmbeddedPicture(
        mediaType: $0, size: size, isReduced: scale < 1, bytes: start..<end, file: file)
    }
  }

  /// Writes a copy of a picture, lossy if the picture is lossy; the media type of the copy.
  private func render(_ picture: SheetPicture, _ size: PixelSize) async throws -> String? {
    let plan = SheetPlan(showing: picture, size, quality: Self.quality)
    let isLossy = try picture.difference?.after.header().isLossy ?? picture.readableHeader?.isLossy
    let isJPEG = isLossy == true && SheetFormat.jpeg.problem(size, plan.format) == nil
    let format: SheetFormat = isJPEG ? .jpeg : .png
    let sheet = try format.file(file.descriptor, SheetProperties(plan))
    _ = try await SheetRenderer(plan, [picture], workers: workers)
      .render(plan.pages[0], into: sheet, of: format) { _ in }
    try sheet.finish()
    return format.format.mediaType
  }

  /// Removes the bytes that were written last.
  private mutating func remove(from start: Int64) throws {
    try file.descriptor.resize(to: start)
    try file.descriptor.seek(offset: start, from: .start)
    end = start
  }
}

extension [SheetPicture?] {
  /// The scale at which no difference has many more pixels than the pictures of the group.
  ///
  /// The difference of a wide picture and a high one is as wide and as high as either.
  fileprivate var largestDifferenceScale: Double {
    var (pixels, differencePixels) = (0.0, 0.0)
    for picture in self {
      guard let picture, let size = picture.size else { continue }
      let count = Double(size.width) * Double(size.height)
      if picture.difference == nil { pixels += count } else { differencePixels += count }
    }
    guard differencePixels > 0 else { return 1 }
    return (Swift.max(Self.fewPixels, 4 * pixels) / differencePixels).squareRoot()
  }

  /// The number of pixels that a difference may always have.
  private static var fewPixels: Double { 1_000_000 }

  /// The approximate number of characters that the pictures take.
  ///
  /// A picture that is in no file is estimated by the pictures that are in files.
  fileprivate var need: Int {
    let sizes = compactMap { picture -> Int? in
      guard let picture, picture.difference == nil else { return nil }
      return picture.path.flatMap { try? Int($0.stat().size) } ?? 0
    }
    let others = count { $0?.difference != nil } * (sizes.max() ?? 0)
    return EmbeddedPicture.characters(for: sizes.reduce(others, +))
  }
}

extension SheetPlan {
  /// A sheet that is one picture, at a size.
  fileprivate init(showing picture: SheetPicture, _ size: PixelSize, quality: Int) {
    let whole = picture.size ?? size
    let area = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    let placement = PicturePlacement(
      image: area,
      crop: Rect(x: 0, y: 0, width: Double(whole.width), height: Double(whole.height)))
    let channels = picture.readableHeader?.format.channels
    self.init(
      layout: "", pictures: [PlannedPicture(picture.name, size: whole)],
      pages: [
        SheetPage(
          number: 1, size: size,
          tiles: [
            PlannedTile(
              index: 0, cell: area, placement: placement,
              scale: PictureScale(drawing: picture, at: placement))
          ])
      ],
      style: TileStyle(background: .color(channels?.hasAlpha == true ? .clear : .white)),
      metadata: MetadataUse(), unreadablePolicy: .fail, type: TypeStyle(),
      encoding: SheetEncoding(quality: .level(quality)), isGray: channels?.isGray == true,
      tracks: [])
  }
}

extension PixelSize {
  /// The size with both sides multiplied, at least 1.
  fileprivate func scaled(by factor: Double) -> PixelSize {
    func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * factor).rounded())) }
    return PixelSize(width: scaled(width), height: scaled(height))
  }
}

extension FileDescriptor {
  /// Writes all that another file holds.
  ///
  /// - Throws: `Errno` if that cannot be written, and `ContentsError` if it cannot be read whole.
  fileprivate func append(_ other: FileDescriptor) throws {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var offset: Int64 = 0
    let size = (try? other.stat().size) ?? .max
    while offset < size {
      guard let count = try? other.read(at: offset, into: &block), count > 0 else {
        throw ContentsError.system(.ioError)
      }
      try writeWhole(Array(block[..<count]))
      offset += Int64(count)
    }
  }
}
