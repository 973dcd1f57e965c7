import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SheetText
import TestSupport
import Testing

@testable import SheetPlans
@testable import SheetRendering

@Suite struct ScaleBarDrawingTests {
  private static func plan(_ bar: String = "61 px") throws -> SheetPlan {
    var job = SheetJob(
      sources: [StubPicture(name: "a.png", size: PixelSize(width: 200, height: 120))])
    job.texts.font = .builtin
    job.scaleBars = [try #require(try PictureRule(bar, as: RuleForm<Sheet.ScaleBar>.scaleBar))]
    return try job.sheetPlan()
  }

  @Test(
    "On any background, a bar has its exact width in white between dark outlines, or in black between light ones, and only its area changes",
    arguments: [false, true])
  func bars(isBlack: Bool) throws {
    let plan = try Self.plan(isBlack ? "61 px, black" : "61 px")
    let tile = plan.pages[0].tiles[0]
    let (scaleBar, image) = (try #require(tile.scaleBar), try #require(tile.placement?.image))
    let (width, format) = (plan.pages[0].size.width, PixelFormat(.gray, .eight))
    let gray = Color(red: 128 / 255, green: 128 / 255, blue: 128 / 255)
    for (ground, code) in [(Color.white, 255), (.black, 0), (gray, 128)] as [(Color, UInt8)] {
      var rows = SheetRows(
        0..<plan.pages[0].size.height, width: width,
        background: BackdropRows(.color(ground), width: width, in: format))
      let texts = Lettering(plan).scaleBar(
        scaleBar, on: image, inRows: image.rows, in: format)
      for text in texts {
        text.draw(in: image.rows, visible: { _ in 0..<width }, into: &rows)
      }
      let (bytes, bar) = (rows.bytes, scaleBar.bar)
      func pixel(_ x: Int, _ y: Int) -> UInt8 {
        isBlack ? 255 - bytes[y * width + x] : bytes[y * width + x]
      }
      for y in bar.rows {
        #expect((bar.x..<bar.maxX).allSatisfy { pixel($0, y) == 255 })
        #expect(pixel(bar.x - 1, y) < 50 && pixel(bar.maxX, y) < 50)
      }
      #expect((bar.x..<bar.maxX).allSatisfy { pixel($0, bar.maxY) < 50 })
      let changed = bytes.indices.filter { bytes[$0] != code }
      #expect(
        changed.allSatisfy {
          PixelRect(x: $0 % width, y: $0 / width, width: 1, height: 1).isInside(scaleBar.outlined)
        })
      // The text has both colours.
      let letters = scaleBar.text.area.rows.flatMap { y in
        (scaleBar.text.area.x..<scaleBar.text.area.maxX).map { pixel($0, y) }
      }
      #expect(letters.contains { $0 > 180 } && letters.contains { $0 < 50 })
    }
  }

  @Test(
    "A scale bar drawn in strips has the same pixels as one drawn at once",
    arguments: [1, 2, 5, 17])
  func strips(height: Int) throws {
    let plan = try Self.plan()
    let tile = plan.pages[0].tiles[0]
    let (scaleBar, image) = (try #require(tile.scaleBar), try #require(tile.placement?.image))
    let (size, format) = (plan.pages[0].size, PixelFormat(.gray, .eight))
    func drawn(inStripsOf height: Int) -> [UInt8] {
      var rows = SheetRows(
        0..<size.height, width: size.width,
        background: BackdropRows(.color(.black), width: size.width, in: format))
      for start in stride(from: 0, to: size.height, by: height) {
        let strip = start..<start + height
        guard strip.overlaps(scaleBar.outlined.rows) else { continue }
        let texts = Lettering(plan).scaleBar(scaleBar, on: image, inRows: strip, in: format)
        for text in texts {
          // Even if more rows are asked for, only the strip's rows are drawn.
          text.draw(in: 0..<size.height, visible: { _ in 0..<size.width }, into: &rows)
        }
      }
      return rows.bytes
    }
    let whole = drawn(inStripsOf: size.height)
    #expect(whole.contains { $0 > 200 })
    #expect(drawn(inStripsOf: height) == whole)
  }

  @Test(
    "The outline of a scale bar is equally wide in all directions",
    arguments: [0, 1, 2, 3, 4, 7, 30])
  func outline(distance: Int) {
    var generator = SeededGenerator(seed: UInt64(distance))
    for (width, height) in [(1, 1), (1, 9), (9, 1), (8, 5), (23, 17)] {
      let ink = (0..<width * height).map { _ in
        UInt8.random(in: 0...255, using: &generator) / 32 * 32
      }
      let spread = ink.spread(by: distance, width: width, height: height)
      for y in 0..<height {
        for x in 0..<width {
          var most: UInt8 = 0
          for row in max(0, y - distance)...min(height - 1, y + distance) {
            for column in max(0, x - distance)...min(width - 1, x + distance) {
              most = max(most, ink[row * width + column])
            }
          }
          #expect(spread[y * width + x] == most)
        }
      }
    }
  }

  @Test("No part of a scale bar is drawn outside its picture, even if a plan puts it at the edge")
  func clipped() throws {
    let plan = try Self.plan()
    let image = PixelRect(x: 10, y: 10, width: 60, height: 40)
    var scaleBar = try #require(plan.pages[0].tiles[0].scaleBar)
    scaleBar.bar = PixelRect(x: 10, y: 47, width: 60, height: 3)
    scaleBar.text.area = PixelRect(x: 10, y: 10, width: 60, height: 37)
    let format = PixelFormat(.gray, .eight)
    var rows = SheetRows(
      0..<80, width: 80, background: BackdropRows(.color(.white), width: 80, in: format))
    for text in Lettering(plan).scaleBar(scaleBar, on: image, inRows: 0..<80, in: format) {
      text.draw(in: 0..<80, visible: { _ in 0..<80 }, into: &rows)
    }
    let drawn = rows.bytes.indices.filter { rows.bytes[$0] != 255 }
    #expect(!drawn.isEmpty)
    #expect(
      drawn.allSatisfy { PixelRect(x: $0 % 80, y: $0 / 80, width: 1, height: 1).isInside(image) })
  }
}
