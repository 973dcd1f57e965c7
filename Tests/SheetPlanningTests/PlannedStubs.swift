import SheetFixtures
import SheetModel
import SheetPictures
import SheetText

@testable import SheetPlanning

extension [StubPicture] {
  /// A plan of the pictures by the default job with the built-in font, after a change to the job.
  func planned(_ change: (inout SheetJob) throws -> Void) throws -> PlannedPictures {
    var job = SheetJob()
    job.texts.font = .builtin
    try change(&job)
    job.sources = self
    return try job.planned()
  }
}
