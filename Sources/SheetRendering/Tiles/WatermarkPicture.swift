internal import SheetImaging
internal import SheetLayout
package import SheetModel
package import SheetPictures
internal import SheetPlans
internal import Synchronization

/// A watermark picture, at the sizes at which it is drawn over other pictures.
///
/// A run has at most one watermark picture. Each size is decoded once, unless there is no room to
/// hold it until it is used again.
package final class WatermarkPicture: Sendable {
  /// The picture that is scaled to each of the sizes.
  package let picture: SheetPicture
  /// The number of bytes that all sizes may take, unless the last one takes more.
  private let limit: Int
  private let held = Mutex(Held())

  /// The maximum length of the longer side of the copy from which ``Held/watermarking`` is
  /// determined.
  private static let judgedSide = 256

  private struct Held {
    /// How the picture becomes translucent; nil before the picture is first drawn.
    var watermarking: Watermarking?
    /// The marks, with the most recently used one at the end.
    var marks: [Mark] = []
    /// Whether there is too little room for all marks of a page, so that only one task at a time
    /// draws a mark.
    ///
    /// Otherwise each task might keep a mark that has been dropped here.
    var isTight = false
    var bytes: Int { marks.reduce(0) { $0 + $1.pixels.count } }
  }

  private struct Mark {
    let size: PixelSize
    let pixels: [UInt8]
  }

  /// Creates a watermark that may hold an eighth of a run's memory.
  package init(_ picture: SheetPicture, within memory: ByteLimit) {
    (self.picture, limit) = (picture, memory.value / 8)
  }

  /// The maximum number of bytes that a task holds to draw one mark: its pixels, and what decoding
  /// the picture takes.
  package var heldBytes: Int { 4 * PlannedWatermark.mostPixels + picture.takenBytes }

  /// Draws the marks of a page, if there is room for all of its sizes.
  ///
  /// - Returns: The number of bytes that the marks take at most while the page is rendered.
  /// - Throws: ``ContactSheetError`` if the picture cannot be read, and `CancellationError` if the
  ///   task is cancelled.
  func prepare(for page: SheetPage) throws -> Int {
    var sizes: Set<PixelSize> = []
    for tile in page.tiles { if let area = tile.watermark { sizes.insert(area.size) } }
    if sizes.isEmpty { return 0 }
    let counts = sizes.map(\.markBytes)
    let (bytes, largest) = (counts.reduce(0, +), counts.max() ?? 0)
    // Otherwise sizes are drawn when tiles need them.
    guard bytes <= limit else {
      held.withLock { $0.isTight = true }
      return limit + largest + picture.takenBytes
    }
    for size in sizes { try held.withLock { _ = try pixels(at: size, in: &$0) } }
    return held.withLock(\.bytes)
  }

  /// Calls `body` with the pixels of the mark at a size, as 8-bit RGBA.
  private func withPixels(at size: PixelSize, _ body: ([UInt8]) -> Void) throws {
    let left = try held.withLock { held -> [UInt8]? in
      let pixels = try pixels(at: size, in: &held)
      guard held.isTight else { return pixels }
      body(pixels)
      return nil
    }
    if let left { body(left) }
  }

  /// The pixels of the mark at a size; they are decoded unless they are held.
  private func pixels(at size: PixelSize, in held: inout Held) throws -> [UInt8] {
    if let index = held.marks.firstIndex(where: { $0.size == size }) {
      let mark = held.marks.remove(at: index)
      held.marks.append(mark)
      return mark.pixels
    }
    let watermarking = try held.watermarking ?? judged()
    held.watermarking = watermarking
    var pixels = try drawn(at: size)
    watermarking.mark(&pixels, width: size.width)
    held.marks.append(Mark(size: size, pixels: pixels))
    while held.marks.count > 1, held.bytes > limit { held.marks.removeFirst() }
    return pixels
  }

  private func judged() throws -> Watermarking {
    let whole = picture.size ?? PixelSize(width: 1, height: 1)
    let divisor = (max(whole.width, whole.height) - 1) / Self.judgedSide + 1
    let size = PixelSize(
      width: max(1, whole.width / divisor), height: max(1, whole.height / divisor))
    return Watermarking(of: try drawn(at: size), width: size.width)
  }

  /// The picture at a size, with its own transparency.
  private func drawn(at size: PixelSize) throws -> [UInt8] {
    let area = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    return try picture.drawnWhole(
      in: area, PixelFormat(.rgba, .eight), over: .color(.clear), as: .watermark
    ).bytes
  }
}

extension WatermarkPicture {
  /// Draws the mark over the rows of a tile.
  ///
  /// - Parameters:
  ///   - area: The area of the mark, inside the tile's picture.
  ///   - tile: The rows to draw over.
  ///   - format: The format of the rows.
  /// - Throws: The same errors as preparing a page.
  func draw(in area: PixelRect, over tile: inout TilePixels, in format: PixelFormat) throws {
    let (image, shown) = (tile.image, tile.imageRows)
    let rows = shown.clamped(to: area.y..<area.maxY)
    if rows.isEmpty { return }
    let (mixer, rowBytes) = (PixelMixer(format), area.width * format.bytesPerPixel)
    try withPixels(at: area.size) { pixels in
      var span = tile.bytes.mutableSpan
      for y in rows {
        let pixel = (y - shown.lowerBound) * image.width + area.x - image.x
        let start = pixel * format.bytesPerPixel
        let first = 4 * (y - area.y) * area.width
        var part = span._mutatingExtracting(start..<start + rowBytes)
        mixer.compose(pixels.span.extracting(first..<first + 4 * area.width), over: &part)
      }
    }
  }
}

extension PixelSize {
  /// The number of bytes of a mark of this size.
  fileprivate var markBytes: Int { 4 * width * height }
}
