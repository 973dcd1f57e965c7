internal import ContactSheet
internal import SheetLayout
internal import SheetModel
internal import SheetPlanning
internal import SheetPlans
internal import SheetRendering

extension String {
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
  /// The notes on plain numbers, which are pixels, if the sheet is on paper.
  func notesOnPixels(of job: SheetJob) -> [Note] {
    guard let density = job.pagePixelsPerInch else { return [] }
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
}
