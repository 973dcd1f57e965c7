internal import SheetImaging
package import SheetLayout

/// One of two compared pictures: its rows in the orientation of the comparison.
final class ComparedPicture {
  /// The size in the orientation of the comparison.
  let size: PixelSize
  /// Converts the pixels of the picture's rows for comparison.
  let pixels: ComparablePixels
  private let source: any PictureSource
  private let rows: any PictureRows

  /// Opens a picture.
  ///
  /// - Throws: ``UnreadablePicture`` and ``ContactSheetError``.
  init(_ source: any PictureSource, _ header: PictureHeader, turned orientation: Orientation) throws
  {
    self.source = source
    pixels = ComparablePixels(header.format, header.colorSpace)
    let stored = try naming(source) { try source.rows(as: header) }
    guard header.orientation != orientation else {
      (size, rows) = (header.size, stored)
      return
    }
    size = header.orientation.upright(header.size)
    rows = try naming(source) { try stored.turned(header) }
  }

  /// Passes the next row to `body`.
  func next(_ body: (Span<UInt8>) -> Void) throws {
    try naming(source) { try rows.next(body) }
  }

  /// Checks the rest of the file after the last row.
  func finish() throws {
    try naming(source) { try rows.finish() }
  }
}

extension PictureRows {
  /// The rows of the picture turned upright.
  ///
  /// This requires holding the whole picture.
  fileprivate func turned(_ header: PictureHeader) throws -> MemoryRows {
    let (size, bytesPerPixel) = (header.size, header.format.bytesPerPixel)
    var pixels = UprightPixels(
      header.orientation, width: size.width, height: size.height, bytesPerPixel: bytesPerPixel)
    for row in 0..<size.height {
      if row % 64 == 0 { try Task.checkCancellation() }
      try next { pixels.setRow(row, to: $0) }
    }
    try finish()
    let width = header.orientation.upright(size).width
    return MemoryRows(bytes: pixels.bytes, rowBytes: width * bytesPerPixel)
  }
}

/// The rows of a picture held in memory.
package final class MemoryRows: PictureRows {
  private let bytes: [UInt8]
  private let rowBytes: Int
  private var start = 0

  /// Creates rows without padding, from top to bottom.
  package init(bytes: [UInt8], rowBytes: Int) {
    self.bytes = bytes
    self.rowBytes = rowBytes
  }

  /// Passes the next row to `body`.
  package func next(_ body: (Span<UInt8>) -> Void) {
    let bytes = bytes
    body(bytes.span.extracting(start..<start + rowBytes))
    start += rowBytes
  }
}

/// The areas of two pictures that are left out of the comparison.
package struct IgnoredAreas: Sendable {
  /// Rectangles in an upright area that contains both pictures; parts outside it have no effect.
  package var areas: [PixelRect]
  /// A picture that is black and opaque where the two pictures are not compared; nil if there is
  /// none.
  package var mask: SheetPicture?

  /// Creates ignored areas; by default, nothing is left out.
  package init(areas: [PixelRect] = [], mask: SheetPicture? = nil) {
    (self.areas, self.mask) = (areas, mask)
  }

  /// Whether nothing is left out of the comparison.
  package var isEmpty: Bool { areas.isEmpty && mask == nil }
}

/// The columns that are not compared, row by row, in the orientation of the comparison.
struct IgnoredRows {
  private let areas: [PixelRect]
  private let mask: ComparedPicture?
  private let width: Int
  private var rowsTaken = 0
  /// Whether all columns of all rows so far are left out of the comparison.
  private(set) var areComplete = true
  /// Whether there is a mask and none of its pixels has excluded anything so far.
  private(set) var isMaskUnused: Bool

  /// Opens the mask, if there is one.
  ///
  /// - Throws: ``UnreadablePicture`` and ``ContactSheetError``.
  init(_ ignored: IgnoredAreas, of difference: PictureDifference) throws {
    let orientation = difference.orientation
    width = difference.size.width
    let upright = orientation.upright(difference.size)
    let whole = PixelRect(x: 0, y: 0, width: upright.width, height: upright.height)
    areas = ignored.areas.filter { $0.overlaps(whole) }
      .map { $0.intersection(whole).turnedUpright(by: orientation.inverse, in: upright) }
    isMaskUnused = ignored.mask != nil
    mask = try ignored.mask.flatMap { mask in
      try mask.readableHeader.map {
        try ComparedPicture(mask.source, $0, turned: orientation)
      }
    }
  }

  /// Whether each column of the next row is left out of the comparison; empty if none is.
  mutating func next() throws -> [Bool] {
    let row = rowsTaken
    rowsTaken += 1
    var ignored: [Bool] = []
    if let mask, row < mask.size.height {
      var pixels = [UInt32](repeating: 0, count: mask.size.width)
      try mask.next { bytes in
        var span = pixels.mutableSpan
        mask.pixels.convert(bytes, into: &span)
      }
      if pixels.contains(Self.opaqueBlack) {
        isMaskUnused = false
        ignored = pixels.map { $0 == Self.opaqueBlack }
      }
    }
    for area in areas where (area.y..<area.maxY).contains(row) {
      if ignored.count < area.maxX {
        ignored += repeatElement(false, count: area.maxX - ignored.count)
      }
      for x in area.x..<area.maxX { ignored[x] = true }
    }
    if areComplete { areComplete = ignored.count >= width && !ignored.contains(false) }
    return ignored
  }

  /// Checks the rest of the mask's file after the last row.
  func finish() throws { try mask?.finish() }

  private static let opaqueBlack: UInt32 = 0xFF00_0000
}

extension Orientation {
  /// The orientation that turns an upright picture back into the stored one.
  fileprivate var inverse: Orientation {
    switch self {
    case .rightTurn: .leftTurn
    case .leftTurn: .rightTurn
    default: self
    }
  }
}
