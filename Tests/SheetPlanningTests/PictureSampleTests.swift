import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning

/// Which pictures are shown, out of all pictures in the order of the sheet.
@Suite struct PictureSampleTests {
  @Test(
    "A spread has the requested number of pictures at even intervals, including the first and last")
  func spread() throws {
    for count in 1...60 {
      let all = Array(0..<count)
      for requested in 2...70 {
        let some = PictureSample.spread(requested).elements(of: all)
        #expect(some.count == min(count, requested))
        #expect(some.first == 0 && some.last == count - 1, "\(requested) of \(count)")
        let intervals = zip(some, some.dropFirst()).map { $1 - $0 }
        let least = intervals.min() ?? 1
        #expect(least >= 1 && (intervals.max() ?? 1) <= least + 1, "\(requested) of \(count)")
      }
      #expect(PictureSample.spread(1).elements(of: all) == [(count - 1) / 2])
    }
  }

  @Test("A sample of every Nth picture starts with the first, and skips N - 1 after each")
  func every() {
    #expect(PictureSample.every(10).elements(of: Array(1...30)) == [1, 11, 21])
    #expect(PictureSample.every(10).elements(of: Array(1...31)) == [1, 11, 21, 31])
    for count in 0...40 {
      let all = Array(0..<count)
      #expect(PictureSample.every(1).elements(of: all) == all)
      for step in 1...45 {
        #expect(PictureSample.every(step).elements(of: all) == all.filter { $0 % step == 0 })
      }
    }
  }

  @Test("With the largest number, `every` takes one picture, and `first` and `spread` take all")
  func extremes() {
    let all = Array(1...9)
    #expect(PictureSample.every(.max).elements(of: all) == [1])
    #expect(PictureSample.first(.max).elements(of: all) == all)
    #expect(PictureSample.spread(.max).elements(of: all) == all)
    for sample in [PictureSample.all, .first(3), .every(3), .spread(3), .spread(1)] {
      #expect(sample.elements(of: [Int]()).isEmpty)
    }
  }

  @Test("A sample is taken from all pictures in the order of the sheet, not from each group")
  func groups() throws {
    var job = SheetJob()
    (job.sample, job.order) = (.spread(3), ImageOrder(by: .natural, isReversed: true))
    let pictures = try ["a/1", "a/2", "b/3", "b/4", "c/5"].map { name in
      PictureFacts(
        try SheetPicture(
          probing: StubPicture(name: name + ".png", size: PixelSize(width: 3, height: 2)),
          as: FoundImage(path: FilePath(name + ".png"), status: nil), .none))
    }
    func groups() -> [[String]] {
      job.groups(of: pictures).map { $0.members.map(\.picture.source.name) }
    }
    #expect(groups() == [["c/5.png", "b/3.png", "a/1.png"]])
    job.paging.groupKey = .folder
    #expect(groups() == [["c/5.png"], ["b/3.png"], ["a/1.png"]])
    job.groupLimit = 1
    #expect(groups() == [["c/5.png"], ["b/4.png"], ["a/2.png"]])
    job.sample = .every(2)
    #expect(groups() == [["c/5.png"], ["a/2.png"]])
  }

  @Test("A program cannot set both `every` and `spread`, or set `spread` to 0")
  func oneOnly() throws {
    var sheet = Sheet()
    (sheet.every, sheet.spread) = (2, 2)
    let error = #expect(throws: ContactSheetError.self) { try sheet.resolved() }
    #expect(error?.description.contains("every and spread both set") == true)
    sheet.spread = nil
    #expect(try sheet.resolved().sample == .every(2))
    (sheet.every, sheet.spread) = (nil, 0)
    #expect(throws: (any Error).self) { try sheet.resolved() }
  }
}
