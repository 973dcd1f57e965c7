import CLibraries
import JPEGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures

@Suite(.needs(.jpeg))
struct JPEGRowsTests {
  /// Files of every colour space, subsampling and coding.
  static let fixtures: [JPEGFixture] = JPEGFixture.Space.allCases.flatMap { space in
    [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1)].flatMap { across, down in
      [false, true].flatMap { isProgressive in
        [0, 3].map { restartInterval in
          var fixture = JPEGFixture(width: 61, height: 37, space: space)
          fixture.sampling = (across, down)
          fixture.isProgressive = isProgressive
          fixture.restartInterval = restartInterval
          return fixture
        }
      }
    }
  }

  @Test("Rows match libjpeg's decoding of the whole file, at every scale", arguments: fixtures)
  func rows(fixture: JPEGFixture) throws {
    let file = fixture.encoded()
    for scale in PictureScale.allCases {
      let expected = JPEGFixture.decoded(file, divisor: scale.rawValue)
      let read = try ReadPicture(jpeg: file, at: scale)
      #expect(read.failure == nil)
      #expect(read.header.size == PixelSize(width: 61, height: 37))
      #expect(read.header.isReducible)
      #expect(expected.height == read.rows.count)
      #expect(expected.channels == fixture.space.channels)
      if fixture.space.channels < 4 {
        #expect(read.rows.joined().elementsEqual(expected.bytes), "at 1/\(scale.rawValue)")
        #expect(read.header.format.bytesPerPixel == expected.channels)
      } else {
        // All readers treat inks as inverted, as Adobe stores them.
        let inks = expected.bytes.map(Int.init)
        var colors: [UInt8] = []
        for pixel in stride(from: 0, to: inks.count, by: 4) {
          let key = inks[pixel + 3]
          for ink in inks[pixel..<pixel + 3] { colors.append(UInt8((ink * key + 127) / 255)) }
        }
        #expect(read.rows.joined().elementsEqual(colors), "at 1/\(scale.rawValue)")
      }
    }
  }

  @Test("A scaled picture has the size in its header, and no fraction of a pixel is lost")
  func sizes() throws {
    for (width, height) in [(1, 1), (7, 9), (8, 8), (17, 16), (33, 65)] {
      let file = JPEGFixture(width: width, height: height).encoded()
      for scale in PictureScale.allCases {
        let read = try ReadPicture(jpeg: file, at: scale)
        let size = scale.size(of: PixelSize(width: width, height: height))
        #expect(read.rows.count == size.height)
        #expect(read.rows.allSatisfy { $0.count == 3 * size.width })
        #expect(read.failure == nil)
      }
    }
  }

  @Test(
    "Colours match those of other readers, with and without the Adobe and JFIF markers",
    arguments: [
      // The colour is pure cyan: inks are inverted, whichever program wrote them.
      (.cmyk, [0, 255, 255, 255], false, false, [0, 255, 255]),
      (.cmyk, [0, 255, 255, 255], false, true, [0, 255, 255]),
      (.cmyk, [255, 255, 0, 255], true, false, [255, 255, 0]),
      // Only the marker states that inks are coded as luma and chroma.
      (.ycck, [0, 255, 255, 255], false, true, [0, 255, 255]),
      // The channels are numbered with the letters R, G and B, or the file has the marker.
      (.rgb, [250, 30, 90], false, false, [250, 30, 90]),
      (.rgb, [250, 30, 90], false, true, [250, 30, 90]),
      (.yCbCr, [250, 30, 90], true, false, [250, 30, 90]),
      (.yCbCr, [250, 30, 90], false, true, [250, 30, 90]),
      (.yCbCr, [250, 30, 90], false, false, [250, 30, 90]),
      (.gray, [77], false, false, [77]),
    ] as [(JPEGFixture.Space, [UInt8], Bool, Bool, [Int])])
  func spaces(
    space: JPEGFixture.Space, pixel: [UInt8], hasJFIF: Bool, hasAdobe: Bool, expected: [Int]
  ) throws {
    var fixture = JPEGFixture(width: 16, height: 16, space: space)
    (fixture.hasJFIFMarker, fixture.hasAdobeMarker, fixture.quality) = (hasJFIF, hasAdobe, 100)
    let read = try ReadPicture(jpeg: fixture.encoded((0..<256).flatMap { _ in pixel }))
    let count = expected.count
    let found = read.rows[8][(8 * count)..<(9 * count)]
    #expect(zip(found, expected).allSatisfy { abs(Int($0) - $1) < 4 }, "\(found)")
    let inks = "its CMYK colours are approximate: they are converted without a profile"
    #expect(read.header.warnings == (space.channels == 4 ? [inks] : []))
  }

  @Test(
    "A file with arithmetic coding is read if the library supports it, or else refused"
  )
  func arithmetic() throws {
    var fixture = JPEGFixture()
    fixture.isArithmetic = true
    let file = fixture.encoded()
    guard !file.isEmpty else { return }
    let read = try ReadPicture(jpeg: file)
    #expect(
      read.failure == nil || read.failure?.contains("arithmetic") == true, "\(read.failure ?? "")")
  }

  @Test("The C structures have the same layout as in the library that was found")
  func layout() throws {
    #expect(clibrary_load(.jpeg) == .ready)
    let path = try #require(JPEGFixture.libraryPath)
    #expect(cjpeg_interface() == (path.contains("libjpeg.so.8") ? 80 : 62))
  }
}
