internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

extension PageMetrics {
  /// The note about pictures of a collage that have at least twice the usual weight, but are no
  /// larger than a picture with a lower weight; nil if there are none.
  ///
  /// A collage keeps the order of pictures, so neighbouring pictures may leave no room for a larger
  /// one.
  func noteOnVainWeights(on pages: [SheetPage], _ pictures: [PictureFacts]) -> Note? {
    guard job.layout is CollageLayout else { return nil }
    var vain: [FileName] = []
    for page in pages {
      var largest = 0
      var weighted: [(picture: PictureFacts, area: Int)] = []
      for tile in page.tiles {
        guard let size = tile.placement?.image.size else { continue }
        let (picture, area) = (pictures[tile.index], size.width * size.height)
        if picture.overrides.weight >= 2 {
          weighted.append((picture, area))
        } else {
          largest = max(largest, area)
        }
      }
      vain += weighted.filter { $0.area <= largest }.map(\.picture.picture.name)
    }
    guard let first = vain.first else { return nil }
    return Note(
      .vainWeights, about: first,
      "\(first.path.quoted(ofCount: vain.count)) \(vain.count == 1 ? "is" : "are") no larger than images "
        + "with less weight, because a collage keeps images in order",
      remedy: "move \(vain.count == 1 ? "it" : "them") with \(.sort), or use \(.span) in a grid",
      [.count: vain.count])
  }
}

extension PageMetrics {
  /// The widest strip that rounding leaves beside a collage.
  private static let widestRounding = 2

  /// The note about strips that a collage leaves at the edges of sheets without margins; nil if
  /// there are none, or if pictures are to be shown whole.
  func noteOnUncoveredEdges(of pages: [SheetPage]) -> Note? {
    guard let layout = job.layout as? CollageLayout, layout.extent.height != nil,
      job.style.scaling == .fit, job.choosesScaling, job.margins == PixelInsets(0),
      job.binding == 0, !job.paging.hasSections
    else { return nil }
    var (widest, tallest) = (0, 0)
    for page in pages {
      guard let first = page.tiles.first?.cell else { continue }
      let area = page.tiles.reduce(first) { $0.union($1.cell) }
      widest = max(
        widest, area.x - spacing.edges.left,
        page.size.width - spacing.edges.right - area.maxX)
      tallest = max(
        tallest, area.y - spacing.edges.top,
        page.size.height - spacing.edges.bottom - area.maxY)
    }
    let strip = max(widest, tallest)
    guard strip > Self.widestRounding else { return nil }
    let edges = widest >= tallest ? "left and right" : "top and bottom"
    return Note(
      .uncoveredEdges,
      "strips of \(strip) pixels at the \(edges) are empty, because images are shown whole",
      remedy: "\(.scale, Scaling.fill.rawValue) crops them so that they cover the sheet",
      [.side: strip])
  }
}
