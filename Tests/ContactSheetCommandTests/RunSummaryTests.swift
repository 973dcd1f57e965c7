import SheetLayout
import SystemPackage
import Testing

@testable import ContactSheet
@testable import ContactSheetCommand

@Suite struct RunSummaryTests {
  /// The summary of a run in which some pages are unchanged and some are kept.
  static func text(unchanged: [Bool], kept: Int = 0) -> String {
    let pages = unchanged.enumerated().map { index, isUnchanged in
      WrittenPage(
        output: .file(FilePath("s-\(index + 1).png")), size: PixelSize(width: 8, height: 9),
        pictureCount: 0, byteCount: 500, isUnchanged: isUnchanged)
    }
    let report = SheetReport(
      pages: pages, keptPages: Array(repeating: .standardOutput, count: kept))
    return "\(RunSummary(report: report, duration: .milliseconds(5)))"
  }

  @Test(
    "A duration is rounded before its unit is chosen",
    arguments: [
      (999, "999 ms"), (1000, "1.0 s"), (59_949, "59.9 s"), (59_960, "1 min 0 s"),
      (119_600, "2 min 0 s"),
    ])
  func durations(milliseconds: Int, expected: String) {
    #expect(Duration.milliseconds(milliseconds).rounded == expected)
  }

  @Test("The summary says how many files are unchanged, or that all are")
  func unchanged() {
    #expect(Self.text(unchanged: [false]).contains("8 x 9, 500 B in 5 ms"))
    #expect(Self.text(unchanged: [true]).contains("500 B, unchanged in 5 ms"))
    #expect(Self.text(unchanged: [true, true]).contains(", unchanged in 5 ms"))
    #expect(Self.text(unchanged: [true, false]).contains(", 1 unchanged in 5 ms"))
  }

  @Test("In the summary, a file with several pages is counted once, with its size")
  func pages() {
    let pages = (1...3).map { _ in
      WrittenPage(
        output: .file("s.pdf"), size: PixelSize(width: 8, height: 9), pictureCount: 2,
        byteCount: 2_500_000, isUnchanged: false)
    }
    let summary = RunSummary(report: SheetReport(pages: pages), duration: .milliseconds(5))
    #expect("\(summary)" == "s.pdf: 6 images on 3 pages, 8 x 9, 2.5 MB in 5 ms")
  }

  @Test("The summary counts the pages that were kept, and says if there is no page to write")
  func kept() {
    #expect(
      Self.text(unchanged: [false], kept: 2).hasSuffix(
        "in 5 ms; 2 pages kept, newer than the plan"))
    #expect(
      Self.text(unchanged: [], kept: 1)
        == "no page to write; 1 page kept, newer than the plan")
    #expect(Self.text(unchanged: []) == "no page to write")
  }
}
