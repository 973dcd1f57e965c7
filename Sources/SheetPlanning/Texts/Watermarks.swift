internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetText

extension PageMetrics {
  /// The watermarks across the pictures of a page.
  func watermarks(
    on tiles: [PlannedTile], of pictures: [PictureFacts], page: Int, by setter: WatermarkSetter
  ) -> [PlannedText] {
    guard let template = job.watermark?.template else { return [] }
    return tiles.compactMap { tile in
      guard let image = tile.placement?.image else { return nil }
      let text = template.text {
        pictures[tile.index].fact(
          $0, at: tile.index + job.firstNumber - 1, of: pictures.count, page: page)
      }
      return .watermark(text.oneLine, over: image, by: setter)
    }
  }

  /// The setter that measures watermarks, in a font in which all text of the sheet can be set.
  func watermarkSetter(for pictures: [PictureFacts]) -> WatermarkSetter {
    guard let template = job.watermark?.template else {
      return WatermarkSetter(.builtin)
    }
    let texts = Set(pictures.lazy.map { template.text(from: $0.fact) })
    return WatermarkSetter(
      job.texts.font.withoutSize.settled(for: [template.source] + texts + otherTexts))
  }

  /// Marks the pictures of a page with the watermark's picture, if the watermark is a picture.
  func mark(_ tiles: inout [PlannedTile]) {
    guard let watermark = job.watermark?.picture.flatMap(PlannedWatermark.init) else { return }
    for index in tiles.indices {
      if let image = tiles[index].placement?.image {
        tiles[index].watermark = watermark.area(over: image)
      }
    }
  }
}

extension PlannedWatermark {
  /// A watermark that shows a picture; nil if the picture cannot be read.
  init?(_ picture: SheetPicture) {
    guard let size = picture.size else { return nil }
    self.init(picture.name, size: size)
  }
}
