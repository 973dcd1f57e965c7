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

/// `--orient fit`: pictures rotate by 90° if they then fill more of their cells.
@Suite struct TurningTests {
  private static func job(_ layout: any Layout) -> SheetJob {
    var job = SheetJob()
    job.metadata.orientation = .fit
    job.layout = layout
    job.texts.font = .builtin
    return job
  }

  private static func plan(_ job: SheetJob, _ pictures: [SheetPicture]) throws -> SheetPlan {
    try SheetPlanner(job).plan([PictureGroup(pictures: pictures)]).plan
  }

  private static func cell(_ width: Int, _ height: Int) -> GridLayout {
    GridLayout(.cell(PixelSize(width: width, height: height)))
  }

  @Test("Each picture covers at least as much of its cell as it would upright", arguments: 1...40)
  func gain(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let pictures = (0...random.number(below: 30)).map { _ in
      SheetPicture.stub(20 + random.number(below: 900), 20 + random.number(below: 900))
    }
    let side = 40 + random.number(below: 300)
    var job = Self.job(Self.cell(side, 40 + random.number(below: 300)))
    job.style.enlargement = [.never, .allowed][random.number(below: 2)]
    job.texts.label = try PictureTemplate("{name}")
    let turned = try Self.plan(job, pictures)
    job.metadata.orientation = .auto
    let upright = try Self.plan(job, pictures)
    for (one, other) in zip(turned.pages[0].tiles, upright.pages[0].tiles) {
      let (new, old) = try (
        #require(one.placement?.image.size), #require(other.placement?.image.size)
      )
      // Only the horizontal position is compared: below shorter pictures, rows move up.
      #expect(one.cell.x == other.cell.x && one.label?.text == other.label?.text)
      let isTurned = turned.pictures[one.index].isTurned
      // The shorter side is rounded.
      let gain = Double(new.width * new.height) / Double(old.width * old.height)
      #expect(gain >= 0.97 && (isTurned || new == old))
      let size = try #require(pictures[one.index].size)
      #expect(turned.pictures[one.index].size == (isTurned ? size.swapped : size))
    }
  }

  @Test("The cell ratio is calculated from the ratios that pictures have after rotation")
  func ratio() throws {
    let pictures = Array(repeating: SheetPicture.stub(600, 400), count: 6) + [.stub(400, 600)]
    let plan = try Self.plan(Self.job(GridLayout()), pictures)
    #expect(plan.pictures.map(\.isTurned) == Array(repeating: false, count: 6) + [true])
    let cells = Set(plan.pages[0].tiles.map(\.cell.size))
    #expect(cells.count == 1 && plan.pages[0].tiles.allSatisfy { $0.placement?.image == $0.cell })
  }

  @Test("A single landscape on a portrait page is rotated, and a portrait is not")
  func page() throws {
    let sheet = GridLayout(.sheet(PixelSize(width: 600, height: 900), cellRatio: .automatic))
    for picture in [SheetPicture.stub(3000, 2000), .stub(2000, 3000)] {
      let plan = try Self.plan(Self.job(sheet), [picture])
      #expect(plan.pictures[0].isTurned == (picture.size?.width == 3000))
      #expect((plan.pages[0].tiles[0].placement?.image.height ?? 0) > 850)
    }
  }

  @Test(
    "Squares, pictures shown whole, and pictures in cells of their ratio are not rotated")
  func unturned() throws {
    let plan = try Self.plan(Self.job(Self.cell(100, 200)), [.stub(300, 300), .stub(90, 60)])
    #expect(plan.pictures.map(\.isTurned) == [false, false])
    for layout in [RowLayout(), MasonryLayout(), CollageLayout(), TieredLayout()] as [any Layout] {
      let plan = try Self.plan(
        Self.job(layout), [.stub(300, 200), .stub(200, 300), .stub(300, 200)])
      #expect(plan.pictures.allSatisfy { !$0.isTurned }, "\(layout.name)")
    }
  }

  @Test("A picture is rotated only if at least a tenth more of it is then shown", arguments: 1...40)
  func leastGain(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (width, height) = (200 + random.number(below: 200), 200 + random.number(below: 200))
    let pictures = (0..<20).map { _ in
      SheetPicture.stub(800 + random.number(below: 900), 800 + random.number(below: 900))
    }
    for scaling in [Scaling.fit, .fill] {
      var job = Self.job(Self.cell(width, height))
      job.style.scaling = scaling
      for (picture, planned) in zip(pictures, try Self.plan(job, pictures).pictures) {
        let size = try #require(picture.size)
        // The fraction of the picture that fills the cell, or of the cell that the picture fills.
        func share(_ size: PixelSize) -> Double {
          let ratio = Double(size.width * height) / Double(size.height * width)
          return min(ratio, 1 / ratio)
        }
        let gain = share(size.swapped) / share(size)
        if abs(gain - 1.1) < 1e-9 { continue }
        #expect(planned.isTurned == (gain > 1.1), "\(size) in \(width) x \(height)")
      }
    }
  }

  @Test("In nearly square cells, landscapes stay upright")
  func nearlySquare() throws {
    let plan = try Self.plan(Self.job(Self.cell(725, 738)), [.stub(3000, 2000), .stub(2000, 3000)])
    #expect(plan.pictures.allSatisfy { !$0.isTurned })
  }

  @Test("Facts describe the upright picture, and a focus rotates with its picture")
  func facts() throws {
    var job = Self.job(Self.cell(100, 200))
    job.texts.label = try PictureTemplate("{width} {height} {aspect}")
    job.style.scaling = .fill
    job.foci = [try #require(try PictureRule("*=0,0.5", as: .focus))]
    let plan = try Self.plan(job, [.stub(900, 300)])
    let tile = plan.pages[0].tiles[0]
    #expect(tile.label?.text == "900 300 3:1" && plan.pictures[0].isTurned)
    // The left edge of the picture is at the bottom.
    #expect(tile.placement?.crop == Rect(x: 0, y: 300, width: 300, height: 600))
  }

  @Test("A picture is first rotated upright, as Exif says")
  func exif() throws {
    let picture = SheetPicture(
      StubPicture(size: PixelSize(width: 200, height: 300), orientation: .rightTurn))
    let planned = try SheetPlanner(Self.job(Self.cell(100, 200)))
      .plan([PictureGroup(pictures: [picture])])
    #expect(planned.plan.pictures[0].isTurned)
    #expect(planned.pictures[0].readableHeader?.orientation == .upright)
    #expect(planned.pictures[0].uprightSize == PixelSize(width: 300, height: 200))
  }

  @Test("A plan of rotated pictures is the same when read back from its JSON")
  func roundTrip() throws {
    let job = Self.job(Self.cell(100, 200))
    let planned = try SheetPlanner(job).plan([
      PictureGroup(pictures: [.stub(300, 200), .stub(200, 300)])
    ])
    #expect(planned.plan.pictures.map(\.isTurned) == [true, false])
    #expect(try Self.plan(job, planned.pictures) == planned.plan)
    #expect(planned.pictures[0].turned(.auto).size == PixelSize(width: 300, height: 200))
    let json = SheetManifest(planned.plan, files: ["a.png"]).json()
    #expect(String(decoding: json, as: UTF8.self).contains("\"turned\""))
    #expect(try SheetManifest(json: json).plan == planned.plan)
  }

  @Test(
    "A rule rotates its pictures from upright, and fit does not rotate them further",
    arguments: Sheet.Turn.allCases)
  func rule(turn: Sheet.Turn) throws {
    var job = Self.job(Self.cell(100, 200))
    job.turns = try ["a=left", "a=\(turn.rawValue)"].map {
      try #require(try PictureRule($0, as: .turn))
    }
    let pictures = ["a", "b"].map { name in
      SheetPicture(
        StubPicture(
          name: name, size: PixelSize(width: 200, height: 300), orientation: .rightTurn))
    }
    let planned = try SheetPlanner(job).plan([PictureGroup(pictures: pictures)])
    // Both are 300 x 200 when upright; fit rotates the other one.
    #expect(planned.plan.pictures.map(\.turn) == [turn, .left])
    let expected: Orientation =
      switch turn {
      case .auto: .rightTurn
      case .left: .upright
      case .right: .halfTurn
      case .half: .leftTurn
      }
    #expect(planned.pictures[0].readableHeader?.orientation == expected)
    #expect(planned.pictures[0].uprightSize == PixelSize(width: 300, height: 200))
    let json = SheetManifest(planned.plan, files: ["a.png"]).json()
    #expect(try SheetManifest(json: json).plan == planned.plan)
  }

  @Test("In a plan, \"turned\" without a direction means to the left, as it always has")
  func earlierPlan() throws {
    let job = Self.job(Self.cell(100, 200))
    let plan = try Self.plan(job, [.stub(300, 200)])
    let json = String(decoding: SheetManifest(plan, files: ["a.png"]).json(), as: UTF8.self)
    #expect(json.contains("\"turned\"") && !json.contains("\"turn\""))
    #expect(plan.pictures[0].turn == .left)
  }

  @Test("Rotating a picture also rotates its crop and its focus")
  func part() throws {
    let size = PixelSize(width: 300, height: 200)
    let part = PixelRect(x: 10, y: 20, width: 30, height: 40)
    #expect(part.turned(.auto, in: size) == part)
    #expect(part.turned(.left, in: size) == PixelRect(x: 20, y: 260, width: 40, height: 30))
    #expect(part.turned(.half, in: size) == PixelRect(x: 260, y: 140, width: 30, height: 40))
    #expect(part.turned(.right, in: size) == PixelRect(x: 140, y: 10, width: 40, height: 30))
    let focus = try #require(Focus(x: 0.25, y: 0))
    #expect(focus.turned(.left) == Focus(x: 0, y: 0.75))
    #expect(focus.turned(.half) == Focus(x: 0.75, y: 1))
    #expect(focus.turned(.right) == Focus(x: 1, y: 0.25))

    var job = Self.job(Self.cell(100, 200))
    job.metadata.orientation = .auto
    job.turns = [try #require(try PictureRule("*=right", as: .turn))]
    job.crops = [try #require(try PictureRule("*=10,20,30,40", as: .crop))]
    let tile = try Self.plan(job, [.stub(300, 200)]).pages[0].tiles[0]
    #expect(tile.placement?.crop == Rect(x: 140, y: 10, width: 40, height: 30))
  }

  @Test("A rule that rotates nothing gets a note")
  func staleRule() throws {
    var job = Self.job(Self.cell(100, 200))
    job.turns = [try #require(try PictureRule("nothing*=right", as: .turn))]
    let notes = try SheetPlanner(job).plan([PictureGroup(pictures: [.stub(300, 200)])]).notes
    #expect(notes.map(\.kind) == [.staleRule])
  }

  @Test(
    "Four quarter turns cancel out, and each swaps the width and the height",
    arguments: Orientation.allCases)
  func orientations(orientation: Orientation) {
    let turned = orientation.turnedLeft
    #expect(turned.swapsSides != orientation.swapsSides)
    #expect(turned.turnedLeft.turnedLeft.turnedLeft == orientation)
    // The same point of the upright picture is followed before and after the rotation.
    let (width, height) = (5, 3)
    let upright = orientation.swapsSides ? (height, width) : (width, height)
    for row in 0..<height {
      let line = orientation.line(ofRow: row, width: width, height: height)
      let after = turned.line(ofRow: row, width: width, height: height)
      #expect(after.x == line.y && after.y == upright.0 - 1 - line.x)
    }
  }
}
