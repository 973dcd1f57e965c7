import SheetImaging
import SheetPlanning
import SheetPlans
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

/// Jobs of comparing, whose pictures of a pair are shown alike.
@Suite struct ComparedJobTests {
  private static func suited(
    _ change: (inout SheetJob, inout ComparisonSettings) -> Void = { _, _ in }
  ) -> SheetJob {
    var (job, comparison) = (SheetJob(), ComparisonSettings(with: "/before"))
    change(&job, &comparison)
    return job.suited(to: comparison)
  }

  @Test("Empty cells have lines, and pictures hairlines, unless options change them")
  func marks() {
    let style = Self.suited().style
    #expect(style.emptyCells == .frame && style.furniture.border?.description == "1 #00000026")
    #expect(Self.suited { job, _ in job.style.emptyCells = .dot }.style.emptyCells == .dot)
    let dark = Self.suited { job, _ in job.style.background = .color(.black) }
    #expect(dark.style.furniture.border?.description == "1 #ffffff61")
    let line = Border("2 red")
    #expect(
      Self.suited { job, _ in job.style.furniture.border = line }.style.furniture.border == line)
    #expect(
      Self.suited { job, _ in job.style.furniture.frame = line }.style.furniture.border == nil)
    #expect(Self.suited { $1.framesPictures = false }.style.furniture.border == nil)
  }

  @Test("No borders are searched for")
  func trimming() {
    let job = Self.suited { job, _ in job.trimming = .upTo(7) }
    #expect(job.trimming == nil)
  }
}
