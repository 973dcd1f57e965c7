import SheetLayout
import SheetModel
import SheetPlans
import Testing

@testable import SheetPlanning

@Suite struct HairlineRoomTests {
  @Test(
    "If requested hairlines do not fit between images, a note says so",
    arguments: 0...5, [0, 1, 2])
  func note(gap: Int, padding: Int) throws {
    var job = try PlannedTextTests.job(GridLayout())
    job.gap = try #require(PixelSpacing(horizontal: gap, vertical: 9))
    job.style.decoration.padding = padding
    #expect(job.noteOnOmittedHairlines == nil)
    job.style.edge = .hairline
    #expect((job.noteOnOmittedHairlines != nil) == (gap + 2 * padding < 3))
    #expect(job.roomForOmittedHairlines == nil)
    job.style.edge = .auto
    #expect(
      (job.roomForOmittedHairlines != nil) == (gap + 2 * padding < 3)
        && job.noteOnOmittedHairlines == nil)
    job.style.decoration.border = Border("1")
    #expect(job.noteOnOmittedHairlines == nil && job.roomForOmittedHairlines == nil)
  }
}
