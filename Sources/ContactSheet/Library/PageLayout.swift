internal import SheetLayout
internal import SheetModel
internal import SheetPlanning
internal import SheetPlans
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
