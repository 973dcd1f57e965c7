import ColorFixtures
import Foundation
import SheetImaging
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetRendering

/// Real files: one photograph in many colour spaces, and invalid chunks.
@Suite struct ColorCorpusTests {
  static let photographs = Corpora.folder.appending(path: "color")
  static let hostile = Corpora.folder.appending(path: "hostile/generated")

  static func names(in folder: URL, _ isWanted: (String) -> Bool) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".png") && isWanted($0) }.sorted()
  }

  /// A picture reduced to 96 x 64 sRGB pixels, and the warnings about its colours.
  private func shown(_ file: URL) throws -> (bytes: [UInt8], warnings: [String]) {
    var reader = try PNGReader(path: file.path)
    let color = SourceColor(
      reader.colorChunks(), reader.rowFormat, pixelCount: 1)
    var resampler = RowResampler(
      color.rowFormat, color.space,
      columns: FilterTaps(.lanczos, from: reader.header.width, to: 96),
      rows: FilterTaps(.lanczos, from: reader.header.height, to: 64))
    let converter = RowColorConverter(from: color.space, resampler.channels)
    let format = PixelFormat(.rgb, .eight)
    let painter = RowPainter(from: resampler.channels, to: format, over: .color(.white))
    var row = [UInt8](repeating: 0, count: reader.bytesPerRow)
    var light = [Float](repeating: 0, count: 96 * resampler.channels.count)
    var painted = [UInt8](repeating: 0, count: 96 * 3)
    var bytes: [UInt8] = []
    for _ in 0..<reader.header.height {
      var rowSpan = row.mutableSpan
      try reader.readRow(into: &rowSpan)
      resampler.add(row.span)
      while resampler.hasRow {
        var lightSpan = light.mutableSpan
        _ = resampler.takeRow(into: &lightSpan)
        converter?.convert(&lightSpan)
        var paintedSpan = painted.mutableSpan
        painter.paint(light.span, at: PixelLine(x: 0, y: 0), into: &paintedSpan)
        bytes += painted
      }
    }
    return (bytes, color.warnings)
  }

  private func lab(_ bytes: [UInt8]) -> [[Double]] {
    stride(from: 0, to: bytes.count, by: 3).map { pixel in
      ReferenceColor.lab(sRGB: bytes[pixel..<pixel + 3].map { Double($0) / 255 })
    }
  }

  @Test("A photograph looks the same in every colour space", .needs(.corpus("color"), .littleCMS))
  func photograph() throws {
    let expected = lab(try shown(Self.photographs.appending(path: "kodim03-sRGB.png")).bytes)
    let names = Self.names(in: Self.photographs) { _ in true }
    #expect(names.count >= 17)
    for name in names {
      let (bytes, warnings) = try shown(Self.photographs.appending(path: name))
      #expect(warnings.isEmpty, "\(name)")
      let differences = zip(lab(bytes), expected).map { ReferenceColor.difference($0, $1) }
      let mean = differences.reduce(0, +) / Double(differences.count)
      let worst = differences.sorted()[differences.count * 99 / 100]
      // The first file's samples are encoded with the sRGB curve, which its gAMA of 1/2.2 only
      // approximates. The samples of the second file are encoded with a gamma that is taken for
      // sRGB if nothing else is stated, as in browsers.
      let isApproximate =
        ["kodim03-DisplayP3-cHRM-gAMA.png", "kodim03-gamma2.2-16bit.png"].contains(name)
      #expect(mean < (isApproximate ? 1 : 0.35), "\(name): \(mean)")
      #expect(worst < (isApproximate ? 2.5 : 1.6), "\(name): \(worst)")
    }
  }

  @Test(
    "Pictures with invalid colour chunks are shown as sRGB, each with its warning",
    .needs(.corpus("hostile")))
  func hostileChunks() throws {
    let kinds = ["iccp-", "chrm-", "gama-", "cicp-", "srgb-"]
    let names = Self.names(in: Self.hostile) { name in kinds.contains { name.hasPrefix($0) } }
    #expect(names.count >= 15)
    for name in names {
      let reader = try PNGReader(path: Self.hostile.appending(path: name).path)
      let color = SourceColor(
        reader.colorChunks(), reader.rowFormat, pixelCount: 1)
      #expect(color.space == .sRGB, "\(name)")
      #expect(color.warnings.count == 1, "\(name): \(color.warnings)")
    }
  }
}
