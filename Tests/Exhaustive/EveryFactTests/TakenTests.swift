import ContactSheet
import PNGFixtures
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPlans
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning

/// The times at which pictures were taken, in complete jobs.
@Suite struct TakenTests {
  let folder = TemporaryFolder()

  private func write(
    _ name: String, camera: String = "Canon R5", exif: KeyValuePairs<Int, ExifFixture.Value> = [:],
    written: String = "", xmp: String = "", iptc: String? = nil
  ) throws {
    let exif = ExifFixture([
      272: .ascii(camera), 306: .ascii(written), 34665: .directory(ExifFixture(exif)),
    ])
    try folder.write(
      PNGFixture(
        width: 4, height: 3, bitDepth: 8, colorType: .gray, samples: Array(repeating: 0, count: 12),
        chunksBeforeData: [
          PNGChunk(type: "eXIf", data: exif.encoded()),
          .internationalText("XML:com.adobe.xmp", xmp, compressed: false),
          .text("Raw profile type iptc", iptc.map { Self.profile(day: $0) } ?? ""),
        ]
      ).encoded(), to: "in/\(name)")
  }

  /// An IPTC date and time, as ImageMagick writes them.
  private static func profile(day: String) -> String {
    let datasets = IPTCFixture([(55, day), (60, "070809+0100")]).datasets
    let digits = datasets.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    return "\niptc\n \(datasets.count)\n\(digits.joined())\n"
  }

  private var job: SheetJob { SheetJob(inputs: [.path(folder["in"])]) }

  private func list(
    _ template: String, sort: String = "natural", _ clocks: [String] = []
  ) async throws -> [String] {
    var job = job
    job.order = ImageOrder(by: try SortKey(parsing: sort))
    job.clocks = try clocks.map { try #require(try PictureRule($0, as: .clock)) }
    var text = ""
    _ = try await job.list(as: .template(try PictureTemplate(template))) { text += $0 }
    return text.split(separator: "\n").map(String.init)
  }

  @Test("Times in the picture's file override a sidecar's, and the file's date comes last")
  func precedence() async throws {
    let xmp = [
      "exif:DateTimeOriginal='2003-01-01T00:00'", "photoshop:DateCreated='2004-01-01'",
      "exif:DateTimeDigitized='2005-01-01'", "xmp:CreateDate='2006'",
    ]
    let written = "2009:01:01 00:00:00"
    for first in 0...9 {
      let exif: KeyValuePairs<Int, ExifFixture.Value> =
        [
          36867: .ascii(first < 1 ? "2001:01:01 00:00:00" : "0000:00:00 00:00:00"),
          36868: .ascii(first < 2 ? "2002:01:01 00:00:00" : " "),
        ]
      try write(
        "\(first).png", exif: exif, written: written,
        xmp: "<x \(xmp.dropFirst(max(0, first - 2)).joined(separator: " "))/>",
        iptc: first < 7 ? "20070506" : nil)
      let beside = first < 8 ? "xmp:CreateDate='2008'" : ""
      try folder.write(Array("<x \(beside)/>".utf8), to: "in/\(first).xmp")
    }
    let years = try await list("{taken:%Y}")
    #expect(years == (2001...2009).map(String.init) + ["2009"])
    #expect(try await list("{taken:%F %T}")[6] == "2007-05-06 07:08:09")
  }

  @Test("Fractions of a second are used in sorting, bursts and labels")
  func subSeconds() async throws {
    for (name, fraction) in [("a", "92"), ("m", "50"), ("z", "05")] {
      try write(
        "\(name).png", exif: [36867: .ascii("2023:08:13 09:26:39"), 37521: .ascii(fraction)])
    }
    let lines = try await list("{stem} {taken:%S.%f} {taken:%-f}", sort: "taken")
    #expect(lines == ["z 39.050000 05", "m 39.500000 5", "a 39.920000 92"])
    for (seconds, tiles) in [(0.05, 3), (0.42, 2), (0.45, 1), (1, 1)] {
      var job = job
      job.stacking = .taken(within: seconds)
      #expect(try await job.plan().plan.pictures.count == tiles, "\(seconds)")
    }
  }

  @Test("auto:taken sorts by capture time if every picture has one, and otherwise like auto")
  func takenIfKnown() async throws {
    for (name, day) in [("a", "03"), ("b", "01"), ("c", "02")] {
      try write("\(name).png", exif: [36867: .ascii("2024:06:\(day) 10:00:00")])
    }
    #expect(try await list("{stem}", sort: "auto:taken") == ["b", "c", "a"])
    try write("d.png", exif: [:])
    #expect(try await list("{stem}", sort: "auto:taken") == ["a", "b", "c", "d"])
  }

  @Test(
    "A corrected time is used in sorting, conditions, groups, bursts, labels and lists of facts")
  func clocks() async throws {
    for (name, camera, time) in [
      ("a", "Canon R5", "23:10:00"), ("b", "Nikon Z6", "22:09:58"), ("c", "Nikon Z6", "22:57:00"),
    ] {
      try write("\(name).png", camera: camera, exif: [36867: .ascii("2024:06:01 \(time)")])
    }
    #expect(try await list("{stem}", sort: "taken") == ["b", "c", "a"])
    let clock = ["nikon*=+1h3m", "?.png=+1s", "Leica*=-3d"]
    let lines = try await list("{stem} {taken:%d %T}", sort: "taken", clock)
    #expect(lines == ["a 01 23:10:01", "b 01 23:12:59", "c 02 00:00:01"])
    var job = job
    job.clocks = try ["Nikon*=+1h"].map { try #require(try PictureRule($0, as: .clock)) }
    job.order = ImageOrder(by: try SortKey(parsing: "taken"))
    job.paging.groupKey = try GroupKey(parsing: "{taken:%H}")
    job.texts.label = try PictureTemplate("{taken:%H:%M}")
    let plan = try await job.plan().plan
    #expect(plan.pages.map { $0.tiles.map { $0.label?.text } } == [["23:09", "23:10", "23:57"]])
    var json = ""
    _ = try await job.list(as: .json) { json += $0 }
    #expect(json.contains("2024-06-01 23:57") && !json.contains("22:57"))
    job.conditions = [try Condition("taken >= '2024-06-01 23:30'")]
    #expect(try await job.plan().plan.pictures.map(\.shownName) == ["c.png"])
    job.conditions = []
    job.stacking = .taken(within: 2)
    #expect(try await job.plan().plan.pictures.map(\.stack.count).sorted() == [0, 1])
  }

  @Test("A time shift that matches no picture gets a note")
  func vain() async throws {
    try write("a.png")
    var job = job
    job.clocks = try ["Cannon*=+1h", "Canon*=+1h", "b*=1s"].map {
      try #require(try PictureRule($0, as: .clock))
    }
    let notes = try await job.plan().notes.all
    #expect(
      notes.of(.staleRule).map(\.text)
        == ["Cannon*=+1h", "b*=1s"].map {
          "no image or camera matches '\($0)', which corrects times"
        })
  }

  @Test(
    "All matching time shifts are added, conditions use the camera's time, and times stay in range")
  func sums() async throws {
    try write("a.png", exif: [36867: .ascii("2024:12:31 23:40:00")])
    let clocks = [
      "Canon*=+1h", "a*=-30m", "Nikon*=+9d", "{taken} < 2025=+1s", "{taken} >= 2025=+1d",
    ]
    #expect(try await list("{taken:%F %T}", sort: "natural", clocks) == ["2025-01-01 00:10:01"])
    let far = try await list("{taken}", sort: "natural", [String](repeating: "*=36525d", count: 9))
    #expect(far.count == 1 && far != ["none"])
  }
}
