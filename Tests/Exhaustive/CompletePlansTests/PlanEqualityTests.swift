import Foundation
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SheetText
import SystemPackage
import TestSupport
import Testing

@testable import SheetPlanning
@testable import SheetPlans

/// Every plan equals the one decoded from its JSON.
@Suite struct PlanEqualityTests {
  static let layouts: [any Layout] = [
    GridLayout(), GridLayout(.largestPicture),
    GridLayout(.sheet(PixelSize(width: 900, height: 700), cellRatio: .automatic)),
    TieredLayout(), RowLayout(rowHeight: 60, extent: .pixels(500)),
    ColumnLayout(
      [ColumnTrack(.adaptive(minimum: 90), alignment: .right)], extent: .pixels(500)),
    MasonryLayout([ColumnTrack(.adaptive(minimum: 90))], extent: .pixels(500)),
    CollageLayout(extent: .pixels(500, 400)),
  ]

  /// Colours that programs may use although 8 bits cannot represent them exactly.
  static func color(_ random: inout SeededGenerator) -> Color {
    func share() -> Double { Double.random(in: 0...1, using: &random) }
    return Color(
      red: share(), green: share(), blue: share(), alpha: Bool.random(using: &random) ? 1 : share())
  }

  /// A job in which every part of the plan is random.
  static func job(_ layout: any Layout, seed: UInt64) throws -> SheetJob {
    var random = SeededGenerator(seed: seed)
    func any<Value>(_ values: some Collection<Value>) -> Value {
      guard let value = values.randomElement(using: &random) else {
        preconditionFailure("no value")
      }
      return value
    }
    let count = Int.random(in: 1...40, using: &random)
    var job = SheetJob(
      sources: (0..<count).map { number in
        StubPicture(
          name: any(["a.png", "ü/\u{1F600}.png", "with \"quotes\"\\.png", "\u{1}.png"])
            + "\(number)",
          size: number % 9 == 8
            ? nil
            : PixelSize(
              width: Int.random(in: 1...900, using: &random),
              height: Int.random(in: 1...900, using: &random)),
          channels: seed % 3 == 0 ? .gray : .rgb,
          isReducible: Bool.random(using: &random))
      })
    job.layout = layout
    job.style = TileStyle(
      scaling: any(Scaling.allCases), alignment: any(Alignment.allCases),
      enlargement: any([.never, .allowed]), filter: any(ResampleFilter.allCases),
      light: any(ResampleLight.allCases), isGrayscale: any([false, true]),
      sharpening: any([nil, UnsharpMask(amount: 0), UnsharpMask(amount: 0.3)]),
      background: any([
        .checker, .color(color(&random)), .color(.clear),
        .squares(color(&random), color(&random)),
      ]),
      cellBackground: any([
        nil, .color(color(&random)), .squares(color(&random), color(&random)),
      ]),
      decoration: Decoration(
        padding: any([0, 3]), border: any([nil, Border(width: 2, color: color(&random))]),
        frame: any([nil, Border(width: 1, color: color(&random))]), radius: any([0, 4]),
        shadow: any([nil, Shadow(size: 5, color: color(&random))])),
      emptyCells: any([nil, .nothing, .dot, .frame]))
    let ownBorder: PictureRule<PictureBorder>? = try PictureRule("*=4 #12345678", as: .border)
    job.borders = any([[], [ownBorder].compactMap(\.self)])
    let ownCell: PictureRule<Backdrop>? = try PictureRule("*=#12345678", as: .cellBackground)
    job.cellBackgrounds = any([[], [ownCell].compactMap(\.self)])
    job.metadata = MetadataUse(
      color: any(Sheet.OwnColors.allCases), orientation: any(Sheet.OwnOrientation.allCases))
    job.unreadablePolicy = any([.placeholder, .skip])
    job.encoding = SheetEncoding(
      compressionLevel: any(0...9), quality: any([.exact, .level(any(1...100))]),
      depth: any(SampleDepth.allCases),
      pixelsPerInch: any([nil, 72, 300]))
    job.paging.picturesPerPage = any([nil, 7])
    job.paging.groupKey = seed.isMultiple(of: 2) ? .folder : nil
    job.paging.groupBreak = any(Sheet.GroupBreak.allCases)
    job.texts.label = any([
      nil, try PictureTemplate("{name}\\n{index}"),
      try PictureTemplate("{width}{aspect}{megapixels} {score} {stem} {none|-}", others: .any),
    ])
    job.texts.labelPosition = any(LabelPosition.allCases)
    job.texts.title = any([nil, try PageTemplate("Title {page}\\tright")])
    job.texts.footer = any([nil, try PageTemplate("{page} of {pages}")])
    job.texts.heading = any([nil, try HeadingTemplate("{group}\\t\u{1F600}")])
    job.texts.font = any([.auto, .builtin, try #require(FontChoice("Noto Sans Bold 11"))])
    job.texts.titleFont = any([nil, FontChoice("builtin 30")])
    job.texts.color = any([nil, color(&random)])
    job.texts.labelColor = any([nil, color(&random)])
    job.texts.labelDetailColor = any([nil, color(&random)])
    job.texts.labelAlignment = any(Sheet.TextAlignment.allCases)
    job.texts.medium = any([.screen, .paper])
    job.best = try any([[], ["width"], ["least width", "height"]]).map {
      try BestPictures(parsing: $0)
    }
    let logo = StubPicture(
      name: any(["logo.png", "ü/\u{1F600} logo.png"]),
      size: PixelSize(width: any(1...999), height: any(1...999)), channels: .gray)
    job.watermark = any([
      nil, .text(try PictureTemplate("PROOF {index}")), .picture("logo.png", SheetPicture(logo)),
    ])
    let scaleBar = try #require(try PictureRule("20 px", as: RuleForm<Sheet.ScaleBar>.scaleBar))
    (job.scaleBars, job.binding) = (any([[], [scaleBar]]), any([0, 40]))
    let inset = try #require(try PictureRule("0.2,0.3,0.1,0.1", as: RuleForm<PictureArea>.inset))
    (job.insets, job.insetPosition) = (any([[], [inset]]), any(InsetPosition.allCases))
    job.paging.firstCell = any([1, 3])
    return job
  }

  /// The plan of a job whose pictures are in groups of four.
  static func plan(_ layout: any Layout, seed: UInt64) throws -> SheetPlan {
    let job = try job(layout, seed: seed)
    let table = try PictureTable(
      Array("path,score\n3.png,064\n4.png,-0.5\n5.png,1e300\n6.png,\"a\u{1F}\"\n".utf8), path: "t")
    let known = PictureFactsBuilder(
      job.sources.map { SheetPicture($0) }, table: table, parsing: [])
    let pictures = known.pictures
    let groups = stride(from: 0, to: pictures.count, by: 4).map { start in
      PictureGroup(
        name: "\(start)", pictures: Array(pictures[start..<min(start + 4, pictures.count)]))
    }
    return try SheetPlanner(job).plan(
      job.paging.groupKey != nil ? groups : [PictureGroup(pictures: pictures)]
    ).plan
  }

  @Test(
    "A plan equals its decoded JSON, whether that is decoded whole or page by page",
    arguments: layouts,
    0..<(isThorough ? 25 : 12))
  func equality(layout: any Layout, seed: UInt64) throws {
    guard let plan = try? Self.plan(layout, seed: seed) else { return }
    for plan in [plan] + plan.pages.map(plan.only) {
      let json = try JSONEncoder().encode(plan)
      let decoded = try JSONDecoder().decode(SheetPlan.self, from: json)
      #expect(decoded == plan, "\(plan), seed \(seed)")
      let manifest = SheetManifest(plan, files: plan.pages.map { "\($0.number).png" }, root: "..")
      #expect(try SheetManifest(json: manifest.json()) == manifest, "\(plan), seed \(seed)")
    }
  }

  @Test("Nearly all random jobs can be planned")
  func drawn() {
    let plans = Self.layouts.flatMap { layout in
      (0..<25).compactMap { try? Self.plan(layout, seed: $0) }
    }
    #expect(plans.count > Self.layouts.count * 20)
    #expect(plans.contains(where: \.isGray) && plans.contains { $0.pages.count > 1 })
    #expect(plans.contains { $0.sectionCount > 1 })
    let tiles = plans.flatMap { $0.pages.flatMap(\.tiles) }
    #expect(tiles.contains { $0.watermark != nil } && tiles.contains { $0.watermark == nil })
    #expect(tiles.contains { $0.scaleBar != nil } && tiles.contains { $0.scaleBar == nil })
    #expect(tiles.contains { !$0.insets.isEmpty } && tiles.contains { $0.insets.isEmpty })
  }
}
