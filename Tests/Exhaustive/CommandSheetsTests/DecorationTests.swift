import CommandFixtures
import Foundation
import TestSupport
import Testing

@Suite struct DecorationTests {
  @Test("Frames, borders, shadows and gaps are drawn around pictures as their options say")
  func decoration() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    let manifest = try Manifest(
      dryRun: [
        "1.png", "--padding", "6", "--border", "2 silver", "--frame", "3,#0000ff", "--radius", "4",
        "--shadow", "8",
      ], in: folder)
    #expect(
      manifest.options.decoration
        == .init(
          padding: 6, radius: 4, border: "2 #c0c0c0ff", frame: "3 #0000ffff",
          shadow: "8 #00000066"))
  }

  @Test("A border is drawn around its picture, and a frame at the edge of its cell")
  func pixels() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png", width: 10, height: 10, color: [255, 0, 0])
    try CommandRun(
      [
        "1.png", "--cell", "30", "--margin", "5", "--border", "2 #00f", "--frame", "1 black",
        "-o", "s.png",
      ], in: folder)
    let sheet = try DecodedSheet(try #require(folder.contents("s.png")))
    #expect(sheet.size == "40x40")
    let row = (0..<20).map { sheet.pixel($0, 20) }
    let (white, black): ([UInt8], [UInt8]) = ([255, 255, 255], [0, 0, 0])
    let expected =
      Array(repeating: white, count: 5) + [black] + Array(repeating: white, count: 7)
      + Array(repeating: [0, 0, 255], count: 2) + Array(repeating: [255, 0, 0], count: 5)
    #expect(row == expected)
  }

  @Test("The value `none` removes borders, frames and shadows set in a configuration file")
  func none() throws {
    let folders = try Folders(project: "--border 2\n--frame 2\n--shadow 9")
    try folders.work.writePicture("1.png")
    let options = ["1.png", "--dry-run", "--manifest", "-"]
    let taken = ["--border", "none", "--frame", "none", "--shadow", "none"]
    #expect(
      try folders.run(options + taken).text == folders.run(options + ["--no-config"]).text)
    #expect(
      try folders.run(options).text != folders.run(options + ["--no-config"]).text)
  }

  @Test("A negative padding or radius is a usage error", arguments: ["--padding", "--radius"])
  func negative(option: String) throws {
    let run = try CommandRun(["1.png", "\(option)=-1"], in: TemporaryFolder())
    #expect(run.status == 64)
    #expect(
      run.standardError.contains("as \(option) <N>: it is negative; write whole pixels from 0 up"))
  }
}
