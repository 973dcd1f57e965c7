package import SheetPNG

extension PNGReader {
  /// Opens the file at `path`, a regular file or a link to one.
  package init(path: String, decoder: PNGDecoder = .automatic) throws(PictureFileError) {
    try self.init(nullTerminatedPath: Array(path.utf8CString), decoder: decoder)
  }
}
