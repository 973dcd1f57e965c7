import SheetFiles
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetText
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Titles, headers and footers on pages that are narrower than the text.
@Suite struct LineFittingTests {
  /// A sheet of two columns of some width, with text.
  private static func planned(
    width: Int = 200, _ change: (inout SheetJob) throws -> Void
  ) throws -> PlannedPictures {
    var job = SheetJob()
    job.texts.font = .builtin
    job.layout = GridLayout(
      .cell(PixelSize(width: width, height: 100)), shape: .columns(2))
    try change(&job)
    return try SheetPlanner(job).plan([PictureGroup(pictures: [.stub(300, 200), .stub(300, 200)])])
  }

  private static func texts(_ planned: PlannedPictures, _ role: TextRole) -> [PlannedText] {
    planned.plan.pages[0].texts.filter { $0.role == role }
  }

  @Test(
    "A title that is too long shrinks to no less than 70 %, then wraps, and is then shortened")
  func steps() throws {
    let words = Array(repeating: "holidays", count: 40)
    var seen: Set<String> = []
    var last = Double.infinity
    for count in 1...40 {
      let text = words.prefix(count).joined(separator: " ")
      let planned = try Self.planned { $0.texts.title = try PageTemplate(text) }
      let title = try #require(Self.texts(planned, .title).first)
      let usual = TypeScale(.builtin, pixelsPerInch: nil).title
      #expect(title.size <= last && title.size >= 0.7 * usual - 0.01)
      last = title.size
      let lines = (title.shown ?? title.text).split(separator: "\n")
      let isCut = title.lineTexts != nil
      #expect(isCut == (planned.notes.of(.shortenedTexts).count == 1))
      if lines.count > 1 || isCut { #expect(abs(title.size - 0.7 * usual) < 0.01) }
      if isCut { #expect(lines.count > 1) }
      // Nothing overlaps the pictures.
      let top = planned.plan.pages[0].tiles.map(\.cell.y).min() ?? 0
      #expect(title.area.maxY <= top && title.linesHeight <= title.area.height)
      seen.insert(
        isCut ? "cut" : lines.count > 1 ? "broken" : title.size < usual ? "small" : "whole")
    }
    #expect(seen == ["whole", "small", "broken", "cut"])
  }

  @Test("Parts between tabs share a line by need, and none is shortened while space is left")
  func tabs() throws {
    let long = "A photograph of each day of our holidays"
    for (text, parts) in [("\(long)\\t2025", 2), ("\(long)\\tx\\t2025", 3), ("2025\\t\(long)", 2)] {
      let planned = try Self.planned { $0.texts.footer = try PageTemplate(text) }
      let footer = Self.texts(planned, .footer)
      #expect(footer.count == parts && footer.allSatisfy { $0.shown == nil }, "\(text)")
      #expect(planned.notes.of(.shortenedTexts).isEmpty)
      for (one, next) in zip(footer, footer.dropFirst()) { #expect(one.area.maxX <= next.area.x) }
    }
  }

  @Test(
    "Short parts of a line get equal shares, long parts get the rest, and a middle part is centred",
    arguments: [
      ([10, 10], [0..<50, 50..<100]), ([70, 10], [0..<70, 90..<100]),
      ([10, 70], [0..<10, 30..<100]), ([70, 70], [0..<45, 55..<100]),
      ([5, 40, 20], [0..<5, 30..<70, 80..<100]), ([45, 10, 5], [0..<45, 55..<65, 95..<100]),
      ([80, 0, 20], [0..<70, 70..<70, 80..<100]),
    ] as [([Int], [Range<Int>])])
  func shares(needs: [Int], expected: [Range<Int>]) {
    let shares = LineFitting.shares(of: 0..<100, needs, gap: 10)
    #expect(shares.first == expected.first && shares.last == expected.last)
    if needs.count == 2 || needs[1] > 0 { #expect(shares == expected) }
  }

  @Test("A label line with tokens is left out if none of them has a value")
  func lines() throws {
    func text(_ source: String, _ facts: [String: String]) throws -> String {
      try PictureTemplate(source, others: .any).statedLines { key in
        facts[key.name].map { Fact($0) }
      }
    }
    #expect(try text(#"{name}\nf/{aperture} {iso}"#, ["name": "a"]) == "a")
    #expect(try text(#"{name}\nf/{aperture} {iso}"#, ["name": "a", "iso": "9"]) == "a\nf/ 9")
    #expect(try text(#"{iso}\n{name}\n{lens}"#, ["name": "a"]) == "a")
    #expect(try text(#"{iso|no ISO}\n-"#, [:]) == "no ISO\n-")
    #expect(try text(#"{iso}"#, [:]) == "")
    #expect(try text(#"a\n\nb"#, [:]) == "a\n\nb")
  }

  @Test("A number over a picture gets a band as wide as the number, and an empty label gets none")
  func bands() throws {
    for (alignment, edge) in [
      (Sheet.TextAlignment.left, \PixelRect.x), (.right, \PixelRect.maxX),
    ] {
      let planned = try Self.planned {
        $0.texts.label = try PictureTemplate("{index}")
        ($0.texts.labelPosition, $0.texts.alignment, $0.firstNumber) = (.over, alignment, 101)
      }
      for (index, tile) in planned.plan.pages[0].tiles.enumerated() {
        let (label, image) = (try #require(tile.label), try #require(tile.placement?.image))
        #expect(label.text == "\(101 + index)")
        #expect(label.area.width < 40 && label.area[keyPath: edge] == image[keyPath: edge])
      }
    }
    let empty = try Self.planned {
      $0.texts.label = try PictureTemplate("{iso}")
      $0.texts.labelPosition = .over
    }
    #expect(empty.plan.pages[0].tiles.allSatisfy { $0.label == nil })
  }

  @Test(
    "Bands are as wide as their text if every text is less than half as wide as its picture",
    arguments: [#"({index})"#, "No {index}", #"a\n({index:a})"#])
  func narrowBands(template: String) throws {
    func bands(_ end: String) throws -> [(band: PixelRect, image: PixelRect)] {
      let planned = try Self.planned {
        $0.texts.label = try PictureTemplate(template + end)
        $0.texts.labelPosition = .over
      }
      return try planned.plan.pages[0].tiles.map { tile in
        (try #require(tile.label).area, try #require(tile.placement).image)
      }
    }
    var last = 0
    for count in 0...12 {
      let bands = try bands(String(repeating: "m", count: count))
      // Both pictures have bands of the same kind.
      let areNarrow = bands.map { $0.band.width < $0.image.width }
      #expect(Set(areNarrow).count == 1)
      for (band, image) in bands {
        #expect(band.isInside(image) && band.maxY == image.maxY && band.width >= last)
        // A centred band is off the centre by half a pixel at most.
        #expect(abs((band.x - image.x) - (image.maxX - band.maxX)) <= 1)
        if areNarrow[0] { #expect(band.width < image.width * 3 / 4) }
      }
      #expect(areNarrow[0] || count > 2)
      last = bands[0].band.width
    }
    #expect(try bands("").allSatisfy { $0.band.width < 60 })
    #expect(
      try bands(String(repeating: "m", count: 12)).allSatisfy { $0.band.width == $0.image.width })
  }

  @Test("A short label has as much space to the left of its text as to the right")
  func evenBands() throws {
    for alignment in [Sheet.TextAlignment.left, .center, .right] {
      let planned = try Self.planned {
        $0.texts.label = try PictureTemplate("({index})")
        ($0.texts.labelPosition, $0.texts.alignment) = (.over, alignment)
      }
      let label = try #require(planned.plan.pages[0].tiles[0].label)
      let inset = planned.plan.labelInset(of: label)
      let width = TypeSetter(.builtin, size: label.size).drawnWidth(of: label.text)
      #expect(label.area.width - width == 2 * inset && inset >= 2)
    }
  }

  @Test("A watermark lies along the diagonal of each picture and inside it")
  func watermarks() throws {
    let planned = try Self.planned {
      $0.watermark = .text(try PictureTemplate("PROOF {index}"))
    }
    let page = planned.plan.pages[0]
    let marks = page.texts.filter { $0.role == .watermark }
    #expect(marks.map(\.text) == ["PROOF 1", "PROOF 2"])
    for (mark, tile) in zip(marks, page.tiles) {
      let image = try #require(tile.placement?.image)
      #expect(mark.area == image && mark.isDiagonal && mark.shown == nil)
      #expect(WatermarkTexts(on: page).text(on: tile) == mark.text)
      #expect(mark.size > 16)
    }
    let setter = WatermarkSetter(.builtin)
    // No picture is too small for a watermark, and no text is too long.
    for (text, side) in [("PROOF", 9), ("PROOF", 1), (String(repeating: "long ", count: 99), 200)] {
      let image = PixelRect(x: 3, y: 5, width: side, height: side)
      let mark = try #require(PlannedText.watermark(text, over: image, by: setter))
      #expect(mark.area.isInside(image) && mark.text == text && mark.isDiagonal == (side > 1))
    }
    // The text takes up most of the diagonal, whatever the shape of the picture.
    for (width, height) in [(480, 320), (320, 480), (300, 300), (1600, 900)] {
      let image = PixelRect(x: 0, y: 0, width: width, height: height)
      let mark = try #require(PlannedText.watermark("PROOF", over: image, by: setter))
      let face = TypeSetter(.builtin, size: mark.size)
      let diagonal = Double(width * width + height * height).squareRoot()
      #expect(Double(face.drawnWidth(of: "PROOF")) > diagonal / 2, "\(width) x \(height)")
    }
    #expect(
      PlannedText.watermark(" ", over: PixelRect(x: 0, y: 0, width: 99, height: 99), by: setter)
        == nil)
  }

  @Test("A watermark is shortened only if it does not fit at the smallest size")
  func wholeWatermarks() throws {
    var random = SeededGenerator(seed: 71)
    let setter = WatermarkSetter(.builtin)
    let words = ["© Jane Doe", "PROOF", "Wim & Söhne", "draft 2026-11-30", "i", "WWWWWWWWWWWW"]
    for word in words {
      for _ in 0..<300 {
        let image = PixelRect(
          x: 0, y: 0, width: 20 + random.number(below: 900), height: 20 + random.number(below: 900))
        let mark = try #require(PlannedText.watermark(word, over: image, by: setter))
        let width = TypeSetter(.builtin, size: mark.size).drawnWidth(of: word)
        #expect(
          width <= mark.boxSize.width || mark.size == 4,
          "\(word) over \(image.width) x \(image.height): \(width) > \(mark.boxSize.width)")
      }
    }
    let portrait = PixelRect(x: 0, y: 0, width: 122, height: 174)
    let landscape = PixelRect(x: 0, y: 0, width: 246, height: 164)
    for image in [portrait, landscape] {
      let mark = try #require(PlannedText.watermark("© Jane Doe", over: image, by: setter))
      #expect(mark.size > 20)
    }
  }

  @Test(
    "An image used as a watermark is in the middle of each picture, and can make a grey sheet coloured"
  )
  func pictureAsWatermark() throws {
    for channels in [PixelFormat.Channels.gray, .rgb] {
      let logo = StubPicture(
        name: "logo.png", size: PixelSize(width: 60, height: 20), channels: channels)
      let planned = try Self.planned { $0.watermark = .picture("logo.png", SheetPicture(logo)) }
      let plan = planned.plan
      #expect(
        plan.watermark
          == PlannedWatermark(.text("logo.png"), size: PixelSize(width: 60, height: 20)))
      #expect(plan.pages[0].texts.isEmpty)
      for tile in plan.pages[0].tiles {
        let image = try #require(tile.placement?.image)
        #expect(tile.watermark == plan.watermark?.area(over: image))
        // A tile stores its watermark along with the part that trimming keeps; only the watermark
        // is set.
        #expect(tile.placement?.kept == nil)
      }
    }
    func isGray(_ channels: PixelFormat.Channels) throws -> Bool {
      var job = SheetJob()
      job.watermark = .picture(
        "logo.png",
        SheetPicture(StubPicture(size: PixelSize(width: 6, height: 2), channels: channels)))
      let picture = StubPicture(size: PixelSize(width: 30, height: 20), channels: .gray)
      return try SheetPlanner(job).plan([PictureGroup(pictures: [SheetPicture(picture)])]).plan
        .isGray
    }
    #expect(try isGray(.gray) && !isGray(.rgb))
    let unread = try Self.planned { $0.watermark = .picture("logo.png", nil) }
    #expect(unread.plan.watermark == nil)
  }

  @Test("A token that is valid but probably a mistake gets a note with what was probably meant")
  func doubts() throws {
    func notes(_ label: String) throws -> [String] {
      try Self.planned { $0.texts.label = try PictureTemplate(label, others: .any) }
        .notes.of(.doubtfulToken).map(\.description)
    }
    #expect(try notes("{taken:DD.MM.YYYY}")[0].hasSuffix("write '{taken:%d.%m.%Y}'"))
    #expect(try notes("{taken:yyyy-mm-dd HH:mm:ss}")[0].hasSuffix("{taken:%Y-%m-%d %H:%M:%S}'"))
    for (letters, format) in [
      ("d.m.Y", "%d.%m.%Y"), ("Y-m-d H:i:s", "%Y-%m-%d %H:%M:%S"), ("H:M", "%H:%M"),
      ("D.M.Y", "%d.%m.%Y"), ("j. F Y", "%-d. %B %Y"), ("d M y", "%d %b %y"), ("H:m", "%H:%M"),
      ("q.Y", "%d %B %Y"), ("M", "%b"),
    ] {
      #expect(
        try notes("{taken:\(letters)}")[0].hasSuffix("write '{taken:\(format)}'"), "\(letters)")
    }
    #expect(try notes("{taken:day}")[0].hasSuffix("write '{taken:%d %B %Y}'"))
    #expect(try notes("{index+100}")[0].hasSuffix("numberFrom 101 makes {index} begin there"))
    #expect(try notes("{index+9223372036854775807}")[0].hasSuffix("write '{index}'"))
    for label in ["{taken}", "{taken:%Y}", "{index:3}", "{iso+100}", "{index+No {index}}"] {
      #expect(try notes(label).isEmpty, "\(label)")
    }
  }
}
