internal import SheetLayout
internal import SheetPictures

extension SheetPicture {
  /// The picture, read once to see whether it is damaged.
  ///
  /// - Throws: `PictureError` for what is not the picture's fault, and `CancellationError` when the
  ///   task is cancelled.
  func decoded() throws -> SheetPicture {
    guard let header = readableHeader else { return self }
    do {
      try naming(source) { try source.forEachRow(as: header) { _ in } }
      return self
    } catch let reason as UnreadablePicture {
      return damaged(reason)
    }
  }
}
