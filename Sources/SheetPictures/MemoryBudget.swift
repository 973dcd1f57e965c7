internal import SheetImaging
internal import SheetLayout
internal import SheetModel

/// The number of bytes a run may hold for pictures that cannot be decoded row by row.
///
/// A scheduler takes the bytes of each task before starting it, in the order of the results, and
/// gives them back when the task has ended. Tasks never wait for bytes, so no task waits while it
/// holds some.
///
/// The data kept from recent GIFs counts, too. It may take a quarter of the budget, and is dropped
/// if that is the only way to start a task.
package struct MemoryBudget: Sendable {
  /// The total number of bytes.
  package let limit: Int
  /// The number of bytes that are not taken.
  package private(set) var free: Int
  private let recent: RecentGIFs

  /// Creates a budget with all bytes free.
  package init(_ limit: Int) { self.init(limit, .shared) }

  /// Creates a budget that also covers the data kept from recent GIFs.
  init(_ limit: Int, _ recent: RecentGIFs) {
    precondition(limit > 0, "a budget has at least one byte")
    (self.limit, free, self.recent) = (limit, limit, recent)
  }

  /// The number of bytes to take for a task that needs `bytes`.
  ///
  /// A task that needs more than the budget takes all of it, and runs alone.
  private func share(of bytes: Int) -> Int { min(bytes, limit) }

  /// Takes bytes if there are enough.
  ///
  /// - Parameters:
  ///   - bytes: The number of bytes.
  ///   - canWait: Whether other tasks are in progress. If so, this one waits for their bytes
  ///     instead of first dropping the data kept from recent GIFs.
  /// - Returns: Whether the bytes were taken.
  package mutating func take(_ bytes: Int, canWait: Bool = false) -> Bool {
    let bytes = share(of: bytes)
    if bytes == 0 { return true }
    guard bytes <= free else { return false }
    let kept = recent.keepAtMost(limit / 4)
    if canWait, bytes > free - kept { return false }
    free -= bytes
    recent.keepAtMost(free)
    return true
  }

  /// Gives back bytes that were taken together.
  package mutating func giveBack(_ bytes: Int) {
    free += share(of: bytes)
    precondition(free <= limit, "more is given back than was taken")
  }
}

extension PictureHeader {
  /// Why a budget is too small for the picture; nil if it is large enough.
  package func refusal(within limit: Int) -> String? {
    guard neededBytes > limit else { return nil }
    if heldBytes == 0 {
      return """
        its rows are so long that decoding it takes \(neededBytes) bytes, which exceed the budget of \
        \(ByteLimit(limit)); raise the budget
        """
    }
    return """
      it must be held in memory, and its \(neededBytes) bytes exceed the budget of \
      \(ByteLimit(limit)); raise the budget\(rowwiseForm.map { ", or \($0)" } ?? "")
      """
  }

  /// The smallest budget with which the picture can be decoded: the bytes held, plus any bytes of
  /// rows in progress for which a run has no room outside the budget.
  ///
  /// There are such bytes only if rows have more than 400,000 pixels.
  package var neededBytes: Int { heldBytes + max(0, rowBytes - 50_000_000) }

  /// The bytes of the rows in progress: as stored in the file, as linear-light values, and in the
  /// filter.
  ///
  /// Measured with PNGs 1,000,000 pixels wide.
  private var rowBytes: Int { size.width * (48 + 8 * format.bytesPerPixel) }

  /// The bytes that a task takes from the budget to decode the picture.
  ///
  /// Besides ``heldBytes``, these cover the decoder and the rows in progress. The first 2 MB of
  /// rows are left out: most pictures need less, and a run has 64 MB for them. Hardly any picture
  /// is refused because of these extra bytes: if they exceed the budget, the picture waits until it
  /// can be decoded alone.
  package var takenBytes: Int { heldBytes + decoderBytes + max(0, rowBytes - 2_000_000) }

  /// The additional bytes that a task takes to reduce the picture until its longer side has `side`
  /// pixels.
  ///
  /// These are the sums of pixels, the pixels themselves, and what is computed from them.
  package func miniatureBytes(side: Int) -> Int {
    let (long, short) = (max(size.width, size.height), min(size.width, size.height))
    let pixels = long <= side ? long * short : side * max(1, side * short / long)
    return pixels * (8 * format.channels.rawValue + 12)
  }

  /// How to save the picture so that it can be decoded row by row.
  ///
  /// Nil for the preview in a RAW file, which cannot be saved separately.
  private var rowwiseForm: String? {
    if isPreview { return nil }
    return "save it as \(isJPEG ? "a baseline JPEG" : "a PNG without interlacing")"
  }
}

extension SheetPicture {
  /// The number of bytes held while the picture is decoded.
  package var heldBytes: Int { readableHeader?.heldBytes ?? 0 }

  /// The number of bytes that a task takes from the budget to decode the picture and what is drawn
  /// over it.
  package var takenBytes: Int {
    overlays.reduce(readableHeader?.takenBytes ?? 0) { $0 + $1.shown.takenBytes }
  }

  /// The number of bytes that a task takes from the budget to decode and reduce the picture.
  package func takenBytes(reducingTo side: Int) -> Int {
    takenBytes + (readableHeader?.miniatureBytes(side: side) ?? 0)
  }

  /// This picture, or an unreadable one if it exceeds the budget; the same goes for each overlay.
  package func within(_ limit: Int) -> SheetPicture {
    guard let reason = readableHeader?.refusal(within: limit) else {
      if overlays.isEmpty { return self }
      // All overlays of a picture are open at the same time.
      var (held, within) = (heldBytes, [PictureOverlay]())
      for overlay in overlays {
        within.append(overlay.within(limit, besides: held))
        held += within.last?.shown.heldBytes ?? 0
      }
      return with(within)
    }
    return damaged(
      UnreadablePicture(name, reason: reason, excessiveBytes: readableHeader?.neededBytes))
  }
}
