internal import SheetImaging
internal import SheetLayout
internal import SheetPNG

/// Renders one page of a plan into a PNG.
struct SheetRenderer: Sendable {
  let style: TileStyle
  let encoding: SheetEncoding
  let policy: UnreadablePolicy
  let workers: Int

  /// Decodes the page's tiles and writes the sheet; its rows leave as they are finished.
  ///
  /// - Parameters:
  ///   - page: The page to render.
  ///   - pictures: The pictures that the page's tiles name by index.
  ///   - fileDescriptor: Where the PNG goes; stays open.
  ///   - tileDone: Called after each tile.
  /// - Returns: The pictures that could not be read, by their index.
  /// - Throws: `PNGError` where the sheet cannot be written, ``SheetError/unreadable(_:)``,
  ///   and `CancellationError` when the task is cancelled.
  func render(
    _ page: SheetPage, of pictures: [ProbedPicture], into fileDescriptor: CInt,
    tileDone: () -> Void
  ) async throws -> [Int: UnreadablePicture] {
    let format = encoding.format(of: pictures.compactMap(\.channels), on: style)
    let cellBackdrop = style.cellBackground.map(style.background.covered(by:))
    var composer = SheetComposer(
      size: page.size,
      background: BackdropRows(style.background, width: page.size.width, in: format),
      cellBackground: cellBackdrop.map {
        BackdropRows($0, width: page.size.width, in: format)
      })
    let tileRenderer = TileRenderer(
      format: format, filter: style.filter, sharpening: style.sharpening,
      backdrop: cellBackdrop ?? style.background)
    let policy = policy

    var writer = try PNGWriter(
      fileDescriptor: fileDescriptor, size: page.size, format: format, encoding: encoding)
    var unreadable: [Int: UnreadablePicture] = [:]

    let fromTheTop = page.tiles.sorted { ($0.cell.y, $0.cell.x) < ($1.cell.y, $1.cell.x) }
    try await forEachInOrder(
      fromTheTop, concurrency: Concurrency(workers: workers),
      transform: { tile in
        (tile.index, try RenderedTile(tile, of: pictures[tile.index], with: tileRenderer, policy))
      },
      consume: { (index, tile) in
        unreadable[index] = tile.unreadable
        try composer.add(tile.pixels) { row throws(PNGError) in try writer.writeRow(row) }
        tileDone()
      })
    try composer.finish { row throws(PNGError) in try writer.writeRow(row) }
    try writer.finish()
    return unreadable
  }
}
