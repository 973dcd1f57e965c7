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

/// `--inset`: enlarged details on the pictures of a plan.
@Suite struct InsetPlanTests {
  private static func planned(
    _ pictures: [StubPicture], _ insets: [String],
    _ change: (inout SheetJob) throws -> Void = { _ in }
  ) throws -> PlannedPictures {
    try pictures.planned { job in
      job.insets = try insets.map {
        try #require(try PictureRule($0, as: RuleForm<PictureArea>.inset), "\($0)")
      }
      try change(&job)
    }
  }

  private static func picture(
    _ name: String, _ width: Int, _ height: Int, _ orientation: Orientation = .upright
  ) -> StubPicture {
    StubPicture(
      name: name, size: PixelSize(width: width, height: height), orientation: orientation)
  }

  @Test(
    "An inset lies in its picture, enlarges its region, and covers no label, scale bar or other inset",
    arguments: 1...40)
  func places(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pictures = (0..<12).map { index in
      Self.picture(
        "\(index).png", 60 + random.number(below: 900), 60 + random.number(below: 900),
        Orientation.allCases[random.number(below: 8)])
    }
    let insets = (0...random.number(below: 4)).map { _ in
      let (x, y) = (random.number(below: 80), random.number(below: 80))
      return "\(x)%,\(y)%,\(2 + random.number(below: 18))%,\(2 + random.number(below: 18))%"
    }
    let planned = try Self.planned(pictures, insets) { job in
      job.style.scaling = Scaling.allCases[random.number(below: 4)]
      job.style.enlargement = random.number(below: 2) == 0 ? .never : .allowed
      job.style.decoration.radius = random.number(below: 2) * 20
      job.texts.label = random.number(below: 2) == 0 ? try PictureTemplate("{name}") : nil
      job.texts.labelPosition = [LabelPosition.below, .over, .overTop][random.number(below: 3)]
      if random.number(below: 2) == 0 {
        job.scaleBars = [
          try #require(try PictureRule("9 px", as: RuleForm<Sheet.ScaleBar>.scaleBar))
        ]
      }
    }
    let plan = planned.plan
    var lacking = 0
    for tile in plan.pages[0].tiles {
      let placement = try #require(tile.placement)
      let (image, crop, size) = (
        placement.image, placement.crop, try #require(plan.pictures[tile.index].size)
      )
      #expect(!tile.followsSubject)
      let regions = Set(
        try insets.map { text -> PixelRect? in
          let rule = try PictureRule(text, as: RuleForm<PictureArea>.inset)
          return try #require(rule).value.pixels(of: size)
        })
      if tile.insets.count < regions.count { lacking += 1 }
      var frames: [PixelRect] = []
      for inset in tile.insets {
        let frame = inset.area.outset(by: inset.frameWidth)
        #expect(frame.isInside(image) && inset.box.isInside(image))
        #expect(inset.crop.maxX <= Double(size.width) && inset.crop.maxY <= Double(size.height))
        let scale = Double(image.width) / crop.width
        #expect(abs(Double(inset.box.x - image.x) - (inset.crop.minX - crop.minX) * scale) <= 1)
        #expect(abs(Double(inset.box.width) - inset.crop.width * scale) <= 1)
        // The width is rounded down from a factor above the scale of the picture.
        #expect(Double(inset.area.width) > inset.crop.width * scale - 1)
        #expect(Double(frame.width) <= 0.4 * Double(image.width))
        #expect(Double(frame.height) <= 0.4 * Double(image.height))
        #expect(frames.allSatisfy { !$0.overlaps(frame) })
        #expect(tile.label.map { !$0.area.overlaps(frame) } ?? true)
        let ratio = inset.crop.width / inset.crop.height
        let (width, height) = (Double(inset.area.width), Double(inset.area.height))
        #expect(abs(width - height * ratio) <= 1 + ratio)
        frames.append(frame)
      }
      if tile.insets.count == 1, let bar = tile.scaleBar?.outlined, bar.width * 2 < image.width {
        #expect(!frames[0].overlaps(bar))
      }
      #expect(Set(tile.insets.map(\.color.hexadecimal)).count == tile.insets.count)
    }
    #expect(planned.notes.of(.omittedInsets).first?.measures[.count] ?? 0 == lacking)
  }

  @Test(
    "Small regions are enlarged by an integer factor, and large ones as far as there is room"
  )
  func factors() throws {
    func inset(_ area: String) throws -> PlannedInset {
      let plan = try Self.planned([Self.picture("a.png", 640, 480)], [area]) {
        $0.layout = GridLayout(.cell(PixelSize(width: 640, height: 480)))
      }.plan
      return try #require(plan.pages[0].tiles[0].insets.first)
    }
    let few = try inset("10,20,30,20")
    #expect(few.crop == Rect(x: 10, y: 20, width: 30, height: 20) && few.hasSquarePixels)
    // 40 % of the width is 256 pixels, of which 6 are the frame: 8 times 30 fit.
    #expect(few.area.width == 240 && few.area.height == 160)
    let many = try inset("0.1,0.1,0.25,0.25")
    #expect(!many.hasSquarePixels && many.area.width == 248 && many.area.height == 186)
  }

  @Test("An inset is in the first corner in which it covers no region")
  func corners() throws {
    func corner(_ insets: String...) throws -> [[Bool]] {
      let tile = try Self.planned([Self.picture("a.png", 640, 480)], insets) {
        $0.layout = GridLayout(.cell(PixelSize(width: 640, height: 480)))
      }.plan.pages[0].tiles[0]
      let image = try #require(tile.placement?.image)
      return tile.insets.map {
        [$0.area.x > image.x + 320, $0.area.y > image.y + 240]
      }
    }
    #expect(try corner("0.1,0.1,0.1,0.1") == [[true, true]])
    #expect(try corner("0.8,0.8,0.1,0.1") == [[false, true]])
    #expect(try corner("0.8,0.8,0.1,0.1", "0.1,0.8,0.1,0.1") == [[true, false], [false, false]])
  }

  @Test(
    "Insets beside labels over pictures are as large as without labels, unless a label is in the way"
  )
  func besideLabels() throws {
    let pictures = (0..<2).map { Self.picture("\($0).png", 640, 480) }
    func insets(_ label: String?, _ position: LabelPosition = .over) throws -> [PlannedInset] {
      try Self.planned(pictures, ["0.1,0.1,0.2,0.2"]) {
        $0.layout = GridLayout(.cell(PixelSize(width: 640, height: 480)))
        $0.texts.font = try #require(FontChoice("builtin 40"))
        $0.texts.label = try label.map { try PictureTemplate($0) }
        $0.texts.labelPosition = position
      }.plan.pages[0].tiles.flatMap(\.insets)
    }
    let sizes = try insets(nil).map(\.area.size)
    #expect(try insets("ours").map(\.area.size) == sizes)
    #expect(try insets("ours", .overTop).map(\.area.size) == sizes)
    // A label that is as wide as the pictures leaves less room.
    let smaller = try insets("{stem}: a label as wide as a picture").map(\.area.size)
    #expect(smaller.count == 2 && smaller[0] == smaller[1] && smaller[0].height < sizes[0].height)
  }

  @Test(
    "All insets of a sheet have lines of one width, which suits the smallest picture with an inset")
  func lineWidths() throws {
    let pictures = [Self.picture("a.png", 900, 900), Self.picture("b.png", 150, 150)]
    func widths(_ inset: String) throws -> [[Int]] {
      try Self.planned(pictures, [inset]) { $0.texts.font = try #require(FontChoice("builtin 24")) }
        .plan.pages[0].tiles.map { $0.insets.map(\.lineWidth) }
    }
    let large = try widths("a*=20,20,10,10")
    #expect(large.count == 2 && (large[0].first ?? 0) > 2 && large[1].isEmpty, "\(large)")
    #expect(try widths("20,20,10,10") == [[2], [2]])
  }

  @Test("Every rule that matches a picture gives it an inset, but more than four are refused")
  func rules() throws {
    let pictures = ["a1", "a2", "b1"].map { Self.picture("\($0).png", 400, 400) }
    func counts(_ insets: String...) throws -> [Int] {
      try Self.planned(pictures, insets).plan.pages[0].tiles.map(\.insets.count)
    }
    #expect(try counts() == [0, 0, 0])
    #expect(try counts("a*=10,10,20,20") == [1, 1, 0])
    #expect(try counts("10,10,20,20", "a1*=90,10,20,20") == [2, 1, 1])
    #expect(try counts("10,10,20,20", "a1*=10,10,20,20") == [1, 1, 1])
    let five = (0..<5).map { "a2*=\(20 * $0),0,9,9" }
    let error = #expect(throws: ContactSheetError.self) { try Self.planned(pictures, five) }
    #expect(error?.cause is UnusableSetting)
    #expect(error.map { "\($0)".contains("5 regions for 'a2.png'") } == true, "\(error as Any)")
  }

  @Test("A region outside a picture gets a note, and a region outside all pictures is an error")
  func outside() throws {
    let pictures = [Self.picture("a.png", 400, 400), Self.picture("b.png", 100, 100)]
    let planned = try Self.planned(pictures, ["200,200,40,40"])
    #expect(planned.plan.pages[0].tiles.map(\.insets.count) == [1, 0])
    let notes = planned.notes.of(.staleArea)
    #expect(notes.map(\.subject) == ["b.png"] && notes.first?.measures == [.count: 1])
    let error = #expect(throws: ContactSheetError.self) {
      try Self.planned(pictures, ["400,0,40,40"])
    }
    #expect(error?.cause is UnusableSetting)
    #expect(
      error.map { "\($0)".contains("the image 'a.png', which is 400 x 400") } == true,
      "\(error as Any)")
  }

  @Test("A subject crop keeps the region of an inset; if another crop does not, a note says so")
  func cropped() throws {
    func planned(_ change: (inout SheetJob) throws -> Void) throws -> PlannedPictures {
      try Self.planned([Self.picture("a.png", 800, 200)], ["700,50,40,40"]) {
        $0.layout = GridLayout(.cell(PixelSize(width: 200, height: 200)))
        ($0.style.scaling, $0.style.alignment) = (.fill, .subject)
        try change(&$0)
      }
    }
    let tile = try planned { _ in }.plan.pages[0].tiles[0]
    #expect(tile.insets.count == 1 && !tile.followsSubject)
    #expect(tile.placement?.crop == Rect(x: 600, y: 0, width: 200, height: 200))
    for alignment in [Alignment.left, .center] {
      let hidden = try planned { $0.style.alignment = alignment }
      #expect(hidden.plan.pages[0].tiles[0].insets.isEmpty)
      let note = try #require(hidden.notes.of(.omittedInsets).first)
      #expect(note.remedy?.value(of: .scale) == "fit" && note.subject == "a.png")
    }
  }

  @Test(
    "Insets at the edges of a collage without gaps show the part of their region that is not cropped"
  )
  func collage() throws {
    func planned(_ insets: [String], choosesScaling: Bool = true) throws -> PlannedPictures {
      try Self.planned([Self.picture("a.png", 1200, 800)], insets) {
        $0.layout = CollageLayout(extent: .pixels(1200, 807))
        ($0.gap, $0.margin) = (PixelSpacing(0), PixelSpacing(0))
        ($0.choosesScaling, $0.style.alignment) = (choosesScaling, .center)
      }
    }
    let corners = ["0,0,0.1,0.1", "0.9,0.9,0.1,0.1"]
    let edges = try planned(corners)
    let tile = edges.plan.pages[0].tiles[0]
    let placement = try #require(tile.placement)
    #expect(placement.crop.width < 1195 && tile.insets.count == 2)
    for inset in tile.insets {
      #expect(inset.crop.width < 120 && inset.crop.width > 110 && inset.crop.height == 80)
      #expect(inset.crop.minX >= placement.crop.minX && inset.crop.maxX <= placement.crop.maxX)
      #expect(inset.box.isInside(placement.image))
    }
    #expect(edges.notes.of(.omittedInsets).isEmpty)
    // Most of a region at the very edge is cropped, unless fitting is chosen, as the note suggests.
    let narrow = try planned(["0,400,8,80"])
    #expect(narrow.plan.pages[0].tiles[0].insets.isEmpty)
    #expect(narrow.notes.of(.omittedInsets).first?.remedy?.value(of: .scale) == "fit")
    let fitted = try planned(["0,400,8,80"] + corners, choosesScaling: false)
    #expect(fitted.plan.pages[0].tiles[0].insets.count == 3)
  }

  @Test("A region so large that it would not be enlarged gets a note")
  func large() throws {
    let planned = try Self.planned([Self.picture("a.png", 300, 300)], ["0.1,0.1,0.5,0.5"])
    #expect(planned.plan.pages[0].tiles[0].insets.isEmpty)
    let note = try #require(planned.notes.of(.omittedInsets).first)
    #expect(note.text.hasSuffix("an inset would not be larger than the region itself"), "\(note)")
  }

  @Test("A sheet of grey pictures is in colour if it has insets")
  func colors() throws {
    let gray = StubPicture(
      name: "a.png", size: PixelSize(width: 300, height: 300), channels: .gray)
    #expect(try Self.planned([gray], []).plan.isGray)
    #expect(try !Self.planned([gray], ["10,10,20,20"]).plan.isGray)
  }
}
