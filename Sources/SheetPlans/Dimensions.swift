internal import SheetModel

/// A width in pixels with an optional height.
///
/// Written `1600x1200`, or `1600` if the height depends on the content.
package struct Extent: Equatable, Sendable {
  /// The maximum width or height of a PNG in pixels (PNG specification, 11.2.2).
  package static let maximumSide = 2_147_483_647

  /// The width in pixels, at least 1.
  package let width: Int
  /// The height in pixels, at least 1; nil if it depends on the content.
  package let height: Int?

  /// 1600 pixels wide, as high as the content.
  package static let standard = Extent(standardWidth: 1600)

  private init(standardWidth width: Int) {
    self.width = width
    height = nil
  }

  /// Creates an extent; nil if a side is not in `1...maximumSide`.
  package init?(width: Int, height: Int? = nil) {
    guard 1...Self.maximumSide ~= width, 1...Self.maximumSide ~= height ?? 1 else { return nil }
    self.width = width
    self.height = height
  }

  /// Parses `W` or `WxH`, in whole pixels.
  package init?(_ text: String) {
    guard let (width, height) = text.numbers(dividedBy: "x") else { return nil }
    self.init(width: width, height: height)
  }
}

extension Extent: LosslessStringConvertible {
  /// The extent as it is written.
  package var description: String {
    if let height { "\(width)x\(height)" } else { "\(width)" }
  }
}

/// Empty space in pixels: the gap between neighbouring cells, or the margin around all of them.
package struct Spacing: Equatable, Sendable {
  /// 8 pixels in both directions.
  package static let standard = Spacing(8)

  /// The space between columns, or at the left and the right; not negative.
  package let horizontal: Int
  /// The space between rows, or at the top and the bottom; not negative.
  package let vertical: Int

  /// Creates an equal spacing in both directions.
  package init(_ pixels: Int) { (horizontal, vertical) = (pixels, pixels) }

  /// Creates a spacing; nil if a number is negative or above ``Extent/maximumSide``.
  package init?(horizontal: Int, vertical: Int) {
    guard 0...Extent.maximumSide ~= horizontal, 0...Extent.maximumSide ~= vertical
    else { return nil }
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

extension Spacing: LosslessStringConvertible {
  /// Parses `8`, or `12x4` for 12 horizontally and 4 vertically, in whole pixels.
  package init?(_ text: String) {
    guard let (horizontal, vertical) = text.numbers(dividedBy: "x") else { return nil }
    self.init(horizontal: horizontal, vertical: vertical ?? horizontal)
  }

  /// The spacing as it is written.
  package var description: String {
    horizontal == vertical ? "\(horizontal)" : "\(horizontal)x\(vertical)"
  }
}

/// Width divided by height, written `4:3`, `4/3` or `1.333`.
package struct AspectRatio: Equatable, Sendable {
  /// 3:2, the ratio of most sheets.
  package static let standard = AspectRatio(width: 3, height: 2)

  /// Width divided by height: finite and positive.
  package let value: Double

  private let text: String

  private init(width: Int, height: Int) {
    value = Double(width) / Double(height)
    text = "\(width):\(height)"
  }

  /// Parses two numbers separated by `:` or `/`, or one.
  package init?(_ text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "/" }
    let numbers = parts.compactMap { part in
      // Double would also accept "nan" and "0x1p3".
      part.allSatisfy { $0.isNumber || $0 == "." } ? Double(part) : nil
    }
    guard numbers.count == parts.count, 1...2 ~= numbers.count else { return nil }
    let value = numbers.count == 2 ? numbers[0] / numbers[1] : numbers[0]
    guard value.isFinite, value > 0 else { return nil }
    self.value = value
    self.text = text
  }
}

extension AspectRatio: LosslessStringConvertible {
  /// The ratio as it was written.
  package var description: String { text }
}

/// A number of pixels, written `268435456`, `268M` or `2G`.
package struct PixelCount: Equatable, Sendable {
  /// The default limit for a sheet: a square with sides of 16,370 pixels.
  package static let standard = PixelCount(268_000_000)

  /// The letters that stand for powers of 1000, the largest first.
  private static let units = [
    (letter: "G", factor: 1_000_000_000), (letter: "M", factor: 1_000_000),
    (letter: "k", factor: 1000),
  ]

  /// The number of pixels, at least 1.
  package let value: Int

  /// Creates a count.
  ///
  /// - Precondition: `value` is at least 1.
  package init(_ value: Int) {
    precondition(value >= 1, "a sheet has at least one pixel")
    self.value = value
  }

  /// Parses a number with an optional `k`, `M` or `G` (powers of 1000, any case).
  package init?(_ text: String) {
    let unit = Self.units.first { text.lowercased().hasSuffix($0.letter.lowercased()) }
    guard let number = Int(digits: text.dropLast(unit == nil ? 0 : 1)), number > 0 else {
      return nil
    }
    let (value, overflow) = number.multipliedReportingOverflow(by: unit?.factor ?? 1)
    guard !overflow else { return nil }
    self.value = value
  }
}

extension PixelCount: LosslessStringConvertible {
  /// The shortest exact form, such as `268M`.
  package var description: String {
    let unit = Self.units.first { value.isMultiple(of: $0.factor) }
    return unit.map { "\(value / $0.factor)\($0.letter)" } ?? "\(value)"
  }
}

/// The largest number of bytes, at least 1.
package struct ByteLimit: Equatable, Sendable {
  /// The default budget of a run's memory: 1 GiB.
  package static let standardMemory = ByteLimit(1 << 30)

  /// The letters that stand for powers of 1024 if an i follows, the largest first.
  private static let binaryUnits =
    [("G", 30), ("M", 20), ("K", 10)] as [(letter: String, shift: Int)]

  /// The number.
  package let value: Int

  /// Creates a count.
  ///
  /// - Precondition: `value` is at least 1.
  package init(_ value: Int) {
    precondition(value >= 1, "a limit is at least one byte")
    self.value = value
  }
}

extension ByteLimit: LosslessStringConvertible {
  /// Parses a number with an optional unit, and perhaps a `B`.
  ///
  /// Units are `k`, `M` and `G` (powers of 1000, any case), and `Ki`, `Mi` and `Gi` (powers of
  /// 1024).
  package init?(_ text: String) {
    let number = (text.last?.uppercased() == "B" ? String(text.dropLast()) : text)
      .filter { $0 != " " }
    let binary = Self.binaryUnits.first { number.uppercased().hasSuffix("\($0.letter)I") }
    guard let count = PixelCount(String(number.dropLast(binary == nil ? 0 : 2))),
      binary == nil || number.dropLast(2).last?.isNumber == true
    else { return nil }
    let (value, overflow) = count.value.multipliedReportingOverflow(by: 1 << (binary?.shift ?? 0))
    guard !overflow else { return nil }
    self.value = value
  }

  /// The shortest exact form, such as `50MB` or `1GiB`.
  package var description: String {
    let decimal = "\(PixelCount(value))B"
    let unit = Self.binaryUnits.first { value.trailingZeroBitCount >= $0.shift }
    guard let binary = unit.map({ "\(value >> $0.shift)\($0.letter)iB" }),
      binary.count < decimal.count
    else { return decimal }
    return binary
  }
}
