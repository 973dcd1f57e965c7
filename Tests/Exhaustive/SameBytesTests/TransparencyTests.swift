import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// Sheets with everything that is drawn over a background: pictures, shadows, corners, letters,
/// cells.
@Suite struct TransparencyTests {
  static let folder = Result {
    let folder = TemporaryFolder.untilExit()
    for (number, channels) in [4, 4, 2].enumerated() {
      let width = 48 + 30 * number
      let samples = (0..<width * 40).flatMap { place -> [UInt16] in
        let (x, y) = (place % width, place / width)
        let colors = [x * 5, y * 6, x * y].prefix(channels - 1).map { UInt16($0 % 256) }
        return colors + [UInt16(min(255, x * 3 + y * 2))]
      }
      let picture = PNGFixture(
        width: width, height: 40, colorType: channels == 4 ? .rgba : .grayAlpha, samples: samples)
      try folder.write(picture.encoded(), to: "in/\(number).png")
    }
    try folder.writePicture("in/shadow.png", color: [0, 0, 0, 128])
    return folder
  }

  static let options = [
    "../in", "--cell", "48", "--radius", "6", "--shadow", "5 #0008", "--border", "2 #f008",
    "--padding", "3", "--cell-background", "#ff880040", "--label", "{name}", "--font", "builtin 11",
    "--text-color", "#102030",
  ]

  static func sheet(
    _ options: [String], _ name: String, in folder: TemporaryFolder
  ) throws -> DecodedSheet {
    let run = try CommandRun(Self.options + options + ["-o", name], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    return try DecodedSheet(#require(folder.contents(name)))
  }

  @Test(
    "A transparent sheet laid over a colour is within 1 of the sheet made on that colour",
    arguments: [([255, 255, 255], "8"), ([0, 0, 0], "8"), ([32, 96, 160], "16")])
  func laidOver(background: [UInt8], depth: String) throws {
    let folder = TemporaryFolder(in: try Self.folder.get())
    let hexadecimal = "#" + background.map { String(Int($0) + 256, radix: 16).suffix(2) }.joined()
    let clear = try Self.sheet(["--background", "none", "--depth", depth], "clear.png", in: folder)
    let made = try Self.sheet(
      ["--background", hexadecimal, "--depth", depth], "made.png", in: folder)
    #expect(clear.size == made.size)
    var (differences, translucent) = ([Double](), 0)
    for y in 0..<made.height {
      for x in 0..<made.width {
        let (pixel, seen) = (clear.samples(x, y), made.samples(x, y))
        if 0.1..<0.9 ~= pixel[3] { translucent += 1 }
        for channel in 0..<3 {
          let below = Double(background[channel]) / 255
          let laid = pixel[channel] * pixel[3] + below * (1 - pixel[3])
          differences.append(abs((laid * 255).rounded() - (seen[channel] * 255).rounded()))
        }
      }
    }
    // Each layer is rounded. Below four translucent layers, a pixel may be one level further off.
    #expect(differences.count { $0 > 1 } <= differences.count / 10_000)
    #expect(differences.allSatisfy { $0 <= 2 } && translucent > 1000)
  }

  @Test("Black at alpha 128 over white gives 127")
  func half() throws {
    let folder = TemporaryFolder(in: try Self.folder.get())
    try CommandRun(["../in/shadow.png", "--margin", "0", "-o", "s.png"], in: folder)
    let sheet = try DecodedSheet(#require(folder.contents("s.png")))
    #expect(sheet.pixel(sheet.width / 2, sheet.height / 2).allSatisfy { $0 == 127 })
  }

  @Test(
    "A PDF with a soft mask, shown on white, matches the sheet made on white to within 2.5 levels",
    .needs(.pdfTools))
  func softMask() throws {
    let folder = TemporaryFolder(in: try Self.folder.get())
    let white = try Self.sheet(["--background", "white"], "white.png", in: folder)
    let options = ["--background", "none", "-o", "s.pdf", "--manifest", "m.json"]
    try CommandRun(Self.options + options, in: folder)
    let drawn = try folder.drawn("s.pdf", as: white)
    // Texts are outlines, whose edges each viewer smooths differently.
    let texts = try Manifest(Data(#require(folder.contents("m.json")))).pages[0].textAreas
    #expect(try #require(white.difference(from: drawn.poppler, outside: texts)) <= 1.51)
    // MuPDF rounds each blend a second time.
    #expect(try #require(white.difference(from: drawn.mupdf, outside: texts)) <= 2.51)
  }
}

extension DecodedSheet {
  /// The samples of a pixel, from 0 to 1.
  fileprivate func samples(_ x: Int, _ y: Int) -> [Double] {
    let bytes = pixel(x, y)
    guard bitDepth == 16 else { return bytes.map { Double($0) / 255 } }
    return stride(from: 0, to: bytes.count, by: 2).map { index -> Double in
      Double(Int(bytes[index]) << 8 | Int(bytes[index + 1])) / 65_535
    }
  }
}

/// The option `--light`: resampling uses either linear light or encoded samples.
@Suite struct LightOptionTests {
  @Test(
    "With encoded samples, thin lines stay darker than in linear light, even if a plan is rendered")
  func lines() throws {
    let folder = TemporaryFolder()
    let samples = (0..<200 * 200).map { UInt16($0 % 4 == 0 ? 0 : 255) }
    for number in 1...3 {
      try folder.write(
        PNGFixture(width: 200, height: 200, colorType: .gray, samples: samples).encoded(),
        to: "in/\(number).png")
    }
    func sheet(_ name: String, _ options: [String]) throws -> [UInt8] {
      let run = try CommandRun(options + ["-o", name, "--force"], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      return try #require(folder.contents(name))
    }
    let options = ["in", "--cell", "50", "--margin", "0", "--filter", "box"]
    let linear = try sheet("s.png", options)
    let encoded = try sheet(
      "e.png", options + ["--light", "encoded", "--manifest", "m.json", "--jobs", "1"])
    // A quarter of the pixels are black and the others white. Their mean is 225 in linear light,
    // and 191 if encoded samples are averaged.
    #expect(
      try DecodedSheet(linear).pixel(25, 25)[0] == 225
        && DecodedSheet(encoded).pixel(25, 25)[0] == 191)
    #expect(
      try sheet("j.png", options + ["--light", "encoded", "--jobs", "5"]) == encoded)
    #expect(try sheet("l.png", options + ["--light", "linear"]) == linear)

    let plan = try Manifest(Data(#require(folder.contents("m.json"))))
    #expect(plan.options.light == "encoded" && plan.version == 5)
    #expect(try sheet("p.png", ["--from-plan", "m.json"]) == encoded)
    let usual = try Manifest(dryRun: options + ["--edge", "none"], in: folder)
    #expect(usual.options.light == nil && usual.version == 5)
  }
}
