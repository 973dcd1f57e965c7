import Foundation
package import TestSupport
import Testing

/// The findings about pairs in manifests and reports, and about cells in manifests.
package struct Findings: Decodable {
  package struct Pair: Decodable, Equatable {
    package var path, status: String
    package var changed: Int?
    package var share, largest: Double?
    package var box: Manifest.Rectangle?
    package var regions: [Region]?
    package var before, after: Size?
  }
  package struct Region: Decodable, Equatable {
    package var x, y, width, height, changed: Int

    package init(x: Int, y: Int, width: Int, height: Int, changed: Int) {
      (self.x, self.y, self.width, self.height, self.changed) = (x, y, width, height, changed)
    }
  }
  package struct Size: Decodable, Equatable {
    package var width, height: Int

    package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  }
  package struct Text: Decodable {
    package var text: String
    package var shown: String?
    package var size: Double
  }
  package struct Cell: Decodable { package var text: Text? }
  package struct Tile: Decodable {
    package var source: String
    package var comparedWith: String?
    package var status: String?
    package var image: Manifest.Rectangle?
    package var rings: [Manifest.Rectangle]?
  }
  package struct Line: Decodable { package var heading: String }
  package struct Page: Decodable {
    // Reports do not list tiles.
    private let listedTiles: [Tile]?
    package var tiles: [Tile] { listedTiles ?? [] }
    package var emptyCells: [Cell]?
    package var texts: [Text]?

    private enum CodingKeys: String, CodingKey {
      case listedTiles = "tiles"
      case emptyCells, texts
    }
  }
  package struct Options: Decodable {
    package var tolerance: Double
    package var ignoreAntialiasing: Bool
  }

  package var version: Int?
  package var pairs: [Pair]
  package var pages: [Page]?
  package var rows, columns: [Line]?
  package var options: Options?
  package var exitStatus: Int?

  package init(_ name: String, in folder: TemporaryFolder) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(try #require(folder.contents(name))))
  }

  package var statuses: [String: String] {
    Dictionary(uniqueKeysWithValues: pairs.map { ($0.path, $0.status) })
  }
}
