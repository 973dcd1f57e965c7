internal import SheetLayout
internal import SheetModel
internal import SheetPlans
internal import SheetText
internal import Synchronization

/// Fits the lines of pages into their width: long lines become smaller, then they are broken, and
/// only then are they cut.
struct LineFitting: Sendable {
  /// A part of a line, between its tabs.
  struct Part {
    let text: String
    let alignment: Sheet.TextAlignment
    /// The columns that the part takes up, and that no other part uses.
    let columns: Range<Int>
    /// The type size in pixels.
    let size: Double
    /// The height that the part needs to be complete.
    let height: Int
  }

  /// The maximum number of lines into which a line is broken.
  private static let mostLines = 3

  /// The font of lines that specify no font.
  private let font: FontChoice
  private let faces = Faces()

  init(_ font: FontChoice) { self.font = font }

  /// The parts of a line in the given columns, at the largest size at which all of them are whole.
  func fitted(
    _ parts: [String], _ alignments: [Sheet.TextAlignment], in columns: Range<Int>,
    font own: FontChoice?, size usual: Double
  ) -> [Part] {
    let font = faces.settled(own ?? font, for: parts)
    var (size, shares, areWhole): (Double, [Range<Int>], Bool) = (usual, [], false)
    for smaller in TypeScale.shrinking(from: usual) where !areWhole {
      size = smaller
      let setter = faces.setter(font, size: size)
      let needs = parts.map(setter.drawnWidth)
      shares = Self.shares(of: columns, needs, gap: TypeScale.lineHeight(size) / 2)
      areWhole = zip(shares, needs).allSatisfy { $0.count >= $1 }
    }
    // Characters are only measured for lines that are broken.
    let measure = areWhole ? nil : faces.setter(font, size: size).measure(for: parts)
    let lineHeight = TypeScale.lineHeight(size)
    return zip(zip(parts, alignments), shares).compactMap { part, columns in
      if part.0.isEmpty || columns.isEmpty { return nil }
      let lines = measure?.lines(
        of: part.0, width: columns.count, limit: Self.mostLines, overflow: .wrap)
      return Part(
        text: part.0, alignment: part.1, columns: columns, size: size,
        height: max(1, lines?.count ?? 1) * lineHeight)
    }
  }

  /// The width of a line, by default in the font that is used for lines that specify none.
  func width(of line: String, size: Double, font own: FontChoice? = nil) -> Int {
    faces.setter(faces.settled(own ?? font, for: [line]), size: size).drawnWidth(of: line)
  }

  /// The columns of a line that is centred over pictures, as far as an area allows.
  ///
  /// A line too long for that starts at the left edge of the pictures; a line too long even for
  /// that is centred in the whole area.
  func centered(
    _ line: String, over pictures: Range<Int>, in area: Range<Int>, font own: FontChoice?,
    size: Double
  ) -> (columns: Range<Int>, alignment: Sheet.TextAlignment) {
    let (left, right) = (
      pictures.lowerBound - area.lowerBound, area.upperBound - pictures.upperBound
    )
    let reach = min(left, right)
    if left == right || pictures.isEmpty { return (area, .center) }
    let width = width(of: line, size: size, font: own)
    let middle = pictures.lowerBound - reach..<pictures.upperBound + reach
    if width <= middle.count { return (middle, .center) }
    let rest = pictures.lowerBound..<area.upperBound
    return width <= rest.count ? (rest, .left) : (area, .center)
  }

  /// The columns of the parts of a line: equal shares if these suffice, else as many columns as
  /// each part needs.
  ///
  /// If the parts need more columns in total than there are, the longest parts get equal shares of
  /// what the others leave. The middle one of three stays in the middle if it can.
  static func shares(of columns: Range<Int>, _ needs: [Int], gap: Int) -> [Range<Int>] {
    let count = needs.count
    let equal = columns.divided(into: count)
    if count == 1 || zip(needs, equal).allSatisfy({ $0 <= $1.count }) { return equal }
    var (widths, free) = (needs, columns.count - gap * (needs.count { $0 > 0 } - 1))
    for (place, part) in needs.indices.sorted(by: { needs[$0] < needs[$1] }).enumerated() {
      widths[part] = max(0, min(needs[part], free / (count - place)))
      free -= widths[part]
    }
    let first = columns.lowerBound..<columns.lowerBound + widths[0]
    let last = columns.upperBound - widths[count - 1]..<columns.upperBound
    guard count == 3 else { return [first, last] }
    let least = first.upperBound + (first.isEmpty ? 0 : gap)
    let most = last.lowerBound - (last.isEmpty ? 0 : gap) - widths[1]
    let middle = (columns.lowerBound + columns.upperBound - widths[1]) / 2
    let start = max(least, min(middle, most))
    return [first, start..<start + widths[1], last]
  }
}

/// The faces of lines at their sizes, each of which is opened only once for all pages, because
/// opening one takes milliseconds.
private final class Faces: Sendable {
  private struct Key: Hashable {
    let font: FontChoice
    let size: Double
  }

  private struct Texts: Hashable {
    let font: FontChoice
    /// The non-ASCII characters of the text; every font has the ASCII characters.
    let characters: Set<Character>
  }

  private let setters = Mutex<[Key: TypeSetter]>([:])
  private let settled = Mutex<[Texts: FontChoice]>([:])

  func setter(_ font: FontChoice, size: Double) -> TypeSetter {
    setters.withLock { setters in
      let key = Key(font: font, size: size)
      if let setter = setters[key] { return setter }
      let setter = TypeSetter(font, size: size)
      setters[key] = setter
      return setter
    }
  }

  /// The font in which the text can be set.
  func settled(_ font: FontChoice, for texts: [String]) -> FontChoice {
    let characters = Set(charactersOf: texts).filter { !$0.isASCII }
    return settled.withLock { settled in
      let key = Texts(font: font, characters: characters)
      if let choice = settled[key] { return choice }
      let choice = font.settled(for: texts)
      settled[key] = choice
      return choice
    }
  }
}

extension SheetPlan {
  /// The note on text on pages that is cut off; nil if all of it is complete.
  var noteOnShortenedTexts: Note? {
    let texts = pages.lazy.flatMap(\.texts).filter {
      [.title, .header, .footer, .heading].contains($0.role) && $0.lineTexts != nil
    }
    guard let first = texts.first else { return nil }
    let count = texts.count
    return Note(
      .shortenedTexts,
      "the \(first.role.rawValue) '\(first.text.oneLine.shortPrintable)' is shortened"
        + (count > 1 ? ", and so are \(count - 1) more lines of page text" : "")
        + (first.text.contains("\n")
          ? ", because it has too many lines" : ", because the page is too narrow"),
      remedy: "make \(first.role == .title ? .titleFont : .font) smaller, or the text shorter",
      [.count: count])
  }
}
