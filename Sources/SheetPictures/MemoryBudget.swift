internal import SheetImaging
internal import SheetLayout
internal import SheetModel

/// The bytes that a run may hold of pictures that cannot be decoded row by row.
///
/// A scheduler takes the bytes of each task before it starts it, in the order of the results. It gives
/// them back when the task has ended. Tasks never wait for bytes, so nothing waits while it holds some.
package struct MemoryBudget: Sendable {
  /// All bytes.
  package let limit: Int
  /// The bytes that are not taken.
  package private(set) var free: Int

  /// Creates a budget with all bytes free.
  package init(_ limit: Int) {
    precondition(limit > 0, "a budget has at least one byte")
    (self.limit, free) = (limit, limit)
  }

  /// The bytes to take for a need.
  ///
  /// A need beyond the budget takes all of it, and runs alone.
  private func share(of bytes: Int) -> Int { min(bytes, limit) }

  /// Takes bytes, and returns whether there were enough.
  package mutating func take(_ bytes: Int) -> Bool {
    guard share(of: bytes) <= free else { return false }
    free -= share(of: bytes)
    return true
  }

  /// Gives back bytes that were taken together.
  package mutating func giveBack(_ bytes: Int) {
    free += share(of: bytes)
    precondition(free <= limit, "more is given back than was taken")
  }
}

extension PictureHeader {
  /// The reason why a budget is too small for the picture; nil if it is not.
  package func refusal(within limit: Int) -> String? {
    guard self.heldBytes > limit else { return nil }
    return """
      it has to be held in memory, and its \(self.heldBytes) bytes exceed the budget of \
      \(ByteLimit(limit)); raise the budget of memory\(rowwiseForm.map { ", or \($0)" } ?? "")
      """
  }

  /// The bytes that a task takes of the budget to decode the picture.
  ///
  /// Beside those that are held whole, these are for its decoder and for the rows in progress, without
  /// the first 2 MB: most pictures take less, and a run has 64 MB for them. A picture is not refused for
  /// them; it waits until it is alone.
  package var takenBytes: Int {
    // Measured with PNGs of 1,000,000 columns: rows of the file, in linear light, and of the filter.
    let rows = size.width * (48 + 8 * format.bytesPerPixel)
    return heldBytes + decoderBytes + max(0, rows - 2_000_000)
  }

  /// How to save the picture so that it can be decoded row by row.
  ///
  /// Nil for the preview in a RAW file, which cannot be saved by itself.
  private var rowwiseForm: String? {
    if isPreview { return nil }
    return "save it as \(isJPEG ? "a baseline JPEG" : "a PNG without interlacing")"
  }
}

extension SheetPicture {
  /// The bytes that are held while the picture is decoded.
  package var heldBytes: Int { readableHeader?.heldBytes ?? 0 }

  /// The bytes that a task takes of the budget to decode the picture.
  package var takenBytes: Int { readableHeader?.takenBytes ?? 0 }

  /// This picture, or an unreadable one if it exceeds a budget.
  package func within(_ limit: Int) -> SheetPicture {
    guard let reason = readableHeader?.refusal(within: limit) else { return self }
    return damaged(UnreadablePicture(name, reason: reason, excessiveBytes: heldBytes))
  }
}
