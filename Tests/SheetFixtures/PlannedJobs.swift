package import SheetPictures
package import SheetPlanning
package import SheetPlans

extension SheetPlanner {
  /// A planner of a job with a layout, and without pictures.
  package init(
    _ layout: any Layout, style: TileStyle = TileStyle(), gap: Spacing = .standard,
    margin: Spacing = .standard, paging: Paging = Paging(),
    maximumPixels: PixelCount = PixelCount(2_000_000_000),
    policy: UnreadablePolicy = .placeholder
  ) throws {
    var job = SheetJob()
    job.layout = layout
    job.style = style
    (job.gap, job.margin, job.paging) = (gap, margin, paging)
    job.maximumPixels = maximumPixels
    job.unreadablePolicy = policy
    try self.init(job)
  }

  /// The plan of groups of pictures, without what was noticed.
  package func sheetPlan(_ groups: [[SheetPicture]]) throws -> SheetPlan { try plan(groups).plan }
}

extension SheetJob {
  /// The plan of pictures that are no files, and what was noticed.
  package func planned() throws -> PlannedPictures {
    try SheetPlanner(self, labels: texts.labelsFrom?.table())
      .plan(groups(of: [], sources.map { SheetPicture($0) }))
  }

  /// The plan of pictures that are no files.
  package func sheetPlan() throws -> SheetPlan { try planned().plan }
}
