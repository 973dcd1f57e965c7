internal import ContactSheet
internal import SheetLayout
internal import SheetModel
internal import SheetPlans
internal import SheetRendering

// Lengths in the texts of options become pixels before any other code reads them. So no other code
// handles units.

extension String {
  /// The density by which lengths on paper are read if only their notation matters.
  ///
  /// It is low, so that every length that fits the sheet is accepted.
  static let anyDensity = 72

  /// The text with pixels in place of lengths.
  ///
  /// `10mmx256px` becomes `118x256` at 300 pixels an inch, as does `10mmX256`; in `4x6in` both are
  /// inches. A length above zero is at least one pixel.
  ///
  /// - Throws: ``LengthError``.
  func withLengthsInPixels(perInch density: Int?) throws(LengthError) -> String {
    var result = ""
    var rest = self[...]
    while let first = rest.first {
      let number = rest.prefix(while: \.isOfNumber)
      if number.isEmpty {
        let isBetweenNumbers =
          first == "X" && result.last?.isDigit == true
          && rest.dropFirst().first?.isOfNumber == true
        result.append(isBetweenNumbers ? "x" : first)
        rest.removeFirst()
        continue
      }
      let isInWord = result.last.map { $0 == "#" || $0.isLetter && $0 != "x" } ?? false
      if !isInWord, let (length, end) = rest.firstLength {
        let pixels = try length.pixels(perInch: density)
        result += "\(length.value > 0 ? max(1, pixels) : 0)"
        rest = end
      } else {
        result += number
        rest = rest[number.endIndex...]
      }
    }
    return result
  }
}

extension RawOptions {
  /// The pixels of an inch of the sheet; nil if it has none.
  ///
  /// A PDF without paper has the density of its own units.
  var density: Int? {
    let isPaper = layout.paper != nil || hasSizeInUnits
    return request.pixelsPerInch
      ?? (isPaper ? Paper.pixelsPerInch : isOnPaperIfLarge ? OutputOptions.dpiOfPDF : nil)
  }

  /// The unit of the sheet's size as typed: pixels if it has none, and millimetres if paper is
  /// given by name.
  var lengthUnit: LengthUnit {
    guard let density else { return .pixels }
    let text =
      ["paper", "size", "max-height"].lazy
      .compactMap { given[$0]?.texts.last }.first ?? ""
    let typed = Length.Unit.allCases.first { unit in
      text.lowercased().hasSuffix(unit.rawValue) && text.contains(where: \.isDigit)
    }
    let isPaper = layout.paper != nil || isOnPaperIfLarge
    guard let unit = typed ?? (isPaper ? .millimetres : nil), let perInch = unit.perInch else {
      return .pixels
    }
    let pixelsPerInch = isOnPaperIfLarge ? Paper.pixelsPerInch : density
    return LengthUnit(unit.rawValue, pixels: Double(pixelsPerInch) / perInch)
  }

  /// The notes on plain numbers, which are pixels, if the sheet is on paper.
  var notesOnPixels: [Note] {
    guard let density, page != nil else { return [] }
    return ["gap", "margin", "padding"].compactMap { name in
      guard let text = given[name]?.texts.last,
        let number = text.split(separator: "x").first.flatMap({ Int(digits: $0) }), number > 0,
        text.allSatisfy({ $0.isDigit || $0 == "x" })
      else { return nil }
      let tenths = (Double(number) * 254 / Double(density)).rounded() / 10
      return Note(
        .pixelsOnPaper,
        "--\(name): \(number.counted("pixel")) \(number == 1 ? "is" : "are") "
          + "\(tenths) mm", remedy: "write \(text)mm, or \(text)px")
    }
  }

  /// The pixels of a page of paper, given as paper or as a size in units; nil if neither is given.
  var page: PixelSize? {
    guard let density else { return nil }
    if hasSizeInUnits, let size = layout.size, let height = size.height {
      return PixelSize(width: size.width, height: height)
    }
    return layout.paper?.pixels(perInch: density)
  }

  /// Whether the size of the sheet is given as on paper, in units and not in pixels.
  private var hasSizeInUnits: Bool { given["size"]?.dependsOnDensity == true }

  /// Whether the sheet is a PDF whose size is not given in any way.
  ///
  /// The sheet is then on paper if its pictures are large.
  var isOnPaperIfLarge: Bool {
    !sheetName.written.isPicture && layoutKind != .matrix
      && !has(
        .any(
          "size", "paper", "cell", "geometry", "max-height", "compare", "match"))
  }
}
