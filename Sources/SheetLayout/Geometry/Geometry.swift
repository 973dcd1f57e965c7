/// A position in pixels; x grows to the right and y downwards.
package struct Point: Hashable, Sendable {
  /// The distance from the left edge.
  package var x: Double
  /// The distance from the top edge.
  package var y: Double

  /// The top left corner of the sheet.
  package static let zero = Point(x: 0, y: 0)

  /// Creates a position from its coordinates.
  package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// A width and a height in pixels, not yet rounded to whole ones.
public struct Size: Hashable, Sendable {
  /// The horizontal extent.
  public var width: Double
  /// The vertical extent.
  public var height: Double

  /// A width and a height of 0.
  public static let zero = Size(width: 0, height: 0)

  /// Creates a size from its width and height.
  public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

  /// The length of the longer side.
  package var longerSide: Double { max(width, height) }
}

/// An area of a sheet in pixels, origin top left, not yet rounded.
///
/// Layouts calculate in fractions of pixels; only `snapped` rounds to whole ones.
public struct Rect: Hashable, Sendable {
  /// The top left corner.
  package var origin: Point
  /// The extent to the right of the corner and below it.
  package var size: Size

  /// An empty area at the top left corner of a sheet.
  package static let zero = Rect(origin: .zero, size: .zero)

  /// Creates an area from its top left corner and its extent.
  package init(origin: Point, size: Size) { (self.origin, self.size) = (origin, size) }

  /// Creates an area from its left and top edges and its extent.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// Creates the bounding box of some areas; ``zero`` if there are none.
  init(around areas: some Collection<Rect>) {
    guard let first = areas.first else {
      self = .zero
      return
    }
    var (left, top, right, bottom) = (first.minX, first.minY, first.maxX, first.maxY)
    for area in areas {
      (left, top) = (min(left, area.minX), min(top, area.minY))
      (right, bottom) = (max(right, area.maxX), max(bottom, area.maxY))
    }
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The left edge.
  package var minX: Double { origin.x }
  /// The top edge.
  package var minY: Double { origin.y }
  /// The right edge.
  public var maxX: Double { origin.x + size.width }
  /// The bottom edge.
  public var maxY: Double { origin.y + size.height }
  /// The horizontal extent.
  public var width: Double {
    get { size.width }
    set { size.width = newValue }
  }
  /// The vertical extent.
  public var height: Double {
    get { size.height }
    set { size.height = newValue }
  }
  /// The left edge; setting it moves the area.
  public var x: Double {
    get { origin.x }
    set { origin.x = newValue }
  }
  /// The top edge; setting it moves the area.
  public var y: Double {
    get { origin.y }
    set { origin.y = newValue }
  }
  /// The horizontal centre.
  public var midX: Double { origin.x + size.width / 2 }
  /// The vertical centre.
  public var midY: Double { origin.y + size.height / 2 }

  /// The centre of the area.
  package var center: Point {
    Point(x: midX, y: midY)
  }

  /// The area, moved right by `distance.x` and down by `distance.y`.
  package func moved(by distance: Point) -> Rect {
    Rect(origin: Point(x: origin.x + distance.x, y: origin.y + distance.y), size: size)
  }
}

extension Range<Int> {
  /// The range, with both bounds moved by `distance`.
  package func moved(by distance: Int) -> Range { lowerBound + distance..<upperBound + distance }

  /// Divides the range into this many consecutive parts, whose counts differ by at most one.
  package func divided(into count: Int) -> [Range] {
    (0..<count).map { part in
      lowerBound + self.count * part / count..<lowerBound + self.count * (part + 1) / count
    }
  }
}
