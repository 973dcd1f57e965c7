import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlans

/// The JSON of a plan with a picture of 160 x 120 pixels, in the only tile of a page.
///
/// - Parameters:
///   - area: The tile, whose picture fills it.
///   - isPlaced: Whether the picture could be read.
///   - change: Changes the tile.
/// - Returns: The bytes of the plan's manifest.
func jsonOfOneTile(
  on area: PixelRect = PixelRect(x: 10, y: 10, width: 80, height: 60), isPlaced: Bool = true,
  _ change: (inout PlannedTile) -> Void
) -> [UInt8] {
  let size = PixelSize(width: 160, height: 120)
  var tile = PlannedTile(
    index: 0, cell: area,
    placement: isPlaced
      ? PicturePlacement(image: area, crop: Rect(x: 0, y: 0, width: 160, height: 120)) : nil)
  change(&tile)
  let plan = SheetPlan(
    layout: "grid", pictures: [PlannedPicture(.text("a.png"), size: isPlaced ? size : nil)],
    pages: [
      SheetPage(
        number: 1, size: PixelSize(width: area.maxX + 10, height: area.maxY + 10), tiles: [tile])
    ],
    style: TileStyle(), metadata: MetadataUse(), unreadablePolicy: .placeholder,
    type: TypeStyle(), encoding: SheetEncoding(), isGray: false, tracks: [])
  return SheetManifest(plan, files: ["s.png"]).json()
}
