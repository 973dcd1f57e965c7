import CommandFixtures
import FormatFixtures
import Foundation
import JPEGFixtures
import TestSupport
import Testing

/// Inputs from public bug reports, each in a folder whose name begins with its number.
private enum Reports {
  private static let folder = Corpora.folder.appending(path: "reports")

  /// The path of the report with a given number.
  static func path(_ number: Int) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let prefix = number < 10 ? "0\(number)-" : "\(number)-"
    return folder.appending(path: try #require(names.first { $0.hasPrefix(prefix) })).path
  }
}

/// Inputs from public bug reports, with the facts and pixels that other programs find.
@Suite(.needs(.corpus("reports"), .jpeg, .heif))
struct ReportedInputTests {
  private static let taken = "{taken:%Y-%m-%d %H:%M:%S}"

  @Test(
    "Each input from a bug report gives the right result",
    arguments: [
      (1, "", ["--list={name} {width}x{height}"], ["frame.jpg 256x144", "frame.png 256x144"]),
      (
        4, "", ["--list={stem} {width}x{height}"],
        [
          "A-stored-as-sensor 80x120", "B-upright 80x120", "D-upright-own-orientation-1 80x120",
          "G-half-turn-own-orientation-1 120x80",
        ]
      ),
      (5, "", ["--sort", "taken", "--list={stem}"], ["z-first", "m-second", "a-third"]),
      (
        5, "", ["--sort", "taken", "--stack", "0.05s", "--list={stem}"],
        ["z-first", "m-second", "a-third"]
      ),
      (7, "", ["--list={width}x{height}"], ["512x384"]),
      (
        10, "", ["--list={stem} \(taken)"],
        [
          "blank-padded 2024-05-06 07:08:09", "fraction 2024-05-06 07:08:09",
          "iso-T 2024-05-06 07:08:09", "iso-T-zone 2004-09-04 23:39:06",
          "nul-between 2024-05-06 07:08:09", "slashes-canoscan 2024-05-06 07:08:09",
          "unpadded 2024-05-06 07:08:09", "with-zone 2015-02-01 14:42:59",
          "Z 2024-05-06 07:08:09",
        ]
      ),
      (12, "", ["-r", "--list={name}"], ["IMG_1.jpg"]),
      (
        13, "", ["--list={name}"],
        ["DSC_1.insp", "DSC_1.jps", "DSC_1.MPO", "DSC_1.pjp", "DSC_1.pjpeg", "seen.jpg"]
      ),
      (
        16, "", ["--list={stem} {keywords|-} {rating|-} {title|-} {city|-}"],
        [
          "digikam-tags-and-pick garden, may -1 - -", "exif-rating-xp garden, may 4 Evening -",
          "extended-xmp garden, may 4 - -", "iptc garden, may - Evening Rome",
          "microsoft-rating - 4 - -",
        ]
      ),
      (
        17, "", ["--list={name} {text:parameters:Seed} {text:parameters:Steps}"],
        [
          "key-in-prompt.png 42 20", "sdnext-pipes.png 42 25", "usercomment.jpg 42 20",
          "usercomment.webp 42 20",
        ]
      ),
      (18, "", ["--list={name} {width}"], ["window-4k.png 200"]),
      (21, "sidecar", ["--list={rating}"], ["4"]),
      (23, "", ["--list={description}"], ["“dunes” – 5 €"]),
    ] as [(Int, String, [String], [String])])
  func facts(number: Int, subfolder: String, options: [String], expected: [String]) throws {
    let run = try CommandRun(
      [Reports.path(number) + "/" + subfolder] + options, in: TemporaryFolder())
    #expect(run.status == 0, "\(run.standardError)")
    #expect(run.text.split(separator: "\n").map(String.init) == expected)
  }

  @Test("Pictures with a composed and a decomposed name are paired, and differ")
  func pair() throws {
    let folder = try Reports.path(21)
    let run = try CommandRun(
      ["\(folder)/after", "--compare", "\(folder)/before", "--list={status}"], in: TemporaryFolder()
    )
    #expect(run.status == 3 && run.text == "different\n", "\(run.standardError)")
  }

  @Test(
    "The corners of each picture have the expected colours",
    arguments: [
      (3, "red-green-blue-yellow.jpg", "red green blue yellow"),
      (4, "A-stored-as-sensor.nef", "blue red yellow green"),
      (4, "B-upright.nef", "blue red yellow green"),
      (4, "D-upright-own-orientation-1.dng", "blue red yellow green"),
      (4, "G-half-turn-own-orientation-1.nef", "yellow blue green red"),
    ])
  func corners(number: Int, name: String, expected: String) throws {
    let folder = TemporaryFolder()
    try CommandRun(
      [
        "\(Reports.path(number))/\(name)", "--margin", "0", "--tile", "1x1", "--label", "", "-o",
        "s.png",
      ], in: folder)
    let sheet = try DecodedSheet(#require(folder.contents("s.png")))
    let colors = [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
      let pixel = sheet.pixel(sheet.width * x / 4, sheet.height * y / 4)
      switch (pixel[0] > 128, pixel[1] > 128, pixel[2] > 128) {
      case (true, false, false): return "red"
      case (false, true, false): return "green"
      case (false, false, true): return "blue"
      case (true, true, false): return "yellow"
      default: return "\(pixel)"
      }
    }
    #expect(colors.joined(separator: " ") == expected)
  }
}
