internal import SheetImaging
package import SheetLayout
package import SheetPictures

extension PictureScale {
  /// The minimum number of decoded pixels per pixel of the sheet, on either axis, if a picture is
  /// decoded at a reduced scale.
  ///
  /// Decoding at a reduced scale averages encoded values instead of linear-light values, so edges
  /// get darker. Compared with photographs decoded whole, the PSNR is 43 dB with twice as many
  /// pixels as on the sheet. With four times as many, it is 50 dB, or 42 dB for photographs with
  /// the finest detail.
  private static let minimumReduction = 3.5

  /// The smallest scale at which a picture still has enough pixels for its area on the sheet.
  package init(drawing picture: SheetPicture, at placement: PicturePlacement) {
    self = .whole
    guard let header = picture.readableHeader, header.isReducible else { return }
    let (shown, crop, image) = (header.shownSize, placement.crop, placement.image)
    // If pixels are not square, fewer are stored than shown.
    let stored =
      header.orientation.swapsSides
      ? PixelSize(width: header.size.height, height: header.size.width) : header.size
    let across = crop.width * Double(stored.width) / Double(shown.width * image.width)
    let down = crop.height * Double(stored.height) / Double(shown.height * image.height)
    let reduction = min(across, down)
    self =
      Self.allCases.last { reduction >= Self.minimumReduction * Double($0.rawValue) } ?? .whole
  }
}
