internal import SheetImaging

/// The rows of a sheet on which there is nothing else yet.
struct BackdropRows: Sendable {
  /// Rows that differ, of which each stands for as many as a square is high.
  private let patterns: [[UInt8]]

  init(_ backdrop: Backdrop, width: Int, in format: PixelFormat) {
    let pixels = backdrop.colors.map { $0.pixel(in: format) }
    patterns = pixels.indices.map { shift in
      (0..<width).flatMap { x in pixels[(x / Backdrop.squareSide + shift) % pixels.count] }
    }
  }

  /// The bytes of the row `y` of the sheet.
  subscript(y: Int) -> [UInt8] {
    patterns[y / Backdrop.squareSide % patterns.count]
  }
}
