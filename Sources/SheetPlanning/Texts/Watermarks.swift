internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetText

extension PageMetrics {
  /// The watermarks across the pictures of a page.
  func watermarks(
    on tiles: [PlannedTile], of pictures: [PictureFacts], page: Int, in font: FontChoice
  ) -> [PlannedText] {
    guard let template = job.watermark else { return [] }
    return tiles.compactMap { tile in
      guard let image = tile.placement?.image else { return nil }
      let text = template.text {
        pictures[tile.index].fact(
          $0, at: tile.index + job.firstNumber - 1, of: pictures.count, page: page)
      }
      return .watermark(text.oneLine, over: image, in: font)
    }
  }

  /// The font of watermarks: the face in which all texts of the sheet can be set.
  func watermarkFont(for pictures: [PictureFacts]) -> FontChoice {
    guard let template = job.watermark else { return .builtin }
    let texts = Set(pictures.lazy.map { template.text(from: $0.fact) })
    return job.texts.font.withoutSize.settled(for: [template.source] + texts + otherTexts)
  }
}
