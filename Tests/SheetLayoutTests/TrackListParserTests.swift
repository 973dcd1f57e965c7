import SheetLayout
import TestSupport
import Testing

@Suite struct TrackListParserTests {
  @Test(
    "Lists of tracks are parsed",
    arguments: [
      ("fixed(70) adaptive(40)", [ColumnTrack(.fixed(70)), ColumnTrack(.adaptive(minimum: 40))]),
      (
        "flexible(60, 120), flexible",
        [ColumnTrack(.flexible(minimum: 60, maximum: 120)), ColumnTrack(.flexible())]
      ),
      (
        "adaptive(min: 40, max: 100) spacing 10 align left",
        [
          ColumnTrack(.adaptive(minimum: 40, maximum: 100), spacing: 10, alignment: .left)
        ]
      ),
      (
        "2*flexible(max:200)align top-left fixed ( 80.5 )spacing .5",
        [
          ColumnTrack(.flexible(minimum: 10, maximum: 200), alignment: .topLeft),
          ColumnTrack(.flexible(minimum: 10, maximum: 200), alignment: .topLeft),
          ColumnTrack(.fixed(80.5), spacing: 0.5),
        ]
      ),
      (
        "flexible(0) flexible(5, 5) flexible(max: 10)",
        [
          ColumnTrack(.flexible(minimum: 0)), ColumnTrack(.flexible(minimum: 5, maximum: 5)),
          ColumnTrack(.flexible(maximum: 10)),
        ]
      ),
      ("\tadaptive(min:40,100)\n", [ColumnTrack(.adaptive(minimum: 40, maximum: 100))]),
      ("flexible()", [ColumnTrack]()),
    ])
  func reads(text: String, tracks: [ColumnTrack]) throws {
    if tracks.isEmpty {
      #expect(throws: LayoutError.self) { try ColumnTrack.list(parsing: text) }
    } else {
      #expect(try ColumnTrack.list(parsing: text) == tracks)
    }
  }

  @Test("Every alignment can be written by name", arguments: Alignment.allCases)
  func alignments(alignment: Alignment) throws {
    let tracks = try ColumnTrack.list(parsing: "fixed(1) align \(alignment.rawValue)")
    #expect(tracks == [ColumnTrack(.fixed(1), alignment: alignment)])
  }

  @Test(
    "An error in a list of tracks points at the first wrong character",
    arguments: [
      ("", 1, "'fixed', 'flexible' or 'adaptive'", "the end"),
      ("fixed(70) wide(40)", 11, "'fixed', 'flexible' or 'adaptive'", "'wide'"),
      ("fixed 70", 7, "'('", "'70'"),
      ("fixed(x)", 7, "a number", "'x'"),
      ("fixed(-5)", 7, "a number", "'-'"),
      ("fixed(1.2.3)", 7, "a number", "'1.2.3'"),
      ("fixed(70px)", 9, "')'", "'px'"),
      ("fixed(70", 9, "')'", "the end"),
      ("adaptive", 9, "'('", "the end"),
      ("adaptive(max: 4)", 10, "a number", "'max'"),
      ("flexible()", 10, "a number", "')'"),
      ("flexible(1, min: 4)", 13, "a number", "'min'"),
      ("fixed(0)", 7, "a width above 0", "'0'"),
      ("fixed(9) adaptive(0)", 19, "a width above 0", "'0'"),
      ("adaptive(min: 0.0, 5)", 15, "a width above 0", "'0.0'"),
      ("flexible(0, 0)", 13, "a width above 0", "'0'"),
      ("flexible(100,50)", 14, "a maximum not below the minimum", "'50'"),
      ("flexible(max: 9)", 15, "a maximum not below the minimum", "'9'"),
      ("adaptive(100, max: 50)", 20, "a maximum not below the minimum", "'50'"),
      ("fixed(1),", 10, "'fixed', 'flexible' or 'adaptive'", "the end"),
      ("fixed(1) spacing wide", 18, "a number", "'wide'"),
      ("3 flexible", 3, "'*'", "'flexible'"),
      ("0 * flexible", 1, "a count from 1 to 65536", "'0'"),
      ("1.5 * flexible", 1, "a count from 1 to 65536", "'1.5'"),
      ("é fixed(1)", 1, "'fixed', 'flexible' or 'adaptive'", "'é'"),
    ])
  func errors(text: String, position: Int, expected: String, found: String) {
    #expect(
      throws: LayoutError.trackSyntax(position: position, expected: expected, found: found)
    ) {
      try ColumnTrack.list(parsing: text)
    }
  }

  @Test("The error for an unknown alignment lists the known ones")
  func unknownAlignment() {
    let names = Alignment.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    #expect(
      throws: LayoutError.trackSyntax(
        position: 16, expected: "one of \(names)", found: "'middle'")
    ) {
      try ColumnTrack.list(parsing: "fixed(1) align middle")
    }
  }

  @Test("A hostile list of tracks is parsed or refused and never causes a crash")
  func hostile() throws {
    let pieces = [
      "fixed", "flexible", "adaptive", "(", ")", ",", ":", "min", "max", "*", "3", "1e9", "-",
      ".", "spacing", "align", "top", " ", "99999999999999999999", "😀", "\u{0}",
    ]
    var generator = SeededGenerator(seed: 13)
    var readCount = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &generator)]
      }.joined()
      if let tracks = try? ColumnTrack.list(parsing: text) {
        #expect(!tracks.isEmpty)
        readCount += 1
      }
    }
    #expect(readCount > 0)
    #expect(throws: LayoutError.tooManyColumns(65_537)) {
      try ColumnTrack.list(parsing: "65536*flexible flexible")
    }
  }
}
