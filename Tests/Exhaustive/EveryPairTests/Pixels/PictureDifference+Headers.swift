import SheetImaging
import SheetPictures

extension PictureDifference {
  /// Creates the difference of two pictures, whose headers it reads.
  init(
    from before: any PictureSource, to after: any PictureSource,
    by rule: ComparisonRule = ComparisonRule()
  ) throws {
    self.init(
      from: (before, try naming(before) { try before.header() }),
      to: (after, try naming(after) { try after.header() }), by: rule)
  }
}
