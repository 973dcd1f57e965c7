package import Foundation
package import TestSupport

/// A manifest as another program reads it, without the library.
package struct Manifest: Decodable, Equatable {
  package struct Rectangle: Decodable, Equatable {
    package var x, y, width, height: Double

    package init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  package struct Text: Decodable, Equatable {
    package var text: String
    package var shown: String?
    package var area: Rectangle
    package var size: Double
    package var align: String?
  }

  package struct Options: Decodable, Equatable {
    package struct Decoration: Decodable, Equatable {
      package var padding, radius: Int
      package var border, frame, shadow: String?

      package init(
        padding: Int, radius: Int, border: String?, frame: String?, shadow: String?
      ) {
        (self.padding, self.radius) = (padding, radius)
        (self.border, self.frame, self.shadow) = (border, frame, shadow)
      }
    }

    package var dpi: Int?
    package var light: String?
    package var decoration: Decoration?
  }

  package struct Tile: Decodable, Equatable {
    package var index: Int
    package var source: String
    package var sourceWidth, sourceHeight: Int?
    package var cell: Rectangle
    package var image, crop: Rectangle?
    package var cropRule: String?
    package var scale: Double?
    package var preview: Bool?
    package var status: String
    package var label: Text?
  }

  package struct Page: Decodable, Equatable {
    package var number: Int?
    package var file: String
    package var width, height: Int
    package var texts: [Text]?
    package var tiles: [Tile]
  }

  package struct Section: Decodable, Equatable { package var tiles: Int }
  package struct Grid: Decodable, Equatable {
    package var rows, columns: Int

    package init(rows: Int, columns: Int) { (self.rows, self.columns) = (rows, columns) }
  }
  package struct Track: Decodable, Equatable {
    package var x, width: Double

    package init(x: Double, width: Double) { (self.x, self.width) = (x, width) }
  }
  package struct Unreadable: Decodable, Equatable {
    package var source, reason: String

    package init(source: String, reason: String) { (self.source, self.reason) = (source, reason) }
  }

  package var version: Int
  package var root: String?
  package var layout: String
  package var options: Options
  package var pages: [Page]
  package var sections: [Section]?
  package var grid: Grid?
  package var tracks: [Track]?
  package var unreadable: [Unreadable]

  package init(_ data: Data) throws {
    self = try JSONDecoder().decode(Self.self, from: data)
  }

  /// The manifest that a dry run prints.
  package init(dryRun arguments: [String], in folder: TemporaryFolder) throws {
    let run = try CommandRun(arguments + ["--dry-run", "--manifest", "-"], in: folder)
    try self.init(run.standardOutput)
  }

  package var tiles: [Tile] { pages.flatMap(\.tiles) }
}
