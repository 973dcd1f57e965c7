import JPEGFixtures
import PNGFixtures
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPlans
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet
@testable import SheetPictures
@testable import SheetPlanning

/// Facts of pictures with little detail, and of pictures that are hard to read.
@Suite struct HardPictureTests {
  /// A folder of extreme pictures and a truncated one; the tests state the result for each.
  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    func noise(_ count: Int, _ bits: Int) -> [UInt16] {
      var generator = SeededGenerator(seed: 44)
      return (0..<count).map { _ in UInt16.random(in: 0...UInt16(1 << bits - 1), using: &generator)
      }
    }
    var half = PNGFixture(width: 90, height: 60, colorType: .rgb, samples: noise(90 * 60 * 3, 8))
    half.dataChunkSize = 500
    let pictures: [(name: String, PNGFixture)] = [
      (
        "clear",
        PNGFixture(
          width: 60, height: 30, colorType: .rgba, samples: .init(repeating: 0, count: 60 * 30 * 4))
      ),
      (
        "deep",
        PNGFixture(
          width: 60, height: 30, bitDepth: 16, colorType: .rgb, samples: noise(60 * 30 * 3, 16))
      ),
      (
        "flat",
        PNGFixture(
          width: 60, height: 30, colorType: .gray, samples: .init(repeating: 51, count: 60 * 30))
      ),
      ("pixel", PNGFixture(width: 1, height: 1, colorType: .rgb, samples: [255, 0, 0])),
      (
        "thin",
        PNGFixture(
          width: 1, height: 30_000, colorType: .gray, samples: .init(repeating: 204, count: 30_000))
      ),
    ]
    for (name, fixture) in pictures { try folder.write(fixture.encoded(), to: "in/\(name).png") }
    let file = half.encoded()
    try folder.write(Array(file[..<(file.count / 2)]), to: "in/half.png")
    if JPEGFixture.isAvailable {
      let inks = JPEGFixture(width: 60, height: 30, space: .cmyk)
      try folder.write(
        inks.encoded((0..<60 * 30 * inks.space.channels).map { UInt8($0 % 4 < 3 ? 0 : 255) }),
        to: "in/inks.jpg")
    }
    return folder
  }

  @Test("Pictures without a subject, and truncated pictures, are cropped to their middle")
  func crops() async throws {
    let folder = try Self.folder()
    var job = SheetJob(inputs: [.path(folder["in"])])
    job.layout = GridLayout(.cell(PixelSize(width: 24, height: 24)))
    job.style.scaling = .fill
    job.style.alignment = .subject
    let report = try await SheetPlanCodingTests.render(job.plan()) {
      $0.output = .file(folder["s.png"])
      $0.documents = [DocumentRequest(.manifest, to: .file(folder["s.json"]))]
    }
    #expect(report.unreadable.map(\.name) == [folder["in/half.png"].string])
    let plan = try SheetManifest(json: folder["s.json"].contents()).plan
    for tile in plan.pages.flatMap(\.tiles) {
      let (crop, size) = try (
        #require(tile.placement?.crop), #require(plan.pictures[tile.index].size)
      )
      let name = plan.pictures[tile.index].shownName
      #expect(!tile.followsSubject && crop.width <= crop.height + 1, "\(name)")
      if name == "deep.png" { continue }
      #expect(crop.minX + crop.maxX == Double(size.width), "\(name)")
      #expect(crop.minY + crop.maxY == Double(size.height), "\(name)")
    }
  }

  @Test(
    "All pictures with visible pixels have pixel facts; pictures without facts do not stop a sheet")
  func facts() async throws {
    let folder = try Self.folder()
    var job = SheetJob(inputs: [.path(folder["in"])])
    job.texts.label = try PictureTemplate("{brightness|none} {hue|none} {dominant|none}")
    job.duplicates = .mark
    job.stacking = .likeness
    job.order = ImageOrder(by: .likeness)
    let sheet = try await job.plan()
    let labels = Dictionary(
      uniqueKeysWithValues: sheet.plan.pages.flatMap(\.tiles).map {
        (FilePath(sheet.plan.pictures[$0.index].shownName).stem ?? "", $0.label?.text ?? "")
      })
    #expect(labels.count == (JPEGFixture.isAvailable ? 7 : 6))
    #expect(labels["clear"] == "none none none" && labels["half"] == "none none none")
    #expect(labels["flat"] == "0.2 none #333333" && labels["thin"] == "0.8 none #cccccc")
    #expect(labels["pixel"] == "0.21 0 #ff0000")
    #expect(labels["deep"]?.hasPrefix("0.") == true && labels["inks"]?.contains("none") != false)
    // Pictures without visible pixels come last.
    #expect(
      Set(sheet.plan.pictures.suffix(2).map(\.shownName)) == ["clear.png", "half.png"])
    let report = try await SheetPlanCodingTests.render(sheet) { $0.output = .file(folder["s.png"]) }
    #expect(report.unreadable.map(\.name) == [folder["in/half.png"].string])
  }
}
