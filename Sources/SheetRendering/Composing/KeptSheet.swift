internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
package import SheetModel
package import SheetPictures
package import SheetPlans
package import SystemPackage

/// The pixels of a sheet, kept in a file so that the sheet can be encoded in several ways.
///
/// The sheet is rendered only once, however often it is encoded.
package final class KeptSheet: SheetFile {
  private struct Page {
    let page: SheetPage
    let colors: SheetColors?
    let pixels: KeptPixels
    var unreadable: [Int: UnreadablePicture] = [:]
    var lettering: Lettering?
  }

  private let descriptor: FileDescriptor
  private let format: PixelFormat
  private var pages: [Page] = []
  private var byteCount: Int64 = 0

  /// Keeps the pixels of a plan's pages in an empty file, which the caller closes.
  package init(_ plan: SheetPlan, in descriptor: FileDescriptor) {
    (format, self.descriptor) = (plan.format, descriptor)
  }

  package func begin(_ page: SheetPage, _ colors: SheetColors?) -> PlainRows {
    let pixels = KeptPixels(
      descriptor: descriptor, start: byteCount, width: page.size.width,
      bytesPerPixel: format.bytesPerPixel)
    pages.append(Page(page: page, colors: colors, pixels: pixels))
    return PlainRows(height: page.size.height)
  }

  package func write(_ band: [UInt8]) throws {
    try descriptor.writeWhole(band)
    byteCount += Int64(band.count)
  }

  package func end(
    _ page: SheetPage, unreadable: [Int: UnreadablePicture], _ lettering: Lettering
  ) {
    pages[pages.count - 1].unreadable = unreadable
    pages[pages.count - 1].lettering = lettering
  }

  /// Encodes all pages into a file, and finishes it.
  ///
  /// - Throws: `Errno` from the system, and `CancellationError`.
  package func encode(
    into file: some SheetFile, workers: Int, within memory: ByteLimit
  ) async throws {
    for page in pages { try await encode(page, into: file, workers, memory) }
    try file.finish()
  }

  private func encode(
    _ kept: Page, into file: some SheetFile, _ workers: Int, _ memory: ByteLimit
  ) async throws {
    guard let lettering = kept.lettering else { preconditionFailure("a page has not ended") }
    let (encoder, pixels) = (try file.begin(kept.page, kept.colors), kept.pixels)
    var detached: [(area: PixelRect, pixel: [UInt8])] = []
    if let pictures = encoder.pictures {
      let tiles = kept.page.tiles.filter { kept.unreadable[$0.index] == nil }
        .sorted { ($0.cell.y, $0.cell.x) < ($1.cell.y, $1.cell.x) }
      let bytesPerPixel = format.bytesPerPixel
      try await forEachInOrder(
        tiles.compactMap { $0.placement?.image }, workers: workers, within: memory.value,
        // The bytes of the pixels, and of the coefficients and the file of a JPEG, as in
        // `TileMemory`.
        held: { 4 * $0.width * $0.height * bytesPerPixel }
      ) { area in
        try pictures.picture(in: area, of: pixels.part(area))
      } consume: { picture in
        guard let picture else { return }
        try file.add(picture)
        detached.append((picture.area, picture.pixel))
      }
    }
    try await forEachInOrder(0..<encoder.bandCount, workers: workers) { [detached] band in
      let lines = encoder.rowsNeeded(forBand: band)
      var rows = try pixels.rows(lines)
      for (area, pixel) in detached { pixels.fill(area, with: pixel, in: &rows, lines) }
      return try encoder.encode(band: band, from: rows.span)
    } consume: { band in
      try file.write(band)
    }
    try file.end(kept.page, unreadable: kept.unreadable, lettering)
  }
}

/// An encoder that returns the rows of a page as they are.
package struct PlainRows: BandEncoder {
  package let height: Int
  package let rowsPerBand = 64

  package func encode(band: Int, from rows: Span<UInt8>) -> [UInt8] {
    unsafe rows.withUnsafeBufferPointer { unsafe Array($0) }
  }
}

/// The pixels of a page, starting at an offset in a file.
private struct KeptPixels: Sendable {
  let descriptor: FileDescriptor
  let start: Int64
  let width: Int
  let bytesPerPixel: Int

  private var bytesPerRow: Int { width * bytesPerPixel }

  func rows(_ rows: Range<Int>) throws -> [UInt8] {
    try bytes(at: rows.lowerBound * bytesPerRow, count: rows.count * bytesPerRow)
  }

  func part(_ area: PixelRect) throws -> [UInt8] {
    try (area.y..<area.maxY).flatMap {
      try bytes(at: $0 * bytesPerRow + area.x * bytesPerPixel, count: area.width * bytesPerPixel)
    }
  }

  /// Fills the part of an area that lies in these rows.
  func fill(
    _ area: PixelRect, with pixel: [UInt8], in rows: inout [UInt8], _ lines: Range<Int>
  ) {
    let filled = repeatElement(pixel, count: area.width).flatMap(\.self)
    for y in (area.y..<area.maxY).clamped(to: lines) {
      let place = (y - lines.lowerBound) * bytesPerRow + area.x * bytesPerPixel
      rows.replaceSubrange(place..<place + filled.count, with: filled)
    }
  }

  private func bytes(at place: Int, count: Int) throws -> [UInt8] {
    let bytes = try descriptor.bytes(at: Int(start) + place, count: count)
    guard bytes.count == count else { throw Errno.ioError }
    return bytes
  }
}
