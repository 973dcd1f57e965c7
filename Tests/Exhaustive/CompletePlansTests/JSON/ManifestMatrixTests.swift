import Foundation
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SheetText
import Testing

@testable import SheetPlans

@Suite struct ManifestMatrixTests {
  /// A manifest of four pages: two rows and two columns, with pictures in three of the cells.
  static func manifest(_ mark: EmptyCellMark? = .frame) throws -> SheetManifest {
    var job = SheetJob()
    job.style.emptyCells = mark
    job.texts.font = .builtin
    job.layout = MatrixLayout(
      MatrixAxes(
        rows: MatrixAxis(try PictureTemplate("{r}", others: .any)),
        columns: MatrixAxis(try PictureTemplate("{c}", others: .any))),
      sizing: .sheet(.pixels(120)))
    job.paging.maximumHeight = 140
    let pictures = ["a_1.png", "a_2.png", "b_2.png"].map {
      SheetPicture(StubPicture(name: $0, size: PixelSize(width: 80, height: 60)))
    }
    let known = PictureFactsBuilder(pictures, table: nil, parsing: [try NameTemplate("{r}_{c}")])
    let plan = try SheetPlanner(job).plan([PictureGroup(pictures: known.pictures)]).plan
    return SheetManifest(plan, files: plan.pages.map { "\($0.number).png" })
  }

  @Test("A manifest lists rows, columns and empty cells, and can be decoded whole or page by page")
  func lists() throws {
    let manifest = try Self.manifest()
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(manifest.json())) as? [String: Any])
    let rows = try #require(root["rows"] as? [[String: Any]])
    #expect(rows.map { $0["heading"] as? String } == ["a", "a", "b", "b"])
    #expect(rows.map { $0["page"] as? Int } == [1, 2, 3, 4])
    let columns = try #require(root["columns"] as? [[String: Any]])
    #expect(columns.map { $0["heading"] as? String } == ["1", "2", "1", "2"])
    let pages = try #require(root["pages"] as? [[String: Any]])
    #expect(pages.map { ($0["emptyCells"] as? [Any])?.count } == [nil, nil, 1, nil])
    let empty = try #require((pages[2]["emptyCells"] as? [[String: Any]])?.first)
    #expect(empty["row"] as? String == "b" && empty["column"] as? String == "1")
    #expect(pages.map { $0["block"] as? [String: Int] }[2] == ["row": 2, "column": 1])
    #expect(try SheetManifest(json: manifest.json()) == manifest)
    for page in manifest.plan.pages {
      let alone = SheetManifest(manifest.plan.only(page), files: ["p.png"])
      #expect(try SheetManifest(json: alone.json()) == alone)
      #expect(alone.plan.pages[0].emptyCells == page.emptyCells)
    }
  }

  @Test("A manifest keeps the style of empty cells")
  func marks() throws {
    for (mark, name) in [
      (nil, "none"), (.dot, "dot"), (.nothing, "none"), (.frame, "frame"),
    ] as [(EmptyCellMark?, String)] {
      let manifest = try Self.manifest(mark)
      let root = try #require(
        JSONSerialization.jsonObject(with: Data(manifest.json())) as? [String: Any])
      #expect((root["options"] as? [String: Any])?["empty"] as? String == name)
      #expect(try SheetManifest(json: manifest.json()) == manifest)
    }
  }

  @Test(
    "Invalid numbers in rows, columns and empty cells are refused",
    arguments: [
      (["rows", 3, "page"], 9, "rows[3].page"),
      (["rows", 0, "area", "width"], 100_000, "rows[0].area"),
      (["columns", 1, "headingArea", "x"], -1, "columns[1].headingArea"),
      (["pages", 2, "emptyCells", 0, "cell", "height"], 100_000, "pages[2]"),
      (["pages", 2, "block", "row"], 0, "pages[2].block.row"),
    ] as [([any Sendable], Int, String)])
  func numbers(path: [any Sendable], value: Int, error: String) throws {
    let json = try changedJSON(Self.manifest().json(), with: value, at: path[...])
    let outcome = Result { try SheetManifest(json: json) }
    guard case .failure(let failure) = outcome else {
      Issue.record("\(path) is accepted as \(value)")
      return
    }
    #expect("\(failure)".contains(error), "\(failure)")
  }

  @Test(
    "No extreme number crashes the program, wherever it appears in the plan of a matrix",
    arguments: [
      -1, 0, 1, 2_147_483_647, 2_147_483_648, -2_147_483_648, 9e15, 1.8e19, -1e300, 1e300, 1e-300,
    ])
  func extremes(number: Double) throws {
    let json = try Self.manifest().json()
    func paths(_ tree: Any, _ path: [any Sendable]) -> [[any Sendable]] {
      switch tree {
      case let object as [String: Any]: object.flatMap { paths($0.value, path + [$0.key]) }
      case let list as [Any]: list.enumerated().flatMap { paths($0.element, path + [$0.offset]) }
      case is NSNumber: [path]
      default: []
      }
    }
    let all = paths(try JSONSerialization.jsonObject(with: Data(json)), [])
    #expect(all.count > 100)
    for path in all {
      let whole = Int(exactly: number)
      let changed = try changedJSON(json, with: whole ?? number, at: path[...])
      if let plan = try? SheetManifest(json: changed).plan { #expect(plan.largestCrop <= 1) }
    }
  }

  @Test("A cell is refused if it covers a page more times than an integer can count")
  func hugeCell() throws {
    var json = try Self.manifest().json()
    let most = 2_147_483_647
    for (key, value) in [("width", 1), ("height", 1)] {
      json = try changedJSON(json, with: value, at: ["pages", 0, key][...])
    }
    let cell = ["x": 0, "y": 0, "width": most, "height": most]
    json = try changedJSON(json, with: cell, at: ["pages", 0, "tiles", 0, "cell"][...])
    json = try changedJSON(json, with: [String](), at: ["pages", 0, "texts"][...])
    #expect(throws: ManifestError.self) { try SheetManifest(json: json) }
  }

  @Test("Each empty cell names its row and its column, in all matrices of a page")
  func emptyCells() throws {
    var job = SheetJob()
    job.texts.font = .builtin
    job.layout = MatrixLayout(
      MatrixAxes(
        rows: MatrixAxis(try PictureTemplate("{r}", others: .any)),
        columns: MatrixAxis(try PictureTemplate("{c}", others: .any))),
      sizing: .sheet(.pixels(900)))
    job.paging.groupBreak = .section
    job.paging.groupKey = .folder
    job.style.decoration.shadow = Shadow("40")
    let names = ["x": ["a_1", "a_3", "b_2", "d_4"], "y": ["b_1", "c_3", "c_2", "d_1"]]
    let groups = try names.sorted { $0.key < $1.key }.map { name, stems in
      let pictures = stems.map {
        SheetPicture(StubPicture(name: "\(name)/\($0).png", size: PixelSize(width: 80, height: 60)))
      }
      let known = PictureFactsBuilder(pictures, table: nil, parsing: [try NameTemplate("{r}_{c}")])
      return PictureGroup(name: name, pictures: known.pictures)
    }
    let plan = try SheetPlanner(job).plan(groups).plan
    #expect(plan.pages.count == 1 && plan.pages[0].sections.count == 2)
    let json = SheetManifest(plan, files: ["m.png"]).json()
    let root = try #require(JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    let page = try #require((root["pages"] as? [[String: Any]])?.first)
    let cells = try #require(page["emptyCells"] as? [[String: Any]])
    let tiles = try #require(page["tiles"] as? [[String: Any]])
    func places(_ list: [[String: Any]]) -> [String] {
      list.map { "\($0["row"] ?? "none")_\($0["column"] ?? "none")" }
    }
    let shown = places(tiles.compactMap { $0["facts"] as? [String: Any] })
    let columns = ["1", "2", "3", "4"]
    // Each row belongs to one section, and each column to all sections.
    let all = [["a", "b", "d"], ["b", "c", "d"]].flatMap { rows in
      rows.flatMap { row in columns.map { "\(row)_\($0)" } }
    }
    #expect((places(cells) + shown).sorted() == all.sorted())
  }

  @Test("Empty cells, taken together, must not cover far more than the page")
  func coverage() throws {
    let cell: [String: [String: Int]] = ["cell": ["x": 0, "y": 0, "width": 120, "height": 100]]
    let json = try changedJSON(
      Self.manifest().json(), with: Array(repeating: cell, count: 4),
      at: ["pages", 2, "emptyCells"][...])
    #expect(throws: ManifestError.self) { try SheetManifest(json: json) }
  }
}
