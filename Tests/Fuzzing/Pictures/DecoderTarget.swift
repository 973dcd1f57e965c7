import Foundation
import PNGFixtures
import TestSupport

@testable import SheetPictures

/// Our own decoder against libpng, row by row, on any file, unchanged and with corrected checksums.
enum DecoderTarget: FuzzTarget {
  static let name = "decoder"

  static func seeds() throws -> [[UInt8]] {
    var files = PNGFixture.ColorType.allCases.flatMap { type in
      (type.bitDepths + type.bitDepths).enumerated().map { number, depth in
        var fixture = PNGFixture.ramp(width: 29, height: 23, bitDepth: depth, colorType: type)
        fixture.isInterlaced = number < type.bitDepths.count
        fixture.filter = .cycling
        fixture.compressionLevel = depth % 10
        fixture.dataChunkSize = depth * 20
        fixture.chunksAfterData = [.text("Late", "a"), .orientation(6)]
        return fixture.encoded()
      }
    }
    // A profile and a text that are a thousand times as long as the file.
    let zeros = [UInt8](repeating: 0, count: 4_000_000)
    let bombs: [PNGChunk] = [
      .profile(name: "a", zeros), .compressedText("a", String(repeating: "a", count: 4_000_000)),
    ]
    files += bombs.map { bomb in
      var fixture = PNGFixture.ramp(width: 29, height: 23, bitDepth: 8, colorType: .rgb)
      fixture.chunksBeforeData = [bomb]
      return fixture.encoded()
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: "SampleImages") {
      guard name.hasSuffix(".png") else { continue }
      let file = try Data(contentsOf: URL(filePath: "SampleImages").appending(path: name))
      if file.count < 6000 { files.append(Array(file)) }
    }
    return files
  }

  static func check(_ bytes: [UInt8]) {
    compare(bytes)
    if let sealed = PNGChunk.sealed(bytes), sealed != bytes { compare(sealed) }
  }

  /// The limit on a picture's pixels: larger pictures take a long time and reveal no more.
  private static let pixelLimit = 1 << 18

  private static func compare(_ file: [UInt8]) {
    do throws(PictureFileError) {
      let reader = try PNGReader(bytes: file)
      guard reader.header.width * reader.header.height <= pixelLimit else { return }
      _ = (reader.colorChunks(), reader.density())
      checkTexts(reader.texts(.all), of: reader)
      checkExif(reader.exif(), in: file)
    } catch {
      // Files that cannot be opened are compared as well.
    }
    let differences = DecodingOutcome.differences(file)
    expect(
      differences.isEmpty,
      "\(differences.map { ($0.decoder, $0.found.rows.count, $0.found.error) }) instead of "
        + "\(DecodingOutcome(file, .libpng).error as Any)")
  }

  /// Checks that texts found by keyword are among all texts.
  private static func checkTexts(_ texts: [PNGText], of reader: borrowing PNGReader) {
    for keyword in Set(texts.map(\.keyword)) where keyword.unicodeScalars.count < 80 {
      let found = reader.texts(.keywords([keyword]))
      expect(
        found.starts(with: texts.filter { $0.keyword == keyword }),
        "different texts under a keyword")
    }
  }

  /// Checks that Exif data found without reading the pixels is in the file.
  private static func checkExif(_ found: [UInt8]?, in file: [UInt8]) {
    // The result of the search is undefined if checksums are wrong, or if a chunk's data contains
    // the header of a chunk.
    let letters = Array("IDAT".utf8)
    guard let chunks = PNGChunk.chunks(of: file), PNGChunk.file(chunks) == file,
      file.ranges(of: letters).count == chunks.count(where: { $0.type == "IDAT" })
    else { return }
    let expected = chunks.prefix { $0.type != "IEND" }.first { $0.type == "eXIf" }
    expect(found == expected?.data, "a different eXIf")
  }
}

extension PNGFixture {
  /// A picture of increasing samples, with a palette if the colour type needs one.
  static func ramp(
    width: Int, height: Int, bitDepth: Int, colorType: ColorType
  ) -> PNGFixture {
    let last = (1 << bitDepth) - 1
    return PNGFixture(
      width: width, height: height, bitDepth: bitDepth, colorType: colorType,
      samples: (0..<width * height * colorType.channels).map { UInt16($0 * 7 & last) },
      palette: (0..<(colorType == .palette ? last + 1 : 0)).map { Color(UInt8($0), 9, 200) })
  }
}
