/// A number of pixels, written as `268435456`, `268M` or `2G`.
package struct PixelCount: Equatable, Sendable {
  /// The default limit for a sheet, which is about 16,370 by 16,370 pixels.
  package static let standard = PixelCount(268_000_000)

  /// The letters for powers of 1000, largest first.
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

/// A limit in bytes, at least 1.
package struct ByteLimit: Equatable, Sendable {
  /// The default memory budget of a run: 1 GiB.
  package static let standardMemory = ByteLimit(1 << 30)

  /// The letters that stand for powers of 1024 if an `i` follows, largest first.
  private static let binaryUnits =
    [("G", 30), ("M", 20), ("K", 10)] as [(letter: String, shift: Int)]

  /// The limit in bytes.
  package let value: Int

  /// Creates a limit.
  ///
  /// - Precondition: `value` is at least 1.
  package init(_ value: Int) {
    precondition(value >= 1, "a limit is at least one byte")
    self.value = value
  }
}

extension ByteLimit: LosslessStringConvertible {
  /// Parses a number with an optional unit and an optional `B`.
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
