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

/// `--scale-bar`: bars on the pictures of a plan.
@Suite struct ScaleBarPlanTests {
  private static func planned(
    _ pictures: [StubPicture], _ bars: [String],
    _ change: (inout SheetJob) throws -> Void = { _ in }
  ) throws -> PlannedPictures {
    try pictures.planned { job in
      job.scaleBars = try bars.map {
        try #require(try PictureRule($0, as: RuleForm<Sheet.ScaleBar>.scaleBar), "\($0)")
      }
      try change(&job)
    }
  }

  private static func picture(
    _ name: String, _ width: Int, _ height: Int,
    _ orientation: Orientation = .upright, ratio: PixelRatio = .square
  ) -> StubPicture {
    StubPicture(
      name: name, size: PixelSize(width: width, height: height), orientation: orientation,
      pixelRatio: ratio)
  }

  @Test(
    "A scale bar is drawn to the scale of its picture, inside it at the lower right",
    arguments: 1...30)
  func lengths(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pictures = (0..<12).map { index in
      Self.picture(
        "\(index).png", 60 + random.number(below: 900), 60 + random.number(below: 900),
        Orientation.allCases[random.number(below: 8)])
    }
    let micrometres = 1 + random.number(below: 99)
    let plan = try Self.planned(pictures, ["\(micrometres) µm at 0.32 µm"]) { job in
      job.style.scaling = Scaling.allCases[random.number(below: 4)]
      job.style.enlargement = random.number(below: 2) == 0 ? .never : .allowed
      job.style.decoration.radius = random.number(below: 2) * 20
      job.texts.label = random.number(below: 2) == 0 ? try PictureTemplate("{name}") : nil
      job.texts.labelPosition = [LabelPosition.below, .over, .overTop][random.number(below: 3)]
    }.plan
    for tile in plan.pages[0].tiles {
      let placement = try #require(tile.placement)
      let (image, crop) = (placement.image, placement.crop)
      let exact = Double(micrometres) / 0.32 * Double(image.width) / crop.width
      guard let scaleBar = tile.scaleBar else {
        // There is always room on a larger picture.
        let fits = exact >= 8 && exact <= 0.8 * Double(image.width)
        #expect(!fits || image.width < 90 || image.height < 70, "\(exact) on \(image)")
        continue
      }
      let (bar, text) = (scaleBar.bar, scaleBar.text)
      #expect(abs(Double(bar.width) - exact) <= 0.5 + 1e-9)
      #expect(8 <= bar.width && exact <= 0.8 * Double(image.width))
      #expect(scaleBar.outlined.isInside(image))
      #expect(text.text == "\(micrometres) µm" && text.area.maxY == bar.y)
      #expect(abs(text.area.x + text.area.maxX - bar.x - bar.maxX) <= 1)
      let right = image.maxX - max(bar.maxX, text.area.maxX)
      #expect(right <= max(2, Int(0.03 * Double(min(image.width, image.height)) + 1), 7))
      if let label = tile.label?.area {
        #expect(!label.overlaps(bar) && !label.overlaps(text.area))
      }
    }
    let sizes = Set(plan.pages[0].tiles.compactMap { $0.scaleBar?.text.size })
    #expect(sizes.count <= 1, "texts of several sizes")
  }

  @Test(
    "A scale bar's length in pixels counts stored pixels along a row, even if they are not square")
  func pixels() throws {
    // Pixels of this shape are twice as wide as tall, and rows are shown at twice their width.
    let wide = try #require(PixelRatio(columns: 1, rows: 2))
    for orientation in Orientation.allCases {
      for (ratio, width) in [(PixelRatio.square, 40), (wide, 80)] {
        let picture = Self.picture("a.png", 100, 200, orientation, ratio: ratio)
        let plan = try Self.planned([picture], ["40 px"]) {
          $0.style.scaling = .none
          $0.layout = GridLayout(.cell(PixelSize(width: 500, height: 500)))
        }.plan
        #expect(plan.pages[0].tiles[0].scaleBar?.bar.width == width, "\(orientation)")
      }
    }
  }

  @Test(
    "At full size, a crop does not change a scale bar, and a bar grows with its enlarged picture")
  func enlarged() throws {
    func width(_ change: (inout SheetJob) throws -> Void) throws -> Int? {
      try Self.planned([Self.picture("a.png", 200, 150)], ["30 px"], change).plan.pages[0].tiles[0]
        .scaleBar?.bar.width
    }
    #expect(try width { _ in } == 30)
    #expect(try width { $0.exactScale = .enlarged(3) } == 90)
    #expect(
      try width {
        $0.crops = [
          try #require(try PictureRule("*=20,20,100,100", as: RuleForm<PictureArea>.crop))
        ]
      } == 30)
    #expect(
      try width {
        $0.crops = [
          try #require(try PictureRule("*=20,20,100,100", as: RuleForm<PictureArea>.crop))
        ]
        $0.style.enlargement = .allowed
        $0.layout = GridLayout(.cell(PixelSize(width: 200, height: 200)))
      } == 60)
  }

  @Test("The last rule that matches a picture determines its scale bar; other pictures have no bar")
  func rules() throws {
    let pictures = ["a1", "a2", "b1"].map { Self.picture("\($0).png", 200, 200) }
    func texts(_ bars: String...) throws -> [String?] {
      try Self.planned(pictures, bars).plan.pages[0].tiles.map { $0.scaleBar?.text.text }
    }
    #expect(try texts() == [nil, nil, nil])
    #expect(try texts("a*=40 px") == ["40 px", "40 px", nil])
    #expect(try texts("40 px", "a2*=20 nm at 1 nm") == ["40 px", "20 nm", "40 px"])
    #expect(try texts("{width} > 500=40 px") == [nil, nil, nil])
  }

  @Test(
    "A scale bar without text has the same position as one with text, and needs no room for text")
  func noText() throws {
    func scaleBar(_ bar: String, _ height: Int = 200) throws -> PlannedScaleBar? {
      try Self.planned([Self.picture("a.png", 200, height)], [bar]).plan.pages[0].tiles[0].scaleBar
    }
    let (with, without) = (try scaleBar("60 px"), try scaleBar("60 px, no text"))
    #expect(without?.bar == with?.bar && without?.text.area == with?.bar)
    #expect(with?.text.text == "60 px" && without?.text.text.isEmpty == true)
    #expect(try scaleBar("60 px", 8) == nil && scaleBar("60 px, no text", 8) != nil)
    let long = try Self.planned([Self.picture("a.png", 80, 200)], ["70 px, no text"])
    let note = try #require(long.notes.of(.omittedScaleBars).first)
    #expect(note.remedy?.value(of: .scaleBar)?.hasSuffix(" px, no text") == true, "\(note)")
  }

  @Test(
    "A picture without a pixel size gets a note instead of a scale bar, or an error if all lack one"
  )
  func unknown() throws {
    let pictures = ["a1", "a2", "b1"].map { Self.picture("\($0).png", 200, 200) }
    let planned = try Self.planned(pictures, ["5 µm", "b*=5 µm at 0.1 µm"])
    #expect(planned.plan.pages[0].tiles.map { $0.scaleBar != nil } == [false, false, true])
    let notes = planned.notes.of(.unknownPixelSizes)
    #expect(notes.map(\.subject) == ["a1.png"] && notes.first?.measures == [.count: 2, .total: 3])
    #expect(
      notes.first?.remedy?.value(of: .scaleBar) == "5 µm at 0.32 µm", "\(notes)")
    let error = #expect(throws: ContactSheetError.self) {
      _ = try Self.planned(pictures, ["5 µm"])
    }
    #expect(error?.cause is UnusableSetting)
    #expect(error?.advice?.value(of: .scaleBar) == "5 µm at 0.32 µm")
  }

  @Test("A resolution, given or stated by the picture, is the number of pixels in 2.54 cm")
  func resolutions() throws {
    let pictures = ["a_300", "b_600", "c"].map { Self.picture("\($0).png", 400, 200) }
    func widths(_ bar: String) throws -> [Int?] {
      try Self.planned(pictures, [bar]) {
        $0.parsing = [try NameTemplate("{item}_{ppi}")]
        $0.style.scaling = .none
        $0.layout = GridLayout(.cell(PixelSize(width: 500, height: 300)))
      }.plan.pages[0].tiles.map { $0.scaleBar?.bar.width }
    }
    #expect(try widths("1.27 cm at ppi") == [150, 300, nil])
    #expect(try widths("1.27 cm at 400 ppi") == [200, 200, 200])
    let error = #expect(throws: ContactSheetError.self) {
      _ = try Self.planned([pictures[2]], ["1 cm at ppi"])
    }
    #expect(error?.advice?.value(of: .scaleBar) == "1 cm at 600 ppi")
    let recorded = #expect(throws: ContactSheetError.self) {
      _ = try Self.planned(pictures, ["1 cm"]) { $0.parsing = [try NameTemplate("{item}_{ppi}")] }
    }
    #expect(
      recorded?.advice?.description.contains("1 cm at ppi uses the resolution that the files state")
        == true, "\(recorded?.advice?.description ?? "")")
  }

  @Test("A scale bar that is too long or too short is left out, and the suggested length fits")
  func omitted() throws {
    for bar in ["5 mm at 0.32 µm", "1 nm at 0.32 µm", "1 km at 1 nm", "70 px", "7 px"] {
      let picture = Self.picture("a.png", 80, 200)
      let planned = try Self.planned([picture], [bar])
      #expect(planned.plan.pages[0].tiles[0].scaleBar == nil)
      let note = try #require(planned.notes.of(.omittedScaleBars).first, "\(bar)")
      let suggested = try #require(note.remedy?.value(of: .scaleBar), "\(note)")
      let again = try Self.planned([picture], [suggested])
      #expect(again.notes.of(.omittedScaleBars).isEmpty, "\(suggested)")
      let width = try #require(again.plan.pages[0].tiles[0].scaleBar?.bar.width)
      #expect(10...26 ~= width, "\(suggested) is \(width) pixels long")
    }
    // There is no room for the text.
    let note = try Self.planned([Self.picture("a.png", 30, 14)], ["20 px"]).notes.of(
      .omittedScaleBars)
    #expect(note.first?.text.hasSuffix("the image has no room for its text") == true, "\(note)")
  }
}
