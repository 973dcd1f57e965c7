/// What is on a sheet and where, as data: the contents of a manifest file.
///
/// A manifest tells other programs where the pictures stand, and is a plan that can be
/// edited and rendered; see ``SheetJob/init(rendering:output:)``. Rectangles are whole pixels of
/// the sheet, crops are pixels of the source, tracks are exact. Paths are relative to the working
/// directory, as they were given; what is not UTF-8 in them is replaced, and a job that writes
/// a manifest refuses such names instead. Keys are in alphabetical order, and there are no time stamps.
public struct SheetManifest: Equatable, Sendable, Codable {
  /// The version of the format that this library writes, and the newest that it reads.
  public static let currentVersion = 1

  /// The version of the format.
  public var version = SheetManifest.currentVersion
  /// The name of the layout; told, not used to render.
  public var layout: String
  /// How pictures stand in their cells, and how the sheet is stored.
  public var options: Options
  /// The pages.
  public var pages: [Page]
  /// The rows and columns of a layout that has them; told, not used to render.
  public var grid: Grid?
  /// The columns of a layout by tracks; told, not used to render.
  public var tracks: [Track]?
  /// The pictures that could not be read.
  public var unreadable: [Unreadable]
}

extension SheetManifest {
  /// One sheet.
  public struct Page: Equatable, Sendable, Codable {
    /// The file; `-` is standard output.
    public var file: String
    /// The number of pixels in a row.
    public var width: Int
    /// The number of rows.
    public var height: Int
    /// The tiles, in the order of the pictures.
    public var tiles: [Tile]
    /// What is written on the page besides labels; missing for nothing.
    public var texts: [Text]?
  }

  /// One picture on a sheet.
  public struct Tile: Equatable, Sendable, Codable {
    /// The number of the picture in the order of the whole sheet, from 0.
    public var index: Int
    /// The picture's path.
    public var source: String
    /// The picture's width in pixels; missing where it could not be read.
    public var sourceWidth: Int?
    /// The picture's height in pixels; missing where it could not be read.
    public var sourceHeight: Int?
    /// The tile's cell.
    public var cell: Rectangle<Int>
    /// The part of the cell that the picture covers; missing where it could not be read.
    public var image: Rectangle<Int>?
    /// The part of the picture that is shown; missing where it could not be read.
    public var crop: Rectangle<Double>?
    /// What is written with the picture; missing for nothing.
    public var label: Text?
    /// Whether the picture is on the sheet.
    public var status: Status
  }

  /// Whether a picture is on the sheet.
  public enum Status: String, Sendable, Codable {
    /// As far as is known, it is.
    case ok
    /// It could not be read.
    case unreadable
  }

  /// A rectangle by its left and top edges and its extent.
  public struct Rectangle<Number: Equatable & Sendable & Codable>: Equatable, Sendable, Codable {
    /// The left edge.
    public var x: Number
    /// The top edge.
    public var y: Number
    /// The extent to the right.
    public var width: Number
    /// The extent downwards.
    public var height: Number
  }

  /// A number of rows and columns.
  public struct Grid: Equatable, Sendable, Codable {
    /// The number of rows of the first page.
    public var rows: Int
    /// The number of columns.
    public var columns: Int
  }

  /// One column of a layout by tracks.
  public struct Track: Equatable, Sendable, Codable {
    /// The left edge, in pixels from where margins end.
    public var x: Double
    /// The width in pixels.
    public var width: Double
  }

  /// A picture that could not be read.
  public struct Unreadable: Equatable, Sendable, Codable {
    /// The picture's path.
    public var source: String
    /// Why it could not be read.
    public var reason: String
  }
}
