internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

/// Properties in which few pictures of a sheet differ from the rest.
struct PictureOverrides: Equatable {
  /// The weight, in layouts that give a picture an area.
  var weight = 1.0
  /// The room it takes beyond a single cell; nil for no more.
  var room: PictureRoom?
  /// The part of the picture that is shown; nil for all of it.
  var crop: PixelRect?
  /// The point on which its crop is centred; nil if unset.
  var focus: Focus?
  /// How far it is rotated; nil to leave that to the policy for all pictures.
  var turn: Sheet.Turn?
  /// How many pixels of the sheet each of its pixels becomes along a side, if pictures differ in
  /// that; otherwise nil.
  var factor: Double?
  /// The line around it; nil for the border of the sheet.
  var border: TileBorder?
  /// The background of its cell; nil for that of the sheet's cells.
  @Rare var cellBackground: Backdrop?
  /// The bar that shows how long something is in it; nil for none.
  @Rare var scaleBar: PictureScaleBar?
  /// The regions of the upright picture that are shown enlarged in insets.
  var insets: [PixelRect] = []
  /// The indices in ``SheetJob/best`` of the criteria by which this picture is the best.
  var isBestBy: [Int] = []
  /// Its cell in a matrix; nil if the layout is not a matrix.
  var cell: MatrixCell?

  static let usual = PictureOverrides()
}
