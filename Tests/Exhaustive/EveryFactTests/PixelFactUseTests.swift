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

/// Facts derived from pixels alone, in complete jobs.
@Suite struct PixelFactUseTests {
  let folder = TemporaryFolder()

  /// A job with pictures of one colour each, keyed by name.
  private func job(_ colors: KeyValuePairs<String, [UInt16]>) throws -> SheetJob {
    for (name, color) in colors {
      let samples = (0..<40 * 30).flatMap { _ in color }
      try folder.write(
        PNGFixture(width: 40, height: 30, colorType: .rgb, samples: samples).encoded(),
        to: "in/\(name).png")
    }
    return SheetJob(inputs: [.path(folder["in"])])
  }

  private func listed(
    _ job: SheetJob, as template: String = "{stem}"
  ) async throws -> (lines: [String], report: ListingReport) {
    var text = ""
    let report = try await job.list(as: .template(try PictureTemplate(template, others: .any))) {
      text += $0
    }
    return (text.split(separator: "\n").map(String.init), report)
  }

  /// Writes a file that ends in the middle of its pixel data.
  private func writeDamaged(_ name: String) throws {
    let file = PNGFixture(
      width: 90, height: 60, colorType: .rgb,
      samples: (0..<16_200).map { place -> UInt16 in UInt16(place * place % 251) }
    ).encoded()
    let half = file.prefix(file.count / 2)
    try folder.write(Array(half), to: "in/\(name).png")
  }

  @Test("A folder sorted by hue is a rainbow with greys last, even when reversed")
  func rainbow() async throws {
    var job = try job([
      "blue": [20, 40, 250], "gray": [90, 90, 90], "green": [10, 200, 30], "orange": [250, 150, 0],
      "red": [200, 20, 10], "violet": [160, 0, 250], "yellow": [240, 230, 20],
    ])
    job.order = ImageOrder(by: try SortKey(parsing: "hue"))
    let rainbow = ["red", "orange", "yellow", "green", "blue", "violet"]
    #expect(try await listed(job).lines == rainbow + ["gray"])
    job.order.isReversed = true
    #expect(try await listed(job).lines == rainbow.reversed() + ["gray"])
    let planned = try await job.plan(workers: 3)
    #expect(
      planned.plan.pictures.map(\.shownName) == rainbow.reversed().map { "\($0).png" } + [
        "gray.png"
      ])
    #expect(planned.times.durations[.pixelAnalysis] != nil)
  }

  @Test("Labels, conditions, groups and plans contain pixel facts if they are used")
  func uses() async throws {
    var job = try job(["dark": [10, 10, 10], "light": [250, 250, 250], "red": [255, 0, 0]])
    job.conditions = [try Condition("brightness < 0.5 and contrast = 0")]
    job.texts.label = try PictureTemplate("{dominant} {saturation} {hue|no hue}")
    let planned = try await job.plan()
    #expect(
      planned.plan.pages[0].tiles.map { $0.label?.text } == ["#0a0a0a 0 no hue", "#ff0000 1 0"])
    #expect(planned.plan.pictures[1].facts.map(\.key) == ["dominant", "hue", "saturation"])
    job.conditions = []
    job.texts.label = nil
    job.paging.groupKey = try GroupKey(parsing: "{hue}")
    #expect(try await job.plan().plan.pages.count == 2)
  }

  @Test("A damaged picture has no pixel facts, is listed with the reason, and keeps its tile")
  func damaged() async throws {
    var job = try job(["a": [255, 0, 0], "z": [0, 0, 255]])
    try writeDamaged("m")
    job.order = ImageOrder(by: try SortKey(parsing: "hue"))
    let (lines, report) = try await listed(job, as: "{stem} {hue|none}")
    #expect(lines == ["a 0", "z 240", "m none"])
    #expect(report.unreadable.map(\.name) == [folder["in/m.png"].string])
    let planned = try await job.plan()
    #expect(planned.plan.pictures.map(\.shownName) == ["a.png", "z.png", "m.png"])
    #expect(planned.plan.pictures.allSatisfy { $0.size != nil })
  }

  @Test(
    "Pixels are decoded only for facts in use, and only of pictures that other conditions choose")
  func decoded() async throws {
    var job = try job(["a": [255, 0, 0]])
    try writeDamaged("m")
    // The damage is found only if the file is decoded.
    #expect(try await listed(job).report.unreadable.isEmpty)
    #expect(try await listed(job, as: "{hue}").report.unreadable.count == 1)
    job.conditions = [try Condition("width < 50")]
    #expect(try await listed(job, as: "{hue}").report.unreadable.isEmpty)
    job.conditions = [try Condition("hue < 50")]
    #expect(try await listed(job, as: "{stem}").lines == ["a"])
    // A column of that name takes precedence, and nothing is decoded.
    job.conditions = []
    try folder.write(Array("path,hue\na.png,7\nm.png,8\n".utf8), to: "table.csv")
    job.table = .file(folder["table.csv"])
    let (lines, report) = try await listed(job, as: "{hue}")
    #expect(lines == ["7", "8"] && report.unreadable.isEmpty)
  }

  @Test("Compared pairs are sorted by the pixel facts of the later picture")
  func compared() async throws {
    var job = try job(["a": [0, 0, 255], "b": [255, 0, 0]])
    for name in ["a", "b"] { try folder.write(pictureFile(40, 30), to: "before/\(name).png") }
    job.comparison = ComparisonSettings(with: folder["before"])
    job.order = ImageOrder(by: try SortKey(parsing: "hue"))
    let pictures = try await job.plan().plan.pictures
    #expect(pictures.map(\.shownName).first == "b.png" && pictures.count == 6)
  }
}
