internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans

/// A picture that was taken out of its page.
package struct DetachedPicture: Sendable {
  /// The picture's position on the page.
  let area: PixelRect
  /// The encoder that encoded the picture.
  let encoder: JPEGEncoder
  /// The picture as a JPEG file.
  let bytes: [UInt8]
  /// The mean colour of the picture, which replaces it on the page.
  ///
  /// This colour shows at the picture's edges if a viewer blends them with the page below.
  let pixel: [UInt8]
}

/// Takes pictures out of a page if they are smaller as JPEGs.
package struct PDFPagePictures: Sendable {
  private let format: PixelFormat
  private let quality: Int

  /// The maximum number of pixels of a page: A2 at 300 pixels per inch.
  ///
  /// Pages are limited because pictures that are taken out are not rendered in strips.
  private static let mostPixels = 36_000_000
  /// The minimum number of pixels per picture on average, since tables and entries take about 500
  /// bytes per picture.
  private static let leastPixels = 64 * 64
  /// The number of bytes of an object apart from its stream.
  private static let entryBytes = 200
  /// The level at which a picture is compressed to find out which format is smaller.
  ///
  /// If the sizes are close, either format may be chosen.
  private static let trialLevel = 1

  /// Prepares to take pictures out; nil if a picture of the page cannot be taken out.
  ///
  /// A picture can be taken out if it stands on a single colour, apart from other pictures, with
  /// nothing over it.
  init?(_ page: SheetPage, _ plan: SheetPlan, quality: Int) {
    let tiles = page.tiles.filter { $0.placement != nil }
    let areas = tiles.map { $0.placement?.image ?? $0.cell }
    let byRows = AreasByRows(areas.map { $0.y..<$0.maxY })
    func isFree(_ area: PixelRect, except own: Int? = nil) -> Bool {
      byRows.indices(near: area.y..<area.maxY).allSatisfy {
        $0 == own || !areas[$0].overlaps(area)
      }
    }
    func standsAlone(_ index: Int) -> Bool {
      guard isFree(areas[index].outset(by: 1), except: index) else { return false }
      guard let label = tiles[index].label?.area else { return true }
      return isFree(label, except: index)
        && tiles[index].placement.map { !$0.image.overlaps(label) } ?? true
    }
    guard case .color = plan.style.background, plan.style.decoration.radius == 0,
      page.size.width * page.size.height <= Self.mostPixels,
      areas.reduce(0, { $0 + $1.width * $1.height }) >= areas.count * Self.leastPixels,
      page.drawnTexts.allSatisfy({ isFree($0.area) }), page.bars.allSatisfy({ isFree($0.area) }),
      areas.indices.allSatisfy(standsAlone),
      tiles.allSatisfy({ $0.scaleBar == nil && $0.insets.isEmpty && $0.rings.isEmpty })
    else { return nil }
    (format, self.quality) = (plan.format, quality)
  }

  /// The picture with these pixels as a JPEG; nil if the picture stays on the page.
  ///
  /// - Throws: `Errno.noMemory`.
  func picture(in area: PixelRect, of pixels: [UInt8]) throws -> DetachedPicture? {
    let encoder = JPEGEncoder(area.size, channels: format.channels.count, quality: quality)
    let jpeg = try JPEGStream.file(of: pixels.span, by: encoder)
    guard try jpeg.count + Self.entryBytes < exactByteCount(of: pixels, area.size) else {
      return nil
    }
    return DetachedPicture(
      area: area, encoder: encoder, bytes: jpeg,
      pixel: pixels.meanPixel(byteCount: format.bytesPerPixel))
  }

  private func exactByteCount(of pixels: [UInt8], _ size: PixelSize) throws -> Int {
    let bands = PNGBandEncoder(
      width: size.width, height: size.height, format: PNGRowFormat(format),
      compressionLevel: Self.trialLevel)
    return try (0..<bands.bandCount).reduce(0) { count, band in
      let rows = bands.rowsNeeded(forBand: band)
      let part = rows.lowerBound * bands.bytesPerRow..<rows.upperBound * bands.bytesPerRow
      let encoded = try systemErrors {
        try bands.encode(band: band, from: pixels.span.extracting(part))
      }
      return count + encoded.byteCount
    }
  }
}

extension [UInt8] {
  /// The mean pixel, computed separately for each byte of a pixel.
  fileprivate func meanPixel(byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { channel in
      let sum = stride(from: channel, to: count, by: byteCount).reduce(0) { $0 + Int(self[$1]) }
      return UInt8(sum * byteCount / count)
    }
  }
}
