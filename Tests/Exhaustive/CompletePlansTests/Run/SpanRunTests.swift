import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SheetPlans
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

/// Sheets on which some pictures span several cells or a whole row.
@Suite struct SpanRunTests {
  private static func job(in folder: TemporaryFolder, _ layout: any Layout) throws -> SheetJob {
    for number in 0..<14 {
      try folder.write(pictureFile(30 + number, 24), to: "in/\(10 + number).png")
    }
    try folder.write(Array("path,score,span\n15.png,1,3x1\n16.png,9,\n".utf8), to: "table.csv")
    var job = SheetJob(inputs: [.path(folder["in"])])
    job.table = .file(folder["table.csv"])
    job.layout = layout
    job.paging.maximumHeight = 150
    job.texts.label = try PictureTemplate("{name}")
    job.spans = try ["12*=2x2", "{score} >= 5=2x2", "13.png=row"].map {
      try #require(try PictureRule($0, as: .span))
    }
    return job
  }

  @Test("Pages with large pictures are the same when rendered from a plan or one by one")
  func sameBytes() async throws {
    let grid = GridLayout(
      .cell(PixelSize(width: 30, height: 24)), shape: .columns(4))
    for layout in [grid, RowLayout(rowHeight: 24, extent: .pixels(140))] as [any Layout] {
      let folder = TemporaryFolder()
      let sheet = try await Self.job(in: folder, layout).plan()
      let count = sheet.plan.pages.count
      #expect(count > 1)
      let files = (1...count).map { folder["\($0).png"].string }
      let plan = try SheetManifest(json: SheetManifest(sheet.plan, files: files).json())
      #expect(plan.plan == sheet.plan)
      _ = try await SheetPlanCodingTests.render(PlannedSheet(plan)) { $0.workers = 3 }
      let whole = try files.map { try FilePath($0).contents() }
      for shard in 1...count {
        _ = try await SheetPlanCodingTests.render(PlannedSheet(plan)) {
          $0.pages = .shard(shard, of: count)
          $0.replacesForeignFiles = true
          $0.workers = 1
        }
      }
      let areEqual = try zip(files, whole).allSatisfy { try FilePath($0).contents() == $1 }
      #expect(areEqual)
    }
  }

  @Test("Spans can be set by tables and by conditions, even conditions on pixel facts")
  func choice() async throws {
    let folder = TemporaryFolder()
    let grid = GridLayout(
      .cell(PixelSize(width: 30, height: 24)), shape: .columns(4))
    var job = try Self.job(in: folder, grid)
    job.spans += [try #require(try PictureRule("{sharpness} > 2=20x20", as: .span))]
    let plan = try await job.plan().plan
    let tiles = plan.pages.flatMap(\.tiles)
    let widths = Dictionary(
      uniqueKeysWithValues: zip(plan.pictures.map(\.name.suffix), tiles.map(\.cell.width)))
    #expect(widths["10.png"] == 30 && widths["12.png"] == 68 && widths["16.png"] == 68)
    #expect(widths["15.png"] == 106 && widths["13.png"] == 144)
    job.spans = [try #require(try PictureRule("{sharpness} >= 0=2x1", as: .span))]
    let wide = try await job.plan().plan.pages.flatMap(\.tiles)
    #expect(wide.filter { $0.cell.width == 68 }.count >= 13)
  }
}

extension String {
  /// The last component of a path, which has two digits and an extension of three letters.
  fileprivate var suffix: String { String(self.suffix(6)) }
}
