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
      try naming(source) {
        let rows = try source.rows(as: header)
        for row in 0..<header.size.height {
          if row % 64 == 0 { try Task.checkCancellation() }
          try rows.next { _ in }
        }
        try rows.finish()
      }
      return self
    } catch let reason as UnreadablePicture {
      return damaged(reason)
    }
  }
}
