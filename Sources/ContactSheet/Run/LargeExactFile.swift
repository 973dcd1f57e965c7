internal import SheetLayout
internal import SheetPlans
internal import SheetRendering

/// A large file whose pixels are exact and need not be.
public struct LargeExactFile: Equatable, Sendable {
  /// Where it went.
  public let output: SheetOutput
  /// Its size in bytes.
  public let byteCount: Int64
  /// About what it would take with a quality, in bytes.
  public let smallerByteCount: Int64
}

extension SheetRun {
  /// The largest file that this run has written, where its pixels are exact and need not be.
  ///
  /// One page of it is written once more with the quality, to no file: the one with the most of its
  /// pictures. Others are taken for as large for each pixel of their pictures.
  ///
  /// - Parameters:
  ///   - report: What came of the run.
  ///   - limit: The size in bytes up to which no file is large.
  ///   - quality: From 1 to 100.
  /// - Returns: The file; nil where none is large, or it would not become smaller.
  public func largestExactFile(
    in report: SheetReport, above limit: Int64, atQuality quality: Int
  ) async -> LargeExactFile? {
    var encoding = sheet.plan.encoding
    guard encoding.quality == .exact else { return nil }
    encoding.quality = .level(quality)
    let plan = sheet.plan.with(
      encoding, sheet.plan.unreadablePolicy, isGray: sheet.plan.isGray)
    let written = report.pages.max { $0.byteCount ?? 0 < $1.byteCount ?? 0 }
    guard let written, let byteCount = written.byteCount, byteCount > limit else { return nil }
    let pages = sheet.renderedPages.filter { $0.output == written.output }
    let largest = pages.max { $0.page.picturePixels < $1.page.picturePixels }
    guard let largest, largest.page.picturePixels > 0,
      let exactReason = largest.format.exactReason,
      exactReason(largest.page.size, plan.format) == nil,
      // Whoever has made the pictures unreadable since then is not told of their size.
      let count = try? await SheetRenderer(plan, sheet.pictures, workers: request.workers)
        .pdfByteCount(of: largest.page)
    else { return nil }
    let pixels = pages.reduce(0) { $0 + $1.page.picturePixels }
    let smaller = Double(count) * Double(pixels) / Double(largest.page.picturePixels)
    guard smaller < Double(byteCount) else { return nil }
    return LargeExactFile(
      output: written.output, byteCount: byteCount, smallerByteCount: Int64(smaller))
  }
}

extension SheetPage {
  /// The number of pixels that its pictures have.
  fileprivate var picturePixels: Int {
    tiles.reduce(0) { sum, tile in
      let size = (tile.placement?.image ?? tile.cell).size
      return sum + size.width * size.height
    }
  }
}
