import ContactSheet
import Foundation
import JPEGFixtures
import PNGFixtures
import SheetFixtures
import SystemPackage
import TestSupport
import Testing

/// Facts converted to values, and values to facts.
@Suite struct FactTests {
  private static let all: [Sheet.FactValue] = [
    "kitchen", 0.25, 3, .time(.init(year: 2024, month: 2, day: 29, hour: 23, minute: 59)),
    .position(latitude: -48.858_37, longitude: 2.294_48), ["a", "b, c"],
  ]

  private static func picture(_ name: String, _ facts: [String: Sheet.FactValue]) throws
    -> Sheet.Picture
  {
    try Sheet.Picture(
      name: name, width: 8, height: 8, channels: .gray, facts: facts,
      pixels: .init(repeating: 9, count: 64))
  }

  @Test("Supplied facts of each kind are returned unchanged", arguments: all)
  func roundTrip(value: Sheet.FactValue) async throws {
    let sheet = Sheet(pictures: [try Self.picture("a", ["x": value])])
    let facts = try await sheet.facts(of: ["x", "width", "taken"])
    #expect(facts.map(\.picture) == ["a"])
    #expect(facts[0]["x"] == value && facts[0]["width"] == 8 && facts[0]["taken"] == nil)
  }

  @Test("Supplied facts choose, sort, group and label pictures, and override those of the file")
  func uses() async throws {
    var sheet = Sheet(pictures: [
      try Self.picture("a", ["score": 10, "scene": "x", "width": 1]),
      try Self.picture("b", ["score": 9, "scene": "x"]),
      try Self.picture("c", ["score": 2, "scene": "y"]),
      Sheet.Picture(name: "d", encoded: pictureFile(8, 8), facts: ["score": 8, "scene": "y"]),
    ])
    sheet.conditions = ["score > 2"]
    sheet.sort = .by("score")
    sheet.label = "{name} {score} {width}"
    sheet.groupBy = .by("{scene}")
    let plan = try await sheet.plan()
    #expect(plan.pages.map { $0.tiles.map(\.label) } == [["d 8 8"], ["b 9 8", "a 10 1"]])
    // Supplied facts are not stored in the plan, whose labels no longer need them.
    let decoded = try JSONDecoder().decode(Sheet.Plan.self, from: JSONEncoder().encode(plan))
    #expect(decoded.pages == plan.pages)
  }

  @Test("Facts of files are values: strings, numbers with their units, times, positions and lists")
  func files() async throws {
    let folder = TemporaryFolder()
    try folder.write(pictureFile(40, 30), to: "IMG_007.png")
    let sheet = Sheet(folder: folder.path)
    var parsed = sheet
    parsed.parse = ["IMG_{number}"]
    let facts = try await parsed.facts(of: ["name", "size", "megapixels", "number", "modified"])
    #expect(facts[0]["name"] == "IMG_007" || facts[0]["name"] == "IMG_007.png")
    #expect(facts[0]["megapixels"] == 0.0012)
    guard case .number(let bytes) = facts[0]["size"] else { return #expect(Bool(false), "no size") }
    #expect(bytes == Double(try #require(folder.contents("IMG_007.png")).count))
    // Digits with leading zeros are a name and not a number.
    #expect(facts[0]["number"] == "007")
  }

  @Test(
    "A fact that no template can name, or whose value is missing or invalid, gives an error that names the fact",
    arguments: [
      ["a b": 1], ["": 1], ["x}": 1], ["x": ""], ["x": []], ["x": .number(.nan)],
      ["x": .time(.init(year: 2023, month: 2, day: 29))],
      ["x": .position(latitude: 91, longitude: 0)],
    ] as [[String: Sheet.FactValue]])
  func wrong(facts: [String: Sheet.FactValue]) async throws {
    let sheet = Sheet(pictures: [try Self.picture("pict", facts)])
    let error = await #expect(throws: ContactSheetError.self) { try await sheet.plan() }
    #expect(error?.code == .invalidValue && error?.text.contains("'pict'") == true)
    #expect(error?.text.contains("'\(facts.keys.first ?? "")'") == true)
  }

  @Test("A size that is invalid, or does not match the number of bytes, gives an error")
  func wrongPixels() {
    for (width, height, count) in [(0, 9, 0), (9, -1, 0), (3, 3, 3), (3, 3, 37), (.max, .max, 0)] {
      let error = #expect(throws: ContactSheetError.self) {
        try Sheet.Picture(
          name: "bad", width: width, height: height, pixels: .init(repeating: 0, count: count))
      }
      #expect(error?.text.contains("'bad'") == true)
    }
  }

  @Test("A web address is not a path, and the error says what to do", arguments: ["https", "s3"])
  func addresses(scheme: String) async throws {
    let error = await #expect(throws: ContactSheetError.self) {
      try await Sheet(files: ["\(scheme)://example.com/a.png"]).plan()
    }
    #expect(
      error?.description.hasSuffix("download the images first, because URLs are not supported")
        == true)
  }

  @Test("Folders and outputs may be URLs or file paths")
  func locations() async throws {
    let folder = try SheetTests.photos()
    let url = URL(fileURLWithPath: folder["photos"].string)
    try await Sheet(folder: url).render(to: URL(fileURLWithPath: folder["a.png"].string))
    try await Sheet(folder: folder["photos"]).render(to: folder["b.png"])
    try await Sheet(files: [url]).render(to: folder["c.png"].string)
    #expect(folder.contents("a.png") != nil)
    #expect(folder.contents("a.png") == folder.contents("b.png"))
    #expect(folder.contents("a.png") == folder.contents("c.png"))
    for name in ["0.png", "1.png", "2.png"] {
      try folder.write(try #require(folder.contents("photos/\(name)")), to: "old/\(name)")
    }
    let old = URL(fileURLWithPath: folder["old"].string)
    let changes = try await FolderComparison(url, with: old).run()
    #expect(changes.pairs.count == 3 && !changes.isAnyDifferent)
  }
}
