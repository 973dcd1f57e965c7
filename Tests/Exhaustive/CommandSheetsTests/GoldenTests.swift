import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

@Suite struct GoldenTests {
  @Test("The help is the same as in the golden file")
  func help() throws {
    let run = try CommandRun(["--help"], in: TemporaryFolder())
    #expect(run.status == 0)
    let golden = try Golden.contents("help.txt", actual: run.standardOutput)
    for (line, expected) in zip(Self.lines(run.standardOutput), Self.lines(golden)) {
      #expect(line == expected)
    }
    #expect(run.standardOutput.count == golden.count)
  }

  private static func lines(_ data: Data) -> [Substring] {
    String(decoding: data, as: UTF8.self).split(separator: "\n")
  }

  @Test(
    "The sheet of the sample pictures is the same as the golden one",
    arguments: [("grid", "360x240"), ("tiered", "150")])
  func samples(layout: String, size: String) throws {
    let folder = TemporaryFolder()
    let samples = Repository.root.appendingPathComponent("SampleImages").path
    let run = try CommandRun(
      [samples, "--layout", layout, "--size", size, "--gap", "4", "-o", "-"], in: folder)
    #expect(run.status == 0)
    #expect(run.standardError.isEmpty)
    let isSame = try Golden.shows([UInt8](run.standardOutput), in: "\(layout).png")
    #expect(isSame, "the pixels of \(layout).png differ")
  }
}

@Suite struct SampleImageTests {
  static func samples() throws -> [(name: String, bytes: [UInt8])] {
    let folder = Repository.root.appendingPathComponent("SampleImages")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.filter { $0 != "Photographs" }.map { name in
      (name, [UInt8](try Data(contentsOf: folder.appendingPathComponent(name))))
    }
  }

  @Test(
    "The three sample photographs are small JPEGs: one with Exif data, one with a profile and one progressive"
  )
  func photographs() throws {
    let folder = Repository.root.appendingPathComponent("SampleImages/Photographs")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
      [UInt8](try Data(contentsOf: folder.appendingPathComponent($0)))
    }
    #expect(files.count == 3)
    #expect(files.allSatisfy { $0.starts(with: [0xFF, 0xD8, 0xFF]) && $0.count < 100_000 })
    func count(_ mark: [UInt8]) -> Int { files.count { $0.firstRange(of: mark) != nil } }
    #expect(count(Array("Exif\0\0".utf8)) == 1)
    #expect(count(Array("ICC_PROFILE\0".utf8)) == 1)
    // The frame header of a progressive file with three channels of 8 bits.
    #expect(count([0xFF, 0xC2, 0, 17, 8]) == 1)
  }

  @Test("There are many sample pictures, and all files together are small")
  func size() throws {
    let samples = try Self.samples()
    #expect(samples.count >= 24)
    #expect(samples.map(\.bytes.count).reduce(0, +) < 4_000_000)
    #expect(samples.allSatisfy { $0.name.hasSuffix(".png") })
  }

  @Test("The sample pictures include every kind of PNG")
  func kinds() throws {
    var kinds: Set<String> = []
    for sample in try Self.samples() {
      let chunks = try #require(PNGChunk.chunks(of: sample.bytes))
      let header = try #require(chunks.first?.data)
      let colorType = try #require(PNGFixture.ColorType(rawValue: header[9]))
      kinds.insert("\(colorType) \(header[8])")
      if header[12] == 1 { kinds.insert("interlaced \(colorType)") }
      if chunks.contains(where: { $0.type == "tRNS" }) { kinds.insert("tRNS \(colorType)") }
    }
    for colorType in PNGFixture.ColorType.allCases {
      for depth in colorType.bitDepths { #expect(kinds.contains("\(colorType) \(depth)")) }
    }
    for colorType in [PNGFixture.ColorType.gray, .rgb, .palette] {
      #expect(kinds.contains("tRNS \(colorType)"))
    }
    #expect(kinds.filter { $0.hasPrefix("interlaced") }.count >= 3)
  }
}
