internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SheetRendering
internal import SheetText
internal import Synchronization
internal import SystemPackage

/// Embeds pictures in an HTML page, as the original files or as copies.
///
/// A picture is copied if it must be scaled down or watermarked, if browsers cannot show its file
/// as it is, or if it is not a file.
struct PictureEmbedding: Sendable {
  /// The files that contain the pictures until the page is written.
  let files: [TemporaryFile]
  private let freeFiles: FreeFiles
  /// The number of groups to embed at once, or of bands to encode at once.
  private let workers: Int
  /// The maximum number of bytes that all pictures hold while they are copied.
  private let memory: ByteLimit
  /// The watermarks of pictures, by their names.
  private let watermarks: [FileName: Watermark]
  /// The watermark picture; nil if all watermarks are text.
  private let markPicture: WatermarkPicture?
  /// The font of watermarks.
  private let font: FontChoice

  /// The watermark drawn on a copy.
  struct Watermark {
    /// A translucent text; nil for none.
    var text: String?
    /// A translucent picture; nil for none.
    var picture: PlannedWatermark?
  }

  /// Creates an embedding into files.
  ///
  /// There must be one more file than there are workers. A picture that has a watermark is copied
  /// with it.
  init(
    in files: [TemporaryFile], within memory: ByteLimit = .standardMemory,
    watermarks: [FileName: Watermark] = [:], drawnBy markPicture: WatermarkPicture? = nil,
    font: FontChoice = .auto
  ) {
    (self.files, freeFiles, workers) = (files, FreeFiles(files), files.count - 1)
    (self.memory, self.watermarks, self.font) = (memory, watermarks, font.withoutSize)
    self.markPicture = markPicture
  }

  /// The quality of lossy copies, which is usual for photographs on the web.
  private static let quality = 85
  /// The minimum longer side in pixels; a picture that would be smaller is left out.
  private static let leastSide = 16

  /// Embeds groups of pictures.
  ///
  /// Pictures of the same group are scaled by the same factor, so that a viewer can compare them.
  ///
  /// If the groups are too large in total, each gets an equal budget. What small groups do not use
  /// goes to larger ones.
  ///
  /// - Parameters:
  ///   - groups: The pictures; nil in place of a missing picture.
  ///   - limit: The maximum total number of characters for all pictures.
  /// - Returns: The groups, without pictures that cannot be read or for which there is no room.
  /// - Throws: `Errno` if the file cannot be written, and `CancellationError` when the task is
  ///   cancelled.
  func embed(_ groups: [[SheetPicture?]], limit: Int) async throws -> [[EmbeddedPicture?]] {
    let needs = groups.map(\.need)
    let share = Self.share(of: limit, needs)
    let bandWorkers = max(1, workers / max(1, groups.count))
    // The budget reserved for the following groups.
    var kept = needs.reduce(0) { $0 + min($1, share) }
    var (left, embedded) = (limit, [[EmbeddedPicture?]]())
    try await forEachInOrder(
      zip(groups, needs), workers: workers, within: memory.value,
      // The pictures of a group are copied one after another.
      held: { [markPicture] group, _ in
        (group.lazy.compactMap { $0?.takenBytes }.max() ?? 0) + (markPicture?.heldBytes ?? 0)
      },
      // A group with too little room is copied again when it is consumed.
      holdsUntilConsumed: true
    ) { group, need -> [EmbeddedPicture?]? in
      // This first attempt depends only on the equal share, not on the room that earlier groups
      // leave.
      guard need <= share else { return nil }
      return try await embed(group, group.largestScale, workers: bandWorkers)
    } consume: { whole in
      let (group, need) = (groups[embedded.count], needs[embedded.count])
      kept -= min(need, share)
      let pictures = try await embed(group, need: need, room: left - kept, whole)
      left -= pictures.characterCount
      embedded.append(pictures)
    }
    return embedded
  }

  /// The approximate number of characters for files of these sizes, and for `others` more pictures,
  /// each assumed to be as large as the largest file.
  static func need(of sizes: [Int64], others: Int) -> Int {
    // A sparse file may claim to be larger than any picture, and sums must not overflow.
    let sizes = sizes.map { Int(min($0, 1 << 38)) }
    return EmbeddedPicture.characters(for: sizes.reduce(others * (sizes.max() ?? 0), +))
  }

  /// The largest equal share for groups, if no group takes more than it needs.
  static func share(of limit: Int, _ needs: [Int]) -> Int {
    var left = limit
    for (number, need) in needs.sorted().enumerated() {
      let share = left / (needs.count - number)
      if need > share { return share }
      left -= need
    }
    return .max
  }

  // Embeds a group, scaled down until it fits into `room`. `whole` is the group at its largest
  // scale; nil if it has not been embedded.
  private func embed(
    _ group: [SheetPicture?], need: Int, room: Int, _ whole: [EmbeddedPicture?]?
  ) async throws -> [EmbeddedPicture?] {
    let longest = group.compactMap { $0?.size }.map { max($0.width, $0.height) }.max() ?? 0
    var scale = min(group.largestScale, (Double(room) / Double(max(need, 1))).squareRoot())
    var whole = whole
    while scale * Double(longest) >= Double(min(Self.leastSide, longest)), longest > 0 {
      let pictures: [EmbeddedPicture?]
      if let known = whole.take() {
        pictures = known
      } else {
        pictures = try await embed(group, scale, workers: workers)
      }
      let taken = pictures.characterCount
      if taken <= room { return pictures }
      scale *= min(0.9, (Double(room) / Double(taken)).squareRoot())
    }
    return group.map { _ in nil }
  }

  /// Embeds the pictures of a group.
  private func embed(
    _ group: [SheetPicture?], _ scale: Double, workers: Int
  ) async throws -> [EmbeddedPicture?] {
    try await freeFiles.withFile { file in
      var pictures: [EmbeddedPicture?] = []
      for picture in group {
        pictures.append(try await embed(picture, scale, in: file, workers: workers))
      }
      return pictures
    }
  }

  /// Embeds a picture; nil if it is missing or cannot be read.
  private func embed(
    _ picture: SheetPicture?, _ scale: Double, in file: TemporaryFile, workers: Int
  ) async throws -> EmbeddedPicture? {
    guard let picture, let size = picture.size else { return nil }
    let start = try file.descriptor.stat().size
    var mediaType = picture.mediaType
    do {
      if scale == 1, mediaType != nil, watermarks[picture.name] == nil, picture.overlays.isEmpty,
        let path = picture.path
      {
        // If the file now has a picture of a different size, that picture would not fit.
        guard try picture.source.header().size == picture.readableHeader?.size else { return nil }
        try path.reading(below: picture.root) { try file.descriptor.append($0) }
      } else {
        mediaType = try await render(
          picture, size.scaled(by: scale), to: file.descriptor, workers: workers)
      }
    } catch  where !(error is Errno || error is CancellationError) {
      try file.descriptor.resize(to: start)
      try file.descriptor.seek(offset: start, from: .start)
      return nil
    }
    let end = try file.descriptor.stat().size
    return mediaType.map {
      EmbeddedPicture(
        mediaType: $0, size: size, isReduced: scale < 1, bytes: start..<end, file: file)
    }
  }

  /// Writes a copy of a picture; the copy is lossy if the picture is.
  ///
  /// Returns the media type of the copy.
  private func render(
    _ picture: SheetPicture, _ size: PixelSize, to descriptor: FileDescriptor, workers: Int
  ) async throws -> String? {
    let watermark = watermarks[picture.name]
    var plan = SheetPlan(
      showing: picture, size, quality: Self.quality, watermark: watermark, in: font)
    if watermark?.picture != nil, let markPicture {
      plan = plan.with(plan.encoding, isGray: plan.isGray && [markPicture.picture].areGray)
    }
    let isLossy = try picture.difference?.after.header().isLossy ?? picture.readableHeader?.isLossy
    let isJPEG = isLossy == true && SheetFormat.jpeg.problem(size, plan.format) == nil
    let format: SheetFormat = isJPEG ? .jpeg : .png
    let sheet = try format.file(descriptor, SheetProperties(plan))
    _ = try await SheetRenderer(
      plan, [picture], watermark: markPicture, workers: workers, within: memory
    ).render(plan.pages[0], into: sheet, of: format) { _ in }
    try sheet.finish()
    return format.format.mediaType
  }
}

/// The files to which no task is writing.
///
/// Each task takes one of the files while it writes.
private final class FreeFiles: Sendable {
  private let free: Mutex<[TemporaryFile]>

  init(_ files: [TemporaryFile]) { free = Mutex(files) }

  /// Calls `body` with a file that no other task writes to.
  ///
  /// - Precondition: No more tasks write at once than there are files.
  func withFile<Result>(_ body: (TemporaryFile) async throws -> Result) async rethrows -> Result {
    guard let file = free.withLock({ $0.popLast() }) else {
      preconditionFailure("more tasks than files")
    }
    defer { free.withLock { $0.append(file) } }
    return try await body(file)
  }
}

extension [EmbeddedPicture?] {
  /// The number of base64 characters of all pictures.
  fileprivate var characterCount: Int { reduce(0) { $0 + ($1?.characterCount ?? 0) } }
}

extension [SheetPicture?] {
  /// The scale, at most 1, at which no difference picture has many more pixels than the pictures of
  /// the group.
  ///
  /// The difference picture of a wide and a tall picture is as wide as the first and as tall as the
  /// second.
  fileprivate var largestScale: Double {
    var (pixels, differencePixels) = (0.0, 0.0)
    for picture in self {
      guard let picture, let size = picture.size else { continue }
      let count = Double(size.width) * Double(size.height)
      if picture.difference == nil { pixels += count } else { differencePixels += count }
    }
    guard differencePixels > 0 else { return 1 }
    return Swift.min(1, (Swift.max(Self.fewPixels, 4 * pixels) / differencePixels).squareRoot())
  }

  /// The number of pixels that a difference picture may always have.
  private static var fewPixels: Double { 1_000_000 }

  /// The approximate number of characters that the pictures take.
  ///
  /// The size of a picture without a file is estimated from the pictures with files.
  fileprivate var need: Int {
    let sizes = compactMap { picture -> Int64? in
      guard let picture, picture.difference == nil else { return nil }
      return picture.path.flatMap { try? $0.stat().size } ?? 0
    }
    return PictureEmbedding.need(of: sizes, others: count { $0?.difference != nil })
  }
}

extension SheetPlan {
  /// A sheet of one picture at the given size, optionally with a watermark.
  fileprivate init(
    showing picture: SheetPicture, _ size: PixelSize, quality: Int,
    watermark: PictureEmbedding.Watermark?, in font: FontChoice
  ) {
    let whole = picture.size ?? size
    let area = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    let placement = PicturePlacement(
      image: area,
      crop: Rect(x: 0, y: 0, width: Double(whole.width), height: Double(whole.height)))
    let channels = picture.readableHeader?.format.channels
    let settled = font.settled(for: [watermark?.text].compactMap(\.self))
    let mark = watermark?.text.flatMap {
      PlannedText.watermark($0, over: area, by: WatermarkSetter(settled))
    }
    var tile = PlannedTile(
      index: 0, cell: area, placement: placement,
      scale: PictureScale(drawing: picture, at: placement))
    tile.watermark = watermark?.picture?.area(over: area)
    self.init(
      layout: "", pictures: [PlannedPicture(picture.name, size: whole)],
      pages: [
        SheetPage(
          number: 1, size: size,
          tiles: [tile], texts: [mark].compactMap(\.self))
      ],
      style: TileStyle(background: .color(channels?.hasAlpha == true ? .clear : .white)),
      metadata: MetadataUse(), unreadablePolicy: .fail, type: TypeStyle(font: settled),
      encoding: SheetEncoding(quality: .level(quality)), isGray: [picture].areGray,
      tracks: [], watermark: watermark?.picture)
  }
}

extension PixelSize {
  /// The size with both sides multiplied by a factor, and then raised to 1 if they are smaller.
  fileprivate func scaled(by factor: Double) -> PixelSize {
    func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * factor).rounded())) }
    return PixelSize(width: scaled(width), height: scaled(height))
  }
}

extension FileDescriptor {
  /// Appends the contents of another file.
  ///
  /// - Throws: `Errno` if this file cannot be written, and `ContentsError` if the other file cannot
  ///   be read completely.
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
