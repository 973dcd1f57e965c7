/// A box of an ISO media file: a name and a body, in which there may be other boxes.
///
/// Source: ISO/IEC 14496-12, 4.2.
struct MediaBox {
  /// What it is called: four characters.
  let name: String
  /// Where it begins.
  let place: Int
  /// Where its body is; what is around it ends it.
  let body: Range<Int>
  /// Where the next box begins.
  let next: Int

  /// The number of bytes that tell all of this.
  static let headLength = 16

  /// The box that begins with these bytes; nil where there is none.
  ///
  /// - Parameters:
  ///   - head: Its first bytes, fewer than ``headLength`` where no more are there.
  ///   - place: Where it begins.
  ///   - end: Where what it is in ends.
  init?(_ head: [UInt8], at place: Int, before end: Int) {
    guard place + 8 <= end, head.count >= 8 else { return nil }
    var (length, headLength) = (head.bigEndian(at: 0, bytes: 4), 8)
    // No file has 2⁵⁶ bytes.
    if length == 1, head.count >= 16, head[8] == 0 {
      (length, headLength) = (head.bigEndian(at: 8, bytes: 8), 16)
    }
    if length == 0 { length = end - place }
    guard length >= headLength else { return nil }
    self.place = place
    name = String(decoding: head[4..<8], as: UTF8.self)
    let start = place + headLength
    body = start..<max(start, min(end, place + length))
    next = place + length
  }

  /// The boxes in a part of some bytes, one behind the other.
  static func all(_ range: Range<Int>, of bytes: [UInt8]) -> [MediaBox] {
    var boxes: [MediaBox] = []
    var place = range.lowerBound
    while place < range.upperBound,
      let box = MediaBox(
        Array(bytes[place..<min(place + headLength, range.upperBound)]), at: place,
        before: range.upperBound)
    {
      boxes.append(box)
      place = box.next
    }
    return boxes
  }
}
