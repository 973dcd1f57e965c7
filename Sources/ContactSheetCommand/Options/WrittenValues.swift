internal import ContactSheet
internal import SheetImaging
internal import SheetLayout

// How values that the library has no text for are written on the command line.

extension ValueForm where Value == Extent {
  /// A width, perhaps with a height.
  static var extent: Self {
    written("pixels as N or WxH, each from 1 to \(Extent.maximumSide)") { Extent($0) }
  }
}

extension ValueForm where Value == GridShape {
  /// The columns and rows of a page as montage takes them: `5x4`, `5x` or `x4`.
  static var gridShape: Self {
    let maximum = 65_536
    return written("columns and rows as CxR, Cx or xR, each from 1 to \(maximum)") { text in
      let parts = text.split(separator: "x", omittingEmptySubsequences: false)
      let numbers = parts.map { Int(digits: $0) }
      guard numbers.allSatisfy({ 1...maximum ~= $0 ?? 1 }) else { return nil }
      switch (parts.count, numbers.first ?? nil, numbers.last ?? nil) {
      case (2, let columns?, let rows?): return .exactly(columns: columns, rows: rows)
      case (2, let columns?, nil) where parts[1].isEmpty: return .columns(columns)
      case (2, nil, let rows?) where parts[0].isEmpty: return .rows(rows)
      case (1, let columns?, _): return .columns(columns)
      default: return nil
      }
    }
  }
}

extension ValueForm where Value == ClosedRange<Int> {
  /// Pages by their numbers: `3` or `2-5`.
  static var pages: Self {
    written("a page as N, or pages as N-M, counted from 1") { text in
      let numbers = text.split(separator: "-", omittingEmptySubsequences: false)
        .map { Int(digits: $0) }
      guard 1...2 ~= numbers.count, let first = numbers[0], let last = numbers[numbers.count - 1],
        first >= 1, first <= last
      else { return nil }
      return first...last
    }
  }
}

extension ValueForm where Value == [TierLayer] {
  /// The layers of a tiered layout, separated by commas.
  static var tiers: Self {
    let names = TierLayer.allCases.map(\.rawValue).joined(separator: ", ")
    return written("layers with commas between them; they are \(names)") { text in
      let names = text.split(separator: ",", omittingEmptySubsequences: false)
      let layers = names.compactMap { TierLayer(rawValue: String($0)) }
      return layers.count == names.count ? layers : nil
    }
  }
}

extension ValueForm where Value == [ColumnTrack] {
  /// Column tracks; an error points at the character.
  static var tracks: Self {
    parsed { text in
      do {
        return try ColumnTrack.list(parsing: text)
      } catch LayoutError.trackSyntax(let position, let expected, let found) {
        let pointer = String(repeating: " ", count: position - 1) + "^"
        throw WrongValue(
          "expected \(expected), but found \(found), at character \(position) of\n  \(text)\n"
            + "  \(pointer)")
      }
    }
  }
}

extension ValueForm where Value == Color {
  /// A colour in which something can be seen.
  static var visibleColor: Self {
    parsed { text in
      let color = try Color(parsing: text)
      guard color.alpha > 0 else {
        throw WrongValue("text cannot be transparent; leave it out, as with --label ''")
      }
      return color
    }
  }
}

extension ValueForm where Value: LosslessStringConvertible {
  /// A piece of furniture: a length in pixels, perhaps with a colour.
  static func furniture(_ length: String) -> Self {
    written("\(length), perhaps with a colour behind it, such as '2 silver', or none") { Value($0) }
  }
}

extension ValueForm where Value == SpacingLengths {
  /// The space between cells or around all of them.
  static var spacing: Self {
    written("pixels as 8, a length as 5mm or 0.5in, or two of them with an x between") {
      SpacingLengths($0)
    }
  }
}

/// The space between cells or around all of them, as lengths on the sheet: `8`, `5mm` or
/// `10mmx0.5in`.
struct SpacingLengths: Equatable, Sendable {
  /// 10 millimetres around everything, which printers reach.
  static let marginOnPaper = SpacingLengths(
    horizontal: Length(10, .millimetres), vertical: Length(10, .millimetres))

  let horizontal: Length
  let vertical: Length

  private init(horizontal: Length, vertical: Length) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Parses a length, or one from left to right and one from top to bottom with an `x` between
  /// them.
  init?(_ text: String) {
    if let length = Length(text) {
      self.init(horizontal: length, vertical: length)
      return
    }
    // The first x may belong to a px.
    for index in text.indices.lazy.filter({ text[$0] == "x" }).prefix(2) {
      if let horizontal = Length(String(text[..<index])),
        let vertical = Length(String(text[index...].dropFirst()))
      {
        self.init(horizontal: horizontal, vertical: vertical)
        return
      }
    }
    return nil
  }

  /// Whether the two lengths differ, at any density.
  var isUneven: Bool {
    horizontal.value != vertical.value || horizontal.unit != vertical.unit
  }

  /// The space in pixels.
  ///
  /// - Throws: ``LengthError``.
  func spacing(perInch pixelsPerInch: Int?) throws(LengthError) -> Spacing {
    let spacing = Spacing(
      horizontal: try horizontal.pixels(perInch: pixelsPerInch),
      vertical: try vertical.pixels(perInch: pixelsPerInch))
    guard let spacing else { preconditionFailure("no length is longer than a spacing") }
    return spacing
  }
}

extension Int {
  /// Parses decimal digits and nothing else: no sign, no space.
  fileprivate init?(digits text: Substring) {
    guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    self.init(text)
  }
}
