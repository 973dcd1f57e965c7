internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

/// Properties in which few pictures of a sheet differ from the rest.
struct PictureOverrides: Equatable {
  /// The weight, by which some layouts choose the area of the picture.
  var weight = 1.0
  /// The room that the picture takes up if it is more than a single cell; otherwise nil.
  var room: PictureRoom?
  /// The part of the picture that is shown; nil for all of it.
  var crop: PixelRect?
  /// The point on which the picture's crop is centred; nil if unset.
  var focus: Focus?
  /// How far the picture is rotated; nil to leave that to the policy for all pictures.
  var turn: Sheet.Turn?
  /// The scale of the picture, in pixels of the sheet per pixel of the picture along a side, if
  /// pictures have different scales; otherwise nil.
  var factor: Double?
  /// The line around the picture; nil for the border of the sheet.
  var border: TileBorder?
  /// The background of the picture's cell; nil for the background of the sheet's cells.
  @Rare var cellBackground: Backdrop?
  /// The scale bar of the picture; nil for none.
  @Rare var scaleBar: PictureScaleBar?
  /// The title of the scale that explains the picture's colours; nil for none.
  @Rare var colormapTitle: String?
  /// The regions of the upright picture that are shown enlarged in insets.
  var insets: [PixelRect] = []
  /// The indices in ``SheetJob/best`` of the criteria by which this picture is the best.
  var isBestBy: [Int] = []
  /// The picture's cell in a matrix; nil if the layout is not a matrix.
  var cell: MatrixCell?

  static let usual = PictureOverrides()
}
