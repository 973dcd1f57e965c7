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
  ///   - sources: The pictures that the page's tiles name by index.
  ///   - fileDescriptor: Where the PNG goes; stays open.
  ///   - tileDone: Called after each tile.
  /// - Returns: The pictures that could not be read, in the order of the page.
  /// - Throws: `PNGError` where the sheet cannot be written, ``SheetError/unreadable(_:)``,
  ///   and `CancellationError` when the task is cancelled.
  func render(
    _ page: SheetPage, of sources: [ProbedImage], into fileDescriptor: CInt,
    tileDone: () -> Void
  ) async throws -> [UnreadableImage] {
    let format = encoding.format(over: style.background)
    let cellColor = style.cellBackground?.composed(over: style.background)
    var composer = SheetComposer(
      size: page.size, background: style.background.pixel(in: format),
      cellBackground: cellColor?.pixel(in: format))
    let tileRenderer = TileRenderer(
      format: format, filter: style.filter, background: cellColor ?? style.background)
    let policy = policy

    var writer = try PNGWriter(
      fileDescriptor: fileDescriptor, size: page.size, format: format, encoding: encoding)
    var unreadable: [(index: Int, image: UnreadableImage)] = []

    let fromTheTop = page.tiles.sorted { ($0.cell.y, $0.cell.x) < ($1.cell.y, $1.cell.x) }
    try await forEachInOrder(
      fromTheTop, concurrency: Concurrency(workers: workers),
      transform: { tile in
        (tile.index, try RenderedTile(tile, of: sources[tile.index], with: tileRenderer, policy))
      },
      consume: { (index, tile) in
        if let image = tile.unreadable { unreadable.append((index, image)) }
        try composer.add(tile.pixels) { row throws(PNGError) in try writer.writeRow(row) }
        tileDone()
      })
    try composer.finish { row throws(PNGError) in try writer.writeRow(row) }
    try writer.finish()
    return unreadable.sorted { $0.index < $1.index }.map(\.image)
  }
}
