import SheetFixtures
import SheetLayout
import SheetModel
import SheetText
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Groups by days, by other times, and by pauses.
@Suite struct TimedGroupTests {
  private static let day = 86_400.0

  /// Pictures taken these hours after the start of 10 July 2025; nil stands for an unknown time.
  private static func pictures(_ hours: [Double?]) throws -> [PictureFacts] {
    let start = try #require(
      CivilTime(year: 2025, month: 7, day: 10, hour: 0, minute: 0, second: 0)
    ).secondsSince1970
    return hours.enumerated().map { index, hour in
      let picture = StubPicture(name: "\(index).png", size: PixelSize(width: 30, height: 20))
      return PictureFacts(SheetPicture(picture)).with([
        "taken": hour.map { hour in
          Fact(CivilTime(nearest: Double(start) + hour * 3600))
        }
      ])
    }
  }

  private static func groups(
    by key: String, _ hours: [Double?], isReversed: Bool = false, sort: String = "auto"
  ) throws -> [(name: String, members: [String])] {
    var job = SheetJob()
    job.paging.groupKey = try GroupKey(parsing: key)
    job.order = ImageOrder(by: try SortKey(parsing: sort), isReversed: isReversed)
    return job.groups(of: try pictures(hours)).map { group in
      (group.name, group.members.map { String($0.picture.source.name.dropLast(4)) })
    }
  }

  @Test(
    "Groups by time are in chronological order, or in reverse, whatever the order of their pictures"
  )
  func order() throws {
    let hours: [Double?] = [50, 51, nil, 10, 30, 9, 52]
    let days = try Self.groups(by: "day", hours)
    #expect(days.map(\.name) == ["10 July 2025", "11 July 2025", "12 July 2025", "no date"])
    #expect(days.map(\.members) == [["3", "5"], ["4"], ["0", "1", "6"], ["2"]])
    let reversed = try Self.groups(by: "day", hours, isReversed: true)
    #expect(reversed.map(\.name) == ["12 July 2025", "11 July 2025", "10 July 2025", "no date"])
    // Weekdays are in the order of their first pictures, not in alphabetical order.
    #expect(
      try Self.groups(by: "{taken:%A}", hours).map(\.name) == [
        "Thursday", "Friday", "Saturday", "no taken",
      ])
    // If another order is requested, groups follow it.
    #expect(
      try Self.groups(by: "day", hours, sort: "name").map(\.name) == [
        "12 July 2025", "no date", "10 July 2025", "11 July 2025",
      ])
  }

  @Test(
    "Dates written with their year follow the calendar in rows, columns and the order of images")
  func writtenDates() throws {
    // 10 July and 30 August 2025, 1 April 2026, and 2 August 2025.
    let pictures = try Self.pictures([0, 51 * 24, 265 * 24, 23 * 24, nil])
    func rows(_ template: String, _ order: AxisOrder = .ofValues) throws -> [String] {
      let axis = MatrixAxis(try PictureTemplate(template, others: .any))
      return AxisLines(of: pictures.compactMap(axis.value), order).headings.map(\.text)
    }
    #expect(try rows("{taken:%B %Y}") == ["July 2025", "August 2025", "April 2026"])
    #expect(try rows("{taken:%B %Y}", .reversed) == ["April 2026", "August 2025", "July 2025"])
    #expect(
      try rows("on {taken:%d.%m.%y}") == [
        "on 10.07.25", "on 02.08.25", "on 30.08.25", "on 01.04.26",
      ])
    #expect(try rows("{taken:%B %Y|undated}").last == "undated")
    #expect(try rows("{none|{taken:%B %Y}}").first == "July 2025")
    // Times of day are texts, and years are numbers.
    #expect(try rows("{taken:%Y}") == ["2025", "2026"])
    func order(_ source: String, isReversed: Bool = false) throws -> String {
      ImageOrder(by: try SortKey(parsing: source), isReversed: isReversed).sorted(pictures)
        .map { String($0.picture.source.name.dropLast(4)) }.joined()
    }
    // Images of the same month are in the order of their names.
    #expect(try order("{taken:%B %Y}") == "01324")
    #expect(try order("{taken:%B %Y}", isReversed: true) == "23104")
    #expect(try order("{taken:%B}") == "20134")
  }

  @Test("A pause of more than the gap starts a group, in which pictures are in chronological order")
  func gaps() throws {
    let hours: [Double?] = [14, 9, 10, nil, 12.01, 11, 36, 12]
    let groups = try Self.groups(by: "gap:2h", hours)
    #expect(groups.map(\.members) == [["1", "2", "5", "7", "4", "0"], ["6"], ["3"]])
    #expect(
      groups.map(\.name) == ["10 July 2025, 09:00–14:00", "11 July 2025, 12:00", "no date"])
    #expect(
      try Self.groups(by: "gap:90m", hours).map(\.members) == [
        ["1", "2", "5", "7", "4"], ["0"], ["6"], ["3"],
      ])
    #expect(
      try Self.groups(by: "gap:2h", hours, isReversed: true).map(\.members) == [
        ["6"], ["0", "4", "7", "5", "2", "1"], ["3"],
      ])
    // A pause of exactly two hours is not more than the gap.
    #expect(try Self.groups(by: "gap:2h", [8, 10, 12]).count == 1)
    // A group may extend past midnight.
    #expect(
      try Self.groups(by: "gap:2h", [23, 24.5]).map(\.name) == [
        "10 July 2025, 23:00 – 11 July 2025, 00:30"
      ])
  }

  @Test(
    "The gap between two groups is a duration above 0",
    arguments: ["gap:", "gap:x", "gap:0s", "gap:-2h", "gap:2 h"])
  func malformed(text: String) { #expect(GroupGap(parsing: text) == nil) }

  @Test(
    "A duration has units, or is a number of seconds",
    arguments: [
      ("10m", 600), ("2s", 2), ("0.5", 0.5), ("1h30m", 5400), ("1d", 86_400), ("2", 2),
      ("m", nil), ("-1s", nil), ("1m1h", nil), ("", nil), ("1x", nil),
    ] as [(String, Double?)])
  func durations(text: String, seconds: Double?) {
    #expect(Double(duration: text) == seconds)
    #expect(Sheet.Stack(text) == seconds.map { .taken(within: $0) })
  }

  @Test("Groups that start pages are named in headings, unless other text names them")
  func headings() throws {
    func headings(_ change: (inout SheetJob) throws -> Void) throws -> [String] {
      var job = SheetJob()
      job.texts.font = .builtin
      job.paging.groupKey = try GroupKey(parsing: "day")
      try change(&job)
      let pages = try SheetPlanner(job).plan(job.groups(of: try Self.pictures([10, 40, 41])))
        .plan.pages
      return pages.flatMap { $0.texts.filter { $0.role == .heading }.map(\.text) }
    }
    let days = ["10 July 2025", "11 July 2025"]
    #expect(try headings { _ in } == days)
    #expect(try headings { $0.paging.groupBreak = .section } == days)
    #expect(try headings { $0.texts.title = try PageTemplate("A {count}") } == days)
    #expect(try headings { $0.texts.title = try PageTemplate("{group}") } == [])
    #expect(try headings { $0.texts.heading = try HeadingTemplate("", others: .any) } == [])
    #expect(
      try headings { $0.texts.heading = try HeadingTemplate("{count} of {total}", others: .any) }
        == ["1 of 3", "2 of 3"])
    #expect(try headings { $0.paging.groupKey = nil } == [])
  }
}
