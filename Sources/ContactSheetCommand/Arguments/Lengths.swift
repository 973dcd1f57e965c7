internal import SheetModel
internal import SheetPlanning

extension RawOptions {
  /// The notes that say that numbers without units are pixels; empty if the sheet is not on paper.
  func notesOnPixels(of job: SheetJob) -> [Note] {
    guard let density = job.pagePixelsPerInch else { return [] }
    return ["gap", "margin", "binding", "padding"].compactMap { name in
      guard let text = given[name]?.texts.last,
        let number = text.split(whereSeparator: { "x,".contains($0) }).lazy
          .compactMap({ Int(digits: $0) }).first(where: { $0 > 0 || !text.contains(",") }),
        number > 0, text.allSatisfy({ $0.isDigit || "x,".contains($0) })
      else { return nil }
      let tenths = (Double(number) * 254 / Double(density)).rounded() / 10
      return Note(
        .pixelsOnPaper,
        "--\(name): \(number.counted("pixel")) \(number == 1 ? "is" : "are") "
          + "\(tenths) mm", remedy: "write \(text)mm, or \(text)px")
    }
  }
}
