internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetText

extension PageMetrics {
  /// The watermarks across the pictures of a page.
  func watermarks(
    on tiles: [PlannedTile], of pictures: [PictureFacts], page: Int, by setter: TypeSetter
  ) -> [PlannedText] {
    guard let template = job.watermark else { return [] }
    return tiles.compactMap { tile in
      guard let image = tile.placement?.image else { return nil }
      let text = template.text {
        pictures[tile.index].fact(
          $0, at: tile.index + job.firstNumber - 1, of: pictures.count, page: page)
      }
      return .watermark(text.oneLine, over: image, by: setter)
    }
  }

  /// What measures watermarks, in the font in which all texts of the sheet can be set.
  func watermarkSetter(for pictures: [PictureFacts]) -> TypeSetter {
    guard let template = job.watermark else { return PlannedText.watermarkSetter(in: .builtin) }
    let texts = Set(pictures.lazy.map { template.text(from: $0.fact) })
    return PlannedText.watermarkSetter(
      in: job.texts.font.withoutSize.settled(for: [template.source] + texts + otherTexts))
  }
}
