internal import SheetImaging
package import SheetLayout

/// The parts of two pictures that are not compared.
package struct IgnoredPart: Sendable {
  /// Areas of the upright picture that holds both.
  package var areas: [PixelRect]
  /// A picture that is black and opaque in the parts that are not compared; nil if there is none.
  package var mask: SheetPicture?

  /// Creates a part, by default without pixels.
  package init(areas: [PixelRect] = [], mask: SheetPicture? = nil) {
    (self.areas, self.mask) = (areas, mask)
  }
}

/// The columns that are not compared, row by row, in the direction in which two pictures are compared.
struct IgnoredRows {
  private let areas: [PixelRect]
  private let mask: ComparedPicture?
  private var rowsTaken = 0

  /// Opens the mask of a part, if it has one.
  ///
  /// - Throws: ``UnreadablePicture`` and ``PictureError``.
  init(_ part: IgnoredPart, of difference: PictureDifference) throws {
    let orientation = difference.orientation
    let upright = orientation.upright(difference.size)
    areas = part.areas.map { $0.turnedUpright(by: orientation.inverse, in: upright) }
    mask = try part.mask.flatMap { mask in
      try mask.readableHeader.map {
        try ComparedPicture(mask.source, $0, turned: orientation)
      }
    }
  }

  /// Whether columns of the next row are left out of the comparison; empty if none are.
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
      if pixels.contains(Self.opaqueBlack) { ignored = pixels.map { $0 == Self.opaqueBlack } }
    }
    for area in areas where (area.y..<area.maxY).contains(row) {
      if ignored.count < area.maxX {
        ignored += repeatElement(false, count: area.maxX - ignored.count)
      }
      for x in area.x..<area.maxX { ignored[x] = true }
    }
    return ignored
  }

  /// Checks the end of the mask.
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
