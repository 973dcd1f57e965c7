public import SheetLayout

/// A layout defined by the program.
///
/// It places pictures on one page. If the sheet limits the height, the result is divided into pages
/// between rows.
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
  /// Equal requests must give equal arrangements; the same request may be made several times.
  ///
  /// - Parameter request: The pictures, and the room for them.
  /// - Returns: The size of the page without margins, and for each picture a frame inside it. A
  ///   frame is a whole cell, including label and borders; its width and height must be at least
  ///   one pixel.
  /// - Throws: Any error if the pictures do not fit. Planning then fails with
  ///   ``ContactSheetError/Code/layoutFailed``.
  func arrangement(of request: Sheet.LayoutRequest) throws -> Sheet.Arrangement
}

extension Sheet {
  /// The pictures of a page, and the room for them.
  public struct LayoutRequest: Sendable {
    /// The sizes of the pictures as shown; nil for a picture that cannot be read.
    public let pictures: [Size?]
    /// The width of the page without margins.
    public let width: Double
    /// The height of the page without margins; nil if it follows from the pictures.
    public let height: Double?
    /// The space between neighbouring pictures.
    public let gap: Size

    /// Width divided by height of each picture; 1 for a picture that cannot be read.
    public var ratios: [Double] { pictures.map { $0.map { $0.width / $0.height } ?? 1 } }

    package init(pictures: [Size?], width: Double, height: Double?, gap: Size) {
      (self.pictures, self.width, self.height, self.gap) = (pictures, width, height, gap)
    }
  }
}
