package import SheetLayout

/// An area of a picture, whatever its size.
public struct PictureArea: Equatable, Sendable {
  /// Where it begins, from the left and from the top.
  public let x, y: PixelAmount
  /// How far it goes from there.
  public let width, height: PixelAmount

  /// Creates an area from a text such as `0,0,100%,48`: left, top, width and height; nil for any other.
  init?(parsing text: Substring) {
    let lengths = text.split(separator: ",", omittingEmptySubsequences: false).map(PixelAmount.init)
    guard lengths.count == 4, let x = lengths[0], let y = lengths[1], let width = lengths[2],
      let height = lengths[3]
    else { return nil }
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The pixels of a picture that it covers, parts of them too; nil where it lies outside.
  package func pixels(of size: PixelSize) -> PixelRect? {
    func range(_ start: PixelAmount, _ length: PixelAmount, _ side: Int) -> Range<Int>? {
      // Sums of shares may miss a whole number by their last bits.
      let start = start.count(of: side)
      let end = min(start + length.count(of: side), Double(side))
      let first = Int(min(start + 1e-6, Double(side)).rounded(.down))
      let last = Int(max(0, end - 1e-6).rounded(.up))
      return first < last ? first..<last : nil
    }
    guard let columns = range(x, width, size.width), let rows = range(y, height, size.height)
    else { return nil }
    return PixelRect(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }
}

extension PairRule<PictureArea> {
  /// Creates a rule from a text such as `header*=0,0,100%,48`, or without a pattern; nil for any other.
  public init?(parsing text: String) { self.init(text) { PictureArea(parsing: $0) } }
}
