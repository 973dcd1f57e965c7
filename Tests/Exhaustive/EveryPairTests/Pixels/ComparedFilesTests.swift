import Foundation
import PNGFixtures
import SheetImaging
import SheetLayout
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures

/// Files in many encodings, compared with each other.
@Suite struct ComparedFilesTests {
  /// A pattern of black, white and the greys that all depths have, in files of every kind.
  static let encodings: [(name: String, file: [UInt8])] = {
    let (width, height) = (13, 7)
    // Black or white, so that one bit is enough.
    let isWhite = (0..<width * height).map { $0 * 7 % 5 < 2 }
    var files: [(String, [UInt8])] = []
    for type in PNGFixture.ColorType.allCases {
      for depth in type.bitDepths {
        for isInterlaced in [false, true] {
          let maximum = UInt16(truncatingIfNeeded: (1 << depth) - 1)
          var fixture = PNGFixture(
            width: width, height: height, bitDepth: depth, colorType: type,
            samples: isWhite.flatMap { isWhite -> [UInt16] in
              let code = isWhite ? maximum : 0
              switch type {
              case .gray: return [code]
              case .palette: return [isWhite ? 0 : 1]
              case .rgb: return [code, code, code]
              case .grayAlpha: return [code, maximum]
              case .rgba: return [code, code, code, maximum]
              }
            })
          if type == .palette { fixture.palette = [.init(255, 255, 255), .init(0, 0, 0)] }
          fixture.isInterlaced = isInterlaced
          files.append(
            ("\(type), \(depth) bits\(isInterlaced ? ", interlaced" : "")", fixture.encoded()))
        }
      }
    }
    return files
  }()

  @Test("Pictures with equal pixels compare equal, whatever their encodings")
  func encodings() throws {
    #expect(Self.encodings.count >= 30)
    let folder = TemporaryFolder()
    for (index, encoding) in Self.encodings.enumerated() {
      try folder.write(encoding.file, to: "\(index).png")
    }
    func file(_ index: Int) -> PNGFile {
      PNGFile(FilePath(folder.url.appendingPathComponent("\(index).png").path))
    }
    for one in Self.encodings.indices {
      for other in Self.encodings.indices {
        let counts = try PictureDifference(
          from: file(one), to: file(other), by: ComparisonRule(tolerance: 0)
        ).counts()
        #expect(
          counts.areEqual && counts.total == 91,
          "\(Self.encodings[one].name) and \(Self.encodings[other].name)")
      }
    }
  }

  @Test("The error says which of the two files is damaged")
  func damage() throws {
    let fixture = PNGFixture(
      width: 24, height: 24, colorType: .rgb,
      samples: (0..<3 * 24 * 24).map { place -> UInt16 in UInt16(place * 31 % 256) })
    let whole = fixture.encoded()
    let folder = TemporaryFolder()
    try folder.write(whole, to: "whole.png")
    let path = { (name: String) in
      PNGFile(FilePath(folder.url.appendingPathComponent(name).path))
    }
    var numbers = SeededGenerator(seed: 5)
    var unreadable = 0
    for round in 0..<1000 {
      var damaged = whole
      if round % 3 == 0 {
        damaged.removeLast(1 + numbers.number(below: whole.count - 1))
      } else {
        let bit: UInt8 = 1 << UInt8(numbers.number(below: 8))
        damaged[numbers.number(below: whole.count)] ^= bit
      }
      try folder.write(damaged, to: "damaged.png")
      let isBefore = round % 2 == 0
      do {
        let counts = try PictureDifference(
          from: path(isBefore ? "damaged.png" : "whole.png"),
          to: path(isBefore ? "whole.png" : "damaged.png")
        ).counts()
        #expect(counts.changed <= counts.total)
      } catch let error as UnreadablePicture {
        #expect(error.name.hasSuffix("damaged.png"), "\(error)")
        unreadable += 1
      }
    }
    #expect(unreadable > 900)
  }

  @Test(
    "For pixelmatch's fixtures, counts of changed pixels are equal or close to its own counts",
    .needs(.corpus("compare")))
  func pixelmatch() throws {
    let folder = Corpora.folder.appending(path: "compare")
    let table = try String(contentsOf: folder.appending(path: "EXPECTED.tsv"), encoding: .utf8)
    for line in table.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t").map(String.init)
      func file(_ name: String) -> PNGFile {
        PNGFile(FilePath(folder.appendingPathComponent("\(name).png").path))
      }
      let counts = try PictureDifference(
        from: file(fields[0]), to: file(fields[1]),
        by: ComparisonRule(tolerance: try #require(Double(fields[2])))
      ).counts()
      let expected = try #require(Int(fields[3]))
      // In one pair, a few pixels are at the tolerance, within the precision of the cube root
      // tables.
      let allowed = fields[0] == "1a" ? 2 : 0
      #expect(abs(counts.changed - expected) <= allowed, "\(line): \(counts.changed)")
    }
  }
}
