import CommandFixtures
import Foundation
import JPEGFixtures
import PNGFixtures
import TestSupport
import Testing

/// Files limited to a number of bytes.
@Suite(.needs(.jpeg)) struct MaximumBytesTests {
  /// A folder with three pictures of noise whose levels change gradually.
  private static func folder(width: Int = 100, height: Int = 80) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    var random = SeededGenerator(seed: 11)
    for number in 1...3 {
      var level = 128
      let samples = (0..<width * height * 3).map { _ in
        level = min(255, max(0, level + random.number(below: 61) - 30))
        return UInt16(level)
      }
      try folder.write(
        PNGFixture(width: width, height: height, colorType: .rgb, samples: samples).encoded(),
        to: "pics/\(number).png")
    }
    return folder
  }

  private static let options = ["pics", "--cell", "100x80", "--label", "{name}", "-q"]

  private static func byteCount(
    _ name: String, _ options: [String], in folder: TemporaryFolder
  ) throws -> Int {
    let run = try CommandRun(Self.options + ["-o", name] + options, in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    return try #require(folder.contents(name)).count
  }

  @Test(
    "--max-bytes gives the same bytes as the highest --quality within that limit",
    arguments: ["s.jpg", "s.pdf"], [[], ["--tile", "1x2"], ["--radius", "3"]])
  func highest(name: String, more: [String]) throws {
    let folder = try Self.folder()
    let single = name.hasSuffix("pdf") ? name : name.replacing("s.", with: "s%d.")
    let first = single.replacing("%d", with: "1")
    func contents(_ options: [String]) throws -> [UInt8] {
      let run = try CommandRun(Self.options + more + ["-o", single] + options, in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      return try #require(folder.contents(first))
    }
    let limit = try contents(["--quality", "70"]).count
    let found = try contents(["--max-bytes", "\(limit)"])
    #expect(found.count <= limit)
    #expect(!folder.names.contains { $0.contains("contactsheet-") })
    let level = try #require((70...99).first { try contents(["--quality", "\($0)"]) == found })
    #expect(try contents(["--quality", "\(level + 1)"]).count > limit)
    for workers in ["1", "5"] {
      #expect(try contents(["--max-bytes", "\(limit)", "--jobs", workers]) == found)
    }
  }

  @Test("With --max-bytes, the quality is at most --quality, and a PDF that fits is lossless")
  func bounds() throws {
    let folder = try Self.folder()
    for name in ["s.jpg", "s.pdf"] {
      _ = try Self.byteCount(name, ["--quality", "60"], in: folder)
      let requested = folder.contents(name)
      _ = try Self.byteCount(name, ["--quality", "60", "--max-bytes", "9MB"], in: folder)
      #expect(folder.contents(name) == requested)
    }
    _ = try Self.byteCount("s.pdf", [], in: folder)
    let exact = folder.contents("s.pdf")
    _ = try Self.byteCount("s.pdf", ["--max-bytes", "9MB"], in: folder)
    #expect(folder.contents("s.pdf") == exact)
    let run = try CommandRun(
      Self.options + ["-o", "jpeg:-", "--quality", "60", "--max-bytes", "9MB"], in: folder)
    #expect([UInt8](run.standardOutput) == folder.contents("s.jpg"))
  }

  @Test(
    "If the limit is too low, the old file is kept, and the suggested width or density works",
    arguments: [
      ["--cell", "100x80"], ["--paper", "10x15cm", "--dpi", "60", "--margin", "0"],
    ])
  func tooFew(size: [String]) throws {
    let folder = try Self.folder(width: 400, height: 320)
    let options = ["pics", "-o", "s.jpg"]
    func run(_ size: [String], _ limit: Int) throws -> CommandRun {
      try CommandRun(options + size + ["--max-bytes", "\(limit)"], in: folder)
    }
    #expect(try CommandRun(options + size + ["--quality", "40"], in: folder).status == 0)
    let old = try #require(folder.contents("s.jpg"))
    let limit = old.count * 7 / 10
    let refused = try run(size, limit)
    #expect(refused.status == 2)
    let message = try #require(
      refused.standardError.firstMatch(
        of:
          /cannot write 's.jpg' within [0-9]+k?B: at quality 40, it is [0-9. kB]+; use (--[a-z]+) ([0-9x]+)/
      ))
    #expect(folder.contents("s.jpg") == old)
    #expect(folder.names == ["pics", "s.jpg"])
    let (option, number) = (String(message.1), String(message.2))
    #expect(option == (size[0] == "--paper" ? "--dpi" : "--size"))
    let smaller = size[0] == "--paper" ? size + [option, number] : [option, number]
    let last = try run(smaller, limit)
    #expect(last.status == 0, "\(last.standardError)")
  }

  @Test("A limit on bytes is refused for PNGs and lossless PDFs, which have no quality")
  func usage() throws {
    let folder = try Self.folder()
    for (options, message) in [
      ([], "a PNG is always exact; name a JPEG or a PDF with --output"),
      (
        ["-o", "s.pdf", "--quality", "exact"],
        "a file with exact pixels cannot be made smaller; leave out --quality"
      ),
    ] {
      let run = try CommandRun(["pics", "--max-bytes", "9MB"] + options, in: folder)
      #expect(run.status == 64 && run.standardError.contains(message), "\(run.standardError)")
    }
  }

  @Test("The summary states the quality")
  func result() throws {
    let folder = try Self.folder()
    let run = try TerminalRun(
      ["pics", "-o", "s.jpg", "--quality", "60", "--max-bytes", "9MB"], in: folder)
    #expect(run.lines.last?.contains("kB at quality 60 in ") == true, "\(run.text)")
  }
}
