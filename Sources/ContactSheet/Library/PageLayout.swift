internal import SheetRunning
internal import Synchronization

/// A layout that a program defines.
///
/// It places pictures on one page. Pages are cut between its rows if the sheet asks for them.
///
/// ```swift
/// import ContactSheet
///
/// struct Staircase: PageLayout {
///   func arrangement(of request: Sheet.LayoutRequest) -> Sheet.Arrangement {
///     let side = request.width / Double(request.pictures.count)
///     let frames = request.pictures.indices.map { index in
///       Sheet.Rect(x: Double(index) * side, y: Double(index) * side, width: side, height: side)
///     }
///     return Sheet.Arrangement(
///       size: Sheet.Size(width: request.width, height: request.width), frames: frames)
///   }
/// }
///
/// var sheet = Sheet(folder: "photos")
/// sheet.layout = .custom(Staircase())
/// ```
public protocol PageLayout: Sendable {
  /// Arranges pictures on a page.
  ///
  /// Equal requests must give equal arrangements. A request may come several times.
  ///
  /// - Parameter request: The pictures, and the room for them.
  /// - Returns: The size of the page without margins, and a frame inside it for each picture.
  ///   A frame is a whole cell, with label and borders; it has at least a pixel.
  /// - Throws: Any error, if the pictures have no room. The plan then fails with
  ///   ``ContactSheetError/Code/layoutFailed``.
  func arrangement(of request: Sheet.LayoutRequest) throws -> Sheet.Arrangement
}

extension Sheet {
  /// The pictures of a page, and the room for them.
  public struct LayoutRequest: Sendable {
    /// The sizes of the pictures as shown; nil if a picture cannot be read.
    public let pictures: [Size?]
    /// The width of the page without margins.
    public let width: Double
    /// The height of the page without margins; nil if it follows from the pictures.
    public let height: Double?
    /// The space between neighbours.
    public let gap: Size

    /// Width divided by height of each picture; 1 if it cannot be read.
    public var ratios: [Double] { pictures.map { $0.map { $0.width / $0.height } ?? 1 } }
  }
}

/// The first error of a layout that a program defines.
final class CustomLayoutFault: Sendable {
  private let first = Mutex<ContactSheetError?>(nil)

  /// The error; nil if there is none.
  var error: ContactSheetError? { first.withLock(\.self) }

  /// Keeps an error, as layouts throw only errors of their own.
  func keep(_ reason: String) -> LayoutError {
    first.withLock {
      $0 = $0 ?? ContactSheetError(.layoutFailed, "cannot use the custom layout: \(reason)")
    }
    return .noLayers
  }
}

extension CustomLayout {
  /// Adapts a layout that a program defines, and checks its frames.
  init(_ layout: any PageLayout, on extent: Extent, _ fault: CustomLayoutFault) {
    self.init(extent: extent) { pictures, width, height, gap throws(LayoutError) in
      let request = Sheet.LayoutRequest(
        pictures: pictures.map {
          $0.map { Sheet.Size(width: Double($0.width), height: Double($0.height)) }
        }, width: width, height: height, gap: Sheet.Size(width: gap.width, height: gap.height))
      let found: Sheet.Arrangement
      do { found = try layout.arrangement(of: request) } catch { throw fault.keep("\(error)") }
      guard found.frames.count == pictures.count else {
        throw fault.keep(
          "it has \(found.frames.count) frames for \(pictures.count) pictures; give each a frame")
      }
      let size = Size(width: found.size.width, height: found.size.height)
      let limit = LayoutError.maximumLength
      guard 1...limit ~= size.width, 1...limit ~= size.height else {
        throw fault.keep(
          "its page is \(size.width) x \(size.height) pixels; choose sides from 1 to \(Int(limit))")
      }
      for frame in found.frames {
        // Sums may miss an edge by their last bits.
        let slack = 1e-6 * max(size.width, size.height)
        guard frame.x >= -slack, frame.y >= -slack, frame.width >= 1, frame.height >= 1,
          frame.maxX <= size.width + slack, frame.maxY <= size.height + slack
        else {
          throw fault.keep(
            "the frame at \(frame.x), \(frame.y) of \(frame.width) x \(frame.height) pixels is not "
              + "inside the page; keep frames of at least a pixel inside it")
        }
      }
      return (
        size,
        found.frames.map { Rect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
      )
    }
  }
}

// MARK: Geometry

extension Sheet {
  /// A width and a height in pixels, not rounded.
  public struct Size: Hashable, Sendable {
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// No extent.
    public static let zero = Size(width: 0, height: 0)

    /// Creates a size.
    public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
  }

  /// An area of a sheet in pixels, from the top left corner.
  public struct Rect: Hashable, Sendable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// The horizontal centre.
    public var midX: Double { x + width / 2 }
    /// The vertical centre.
    public var midY: Double { y + height / 2 }
    /// The right edge.
    public var maxX: Double { x + width }
    /// The bottom edge.
    public var maxY: Double { y + height }

    /// Creates an area.
    public init(x: Double, y: Double, width: Double, height: Double) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    init(_ rect: PixelRect) {
      self.init(
        x: Double(rect.x), y: Double(rect.y), width: Double(rect.width),
        height: Double(rect.height))
    }
  }

  /// The frames of pictures on a page: the result of a layout.
  ///
  /// Its functions are the geometry of the library's layouts alone, without files.
  /// Each throws ``ContactSheetError`` if a number is wrong, or items have no room.
  public struct Arrangement: Hashable, Sendable {
    /// The size of the page, without margins.
    public var size: Size
    /// The frame of each picture, in their order.
    public var frames: [Rect]
    /// The number of rows; nil if there are none.
    public var rows: Int?
    /// The number of columns; nil if there are none.
    public var columns: Int?

    /// Creates an arrangement of frames.
    public init(size: Size, frames: [Rect]) { (self.size, self.frames) = (size, frames) }

    /// Equal cells that fill a size and come near to a ratio of width to height.
    public static func grid(
      _ count: Int, filling size: Size, ratio: Double, gap: Size = .zero
    ) throws -> Arrangement {
      try arranged { () throws(LayoutError) in
        try SheetLayout.Arrangement(
          gridOf: count, filling: size.size, cellRatio: ratio, gap: gap.size)
      }
    }

    /// Rows of about a height that keep ratios of width to height and fill a width.
    public static func rows(
      _ ratios: [Double], width: Double, height: Double, gap: Size = .zero,
      lastRow: LastRow = .left
    ) throws -> Arrangement {
      try arranged { () throws(LayoutError) in
        try JustifiedRows(width: width, rowHeight: height, gap: gap.size, lastRow: lastRow.word())
          .arrangement(of: ratios.map { LayoutItem(ratio: $0) })
      }
    }

    /// Columns without rows, which keep ratios of width to height.
    public static func masonry(
      _ ratios: [Double], width: Double, columns: Int, gap: Size = .zero
    ) throws -> Arrangement {
      try arranged { () throws(LayoutError) in
        try MasonryColumns(width: width, count: columns, gap: gap.size)
          .arrangement(of: ratios.map { LayoutItem(ratio: $0) })
      }
    }

    /// A page filled by items that keep their ratios of width to height.
    ///
    /// Without a height, it follows from the items.
    public static func collage(
      _ ratios: [Double], width: Double, height: Double? = nil, gap: Size = .zero
    ) throws -> Arrangement {
      try arranged { () throws(LayoutError) in
        try Collage(width: width, height: height, gap: gap.size)
          .arrangement(of: ratios.map { LayoutItem(ratio: $0) })
      }
    }

    /// Blocks of 1×1, 2×2 and 3×3 units.
    public static func tiered(
      _ count: Int, width: Double, layers: [Tier] = Tier.standard, gap: Double = 0
    ) throws -> Arrangement {
      try arranged { () throws(LayoutError) in
        try TieredGrid(
          itemCount: count, width: width, layers: layers.map { $0.word() }, gap: gap
        ).arrangement
      }
    }

    private static func arranged(
      _ arrange: () throws(LayoutError) -> SheetLayout.Arrangement
    ) throws -> Arrangement {
      do {
        let found = try arrange()
        var arrangement = Arrangement(
          size: Size(width: found.size.width, height: found.size.height),
          frames: found.frames.map {
            Rect(x: $0.minX, y: $0.minY, width: $0.width, height: $0.height)
          })
        (arrangement.rows, arrangement.columns) = (found.rows, found.columns)
        return arrangement
      } catch {
        throw ContactSheetError(.noRoom, "cannot arrange the items: \(error)")
      }
    }
  }
}

extension Sheet.Size {
  fileprivate var size: SheetLayout.Size { SheetLayout.Size(width: width, height: height) }
}
