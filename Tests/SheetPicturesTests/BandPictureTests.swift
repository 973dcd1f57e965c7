import SheetImaging
import SheetLayout
import SheetModel
import Testing

@testable import SheetPictures

/// The bands of pictures: as they are written, and as they are shown.
@Suite struct BandPictureTests {
  @Test("A choice of bands is one or three numbers from 1 to 64, and anything else is refused")
  func descriptions() {
    for (text, bands) in [
      ("1", .gray(1)), ("64", .gray(64)), ("4,3,2", .colors(red: 4, green: 3, blue: 2)),
      ("1,1,64", .colors(red: 1, green: 1, blue: 64)),
    ] as [(String, Sheet.Bands)] {
      #expect(Sheet.Bands(text) == bands, "\(text)")
      #expect(bands.description == text)
    }
    for text in [
      "", "0", "65", "-1", "+1", "1.5", "a", "1,2", "1,2,3,4", "1,,2", ",1", "1,2,0", "1, 2, 3",
      "99999999999999999999",
    ] {
      #expect(Sheet.Bands(text) == nil, "\(text)")
    }
  }

  /// A picture whose bytes are 0, 1, 2 and so on.
  private struct Counting: PictureSource {
    let format: PixelFormat

    var name: String { "counting" }

    func header() -> PictureHeader {
      var header = PictureHeader(size: PixelSize(width: 2, height: 3), format: format)
      header.colorSpace = .adobeRGB
      return header
    }

    func rows(as header: PictureHeader) throws -> sending any PictureRows {
      let count = 2 * format.bytesPerPixel
      return MemoryRows(bytes: (0..<UInt8(3 * count)).map { $0 }, rowBytes: count)
    }
  }

  @Test(
    "The samples of the chosen bands are shown, whatever the format, and all others are ignored")
  func samples() throws {
    for channels in PixelFormat.Channels.allCases {
      for depth in [.eight, .sixteen] as [SampleDepth] {
        let format = PixelFormat(channels, depth)
        let picture = Counting(format: format)
        let whole = picture.header()
        let last = channels.count
        for bands in [.gray(1), .gray(last), .colors(red: last, green: 1, blue: last)]
          as [Sheet.Bands]
        {
          let shown = try #require(BandPicture(picture, as: whole, bands))
          let header = shown.header()
          #expect(
            header.format == PixelFormat(bands.numbers.count == 1 ? .gray : .rgb, depth))
          #expect(header.size == whole.size && header.colorSpace == whole.colorSpace)
          #expect(shown.bands == bands && shown.name == "counting")
          var bytes: [UInt8] = []
          try shown.forEachRow(as: header) { row in
            for place in 0..<row.count { bytes.append(row[place]) }
          }
          var expected: [UInt8] = []
          for pixel in 0..<6 {
            for number in bands.numbers {
              let place = pixel * format.bytesPerPixel + (number - 1) * depth.bytes
              for byte in 0..<depth.bytes { expected.append(UInt8(place + byte)) }
            }
          }
          #expect(bytes == expected, "\(format) \(bands)")
        }
        for bands in [.gray(last + 1), .gray(0), .colors(red: 1, green: last + 1, blue: 1)]
          as [Sheet.Bands]
        {
          #expect(BandPicture(picture, as: whole, bands)?.bands == nil, "\(format) \(bands)")
        }
      }
    }
  }
}
