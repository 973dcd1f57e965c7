import SheetImaging
import SheetModel
import SheetPictures
import SheetPlanning
import SheetPlans
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

/// Comparison jobs, in which both pictures of a pair are shown in the same way.
@Suite struct ComparedJobTests {
  private static func forComparison(
    _ change: (inout SheetJob, inout ComparisonSettings) -> Void = { _, _ in }
  ) -> SheetJob {
    var (job, comparison) = (SheetJob(), ComparisonSettings(with: "/before"))
    change(&job, &comparison)
    return job.forComparison(comparison)
  }

  @Test("Empty cells are outlined and pictures have hairlines, unless options change that")
  func marks() {
    let style = Self.forComparison().style
    #expect(style.alignment == .top)
    #expect(style.emptyCells == .frame && style.decoration.border?.description == "1 #00000026")
    #expect(Self.forComparison { job, _ in job.style.emptyCells = .dot }.style.emptyCells == .dot)
    let dark = Self.forComparison { job, _ in job.style.background = .color(.black) }
    #expect(dark.style.decoration.border?.description == "1 #ffffff61")
    let line = Border("2 red")
    #expect(
      Self.forComparison { job, _ in job.style.decoration.border = line }.style.decoration.border
        == line)
    #expect(
      Self.forComparison { job, _ in job.style.decoration.frame = line }.style.decoration.border
        == nil)
    #expect(Self.forComparison { $1.framesPictures = false }.style.decoration.border == nil)
  }

  @Test("Comparisons do not trim borders, and have no cells for rows of a table without an image")
  func unused() {
    let job = Self.forComparison { job, _ in
      (job.trimming, job.missing) = (.upTo(7), try? PictureTemplate("gone"))
    }
    #expect(job.trimming == nil && job.missing == nil)
  }
}
