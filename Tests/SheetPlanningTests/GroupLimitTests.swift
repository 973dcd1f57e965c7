import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPlans
import SheetText
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning

/// How many pictures of each group are shown, and the order of groups under a shuffle.
@Suite struct GroupLimitTests {
  private typealias Groups = [(name: String, members: [String])]

  /// The groups of pictures with these paths, by their folders unless another key is given.
  private static func groups(
    _ names: [String], by key: String = "folder", sort: String = "auto", isReversed: Bool = false,
    groupLimit: Int? = nil, sample: PictureSample = .all
  ) throws -> Groups {
    var job = SheetJob()
    job.paging.groupKey = try GroupKey(parsing: key)
    job.order = ImageOrder(by: try SortKey(parsing: sort), isReversed: isReversed)
    (job.groupLimit, job.sample) = (groupLimit, sample)
    let pictures = try names.map { name in
      PictureFacts(
        try SheetPicture(
          probing: StubPicture(name: name, size: PixelSize(width: name.count, height: 9)),
          as: FoundImage(path: FilePath(name), status: nil), .none))
    }
    return job.groups(of: pictures).map { ($0.name, $0.members.map(\.picture.source.name)) }
  }

  private static func names(_ random: inout SeededGenerator) -> [String] {
    (0..<Int.random(in: 1...60, using: &random)).map {
      "c\(Int.random(in: 0...11, using: &random))/\($0).png"
    }
  }

  @Test("Each group keeps its first pictures, in the same order as without a limit")
  func firsts() throws {
    var random = SeededGenerator(seed: 81)
    for round in 0..<40 {
      let names = Self.names(&random)
      let (sort, limit) = (["auto", "shuffle:\(round)", "name", "width"][round % 4], round % 5 + 1)
      let all = try Self.groups(names, sort: sort)
      let some = try Self.groups(names, sort: sort, groupLimit: limit)
      #expect(some.map(\.name) == all.map(\.name))
      #expect(some.map(\.members) == all.map { Array($0.members.prefix(limit)) })
    }
  }

  @Test("The sheet's limit applies to the pictures that groups keep, in the order of the sheet")
  func both() throws {
    var random = SeededGenerator(seed: 82)
    for round in 0..<40 {
      let (names, sort) = (Self.names(&random), ["auto", "shuffle", "name"][round % 3])
      let (of, limit) = (round % 4 + 1, Int.random(in: 1...30, using: &random))
      let left = try Self.groups(names, sort: sort, groupLimit: of)
      let both = try Self.groups(names, sort: sort, groupLimit: of, sample: .first(limit))
      let shown = Set(both.flatMap(\.members))
      #expect(shown.count == min(limit, left.flatMap(\.members).count))
      #expect(shown.isSubset(of: left.flatMap(\.members)))
      #expect(both.allSatisfy { !$0.members.isEmpty })
    }
    let names = ["a/1", "a/2", "a/3", "b/1", "b/2", "c/1"].map { $0 + ".png" }
    let both = try Self.groups(names, groupLimit: 2, sample: .first(3))
    #expect(both.map(\.members) == [["a/1.png", "a/2.png"], ["b/1.png"]])
  }

  @Test("A shuffle leaves groups in the order of their names, or of their values")
  func shuffled() throws {
    let names = ["dog10", "dog9", "Cat", "bird"].flatMap { name in
      (0..<5).map { "\(name)/\($0).png" }
    }
    for seed in 1...9 {
      let groups = try Self.groups(names, sort: "shuffle:\(seed)", groupLimit: 2)
      #expect(groups.map(\.name) == ["bird", "Cat", "dog9", "dog10"])
      let reversed = try Self.groups(names, sort: "shuffle:\(seed)", isReversed: true)
      #expect(reversed.map(\.name) == ["dog10", "dog9", "Cat", "bird"])
      let widths = try Self.groups(names, by: "{width} px", sort: "shuffle:\(seed)")
      #expect(widths.map(\.name) == ["9 px", "10 px", "11 px"])
    }
    let samples = try (1...9).map { seed in
      Set(try Self.groups(names, sort: "shuffle:\(seed)", groupLimit: 2).flatMap(\.members))
    }
    #expect(Set(samples).count > 1)
  }

  @Test(
    "If a group has hidden pictures, its default heading says so; with another heading, a note does"
  )
  func headings() throws {
    let names = ["a/1.png", "a/2.png", "a/3.png", "b/1.png", "b/2.png", "c/1.png"]
    func planned(
      _ limit: Int?, _ change: (inout SheetJob) throws -> Void = { _ in }
    ) throws -> (headings: [String], notes: [String]) {
      var job = SheetJob()
      (job.paging.groupKey, job.paging.groupBreak) = (.folder, .section)
      job.groupLimit = limit
      job.texts.font = .builtin
      try change(&job)
      let groups = job.groups(
        of: names.map {
          PictureFacts(SheetPicture(StubPicture(name: $0, size: PixelSize(width: 9, height: 9))))
        })
      let planned = try SheetPlanner(job).plan(groups)
      return (
        planned.plan.pages.flatMap(\.sections).map(\.heading),
        planned.notes.of(.limitedGroups).map(\.text)
      )
    }
    #expect(try planned(nil).headings == ["a", "b", "c"])
    #expect(try planned(2).headings == ["a (2 of 3)", "b", "c"])
    #expect(try planned(2).notes.isEmpty)
    #expect(try planned(1).headings == ["a (1 of 3)", "b (1 of 2)", "c"])
    let own = try planned(1) { $0.texts.heading = try HeadingTemplate("{group}!", others: .any) }
    #expect(own.headings == ["a!", "b!", "c!"])
    #expect(
      own.notes == ["3 images are left out, because each group shows only its first image"])
    let sampled = try planned(2) { $0.sample = .first(1) }
    #expect(sampled.headings == ["a (1 of 3)"])
    let titled = try planned(2) {
      $0.paging.groupBreak = .page
      $0.texts.title = try PageTemplate("{group}")
    }
    #expect(
      titled.notes == ["1 image is left out, because each group shows only its first 2 images"])
  }

  @Test("Without groups, the limit per group has no effect")
  func ungrouped() throws {
    var job = SheetJob()
    job.groupLimit = 1
    #expect(job.groups(of: [.init(.stub(1, 1)), .init(.stub(2, 1))]).map(\.members.count) == [2])
  }
}

@Suite struct FolderGroupTests {
  private static func names(_ paths: [String]) -> [String] {
    var job = SheetJob()
    job.paging.groupKey = .folder
    let pictures = paths.map { path in
      PictureFacts(
        SheetPicture(StubPicture(name: path, size: PixelSize(width: 3, height: 2))))
    }
    return job.groups(of: pictures).map(\.name)
  }

  @Test(
    "Groups of different folders have different names",
    arguments: [
      (["places/48/a", "emblems/48/a", "status/48/a"], ["places", "emblems", "status"]),
      (["places/48/a", "places/22/a", "status/48/a"], ["places/48", "22", "status/48"]),
      (["a/x/48/1", "b/x/48/1"], ["a", "b"]), (["a/48/1", "b/22/1"], ["48", "22"]),
      (["a/x/1", "b/x/1", "x/1"], ["a", "b", nil]), (["a/1", "a/2"], ["a"]),
    ] as [([String], [String?])])
  func distinct(paths: [String], expected: [String?]) {
    let names = Self.names(paths)
    #expect(names.count == expected.count && Set(names).count == names.count, "\(names)")
    // A folder in the working folder is distinguished by that folder's name.
    for (name, expected) in zip(names, expected) where expected != nil { #expect(name == expected) }
  }

  @Test("Groups by folder always get different names, each of which is part of a path")
  func random() {
    var random = SeededGenerator(seed: 83)
    for _ in 0..<60 {
      let paths = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        "/"
          + (0..<Int.random(in: 1...4, using: &random)).map { _ in
            ["a", "b", "48"].randomElement(using: &random) ?? "a"
          }.joined(separator: "/") + "/1.png"
      }
      let folders = Set(paths.map { FilePath($0).folder })
      let names = Self.names(paths)
      #expect(names.count == folders.count && Set(names).count == names.count, "\(names)")
      for name in names { #expect(paths.contains { $0.contains(name) }, "\(name): \(paths)") }
    }
  }
}
