import Foundation
import JPEGFixtures
import PNGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures

/// Pictures whose pixels are examined.
@Suite struct AnalyzedPictureTests {
  let folder = TemporaryFolder()

  private func analyzed(_ bytes: [UInt8], _ name: String = "a.png") throws -> SheetPicture {
    try folder.write(bytes, to: name)
    return try SheetPicture(fileAt: folder[name], MetadataUse(), .none, .standard).analyzed()
  }

  private static func png(_ width: Int, _ height: Int, isInterlaced: Bool = false) -> [UInt8] {
    let samples = (0..<width * height).flatMap { place -> [UInt16] in
      let (x, y) = (place % width, place / width)
      return [UInt16(x * 7 % 256), UInt16(y * 5 % 256), UInt16((x + y) / 9 % 2 * 255)]
    }
    return PNGFixture(
      width: width, height: height, colorType: .rgb, samples: samples, isInterlaced: isInterlaced
    ).encoded()
  }

  @Test("A picture has the same pixel facts whether or not it is interlaced")
  func stored() throws {
    let facts = try #require(try analyzed(Self.png(90, 60)).pixelFacts)
    #expect(try analyzed(Self.png(90, 60, isInterlaced: true)).pixelFacts == facts)
    #expect(try analyzed(Self.png(91, 60)).pixelFacts != facts)
  }

  @Test("A damaged picture, or one without pixels, has a reason instead of pixel facts")
  func damaged() throws {
    let file = Self.png(90, 60)
    for cut in [file.count / 2, file.count - 20] {
      let picture = try analyzed(Array(file[..<cut]))
      #expect(picture.pixelFacts == nil && picture.unreadable == nil)
      #expect(picture.damage?.reason.isEmpty == false)
      // The size of the picture is still known.
      #expect(picture.size == PixelSize(width: 90, height: 60))
    }
    let picture = try analyzed(Array(file[..<20]))
    #expect(picture.damage == picture.unreadable && picture.damage != nil)
    let clear = PNGFixture(
      width: 9, height: 9, colorType: .rgba, samples: [UInt16](repeating: 0, count: 4 * 81))
    let transparent = try analyzed(clear.encoded())
    #expect(transparent.pixelFacts == nil && transparent.damage == nil)
  }

  @Test("Only pictures with requested facts are decoded, and known facts are not calculated again")
  func once() throws {
    try folder.write(Self.png(9, 9), to: "a.png")
    let picture = try SheetPicture(fileAt: folder["a.png"], MetadataUse(), .none, .standard)
    #expect(picture.pixelFacts == nil && picture.fact(FactKey("hue")) == nil)
    let seen = try picture.analyzed()
    try FileManager.default.removeItem(atPath: folder["a.png"].string)
    #expect(try seen.analyzed().pixelFacts == seen.pixelFacts)
    #expect(try picture.analyzed().damage != nil)
  }

  @Test("Pictures keep their order, and their facts are the same for any number of workers")
  func workers() async throws {
    var pictures: [SheetPicture] = []
    for number in 0..<9 {
      try folder.write(Self.png(20 + 9 * number, 30), to: "\(number).png")
      pictures.append(
        try SheetPicture(fileAt: folder["\(number).png"], MetadataUse(), .none, .standard))
    }
    let alone = try pictures.map { try $0.analyzed().pixelFacts }
    for workers in [1, 2, 5] {
      let seen = try await pictures.analyzed(workers: workers)
      #expect(seen.map(\.source.name) == pictures.map(\.source.name))
      #expect(seen.map(\.pixelFacts) == alone)
    }
  }

  @Test(
    "JPEGs decoded at a scale have nearly the same facts as whole ones, in every colour space",
    .needs(.jpeg),
    arguments: JPEGFixture.Space.allCases)
  func reduced(space: JPEGFixture.Space) throws {
    // At half scale, the picture is still at least 512 pixels wide.
    let fixture = JPEGFixture(width: 1100, height: 130, space: space)
    var rows: [UInt8] = []
    for y in 0..<fixture.height {
      for x in 0..<fixture.width {
        for channel in 0..<space.channels {
          rows.append(UInt8((x / 40 * 50 + y / 30 * 70 + channel * 80) % 256))
        }
      }
    }
    let picture = try analyzed(fixture.encoded(rows), "a.jpg")
    let facts = try #require(picture.pixelFacts)
    let header = try #require(picture.readableHeader)
    var whole = MiniatureRows(of: header, side: PixelFacts.side)
    let decoded = try picture.source.rows(as: header)
    for _ in 0..<header.size.height { try decoded.next { whole.add($0) } }
    let expected = try #require(PixelFacts(of: whole, turned: .upright))
    #expect(abs(facts.brightness - expected.brightness) < 0.01)
    #expect(abs(facts.contrast - expected.contrast) < 0.02)
    #expect(abs(facts.sharpness - expected.sharpness) < 0.1)
    #expect(facts.thumbnail.difference(from: expected.thumbnail) < 2 * 768)
    #expect((facts.hue == nil) == (expected.hue == nil))
    if space == .gray { #expect(facts.hue == nil && facts.saturation == 0) }
  }
}
