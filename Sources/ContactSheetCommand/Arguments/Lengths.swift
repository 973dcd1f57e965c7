internal import ArgumentParser
internal import ContactSheet
internal import SheetLayout

// Options that take lengths are read in pixels. Units become pixels in their texts, ahead of
// everything that reads them, so that no other place knows of units.

extension String {
  /// The density by which lengths on paper are read where only their notation matters: a low one,
  /// so that none is refused that is short enough on the sheet.
  static let anyDensity = 72

  /// The text with pixels in place of lengths.
  ///
  /// `10mmx256px` becomes `118x256` at 300 pixels an inch, as does `10mmX256`. What is above zero is
  /// at least one pixel.
  ///
  /// - Throws: ``LengthError``.
  func withLengthsInPixels(perInch density: Int?) throws(LengthError) -> String {
    var result = ""
    var rest = self[...]
    while let first = rest.first {
      let number = rest.prefix { $0.isDigit || $0 == "." }
      if number.isEmpty {
        let isBetweenNumbers =
          first == "X" && result.last?.isDigit == true
          && rest.dropFirst().first?.isDigit == true
        result.append(isBetweenNumbers ? "x" : first)
        rest.removeFirst()
        continue
      }
      let end = rest.index(number.endIndex, offsetBy: 2, limitedBy: rest.endIndex)
      let next = end.flatMap { rest[$0...].first }
      let isWord =
        next.map { $0.isLetter && !"xX".contains($0) || $0.isDigit || $0 == "." } ?? false
      let isInWord = result.last.map { $0 == "#" || $0.isLetter && $0 != "x" } ?? false
      if let end, !isWord, !isInWord, let length = Length(String(rest[..<end])) {
        let pixels = try length.pixels(perInch: density)
        result += "\(length.value > 0 ? max(1, pixels) : 0)"
        rest = rest[end...]
      } else {
        result += number
        rest = rest[number.endIndex...]
      }
    }
    return result
  }
}

extension Arguments {
  /// The pixels of an inch of the sheet; nil where it has none.
  var density: Int? {
    let (dpi, paper) = (OutputOptions.shared.dpi, LayoutOptions.shared.paper)
    if let given = entry(for: dpi.facts.name) { return dpi.value(of: given.texts) }
    let isPaper = entry(for: paper.facts.name)?.hasEffect == true || hasSizeInUnits
    return isPaper ? OutputOptions.dpiOnPaper : nil
  }

  /// The pixels of a page of paper, which is also a size in units; nil where none is given.
  var page: PixelSize? {
    guard let density else { return nil }
    let options = LayoutOptions.shared
    if hasSizeInUnits, let size = self[options.size], let height = size.height {
      return PixelSize(width: size.width, height: height)
    }
    return self[options.paper]?.pixels(perInch: density)
  }

  /// Whether the size of the sheet is given as on paper, in units and not in pixels.
  private var hasSizeInUnits: Bool {
    let text = entry(for: LayoutOptions.shared.size.facts.name)?.texts.last?.lowercased() ?? ""
    return Length.Unit.allCases.contains { $0 != .pixels && text.contains($0.rawValue) }
  }

  /// Puts a page of paper, if there is one, into a job.
  func putPage(into job: inout SheetJob) throws {
    guard let page, let density else { return }
    (job.paging.minimumHeight, job.paging.maximumHeight) = (page.height, page.height)
    job.paging.minimumPictureSide = try Length(layoutKind.millimetresOnPaper, .millimetres)
      .pixels(perInch: density)
    job.encoding.pixelsPerInch = density
    job.texts.areOnPaper = true
    job.margin = try ValueForm.spacing.value(of: LayoutOptions.marginOnPaper, perInch: density)
    job.gap = try ValueForm.spacing.value(of: LayoutOptions.gapOnPaper, perInch: density)
  }

  /// Makes sure that all lengths can be converted to pixels at the density of the sheet.
  ///
  /// - Throws: `ValidationError`.
  func checkLengths() throws {
    for entry in entries where entry.option.takesLengths {
      for text in entry.texts where text != entry.option.nothing {
        do {
          try entry.option.check(text.withLengthsInPixels(perInch: density))
        } catch {
          throw ValidationError("\(entry.option.flag): \(described(error)).")
        }
      }
    }
  }
}

extension Character {
  /// Whether this is one of `0` to `9`.
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
