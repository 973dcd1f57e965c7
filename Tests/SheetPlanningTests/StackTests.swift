import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetText
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

@Suite struct StackTests {
  private static func names(_ pictures: [PictureFacts]) -> [String] {
    pictures.map { picture in
      let others = picture.picture.lookalikes?.others.map(\.source.name) ?? []
      return ([picture.picture.source.name] + others).joined(separator: " ")
    }
  }

  @Test(
    "The text of a rule for stacks parses to the same rule, with any number of seconds",
    arguments: ["likeness", "2s", "0.5s", "0s", "1e+300s"])
  func writing(text: String) {
    #expect(Sheet.Stack(text)?.description == text)
  }

  @Test(
    "Within a folder, a picture joins a stack if it resembles the previous one or the first"
  )
  func likeness() throws {
    let pictures = try [
      DuplicatesTests.picture("a/1", seed: 1), DuplicatesTests.picture("b/1", seed: 1),
      DuplicatesTests.picture("a/2", seed: 1, lighter: 20),
      DuplicatesTests.picture("a/3", seed: 1, lighter: 40),
      DuplicatesTests.picture("a/4", seed: 2), DuplicatesTests.picture("a/5", seed: 1),
      PictureFacts(.broken),
    ]
    let stacked = pictures.stacked(by: .likeness)
    #expect(
      Set(Self.names(stacked).map { $0.split(separator: " ").sorted() })
        == [["a/1", "a/2", "a/3", "a/5"], ["b/1"], ["a/4"], ["stub.png"]])
    #expect(Self.names(stacked) == Self.names(pictures.stacked(by: .likeness)))
  }

  @Test("The sharpest picture of a stack is its cover, and all other pictures are behind the cover")
  func covers() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let pictures = try (0..<30).map {
        try DuplicatesTests.picture(
          "\($0)", seed: UInt64.random(in: 0..<3, using: &generator),
          lighter: Int.random(in: 0...50, using: &generator))
      }
      let stacked = pictures.stacked(by: .likeness)
      let all = stacked.flatMap { [$0.picture] + ($0.picture.lookalikes?.others ?? []) }
      #expect(all.map(\.source.name).sorted() == pictures.map(\.picture.source.name).sorted())
      for cover in stacked {
        let sharpness = try #require(cover.picture.pixelFacts?.sharpness)
        for other in cover.picture.lookalikes?.others ?? [] {
          #expect(try #require(other.pixelFacts).sharpness <= sharpness)
        }
      }
      #expect(stacked.count < pictures.count)
    }
  }

  @Test("A stack has a badge in the corner of its picture, if there is room")
  func badges() throws {
    let pictures = try (0..<5).map { try DuplicatesTests.picture("\($0)", seed: $0 == 4 ? 2 : 1) }
    let stacked = pictures.stacked(by: .likeness)
    #expect(stacked.count == 2)
    for (cell, count) in [(200, 1), (12, 0)] {
      var job = SheetJob()
      job.layout = GridLayout(.cell(PixelSize(width: cell, height: cell)))
      let plan = try SheetPlanner(job).plan([PictureGroup(pictures: stacked)]).plan
      let badges = plan.pages[0].texts.filter { $0.role == .badge }
      #expect(badges.map(\.text) == Array(repeating: "+3", count: count))
      for badge in badges {
        let image = try #require(plan.pages[0].tiles[0].placement?.image)
        #expect(badge.area.isInside(image) && badge.area.maxX > image.maxX - 20)
      }
      #expect(plan.pictures.map(\.stack) == [["1", "2", "3"], []])
    }
  }

  @Test(
    "A badge is in the upper or lower right corner, whichever has no label, and overlaps no label",
    arguments: [LabelPosition.over, .overTop, .below])
  func badgesBesideLabels(position: LabelPosition) throws {
    let pictures = try (0..<5).map { try DuplicatesTests.picture("\($0)", seed: $0 == 4 ? 2 : 1) }
    var job = SheetJob()
    job.layout = GridLayout(.cell(PixelSize(width: 200, height: 200)))
    job.texts.font = .builtin
    job.texts.label = try PictureTemplate("({index:a})")
    (job.texts.labelPosition, job.texts.labelAlignment) = (position, .right)
    job.style.enlargement = .allowed
    let group = PictureGroup(pictures: pictures.stacked(by: .likeness))
    let page = try SheetPlanner(job).plan([group]).plan.pages[0]
    let badge = try #require(page.texts.first { $0.role == .badge }).area
    let image = try #require(page.tiles[0].placement).image
    let label = try #require(page.tiles[0].label).area
    let isInUpperHalf = badge.y + badge.height / 2 < image.y + image.height / 2
    #expect(badge.isInside(image) && badge.maxX > image.maxX - 20)
    #expect(isInUpperHalf == (position != .overTop))
    #expect(badge.maxY <= label.y || label.maxY <= badge.y)
  }
}
