internal import SheetImaging

/// A box of an ISO media file: a name and a body, which may contain other boxes.
///
/// Source: ISO/IEC 14496-12, 4.2.
struct MediaBox {
  /// The name, which has four characters.
  let name: String
  /// The body; shorter than stated if the file ends.
  let body: ByteView
  /// The offset of the box in the file.
  let offset: Int
  /// The length stated by the box, including its header.
  let length: Int

  /// Reads the box at the start of some bytes; nil if there is none.
  init?(_ bytes: ByteView) {
    guard var length = bytes.number(at: 0, 4), let name = bytes.text(at: 4) else { return nil }
    var headLength = 8
    if length == 1, let long = bytes.number(at: 8, 8) { (length, headLength) = (long, 16) }
    if length == 0 { length = bytes.count }
    guard length >= headLength else { return nil }
    (self.name, self.length, offset) = (name, length, bytes.offset)
    body = bytes[headLength..<length]
  }
}

/// The boxes in a view, one after another.
///
/// Each box costs one step of the view's budget.
struct MediaBoxes: Sequence, IteratorProtocol {
  private var rest: ByteView

  init(in bytes: ByteView) { rest = bytes }

  mutating func next() -> MediaBox? {
    guard rest.count > 0, rest.step(), let box = MediaBox(rest) else { return nil }
    rest = rest[box.length...]
    return box
  }
}
