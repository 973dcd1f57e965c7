internal import SheetFiles
internal import SheetImaging
internal import SheetLayout

extension SheetPicture {
  /// What browsers call the picture's file, where they show it as it is shown here; nil where they
  /// need a copy.
  ///
  /// They take all pixels for squares, and not all of them turn what is no JPEG.
  package var mediaType: String? {
    guard let header = readableHeader, header.pixelRatio == .square, let path,
      let beginning = try? path.beginning(upTo: FormatTable.beginning),
      let format = FormatTable.standard.recognized(beginning),
      header.orientation == .upright || format.name == FileFormat.jpeg.name
    else { return nil }
    return format.mediaType
  }
}
