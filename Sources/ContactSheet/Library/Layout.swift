internal import SheetLayout
internal import SheetRunning
internal import Synchronization

extension Sheet {
  /// An arrangement of pictures on pages.
  ///
  /// <doc:Layouts> and <doc:Matrices> show them. Programs define layouts of their own by
  /// ``PageLayout``.
  public struct Layout: Sendable {
    enum Kind: Sendable {
      case grid(columns: Int?, rows: Int?, cell: Extent?, ratio: Double?)
      case tiered([Tier])
      case columns([Track], ratio: Double?)
      case rows(height: Length?, LastRow)
      case masonry([Track], isFlush: Bool)
      case collage
      case matrix(MatrixAxes, RowHeading, cell: Extent?)
      case custom(any PageLayout)

      var isCollage: Bool { if case .collage = self { true } else { false } }
      /// The scaling if the sheet has none.
      var usualScaling: SheetLayout.Scaling {
        if case .tiered = self { TieredLayout.usualScaling } else { .fit }
      }
    }

    /// The function that makes the kind from texts, which may be wrong.
    let kind: @Sendable () throws -> Kind

    private init(_ kind: @escaping @Sendable () throws -> Kind) { self.kind = kind }

    /// Equal cells.
    ///
    /// Numbers that are nil follow from pictures and sheet. A `cell` without a height is a square.
    /// The `ratio` is width divided by height of cells.
    public static func grid(
      columns: Int? = nil, rows: Int? = nil, cell: Extent? = nil, ratio: Double? = nil
    ) -> Layout {
      Layout { .grid(columns: columns, rows: rows, cell: cell, ratio: ratio) }
    }

    /// Blocks of 1×1, 2×2 and 3×3 units in layers, which repeat.
    public static func tiered(_ layers: [Tier] = Tier.standard) -> Layout {
      Layout { .tiered(layers) }
    }

    /// Columns by tracks from left to right; if there are none, they follow from the sheet.
    ///
    /// With a `ratio` of width to height, all cells are equal. Otherwise pictures keep their ratios.
    public static func columns(_ tracks: [Track] = [], ratio: Double? = nil) -> Layout {
      Layout { .columns(tracks, ratio: ratio) }
    }

    /// Rows of about one height, which keep every ratio.
    public static func rows(height: Length? = nil, lastRow: LastRow = .left) -> Layout {
      Layout { .rows(height: height, lastRow) }
    }

    /// Columns without rows: each picture goes below the shortest column.
    ///
    /// Tracks give columns of one width; if there are none, they follow from the sheet.
    /// Flush columns end at one height.
    public static func masonry(_ tracks: [Track] = [], isFlush: Bool = false) -> Layout {
      Layout { .masonry(tracks, isFlush: isFlush) }
    }

    /// A page filled with whole pictures.
    public static func collage() -> Layout { Layout { .collage } }

    /// Rows and columns by two facts.
    ///
    /// Without templates, rows are the paths of files, and columns are their folders.
    /// Values choose rows and columns, and order them; without values, all are shown.
    /// A `cell` without a height is a square.
    public static func matrix(
      rows: String? = nil, columns: String? = nil, rowValues: [String]? = nil,
      columnValues: [String]? = nil, isTransposed: Bool = false, rowHeading: RowHeading = .left,
      onClash: Clash = .first, cell: Extent? = nil
    ) -> Layout {
      Layout {
        func axis(_ name: String, _ text: String?, _ values: [String]?) throws -> MatrixAxis {
          MatrixAxis(
            try value(text, name) { try PictureTemplate($0, others: .any) }, values: values)
        }
        let axes = MatrixAxes(
          rows: try axis("template of rows", rows, rowValues),
          columns: try axis("template of columns", columns, columnValues),
          isTransposed: isTransposed, clashPolicy: onClash.word())
        return .matrix(axes, rowHeading, cell: cell)
      }
    }

    /// A layout that the program defines.
    public static func custom(_ layout: any PageLayout) -> Layout { Layout { .custom(layout) } }
  }

  /// A layer of tiers.
  public enum Tier: String, CaseIterable, Sendable {
    /// Three small blocks.
    case threeSmall
    /// A medium block at the left of two small ones.
    case mediumLeft
    /// A medium block at the right of two small ones.
    case mediumRight
    /// One large block.
    case oneLarge

    /// The usual layers.
    public static let standard: [Tier] = [.threeSmall, .mediumLeft, .threeSmall, .oneLarge]
  }

  /// A column, or as many as fit, as in SwiftUI's lazy grids.
  public struct Track: Hashable, Sendable {
    let track: ColumnTrack

    /// One column of a width in pixels.
    public static func fixed(_ width: Double, spacing: Double? = nil) -> Track {
      Track(track: ColumnTrack(.fixed(width), spacing: spacing))
    }

    /// One column of a fraction of the width.
    public static func flexible(
      minimum: Double = 10, maximum: Double = .infinity, spacing: Double? = nil
    ) -> Track {
      Track(track: ColumnTrack(.flexible(minimum: minimum, maximum: maximum), spacing: spacing))
    }

    /// As many equal columns as fit.
    public static func adaptive(
      minimum: Double, maximum: Double = .infinity, spacing: Double? = nil
    ) -> Track {
      Track(track: ColumnTrack(.adaptive(minimum: minimum, maximum: maximum), spacing: spacing))
    }
  }

  /// The treatment of a last row that does not fill the width.
  public enum LastRow: String, CaseIterable, Sendable {
    /// It stands at the left.
    case left
    /// It stands in the middle.
    case center
    /// It is stretched to the width.
    case justified
  }

  /// The position of the headings of a matrix's rows.
  public enum RowHeading: String, CaseIterable, Sendable {
    /// At the left.
    case left
    /// Above the row.
    case above
    /// Nowhere.
    case none
  }

  /// The treatment of two pictures for one cell of a matrix.
  public enum Clash: String, CaseIterable, Sendable {
    /// The first is shown, and an issue names both.
    case first
    /// All are shown small, as far as there is room, with their number.
    case stack
    /// No sheet is made.
    case fail
  }
}

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
