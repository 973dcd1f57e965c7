import Foundation
import PNGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPlanning
import SheetPlans
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet
@testable import SheetPictures

/// Plans whose crops follow the subjects of pictures.
@Suite struct SubjectPlanTests {
  /// A grey picture with stripes near its right or bottom edge.
  private static func file(_ width: Int, _ height: Int) -> [UInt8] {
    var samples: [UInt16] = []
    for y in 0..<height {
      for x in 0..<width {
        let isSubject = x > width * 7 / 10 && y > height * 7 / 10
        samples += (0..<3).map { isSubject ? UInt16((x / 2 + y / 3) % 2 * 180 + 20 * $0) : 120 }
      }
    }
    return PNGFixture(width: width, height: height, colorType: .rgb, samples: samples).encoded()
  }

  private static func job(
    in folder: TemporaryFolder, _ alignment: Alignment = .subject
  ) throws -> SheetJob {
    for (number, size) in [(90, 40), (40, 90), (60, 60), (300, 20), (64, 63)].enumerated() {
      try folder.write(file(size.0, size.1), to: "in/\(number).png")
    }
    var job = SheetJob(inputs: [.path(folder["in"])])
    job.layout = TieredLayout()
    job.style = TileStyle(scaling: .fill, alignment: alignment)
    return job
  }

  @Test(
    "A plan says which subjects to find, and a manifest where they are; both render the same bytes"
  )
  func sameBytes() async throws {
    let folder = TemporaryFolder()
    let sheet = try await Self.job(in: folder).plan()
    let tiles = sheet.plan.pages.flatMap(\.tiles)
    #expect(tiles.prefix(2).allSatisfy { $0.followsSubject })
    let (_, json) = try await SheetPlanCodingTests.planned(Self.job(in: folder), in: folder)
    let plan = try SheetManifest(json: json)
    #expect(plan.plan == sheet.plan)
    let text = String(decoding: json, as: UTF8.self)
    #expect(text.contains(#""cropRule" : "subject""#) && text.contains(#""cropSize""#))
    #expect(text.ranges(of: #""crop" :"#).count == tiles.count { !$0.followsSubject })

    _ = try await SheetPlanCodingTests.render(sheet) {
      $0.output = .file(folder["one.png"])
      $0.documents = [DocumentRequest(.manifest, to: .file(folder["one.json"]))]
    }
    let bytes = try folder["one.png"].contents()
    let manifest = try SheetManifest(json: folder["one.json"].contents())
    let found = manifest.plan.pages.flatMap(\.tiles).compactMap(\.placement)
    #expect(manifest.plan.pages.flatMap(\.tiles).allSatisfy { !$0.followsSubject })
    #expect(found[0].crop.minX > 40 && found[1].crop.minY > 40, "\(found.map(\.crop))")
    for plan in [plan.plan, manifest.plan] {
      _ = try await SheetPlanCodingTests.render(PlannedSheet(plan)) {
        $0.output = .file(folder["two.png"])
        $0.workers = 1
      }
      #expect(try folder["two.png"].contents() == bytes)
    }
  }

  @Test("With --align center, no subject is searched for, and the plan renders the same sheet")
  func center() async throws {
    let folder = TemporaryFolder()
    let plan = try await Self.job(in: folder, .center).plan().plan
    #expect(plan.pages.flatMap(\.tiles).allSatisfy { !$0.followsSubject })
    let json = String(decoding: SheetManifest(plan, files: ["a.png"]).json(), as: UTF8.self)
    #expect(!json.contains("subject"))
  }

  @Test("A focus overrides the salient area, and an option's focus overrides a table's")
  func foci() async throws {
    let folder = TemporaryFolder()
    var job = try Self.job(in: folder)
    try folder.write(
      Array("path,focus\n0.png,0 0\n1.png,\"0,0\"\n3.png,\n".utf8), to: "table.csv")
    job.table = .file(folder["table.csv"])
    job.foci = try ["0*=0.1,0.5", "0.png=1,0.5"].map {
      try #require(try PictureRule($0, as: .focus))
    }
    let plan = try await job.plan().plan
    let placements = plan.pages.flatMap(\.tiles).compactMap(\.placement)
    #expect(abs(placements[0].crop.maxX - 90) < 1e-9 && placements[1].crop.minY == 0)
    let follow = plan.pages.flatMap(\.tiles).map(\.followsSubject)
    #expect(follow.prefix(2) == [false, false] && follow[3])
    for text in [
      "a=", "=0.1,0.2", "a=0.1", "a=0.1,1.2", "a=0.1,0.2,0.3", "a=x,y", "a=nan,0",
    ] {
      #expect(try PictureRule(text, as: .focus) == nil)
    }
  }

  /// XMP with a face a tenth as wide and high as the picture, around a point.
  private static func face(_ x: Double, _ y: Double) -> [UInt8] {
    let area = "<mwg-rs:Area stArea:x='\(x)' stArea:y='\(y)' stArea:w='0.1' stArea:h='0.1'/>"
    return Array(
      """
      <mwg-rs:Regions><mwg-rs:RegionList><rdf:Bag><rdf:li mwg-rs:Type="Face">\(area)</rdf:li>
      </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
      """.utf8)
  }

  @Test("Crops are centred on faces; a focus overrides faces, and faces override the salient area")
  func faces() async throws {
    let folder = TemporaryFolder()
    var job = try Self.job(in: folder)
    for (number, (x, y)) in [(0.05, 0.5), (0.5, 0.3), (0.5, 0.5), (0.3, 0.5), (7, 0.5)].enumerated()
    {
      try folder.write(Self.face(x, y), to: "in/\(number).xmp")
    }
    try folder.write(Array("path,focus\n0.png,1 0\n".utf8), to: "table.csv")
    let sheet = try await job.plan()
    let placements = sheet.plan.pages.flatMap(\.tiles).compactMap(\.placement)
    #expect(placements[0].crop.minX == 0)
    #expect(abs(placements[1].crop.center.y - 27) < 1e-9)
    #expect(abs(placements[3].crop.center.x - 90) < 1e-9)
    let follow = sheet.plan.pages.flatMap(\.tiles).map(\.followsSubject)
    #expect(!follow.prefix(4).contains(true) && follow[4])
    #expect(
      sheet.notes.all.map(\.description) == [
        "face regions in 1 image are ignored, because they lie outside the image or were recorded "
          + "for other proportions; the image is '\(folder["in/4.png"])'"
      ])
    #expect(sheet.origins.contains(folder["in/0.xmp"]))
    job.table = .file(folder["table.csv"])
    job.foci = [try #require(try PictureRule("1.png=0,1", as: .focus))]
    let focused = try await job.plan().plan.pages.flatMap(\.tiles).compactMap(\.placement)
    #expect(abs(focused[0].crop.maxX - 90) < 1e-9 && abs(focused[1].crop.maxY - 90) < 1e-9)
    #expect(focused[3] == placements[3])
  }

  @Test("Faces are not read if crops are aligned, or if nothing is cropped")
  func noFaces() async throws {
    let folder = TemporaryFolder()
    for alignment in [Alignment.center, .top] {
      let job = try Self.job(in: folder, alignment)
      let plan = try await job.plan().plan
      try folder.write(Self.face(0.05, 0.05), to: "in/0.xmp")
      let sheet = try await job.plan()
      #expect(sheet.plan == plan)
    }
    #expect(!SheetJob().requestedFacts.needs.xmp)
  }

  @Test("Without a crop, the middle of the picture is its subject")
  func fit() async throws {
    let folder = TemporaryFolder()
    var job = try Self.job(in: folder)
    job.style.scaling = .fit
    let plan = try await job.plan().plan
    job.style.alignment = .center
    #expect(try await job.plan().plan == plan)
  }
}
