import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// SwiftUI's aspect-ratio grids, made by the command.
@Suite struct GridSearchSheetTests {
  /// A worked example: a number of pictures, a size, and sometimes what each search finds.
  struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    struct Input: Decodable, Sendable {
      var n: Int
      var width, height: Int
      var ratio: String
      var gap: Int?
    }
    var id: String
    var `in`: Input
    var A, B: [Int]?
    var cellA: [Double]?

    var testDescription: String { id }

    /// All examples, from the file that the layout's own tests use.
    static let all: [Vector] = {
      struct File: Decodable { var vectors: [Vector] }
      let url = Repository.root.appending(path: "Tests/LayoutFixtures/Vectors/aspect-grid.json")
      return try! JSONDecoder().decode(File.self, from: Data(contentsOf: url)).vectors
        .filter { $0.in.n > 0 && $0.in.width > 0 && $0.in.height > 0 }
    }()
  }

  /// A folder with one picture, which stands in for all the pictures of an example.
  static let folder: TemporaryFolder = {
    let folder = TemporaryFolder.untilExit()
    try! folder.writePicture("a.png", width: 30, height: 20)
    return folder
  }()

  static func manifest(_ vector: Vector, _ layout: String) throws -> Manifest {
    let gap = vector.in.gap ?? 0
    return try Manifest(
      dryRun: Array(repeating: "a.png", count: vector.in.n) + [
        "--layout", layout, "--size", "\(vector.in.width)x\(vector.in.height)",
        "--cell-aspect", vector.in.ratio.replacing("/", with: ":"), "--gap", "\(gap)",
        "--margin", "0",
      ], in: folder)
  }

  @Test("There are worked examples for the command, with and without gaps")
  func vectors() {
    #expect(Vector.all.count == 17)
    #expect(Vector.all.count { $0.in.gap != nil } == 2)
  }

  @Test(
    "grid:by-columns and grid:by-rows give the rectangles of the worked examples",
    arguments: Vector.all)
  func rectangles(vector: Vector) throws {
    for (layout, dimensions) in [("grid:by-columns", vector.A), ("grid:by-rows", vector.B)] {
      guard let dimensions else { continue }
      let (rows, columns) = (dimensions[0], dimensions[1])
      let manifest = try Self.manifest(vector, layout)
      #expect(manifest.grid == Manifest.Grid(rows: rows, columns: columns), "\(layout)")
      let page = try #require(manifest.pages.first)
      #expect(manifest.pages.count == 1)
      #expect(page.width == vector.in.width && page.height == vector.in.height)
      let gap = Double(vector.in.gap ?? 0)
      func share(_ length: Int, _ count: Int) -> Double {
        (Double(length) - Double(count - 1) * gap) / Double(count)
      }
      let (width, height) = (share(vector.in.width, columns), share(vector.in.height, rows))
      if layout == "grid:by-columns", let cell = vector.cellA {
        #expect(abs(width - cell[0]) < 1e-5 && abs(height - cell[1]) < 1e-5)
      }
      // Edges are rounded, not widths.
      let expected = (0..<vector.in.n).map { index in
        let (x, y) = (
          Double(index % columns) * (width + gap), Double(index / columns) * (height + gap)
        )
        return Manifest.Rectangle(
          x.rounded(), y.rounded(), (x + width).rounded() - x.rounded(),
          (y + height).rounded() - y.rounded())
      }
      #expect(page.tiles.map(\.cell) == expected, "\(layout)")
    }
  }

  @Test(
    "Without a given ratio, a grid search uses the ratio of the pictures, as the default grid does")
  func withoutRatio() throws {
    let arguments = Array(repeating: "a.png", count: 10) + ["--size", "100x350"]
    let usual = try Manifest(dryRun: arguments, in: Self.folder)
    for layout in ["grid:by-columns", "grid:by-rows"] {
      #expect(try Manifest(dryRun: arguments + ["--layout", layout], in: Self.folder) == usual)
    }
  }

  @Test("grid:compact is the default and leaves fewer cells empty")
  func compact() throws {
    let vector = try #require(Vector.all.first { $0.id == "M09" })
    func empty(_ layout: String) throws -> Int {
      let grid = try #require(try Self.manifest(vector, layout).grid)
      return grid.rows * grid.columns - vector.in.n
    }
    #expect(try Self.manifest(vector, "grid:compact") == Self.manifest(vector, "grid"))
    #expect(try empty("grid") < empty("grid:by-columns"))
  }

  @Test("The plan of a search can be read back, including empty rows")
  func plan() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("a.png", width: 30, height: 20)
    let arguments =
      Array(repeating: "a.png", count: 10) + [
        "--layout", "grid:by-rows", "--size", "100x350", "--cell-aspect", "1", "--gap", "0",
        "--margin", "0", "-o", "s.png",
      ]
    try CommandRun(arguments + ["--dry-run", "--manifest", "plan.json"], in: folder)
    let plan = try Manifest(Data(folder.contents("plan.json") ?? []))
    #expect(plan.grid == Manifest.Grid(rows: 7, columns: 2))
    #expect(try CommandRun(["--from-plan", "plan.json"], in: folder).status == 0)
    let again = folder.contents("s.png")
    #expect(try CommandRun(arguments, in: folder).status == 0)
    #expect(again != nil && folder.contents("s.png") == again)
  }
}
