package import SheetLayout
internal import SheetModel

/// A number of pixels, or a fraction of all pixels.
package enum PixelAmount: Equatable, Sendable {
  /// A number of pixels.
  case pixels(Int)
  /// A fraction, from 0 to 1.
  case share(Double)

  /// Parses an amount such as `150` or `0.2%`; nil if the text is malformed.
  init?(_ text: Substring) {
    if text.last == "%" {
      // Rounded only once, like fractions of counts, so that equal fractions compare equal.
      guard let share = Double(decimal: text.dropLast() + "e-2"), 0...1 ~= share,
        text.utf8.allSatisfy({ $0.isDigit || ".%".utf8.contains($0) })
      else { return nil }
      self = .share(share)
    } else {
      guard let count = Int(digits: text) else { return nil }
      self = .pixels(count)
    }
  }

  /// Parses a fraction such as `0.2`, or a percentage; nil if the text is malformed.
  init?(fraction text: Substring) {
    if text.last == "%" {
      self.init(text)
      return
    }
    guard let share = Double(decimal: String(text)), 0...1 ~= share,
      text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") })
    else { return nil }
    self = .share(share)
  }

  /// Creates an amount given by a program; nil if it is out of range.
  init?(_ amount: Sheet.Amount) {
    switch amount {
    case .pixels(let count) where count >= 0: self = .pixels(count)
    case .fraction(let share) where 0...1 ~= share: self = .share(share)
    default: return nil
    }
  }

  /// The number of pixels out of `all`; it need not be whole.
  func count(of all: Int) -> Double {
    switch self {
    case .pixels(let count): Double(count)
    case .share(let share): share * Double(all)
    }
  }

  /// Whether a number of changed pixels, or their fraction, is within the amount.
  package func covers(changed: Int, share: Double) -> Bool {
    switch self {
    case .pixels(let most): changed <= most
    case .share(let most): share <= most
    }
  }
}

/// An area of a picture of any size.
package struct PictureArea: Equatable, Sendable {
  /// The distances from the left and top edges of the picture.
  package let x, y: PixelAmount
  /// The lengths of the sides.
  package let width, height: PixelAmount

  /// Parses an area such as `0,0,100%,48`: left, top, width and height.
  ///
  /// If one of the numbers has a decimal point, all of them are fractions, as in `0.5,0,0.5,1`. The
  /// notation of ImageMagick, `100x48+0+0`, is accepted, too. Nil if the text is malformed, or the
  /// area is empty.
  init?(parsing text: Substring) {
    let parts =
      Self.partsOfGeometry(text) ?? text.split(separator: ",", omittingEmptySubsequences: false)
    let areFractions = parts.contains { $0.contains(".") && $0.last != "%" }
    let lengths = parts.map { areFractions ? PixelAmount(fraction: $0) : PixelAmount($0) }
    guard lengths.count == 4, let x = lengths[0], let y = lengths[1], let width = lengths[2],
      let height = lengths[3], width.count(of: 100) > 0, height.count(of: 100) > 0
    else { return nil }
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The left, top, width and height of a geometry such as `100x48+0+0`; nil for other text.
  private static func partsOfGeometry(_ text: Substring) -> [Substring]? {
    guard text.utf8.allSatisfy({ $0.isDigit || "x+".utf8.contains($0) }) else { return nil }
    let parts = text.split(separator: "+", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let size = parts[0].split(separator: "x", omittingEmptySubsequences: false)
    return size.count == 2 ? [parts[1], parts[2], size[0], size[1]] : nil
  }

  /// Creates an area given by a program; nil if it is empty or out of range.
  init?(_ area: Sheet.Area) {
    guard let x = PixelAmount(area.x), let y = PixelAmount(area.y),
      let width = PixelAmount(area.width), let height = PixelAmount(area.height),
      width.count(of: 100) > 0, height.count(of: 100) > 0
    else { return nil }
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The pixels of a picture that the area covers, even partly; nil if the area lies outside the
  /// picture.
  package func pixels(of size: PixelSize) -> PixelRect? {
    func range(_ start: PixelAmount, _ length: PixelAmount, _ side: Int) -> Range<Int>? {
      // Sums of fractions may be just below a whole number.
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

extension RuleForm<PictureArea> {
  private static let words =
    "left, top, and width and height above 0, in pixels, per cent or fractions"

  /// The parts of pictures to show; the last match is used.
  package static let crop = RuleForm(
    values: words,
    examples: ["420,180,96,64", "hall*=420,180,96,64", "{rating} >= 5=25%,25%,50%,50%"],
    effect: "shows a part", mayStandAlone: { _ in true }, isUsuallyAlone: true,
    read: { PictureArea(parsing: $0[...]) })

  /// The regions of pictures that are shown enlarged; all matches are used.
  package static let inset = RuleForm(
    values: words, examples: ["0.6,0.2,0.15,0.15", "420,96,64,64", "kitchen*=60%,20%,10%,10%"],
    effect: "sets an inset", mayStandAlone: { _ in true }, isUsuallyAlone: true,
    read: { PictureArea(parsing: $0[...]) })

  /// Areas of pairs that are not compared; all rules that match a pair apply to it.
  package static let ignoredArea = RuleForm(
    values: words, examples: ["header*=0,0,100%,48", "{width} > 600=0,0,100%,48", "0,0,100%,48"],
    effect: "ignores an area", subject: .pairs, mayStandAlone: { _ in true },
    read: { PictureArea(parsing: $0[...]) })
}
