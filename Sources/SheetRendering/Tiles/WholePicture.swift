internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

// Pictures that are not in cells: logos and watermarks.

extension SheetPicture {
  /// The whole picture in an area, over a backdrop.
  ///
  /// - Parameters:
  ///   - area: The area of the page that the picture covers.
  ///   - format: The format of the pixels.
  ///   - backdrop: What shows through a transparent picture.
  ///   - setting: The setting that names the picture, for errors.
  /// - Returns: The pixels of the area.
  /// - Throws: ``ContactSheetError`` if the picture cannot be read, and `CancellationError` if the
  ///   task is cancelled.
  func drawnWhole(
    in area: PixelRect, _ format: PixelFormat, over backdrop: Backdrop, as setting: Setting
  ) throws -> TilePixels {
    let whole = size ?? area.size
    let crop = Rect(x: 0, y: 0, width: Double(whole.width), height: Double(whole.height))
    let tile = PlannedTile(
      index: 0, cell: area, placement: PicturePlacement(image: area, crop: crop))
    let renderer = TileRenderer(
      format: format, filter: TileStyle().filter, isGrayscale: false, sharpening: nil,
      backdrop: backdrop)
    let rows = area.y..<area.maxY
    do {
      return try StreamedTile(tile, of: self, [rows]).pixels(inRows: rows, with: renderer).get()
    } catch let damage as UnreadablePicture {
      throw ContactSheetError.unreadable(damage, as: setting)
    }
  }
}
