/// A lack of room for a cell in the width or the height of a sheet, or in both.
package struct Shortage: Hashable, Sendable {
  /// The width that is too small; nil if irrelevant or unknown.
  package var width: Double?
  /// The height that is too small; nil if irrelevant or unknown.
  package var height: Double?
  /// The gaps between neighbours.
  package var gap: Size
  /// How much of the width or height the headings take, if only one of the two is known.
  package var headings: Double
  /// How much of the width and height the margins and text take.
  package var edges = Size.zero

  /// Creates a shortage in the width, in the height or in both.
  package init(width: Double? = nil, height: Double? = nil, gap: Size, headings: Double = 0) {
    (self.width, self.height, self.gap, self.headings) = (width, height, gap, headings)
  }

  /// Creates a shortage on a sheet of the given size, without margins.
  package init(_ size: Size, gap: Size) {
    self.init(width: size.width, height: size.height, gap: gap)
  }
}

extension Shortage: CustomStringConvertible {
  /// The available room, and what uses it, as a sentence fragment: `there is no room for images in
  /// a height of 30, because margins and text take 16 and headings take 24`.
  package var description: String { message(in: .pixels) }

  /// The fragment, with lengths in the given unit.
  package func message(in unit: LengthUnit) -> String {
    let sheet =
      switch (width, height) {
      case (let width?, let height?): "\(unit.number(width)) x \(unit.text(height))"
      case (let width?, nil): "a width of \(unit.text(width))"
      case (nil, let height?): "a height of \(unit.text(height))"
      case (nil, nil): "the sheet"
      }
    let taken = [
      concerned(edges, unit).map { "margins and text take \($0)" },
      headings > 0 ? "headings take \(unit.text(headings))" : nil,
      concerned(gap, unit).map { "gaps are \($0)" },
    ].compactMap(\.self)
    return "there is no room for images in \(sheet)"
      + (taken.isEmpty ? "" : ", because " + taken.joined(separator: " and "))
  }

  /// The width and the height of `size`, as text, but only in directions with too little room; nil
  /// if all of these lengths are 0.
  private func concerned(_ size: Size, _ unit: LengthUnit) -> String? {
    let sides = [width.map { _ in size.width }, height.map { _ in size.height }].compactMap(\.self)
    guard sides.contains(where: { $0 > 0 }) else { return nil }
    return Set(sides).count == 1
      ? unit.text(sides[0]) : sides.map(unit.text).joined(separator: " x ")
  }
}

extension LayoutError {
  /// The error, with the size of the whole sheet if known, including margins and text.
  package func counting(edges: Size) -> LayoutError {
    switch self {
    case .noRoom(var shortage):
      shortage.width = shortage.width.map { $0 + edges.width }
      shortage.height = shortage.height.map { $0 + edges.height }
      shortage.edges = edges
      return .noRoom(shortage)
    case .tracksTooWide(let needed, let width):
      return .tracksTooWide(needed + edges.width, sheetWidth: width + edges.width)
    default: return self
    }
  }
}
