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

/// `--inset-position`: enlarged details in strips beside the pictures of a plan.
@Suite struct InsetStripPlanTests {
  private static func planned(
    _ pictures: [StubPicture], _ insets: [String], at position: InsetPosition,
    _ change: (inout SheetJob) throws -> Void = { _ in }
  ) throws -> PlannedPictures {
    try pictures.planned { job in
      job.insets = try insets.map {
        try #require(try PictureRule($0, as: RuleForm<PictureArea>.inset), "\($0)")
      }
      job.insetPosition = position
      try change(&job)
    }
  }

  private static func picture(_ name: String, _ width: Int, _ height: Int) -> StubPicture {
    StubPicture(name: name, size: PixelSize(width: width, height: height))
  }

  @Test(
    "An enlarged detail is in the cell, beside its picture, and covers no label or other detail",
    arguments: [InsetPosition.below, .right], 1...30)
  func places(position: InsetPosition, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pictures = (0..<9).map { index in
      Self.picture("\(index).png", 60 + random.number(below: 900), 60 + random.number(below: 900))
    }
    let insets = (0...random.number(below: 4)).map { _ in
      let (x, y) = (random.number(below: 70), random.number(below: 70))
      return "\(x)%,\(y)%,\(3 + random.number(below: 27))%,\(3 + random.number(below: 27))%"
    }
    let layouts: [any Layout] = [
      GridLayout(), GridLayout(.cell(PixelSize(width: 200, height: 150))), RowLayout(),
      MasonryLayout(), CollageLayout(extent: .pixels(900, 800)),
    ]
    let planned = try Self.planned(pictures, insets, at: position) { job in
      job.layout = layouts[random.number(below: layouts.count)]
      job.style.enlargement = random.number(below: 2) == 0 ? .never : .allowed
      job.style.decoration.border = random.number(below: 2) == 0 ? nil : Border(width: 3)
      job.style.decoration.shadow = random.number(below: 2) == 0 ? nil : Shadow(size: 9)
      job.texts.label = random.number(below: 2) == 0 ? try PictureTemplate("{name}") : nil
      job.texts.labelPosition = [LabelPosition.below, .above][random.number(below: 2)]
    }
    var (lacking, count) = (0, 0)
    for tile in planned.plan.pages.flatMap(\.tiles) {
      let placement = try #require(tile.placement)
      let (image, crop) = (placement.image, placement.crop)
      let size = try #require(planned.plan.pictures[tile.index].size)
      let regions = Set(
        try insets.map { text -> PixelRect? in
          let rule = try PictureRule(text, as: RuleForm<PictureArea>.inset)
          return try #require(rule).value.pixels(of: size)
        })
      if tile.insets.count < regions.count { lacking += 1 }
      var frames: [PixelRect] = []
      for inset in tile.insets {
        let frame = inset.area.outset(by: inset.frameWidth)
        #expect(frame.isInside(tile.cell) && inset.box.isInside(image))
        if position == .below {
          #expect(frame.y > image.maxY && frame.x >= image.x && frame.maxX <= image.maxX)
        } else {
          #expect(frame.x > image.maxX && frame.y >= image.y && frame.maxY <= image.maxY)
        }
        #expect(frames.allSatisfy { !$0.overlaps(frame) })
        #expect(tile.label.map { !$0.area.overlaps(frame) } ?? true)
        let scale = Double(image.width) / crop.width
        let (width, height) = (Double(inset.area.width), Double(inset.area.height))
        #expect(width * height > inset.crop.width * inset.crop.height * scale * scale)
        let ratio = inset.crop.width / inset.crop.height
        #expect(abs(width - height * ratio) <= 1.5 * (1 + ratio))
        frames.append(frame)
      }
      let sides = tile.insets.map { position == .below ? $0.area.height : $0.area.width }
      #expect(Set(sides).count <= 1)
      count += frames.count
    }
    #expect(count > 0 || lacking == pictures.count)
    #expect(planned.notes.of(.omittedInsets).first?.measures[.count] ?? 0 == lacking)
  }

  @Test(
    "Together, details are exactly as long as their picture, whatever their number and shapes",
    arguments: [InsetPosition.below, .right], 1...4)
  func edges(position: InsetPosition, count: Int) throws {
    let height = position == .below ? 5 : 10
    let insets = (0..<count).map { "\(10 + 20 * $0)%,30%,\(6 + 3 * $0)%,\(height)%" }
    let pictures = ["a", "b", "c"].map { Self.picture("\($0).png", 640, 480) }
    for layout in [GridLayout(), RowLayout(), MasonryLayout()] as [any Layout] {
      let tiles = try Self.planned(pictures, insets, at: position) { $0.layout = layout }
        .plan.pages[0].tiles
      for tile in tiles {
        let image = try #require(tile.placement).image
        let frames = tile.insets.map { $0.area.outset(by: $0.frameWidth) }
        try #require(frames.count == count)
        if position == .below {
          #expect(frames[0].x == image.x && frames[count - 1].maxX == image.maxX)
        } else {
          #expect(frames[0].y == image.y && frames[count - 1].maxY == image.maxY)
        }
        for (one, next) in zip(frames, frames.dropFirst()) {
          #expect(position == .below ? next.x == one.maxX + 4 : next.y == one.maxY + 4)
        }
      }
    }
  }

  @Test(
    "Details of slender regions stay beside their picture",
    arguments: [InsetPosition.below, .right])
  func slender(position: InsetPosition) throws {
    let isBelow = position == .below
    let insets = [
      isBelow ? "100,100,2000,100" : "100,100,100,2000", isBelow ? "0,0,1,80" : "0,0,80,1",
      isBelow ? "10,0,1,80" : "0,10,80,1", isBelow ? "20,0,1,80" : "0,20,80,1",
    ]
    let pictures = ["a", "b"].map {
      Self.picture("\($0).png", isBelow ? 4000 : 1000, isBelow ? 1000 : 4000)
    }
    for side in [30, 60, 100, 200] {
      let planned = try Self.planned(pictures, insets, at: position) {
        $0.layout = GridLayout(.cell(PixelSize(width: side, height: side)), shape: .columns(2))
      }
      for tile in planned.plan.pages[0].tiles {
        let image = try #require(tile.placement).image
        for inset in tile.insets {
          let frame = inset.area.outset(by: inset.frameWidth)
          #expect(isBelow ? frame.maxX <= image.maxX : frame.maxY <= image.maxY, "\(side)")
          #expect(frame.isInside(tile.cell), "\(side)")
        }
      }
    }
  }

  @Test("A small picture with a span and a strip is enlarged on paper")
  func spanOnPaper() throws {
    func longest(_ insets: [String]) throws -> Int {
      let planned = try Self.planned(
        (0..<7).map { Self.picture("\($0).png", 130, 130) }, insets, at: .below
      ) { job in
        var sheet = Sheet()
        (sheet.paper, sheet.font, sheet.span) = (
          .a4, "builtin", [Sheet.Rule(.name("0*"), .span(2, 2))]
        )
        let sources = job.sources
        let (insets, position) = (job.insets, job.insetPosition)
        job = try sheet.resolved()
        (job.sources, job.insets, job.insetPosition) = (sources, insets, position)
      }
      let tile = try #require(planned.plan.pages[0].tiles.first)
      return try #require(tile.placement).image.width
    }
    #expect(try longest(["10,10,20,20"]) > 3 * 130)
  }

  @Test("A single detail is no thicker than its picture, and is then in the middle of the strip")
  func tall() throws {
    let tile = try Self.planned([Self.picture("a.png", 600, 300)], ["20,20,40,80"], at: .below)
      .plan.pages[0].tiles[0]
    let image = try #require(tile.placement).image
    let inset = try #require(tile.insets.first)
    let frame = inset.area.outset(by: inset.frameWidth)
    #expect(frame.height == image.height && frame.width < image.width)
    #expect(abs(frame.x - image.x - (image.maxX - frame.maxX)) <= 1)
  }

  @Test(
    "Pictures are as large as they would be without strips, whether or not they have a region",
    arguments: [InsetPosition.below, .right])
  func sizes(position: InsetPosition) throws {
    let pictures = ["a", "b", "c", "d"].map { Self.picture("\($0).png", 640, 480) }
    let layouts: [any Layout] = [
      GridLayout(), GridLayout(.cell(PixelSize(width: 320, height: 240))),
      RowLayout(rowHeight: 120, extent: .pixels(2000, nil)),
    ]
    for layout in layouts {
      func images(_ insets: [String]) throws -> [PixelRect] {
        try Self.planned(pictures, insets, at: position) { $0.layout = layout }
          .plan.pages[0].tiles.map { try #require($0.placement).image }
      }
      let alone = try images([])
      for insets in [["a*=0.2,0.2,0.1,0.1"], ["0.2,0.2,0.1,0.1"]] {
        let images = try images(insets)
        for (image, alone) in zip(images, alone) {
          #expect(abs(image.width - alone.width) <= 1 && abs(image.height - alone.height) <= 1)
        }
        #expect(Set(images.map(\.size)).count == 1)
      }
    }
  }

  @Test("The pictures of a row line up whatever their regions, and labels are below the strips")
  func rows() throws {
    let pictures = ["a", "b", "c"].map { Self.picture("\($0).png", 640, 480) }
    let tiles = try Self.planned(
      pictures, ["a*=0.2,0.2,0.1,0.1", "b*=0.2,0.2,0.3,0.1"], at: .below
    ) {
      $0.layout = GridLayout(shape: .columns(3))
      $0.texts.label = try PictureTemplate("{name}")
    }.plan.pages[0].tiles
    #expect(tiles.map(\.insets.count) == [1, 1, 0])
    #expect(Set(tiles.compactMap { $0.placement?.image.y }).count == 1)
    #expect(Set(tiles.compactMap { $0.placement?.image.size }).count == 1)
    let labels = tiles.compactMap(\.label?.area.y)
    #expect(labels.count == 3 && Set(labels).count == 1)
    for tile in tiles { #expect(tile.insets.allSatisfy { $0.area.maxY < labels[0] }) }
  }

  @Test("Pictures and details keep whole pixels at an exact scale", arguments: [2, 3, 5])
  func exactScale(factor: Int) throws {
    let pictures = [Self.picture("a.png", 64, 47), Self.picture("b.png", 31, 23)]
    for position in [InsetPosition.below, .right] {
      let tiles = try Self.planned(pictures, ["2,2,9,7"], at: position) {
        $0.exactScale = .enlarged(factor)
      }.plan.pages[0].tiles
      #expect(
        tiles.map { $0.placement?.image.size }
          == [
            PixelSize(width: 64 * factor, height: 47 * factor),
            PixelSize(width: 31 * factor, height: 23 * factor),
          ])
    }
  }

  @Test("A region that would not be enlarged is left out with a note, and the others take its room")
  func large() throws {
    let planned = try Self.planned(
      [Self.picture("a.png", 600, 600)], ["0.1,0.1,0.9,0.9", "0.1,0.1,0.2,0.1"], at: .below)
    let tile = planned.plan.pages[0].tiles[0]
    let image = try #require(tile.placement).image
    #expect(tile.insets.map(\.color) == [PlannedInset.colors[1].roundedTo8Bits])
    #expect(tile.insets.first.map { $0.area.width + 2 * $0.frameWidth } == image.width)
    let note = try #require(planned.notes.of(.omittedInsets).first)
    #expect(note.text.hasSuffix("an inset would not be larger than the region itself"), "\(note)")
  }

  @Test("Without regions, --inset-position changes nothing")
  func none() throws {
    let pictures = ["a", "b"].map { Self.picture("\($0).png", 640, 480) }
    let plans = try InsetPosition.allCases.map { try Self.planned(pictures, [], at: $0).plan }
    #expect(plans.allSatisfy { $0 == plans[0] })
  }
}
