internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

extension PageMetrics {
  /// The note on photographs that have too few pixels for justified rows; nil if there are none.
  ///
  /// Rows of icons are uneven, too, but nobody expects icons to be enlarged.
  func noteOnUnevenRows(on pages: [SheetPage], of sheet: LaidOutSheet) -> Note? {
    guard job.layout is RowLayout, job.keepsSmallByDefault, job.pagePixelsPerInch == nil else {
      return nil
    }
    var small: [Int] = []
    for (draft, page) in zip(sheet.pages, pages) {
      var tiles: [Int: PlannedTile] = [:]
      for tile in page.tiles { tiles[tile.index] = tile }
      let (arrangement, last) = (draft.arrangement, draft.arrangement.strips.count - 1)
      for (number, strip) in arrangement.strips.enumerated() {
        let row = strip.items.compactMap { tiles[draft.picture(at: $0)] }
        let tallest = row.reduce(0) { max($0, $1.placement?.image.height ?? 0) }
        let isShort =
          number < last
          && (row.last?.cell.maxX ?? 0) + Self.leastDifference < page.size.width
            - spacing.edges.right
        for tile in row {
          guard let height = tile.placement?.image.height, !tile.isReduced,
            isShort || height + Self.leastDifference <= tallest,
            sheet.pictures[tile.index].picture.size?.isOfPhotograph == true
          else { continue }
          small.append(tile.index)
        }
      }
    }
    let names = small.map { sheet.pictures[$0].picture.name }
    guard let first = names.firstByName(\.path) else { return nil }
    return Note(
      .unevenRows, about: first,
      small.count == 1
        ? "\(first.path.quoted) has too few pixels for its row, so the row is uneven"
        : "\(small.count) images, such as \(first.path.quoted), have too few pixels for their rows, "
          + "so rows are uneven",
      remedy: "\(.upscale) enlarges \(small.count == 1 ? "it" : "them")", [.count: small.count])
  }

  /// The difference in pixels at which rows look uneven.
  private static let leastDifference = 3
}
