import Foundation
package import PNGFixtures
package import TestSupport
import Testing

extension PNGFixture {
  /// A picture of seeded noise, with a palette if the colour type needs one.
  package static func noise(
    width: Int = 13, height: Int = 11, bitDepth: Int, colorType: ColorType
  ) -> PNGFixture {
    var generator = SeededGenerator(seed: 1)
    let largest = UInt16(truncatingIfNeeded: (1 << bitDepth) - 1)
    let palette = (0..<(colorType == .palette ? 1 << bitDepth : 0)).map { _ in
      Color(.random(in: 0...255, using: &generator), .random(in: 0...255, using: &generator), 7)
    }
    let samples = (0..<width * height * colorType.channels).map { _ in
      UInt16.random(in: 0...largest, using: &generator)
    }
    return PNGFixture(
      width: width, height: height, bitDepth: bitDepth, colorType: colorType, samples: samples,
      palette: palette)
  }

  /// This picture with a tRNS chunk that matches some of its pixels.
  package func withTransparency() -> PNGFixture {
    var fixture = self
    switch colorType {
    case .palette:
      fixture.transparency = (0..<max(1, palette.count - 1)).map { UInt8($0 * 37 % 256) }
    case .gray, .rgb:
      let key = samples.suffix(colorType.channels)
      fixture.transparency = key.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    case .grayAlpha, .rgba:
      break
    }
    return fixture
  }

  /// This picture, interlaced with Adam7.
  package func interlaced() -> PNGFixture {
    var fixture = self
    fixture.isInterlaced = true
    return fixture
  }

  /// The bytes that a reader should return.
  ///
  /// Written from the PNG specification, chapters 11 (tRNS) and 13 (sample depth rescaling).
  package func expectedBytes() -> [UInt8] {
    let channels = colorType.channels
    return stride(from: 0, to: samples.count, by: channels).flatMap { start -> [UInt8] in
      let pixel = Array(samples[start..<start + channels])
      if colorType == .palette {
        let index = Int(pixel[0])
        let color = palette[index]
        let alpha = transparency.map { index < $0.count ? $0[index] : 255 }
        return [color.red, color.green, color.blue] + (alpha.map { [$0] } ?? [])
      }
      return (pixel + alpha(of: pixel)).flatMap(bytes)
    }
  }

  private func alpha(of pixel: [UInt16]) -> [UInt16] {
    guard let transparency else { return [] }
    let key = stride(from: 0, to: transparency.count, by: 2).map {
      UInt16(transparency[$0]) << 8 | UInt16(transparency[$0 + 1])
    }
    return [pixel == key ? 0 : UInt16(truncatingIfNeeded: (1 << bitDepth) - 1)]
  }

  private func bytes(of sample: UInt16) -> [UInt8] {
    if bitDepth == 16 { return [UInt8(sample >> 8), UInt8(sample & 255)] }
    return [UInt8(Int(sample) * 255 / ((1 << bitDepth) - 1))]
  }
}

/// A small file, with a name for the test log.
package struct SmallFile: CustomTestStringConvertible {
  package let testDescription: String
  package let fixture: PNGFixture

  package init(_ name: String, _ fixture: PNGFixture) {
    testDescription = name
    self.fixture = fixture
  }

  /// The file with every bit of its chunks' data flipped, one at a time, and correct checksums.
  package var bitFlipsWithChecksums: some Sequence<DamagedBytes> {
    let chunks = fixture.chunks()
    return chunks.indices.lazy.flatMap { index in
      chunks[index].data.bitFlips.lazy.map { damaged in
        var file = chunks
        file[index].data = damaged.bytes
        return DamagedBytes(
          bytes: PNGChunk.file(file), description: "\(damaged) in \(chunks[index].type)")
      }
    }
  }
}

extension TemporaryFolder {
  package func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file and returns its path.
  package func file(_ bytes: [UInt8], name: String = "picture.png") throws -> String {
    try write(bytes, to: name)
    return path(name)
  }

  /// The names of the folder's files that this process has open.
  package func openFiles() -> [String] {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.compactMap { descriptor in
      let link = "/proc/self/fd/\(descriptor)"
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
      return target.flatMap { $0.hasPrefix(url.path) ? URL(filePath: $0).lastPathComponent : nil }
    }
  }
}
