internal import SheetFacts
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans
internal import SheetText

// Step 3 of planning: texts are measured, and the furniture of pictures follows from them.

/// The measures that all pages of a sheet have in common.
struct PageDesign {
  let job: SheetJob
  /// The traits of the job's layout.
  let traits: LayoutTraits
  /// The decisions of texts that the design follows.
  let choice: TextChoice
  let scale: TypeScale
  let labels: Labels
  let pageTexts: PageTexts
  let furniture: CellFurniture
  let spacing: PageSpacing
  /// The type of headings of rows and columns.
  let headingType: HeadingType
  /// The texts of the sheet in the font of labels, besides labels and headings of sections.
  let otherTexts: [String]

  /// Measures the texts of a job.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - tableLines: The lines of the longest label in the table; 0 without one.
  ///   - headings: The headings of rows and columns.
  ///   - names: The names of groups.
  ///   - choice: The decisions of texts so far.
  ///   - heat: The numbers below the bar at the foot of pages; nil if there is none.
  /// - Throws: ``PlanningError/sourceDate(_:)`` if a text needs the date and it is not known.
  init(
    _ job: SheetJob, tableLines: Int, headings: [String] = [], names: [String] = [],
    _ choice: TextChoice = TextChoice(), heat: [String]? = nil
  ) throws(PlanningError) {
    (self.job, traits, self.choice) = (job, job.layout.traits, choice)
    scale = TypeScale(of: job, width: choice.width)
    labels = Labels(
      job.texts, tableLines: tableLines, markCopies: job.duplicates == .mark, scale, choice)
    pageTexts = try PageTexts(
      job.texts, scale, gap: job.gap.vertical, hasSections: job.paging.hasSections,
      moreLines: choice.moreHeadingLines,
      heat: heat, logo: job.logo?.picture?.size)
    furniture = job.style.furniture.room(label: labels.room)
    spacing = PageSpacing(job, furniture, pageTexts, choice)
    otherTexts = headings + names + job.texts.ofPages.map(\.template.description)
    let font = job.texts.font.withoutSize
    headingType = HeadingType(
      headings, in: headings.isEmpty ? font : choice.font ?? font.settled(for: otherTexts), scale,
      gap: spacing.belowHeadings)
  }
}

extension TypeScale {
  /// The sizes of a job's texts; nil if they do not grow with the width of the sheet.
  package init(of job: SheetJob, width: Int? = nil) {
    self.init(
      job.texts.font, title: job.texts.titleFont, pixelsPerInch: job.encoding.pixelsPerInch,
      isPaper: job.texts.areOnPaper, width: width)
  }
}
