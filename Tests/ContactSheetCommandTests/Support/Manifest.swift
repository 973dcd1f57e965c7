import Foundation
import TestSupport

/// A manifest as another program reads it, without the library.
struct Manifest: Decodable, Equatable {
  struct Rectangle: Decodable, Equatable {
    var x, y, width, height: Double

    init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  struct Text: Decodable, Equatable {
    var text: String
    var shown: String?
    var area: Rectangle
    var size: Double
    var align: String?
  }

  struct Options: Decodable, Equatable {
    struct Furniture: Decodable, Equatable {
      var padding, radius: Int
      var border, frame, shadow: String?
    }

    var dpi: Int?
    var light: String?
    var furniture: Furniture?
  }

  struct Tile: Decodable, Equatable {
    var index: Int
    var source: String
    var sourceWidth, sourceHeight: Int?
    var cell: Rectangle
    var image, crop: Rectangle?
    var scale: Double?
    var preview: Bool?
    var status: String
    var label: Text?
  }

  struct Page: Decodable, Equatable {
    var number: Int?
    var file: String
    var width, height: Int
    var texts: [Text]?
    var tiles: [Tile]
  }

  struct Section: Decodable, Equatable { var tiles: Int }
  struct Grid: Decodable, Equatable { var rows, columns: Int }
  struct Track: Decodable, Equatable { var x, width: Double }
  struct Unreadable: Decodable, Equatable { var source, reason: String }

  var version: Int
  var root: String?
  var layout: String
  var options: Options
  var pages: [Page]
  var sections: [Section]?
  var grid: Grid?
  var tracks: [Track]?
  var unreadable: [Unreadable]

  init(_ data: Data) throws {
    self = try JSONDecoder().decode(Self.self, from: data)
  }

  /// The manifest that a dry run prints.
  init(dryRun arguments: [String], in folder: TemporaryFolder) throws {
    let run = try CommandRun(arguments + ["--dry-run", "--manifest", "-"], in: folder)
    try self.init(run.standardOutput)
  }

  var tiles: [Tile] { pages.flatMap(\.tiles) }
}
